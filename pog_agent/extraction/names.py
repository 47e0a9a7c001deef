"""Names in documents, found without a model: by titles, links of the corpus, and capitals that recur."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pog_agent.documents.values import Document
from pog_agent.extraction.capitals import (
    Capitals,
    SentenceWord,
    capital_runs,
    is_headline,
    name_begin,
    sentence_words,
)
from pog_agent.extraction.graph import ExtractedEntity, entity_key, one_line, other_spellings, usual_spelling
from pog_agent.kg.iri_names import name_of_iri
from pog_agent.sentences import sentences
from pog_agent.terms import is_iri

MOST_WORDS = 12
"""A longer run of words is no name."""

_PARENTHESIS = re.compile(r"\s*\([^()]*\)$")


@dataclass(frozen=True)
class NameTable:
    """The names of a corpus, and how they are spelled.

    `entities` are given by key, and `spelled` has their keys by the words of each spelling, in small letters.
    `certain` are keys of titles and links. `unnamed` are linked entities whose IRI is no name in words.
    """

    entities: Mapping[str, ExtractedEntity]
    spelled: Mapping[tuple[str, ...], str]
    certain: frozenset[str]
    capitals: Capitals
    unnamed: tuple[str, ...]

    def mentioned(self, text: str, start: int, end: int, linked: Collection[str] = ()) -> Iterator[str]:
        """The keys of the names in one sentence, in order; longer names win over names inside them.

        A run of capitals that is a name stands for it. Two words or more of a longer run may, too; one may not.
        Names that are `linked` to the document may be written in any way, and so may titles of two words or more,
        and of one word in a script without capitals.
        """
        words = sentence_words(text, start, end)
        runs = {
            (first + name_begin(words[first:stop], self.capitals), stop)
            for first, stop in capital_runs(words, text)
        }
        lower = [word.text.lower() for word in words]
        place = 0
        while place < len(words):
            for stop in range(min(len(words), place + MOST_WORDS), place, -1):
                key = self.spelled.get(tuple(lower[place:stop]))
                if key is None:
                    continue
                many = stop - place > 1
                framed = words[place].is_capital and words[stop - 1].is_capital
                plain = key in self.certain and (many or words[place].is_caseless)
                if (place, stop) in runs or key in linked or plain or (many and framed):
                    yield key
                    place = stop - 1
                    break
            place += 1


def find_names(documents: Iterable[Document], min_mentions: int = 2) -> NameTable:
    """The names of a corpus: titles, linked entities, and runs of capitalised words in `min_mentions` places."""
    capitals = Capitals()
    runs: Counter[_Run] = Counter()
    titles: dict[str, str] = {}
    links: dict[str, str] = {}
    unnamed: set[str] = set()
    for document in documents:
        if key := title_key(document):
            titles.setdefault(key, one_line(document.title))
        for iri in document.entities:
            if key := linked_key(iri):
                links[key] = min(iri, links.get(key, iri))
            else:
                unnamed.add(iri)
        for start, end in sentences(document.text):
            words = sentence_words(document.text, start, end)
            if not is_headline(words, document.text[start:end]):
                capitals.add(words)
                runs.update(_runs(words, document.text))
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    inside = {run.text for run in runs if not run.opener}
    for run, count in runs.items():
        if name := run.name(capitals, inside):
            spellings[entity_key(name)][name] += count
    recurring = {key: texts for key, texts in spellings.items() if texts.total() >= min_mentions}
    bare = _bare_titles(titles)
    certain = frozenset((*titles, *links))
    kept = {key: texts for key, texts in recurring.items() if key in certain or key not in bare}
    entities = {
        key: _entity(key, kept.get(key, Counter()), titles, links) for key in sorted(certain | kept.keys())
    }
    return NameTable(entities, _spelled(entities, bare), certain, capitals, tuple(sorted(unnamed)))


def title_key(document: Document) -> str:
    """The key of what a document is about by its title; empty if that has no letter."""
    return entity_key(document.title) if any(map(str.isalpha, document.title)) else ""


def linked_key(iri: str) -> str:
    """The key of an entity that the corpus links to; empty if its IRI is no name in words."""
    name = name_of_iri(iri, lenient=True) if is_iri(iri) else None
    return entity_key(name.text) if name else ""


class _Run(NamedTuple):
    """A run of capitals as a text; one that begins a sentence also has its first word and the text without it."""

    text: str
    opener: str = ""
    rest: str = ""

    def name(self, capitals: Capitals, inside: Collection[str]) -> str:
        """The run without a first word that is no name.

        A first word that nothing else is known of is none, if what is behind it also stands `inside` sentences as
        a run of several words.
        """
        is_whole = not self.opener or capitals.begins_name(self.opener, alone=not self.rest)
        if is_whole and self.opener and not capitals.knows(self.opener):
            is_whole = " " not in self.rest or self.rest not in inside
        return self.text if is_whole else self.rest


def _runs(words: Sequence[SentenceWord], text: str) -> Iterator[_Run]:
    for first, stop in capital_runs(words, text):
        run = words[first:stop]
        if len(run) > MOST_WORDS:
            continue
        whole = one_line(text[run[0].start : run[-1].end])
        if run[0].first:
            second = next((word for word in run[1:] if word.is_capital), None)
            yield _Run(whole, run[0].text, one_line(text[second.start : run[-1].end]) if second else "")
        elif len(whole) > 1:
            yield _Run(whole)


def _bare_titles(titles: Mapping[str, str]) -> dict[str, str]:
    """Titles without what stands in parentheses, with the key of the title; empty where several are the same then.

    "Mercury (planet)" is also found as "Mercury", unless there is "Mercury (element)", too.
    """
    keys: dict[str, set[str]] = defaultdict(set)
    for key, title in titles.items():
        if (short := entity_key(_PARENTHESIS.sub("", title))) not in titles:
            keys[short].add(key)
    return {short: next(iter(found)) if len(found) == 1 else "" for short, found in keys.items() if short}


def _entity(key: str, texts: Counter[str], titles: Mapping[str, str], links: Mapping[str, str]) -> ExtractedEntity:
    """An entity by its title, or else by its usual spelling, or else by the words of its IRI."""
    label = titles.get(key) or (usual_spelling(texts) if texts else key)
    aliases = other_spellings((*texts, _PARENTHESIS.sub("", label)), label)
    return ExtractedEntity(key, label, aliases, links.get(key))


def _spelled(entities: Mapping[str, ExtractedEntity], bare: Mapping[str, str]) -> dict[tuple[str, ...], str]:
    found: dict[tuple[str, ...], str] = {}
    for entity in entities.values():
        for name in (entity.label, entity.key):
            found.setdefault(_words(name), entity.key)
    for entity in entities.values():
        for name in entity.aliases:
            if entity_key(name) not in bare or bare[entity_key(name)] == entity.key:
                found.setdefault(_words(name), entity.key)
    found.pop((), None)
    return found


def _words(name: str) -> tuple[str, ...]:
    return tuple(word.text.lower() for word in sentence_words(name, 0, len(name)))
