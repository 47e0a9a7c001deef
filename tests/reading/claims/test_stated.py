"""What a claim states is found at its end or beginning, with the question for it."""

from pog_agent.reading.claims.stated import (
    ClaimedCount,
)


def test_a_count_holds_as_its_words_say() -> None:
    signs = ("=", ">", "<", ">=", "<=")
    holding = {sign: [n for n in (2, 3, 4) if ClaimedCount("", sign, 3).holds(n)] for sign in signs}
    assert holding == {"=": [3], ">": [4], "<": [2], ">=": [3, 4], "<=": [2, 3]}
