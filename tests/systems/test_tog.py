"""Think-on-Graph and ToG-R as whole runs: the beam, the calls, the random choices, what is answered from."""

import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any, ClassVar

import pytest
import rdflib
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import Answer
from pog_agent.agent import open_system
from pog_agent.interfaces.preview import preview
from pog_agent.state import PogState
from tests.llm_server import Body, Scripted, user_text
from tests.pipeline_fixtures import (
    BOHR,
    FIGURE_1,
    GARBAGE,
    NO,
    YES,
    E,
    T,
    Traced,
    citing,
    comparable,
    demo,
    mentions,
    replies,
    run,
    scripted,
    small_graph,
)

TOG, TOG_R = "tog", "tog-r"
BOTH = pytest.mark.parametrize("system", [TOG, TOG_R])

BORN = "{Niels Bohr} - born in -> {Copenhagen}"
ELEMENT = "{Niels Bohr} - born in -> {Copenhagen} <- named after - {hafnium}"


def scoring(block: str, *wanted: str, score: float = 9) -> Callable[[Body], Scripted]:
    """A reply that scores those of the numbered lines of a block which contain one of the texts, else none."""

    def reply(body: Body) -> Scripted:
        text = user_text(body).rpartition(f"<{block}>")[2].partition(f"</{block}>")[0]
        lines = {int(number): line for number, line in re.findall(r"^\[(\d+)\] (.*)$", text, re.MULTILINE)}
        best = [number for want in wanted for number, line in lines.items() if want in line]
        rows = [{"number": number, "score": score - place} for place, number in enumerate(best)]
        return {"scores": rows or [{"number": 1, "score": 1}]}

    return reply


def relations(*wanted: str) -> Callable[[Body], Scripted]:
    return scoring("relations", *wanted)


def entities(*wanted: str) -> Callable[[Body], Scripted]:
    return scoring("entities", *wanted)


def after(text: str) -> Callable[[Body], Scripted]:
    """A verdict: sufficient once a path with this text is shown."""
    return lambda body: YES if re.sub(r"\[\d+\] ", "", user_text(body)).count(text) else NO


BOHR_REPLIES: dict[str, Any] = {
    "recognize_topics": mentions("Niels Bohr"),
    "score_relations": relations("born in", "named after"),
    "score_entities": entities("hafnium"),
    "judge_sufficiency": after(ELEMENT),
    "answer": citing((ELEMENT, 2)),
}


def layers(depth: int = 4, width: int = 4) -> rdflib.Graph:
    """Layers of nodes, each joined to the next by `width` relations that lead to three nodes each."""
    lines = []
    for above, below in pairwise(range(depth)):
        for node in range(width):
            for relation in range(width):
                for turn in range(3):
                    lines.append(f"L{above}n{node} r{above}x{relation} L{below}n{(relation + turn) % width}")
    return small_graph(*lines)


START = tuple(f"{T}L0n{node}" for node in range(3))


def worst(system: str, **settings: Any) -> Traced:
    """A run that is never sufficient, from three topics of a graph with a choice everywhere."""
    script = replies(judge_sufficiency=NO, answer={"citations": [], "own_answer": "nothing"})
    return run("Where does it end?", script, layers(), system=system, topics=START, **settings)


def calls(traced: Traced) -> Counter[str]:
    return Counter(traced.steps)


