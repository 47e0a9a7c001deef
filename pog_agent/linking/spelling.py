"""Names that words of a question may be misspellings of, where nothing else explains the words."""

import asyncio
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from pog_agent.deadline import while_in_time
from pog_agent.kg.base import Entity, IndexedGraph, KnowledgeGraph, RemoteGraph
from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.linking.candidates import SPELLING_POWER, resemblance, words_of
from pog_agent.linking.entity_index import EntityIndex
from pog_agent.linking.other_forms import in_other_form
from pog_agent.linking.spans import MentionSpans, places_of
from pog_agent.ranking.encoder import Encoder
from pog_agent.terms import humanize, local_name
from pog_agent.words import FUNCTION_WORDS, folded, singular

MAX_NAMES_HELD = 50_000
MAX_NAMES_FETCHED = 3_000
MAX_NAMES_SEARCHED = 20
LEAST_WORD = 6
LONG_WORD = 11
EDGES_READ = 200
LEAST_LIKENESS = 0.64
LIKENESS_MARGIN = 0.15
WORDS_SHARED = 0.9
MOST_BY_SPELLING = 0.7
"""The score of a misspelled name stays below that of a strong match, however little is wrong."""

_WITHIN_NAMES = english_words("small_word_in_name")
_TAKEN = "·"
_LETTERS = re.compile(rf"[^\W\d_]+|{_TAKEN}+")
_ENDING = english_pattern("naming", "word_form")


@dataclass(frozen=True)
class MisspelledName:
    """Words of a question that are almost a name, and the entities of the names that they resemble as much."""

    mention: str
    entities: tuple[Entity, ...]
    score: float


class NameWords:
    """The words of some names, and which names have them."""

    def __init__(self, names: Sequence[Entity]) -> None:
        self.names = names
        self._rows: dict[str, list[int]] = {}
        self._spelled: dict[str, list[int]] = {}
        self._by_letter: dict[str, list[str]] = {}
        for row, entity in enumerate(names):
            words = words_of(entity.label)
            self._spelled.setdefault("".join(words), []).append(row)
            for word in words:
                self._rows.setdefault(word, []).append(row)
        for word in self._rows:
            self._by_letter.setdefault(word[0], []).append(word)

    def like(self, word: str) -> list[str]:
        """The words that a word may be a misspelling of, or an inflection; itself alone if it is one of them."""
        return [word] if word in self._rows else _like(word, self._by_letter.get(word[:1], ()))

    def sharing(self, mention: str) -> list[Entity]:
        """The entities under names that a mention may have in another form: of its first word, or its letters."""
        words = words_of(mention)
        begun = [row for word in words[:1] for key in (word, singular(word)) for row in self._rows.get(key, ())]
        return [self.names[row] for row in sorted({*begun, *self._spelled.get("".join(words), ())})]

    def bearers(self, word: str) -> list[Entity]:
        """The entities with a word in their name, under that name."""
        return [self.names[row] for row in self._rows.get(word, ())]


