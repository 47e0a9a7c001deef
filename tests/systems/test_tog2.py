"""Think-on-Graph 2 and plain retrieval as whole runs: what is asked, retrieved, pruned, quoted and claimed."""

import math
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import SettingError
from pog_agent.agent import open_system
from pog_agent.config import PogConfig
from pog_agent.events import NodeFinished
from pog_agent.interfaces.preview import preview
from pog_agent.nodes.tog2.select_entities import decayed_scores
from pog_agent.state import RankedCandidate
from pog_agent.systems.wiring import DOCS_UNREAD, TOPICS_UNREAD, TOPICS_WITHOUT_DOCS
from tests.documents.corpora import built, write_graph
from tests.llm_server import Body, Scripted, user_text
from tests.pipeline_fixtures import (
    GARBAGE,
    Traced,
    comparable,
    mentions,
    number_of,
    replies,
    run,
    scripted,
    shown,
    small_graph,
)
from tests.systems.test_tog import START, layers

E = "http://e/"
GRAPH = """
@prefix : <http://e/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:ann rdfs:label "Ann Lee" ; :established :acme ; :likes :tea ; :born "1950-01-02" .
:acme rdfs:label "Acme" ; :seat :osk .
:osk rdfs:label "Osk" .
:tea rdfs:label "Tea" .
:bob rdfs:label "Bob Ray" ; :worksFor :acme .
:eve rdfs:label "Eve Dow" ; :worksFor :acme .
"""
CORPUS = (
    {
        "id": "ann", "title": "Ann Lee", "entities": [f"{E}ann"],
        "text": "Ann Lee was an engineer. Ann Lee was born in Rome. Ann Lee's father was born in Paris.",
    },
    {
        "id": "acme", "title": "Acme", "entities": [f"{E}acme"],
        "text": "Acme makes kettles. It was sold to Humber Works in 1990.",
    },
    {"id": "osk", "title": "Osk", "entities": [f"{E}osk"], "text": "Osk has a harbour. King Ilm built Osk."},
    {"id": "bob", "title": "Bob Ray", "entities": [f"{E}bob"], "text": "Bob Ray designs kettles for Acme."},
)  # fmt: skip
BORN = "Where was Ann Lee born?"
BUILT = "Who built the seat of the firm that Ann Lee established?"
HOPS = ("established", "seat")
NOT_YET: dict[str, Any] = {"sufficient": False, "clues": "Ann Lee established Acme.", "keep": []}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The settings that name a small graph and an index of documents about it."""
    folder = tmp_path_factory.mktemp("tog2")
    kg = write_graph(folder, GRAPH)
    built(folder, CORPUS, kg=kg)
    return {"kg": kg, "docs": str(folder / "index"), "encoder": "lexical", "system": "tog2"}


def passages(body: Body) -> dict[int, str]:
    """The numbered passages of a request."""
    block = user_text(body).rpartition("<passages>")[2].partition("</passages>")[0]
    return {int(number): text for number, text in re.findall(r"^\[P(\d+)\] (.*)$", block, re.MULTILINE)}


def quoting(quote: str, answer: str, path: str | None = None, **fields: Any) -> Callable[[Body], Scripted]:
    """A sufficient reply that quotes the passage with these words once it is shown, else one that is not yet."""

    def reply(body: Body) -> Scripted:
        found = [number for number, text in passages(body).items() if quote in text]
        if not found:
            return NOT_YET
        way = number_of(body, path) if path else None
        quotes = [{"passage": found[0], "quote": quote, "answer": answer, "path": way}]
        return {"sufficient": True, "reason": "As quoted.", "quotes": quotes, "citations": [], **fields}

    return reply


def following(*wanted: str, score: float = 9) -> Callable[[Body], Scripted]:
    """A reply that scores the relations with these texts."""

    def reply(body: Body) -> Scripted:
        lines = re.findall(r"^\[(\d+)\] (.*)$", user_text(body).rpartition("<relations>")[2], re.MULTILINE)
        rows = [{"number": int(n), "score": score} for n, line in lines if any(text in line for text in wanted)]
        return {"scores": rows or [{"number": int(lines[0][0]), "score": 0}]}

    return reply


def asked(
    question: str,
    world: dict[str, Any],
    reason: Any,
    follow: tuple[str, ...] = HOPS,
    **more: Any,
) -> Traced:
    script = replies(
        recognize_topics=mentions("Ann Lee"), select_relations=following(*follow), reason_over_knowledge=reason
    )
    return run(question, script, **{**world, **more})


class TestRounds:
    def test_documents_of_the_topics_may_suffice_before_the_first_hop(self, world: dict[str, Any]) -> None:
        traced = asked(BORN, world, quoting("Ann Lee was born in Rome.", "Rome"))
        answer = traced.answer
        assert traced.nodes == [
            *("recognize_topics", "prune_topics", "retrieve_topic_contexts", "reason_over_knowledge"),
            "verify_answer",
        ]
        assert traced.steps == ["recognize_topics", "reason_over_knowledge"]
        assert (answer.status, answer.evidence, traced.labels) == ("supported", "documents", ["Rome"])
        cited = answer.passages[0]
        assert (cited.document, cited.text, cited.entities) == ("ann", "Ann Lee was born in Rome.", (f"{E}ann",))
        assert CORPUS[0]["text"][cited.start : cited.end] == cited.text
        assert answer.to_json()["passages"][0]["start"] == cited.start

    def test_the_graph_leads_to_the_passage_that_answers(self, world: dict[str, Any]) -> None:
        path = "{Ann Lee} - established -> {Acme} - seat -> {Osk}"
        traced = asked(BUILT, world, quoting("King Ilm built Osk.", "King Ilm", path))
        answer = traced.answer
        hop = ("discover_relations", "select_relations", "discover_entities", "retrieve_contexts")
        assert traced.nodes == [
            *("recognize_topics", "prune_topics", "retrieve_topic_contexts", "reason_over_knowledge"),
            *(*hop, "select_entities", "reason_over_knowledge", "reformulate_query"),
            *(*hop, "select_entities", "reason_over_knowledge", "verify_answer"),
        ]
        assert (answer.evidence, traced.labels, answer.depth) == ("kg_and_documents", ["King Ilm"], 2)
        assert [item.text for item in answer.paths] == [path]
        assert [item.document for item in answer.passages] == ["osk"]

    def test_a_passage_that_does_not_mention_the_topic_does_not_support(self, world: dict[str, Any]) -> None:
        answer = asked(BUILT, world, quoting("King Ilm built Osk.", "King Ilm")).answer
        assert answer.status == "partial"
        assert any("does not mention 'Ann Lee'" in text for text in answer.warnings)

    def test_the_triple_stands_before_the_chunk_and_clues_and_query_are_handed_on(
        self, world: dict[str, Any]
    ) -> None:
        script = replies(
            recognize_topics=mentions("Ann Lee"), select_relations=following("established", "seat"),
            reason_over_knowledge=quoting("King Ilm built Osk.", "King Ilm"),
            reformulate_query={"query": "who built the seat of Acme"},
        )  # fmt: skip
        with scripted(script, **world) as (agent, llm):
            agent.ask(BUILT)
        bodies = [body for body in llm.requests if llm.step_of(body) == "reason_over_knowledge"]
        assert list(passages(bodies[1]).values()) == [f"(Ann Lee established Acme) Acme: {CORPUS[1]['text']}"]
        assert "<clues>Ann Lee established Acme.</clues>" in user_text(bodies[1])
        selection = [body for body in llm.requests if llm.step_of(body) == "select_relations"][1]
        assert "<query>who built the seat of Acme</query>" in user_text(selection)
        assert "<- works for -" in user_text(selection)

    def test_passages_that_the_clues_rest_on_stay_in_sight(self, world: dict[str, Any]) -> None:
        seen: list[list[str]] = []

        def reason(body: Body) -> Scripted:
            seen.append(list(passages(body).values()))
            return {**NOT_YET, "keep": [1] if len(seen) == 1 else []}

        asked(BUILT, world, reason)
        first = f"Ann Lee: {CORPUS[0]['text']}"
        assert [first in shown for shown in seen] == [True, True, False]

    def test_an_answer_on_a_path_is_verified_as_in_the_other_systems(self, world: dict[str, Any]) -> None:
        def reason(body: Body) -> Scripted:
            found = "{Acme} <- works for - {Bob Ray}"
            if not shown(body):
                return NOT_YET
            citing = [{"path": number_of(body, found), "position": 1}]
            quotes = [{"passage": n, "quote": "Bob Ray designs kettles for Acme.", "answer": "Bob Ray"}
                      for n, text in passages(body).items() if "Bob Ray designs" in text]  # fmt: skip
            return {"sufficient": True, "citations": citing, "quotes": quotes}

        script = replies(recognize_topics=mentions("Acme"), select_relations=following("works for"),
                         reason_over_knowledge=reason)  # fmt: skip
        answer = run("Who works for Acme?", script, **world).answer
        assert (answer.evidence, [item.iri for item in answer.answers]) == ("kg_and_documents", [f"{E}bob"])
        assert ([item.document for item in answer.passages], len(answer.paths)) == (["bob"], 1)

    def test_an_entity_without_documents_is_ranked_by_its_triple(self, world: dict[str, Any]) -> None:
        traced = asked("What does Ann Lee like?", world, NOT_YET, ("established", "likes", "born"), d_max=1)
        told = {event.node: event.summary for event in traced.events if isinstance(event, NodeFinished)}
        assert told["select_entities"] == "3 entities to go on from"

    def test_without_documents_it_walks_by_triples(self, world: dict[str, Any]) -> None:
        def reason(body: Body) -> Scripted:
            place = {"path": number_of(body, "{Ann Lee} - established -> {Acme}"), "position": 1}
            return {"sufficient": True, "citations": [place]}

        traced = asked("What has Ann Lee established?", world, reason, docs=None)
        assert traced.steps == ["recognize_topics", "select_relations", "reason_over_knowledge"]
        assert (traced.answer.status, traced.labels) == ("supported", ["Acme"])
        assert (traced.answer.evidence, traced.answer.passages) == ("kg_only", ())

    def test_relations_below_the_threshold_are_not_followed(self, world: dict[str, Any]) -> None:
        weak = replies(recognize_topics=mentions("Ann Lee"), select_relations=following("established", score=1),
                       reason_over_knowledge=NOT_YET)  # fmt: skip
        assert "discover_entities" not in run(BUILT, weak, **world).nodes
        assert "discover_entities" in run(BUILT, weak, **world, relation_threshold=0.1).nodes

    def test_more_entities_than_the_beam_holds_are_a_warning(self, world: dict[str, Any]) -> None:
        script = replies(recognize_topics=mentions("Acme"), select_relations=following("works for"),
                         reason_over_knowledge=NOT_YET)  # fmt: skip
        answer = run("Who works for Acme?", script, **world, w_max=1, d_max=1).answer
        assert answer.truncated
        assert any("may not be whole" in text for text in answer.warnings)

    def test_paths_of_two_topics_that_meet_are_both_cited(self) -> None:
        kg = small_graph("Ann child Bob", "Ann child Eve", "Rome native Bob", "Rome native Max")
        paths = ("{Ann} - child -> {Bob}", "{Rome} - native -> {Bob}")

        def reason(body: Body) -> Scripted:
            return {
                "sufficient": True,
                "citations": [{"path": number_of(body, path), "position": 1} for path in paths],
            }

        script = replies(recognize_topics=mentions("Ann", "Rome"), prune_topics={"keep": [1, 2]},
                         select_relations=following("child", "native"), reason_over_knowledge=reason)  # fmt: skip
        traced = run("Which child of Ann is a native of Rome?", script, kg, system="tog2", encoder="lexical")
        assert (traced.labels, traced.answer.status) == (["Bob"], "supported")
        told = {event.node: event.summary for event in traced.events if isinstance(event, NodeFinished)}
        assert told["select_entities"] == "3 entities to go on from"

    def test_a_thread_answers_one_question_after_the_other(self, world: dict[str, Any]) -> None:
        script = replies(recognize_topics=mentions("Ann Lee"),
                         reason_over_knowledge=quoting("Ann Lee was born in Rome.", "Rome"))  # fmt: skip
        with scripted(script, **world, checkpointer=InMemorySaver()) as (agent, _):
            first, second = agent.ask(BORN, thread="t"), agent.ask(BORN, thread="t")
        assert comparable(first) == comparable(second)


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A graph with a choice everywhere, started from three topics about which something is written."""
    folder = tmp_path_factory.mktemp("layers")
    kg = write_graph(folder, layers(5).serialize(format="turtle"))
    corpus = [{"id": iri, "title": iri[-4:], "text": f"It is {iri[-4:]}.", "entities": [iri]} for iri in START]
    built(folder, corpus, kg=kg)
    return {"kg": kg, "docs": str(folder / "index"), "encoder": "lexical", "system": "tog2", "topics": START}


