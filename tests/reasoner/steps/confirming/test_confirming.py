"""A lookup is confirmed only where nothing in the reply speaks against it."""

import pytest

from pog_agent.reasoner.steps.confirming.choose_reading import ChooseReading, ChooseReadingReply
from pog_agent.reasoner.steps.confirming.confirm_reading import (
    ConfirmReading,
    ConfirmReadingReply,
    LookupSaidBack,
)

SAID = LookupSaidBack(
    question="Who runs Acme?", lookup="the head of Acme", others=("the owner of Acme", "the maker of Acme"),
    doubts=("Does 'runs' mean 'head'?", "Is that now?"),
)  # fmt: skip
BOTH = [{"number": 1, "yes": True}, {"number": 2, "yes": True}]


@pytest.mark.parametrize(
    ("reply", "is_same"),
    [
        ({"same": True, "doubts": BOTH}, True),
        ({"same": True, "doubts": BOTH, "differences": ["None."]}, True),
        ({"same": False, "doubts": BOTH}, False),
        ({"same": True, "doubts": BOTH, "differences": ["direction"]}, False),
        ({"same": True, "doubts": [BOTH[0], {"number": 2, "yes": False}]}, False),
        ({"same": True, "doubts": [*BOTH, {"number": 1, "yes": False}]}, False),
        ({"same": True, "doubts": BOTH[:1]}, False),
        ({"same": True}, False),
    ],
)
def test_a_yes_holds_where_every_doubt_is_answered_with_yes_and_nothing_differs(reply, is_same):
    step = ConfirmReading(SAID)
    value = step.convert(ConfirmReadingReply.model_validate(reply)).value
    assert value is not None
    assert value.is_same is is_same
    assert not (is_same and value.differs)


@pytest.mark.parametrize(("number", "is_same"), [(1, True), (2, False), (3, False), (0, False)])
def test_the_lookup_must_be_found_among_the_others(number, is_same):
    step = ChooseReading(SAID)
    assert step.shown == ("the head of Acme", "the maker of Acme", "the owner of Acme")
    value = step.convert(ChooseReadingReply(number=number)).value
    assert value is not None
    assert value.is_same is is_same


def test_a_number_that_was_not_shown_is_no_choice():
    assert ChooseReading(SAID).convert(ChooseReadingReply(number=4)).value is None
    assert not ChooseReading(SAID).fallback().value.is_same
    assert not ConfirmReading(SAID).fallback().value.is_same
