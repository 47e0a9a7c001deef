"""The opposites of WordNet: each pair once, made by a program that can be run again, with the licence beside."""

from pathlib import Path

import pytest

import pog_agent.language
from pog_agent.language.opposites import wordnet_opposites
from tests.wordnet_opposites import WordNet, opposites

FOLDER = Path(pog_agent.language.__file__).parent / "en"
ENTRIES = """
buy:
  v:
    sense:
    - {id: 'buy%2:40:00::', synset: 1-v, antonym: ['sell%2:40:00::'], agent: ['buyer%1:18:00::']}
sell:
  v:
    sense:
    - {id: 'sell%2:40:00::', synset: 2-v, antonym: ['buy%2:40:00::'], agent: ['seller%1:18:00::']}
buyer:
  n:
    sense:
    - {id: 'buyer%1:18:00::', synset: 3-n}
seller:
  n:
    sense:
    - {id: 'seller%1:18:00::', synset: 4-n}
"""
SETS = """
1-v: {members: [buy, purchase], partOfSpeech: v}
2-v: {members: [sell, hock up], partOfSpeech: v}
3-n: {members: [buyer], partOfSpeech: n}
4-n: {members: [seller], partOfSpeech: n}
"""


def test_every_pair_stands_there_once_in_order_and_in_small_letters():
    found = wordnet_opposites()
    assert len(found) > 900
    assert list(found) == sorted(found)
    for word, others in found.items():
        assert list(others) == sorted(set(others))
        assert all(word < other and f"{word}{other}".isascii() and other.islower() for other in others)


def test_the_licence_lies_beside_the_data():
    text = (FOLDER / "opposites.LICENSE.txt").read_text(encoding="utf-8")
    assert "Princeton University" in text
    assert "Creative\nCommons Attribution 4.0" in text


@pytest.fixture
def wordnet(tmp_path):
    folder = tmp_path / "src" / "yaml"
    folder.mkdir(parents=True)
    (folder / "entries-a.yaml").write_text(ENTRIES, encoding="utf-8")
    (folder / "verb.yaml").write_text(SETS, encoding="utf-8")
    return WordNet(tmp_path)


def test_synonyms_and_doers_of_antonyms_are_opposites_and_rare_words_are_left_out(wordnet):
    common = frozenset({"buy", "purchase", "sell", "buyer", "seller"})
    assert opposites(wordnet, common) == {"buy": {"sell"}, "purchase": {"sell"}, "buyer": {"seller"}}
    assert opposites(wordnet, common - {"seller", "purchase"}) == {"buy": {"sell"}}