@pytest.mark.parametrize(
    "node", ["select_entities", "reason_over_knowledge", "reformulate_query", "verify_answer"]
)
def test_a_run_that_stopped_before_a_step_goes_on_elsewhere(world: dict[str, Any], node: str) -> None:
    path = "{Ann Lee} - established -> {Acme} - seat -> {Osk}"
    reason = quoting("King Ilm built Osk.", "King Ilm", path)
    script = replies(recognize_topics=mentions("Ann Lee"), select_relations=following(*HOPS),
                     reason_over_knowledge=reason)  # fmt: skip
    saver = InMemorySaver()
    thread: Any = {"configurable": {"thread_id": "1"}}
    with scripted(script, **world, checkpointer=saver) as (agent, _):
        agent.graph.invoke({"question": BUILT}, thread, context=agent.config, interrupt_before=[node])
    with scripted(script, **world, checkpointer=saver) as (agent, _):
        answer = agent.graph.invoke(None, thread, context=agent.config)["answer"]
    whole = asked(BUILT, world, reason).answer
    assert comparable(answer) == comparable(whole)


class TestCalls:
    @staticmethod
    def worst(wide: dict[str, Any], **settings: Any) -> Traced:
        return run("Where does it end?", replies(reason_over_knowledge=NOT_YET), **{**wide, **settings})

    @pytest.mark.parametrize("depth", [1, 2, 3])
    def test_the_worst_case_meets_the_bound_exactly(self, wide: dict[str, Any], depth: int) -> None:
        traced = self.worst(wide, d_max=depth)
        assert len(traced.steps) == 2 * depth + (depth - 1) + 2
        assert traced.answer.usage.llm_calls == len(traced.steps)

    def test_the_preview_says_the_same(self, wide: dict[str, Any]) -> None:
        for prune in ("combined", "single"):
            with scripted(replies(), **wide, relation_prune=prune) as (agent, _):
                costs = preview(agent.config, system="tog2")
            assert costs.most.llm_calls == len(self.worst(wide, relation_prune=prune).steps)

    def test_relations_of_each_entity_may_be_asked_about_alone(self, wide: dict[str, Any]) -> None:
        traced = self.worst(wide, relation_prune="single", d_max=1)
        assert traced.steps.count("select_relations") == 3

    def test_all_is_asked_at_temperature_0(self, wide: dict[str, Any]) -> None:
        with scripted(replies(reason_over_knowledge=NOT_YET), **wide) as (agent, llm):
            agent.ask("Where does it end?")
        assert {body["temperature"] for body in llm.requests} == {0.0}

    @pytest.mark.parametrize("calls", range(1, 11))
    def test_a_budget_ends_the_search_with_the_last_reasoning(self, wide: dict[str, Any], calls: int) -> None:
        traced = self.worst(wide, max_llm_calls=calls)
        assert len(traced.steps) == calls
        assert calls == 10 or any(f"budget of {calls} LLM calls" in text for text in traced.answer.warnings)

    def test_garbage_never_ends_a_run(self, wide: dict[str, Any]) -> None:
        garbage = dict.fromkeys(
            ("prune_topics", "select_relations", "reason_over_knowledge", "reformulate_query"), GARBAGE
        )
        answer = run("Where does it end?", replies(**garbage), **wide).answer
        assert answer.status == "abstained"
        assert answer.depth == 3


