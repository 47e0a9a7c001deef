"""Links and attributes of a class that a question names, by their words or by an adjective that measures them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from pog_agent.kg.schema.summary import SchemaAttribute, SchemaLink, SchemaSummary
from pog_agent.models import TopicEntity
from pog_agent.models.class_topics import ClassMention, RelationMention
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.extremes import ATTRIBUTES, degree_of, degree_of_comparative
from pog_agent.reading.question_words import FILLERS, name_places
from pog_agent.reading.schema.matching import NameMatcher
from pog_agent.reading.schema.names import name_forms, stems_of, tokens_of
from pog_agent.terms import Term, literal
from pog_agent.values import TypedValue, read_literal, read_text

BY_ADJECTIVE: Final = 0.8
BY_VAGUE_ADJECTIVE: Final = 0.6
"""The score of the attributes that one adjective may measure, where these are several."""
_DEGREE: Final = re.compile(
    r"\b(?:(?P<how>how)\s+(?P<plain>[a-z]+)|(?:(?P<sign>more|less|most|least)\s+)?(?P<word>[a-z]+))\b(?!\s+names?\b)",
    re.IGNORECASE,
)
_QUANTITY: Final = re.compile(r"(?<![\w.])\d[\d.,]*(?:\s+[^\W\d]\S*){0,2}")

Place = tuple[int, int]
R = TypeVar("R", SchemaLink, SchemaAttribute)


@dataclass(frozen=True)
class _Relation:
    """A relation at one end of which the class stands, with what stands at its other end.

    `dimensions` are those of its example values, as far as they have one.
    """

    iri: Term
    kind: Literal["link", "attribute"]
    forward: bool
    targets: tuple[Term, ...]
    units: tuple[str, ...] = ()
    dimensions: frozenset[str] = frozenset()


class RelationLinker:
    """Finds the relations of classes of one schema summary in questions. It looks at names alone."""

    def __init__(self, summary: SchemaSummary, encoder: Encoder, languages: Sequence[str] = ("en",)) -> None:
        self._summary = summary
        self._encoder = encoder
        self._languages = tuple(languages)
        self._known: dict[Term, tuple[list[_Relation], NameMatcher]] = {}

    def link(
        self,
        question: str,
        class_iri: Term,
        topics: Sequence[TopicEntity] = (),
        classes: Sequence[ClassMention] = (),
    ) -> tuple[RelationMention, ...]:
        """The links and attributes of a class that the question names, the surest first.

        Nothing is found in the names of `topics`, and where `classes`, which the question names, has the class
        itself. The words of other classes may be those of a relation ("the capital of"), but are not compared by
        likeness. A relation that leads from the class to itself is found in both directions. A stated quantity
        rules out attributes of another dimension.
        """
        relations, matcher = self._of_class(class_iri)
        places = [(start, end) for start, end, _ in name_places(question, topics)]
        places += [(item.start, item.end) for item in classes if item.iri == class_iri]
        tokens = tokens_of(question, places)
        taken: set[int] = set()
        found = list(matcher.same_words(tokens, taken))
        by_words = [((tokens[item.first].start, tokens[item.last - 1].end), item) for item in found]
        degrees = list(self._measured(question, relations, [*places, *(place for place, _ in by_words)]))
        closed = [*(place for place, *_ in degrees), *((item.start, item.end) for item in classes)]
        covered = {
            number
            for number, token in enumerate(tokens)
            if any(token.start < end and start < token.end for start, end in closed)
        }
        idle = {stem for word in FILLERS for stem in stems_of((word,))}
        alike = list(matcher.alike(tokens, taken | covered, idle))
        by_words += [((tokens[item.first].start, tokens[item.last - 1].end), item) for item in alike]
        mentions = [
            self._mention(question[slice(*place)], place, class_iri, relation).model_copy(
                update={"score": round(item.score, 3), "how": item.how}
            )
            for place, item in by_words
            for relation in relations
            if relation.iri == item.iri
        ]
        mentions += [
            self._mention(question[slice(*place)], place, class_iri, relation).model_copy(update={"score": score})
            for place, relation, score in degrees
        ]
        return tuple(sorted(mentions, key=lambda item: (-item.score, item.start, item.relation, not item.forward)))

    def _of_class(self, class_iri: Term) -> tuple[list[_Relation], NameMatcher]:
        if class_iri not in self._known:
            relations = list(_relations_of(self._summary, class_iri))
            names = [self._summary.names_of(iri) for iri in sorted({item.iri for item in relations})]
            forms = [form for named in names for form in name_forms(named, self._languages)]
            self._known[class_iri] = relations, NameMatcher(forms, self._encoder)
        return self._known[class_iri]

    def _measured(
        self, question: str, relations: Sequence[_Relation], taken: Sequence[Place]
    ) -> Iterator[tuple[Place, _Relation, float]]:
        """The attributes that adjectives of degree measure, outside the places taken.

        "Largest" is the largest population rather than the largest population density.
        """
        for match in _DEGREE.finditer(question):
            adjective = _adjective(match)
            start, end = match.span()
            if adjective is None or any(start < stop and begin < end for begin, stop in taken):
                continue
            stated = _stated_dimension(question[end:])
            measures = [set(stems_of(tuple(text.split()))) for text in ATTRIBUTES[adjective]]
            possible = [
                item
                for item in relations
                if item.kind == "attribute" and (not stated or not item.dimensions or stated in item.dimensions)
            ]
            named = [item for item in possible if any(stems in measures for stems in self._stems(item.iri))]
            fitting = named or [
                item
                for item in possible
                if any(measure <= stems for measure in measures for stems in self._stems(item.iri))
            ]
            score = BY_ADJECTIVE if len({item.iri for item in fitting}) == 1 else BY_VAGUE_ADJECTIVE
            yield from (((start, end), item, score) for item in fitting)

    def _stems(self, relation: Term) -> list[set[str]]:
        return [set(form.stems) for form in name_forms(self._summary.names_of(relation), self._languages)]

    def _mention(self, text: str, place: Place, source: Term, relation: _Relation) -> RelationMention:
        """A relation as an adjective measures it."""
        return RelationMention(
            text=text,
            start=place[0],
            end=place[1],
            source=source,
            relation=relation.iri,
            label=self._summary.names_of(relation.iri).shown(self._languages),
            kind=relation.kind,
            forward=relation.forward,
            targets=relation.targets,
            score=BY_ADJECTIVE,
            how="adjective",
            units=relation.units,
        )


def _relations_of(summary: SchemaSummary, class_iri: Term) -> Iterator[_Relation]:
    for forward, links in ((True, summary.links_from(class_iri)), (False, summary.links_to(class_iri))):
        for iri, links_of in _grouped(links):
            ends = (link.target if forward else link.source for link in links_of)
            yield _Relation(iri, "link", forward, tuple(sorted(set(ends))))
    for iri, attributes in _grouped(summary.attributes_of(class_iri)):
        units = {unit for item in attributes for unit in item.units}
        datatypes = tuple(sorted({item.datatype for item in attributes}))
        values = (read_literal(literal(text, item.datatype)) for item in attributes for text in item.examples)
        dimensions = frozenset(map(_dimension, values)) - {""}
        yield _Relation(iri, "attribute", True, datatypes, tuple(sorted(units)), dimensions)


def _grouped(items: Iterable[R]) -> list[tuple[Term, list[R]]]:
    found: dict[Term, list[R]] = {}
    for item in items:
        found.setdefault(item.relation, []).append(item)
    return sorted(found.items(), key=lambda item: item[0])


def _adjective(match: re.Match[str]) -> str | None:
    """The adjective of a comparative, a superlative or "how long"; a plain one alone ("new") measures nothing."""
    if match["how"]:
        plain = match["plain"].casefold()
        return plain if plain in ATTRIBUTES else None
    word, sign = match["word"].casefold(), match["sign"] or ""
    if word in ATTRIBUTES and not sign and word not in ("first", "last"):
        return None
    found = degree_of(f"{sign} {word}") or degree_of_comparative(f"{sign} {word}")
    return found if found in ATTRIBUTES else None


def _stated_dimension(rest: str) -> str:
    """The dimension of the first quantity in a text, empty where it has none; the longest reading counts."""
    match = _QUANTITY.search(rest)
    words = match.group().split() if match else []
    for size in range(len(words), 1, -1):
        dimension = _dimension(read_text(" ".join(words[:size]).strip("?.,!")))
        if dimension:
            return dimension
    return ""


def _dimension(value: TypedValue) -> str:
    return value.kind if value.kind == "duration" else value.dimension
