"""Phrases that may stand for each other, and which of them a name of a graph has."""

from itertools import combinations

import pytest

from pog_agent.asking.thesaurus import content_stems_of, other_phrases
from pog_agent.language.lexicon import lexicon
from pog_agent.reading.contrasts.opposites import contrast

LINES = (lexicon("en", "thesaurus") or {})["said"]


@pytest.mark.parametrize(
    ("name", "phrase"),
    [("employer", "works for"), ("employed by", "payroll"), ("year opened", "inaugurated"), ("managedBy", "")],
)
def test_a_name_has_the_phrases_of_its_lines(name, phrase):
    found = other_phrases(content_stems_of(name.split()))
    assert (content_stems_of(phrase.split()) in found) is bool(phrase)
    assert content_stems_of(name.split()) not in found


def test_function_words_tell_nothing_unless_they_are_all():
    assert content_stems_of(["in", "charge", "of"]) == ("charg",)
    assert content_stems_of(["of"]) == ("of",)


def test_no_phrase_stands_in_one_line_twice_and_no_line_has_opposites():
    for line in LINES:
        phrases = [phrase.strip() for phrase in line.split("|")]
        assert len(phrases) == len(set(phrases)) > 1, line
        assert not [pair for pair in combinations(phrases, 2) if contrast(*pair)]