class TestTopicsThatDocumentsLeadTo:
    WHO = "Who makes kettles?"

    def asked(self, world: dict[str, Any], reason: Any, *names: str, **more: Any) -> Traced:
        script = replies(recognize_topics=mentions(*names), select_relations=following("seat", "works for"),
                         reason_over_knowledge=reason)  # fmt: skip
        return run(self.WHO, script, **{**world, "document_topics": 2, **more})

    def test_the_search_starts_from_what_the_nearest_documents_are_about(self, world: dict[str, Any]) -> None:
        traced = self.asked(world, NOT_YET)
        told = {event.node: event.summary for event in traced.events if isinstance(event, NodeFinished)}
        assert told["recognize_topics"] == "nothing found"
        assert set(told["find_document_topics"].split(", ")) == {"Acme", "Bob Ray"}
        assert told["prune_topics"] == "2 topic entities to start from"

    def test_they_are_candidates_beside_the_topics_of_the_question(self, world: dict[str, Any]) -> None:
        script = replies(recognize_topics=mentions("Osk"), prune_topics={"keep": [2]},
                         reason_over_knowledge=NOT_YET)  # fmt: skip
        with scripted(script, **{**world, "document_topics": 2}) as (agent, llm):
            agent.ask(self.WHO)
        shown_topics = user_text(next(body for body in llm.requests if llm.step_of(body) == "prune_topics"))
        assert shown_topics.index("[1] Osk") < shown_topics.index("[2] ")

    @pytest.mark.parametrize("names", [(), ("Acme", "Osk")])
    def test_a_path_from_one_of_them_never_supports(self, world: dict[str, Any], names: tuple[str, ...]) -> None:
        def reason(body: Body) -> Scripted:
            found = [number for number, text in shown(body).items() if "{Bob Ray}" in text]
            if not found:
                return NOT_YET
            return {"sufficient": True, "citations": [{"path": found[0], "position": 1}]}

        answer = self.asked(world, reason, *names).answer
        assert answer.status in ("partial", "abstained")
        if not names:
            assert answer.status == "partial"
            assert any("which the question does not name" in text for text in answer.warnings)

    def test_without_documents_or_the_setting_there_are_none(self, world: dict[str, Any]) -> None:
        for more in ({"docs": None}, {"document_topics": 0}):
            assert "find_document_topics" not in self.asked(world, NOT_YET, **more).nodes

    def test_documents_without_links_lead_nowhere(self, world: dict[str, Any], tmp_path: Path) -> None:
        built(tmp_path, [{"id": "x", "title": "X", "text": "Nothing makes kettles."}], kg=world["kg"])
        traced = self.asked(world, NOT_YET, docs=str(tmp_path / "index"))
        assert traced.nodes[1:3] == ["find_document_topics", "reason_over_knowledge"]


