"""What a model chose by name is proven where one condition of the question tells it from what was left out."""

from typing import Any

import pytest

from pog_agent import Answer
from tests.pipeline_fixtures import T, analysis, citing, mentions, replies, run, small_graph

PIER = small_graph(
    *(f"{name} moored_at Quay" for name in ("Ay", "Bee", "Cee")),
    *('Ay fee "18"', 'Bee fee "24"', 'Cee fee "30"'),
    *('Ay colour "red"', 'Bee colour "blue"', 'Cee colour "blue"'),
    *('Ay worth "900000"', 'Bee worth "1500000"', 'Cee worth "2500000"'),
    *('Ay opened "1990-05-01"', 'Bee opened "2001-05-01"', 'Cee opened "2005-05-01"'),
)
ALL = "{Quay} <- moored at - {Ay, Bee, Cee}"


def asked(question: str, *kept: str, kg: Any = PIER) -> Answer:
    script: Any = replies(
        recognize_topics=mentions("Quay"),
        analyze_question=analysis("!Quay", "moored at", "?berth"),
        answer=citing((ALL, 1), only=kept),
    )
    return run(question, script, kg, encoder="lexical", d_max=1).answer


@pytest.mark.parametrize(
    ("question", "kept", "text"),
    [
        ("What is moored at Quay with a fee of more than 20?", ("Bee", "Cee"), "fee: more than 20"),
        ("What is moored at Quay with a fee of at least 30?", ("Cee",), "fee: at least 30"),
        ("What is moored at Quay with a fee of 24?", ("Bee",), "fee: 24"),
        ("What is moored at Quay with the colour blue?", ("Bee", "Cee"), "colour: blue"),
        ("What is moored at Quay and opened before 2000?", ("Ay",), "opened: before 2000"),
        ("What is moored at Quay and opened in 2001?", ("Bee",), "opened: in 2001"),
        ("What is moored at Quay and opened later than 2000?", ("Bee", "Cee"), "opened: later than 2000"),
        ("What is moored at Quay with a worth of over 2 million?", ("Cee",), "worth: over 2 million"),
    ],
)
def test_a_condition_that_all_answers_meet_and_nothing_left_out_proves_the_choice(
    question: str, kept: tuple[str, ...], text: str
) -> None:
    answer = asked(question, *kept)
    assert (answer.status, answer.warnings) == ("supported", ())
    assert text in {item.text for item in answer.reading.elements if item.role == "qualifier"}
    beside = {item.triple[0] for path in answer.paths for item in path.qualifiers}
    assert beside == {T + name for name in kept}, "each answer has the edge that carries the condition"


FLEET = PIER + small_graph(
    *('Ay sheltered "true"', 'Bee sheltered "false"', 'Cee sheltered "false"'),
    *("Ay built_of Oak", "Bee built_of Oak", "Bee built_of Iron", "Cee built_of Iron"),
)


@pytest.mark.parametrize(
    ("question", "kept", "text"),
    [
        ("What is moored at Quay and is not sheltered?", ("Bee", "Cee"), "sheltered: not sheltered"),
        ("What is moored at Quay and not built of Oak?", ("Cee",), "built of: not Oak"),
        ("What is moored at Quay and opened in May 2001?", ("Bee",), "opened: in May 2001"),
    ],
)
def test_a_condition_may_deny_a_flag_or_a_name_and_state_a_month(
    question: str, kept: tuple[str, ...], text: str
) -> None:
    answer = asked(question, *kept, kg=FLEET)
    assert (answer.status, answer.warnings) == ("supported", ())
    assert text in {item.text for item in answer.reading.elements if item.role == "qualifier"}


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("What is moored at Quay and is not sheltered?", ("Ay",)),
        ("What is moored at Quay and is sheltered?", ("Bee", "Cee")),
        ("What is moored at Quay and not built of Oak?", ("Bee", "Cee")),
        ("What is moored at Quay and opened in June 2001?", ("Bee",)),
    ],
)
def test_what_is_denied_must_be_so_of_none(question: str, kept: tuple[str, ...]) -> None:
    assert asked(question, *kept, kg=FLEET).status == "partial"


def test_what_has_no_value_is_not_left_out_by_a_denial() -> None:
    untold = small_graph(*(f"{name} moored_at Quay" for name in ("Ay", "Bee", "Cee")))
    untold += small_graph("Ay built_of Iron", "Bee built_of Oak", 'Ay sheltered "false"', 'Bee sheltered "true"')
    assert asked("What is moored at Quay and not built of Oak?", "Ay", kg=untold).status == "partial"
    assert asked("What is moored at Quay and is not sheltered?", "Ay", kg=untold).status == "partial"


def test_a_denial_ends_before_and() -> None:
    kg = FLEET + small_graph('Ay painted "1991-05-01"')
    assert asked("What is moored at Quay, not red and built of Oak?", "Cee", kg=kg).status == "partial"


def test_a_year_that_no_word_is_of_is_that_of_the_only_date() -> None:
    plain = small_graph(
        *(f"{name} moored_at Quay" for name in ("Ay", "Bee", "Cee")),
        *('Ay opened "1990-05-01"', 'Bee opened "2001-05-01"', 'Cee opened "2005-05-01"'),
    )
    assert asked("What was moored at Quay in 2001?", "Bee", kg=plain).status == "supported"
    two = plain + small_graph('Ay painted "1991-05-01"', 'Bee painted "2001-06-01"')
    assert asked("What was moored at Quay in 2001?", "Bee", kg=two).status == "partial"


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("What is moored at Quay with a fee of more than 20?", ("Cee",)),
        ("What is moored at Quay with a fee of more than 20?", ("Ay",)),
        ("What is moored at Quay with a fee of less than 20?", ("Bee", "Cee")),
        ("What is moored at Quay with the colour blue?", ("Ay", "Bee")),
        ("What is moored at Quay without the colour blue?", ("Bee", "Cee")),
        ("What is moored at Quay and opened between 1980 and 1995?", ("Ay",)),
        ("What is moored at Quay with a depth of more than 20?", ("Bee", "Cee")),
        ("What is moored at Quay with a fee of about 24?", ("Bee",)),
    ],
)
def test_another_choice_is_not_proven(question: str, kept: tuple[str, ...]) -> None:
    assert asked(question, *kept).status == "partial"


def test_two_relations_that_may_carry_the_condition_prove_nothing() -> None:
    kg = PIER + small_graph('Bee fee_before "24"', 'Cee fee_before "30"', 'Ay fee_before "18"')
    assert asked("What is moored at Quay with a fee of more than 20?", "Bee", "Cee", kg=kg).status == "partial"
