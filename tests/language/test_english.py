"""What the English of a question is known by."""

import re

import pytest

from pog_agent.language.english import ASKS_WHETHER, NOT, one_of
from pog_agent.reading.cues import NEGATION


@pytest.mark.parametrize("word", ["not", "never", "cannot", "can't", "don’t", "Isn't"])
def test_all_ways_of_denying_a_verb_are_one(word):
    assert re.fullmatch(NOT, word)
    assert NEGATION.search(f"boats that {word} sail")


@pytest.mark.parametrize("word", ["note", "cant", "can", "notice", "nevertheless"])
def test_other_words_deny_nothing(word):
    assert re.fullmatch(NOT, word) is None


@pytest.mark.parametrize(
    ("question", "asks"),
    [("could dogs swim?", True), ("isn’t it?", True), ("canned fish?", False), ("which is it?", False)],
)
def test_a_question_for_yes_or_no_begins_with_an_auxiliary(question, asks):
    assert (re.match(ASKS_WHETHER, question) is not None) is asks


def test_the_longest_word_of_a_kind_is_tried_first():
    assert re.match(one_of("determiner"), "anything").group() == "any"
