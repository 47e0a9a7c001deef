"""A yes or no that tells two things apart is not supported where they have one name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph
from tests.cases.seen import GRAPHS

BOATS = (GRAPHS / "boats.ttl").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def boats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PathsOverGraph]:
    path = Path(tmp_path_factory.mktemp("boats")) / "boats.ttl"
    path.write_text(BOATS)
    with PathsOverGraph(path) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "expected"),
    [("Do Heron and Swan have the same owner?", "no"), ("Do Heron and Swan have different owners?", "yes")],
)
def test_two_things_of_one_name_are_not_surely_two(boats: PathsOverGraph, question: str, expected: str) -> None:
    answer = boats.ask(question)
    assert (answer.status, answer.text) == ("partial", expected)
    assert any("two things of the name 'jan kok'" in warning.lower() for warning in answer.warnings)


def test_the_evidence_shows_both_that_are_different(boats: PathsOverGraph) -> None:
    paths = [item.text for item in boats.ask("Do Swan and Gull have different builders?").paths]
    assert paths == ["{Swan} - builder -> {Bo Vos}", "{Gull} - builder -> {Tim Blom}"]