class TestBeam:
    def test_two_hops_lead_to_a_supported_answer_with_its_path(self) -> None:
        traced = run(BOHR, replies(**BOHR_REPLIES), system=TOG)
        answer = traced.answer
        assert traced.nodes == [
            "recognize_topics",
            *["prune_relations", "prune_entities", "check_sufficiency"] * 2,
            "generate_answer",
            "verify_answer",
        ]
        assert (answer.status, answer.evidence, answer.depth, traced.labels) == (
            "supported", "kg_only", 2, ["hafnium"],
        )  # fmt: skip
        assert [path.text for path in answer.paths] == [ELEMENT]
        assert all(demo_has(triple) for path in answer.paths for triple in path.triples)

    def test_tog_r_reasons_over_all_that_a_relation_leads_to(self) -> None:
        script = replies(**{**BOHR_REPLIES, "recognize_topics": mentions("Mars"), "judge_sufficiency": YES,
                            "score_relations": relations("orbits"),
                            "answer": citing(("{Mars} <- orbits - {Deimos, Phobos}", 1))})  # fmt: skip
        traced = run("What moons does Mars have?", script, system=TOG_R)
        assert traced.labels == ["Deimos", "Phobos"]
        assert traced.answer.status == "supported"
        assert "score_entities" not in traced.steps
        assert "sample_entities" not in traced.nodes

    def test_tog_r_draws_entities_before_it_goes_deeper(self) -> None:
        traced = run(BOHR, replies(**{**BOHR_REPLIES, "judge_sufficiency": after(ELEMENT)}),
                     system=TOG_R)  # fmt: skip
        assert traced.nodes[1:8] == [
            *["prune_relations", "search_entities", "check_sufficiency"],
            "sample_entities",
            *["prune_relations", "search_entities", "check_sufficiency"],
        ]
        assert traced.answer.status == "supported"

    def test_earlier_paths_can_still_be_cited(self) -> None:
        script = replies(**{**BOHR_REPLIES, "answer": citing((BORN, 1))})
        assert run(BOHR, script, system=TOG).labels == ["Copenhagen"]

    def test_the_width_holds_over_all_paths(self) -> None:
        traced = run(BOHR, replies(judge_sufficiency=NO, recognize_topics=mentions("Niels Bohr")),
                     system=TOG, w_max=2, d_max=1)  # fmt: skip
        asked = traced.steps.count("score_entities")
        assert traced.steps.count("score_relations") == 1
        assert asked <= 2

    def test_paths_of_two_topics_are_intersected(self) -> None:
        kg = small_graph("Ann child Bob", "Ann child Eve", "Rome native Bob", "Rome native Max")
        script = replies(
            recognize_topics=mentions("Ann", "Rome"),
            score_entities=entities("Bob", "Eve", "Max"),
            answer=citing(("{Ann} - child -> {Bob}", 1), ("{Rome} - native -> {Bob}", 1)),
        )
        traced = run("Which child of Ann is a native of Rome?", script, kg, system=TOG)
        assert (traced.labels, traced.answer.status) == (["Bob"], "supported")

    def test_a_path_that_arrives_at_another_topic_joins_both(self) -> None:
        kg = small_graph("Ann child Bob", "Bob born_in Rome", "Bob likes Tea")
        text = "{Ann} - child -> {Bob} - born in -> {Rome}"
        script = replies(recognize_topics=mentions("Ann", "Rome"), score_relations=relations("child", "born in"),
                         judge_sufficiency=after(text), answer=citing((text, 1)))  # fmt: skip
        traced = run("Which child of Ann was born in Rome?", script, kg, system=TOG)
        assert (traced.labels, traced.answer.status) == (["Bob"], "supported")

    def test_a_literal_is_a_leaf_and_may_be_the_answer(self) -> None:
        kg = small_graph('Ann born "1990-05-01"', 'Ann died "2020-01-02"')
        script = replies(recognize_topics=mentions("Ann"), score_relations=relations("born"),
                         answer=citing(("{Ann} - born -> {1990-05-01}", 1)))  # fmt: skip
        for system in (TOG, TOG_R):
            traced = run("When was Ann born?", script, kg, system=system)
            assert (traced.labels, traced.answer.kind, traced.answer.status) == (
                ["1990-05-01"], "literal", "supported",
            )  # fmt: skip

    @BOTH
    def test_when_all_paths_end_in_literals_the_search_is_over(self, system: str) -> None:
        kg = small_graph('Ann born "1990-05-01"', 'Ann died "2020-01-02"')
        script = replies(recognize_topics=mentions("Ann"), judge_sufficiency=NO,
                         answer={"citations": [], "own_answer": "Rome"})  # fmt: skip
        traced = run("Where was Ann born?", script, kg, system=system)
        assert traced.nodes.count("prune_relations") == 1
        assert (traced.answer.status, traced.answer.evidence) == ("parametric", "kg_inspired_llm")

    @BOTH
    def test_the_search_never_steps_back_onto_its_path(self, system: str) -> None:
        kg = small_graph("Ann child Bob")
        traced = run("Who is it?", replies(recognize_topics=mentions("Ann"), judge_sufficiency=NO,
                     answer={"citations": []}), kg, system=system)  # fmt: skip
        assert traced.nodes.count("prune_relations") == 2
        assert traced.answer.status == "abstained"

    def test_unnamed_nodes_keep_their_place_and_are_shown_by_what_they_join(self) -> None:
        kg = small_graph(
            "Ann marriage m1", "m1 spouse Bob", 'm1 year "1990"', "Ann marriage Zed", "Ann marriage m2",
            "m2 spouse Max", "Ann job Cook", unnamed="m1 m2",
        )  # fmt: skip
        text = "{Ann} - marriage / spouse -> {Max}"
        script = replies(recognize_topics=mentions("Ann"), score_relations=relations("marriage", "spouse"),
                         score_entities=entities("Max"), judge_sufficiency=after(text),
                         answer=citing((text, 2)))  # fmt: skip
        with scripted(script, kg, system=TOG) as (agent, llm):
            answer = agent.ask("Whom did Ann marry?")
        request = next(body for body in llm.requests if llm.step_of(body) == "score_entities")
        assert "[1] Zed\n[2] unnamed, joins: 1990, Ann, Bob\n[3] unnamed, joins: Ann, Max" in user_text(request)
        assert [item.label for item in answer.answers] == ["Max"]
        assert [triple[2] for triple in answer.paths[0].triples] == [f"{T}m2", f"{T}Max"]

    def test_a_long_label_is_cut_where_it_is_scored_and_whole_in_the_answer(self) -> None:
        long = "x" * 500
        kg = small_graph(f'Ann motto "{long}"', 'Ann motto "short"')
        with scripted(replies(recognize_topics=mentions("Ann"), score_entities=entities("xxx"),
                              answer=citing((1, 1))), kg, system=TOG) as (agent, llm):  # fmt: skip
            answer = agent.ask("What is Ann's motto?")
        scored = [user_text(body) for body in llm.requests if llm.step_of(body).startswith("score")]
        assert scored
        assert not any(long in text for text in scored)
        assert answer.answers[0].value == long
        assert long in answer.paths[0].text