class TestAblations:
    def test_without_topic_prune_the_search_starts_from_the_first_topics(self, wide: dict[str, Any]) -> None:
        traced = TestCalls.worst(wide, topic_prune=False)
        assert "prune_topics" not in traced.steps
        told = {event.node: event.summary for event in traced.events if isinstance(event, NodeFinished)}
        assert told["prune_topics"] == "3 topic entities to start from"

    def test_without_clues_nothing_is_handed_on_and_the_query_stays(self, world: dict[str, Any]) -> None:
        script = replies(recognize_topics=mentions("Ann Lee"), select_relations=following(*HOPS),
                         reason_over_knowledge={**NOT_YET, "keep": [1]})  # fmt: skip
        with scripted(script, **world, clues=False) as (agent, llm):
            agent.ask(BUILT)
        assert "reformulate_query" not in llm.steps
        bodies = [body for body in llm.requests if llm.step_of(body) == "reason_over_knowledge"]
        assert len(bodies) == 3 and all("<clues></clues>" in user_text(body) for body in bodies)
        assert not any("Ann Lee: Ann Lee was an engineer" in text for text in passages(bodies[1]).values())
        selections = [body for body in llm.requests if llm.step_of(body) == "select_relations"]
        assert all(f"<query>{BUILT}</query>" in user_text(body) for body in selections)

    @pytest.mark.parametrize("ablation", [{"topic_prune": False}, {"clues": False}])
    def test_the_preview_leaves_their_calls_out(self, wide: dict[str, Any], ablation: dict[str, Any]) -> None:
        with scripted(replies(), **wide, **ablation) as (agent, _):
            costs = preview(agent.config, system="tog2")
        assert costs.most.llm_calls == len(TestCalls.worst(wide, **ablation).steps) < 10


