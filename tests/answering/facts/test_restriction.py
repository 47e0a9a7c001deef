"""Conditions that facts carry: which answers are kept, and what keeps the rest from being supported."""

from typing import Any

import pytest

from pog_agent import PathsOverGraph
from pog_agent.answering.facts import restriction
from tests.answering.test_resolution import key, resolved_question
from tests.finding_ids import ids
from tests.kg.rdf_store import RdfStore
from tests.pipeline_fixtures import small_graph

UNNAMED = "a1 a2 b1 c1 d1"
STAFF = (
    *("Ann employment a1", "a1 employer Acme", 'a1 role "engineer"', 'a1 from "2010"', 'a1 to "2014"'),
    *("Ann employment a2", "a2 employer Beta", 'a2 role "director"', 'a2 from "2015"', 'a2 to "2019"'),
    *("Bob employment b1", "b1 employer Acme", 'b1 role "director"', 'b1 from "2012"', 'b1 to "2016"'),
    *("Cleo employment c1", "c1 employer Acme", 'c1 role "director"', 'c1 from "2018"'),
)
AT_ACME = key("Acme", "<employer", "<employment")


async def kept(
    question: str, *more: str, topics: str = "Acme", keys: Any = None, places: Any = None, **fields: Any
):
    graph = small_graph(*STAFF, *more, unnamed=UNNAMED)
    return await resolved_question(question, graph, topics, keys or [AT_ACME], *(places or [(1, 2)]), **fields)


def labels(result) -> list[str]:
    return [result.labels[term] for term in result.terms]


async def test_a_year_keeps_the_facts_whose_interval_has_it():
    result = await kept("Who was employed by Acme in 2013?")
    assert labels(result) == ["Ann", "Bob"]
    assert [item.text for item in result.conditions] == ["from - to: 2013"]
    assert not result.flaws


async def test_two_values_must_stand_on_one_fact():
    assert labels(await kept("Who was director of Acme in 2013?")) == ["Bob"]
    apart = await kept("Who was engineer of Acme in 2016?")
    assert labels(apart) == ["Ann", "Bob", "Cleo"]
    assert ids(apart.flaws) == ["condition-on-no-fact"]


async def test_what_the_graph_does_not_tell_is_left_out_and_said():
    result = await kept("Who was director of Acme in 2016?", "Dora employment d1", "d1 employer Acme")
    assert labels(result) == ["Bob"]
    assert ids(result.flaws) == ["condition-not-told"]


async def test_where_no_fact_tells_the_undecided_ones_stay_with_a_flaw_and_no_condition():
    result = await kept("Who was employed by Acme in 2023?")
    assert labels(result) == ["Cleo"]
    assert ids(result.flaws) == ["condition-not-told"]
    assert not result.conditions


async def test_a_value_that_no_fact_carries_restricts_nothing():
    result = await kept("Who was employed by Acme in 1999?")
    assert labels(result) == ["Ann", "Bob", "Cleo"]
    assert not result.conditions and not result.flaws


@pytest.mark.parametrize("question", ["Who was not director of Acme?", "Who was at Acme before 2013?"])
async def test_a_negation_or_comparison_is_not_taken_for_a_condition(question):
    result = await kept(question)
    assert labels(result) == ["Ann", "Bob", "Cleo"]
    assert not result.conditions


async def test_a_value_at_two_relations_is_a_flaw():
    result = await kept("Who saw Acme in 2030?", 'a1 hired "2030"', 'b1 fired "2030"', 'c1 to "2020"')
    assert "condition-at-several-places" in ids(result.flaws)


async def test_a_topic_that_no_path_reaches_is_a_condition():
    roles = key("Ann", "employment", "role")
    result = await kept("What was the role of Ann at Acme?", topics="Ann Acme", keys=[roles])
    assert labels(result) == ["engineer"]
    assert [item.text for item in result.conditions] == ["employer: Acme"]


async def test_a_topic_of_another_cited_path_must_be_part_of_the_same_fact():
    keys = [key("Ann", "employment", "role"), key("Acme", "<employer", "role")]
    result = await kept("What was the role of Ann at Acme?", topics="Ann Acme", keys=keys, places=[(1, 2), (2, 2)])
    assert labels(result) == ["director", "engineer"]
    assert "condition-not-told" in ids(result.flaws)


async def test_a_count_is_of_what_carries_the_condition():
    result = await kept("How many people were employed by Acme in 2013?", operation="count")
    assert len(result.terms) == 2


async def test_a_yes_stands_on_a_fact_that_carries_the_condition():
    joined = key("Ann", "employment", "employer", anchors={2: "Acme"})
    again = ("Ann employment d1", "d1 employer Acme", 'd1 role "adviser"')
    result = await kept(
        "Was Ann adviser of Acme?", *again, topics="Ann Acme", keys=[joined], operation="exists", kind="boolean"
    )
    assert len(result.showing) == 1
    assert [path[1].rpartition(":")[2] for _, path in result.paths] == ["d1"]


async def test_too_many_facts_are_not_looked_at_and_that_is_said(monkeypatch):
    monkeypatch.setattr(restriction, "MOST_PATHS", 2)
    result = await kept("Who was employed by Acme in 2013?")
    assert labels(result) == ["Ann", "Bob", "Cleo"]
    assert any("was not checked" in text for text in result.warnings)


def test_the_account_reads_what_a_qualifier_carries():
    with PathsOverGraph(RdfStore(small_graph(*STAFF, unnamed=UNNAMED)), "offline") as agent:
        answer = agent.ask("Who was employed by employer Acme in 2013?")
    [span] = [item for item in answer.reading.spans if item.text == "2013"]
    assert (span.role, span.meaning) == ("qualifier", "from - to: 2013")
    [element] = [item for item in answer.reading.elements if item.role == "qualifier"]
    assert (element.text, element.asked_by) == ("from - to: 2013", "2013")
    assert "2013" not in answer.reading.unread


ENDED = "facts-ended"


@pytest.mark.parametrize("question", ["Who does Acme employ?", "Who is director of Acme?"])
async def test_what_has_ended_is_not_so(question):
    assert ids((await kept(question)).flaws) == [ENDED]


@pytest.mark.parametrize(
    "question",
    [
        "Who did Acme employ?",
        "Who has been at Acme?",
        "Who is employed by Acme in 2013?",
        "Since when is Bob at Acme?",
    ],
)
async def test_what_was_so_may_have_ended(question):
    assert ENDED not in (await kept(question)).flaws
