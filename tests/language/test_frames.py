"""Frames: each token of a question has its place in one, and the lexicon has no frame that cannot be read."""

from collections.abc import Iterator

import pytest

from pog_agent.language.frames import PAUSE, FrameMatcher, tokens_of
from pog_agent.language.lexicon import lexicon

WORDS = {"and": ["and", "&"], "article": ["the"], "joined": ["tied", "bound up"], "to": ["to", "with"]}
MATCHER = FrameMatcher(WORDS, {"two": 2})


def texts(question: str, *names: str) -> list[str | int]:
    return [token.text if token.name is None else token.name for token in tokens_of(question, names)]


def test_names_are_one_token_each_and_the_longest_are_taken_first():
    found = texts("Is Ann Lee's dog - or ANN - at Lee?", "Ann", "Ann Lee")
    assert found == ["is", 1, "'s", "dog", PAUSE, "or", 0, PAUSE, "at", "lee"]


def test_a_name_is_no_part_of_a_word_and_pattern_characters_in_it_are_letters():
    assert texts("Annual (Ann) Ann.*", "Ann", "Ann.*") == ["annual", 0, 1]


@pytest.mark.parametrize(
    ("frame", "question", "names"),
    [
        ("how is N <joined> <to> N", "How is Ann tied to Bob?", (0, 1)),
        ("how is N <joined> <to> N", "how is ann bound up with the Bob", (0, 1)),
        ("are N <joined> together?", "are Ann, Bob & Cid tied", (0, 1, 2)),
        ("are N <joined> together?", "are Ann and Bob, and Cid tied together?", (0, 1, 2)),
    ],
)
def test_a_frame_gives_the_names_in_its_slots(frame, question, names):
    match = MATCHER.whole(frame, tokens_of(question, ["Ann", "Bob", "Cid"]))
    assert match is not None
    assert match.names == names


@pytest.mark.parametrize(
    "question", ["How is Ann tied to Bob's dog?", "So how is Ann tied to Bob", "How is Ann tied to"]
)
def test_a_word_too_many_or_too_few_does_not_fit(question):
    assert MATCHER.whole("how is N <joined> <to> N", tokens_of(question, ["Ann", "Bob"])) is None


def test_numbers_and_phrases_have_slots():
    (match,) = MATCHER.at("within # steps", tokens_of("within two steps", []), 0)
    assert [MATCHER.number(token) for token in match.slots[0]] == [2]
    ends = [match.end for match in MATCHER.at("via _", tokens_of("via a big, red dog", []), 0)]
    assert ends == [2, 3]


def frames_of(table: object) -> Iterator[str]:
    if isinstance(table, dict):
        for value in table.values():
            yield from frames_of(value)
    elif isinstance(table, list):
        yield from table


def test_every_list_that_a_frame_of_the_lexicon_names_is_there_and_every_text_is_in_small_letters():
    words = lexicon("en")
    assert words is not None
    connections = words["connections"]
    known = {*connections["words"], *connections["condition_words"]}
    frames = [*frames_of(connections["frames"]), *frames_of(connections["conditions"])]
    named = {item.removesuffix("?")[1:-1] for frame in frames for item in frame.split() if item.startswith("<")}
    assert named <= known
    assert all(
        text == text.casefold() for name in ("words", "conditions") for text in frames_of(connections[name])
    )
    assert len(frames) == len(set(frames))


def test_a_language_without_a_lexicon_has_none():
    assert lexicon("xx") is None
