"""What the terminal shows of an answer beside its text: how sure it is, and what else was meant."""

import pytest

from pog_agent.interfaces.display import show_answer
from pog_agent.models import Alternative, Answer, AnswerItem


def items(*labels: str) -> tuple[AnswerItem, ...]:
    return tuple(AnswerItem(iri=f"e:{label}", label=label) for label in labels)


@pytest.fixture
def shown(capfd):
    """The lines of a shown answer, without the frame."""

    def call(**fields: object) -> list[str]:
        show_answer(Answer(question="Who made Titanic?", **fields))
        return [line.strip("│ ") for line in capfd.readouterr().out.splitlines()[1:-1]]

    return call


def test_confidence_and_other_readings_have_a_line_each(shown):
    composer = Alternative(answers=items("James Horner"), path="composer", confidence=0.314)
    cast = Alternative(answers=items(*(f"Actor {number}" for number in range(12))), confidence=0.05)
    lines = shown(
        answers=items("James Cameron"), status="supported", confidence=0.62, alternatives=(composer, cast)
    )
    assert lines[:3] == ["James Cameron", "supported", "confidence 62%"]
    assert "or did you mean: composer -> James Horner (31%)" in lines
    assert "or did you mean: Actor 0, Actor 1," in " ".join(lines) and "2 more (5%)" in " ".join(lines)


@pytest.mark.parametrize(("confidence", "text"), [(0.0, "0%"), (0.29, "29%"), (0.9999, "99%"), (1.0, "100%")])
def test_a_confidence_is_rounded_down(shown, confidence, text):
    assert f"confidence {text}" in shown(answers=items("James Cameron"), status="partial", confidence=confidence)


def test_without_a_confidence_nothing_is_said_of_it(shown):
    assert "confidence" not in " ".join(shown(answers=items("James Cameron"), status="supported"))
