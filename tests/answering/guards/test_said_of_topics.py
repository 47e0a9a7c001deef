"""A class said of a topic, one behind which the answer lies, and numbers of times are taken for nothing else."""

from typing import Any

import pytest

from pog_agent import Answer
from tests.answering.guards.turtle_graphs import doubts
from tests.pipeline_fixtures import NO, YES, analysis, citing, mentions, replies, run, small_graph

JOBS = small_graph(
    *("J1 customer Blue", "J2 customer Blue", "J1 managed_by Ann", "J2 managed_by Ann"),
    *("J1 a job", "J2 a job", "Ann a person", "Blue a client"),
    *("V1 viewed Rose", "V2 viewed Rose", 'V1 on "2023-03-18"', 'V2 on "2023-04-01"'),
)


def asked(question: str, topic: str, path: str, position: int, **draft: Any) -> Answer:
    script: Any = replies(
        recognize_topics=mentions(topic),
        analyze_question=analysis(f"!{topic}", "relation", "?thing", *["relation", "?other"] * (position - 1)),
        judge_sufficiency=[NO] * (position - 1) + [YES],
        answer=citing((path, position), **draft),
    )
    return run(question, script, JOBS, encoder="lexical", d_max=2).answer


def test_what_is_counted_does_not_lie_behind_what_is_asked_for() -> None:
    counted = {"operation": "count", "kind": "count"}
    question = "How many jobs have the customer Blue?"
    wrong = asked(question, "Blue", "{Blue} <- customer - {J1, J2} - managed by -> {Ann}", 2, **counted)
    assert "other-things-counted" in doubts(wrong)
    assert asked(question, "Blue", "{Blue} <- customer - {J1, J2}", 1, **counted).status == "supported"


@pytest.mark.parametrize(
    ("question", "is_number"), [("How often was Rose viewed?", True), ("When was Rose viewed?", False)]
)
def test_days_are_no_number_of_times(question: str, is_number: bool) -> None:
    answer = asked(question, "Rose", "{Rose} <- viewed - {V1, V2} - on -> {2023-03-18, 2023-04-01}", 2)
    told = "no-number"
    assert any(told in text for text in doubts(answer)) is is_number
