"""Chunks: whole sentences, none lost, none too long."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pog_agent.documents.chunking import split_text


def chunks(text: str, most_words: int) -> list[str]:
    return [text[start:end] for start, end in split_text(text, most_words)]


def test_a_chunk_has_as_many_sentences_as_fit():
    text = "One two three. Four five. Six seven eight! Nine?"
    assert chunks(text, 5) == ["One two three. Four five.", "Six seven eight! Nine?"]
    assert chunks(text, 100) == [text]


def test_a_sentence_that_is_too_long_is_cut_between_words():
    text = "Short one. " + " ".join(f"Word{number}" for number in range(7)) + ". Last."
    assert chunks(text, 3) == ["Short one.", "Word0 Word1 Word2", "Word3 Word4 Word5", "Word6. Last."]


def test_a_character_of_chinese_is_a_word():
    assert chunks("他是作曲家。他生于卑尔根。", 7) == ["他是作曲家。", "他生于卑尔根。"]


@pytest.mark.parametrize("text", ["", " \n\n "])
def test_a_text_without_words_has_no_chunk(text):
    assert chunks(text, 5) == []


@given(st.text(alphabet="ab. \nA!?。他\"'", max_size=200), st.integers(1, 12))
def test_nothing_is_lost_and_no_chunk_is_too_long(text, most_words):
    spans = split_text(text, most_words)
    parts = [text[start:end] for start, end in spans]
    assert "".join("".join(parts).split()) == "".join(text.split())
    assert spans == sorted(spans)
    assert all(part == part.strip() for part in parts)
    assert all(len(re.findall(r"他|[^\s他]+", part)) <= most_words for part in parts)
