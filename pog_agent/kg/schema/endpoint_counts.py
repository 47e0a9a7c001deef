"""Counts links and attributes of some classes of an endpoint, and reads what their values are."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.schema import queries
from pog_agent.kg.schema.queries import EndPattern, UsedVocabulary
from pog_agent.kg.schema.summary import MOST_EXAMPLES, PSEUDO_CLASSES, TAGGED, SchemaAttribute, SchemaLink
from pog_agent.kg.schema.values import ValueFacts, datatype_of, describe_values, has_order, place_of
from pog_agent.kg.sparql.fetch import Fetcher
from pog_agent.kg.sparql.query import Select
from pog_agent.kg.sparql.results import ResultRow, read_count
from pog_agent.kg.sparql.terms import is_askable
from pog_agent.terms import LiteralTerm, Term, is_literal, literal_value

READ_VALUES: Final = 1_000
"""Attributes with more distinct values are asked for their extremes and some examples only."""

_Key = tuple[Term, Term, Term]
"""Class, relation, and class or datatype."""


class _Numbers(NamedTuple):
    edges: int
    sources: int
    targets: int


@dataclass
class Counts:
    """Links and attributes that were counted."""

    link_numbers: dict[_Key, _Numbers] = field(default_factory=dict)
    own_links: dict[_Key, int] = field(default_factory=dict)
    attribute_numbers: dict[_Key, _Numbers] = field(default_factory=dict)
    own_attributes: dict[_Key, int] = field(default_factory=dict)
    languages: dict[tuple[Term, Term], set[str]] = field(default_factory=dict)
    facts: dict[_Key, ValueFacts] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)

    def add(self, other: "Counts") -> None:
        """Takes in the counts of other classes."""
        self.link_numbers |= other.link_numbers
        self.own_links |= other.own_links
        self.attribute_numbers |= other.attribute_numbers
        self.own_attributes |= other.own_attributes
        self.languages |= other.languages
        self.facts |= other.facts
        self.notices += other.notices

    def keep_targets(self, classes: set[Term]) -> None:
        """Drops links to any other class."""
        self.link_numbers = {key: numbers for key, numbers in self.link_numbers.items() if key[2] in classes}

    def relations(self) -> list[Term]:
        """All relations, sorted."""
        return sorted({key[1] for key in (*self.link_numbers, *self.attribute_numbers)})

    def links(self) -> Iterator[SchemaLink]:
        """The links."""
        for key, numbers in self.link_numbers.items():
            yield SchemaLink(
                source=key[0],
                relation=key[1],
                target=key[2],
                edges=numbers.edges,
                sources=numbers.sources,
                targets=numbers.targets,
                own_edges=self.own_links.get(key, 0),
            )

    def attributes(self) -> Iterator[SchemaAttribute]:
        """The attributes."""
        for key, numbers in self.attribute_numbers.items():
            facts = self.facts.get(key) or ValueFacts((), None, None, ())
            tagged = self.languages.get(key[:2], set()) if key[2] == TAGGED else set()
            yield SchemaAttribute(
                source=key[0],
                relation=key[1],
                datatype=key[2],
                edges=numbers.edges,
                sources=numbers.sources,
                values=numbers.targets,
                own_edges=self.own_attributes.get(key, 0),
                languages=tuple(sorted(tagged)),
                units=facts.units,
                smallest=facts.smallest,
                greatest=facts.greatest,
                examples=facts.examples,
            )


class SchemaCounter:
    """Counts by queries. `below` has the types of the instances of each class."""

    def __init__(self, fetch: Fetcher, used: UsedVocabulary, below: Mapping[Term, Sequence[Term]]) -> None:
        self._fetch, self._used = fetch, used
        self._above = {name: types for name, types in below.items() if list(types) != [name]}

    async def counts(self, source: EndPattern, own: EndPattern) -> Counts:
        """The counts of the classes that `source` binds; `own` binds only nodes with the classes as types.

        Raises `GraphUnavailableError` where a query fails.
        """
        found = Counts()
        for target in (*self._targets(), *self._superclasses()):
            found.link_numbers |= _numbers(
                await bound_rows(self._fetch, queries.links(self._used, source, target))
            )
        found.attribute_numbers = _numbers(await bound_rows(self._fetch, queries.attributes(self._used, source)))
        if not self._above:
            found.own_links = {key: numbers.edges for key, numbers in found.link_numbers.items()}
            found.own_attributes = {key: numbers.edges for key, numbers in found.attribute_numbers.items()}
        else:
            for target in self._targets():
                rows = await bound_rows(self._fetch, queries.links(self._used, own, target))
                found.own_links |= {key: numbers.edges for key, numbers in _numbers(rows).items()}
            rows = await bound_rows(self._fetch, queries.attributes(self._used, own))
            found.own_attributes = {key: numbers.edges for key, numbers in _numbers(rows).items()}
        await self._read_values(source, found)
        return found

    def _superclasses(self) -> Iterator[EndPattern]:
        """Targets by their superclasses: more of them than have the superclass as a type, so these come last."""
        for name, types in self._above.items():
            yield queries.inherited(self._used, name, types)

    def _targets(self) -> Iterator[EndPattern]:
        """Targets by their types, and those without."""
        if self._used.types:
            yield queries.typed(self._used)
        for labelled, name in zip((True, False), PSEUDO_CLASSES, strict=True):
            if self._used.labels or not labelled:
                yield queries.unclassed(self._used, name, labelled=labelled, end="o", owner="d")

    async def _read_values(self, source: EndPattern, found: Counts) -> None:
        """Adds languages, extremes and examples: from all values where there are few, else from the endpoint."""
        if any(key[2] == TAGGED for key in found.attribute_numbers):
            for owner, relation, tag in await bound_rows(self._fetch, queries.tags(self._used, source)):
                found.languages.setdefault((_class_of(owner), relation), set()).add(_class_of(tag).lower())
        totals: defaultdict[tuple[Term, Term], int] = defaultdict(int)
        for key, numbers in found.attribute_numbers.items():
            if is_askable(key[1]) and is_askable(key[2]):
                totals[key[:2]] += numbers.targets
        few = [key for key, total in totals.items() if total <= READ_VALUES]
        rows = await self._fetch.batches(
            partial(queries.values, self._used, source), few, weight=lambda key: self._fetch.weight(totals[key])
        )
        values: defaultdict[_Key, set[LiteralTerm]] = defaultdict(set)
        for owner, relation, value in rows:
            if is_literal(value):
                values[_class_of(owner), relation, datatype_of(value)[0]].add(value)
        found.facts = {key: describe_values(sorted(own)) for key, own in values.items()}
        many = [key for key in found.attribute_numbers if totals.get(key[:2], 0) > READ_VALUES]
        await self._ask_extremes(source, found, many)

    async def _ask_extremes(self, source: EndPattern, found: Counts, many: Sequence[_Key]) -> None:
        ordered = [key for key in many if has_order(key[2])]
        ends: dict[_Key, tuple[Term, ...]] = {}
        try:
            rows = await self._fetch.batches(partial(queries.extremes, self._used, source), ordered)
            ends = {(_class_of(row[0]), row[1], _class_of(row[2])): row[3:] for row in rows}
        except GraphUnavailableError:
            found.notices += [
                f"the extremes of {relation} of {owner} are not known" for owner, relation, _ in ordered
            ]
        for key in many:
            query = queries.values(self._used, source, [key[:2]], literal_type=key[2])
            rows = await self._fetch.text(query.text(limit=MOST_EXAMPLES), query.columns)
            given = [value for _, _, value in rows if is_literal(value)]
            shown = tuple(sorted({literal_value(value) for value in given}))
            low, high = (_placed(end) for end in ends.get(key, ("", "")))
            units = describe_values(sorted(set(given))).units if given else ()
            found.facts[key] = ValueFacts(units, low, high, shown)


async def bound_rows(fetch: Fetcher, query: Select) -> list[ResultRow]:
    """The rows of a query that have a first column: rdflib makes one empty group out of no groups."""
    return [row for row in await fetch.batches(lambda _: query, [None]) if row[0]]


def _numbers(rows: Sequence[ResultRow]) -> dict[_Key, _Numbers]:
    return {(_class_of(row[0]), row[1], _class_of(row[2])): _Numbers(*map(read_count, row[3:])) for row in rows}


def _class_of(term: Term) -> Term:
    """A class or datatype; those that a query has bound as texts come as literals."""
    return literal_value(term) if is_literal(term) else term


def _placed(term: Term) -> str | None:
    """The lexical form of an extreme value; None for what has no place on a scale, or one with a unit."""
    place = place_of(term) if is_literal(term) else None
    return None if place is None or place.unit or not is_literal(term) else literal_value(term)