class TestSelfConsistency:
    @staticmethod
    def saying(*answers: str) -> Callable[[Body], Scripted]:
        left = list(answers)
        return lambda body: {"reason": "I know.", "answers": [left.pop(0)]}

    def first(self, world: dict[str, Any], *answers: str, **settings: Any) -> Traced:
        script = replies(recognize_topics=mentions("Ann Lee"), answer_cot=self.saying(*answers),
                         reason_over_knowledge=quoting("Ann Lee was born in Rome.", "Rome"))  # fmt: skip
        return run(BORN, script, **{**world, "self_consistency": 3, "consistency_threshold": 1.0, **settings})

    def test_chains_that_agree_answer_without_a_search_and_are_never_supported(
        self, world: dict[str, Any]
    ) -> None:
        traced = self.first(world, "Rome", "rome.", "Rome")
        assert traced.steps == ["recognize_topics", *["answer_cot"] * 3]
        assert (traced.answer.status, traced.labels) == ("parametric", ["Rome"])
        assert (traced.answer.evidence, traced.answer.confidence) == (None, None)
        assert traced.answer.reason.startswith("3 of 3 chains of thought agree.")

    def test_chains_that_do_not_agree_leave_the_question_to_the_search(self, world: dict[str, Any]) -> None:
        traced = self.first(world, "Oslo", "Rome", "Rome")
        assert traced.steps == ["recognize_topics", *["answer_cot"] * 2, "reason_over_knowledge"]
        assert (traced.answer.status, traced.answer.evidence) == ("supported", "documents")

    def test_the_threshold_says_how_many_must_agree(self, world: dict[str, Any]) -> None:
        traced = self.first(world, "Oslo", "Rome", "Rome", consistency_threshold=0.6)
        assert (traced.answer.status, traced.labels) == ("parametric", ["Rome"])

    def test_chains_without_an_answer_do_not_agree(self, world: dict[str, Any]) -> None:
        assert self.first(world, "", "", "").answer.status == "supported"

    def test_nothing_is_sampled_that_would_be_withheld(self, world: dict[str, Any]) -> None:
        assert "answer_cot" not in self.first(world, allow_parametric=False).steps
        config = PogConfig(self_consistency=3, allow_parametric=False, model="m:m")
        assert preview(config, system="tog2") == preview(PogConfig(model="m:m"), system="tog2")

    def test_the_preview_counts_the_chains(self, wide: dict[str, Any]) -> None:
        settings = {**wide, "self_consistency": 3, "consistency_threshold": 0.6}
        with scripted(replies(), **settings) as (agent, _):
            costs = preview(agent.config, system="tog2")
        script = replies(answer_cot=self.saying("A", "B", "C"), reason_over_knowledge=NOT_YET)
        assert costs.most.llm_calls == len(run("Where does it end?", script, **settings).steps)

    def test_a_budget_keeps_a_call_for_the_answer(self, world: dict[str, Any]) -> None:
        traced = self.first(world, "Rome", "Rome", "Rome", max_llm_calls=3)
        assert traced.steps == ["recognize_topics", "answer_cot", "reason_over_knowledge"]


