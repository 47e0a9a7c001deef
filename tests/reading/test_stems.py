"""Which phrases share words with a text, and which have a word of it with a prefix that changes what it means."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pog_agent.reading.stems import SHIFTING, PhraseStems
from pog_agent.words import stem

WORDS = (
    *("child", "children", "grandchild", "step-mother", "stepmother", "mother", "half-brother", "brother"),
    *("author", "co-author", "exhibit", "town", "underground", "ground", "vice", "subway", "exwife", "wife"),
)
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)


def words_of(text: str) -> list[str]:
    """The words of a text; "co author" is one."""
    joint = re.sub(r"(?<!\w)(co|ex|vice)[ _](?=[^\W_]{3})", r"\1-", text)
    return re.findall(r"(?:(?:co|ex|vice)-)?[^\W_]+", joint)


def share(phrase: str, text: str) -> float:
    """The share of words, each looked for by itself."""
    stems = set(map(stem, words_of(text)))
    words = phrase.split()
    return sum(any(stem(part) in stems for part in (word, *word.split("-"))) for word in words) / len(words)


def is_shifted(phrase: str, text: str) -> bool:
    """Whether a prefix tells two words apart, each pair looked at by itself."""

    def has_prefix(one: str, other: str) -> bool:
        rests = [one.removeprefix(prefix).lstrip("-") for prefix in SHIFTING if one.startswith(prefix)]
        return any(len(rest) > 2 and stem(rest) == stem(other) != stem(one) for rest in rests)

    pairs = [(one, other) for one in phrase.split() for other in words_of(text)]
    return any(has_prefix(one, other) or has_prefix(other, one) for one, other in pairs)


@given(st.lists(texts, max_size=5), texts)
def test_phrases_are_found_as_by_looking_at_each_pair_of_words(phrases: list[str], text: str) -> None:
    shares = {place: share(phrase, text) for place, phrase in enumerate(phrases)}
    found = PhraseStems(phrases)
    assert found.shares(text) == {place: part for place, part in shares.items() if part}
    assert found.shifted(text) == {place for place, phrase in enumerate(phrases) if is_shifted(phrase, text)}


@pytest.mark.parametrize(
    ("phrase", "text", "shares"),
    [
        ("deputy mayor", "mayor_of.town", {0: 0.5}),
        ("birth-place", "places", {0: 1.0}),
        ("co-authors", "co author", {0: 1.0}),
        ("authors", "co author", {}),
        ("towns", "home town", {0: 1.0}),
        ("town", "", {}),
        ("located in", "location", {0: 1.0}),
        ("born in", "born on", {0: 0.5}),
        ("created by", "created", {0: 0.5}),
        ("start of reign", "reign start", {0: 1.0}),
    ],
)
def test_the_words_that_stand_in_a_text(phrase: str, text: str, shares: dict[int, float]) -> None:
    assert PhraseStems([phrase]).shares(text) == shares


@pytest.mark.parametrize(
    ("phrase", "text", "is_other"),
    [
        ("grandchildren", "child", True),
        ("child", "grandchild", True),
        ("child", "children", False),
        ("ex", "x", False),
    ],
)
def test_a_prefix_that_makes_another_relation(phrase: str, text: str, is_other: bool) -> None:
    assert bool(PhraseStems([phrase]).shifted(text)) == is_other
