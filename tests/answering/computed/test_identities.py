"""A yes or no that tells two things apart cites the facts of both."""

import pytest

from pog_agent.models.query import Query
from pog_agent.run.context import RunContext
from tests.answering.computed.museums import answered, compiled, flaws, run_of, texts
from tests.cases.seen import GRAPHS
from tests.query.written import EX, compared, edge, one_of, pattern, variable


@pytest.fixture(scope="module")
def boats(tmp_path_factory: pytest.TempPathFactory) -> RunContext:
    turtle = (GRAPHS / "boats.ttl").read_text(encoding="utf-8").replace("http://boats.example/", EX)
    return run_of(compiled(tmp_path_factory.mktemp("boats"), turtle))


def have(relation: str, boat: str, operator: str, other: str) -> Query:
    """Whether two boats have the same thing, or two different ones."""
    sides = ((boat, "one"), (other, "other"))
    each = [(edge(name, relation, f"{name}_of"), one_of(name, thing)) for thing, name in sides]
    test = compared(variable("one_of"), operator, variable("other_of"))
    return Query(form="exists", pattern=pattern(*each[0], *each[1], test))


@pytest.mark.parametrize(("operator", "expected"), [("=", "no"), ("!=", "yes")])
def test_two_things_of_one_name_are_not_surely_two(boats: RunContext, operator: str, expected: str) -> None:
    answer = answered(boats, have("owner", "b1", operator, "b2"))
    assert (answer.status, answer.text) == ("partial", expected)
    assert "same-name-compared" in flaws(answer)


def test_things_of_different_names_are_told_apart(boats: RunContext) -> None:
    assert "same-name-compared" not in flaws(answered(boats, have("owner", "b2", "=", "b3")))


def test_the_evidence_shows_both_that_are_different(boats: RunContext) -> None:
    answer = answered(boats, have("builder", "b2", "!=", "b3"))
    assert {"{Swan} - builder -> {Bo Vos}", "{Gull} - builder -> {Tim Blom}"} <= set(texts(answer))