class TestCalls:
    @pytest.mark.parametrize(("system", "bound"), [(TOG, 2 * 3 * 3 + 3 + 1), (TOG_R, 3 * 3 + 3 + 1)])
    def test_the_worst_case_meets_the_bound_of_the_papers_exactly(self, system: str, bound: int) -> None:
        traced = worst(system)
        assert len(traced.steps) == bound
        assert traced.answer.usage.llm_calls == bound
        assert traced.answer.usage.prompt_tokens == 100 * bound
        assert {name: row.llm_calls for name, row in traced.answer.usage.by_step.items()} == calls(traced)

    @pytest.mark.parametrize(("width", "depth"), [(1, 1), (1, 3), (2, 2)])
    def test_the_bound_follows_width_and_depth(self, width: int, depth: int) -> None:
        for system, per_hop in ((TOG, 2 * width + 1), (TOG_R, width + 1)):
            traced = worst(system, w_max=width, d_max=depth)
            assert len(traced.steps) == per_hop * depth + 1

    @BOTH
    def test_the_preview_says_the_same(self, system: str) -> None:
        with scripted(replies(), system=system, topics=START) as (agent, _):
            assert preview(agent.config, system=system).most.llm_calls == len(worst(system).steps)

    def test_without_a_choice_nothing_is_asked(self) -> None:
        kg = small_graph("Ann child Bob")
        script = replies(recognize_topics=mentions("Ann"), answer=citing((1, 1)))
        assert run("Who is Ann's child?", script, kg, system=TOG).steps == [
            "recognize_topics", "judge_sufficiency", "answer",
        ]  # fmt: skip

    @BOTH
    def test_more_topics_than_the_width_are_a_warning(self, system: str) -> None:
        traced = worst(system, w_max=2)
        assert "1 topic entities beyond w_max=2 were not started from" in traced.answer.warnings
        assert traced.answer.truncated

    @BOTH
    def test_a_budget_of_calls_ends_the_search_with_an_answer(self, system: str) -> None:
        traced = worst(system, max_llm_calls=5)
        assert len(traced.steps) == 5
        assert traced.steps[-1] == "answer"
        assert any("budget of 5 LLM calls" in text for text in traced.answer.warnings)

    @BOTH
    def test_a_budget_of_tokens_ends_the_search_after_the_hop(self, system: str) -> None:
        traced = worst(system, max_tokens=2800)
        assert traced.nodes.count("prune_relations") == 1
        assert traced.steps[-1] == "answer"

    def test_a_sufficient_hop_ends_the_search(self) -> None:
        traced = run("Which r0x0?", replies(judge_sufficiency=YES, answer=citing((1, 1))), layers(), system=TOG,
                     topics=START)  # fmt: skip
        assert len(traced.steps) == 2 * 3 + 1 + 1


