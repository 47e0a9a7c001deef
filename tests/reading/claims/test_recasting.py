"""A claim becomes the question that asks whether it is so, and its negation is taken out of it."""

import pytest

from pog_agent.errors import SettingError
from pog_agent.reading.claims.recasting import read_claim


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the claim is empty"),
        (" . ", "the claim is empty"),
        ("Is Paris a city?", "is a question"),
        ("who founded Acme", "is a question"),
        ("Acme is in Ulm?", "is a question"),
        ("Acme is in Ulm. Rex is in Rome.", "more than one sentence"),
        ("Acme is in Ulm; Rex is in Rome", "more than one sentence"),
    ],
)
def test_what_is_no_claim_is_refused(text: str, problem: str) -> None:
    with pytest.raises(SettingError, match=problem):
        read_claim(text)
