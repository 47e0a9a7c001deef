"""How texts are compared: one base form, on which stores, linking, answers and measures build."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pog_agent.kg.names import normalize, without_accents
from pog_agent.values.spellings import plain
from pog_agent.words import content_words, folded, plural, singular, stem

SPECIAL = "_ \t\n\u00a0\u2003\u2028\u0085\u001fßẞİıſﬁℌＡÄä´\u0301\u0345ΐ각ᄀ\u1161Ⅷ½+-,.:TZ0123456789"
texts = st.text(st.one_of(st.sampled_from(SPECIAL), st.characters()))


@given(texts)
def test_a_folded_text_has_no_case_and_no_needless_space(text):
    assert folded(text) == " ".join(text.casefold().split())
    assert folded(f"\n {text}\u00a0") == folded(text)


@given(texts)
def test_names_are_compared_with_underscores_as_spaces(text):
    assert normalize(text) == " ".join(text.replace("_", " ").casefold().split())


@given(texts)
def test_mentions_are_compared_without_accents(text):
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("_", " "))
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    assert without_accents(text) == " ".join(unicodedata.normalize("NFC", bare).split())


@given(texts)
def test_answers_are_compared_in_compatible_characters_but_for_numbers_and_dates(text):
    words = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    if not re.match(r"[+-]?\d", words):
        assert plain(text) == words


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("houses", "house"), ("courses", "course"), ("prizes", "prize"), ("buses", "bus"), ("classes", "class"),
        ("boxes", "box"), ("churches", "church"), ("waltzes", "waltz"), ("countries", "country"),
        ("glass", "glass"), ("women", "woman"), ("dogs", "dog"),
    ],
)  # fmt: skip
def test_the_singular_of_a_noun_is_known_by_its_ending(plural, one):
    assert singular(plural) == one


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("organisations", "organization"),
        ("recognised", "recognizes"),
        ("colourful", "colorful"),
        ("neighbours", "neighbor"),
        ("Theatre", "theaters"),
        ("licences", "license"),
    ],
)
def test_british_and_american_spellings_are_one_word(british, american):
    assert stem(british) == stem(american)


@pytest.mark.parametrize(("word", "other"), [("prise", "prize"), ("rise", "rice"), ("raised", "razed")])
def test_other_words_are_not_spellings_of_each_other(word, other):
    assert stem(word) != stem(other)


def test_content_words_are_in_lower_case_without_function_words():
    assert content_words("Who is the author of War and Peace?") == ["author", "war", "peace"]


def test_a_noun_that_looks_like_an_order_says_something():
    assert content_words("Which show has the list?") == ["shows", "lists"]
    assert content_words("Show me boats, list them") == ["boats"]


def test_what_is_done_for_a_living_is_an_occupation():
    assert content_words("What does Ann do for a living?") == ["ann", "occupation"]
    assert content_words("Where is Ann living?") == ["ann", "living"]


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("city", "cities"),
        ("bird species", "bird species"),
        ("day", "days"),
        ("bus", "buses"),
        ("Church", "Churches"),
        ("god child", "god children"),
    ],
)
def test_a_noun_in_the_plural_can_be_read_back(one, many):
    assert plural(one) == many
    assert singular(many.split()[-1]) == one.split()[-1].casefold()
