"""What a question costs where a query may answer it: never a call more than without composing."""

import re
from collections.abc import Iterator
from typing import Any

import pyoxigraph
import pytest

from tests.llm_server import Body, Scripted, user_text
from tests.pipeline_fixtures import GARBAGE, NO, Traced, analysis, citing, mentions, replies, run
from tests.schema_fixtures import EVERYDAY, numbers
from tests.servers import serve_oxigraph

MUSEUM = str(EVERYDAY / "museum" / "kg.ttl")
COUNT = "How many paintings did Ilse Marwede paint?"
ONE_ROUND = {"d_max": 1, "strategy": "fuzzy", "summarize": False, "supplements": 0, "node_expansion": False}
BEFORE = ["recognize_topics", "analyze_question", "judge_sufficiency"]
PAINTED = "{Ilse Marwede} <- painted by - {The Ferry at Dusk, Self-Portrait with Lantern}"
CITING = citing((PAINTED, 1), form="paths", operation="count")
OWN = {"reason": "From memory.", "form": "none", "own_answer": "40"}
NEITHER = {"reason": "Neither has them.", "form": "none"}
NO_QUERY = {"form": "rows", "where": ["w is class999"], "select": ["count(w)"]}


def counting(body: Body) -> Scripted:
    """The right query, by the numbers that are shown."""
    parts = re.findall(r"^(?:class|link|topic)\d+ .*$", user_text(body), re.MULTILINE)
    codes = numbers({"parts": "\n".join(parts)})
    where = [
        f"w is {codes['class:painting']}",
        f"w {codes['link:painted by']} a",
        f"a is {codes['topic:Ilse Marwede']}",
    ]
    return {"reason": "Counts them.", "form": "rows", "where": where, "select": ["count(w)"]}


def asked(composed: Any, repaired: Any = GARBAGE, kg: Any = MUSEUM, **settings: Any) -> Traced:
    """A run whose one round does not suffice, with the replies to compose_query and to the repair of one."""
    script = replies(
        recognize_topics=mentions("Ilse Marwede"),
        analyze_question=analysis("!Ilse Marwede", "painted", "?painting"),
        judge_sufficiency=NO,
        compose_query=composed,
        answer=citing((PAINTED, 1), operation="count"),
        repair=repaired,
    )
    return run(COUNT, script, kg, **{**ONE_ROUND, "encoder": "lexical", **settings})


def ended(traced: Traced) -> tuple[str, str]:
    """Status and text of the answer, after a check that the usage has each call."""
    answer = traced.answer
    assert answer.usage.llm_calls == len(traced.steps)
    return answer.status, answer.text if answer.answers else ""


@pytest.mark.parametrize(
    ("composed", "repaired", "asks", "end"),
    [
        (counting, None, ["compose_query"], ("supported", "2")),
        (CITING, None, ["compose_query"], ("supported", "2")),
        (OWN, None, ["compose_query"], ("parametric", "40")),
        (NEITHER, None, ["compose_query"], ("abstained", "")),
        (NO_QUERY, counting, ["compose_query", "repair"], ("supported", "2")),
        (NO_QUERY, CITING, ["compose_query", "repair"], ("supported", "2")),
        (GARBAGE, NEITHER, ["compose_query", "repair"], ("abstained", "")),
        (NO_QUERY, NO_QUERY, ["compose_query", "repair"], ("abstained", "")),
        (GARBAGE, GARBAGE, ["compose_query", "repair"], ("abstained", "")),
    ],
    ids=[
        *("query", "citations", "own knowledge", "neither", "repaired to a query", "repaired to citations"),
        *("repaired to neither", "no query twice", "garbage twice"),
    ],
)
def test_one_call_decides_between_a_query_citations_and_neither(
    composed: Any, repaired: Any, asks: list[str], end: tuple[str, str]
) -> None:
    traced = asked(composed, repaired)
    assert traced.steps == [*BEFORE, *asks]
    assert ended(traced) == end
    assert "generate_answer" not in traced.nodes


def test_without_composing_it_costs_the_same() -> None:
    traced = asked(counting, compose="off")
    assert traced.steps == [*BEFORE, "answer"]
    assert ended(traced) == ("partial", "2")


@pytest.mark.parametrize(
    ("composed", "steps", "end"),
    [
        (counting, ["recognize_topics", "compose_query"], ("supported", "10")),
        (NEITHER, ["recognize_topics", "compose_query"], ("abstained", "")),
        (GARBAGE, ["recognize_topics", "compose_query", "repair"], ("abstained", "")),
    ],
    ids=["query", "neither", "garbage twice"],
)
def test_a_question_for_a_class_costs_two_calls(composed: Any, steps: list[str], end: tuple[str, str]) -> None:
    def of_class(body: Body) -> Scripted:
        (code,) = re.findall(r"^(class\d+) \{painting\}", user_text(body), re.MULTILINE)
        return {"reason": "All.", "form": "rows", "where": [f"w is {code}"], "select": ["count(w)"]}

    reply = of_class if composed is counting else composed
    script = replies(recognize_topics=mentions(), compose_query=reply, repair=GARBAGE)
    traced = run("How many paintings are there?", script, MUSEUM, encoder="lexical")
    assert traced.steps == steps
    assert ended(traced) == end


def test_the_call_that_a_budget_keeps_for_the_answer_is_that_for_the_query() -> None:
    traced = asked(counting, max_llm_calls=4, d_max=3)
    assert traced.steps == [*BEFORE, "compose_query"]
    assert ended(traced) == ("supported", "2")


def test_a_spent_budget_repairs_nothing() -> None:
    traced = asked(NO_QUERY, counting, max_llm_calls=4)
    assert traced.steps == [*BEFORE, "compose_query"]
    assert ended(traced) == ("abstained", "")


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    store = pyoxigraph.Store()
    store.load(path=MUSEUM, format=pyoxigraph.RdfFormat.TURTLE)
    with serve_oxigraph(store) as url:
        yield url


@pytest.mark.parametrize(
    ("compose", "composed", "last", "end"),
    [
        ("on", counting, "compose_query", ("supported", "2")),
        ("on", CITING, "compose_query", ("partial", "2")),
        ("on", NEITHER, "compose_query", ("abstained", "")),
        ("auto", counting, "answer", ("partial", "2")),
    ],
)
def test_at_an_endpoint_it_costs_the_same(
    endpoint: str, compose: str, composed: Any, last: str, end: tuple[str, str]
) -> None:
    traced = asked(composed, kg=endpoint, compose=compose)
    assert traced.steps == [*BEFORE, last]
    assert ended(traced) == end