class TestChance:
    HUB = small_graph(*(f"Hub member M{number}" for number in range(60)), "Hub seat Rome")

    def prompts(self, system: str, seed: int) -> tuple[list[str], Answer]:
        script = replies(recognize_topics=mentions("Hub"), judge_sufficiency=NO, answer={"citations": []})
        with scripted(script, self.HUB, system=system, seed=seed) as (agent, llm):
            answer = agent.ask("Which member of the Hub is it?")
        return sorted(json.dumps(body["messages"]) for body in llm.requests), answer

    @BOTH
    def test_the_same_seed_gives_the_same_run(self, system: str) -> None:
        one, other = self.prompts(system, 0), self.prompts(system, 0)
        assert one[0] == other[0]
        assert comparable(one[1]) == comparable(other[1])

    @BOTH
    def test_another_seed_draws_others(self, system: str) -> None:
        kg_prompts = {tuple(self.prompts(system, seed)[0]) for seed in (0, 1, 2)}
        assert len(kg_prompts) == (3 if system == TOG else 1)
        drawn = {tuple(self.drawn(seed)) for seed in (0, 1, 2)}
        assert len(drawn) == 3

    def drawn(self, seed: int) -> list[str]:
        """The entities that ToG-R goes on from."""
        script = replies(recognize_topics=mentions("Hub"), judge_sufficiency=NO, answer={"citations": []})
        with scripted(script, self.HUB, system=TOG_R, seed=seed) as (agent, _):
            updates = agent.graph.stream({"question": "Which member of the Hub?"}, context=agent.config,
                                         stream_mode="updates")  # fmt: skip
            found = [row["sample_entities"]["beam"] for row in updates if "sample_entities" in row]
        return [ref.key.nodes[-1] for ref in found[0]]

    def test_a_draw_takes_from_each_relation_in_turn(self) -> None:
        drawn = self.drawn(0)
        assert len(set(drawn)) == 3
        assert f"{T}Rome" in drawn

    def test_many_candidates_are_drawn_with_a_warning(self) -> None:
        _, answer = self.prompts(TOG, 0)
        assert "entity prune saw 5 of 60 candidates of one relation, drawn at random" in answer.warnings
        assert answer.truncated

    def scored(self, members: int, *topics: str, **settings: Any) -> tuple[list[str], Answer]:
        """The members that the model scored, and the answer."""
        seen: list[str] = []

        def scores(body: Body) -> Scripted:
            seen.extend(re.findall(r"^\[\d+\] (M\d+)", user_text(body), re.MULTILINE))
            return {"scores": [{"number": 1, "score": 5}]}

        kg = small_graph(*(f"Hub member M{number}" for number in range(members)))
        script = replies(
            recognize_topics=mentions("Hub", *topics), score_entities=scores, answer={"citations": []}
        )
        return seen, run("Which member?", script, kg, system=TOG, d_max=1, **settings).answer

    @pytest.mark.parametrize(
        ("members", "retained", "seen"),
        [(19, 5, 19), (20, 5, 5), (30, 2, 2), (30, 20, 20), (30, 30, 30), (30, 50, 30), (60, 59, 59)],
    )
    def test_of_twenty_candidates_or_more_so_many_are_retained(
        self, members: int, retained: int, seen: int
    ) -> None:
        scored, answer = self.scored(members, retained_entities=retained)
        assert len(set(scored)) == len(scored) == seen
        cut = f"entity prune saw {seen} of {members} candidates of one relation, drawn at random"
        assert (cut in answer.warnings) == (seen < members)

    def test_more_topics_than_are_retained_are_all_seen_and_nothing_else(self) -> None:
        topics = [f"M{number}" for number in range(7)]
        scored, _ = self.scored(40, *topics, w_max=1)
        assert sorted(scored) == topics

    def test_a_topic_among_many_candidates_is_always_seen(self) -> None:
        script = replies(recognize_topics=mentions("Hub", "M42"), score_relations=relations("member"),
                         score_entities=entities("M42"),
                         answer={"citations": [{"path": 1, "position": 1}], "operation": "exists"})  # fmt: skip
        traced = run("Is M42 a member of the Hub?", script, self.HUB, system=TOG, d_max=1)
        assert (traced.labels, traced.answer.status) == (["yes"], "supported")