class SpellingGuide:
    """Looks for names that are spelled almost like words of a question.

    It compares with the names of an entity index, else with all names of a graph that has not too many. At an
    endpoint with more names, and in larger graphs, it knows none but those that a search finds.
    """

    def __init__(
        self, kg: KnowledgeGraph, encoder: Encoder, languages: Sequence[str], index: EntityIndex | None = None
    ) -> None:
        self._kg, self._encoder, self._languages, self._index = kg, encoder, tuple(languages), index
        self._words: NameWords | None = None
        self._asked = False

    async def near(self, text: str, limit: int) -> list[Entity]:
        """The entities whose names resemble a text most, the best first; none that hardly does, or much less."""
        likeness = [(*_likeness(text, item.label), item.iri) for item in await self._pool(text, limit)]
        ranked = sorted(likeness, key=lambda item: (-item[0], -item[1], item[2]))
        least = max(LEAST_LIKENESS, ranked[0][0] - LIKENESS_MARGIN) if ranked else LEAST_LIKENESS
        near = list(dict.fromkeys(iri for score, _, iri in ranked if score >= least))
        return await self._labelled(near[:limit])

    async def misspelled(self, question: str, taken: Iterable[str]) -> list[MisspelledName]:
        """The words outside the mentions `taken` that are no words of the graph, but almost those of a name.

        A word of fewer than six letters, and an inflection of a word of the graph, is no misspelling. One letter
        may be wrong or two swapped, in long words two; the first letter is right.
        """
        left = _without(places_of(taken, question), question)
        places = [found.span() for found in _LETTERS.finditer(left)]
        spoken = ["".join(words_of(left[start:end])) for start, end in places]
        found: dict[str, MisspelledName] = {}
        known: dict[str, dict[str, list[Entity]]] = {}
        for place, word in enumerate(while_in_time(spoken, "words that may be misspelled")):
            if word not in known:
                known[word] = await self._almost(word)
            near = known[word]
            meant = _best_bearers(near, spoken, place)
            if not meant:
                continue
            iris = list(dict.fromkeys(item.entity.iri for item in meant))
            mention = question[places[meant[0].first][0] : places[meant[0].last][1]]
            if mention in found or await self._is_explained(word, iris) or await self._kg.classes(iris):
                continue
            found[mention] = MisspelledName(mention, tuple(await self._labelled(iris)), _score(word, near))
        return list(found.values())

    async def in_other_forms(self, question: str, taken: Iterable[str]) -> list[MisspelledName]:
        """The capitalised words outside the mentions `taken` that are another form of one name, of no class."""
        words = await self._all_words()
        spans = MentionSpans(question)
        places = [place for mention in taken for place in spans.places.get(mention, ())]
        found = []
        named: dict[int, int] = {}  # by each word of a name that was found, the last one
        joined = [
            item
            for item in spans.capitalised(places, _WITHIN_NAMES)
            if not _WITHIN_NAMES.isdisjoint(item[1].split())
        ]
        for place, mention in while_in_time([*joined, *spans.capitalised(places)], "words in other forms"):
            if place[1] <= named.get(place[0], -1):
                continue
            names = words.sharing(mention) if words is not None else await self._pool(mention, MAX_NAMES_SEARCHED)
            entities, score = in_other_form(mention, names)
            if len(entities) == 1 and not await self._kg.classes([entities[0].iri]):
                found.append(MisspelledName(mention, tuple(await self._labelled([entities[0].iri])), score))
                named |= dict.fromkeys(range(place[0], place[1] + 1), place[1])
        return found

    async def _pool(self, text: str, limit: int) -> Sequence[Entity]:
        """Entities under names among which those are that resemble a text most."""
        if self._index is not None:
            return await self._from_index(text, self._index)
        words = await self._all_words()
        if words is None:
            return await self._kg.search(text, MAX_NAMES_SEARCHED, self._languages)
        names = [item.label for item in words.names]
        best = process.extract(text, names, scorer=fuzz.ratio, processor=folded, limit=limit)
        shared = [item for word in words_of(text) for near in words.like(word) for item in words.bearers(near)]
        return [*(words.names[row] for _, _, row in best), *shared]

    async def _almost(self, word: str) -> dict[str, list[Entity]]:
        """The words of names that a word is almost, with their bearers; none if it is an inflection of one."""
        if len(word) < LEAST_WORD or word in FUNCTION_WORDS:
            return {}
        words = await self._all_words()
        if self._index is not None:
            words = NameWords(await self._from_index(word, self._index))
        near = words.like(word) if words is not None else []
        return {} if words is None or _is_inflection(word, near) else {item: words.bearers(item) for item in near}

    async def _is_explained(self, word: str, iris: Sequence[str]) -> bool:
        """Whether a word is almost one of a relation: any of a local graph, or one around the entities."""
        if isinstance(self._kg, IndexedGraph):
            relations = list(self._kg.relations)
        else:
            around = await self._kg.neighbors(iris[:MAX_NAMES_SEARCHED], limit=EDGES_READ)
            relations = sorted({relation for _, relation, _ in around.triples})
        labels = await self._kg.labels(relations, self._languages)
        texts = [labels.get(relation) or humanize(local_name(relation)) for relation in relations]
        known = {part for text in texts for part in words_of(text)}
        return bool(_like(word, known)) or _is_inflection(word, known)

    async def _all_words(self) -> NameWords | None:
        """The words of all names; None where an index has them, or there are too many."""
        if not self._asked and self._index is None:
            most = MAX_NAMES_FETCHED if isinstance(self._kg, RemoteGraph) else MAX_NAMES_HELD
            names = await self._kg.catalog(most)
            self._words = NameWords(names) if names else None
        self._asked = True
        return self._words

    async def _from_index(self, text: str, index: EntityIndex) -> list[Entity]:
        found = await asyncio.to_thread(index.candidates, text, self._encoder, MAX_NAMES_SEARCHED)
        return [Entity(iri=item.iri, label=item.label) for item in found]

    async def _labelled(self, iris: Sequence[str]) -> list[Entity]:
        labels = await self._kg.labels(iris, self._languages)
        return [Entity(iri=iri, label=labels.get(iri, humanize(local_name(iri)))) for iri in iris]


