"""What a model's paraphrases say of the cited relation, of its sides, and of the values compared."""

from typing import Any

import pytest

from pog_agent import Answer
from tests.pipeline_fixtures import analysis, citing, mentions, replies, run, small_graph

STAFF = small_graph(
    *("Ann reports_to Bo", "Cy reports_to Ann", "Ann a person", "Bo a person", "Cy a person"),
    *("Span built_by Firm", "Arch built_by Firm", "Span contractor Firm", "Pier contractor Firm"),
    *("Fight_A part_of War", "Fight_B part_of War", 'Fight_A casualties "90"', 'Fight_B casualties "40"'),
)


def asked(question: str, topic: str, path: str, paraphrases: dict[str, list[str]], **answer: Any) -> Answer:
    plan = {**analysis(f"!{topic}", "relation", "?thing"), "paraphrases": paraphrases}
    script: Any = replies(
        recognize_topics=mentions(topic), analyze_question=plan, answer=citing((path, 1), **answer)
    )
    return run(question, script, STAFF, encoder="lexical", d_max=1).answer


@pytest.mark.parametrize(
    ("question", "path", "supported"),
    [
        ("Whom does Ann defer to?", "{Ann} - reports to -> {Bo}", False),
        ("Who defers to Ann?", "{Ann} - reports to -> {Bo}", False),
        ("Who is the boss of Ann?", "{Ann} - reports to -> {Bo}", True),
        ("Who is the boss of Ann?", "{Ann} <- reports to - {Cy}", False),
    ],
)
def test_a_relation_of_people_needs_words_for_its_side(question: str, path: str, supported: bool) -> None:
    words = {"boss": ["manager", "reports to"], "defer to": ["reports to"], "defers to": ["reports to"]}
    answer = asked(question, "Ann", path, words)
    assert (answer.status == "supported") is supported, answer.warnings


def test_an_earlier_paraphrase_that_the_graph_has_is_rather_meant() -> None:
    words = {"put up": ["built", "built by", "contractor"]}
    wrong = asked("What was put up by Firm?", "Firm", "{Firm} <- contractor - {Pier, Span}", words)
    assert any("and not 'built by'" in text for text in wrong.warnings)
    right = asked("What was put up by Firm?", "Firm", "{Firm} <- built by - {Arch, Span}", words)
    assert not any("and not" in text for text in right.warnings)
