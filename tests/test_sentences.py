"""Sentences: where a point, a quote or an empty line ends one."""

import pytest

from pog_agent.sentences import sentences


def split(text: str) -> list[str]:
    return [text[start:end].strip() for start, end in sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Mr. Smith met Dr. Jones in St. Louis.",
        "J. R. R. Tolkien wrote it.",
        "The U.S. Army left.",
        "It grew by 1.5 percent.",
        "It is sold e.g. in Rome.",
        "He said so. and went on",
    ],
)
def test_a_point_that_may_not_end_a_sentence_does_not(text):
    assert split(text) == [text]
    assert split("First one here. " + text) == ["First one here.", text]


def test_sentences_end_before_quotes_digits_and_letters_without_case():
    assert split('He left. "Why?" 12 men came. «Да» сказал он.') == [
        "He left.",
        '"Why?"',
        "12 men came.",
        "«Да» сказал он.",
    ]


def test_an_empty_line_ends_a_sentence():
    assert split("A heading\n\nand its text") == ["A heading", "and its text"]