def _without(places: Iterable[tuple[int, int]], text: str) -> str:
    """The text with its letters blotted out at some places."""
    letters = list(text)
    for start, end in places:
        letters[start:end] = _TAKEN * (end - start)
    return "".join(letters)


def _like(word: str, words: Iterable[str]) -> list[str]:
    """The words of the same first letter in which one letter is another, two in long words."""
    most = 1 if len(word) < LONG_WORD else 2
    alike = [other for other in words if other[0] == word[0] and abs(len(other) - len(word)) <= most]
    return [other for other in alike if OSA.distance(word, other, score_cutoff=most) <= most]


def _is_inflection(word: str, others: Iterable[str]) -> bool:
    """Whether a word is one of the others, or the same but for an ending."""
    stem = _ENDING.sub("", word)
    return any(other == word or _ENDING.sub("", other) == stem for other in others)


@dataclass(frozen=True)
class _Bearer:
    """An entity with a word in its name, and the first and last word of the question that are of this name."""

    entity: Entity
    first: int
    last: int
    is_whole: bool

    @property
    def fit(self) -> tuple[bool, int]:
        """How much of the name is said: all of it comes before a part, then more words before fewer."""
        return self.is_whole, self.last - self.first


def _best_bearers(near: Mapping[str, Sequence[Entity]], spoken: Sequence[str], place: int) -> list[_Bearer]:
    """Those of the bearers of words like the one at a place whose names are said the most."""
    found = []
    for entity in (entity for entities in near.values() for entity in entities):
        name = words_of(entity.label)
        first, last = _extended(place, spoken, name)
        found.append(_Bearer(entity, first, last, last - first + 1 == len(name)))
    top = max((item.fit for item in found), default=None)
    return [item for item in found if item.fit == top]


def _score(word: str, near: Iterable[str]) -> float:
    spelled = max(fuzz.ratio(word, other) for other in near) / 100
    return round(min(MOST_BY_SPELLING, math.pow(spelled, SPELLING_POWER)), 3)


def _extended(place: int, spoken: Sequence[str], name: Sequence[str]) -> tuple[int, int]:
    """The first and last of the neighbouring spoken words that are, almost, words of a name.

    Function words count only between others.
    """
    first = last = place
    while first > max(0, place - len(name)) and _is_among(spoken[first - 1], name):
        first -= 1
    while last + 1 < min(len(spoken), place + len(name)) and _is_among(spoken[last + 1], name):
        last += 1
    while spoken[first] in FUNCTION_WORDS:
        first += 1
    while spoken[last] in FUNCTION_WORDS:
        last -= 1
    return first, last


def _is_among(word: str, name: Sequence[str]) -> bool:
    return word in name or (len(word) >= LEAST_WORD and bool(_like(word, name)))


def _likeness(text: str, name: str) -> tuple[float, float]:
    """How much a name resembles a text, by the share of the text's words that it has or as a whole; the latter."""
    spoken, names = words_of(text), words_of(name)
    shared = sum(_is_among(word, names) for word in spoken) / len(spoken) if spoken else 0.0
    whole = resemblance(text, name, 0.0)
    return max(whole, WORDS_SHARED * shared), whole
