"""Which values a question states, and which facts carry them: names, numbers, years and intervals."""

import pytest

from pog_agent.models import Qualifier
from pog_agent.reading.conditions import (
    INTERVAL,
    StatedValue,
    carried_by,
    half_period,
    speaks_of,
    stated_values,
)
from pog_agent.terms import XSD, literal

YEAR, DATE, TIME = XSD + "gYear", XSD + "date", XSD + "dateTime"


def fact(*parts: tuple[str, str, str | None]) -> list[Qualifier]:
    """One fact from (relation, value, datatype); the datatype ``iri`` makes an entity of the value."""
    found = []
    for relation, value, datatype in parts:
        term = f"urn:{value}" if datatype == "iri" else literal(value, datatype)
        triple = ("_:f", f"urn:{relation}", term)
        found.append(Qualifier(relation=relation, value=value, fact="_:f", position=1, triple=triple))
    return found


def stated(text: str, topic: str = "") -> StatedValue:
    return StatedValue(text, 0, len(text), topic)


def term(begin: str | None, end: str | None, datatype: str | None = YEAR) -> list[Qualifier]:
    parts = [("from", begin, datatype)] if begin else []
    return fact(*parts, *([("to", end, datatype)] if end else []))


@pytest.mark.parametrize(
    ("begin", "end", "year", "holds"),
    [
        ("2010", "2014", "2012", True),
        ("2010", "2014", "2010", True),
        ("2010", "2014", "2014", True),
        ("2010", "2014", "2009", False),
        ("2010", "2014", "2015", False),
        ("2020", None, "2023", None),
        ("2020", None, "2019", False),
        ("2020", None, "2020", True),
        (None, "2014", "2015", False),
        (None, "2014", "2010", None),
    ],
)
def test_a_year_is_inside_an_interval_only_as_far_as_its_ends_tell(begin, end, year, holds):
    assert carried_by(stated(year), term(begin, end)).holds is holds


def test_days_and_moments_are_taken_in_the_year_they_are_written_in():
    days = term("2014-06-01", "2015-01-31", DATE)
    assert [carried_by(stated(year), days).holds for year in ("2013", "2014", "2015", "2016")] == [
        False,
        True,
        True,
        False,
    ]
    moments = term("2015-01-01T00:00:00Z", "2016-12-31T23:59:59Z", TIME)
    assert [carried_by(stated(year), moments).holds for year in ("2014", "2015", "2017")] == [False, True, False]


def test_two_beginnings_or_an_unreadable_one_decide_nothing():
    twice = fact(("from", "2010", YEAR), ("from", "2018", YEAR), ("to", "2020", YEAR))
    assert carried_by(stated("2019"), twice).holds is None
    assert carried_by(stated("2019"), fact(("from", "long ago", None))).holds is False
    assert not speaks_of({INTERVAL}, fact(("from", "long ago", None)))


@pytest.mark.parametrize("relation", ["start date", "valid from", "start time", "since"])
def test_a_beginning_is_known_by_the_last_word_of_its_relation(relation):
    found = carried_by(stated("2012"), fact((relation, "2010", YEAR), ("end date", "2014", YEAR)))
    assert found == (True, INTERVAL)


def test_a_single_date_carries_its_year_and_a_number_its_value():
    assert carried_by(stated("2014"), fact(("awarded", "2014-05-03", DATE))) == (True, "awarded")
    assert carried_by(stated("2015"), fact(("awarded", "2014-05-03", DATE))).holds is False
    assert carried_by(stated("250"), fact(("seats", "250.0", XSD + "decimal"))) == (True, "seats")
    assert carried_by(stated("25"), fact(("seats", "250", XSD + "integer"))).holds is False


def test_a_name_is_carried_whole_and_a_topic_by_its_iri():
    role = fact(("role", "Chief Engineer", None), ("employer", "Acme", "iri"))
    assert carried_by(stated("chief engineer"), role) == (True, "role")
    assert carried_by(stated("engineer"), role).holds is False
    assert carried_by(stated("the company", topic="urn:Acme"), role) == (True, "employer")
    assert carried_by(stated("Acme", topic="urn:Other"), role).holds is False


def test_the_longest_name_is_stated_and_places_that_are_taken_are_not_read():
    qualifiers = fact(("role", "engineer", None), ("role", "chief engineer", None), ("place", "Oslo", "iri"))
    question = "Who was chief engineer of Oslo Works in 2012 and 2013?"
    taken = [(question.index("Oslo"), question.index(" in 2012"))]
    found = stated_values(question, taken, [], qualifiers, ())
    assert [item.text for item in found] == ["chief engineer", "2012", "2013"]
    assert question[found[0].start : found[0].end] == "chief engineer"


def test_a_word_for_the_relation_or_the_class_is_no_value_but_a_name_is():
    qualifiers = fact(("kind", "member", None))
    assert not stated_values("Which member does it have?", [], [], qualifiers, {"member"})
    assert [item.text for item in stated_values("Who is Member?", [], [], qualifiers, {"member"})] == ["Member"]


def test_function_words_and_single_letters_are_no_values():
    assert not stated_values("Who is in it to a?", [], [], fact(("x", "to", None), ("y", "a", None)), ())


def test_a_topic_is_stated_where_it_stands_on_a_fact():
    qualifiers = fact(("employer", "Acme", "iri"))
    question = "What was the role at Acme?"
    start = question.index("Acme")
    places = [(start, start + 4, "urn:Acme"), (0, 4, "urn:What")]
    assert [item.topic for item in stated_values(question, [], places, qualifiers, ())] == ["urn:Acme"]


@pytest.mark.parametrize(
    ("question", "relation", "other"),
    [
        ("When was Ann employed?", "employment from", "to: 2014"),
        ("When was Ann employed?", "end date", "from: 2010"),
        ("Since when was Ann employed?", "from", ""),
        ("When did her employment start?", "start date", ""),
        ("When was Ann employed?", "role", ""),
    ],
)
def test_one_end_of_a_period_is_half_an_answer_unless_it_is_asked_for(question, relation, other):
    assert half_period(question, relation, term("2010", "2014")) == other


def test_an_end_without_the_other_one_beside_it_is_all_there_is():
    assert not half_period("When was Ann employed?", "from", fact(("role", "engineer", None)))
