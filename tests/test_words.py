"""How texts are compared: one base form, on which stores, linking, answers and measures build."""

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from pog_agent.kg.names import normalize, without_accents
from pog_agent.values.spellings import plain
from pog_agent.words import folded

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
