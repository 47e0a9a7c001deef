"""What was judged to settle a split question must be cited, or stand on a longer path that is."""

from typing import Any

import pytest

from pog_agent import Answer
from pog_agent.models.findings.finding import finding
from tests.llm_server import Body, Scripted
from tests.pipeline_fixtures import analysis, choosing, citing, mentions, number_of, replies, run, small_graph

QUESTION = "When was the studio of Dust founded?"
SPLITS = ("Which studio made Dust?", "When was that studio founded?")
STUDIO = "{Dust} - studio -> {Acme}"
FOUNDED = "{Dust} - studio -> {Acme} - founded -> {1950-01-31}"
PRODUCER = "{Dust} - producer -> {Bolt}"
FILMS = small_graph("Dust studio Acme", "Dust producer Bolt", 'Acme founded "1950-01-31"', "Acme a Studio")


def told(split: str) -> str:
    return f"not fully supported: {finding('settled-elsewhere', split)}"


def asked(*settling: tuple[str, ...], cited: Any = ((FOUNDED, 2),), **answer: Any) -> Answer:
    """The answer that cites some paths after each split question was judged to be settled by others."""

    def judged(body: Body) -> Scripted:
        rows = [
            {"question": number, "covered": True, "paths": [number_of(body, path) for path in paths]}
            for number, paths in enumerate(settling, start=1)
        ]
        return {"splits": rows, "sufficient": True}

    script = replies(
        recognize_topics=mentions("Dust"),
        analyze_question=analysis("!Dust", "studio", "studio", "founded", "?date", splits=SPLITS),
        select_paths=choosing(FOUNDED, STUDIO, PRODUCER),
        judge_sufficiency=judged,
        answer=citing(*cited, **answer),
    )
    return run(QUESTION, script, FILMS, encoder="lexical", d_max=2).answer


def test_paths_that_are_cited_settle_it() -> None:
    answer = asked((FOUNDED,), (FOUNDED,), kind="literal")
    assert (answer.status, answer.warnings) == ("supported", ())


def test_a_cited_path_that_contains_the_settling_one_settles_it() -> None:
    answer = asked((STUDIO,), (FOUNDED,), kind="literal")
    assert (answer.status, answer.warnings) == ("supported", ())


def test_one_of_several_settling_paths_is_enough() -> None:
    assert asked((PRODUCER, STUDIO), (FOUNDED,), kind="literal").status == "supported"


@pytest.mark.parametrize(
    ("settling", "named"),
    [
        (((PRODUCER,), (FOUNDED,)), SPLITS[:1]),
        (((STUDIO,), (PRODUCER,)), SPLITS[1:]),
        (((PRODUCER,),) * 2, SPLITS),
    ],
)
def test_a_split_question_that_only_another_path_settles_is_named(
    settling: tuple[tuple[str, ...], ...], named: tuple[str, ...]
) -> None:
    answer = asked(*settling, kind="literal")
    assert (answer.text, answer.status) == ("1950-01-31", "partial")
    assert answer.warnings == tuple(map(told, named))


def test_a_shorter_path_than_the_settling_one_does_not_settle_it() -> None:
    answer = asked((STUDIO,), (FOUNDED,), cited=((STUDIO, 1),))
    assert told(SPLITS[1]) in answer.warnings
    assert told(SPLITS[0]) not in answer.warnings


def test_cited_paths_settle_it_together() -> None:
    answer = asked((FOUNDED,), (PRODUCER,), cited=((FOUNDED, 2), (PRODUCER, 1)))
    assert not [text for text in answer.warnings if "not cited" in text]


def test_a_no_cites_nothing_and_is_not_held_against_it() -> None:
    answer = asked((STUDIO,), (STUDIO,), cited=(), kind="boolean", operation="exists")
    assert (answer.text, answer.status) == ("no", "partial")
    assert not [text for text in answer.warnings if "not cited" in text]
