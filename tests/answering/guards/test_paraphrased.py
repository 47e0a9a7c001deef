"""What a model's paraphrases say of the cited relation, of its sides, and of the values compared."""

from typing import Any

import pytest

from pog_agent import Answer
from tests.finding_ids import ids
from tests.pipeline_fixtures import analysis, citing, mentions, replies, run, small_graph, verdict

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
        ("Whom does Ann defer to?", "{Ann} - reports to -> {Bo}", True),
        ("Whom does Ann defer to?", "{Ann} <- reports to - {Cy}", False),
        ("Who defers to Ann?", "{Ann} - reports to -> {Bo}", False),
        ("Who is the boss of Ann?", "{Ann} - reports to -> {Bo}", True),
        ("Who is the boss of Ann?", "{Ann} <- reports to - {Cy}", False),
    ],
)
def test_a_relation_of_people_needs_words_for_its_side(question: str, path: str, supported: bool) -> None:
    words = {"boss": ["manager", "reports to"], "defer to": ["reports to"], "defers to": ["reports to"]}
    answer = asked(question, "Ann", path, words)
    assert (answer.status == "supported") is supported, answer.warnings


SHOP = small_graph("Shop a branch", "Emil bought_at Shop", 'Shop open_since "1934"', "Flock farmed_by Ben")
FARM = small_graph("Flock farmed_by Ben", "Flock supplies Shop")


@pytest.mark.parametrize(
    ("question", "topic", "path", "words", "told"),
    [
        (
            "Since when has Emil been buying?",
            "Emil",
            "{Emil} - bought at -> {Shop} - open since -> {1934}",
            {"buying": ["bought at"]},
            "time-of-another",
        ),
        (
            "Which farms supply Shop?",
            "Shop",
            "{Shop} <- supplies - {Flock} - farmed by -> {Ben}",
            {"supply": ["supplies"]},
            "class-elsewhere",
        ),
    ],
)
def test_a_noun_or_a_time_that_is_asked_for_is_not_passed_by(
    question: str, topic: str, path: str, words: dict[str, list[str]], told: str
) -> None:
    script: Any = replies(
        recognize_topics=mentions(topic),
        analyze_question=analysis(f"!{topic}", "r", "?other", "r", "?thing", paraphrases=words),
        judge_sufficiency=[verdict(False), verdict(True)],
        answer=citing((path, 2)),
    )
    kg = FARM if topic == "Shop" else SHOP
    answer = run(question, script, kg, encoder="lexical", d_max=2).answer
    assert answer.status != "supported"
    assert told in ids(answer.findings), answer.warnings


DEPOTS = small_graph(
    *("North kept_by Ann", "South kept_by Ann", 'North capacity "40"', 'South capacity "25"'),
    *('North minutes "30"', 'South minutes "50"', "Ann former_post Yard", "Cy former_post Yard"),
)


@pytest.mark.parametrize(
    ("question", "key", "operation", "words", "supported"),
    [
        ("Which of the depots kept by Ann has the most minutes?", "minutes", "largest", {}, True),
        ("Which depot kept by Ann is the biggest?", "capacity", "largest", {"biggest": ["capacity"]}, True),
        ("Which depot kept by Ann is the biggest?", "capacity", "largest", {"biggest": ["size"]}, False),
    ],
)
def test_a_superlative_is_of_the_values_that_are_compared(
    question: str, key: str, operation: str, words: dict[str, list[str]], supported: bool
) -> None:
    values = "30, 50" if key == "minutes" else "25, 40"
    script: Any = replies(
        recognize_topics=mentions("Ann"),
        analyze_question=analysis(
            "!Ann", "kept by", "?depot", key, "?value", paraphrases={"depots": ["place"], **words}
        ),
        judge_sufficiency=[verdict(False), verdict(True)],
        answer=citing(
            (f"{{Ann}} <- kept by - {{North, South}} - {key} -> {{{values}}}", 1),
            operation=operation,
            key_position=2,
        ),
    )
    answer = run(question, script, DEPOTS, encoder="lexical", d_max=2).answer
    told = [text for text in answer.warnings if "biggest" in text or "most" in text]
    assert bool(told) is not supported, answer.warnings
