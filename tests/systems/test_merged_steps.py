"""The profile lean with a language model: two calls for a plain question, four at most, over the same steps."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pyoxigraph
import pytest
import rdflib
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import ConfirmationNeededError
from tests.llm_server import Body, Scripted, last_text, user_text
from tests.pipeline_fixtures import GARBAGE, Traced, replies, run, scripted, small_graph
from tests.schema_fixtures import EVERYDAY
from tests.servers import serve_oxigraph

READ, ANSWER, QUERY = "read_question", "answer_from_tree", "compose_query"
FAMILY = small_graph(
    "Ann a person",
    "Ann parent Bob",
    "Ann owner_of Kelder",
    "Bob a person",
    "Bob parent Cid",
    "Bob born \"1950\"",
    "Cid a person",
    "Cid parent Dan",
    "Dan parent Eve",
    "Ann works_for Acme",
    "Fay works_for Acme",
)  # fmt: skip
MUSEUM = str(EVERYDAY / "museum" / "kg.ttl")


def reading(*starts: str, do: str = "list", **ways: Sequence[str]) -> dict[str, Any]:
    return {"asks_for": "thing", "starts": {**{start: [] for start in starts}, **ways}, "do": do, "language": "en"}


def tree_of(body: Body) -> list[str]:
    """The lines of the tree that a request shows."""
    return user_text(body).partition("<graph>\n")[2].partition("\n</graph>")[0].splitlines()


def at(text: str, **fields: Any) -> Callable[[Body], Scripted]:
    """A reply that points at the line with this text, and at none where it is not shown."""

    def reply(body: Body) -> Scripted:
        codes = [row.split()[0] for row in tree_of(body) if text in row]
        missing = fields.pop("missing", "" if codes else "it is not shown")
        return {"reason": "As shown.", "answer": [], "at": codes[:1], "missing": missing, **fields}

    return reply


def lean(question: str, script: Any, kg: Any = FAMILY, **settings: Any) -> Traced:
    traced = run(question, script, kg, profile="lean", **{"encoder": "lexical", **settings})
    assert traced.answer.usage.llm_calls == len(traced.steps)
    assert len([step for step in traced.steps if step != "repair"]) <= 4
    return traced


def test_a_plain_question_takes_two_calls_over_the_steps_of_the_paper() -> None:
    script = replies(
        read_question=reading(Ann=["parent"]), answer_from_tree=at("- parent -> {Bob}", answer=["Bob"])
    )
    traced = lean("Who is the parent of Ann?", script)
    assert (traced.answer.status, traced.labels) == ("supported", ["Bob"])
    assert traced.steps == [READ, ANSWER]
    searched = ["detect_subgraph", "reduce_subgraph", "explore_topic_paths", "fuzzy_select", "precise_select"]
    assert traced.nodes == [
        *("recognize_topics", "analyze_question", *searched),
        *("check_sufficiency", "compose_query", "verify_answer"),
    ]


def test_the_reading_does_not_bring_back_what_a_person_has_replaced_as_topic() -> None:
    graph = small_graph("Ann parent Bob", "Fay parent Gil")
    script = replies(
        read_question=reading(Ann=["parent"]), answer_from_tree=at("- parent ->", answer=[], missing="")
    )
    with scripted(script, graph, profile="lean", encoder="lexical", checkpointer="memory") as (agent, _):
        with pytest.raises(ConfirmationNeededError):
            agent.ask("Who is the parent of Ann?", "t", confirm="topics")
        answer = agent.resume({"replace": {"urn:test:Ann": "urn:test:Fay"}}, "t", confirm="topics")
    assert ([topic.label for topic in answer.topic_entities], answer.text) == (["Fay"], "Gil")


@pytest.mark.parametrize("nothing", ["nothing", "None.", "-", "Nothing is missing."])
def test_a_model_may_say_that_nothing_is_missing(nothing: str) -> None:
    shown = at("- parent -> {Bob}", answer=["Bob"], missing=nothing)
    answer = lean(
        "Who is the parent of Ann?", replies(read_question=reading(Ann=["parent"]), answer_from_tree=shown)
    )
    assert answer.answer.status == "supported"


@pytest.mark.parametrize(("told", "status"), [("nl", "partial"), ("en-GB", "supported"), ("unknown", "supported")])
def test_rules_read_no_question_whose_language_the_reading_says_is_another(told: str, status: str) -> None:
    read = {**reading(Ann=["parent"]), "language": told}
    script = replies(read_question=read, answer_from_tree=at("- parent -> {Bob}", answer=["Bob"]))
    answer = lean("Parent Ann?", script).answer
    assert (answer.status, "language-not-read" in {item.id for item in answer.findings}) == (status, told == "nl")


def test_the_reading_is_asked_beside_the_relations_that_the_graph_has_there() -> None:
    with scripted(replies(read_question=reading("Ann")), FAMILY, profile="lean", encoder="lexical") as (
        agent,
        llm,
    ):
        agent.ask("Who is the parent of Ann?")
    names = user_text(llm.requests[0]).partition("<names>\n")[2]
    assert re.match(r"Ann: parent ->, .*owner of ->", names)
    assert "works for ->" in names


def test_open_paths_share_lines_and_no_line_only_tells_a_class() -> None:
    seen: list[list[str]] = []

    def keep(body: Body) -> Scripted:
        seen.append(tree_of(body))
        return {"answer": ["Cid"], "at": [row.split()[0] for row in seen[-1] if "{Cid}" in row], "missing": ""}

    traced = lean(
        "Who is the grandparent of Ann?", replies(read_question=reading(Ann=["parent"] * 2), answer_from_tree=keep)
    )
    (tree,) = seen
    assert tree[0] == "Ann"
    assert [row for row in tree if "- parent -> {Bob}" in row] == ["  n1 - parent -> {Bob}"]
    assert "    n2 - parent -> {Cid}" in tree
    assert not any("type" in row for row in tree)
    assert traced.labels == ["Cid"]


def test_a_second_tree_shows_only_what_is_new_and_then_the_search_ends() -> None:
    seen: list[list[str]] = []

    def never(body: Body) -> Scripted:
        seen.append(tree_of(body))
        return {"at": [], "missing": "her shoe size"}

    traced = lean(
        "What is the shoe size of Ann?", replies(read_question=reading(Ann=["shoe size"]), answer_from_tree=never)
    )
    assert traced.steps == [READ, ANSWER, ANSWER]
    assert traced.rounds == [("topic", 1), ("topic", 3)]
    assert traced.answer.status == "abstained"
    first, second = seen
    leaves = [
        {row.strip().partition(" ")[2] for row in tree if row.startswith("    ")} for tree in (first, second)
    ]
    assert leaves[0] == set()
    assert "- parent -> {Cid}" in leaves[1]


def test_the_second_tree_goes_on_from_the_lines_that_the_model_opened() -> None:
    seen: list[list[str]] = []

    def opening(body: Body) -> Scripted:
        seen.append(tree_of(body))
        if len(seen) == 1:
            code = next(row.split()[0] for row in seen[0] if "{Acme}" in row)
            return {"at": [], "missing": "who else works there", "open": [code]}
        return {"answer": ["Fay"], "at": [row.split()[0] for row in seen[1] if "{Fay}" in row], "missing": ""}

    traced = lean(
        "Who works with Ann?", replies(read_question=reading(Ann=["works for"]), answer_from_tree=opening)
    )
    assert traced.labels == ["Fay"]
    assert [row.strip().partition(" ")[2] for row in seen[1][1:]] == [
        "- works for -> {Acme}",
        "<- works for - {Fay}",
    ]


def test_a_class_waits_for_the_second_round_but_where_it_is_asked_whether_something_is_one() -> None:
    trees: list[list[str]] = []

    def never(body: Body) -> Scripted:
        trees.append(tree_of(body))
        return {"at": [], "missing": "all"}

    lean("Which person works for Acme?", replies(read_question=reading("person", "Acme"), answer_from_tree=never))
    assert [row for row in trees[0] if "type" in row or row == "person"] == []
    assert any("<- type -" in row for row in trees[1])
    asked = replies(read_question=reading("person", "Ann", do="exists"), answer_from_tree=at("{Ann}", do="exists"))
    assert lean("Is Ann a person?", asked).answer.text == "yes"


def test_a_later_round_that_finds_nothing_leaves_the_answer_of_an_earlier_one() -> None:
    turns = [at("- parent -> {Bob}", missing="whether it is her father"), {"at": [], "missing": "still"}]

    def reply(body: Body) -> Scripted:
        turn = turns.pop(0)
        return turn(body) if callable(turn) else turn

    traced = lean(
        "Who is the father of Ann?", replies(read_question=reading(Ann=["parent"]), answer_from_tree=reply)
    )
    assert (traced.steps, traced.labels) == ([READ, ANSWER, ANSWER], ["Bob"])
    assert traced.answer.status == "partial"


def test_a_slip_that_code_cannot_mend_is_asked_about_once() -> None:
    graph = small_graph("Ann parent Bob", "Ann friend Bob", "Ann boss Cid")

    def wrong(body: Body) -> Scripted:
        return {**_reply(at("- boss ->"), body), "answer": ["Bob"]}

    def right(body: Body) -> Scripted:
        assert '"at" must name the line meant' in last_text(body)
        return {**_reply(at("- parent ->"), body), "answer": ["Bob"]}

    script = replies(read_question=reading(Ann=["parent"]), answer_from_tree=wrong, repair=right)
    traced = lean("Who is the parent of Ann?", script, graph)
    assert (traced.steps, traced.labels) == ([READ, ANSWER, "repair"], ["Bob"])


def _reply(given: Callable[[Body], Scripted], body: Body) -> dict[str, Any]:
    found = given(body)
    assert isinstance(found, dict)
    return found


def test_a_start_that_code_has_not_spotted_is_linked_and_one_that_is_left_out_is_optional() -> None:
    graph = small_graph("Ann_Lee parent Bob", "Acme boss Cid", "Ann_Lee works_for Acme")
    script = replies(read_question=reading(**{"Ann Leee": ["parent"]}), answer_from_tree=at("- parent -> {Bob}"))
    traced = lean("Who is the parent of Ann Leee?", script, graph)
    assert traced.labels == ["Bob"]
    left_out = replies(read_question=reading(Cid=["boss"]), answer_from_tree=at("<- boss - {Acme}"))
    assert lean("For Acme or what is Cid the boss?", left_out, graph).labels == ["Acme"]


def counting(body: Body) -> Scripted:
    rows = re.findall(r"^((?:class|link|topic)\d+) (.*)$", user_text(body), re.MULTILINE)
    code = {text: name for name, text in rows}
    painting = next(name for text, name in code.items() if text.startswith("{painting}"))
    painted = next(name for text, name in code.items() if "painted by" in text)
    where = [f"w is {painting}", f"w {painted} a", "a is topic1"]
    return {"reason": "Counts them.", "form": "rows", "where": where, "select": ["count(w)"]}


COUNT = "How many paintings did Ilse Marwede paint?"


def test_what_is_computed_is_asked_of_a_query_first() -> None:
    script = replies(read_question=reading(do="count", **{"Ilse Marwede": ["painted by"]}), compose_query=counting)
    traced = lean(COUNT, script, MUSEUM)
    assert (traced.steps, traced.answer.text) == ([READ, QUERY], "2")
    assert "detect_subgraph" not in traced.nodes


@pytest.mark.parametrize("declined", [{"form": "none", "reason": "No part fits."}, GARBAGE])
def test_where_no_query_fits_the_paths_answer_and_no_query_is_asked_for_again(declined: Any) -> None:
    script = replies(
        read_question=reading(do="count", **{"Ilse Marwede": ["painted by"]}),
        compose_query=declined,
        answer_from_tree=at("<- painted by -", do="count"),
    )
    traced = lean(COUNT, script, MUSEUM)
    assert [step for step in traced.steps if step != "repair"] == [READ, QUERY, ANSWER]
    assert traced.answer.text == "2"
    open_end = replies(
        read_question=reading(do="count", **{"Ilse Marwede": ["painted by"]}),
        compose_query=declined,
        answer_from_tree={"at": [], "missing": "all"},
    )
    steps = [step for step in lean(COUNT, open_end, MUSEUM).steps if step != "repair"]
    assert steps == [READ, QUERY, ANSWER, ANSWER]


def test_without_any_topic_a_query_is_asked_for_at_once() -> None:
    script = replies(read_question=reading(do="count"), compose_query={"form": "none", "own_answer": "40"})
    traced = lean("How many paintings are there?", script, MUSEUM)
    assert traced.steps == [READ, QUERY]
    assert "explore_topic_paths" not in traced.nodes


def test_a_claim_is_judged_by_the_line_that_states_it() -> None:
    script = replies(
        read_question=reading("Ann", "Bob", do="exists"), answer_from_tree=at("- parent -> {Bob}", do="exists")
    )
    traced = lean("Bob is the parent of Ann.", script, task="verify")
    assert (traced.steps, traced.answer.verdict) == ([READ, ANSWER], "true")
    none = replies(read_question=reading("Ann", "Eve", do="exists"), answer_from_tree={"at": [], "do": "exists"})
    assert lean("Eve is the parent of Ann.", none, task="verify").answer.verdict != "true"


def test_own_knowledge_is_labelled_and_needs_no_further_call() -> None:
    knows = {"at": [], "missing": "shoe sizes", "own_answer": "38"}
    script = replies(read_question=reading(Ann=["shoe size"]), answer_from_tree=knows)
    traced = lean("What is the shoe size of Ann?", script)
    assert (traced.answer.status, traced.answer.text) == ("parametric", "38")
    assert lean("What is the shoe size of Ann?", script, allow_parametric=False).answer.status == "abstained"


def test_a_follow_up_is_read_first_and_then_takes_two_calls() -> None:
    script = replies(
        read_question=[reading(Ann=["parent"]), reading(Bob=["parent"])],
        answer_from_tree=[None, {"answer": ["Cid"], "at": ["n1"], "missing": ""}],
        rewrite_question={"question": "Who is the parent of Bob?"},
    )
    settings = {"profile": "lean", "encoder": "lexical", "checkpointer": InMemorySaver()}
    with scripted(script, FAMILY, **settings) as (agent, llm):
        agent.ask("Who is the parent of Ann?", thread="t")
        answer = agent.ask("And who is the parent of Bob then?", thread="t")
    assert llm.steps[:2] == [READ, ANSWER]
    assert [step for step in llm.steps[2:] if step != "rewrite_question"] == [READ, ANSWER]
    assert [item.label for item in answer.answers] == ["Cid"]


def test_given_topics_are_read_beside_and_stay_required() -> None:
    script = replies(read_question=reading(Bob=["parent"]), answer_from_tree=at("{Bob}"))
    traced = lean("Who is it?", script, topics=("urn:test:Ann",))
    assert (traced.steps, traced.labels) == ([READ, ANSWER], ["Bob"])


def test_the_budget_keeps_its_last_call_for_the_answer() -> None:
    script = replies(answer_from_tree=at("- parent -> {Bob}"))
    traced = lean("Who is the parent of Ann?", script, max_llm_calls=1)
    assert (traced.steps, traced.labels) == ([ANSWER], ["Bob"])


@pytest.mark.parametrize("apart", [{"supplements": 1}, {"node_expansion": True}, {"strategy": "fuzzy+branch"}])
def test_a_search_with_more_to_show_judges_and_answers_apart(apart: dict[str, Any]) -> None:
    traced = run(
        "Who is the parent of Ann?",
        replies(read_question=reading(Ann=["parent"])),
        FAMILY,
        profile="lean",
        encoder="lexical",
        **apart,
    )
    assert traced.steps[0] == READ
    assert traced.steps[-2:] == ["judge_sufficiency", "answer"]
    assert ANSWER not in traced.steps


def test_other_systems_and_the_offline_reasoner_ask_as_before() -> None:
    tog = run("Who is the parent of Ann?", replies(), FAMILY, system="tog", profile="lean", encoder="lexical")
    assert tog.steps[0] == "recognize_topics"
    offline = [
        run(
            "Who is the parent of Ann?",
            replies(),
            FAMILY,
            model="offline",
            profile=profile,
            encoder="lexical",
            supplements=0,
            node_expansion=False,
            summarize=False,
        )
        for profile in ("paper", "lean")
    ]
    assert offline[0].labels == offline[1].labels == ["Bob"]
    assert offline[0].nodes == offline[1].nodes


def test_an_endpoint_is_read_as_a_file_is() -> None:
    store = pyoxigraph.Store()
    store.load(FAMILY.serialize(format="nt").encode(), format=pyoxigraph.RdfFormat.N_TRIPLES)
    script = replies(read_question=reading(Ann=["parent"] * 2), answer_from_tree=at("- parent -> {Cid}"))
    with serve_oxigraph(store) as url:
        traced = lean("Who is the grandparent of Ann?", script, url)
    assert (traced.steps, traced.labels) == ([READ, ANSWER], ["Cid"])


def test_two_things_of_one_name_have_a_tree_each() -> None:
    graph = small_graph("Ann parent Bob", "Eve boss Cid", "Bob friend Cid")
    graph.set((rdflib.URIRef("urn:test:Eve"), rdflib.RDFS.label, rdflib.Literal("Ann")))
    seen: list[list[str]] = []

    def never(body: Body) -> Scripted:
        seen.append(tree_of(body))
        return {"at": [], "missing": "all"}

    topics = ("urn:test:Ann", "urn:test:Eve")
    lean("Who is it?", replies(answer_from_tree=never), graph, topics=topics, d_max=1)
    assert [row for row in seen[-1] if not row.startswith(" ")] == ["Ann", "Ann"]
