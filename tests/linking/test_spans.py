"""Spans that may be names: what they are, and that their cost grows with the length of a text alone."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pog_agent.linking import EntityLinker
from pog_agent.linking.spans import MentionSpans, places_of
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.words import content_words
from tests.pipeline_fixtures import demo

WORDS = st.sampled_from(["Ann", "ann", "O'Neil", "the", "of", "trench 2", "U.S.", "A&B", "-x", "...", "“"])
TEXTS = st.lists(WORDS, max_size=9).flatmap(
    lambda words: st.sampled_from([" ", "", "_"]).map(lambda join: join.join(words))
)


@given(TEXTS, st.lists(st.sampled_from(["Ann", "ann o'neil", "U.S.", "trench 2", "x", "-x"]), max_size=3))
def test_places_are_those_of_whole_words(text, mentions):
    expected = {
        match.span()
        for mention in mentions
        for match in re.finditer(rf"(?<!\w){re.escape(mention)}(?!\w)", text, re.IGNORECASE)
    }
    assert set(places_of(mentions, text)) == expected


@given(TEXTS)
def test_a_span_has_a_word_that_may_name_something(text):
    spans = MentionSpans(text)
    assert all(content_words(name) and name in text for name in spans.places)
    assert {name for name in ("Ann", "O'Neil", "U.S.") if name in text.split(" ")} <= set(spans.places)


def test_more_capitalised_words_than_a_name_has_are_none():
    assert MentionSpans("Who Is " + "Ann " * 13).capitalised([]) == []
    assert MentionSpans("Who is Ann Lee?").capitalised([]) == [((2, 3), "Ann Lee")]


@pytest.mark.parametrize(
    "part",
    [
        "which word comes then ",
        "Niels Bohr and ",
        "Nils Bor Of ",
        "copenhagn ",
        "what does he do for a living ",
        '"in Bruges" ',
        "trench 2 ",
        "'...",
    ],
)
async def test_the_cost_grows_with_the_length_alone(part: str) -> None:
    linker = EntityLinker(demo(), LexicalEncoder())

    async def read(length: int) -> float:
        question = (part * length)[:length]
        began = time.thread_time()
        mentions = await linker.spot(question)
        await linker.respelled(question, mentions)
        return time.thread_time() - began

    await read(100)
    short = min([await read(3_000) for _ in range(3)])
    assert await read(30_000) < 30 * short
