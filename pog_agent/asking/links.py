"""What a question names of a graph: things by their names, in full or in part, and texts; each with a score."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.asking.names import NameParts, PartOfName, searched_parts
from pog_agent.asking.question import CuedQuestion
from pog_agent.linking import EntityLinker
from pog_agent.linking.codes import CodedNames
from pog_agent.linking.spans import MentionSpans, places_of
from pog_agent.reading.schema.vocabulary import GraphSchema
from pog_agent.terms import Term, is_blank, is_literal

MOST_LINKS: Final = 16
MOST_NAMESAKES: Final = 20
_EXACT: Final = 1.0
_ACCENTS: Final = 0.95
_PART: Final = 0.55
_WHOLE_PART: Final = 0.3
_COMMON: Final = 0.2
"""So much less a part of a name is worth that is a word of the schema, too."""
_SURE: Final = 0.8
_SPELLING: Final = 0.9


@dataclass(frozen=True)
class QuestionLink:
    """Things or texts of a graph that words of a question name, from one place up to another."""

    terms: frozenset[Term]
    start: int
    end: int
    score: float

    @property
    def is_text(self) -> bool:
        """Whether it is texts, and no things."""
        return all(map(is_literal, self.terms))

    @property
    def is_sure(self) -> bool:
        """Whether its words surely name a thing, so that they name nothing else."""
        return self.score >= _SURE and not self.is_text

    @property
    def places(self) -> range:
        """The places of its words."""
        return range(self.start, self.end)


class QuestionLinker:
    """Finds what questions name in one graph."""

    def __init__(
        self, linker: EntityLinker, codes: CodedNames, schema: GraphSchema, things: NameParts, texts: NameParts
    ) -> None:
        self._linker, self._codes, self._schema = linker, codes, schema
        self._things, self._texts = things, texts
        summary = schema.summary
        self._besides = {item.iri for item in (*summary.classes, *summary.relations)}

    async def links(self, question: CuedQuestion, schema_stems: frozenset[str]) -> tuple[QuestionLink, ...]:
        """The links of a question, the best first. `schema_stems` are those of classes and relations."""
        found = [*await self._in_full(question), *self._text_links(question)]
        found += self._in_part(question, self._things, schema_stems)
        found += self._in_part(question, self._texts, schema_stems)
        taken = {place for link in found if link.score >= _SURE for place in link.places}
        found += await self._misspelled(question, taken)
        if not self._things.is_complete:
            found += await self._searched(question, taken)
        return tuple(_kept(found))

    async def _in_full(self, question: CuedQuestion) -> list[QuestionLink]:
        """The names that stand in it, as they are written or but for accents, and codes."""
        texts = list(MentionSpans(question.text).places)
        names = self._linker.names
        equal = await names.equal(texts)
        accents = await names.but_for_accents([text for text in texts if text not in equal])
        codes = await self._codes.bearers(text for text in texts if text not in equal)
        found = []
        for score, bearers in ((_EXACT, equal), (_ACCENTS, accents), (_EXACT, codes)):
            for text, iris in bearers.items():
                own = [iri for iri in iris if iri not in self._besides and not is_blank(iri)][:MOST_NAMESAKES]
                for start, end in places_of([text], question.text) if own else ():
                    found += _of_namesakes(question.places_of(start, end), own, score)
        return found

    def _text_links(self, question: CuedQuestion) -> Iterator[QuestionLink]:
        for item in self._schema.texts_in(question.text):
            places = question.places_of(item.start, item.end)
            if places:
                yield QuestionLink(frozenset(item.terms), places[0], places[-1] + 1, _EXACT)

    def _in_part(
        self, question: CuedQuestion, names: NameParts, schema_stems: frozenset[str]
    ) -> Iterator[QuestionLink]:
        for part in names.parts(question.stems, question.is_content):
            is_common = question.stems[part.start] in schema_stems
            is_alone = part.end == part.start + 1 and part.share < 1
            if not (is_common and is_alone):
                score = _PART + _WHOLE_PART * part.share - _COMMON * is_common
                yield from _each_and_all(part, score)

    async def _misspelled(self, question: CuedQuestion, taken: set[int]) -> list[QuestionLink]:
        tokens = question.tokens
        mentions = [question.text[tokens[place].start : tokens[place].end] for place in sorted(taken)]
        found = []
        for item in await self._linker.spelling.misspelled(question.text, mentions):
            for start, end in places_of([item.mention], question.text):
                places = question.places_of(start, end)
                iris = [entity.iri for entity in item.entities if entity.iri not in self._besides]
                found += _of_namesakes(places, iris, _SPELLING * item.score)
        return found

    async def _searched(self, question: CuedQuestion, taken: set[int]) -> list[QuestionLink]:
        """What the search of the graph finds for capitalised words that nothing else explains."""
        texts = []
        for _, text in MentionSpans(question.text).capitalised(()):
            for start, end in places_of([text], question.text)[:1]:
                places = question.places_of(start, end)
                if places and taken.isdisjoint(places):
                    texts.append((places[0], places[-1] + 1, text))
        parts = await searched_parts(self._linker.graph, texts, question.book, self._linker.languages)
        return [link for part in parts for link in _each_and_all(part, _PART + _WHOLE_PART * part.share)]


def _of_namesakes(places: Sequence[int], iris: Sequence[Term], score: float) -> list[QuestionLink]:
    if not places or not iris:
        return []
    start, end = places[0], places[-1] + 1
    return [*_each_and_all(PartOfName(start, end, tuple(iris), 1.0), score)]


def _each_and_all(part: PartOfName, score: float) -> Iterator[QuestionLink]:
    """A link of the first few bearers each, and one of all of them together."""
    for iri in part.bearers[:3]:
        yield QuestionLink(frozenset((iri,)), part.start, part.end, score)
    if len(part.bearers) > 1:
        yield QuestionLink(frozenset(part.bearers), part.start, part.end, score)


def _kept(found: Iterable[QuestionLink]) -> list[QuestionLink]:
    """The best links: one that lies in a longer or much surer one is left out."""
    kept: list[QuestionLink] = []
    for link in sorted(
        found, key=lambda item: (item.start - item.end, -item.score, item.start, sorted(item.terms))
    ):
        size = link.end - link.start
        is_hidden = any(
            other.start <= link.start
            and link.end <= other.end
            and other.score >= _SURE
            and (other.end - other.start > size or other.score >= link.score + _COMMON)
            for other in kept
        )
        if not is_hidden and not any(link.terms == other.terms and link.places == other.places for other in kept):
            kept.append(link)
    return kept[:MOST_LINKS]