class TestRankingByTheModel:
    @staticmethod
    def preferring(*wanted: str) -> Callable[[Body], Scripted]:
        def reply(body: Body) -> Scripted:
            found = [number for number, text in passages(body).items() if any(word in text for word in wanted)]
            return {"scores": [{"number": number, "score": 9} for number in found or [1]]}

        return reply

    def test_the_model_says_what_is_shown_and_where_to_go_on(self, world: dict[str, Any]) -> None:
        def kept_path(*wanted: str) -> str:
            script = replies(recognize_topics=mentions("Acme"), select_relations=following("works for"),
                             score_passages=self.preferring(*wanted), reason_over_knowledge=NOT_YET)  # fmt: skip
            settings = {**world, "ranker": "llm", "contexts": 1, "d_max": 1, "w_max": 1}
            with scripted(script, **settings) as (agent, llm):
                agent.ask("Who works for Acme?")
            last = [body for body in llm.requests if llm.step_of(body) == "reason_over_knowledge"][-1]
            return " ".join(shown(last).values())

        assert "{Bob Ray}" in kept_path("Bob Ray") and "{Eve Dow}" not in kept_path("Bob Ray")
        assert "{Eve Dow}" in kept_path("Eve Dow")

    @pytest.mark.parametrize("prune", ["combined", "single"])
    def test_the_preview_counts_its_calls(self, wide: dict[str, Any], prune: str) -> None:
        settings = {**wide, "ranker": "llm", "relation_prune": prune}
        with scripted(replies(), **settings) as (agent, _):
            costs = preview(agent.config, system="tog2")
        traced = TestCalls.worst(wide, ranker="llm", relation_prune=prune)
        assert traced.steps.count("score_passages") == 4
        assert costs.most.llm_calls == len(traced.steps) == traced.answer.usage.llm_calls

    def test_without_documents_no_passages_of_topics_are_scored(self, wide: dict[str, Any]) -> None:
        settings = {**wide, "docs": None, "ranker": "llm"}
        with scripted(replies(), **settings) as (agent, _):
            costs = preview(agent.config, system="tog2")
        steps = TestCalls.worst(wide, docs=None, ranker="llm").steps
        assert steps.count("score_passages") == 3
        before_the_first_hop = 1  # reasoning that has nothing to reason over
        assert costs.most.llm_calls - before_the_first_hop == len(steps)

    def test_garbage_leaves_the_order_of_the_embeddings(self, world: dict[str, Any]) -> None:
        script = replies(recognize_topics=mentions("Ann Lee"), score_passages=GARBAGE,
                         reason_over_knowledge=quoting("Ann Lee was born in Rome.", "Rome"))  # fmt: skip
        answer = run(BORN, script, **world, ranker="llm").answer
        assert (answer.status, answer.text) == ("supported", "Rome")
        assert any("order of their embeddings" in text for text in answer.warnings)


class TestClaims:
    @pytest.mark.parametrize("quote", ["Ann Lee was born in Rome in 1950.", "Ann Lee was born in", "ann lee"])
    def test_what_no_passage_says_word_for_word_is_the_models_own_knowledge(
        self, world: dict[str, Any], quote: str
    ) -> None:
        reply = {"sufficient": True, "quotes": [{"passage": 1, "quote": quote, "answer": "Rome"}]}
        answer = asked(BORN, world, reply).answer
        assert (answer.status, answer.text, answer.passages) == ("parametric", "Rome", ())
        assert asked(BORN, world, reply, allow_parametric=False).answer.status == "abstained"

    def test_what_is_said_of_somebody_else_does_not_support(self, world: dict[str, Any]) -> None:
        for quote in ("Ann Lee's father was born in Paris.", "was born in Paris."):
            answer = asked(BORN, world, quoting(quote, "Paris")).answer
            assert (answer.status, answer.text) == ("partial", "Paris")
            assert any("something of 'Ann Lee'" in text for text in answer.warnings)

    def test_where_asks_for_a_place(self, world: dict[str, Any]) -> None:
        answer = asked(BORN, world, quoting("Ann Lee was born in Rome.", "born")).answer
        assert answer.status == "partial"

    def test_an_insufficient_verdict_does_not_support(self, world: dict[str, Any]) -> None:
        reply = quoting("Ann Lee was born in Rome.", "Rome", sufficient=False)
        answer = asked(BORN, world, reply, d_max=1).answer
        assert answer.status != "supported"

    def test_another_language_does_not_support(self, world: dict[str, Any]) -> None:
        answer = asked(BORN, world, quoting("Ann Lee was born in Rome.", "Rome"), languages="de,en").answer
        assert answer.status == "partial"

    def test_a_quotation_of_a_passage_not_shown_is_dropped(self, world: dict[str, Any]) -> None:
        reply = {"sufficient": True, "quotes": [{"passage": 7, "quote": "Ann Lee", "answer": "Rome"}]}
        answer = asked(BORN, world, reply).answer
        assert answer.status == "abstained"
        assert any("passages not shown" in text for text in answer.warnings)

    def test_without_a_topic_the_model_is_asked_for_its_own_knowledge(self, world: dict[str, Any]) -> None:
        own = {"sufficient": False, "citations": [], "own_answer": "Rome"}
        script = replies(recognize_topics=mentions("Xyz"), reason_over_knowledge=own)
        traced = run("Where was Xyz born?", script, **world)
        assert traced.steps == ["recognize_topics", "reason_over_knowledge"]
        assert traced.answer.status == "parametric"