class TestWholeSets:
    COUNT: ClassVar[dict[str, Any]] = {"kind": "count", "operation": "count"}

    def test_a_count_over_all_entities_of_a_relation_is_supported(self) -> None:
        kg = small_graph("Ann child Bob", "Ann child Eve")
        script = replies(recognize_topics=mentions("Ann"), answer=citing((1, 1), (2, 1), **self.COUNT))
        traced = run("How many children has Ann?", script, kg, system=TOG)
        assert (traced.labels, traced.answer.status) == (["2"], "supported")

    def test_a_count_over_what_the_beam_left_is_not(self) -> None:
        kg = small_graph(*(f"Ann child C{number}" for number in range(5)))
        script = replies(recognize_topics=mentions("Ann"), answer=citing((1, 1), (2, 1), (3, 1), **self.COUNT))
        traced = run("How many children has Ann?", script, kg, system=TOG)
        assert (traced.labels, traced.answer.status) == (["3"], "partial")
        assert any("a list may not be whole" in text for text in traced.answer.warnings)

    def test_a_relation_followed_from_some_paths_only_gives_no_whole_set(self) -> None:
        kg = small_graph("Ann child Bob", "Ann child Eve", "Bob child Tim", "Eve child Kim")
        texts = ["{Ann} - child -> {Bob} - child -> {Tim}"]
        script = replies(recognize_topics=mentions("Ann"), judge_sufficiency=after("{Tim}"),
                         answer=citing((texts[0], 2), **self.COUNT))  # fmt: skip
        traced = run("How many grandchildren has Ann?", script, kg, system=TOG, w_max=1)
        assert (traced.labels, traced.answer.status) == (["1"], "partial")

    def test_drawn_entities_give_no_whole_set_behind_them(self) -> None:
        lines = [f"Ann child C{number}" for number in range(5)] + [f"C{n} child G{n}" for n in range(5)]
        script = replies(recognize_topics=mentions("Ann"), judge_sufficiency=after("- child -> {G"),
                         answer=citing((1, 2), (2, 2), (3, 2), **self.COUNT))  # fmt: skip
        traced = run("How many grandchildren has Ann?", script, small_graph(*lines), system=TOG_R)
        assert (traced.labels, traced.answer.status) == (["3"], "partial")

    def test_an_extreme_compares_over_all_cited_paths(self) -> None:
        kg = small_graph("Ann child Bob", "Ann child Eve", 'Bob born "1990-01-01"', 'Eve born "1985-01-01"')
        paths = ["{Ann} - child -> {Bob} - born -> {1990-01-01}", "{Ann} - child -> {Eve} - born -> {1985-01-01}"]
        script = replies(
            recognize_topics=mentions("Ann"),
            judge_sufficiency=after(paths[0]),
            answer=citing(*((path, 1) for path in paths), operation="earliest", key_position=2),
        )
        traced = run("Who is Ann's oldest child?", script, kg, system=TOG)
        assert (traced.labels, traced.answer.status) == (["Eve"], "supported")