class TestVerdicts:
    """A claim is judged by a quoted sentence that states it, by the rules for answers."""

    @pytest.mark.parametrize(
        ("claim", "quote", "answer", "verdict"),
        [
            ("Ann Lee was born in Rome.", "Ann Lee was born in Rome.", "Rome", "true"),
            ("Ann Lee was not born in Rome.", "Ann Lee was born in Rome.", "Rome", "false"),
            ("Ann Lee was born in Paris.", "Ann Lee's father was born in Paris.", "Paris", "not enough"),
            ("Ann Lee was born in Paris.", "Ann Lee was born in Rome.", "Rome", "not enough"),
            ("Ann Lee died in Rome.", "Ann Lee was born in Rome.", "Rome", "not enough"),
            ("Ann Lee was perhaps born in Rome.", "Ann Lee was born in Rome.", "Rome", "not enough"),
        ],
    )
    def test_a_sentence_shows_what_it_states(
        self, world: dict[str, Any], claim: str, quote: str, answer: str, verdict: str
    ) -> None:
        found = asked(claim, world, quoting(quote, answer), task="verify").answer
        assert found.verdict == verdict
        if verdict != "not enough":
            assert (found.status, found.evidence) == ("supported", "documents")
            assert [item.text for item in found.passages] == [quote]

    def test_retrieval_without_topics_is_not_enough(self, world: dict[str, Any]) -> None:
        reply = quoting("Ann Lee was born in Rome.", "Rome")
        claim = "Ann Lee was born in Rome."
        answer = asked(claim, {**world, "system": "rag"}, reply, task="verify").answer
        assert (answer.verdict, answer.status) == ("not enough", "partial")


class TestRetrieval:
    """The baseline `rag`."""

    def test_it_answers_from_the_nearest_passages_in_one_call(self, world: dict[str, Any]) -> None:
        rag = {**world, "system": "rag"}
        traced = run(BORN, replies(reason_over_knowledge=quoting("Ann Lee was born in Rome.", "Rome")), **rag)
        answer = traced.answer
        assert traced.steps == ["reason_over_knowledge"]
        assert traced.nodes == ["retrieve_passages", "answer_from_passages", "verify_answer"]
        assert (answer.status, answer.evidence, answer.text) == ("partial", "documents", "Rome")
        assert [item.document for item in answer.passages] == ["ann"]

    def test_contexts_say_how_many_passages_are_shown(self, world: dict[str, Any]) -> None:
        with scripted(replies(reason_over_knowledge=NOT_YET), **{**world, "system": "rag", "contexts": 2}) as (
            agent,
            llm,
        ):
            agent.ask(BORN)
        assert len(passages(llm.requests[0])) == 2

    def test_of_topics_it_reads_their_documents_alone(self, world: dict[str, Any]) -> None:
        rag = {**world, "system": "rag", "rag_passages": "topics", "topics": (E + "ann",)}
        with scripted(replies(reason_over_knowledge=quoting("Ann Lee was born in Rome.", "Rome")), **rag) as (
            agent,
            llm,
        ):
            answer = agent.ask(BORN)
        assert len(passages(llm.requests[0])) == 1
        assert [item.document for item in answer.passages] == ["ann"]

    def test_of_topics_without_documents_nothing_is_shown_and_the_answer_says_why(
        self, world: dict[str, Any]
    ) -> None:
        rag = {**world, "system": "rag", "rag_passages": "topics", "topics": ("http://e/nobody",)}
        answer = asked(BORN, rag, NOT_YET).answer
        assert "no document is linked to the given topics" in answer.warnings

    def test_of_topics_it_needs_topics(self, world: dict[str, Any]) -> None:
        with pytest.raises(SettingError, match="give their IRIs"):
            asked(BORN, {**world, "system": "rag", "rag_passages": "topics"}, NOT_YET)

    def test_offline_it_abstains(self, world: dict[str, Any]) -> None:
        settings = {**world, "model": "offline"}
        with open_system(settings.pop("system").replace("tog2", "rag"), **settings) as agent:
            assert agent.ask(BORN).status == "abstained"


def test_offline_it_answers_from_paths(world: dict[str, Any]) -> None:
    settings = {**world, "model": "offline"}
    with open_system(settings.pop("system"), **settings) as agent:
        answer = agent.ask("What has Ann Lee established?")
    assert (answer.text, answer.usage.llm_calls) == ("Acme", 0)
    assert not [text for text in answer.warnings if "has no rule" in text]


@pytest.mark.parametrize("ranker", ["dense", "bm25"])
def test_the_ranker_is_a_setting(world: dict[str, Any], ranker: str) -> None:
    traced = asked(BUILT, world, quoting("King Ilm built Osk.", "King Ilm"), ranker=ranker)
    assert traced.labels == ["King Ilm"]


class TestBadInput:
    @pytest.mark.parametrize("system", ["tog2", "rag"])
    def test_a_folder_without_an_index_is_an_error(
        self, world: dict[str, Any], tmp_path: Path, system: str
    ) -> None:
        settings = {**world, "system": system, "docs": str(tmp_path), "model": "offline"}
        with open_system(**{"name": settings.pop("system")}, **settings) as agent:
            with pytest.raises(SettingError, match="document index"):
                agent.open()
            with pytest.raises(SettingError, match="document index"):
                agent.ask(BORN)

    def test_an_index_for_another_graph_is_an_error(self, world: dict[str, Any], tmp_path: Path) -> None:
        other = write_graph(tmp_path, '<http://e/x> <http://e/p> "y" .')
        with (
            open_system("tog2", kg=other, docs=world["docs"], encoder="lexical") as agent,
            pytest.raises(SettingError, match="made for the graph"),
        ):
            agent.open()

    def test_retrieval_without_documents_is_an_error(self, world: dict[str, Any]) -> None:
        with open_system("rag", kg=world["kg"], encoder="lexical") as agent:
            with pytest.raises(SettingError, match="needs --docs"):
                agent.open()
            with pytest.raises(SettingError, match="give --docs DIR"):
                agent.ask(BORN)

    def test_a_cross_encoder_that_is_not_here_is_an_error(
        self, world: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The library, which takes seconds to load, says so of the same name in `tests/documents`."""

        def missing(name: str, **options: object) -> None:
            raise OSError(f"{name} is no folder, and no model of the cache")

        monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(CrossEncoder=missing))
        with pytest.raises(SettingError, match="not on this machine"):
            asked(BORN, world, NOT_YET, ranker="cross-encoder", cross_encoder="none/such")


def test_the_score_of_an_entity_is_the_decayed_sum_of_its_passages() -> None:
    rows = [(0, 1, 0.9), (1, 2, 0.8), (0, 3, 0.5), (2, 3, 0.4), (1, 4, -0.2)]
    ranking = [RankedCandidate(candidate=number, rank=rank, score=score) for number, rank, score in rows]
    expected = {
        0: 0.9 * math.exp(-0.5) + 0.5 * math.exp(-1.5),
        1: 0.8 * math.exp(-1.0),
        2: 0.4 * math.exp(-1.5),
    }
    assert decayed_scores(ranking, 0.5) == pytest.approx(expected)
    assert decayed_scores(ranking, 0.0) == pytest.approx({0: 1.4, 1: 0.8, 2: 0.4})


@pytest.mark.parametrize(("system", "is_told"), [("tog", True), ("tog2", False)])
def test_a_document_index_that_a_system_does_not_read_is_told(
    system: str, is_told: bool, world: dict[str, Any]
) -> None:
    with open_system(system, kg=world["kg"], docs=world["docs"], encoder="lexical") as agent:
        assert (DOCS_UNREAD in agent.ask("What has Ann Lee established?").warnings) == is_told


@pytest.mark.parametrize(
    ("system", "docs", "told"),
    [
        ("pog", True, [TOPICS_UNREAD]),
        ("pog", False, [TOPICS_UNREAD]),
        ("rag", True, [TOPICS_UNREAD]),
        ("tog", True, [DOCS_UNREAD, TOPICS_UNREAD]),
        ("tog2", True, []),
        ("tog2", False, [TOPICS_WITHOUT_DOCS]),
    ],
)
def test_topics_from_documents_that_a_system_does_not_look_for_are_told(
    system: str, docs: bool, told: list[str], world: dict[str, Any]
) -> None:
    settings = {"docs": world["docs"]} if docs else {}
    with open_system(system, kg=world["kg"], encoder="lexical", document_topics=2, **settings) as agent:
        answer = agent.ask("What has Ann Lee established?")
        assert [text for text in answer.warnings if "changes nothing" in text] == told
        answer = agent.ask("What has Ann Lee established?", document_topics=0)
        assert not [text for text in answer.warnings if "document_topics" in text]


def test_a_document_index_that_a_system_does_not_read_is_not_opened(world: dict[str, Any], tmp_path: Path) -> None:
    with open_system("tog", kg=world["kg"], docs=str(tmp_path), encoder="lexical") as agent:
        agent.open()
        assert DOCS_UNREAD in agent.ask("What has Ann Lee established?").warnings