class TestBadReplies:
    @BOTH
    def test_garbage_at_every_step_still_ends_in_an_answer(self, system: str) -> None:
        script = lambda step, body: GARBAGE  # noqa: E731
        traced = run(FIGURE_1, script, system=system)
        steps = {text.partition(":")[0] for text in traced.answer.warnings}
        expected = {"recognize_topics", "score_relations", "judge_sufficiency", "answer"}
        assert expected | ({"score_entities"} if system == TOG else set()) <= steps
        assert traced.answer.status == "abstained"
        assert traced.nodes[-1] == "verify_answer"
        assert traced.answer.usage.llm_calls == len(traced.steps)

    @pytest.mark.parametrize("step", ["score_relations", "score_entities"])
    def test_garbage_at_one_step_leaves_the_others_to_decide(self, step: str) -> None:
        script = replies(**{step: GARBAGE}, answer=citing((1, 1)))
        traced = run("Which r0x0?", script, layers(), system=TOG, topics=START[:1])
        assert traced.answer.status == "supported"
        assert any(text.startswith(f"{step}:") for text in traced.answer.warnings)

    def test_entities_that_all_score_zero_end_the_search(self) -> None:
        zero = {"scores": [{"number": 1, "score": 0}]}
        script = replies(score_entities=zero, answer={"citations": [], "own_answer": "x"})
        traced = run("Which r0x0?", script, layers(), system=TOG, topics=START)
        assert traced.nodes[-3:] == ["prune_entities", "generate_answer", "verify_answer"]
        assert traced.answer.status == "parametric"

    @BOTH
    def test_without_a_topic_the_model_is_asked_for_its_own_knowledge(self, system: str) -> None:
        script = replies(recognize_topics=mentions("Atlantis"), answer={"citations": [], "own_answer": "Poseidon"})
        traced = run("Who ruled Atlantis?", script, system=system)
        assert traced.nodes == ["recognize_topics", "generate_answer", "verify_answer"]
        assert (traced.answer.status, traced.answer.evidence) == ("parametric", None)


class TestOffline:
    @BOTH
    @pytest.mark.parametrize(
        ("question", "labels"),
        [
            ("Who is the author of Never Let Me Go?", ["Kazuo Ishiguro"]),
            ("Which languages are official languages of Belgium?", ["Dutch", "French", "German"]),
        ],
    )
    def test_citations_are_in_the_graph(self, system: str, question: str, labels: list[str]) -> None:
        with open_system(system, kg=demo(), model="offline", encoder="lexical") as agent:
            answer = agent.ask(question)
        assert sorted(item.label for item in answer.answers) == labels
        assert answer.status == "supported"
        assert answer.paths
        assert all(demo_has(triple) for path in answer.paths for triple in path.triples)

    def test_topics_can_be_given_with_the_question(self) -> None:
        with open_system(TOG, kg=demo(), model="offline", encoder="lexical") as agent:
            answer = agent.ask("What moons does it have?", topics=(E + "Mars",))
        assert [topic.label for topic in answer.topic_entities] == ["Mars"]


class TestThreads:
    @BOTH
    def test_an_interrupted_run_goes_on_elsewhere(self, system: str) -> None:
        thread = {"configurable": {"thread_id": "1"}}
        saver = InMemorySaver()
        script = replies(**{**BOHR_REPLIES, "judge_sufficiency": after(ELEMENT)})
        with scripted(script, system=system, checkpointer=saver) as (agent, _):
            agent.graph.invoke({"question": BOHR}, thread, context=agent.config,
                               interrupt_before=["check_sufficiency"])  # fmt: skip
        with scripted(script, system=system, checkpointer=saver) as (agent, _):
            state: PogState = agent.graph.invoke(None, thread, context=agent.config)
        assert state["answer"].status == "supported"

    def test_a_second_question_on_a_thread_starts_afresh(self) -> None:
        thread = {"configurable": {"thread_id": "1"}}
        with scripted(replies(**BOHR_REPLIES), system=TOG, checkpointer=InMemorySaver()) as (agent, _):
            first, second = (
                agent.graph.invoke({"messages": [("user", BOHR)]}, thread, context=agent.config)["answer"]
                for _ in range(2)
            )
        assert comparable(first) == comparable(second)


def demo_has(triple: tuple[str, str, str]) -> bool:
    import asyncio

    return asyncio.run(demo().contains([triple])) == [True]


def test_the_question_of_figure_1_is_answered_from_both_ends() -> None:
    ends = ("{Nijmegen} <- serves city - {Weeze Airport} - contained by -> {Germany}",
            "{France} - adjoining / adjoining -> {Germany}")  # fmt: skip
    script = replies(
        recognize_topics=mentions("France", "Nijmegen"),
        score_relations=relations("adjoining", "serves city", "contained by"),
        score_entities=entities("Germany", "Weeze"),
        judge_sufficiency=lambda body: YES if all(end in re.sub(r"\[\d+\] ", "", user_text(body)) for end in ends)
        else NO,
        answer=citing((ends[0], 2), (ends[1], 2)),
    )  # fmt: skip
    traced = run(FIGURE_1.replace("bordering", "adjoining"), script, system=TOG)
    assert (traced.labels, traced.answer.status) == (["Germany"], "supported")
