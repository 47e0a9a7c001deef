"""Makes the schema summary of an endpoint by counting queries; of what it will not count, by a sample."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.meter import Meter, SpentError
from pog_agent.kg.names import is_name
from pog_agent.kg.preset import Preset
from pog_agent.kg.schema import queries
from pog_agent.kg.schema.classes import upward_closure
from pog_agent.kg.schema.endpoint_counts import Counts, SchemaCounter, bound_rows
from pog_agent.kg.schema.naming import schema_names
from pog_agent.kg.schema.queries import EndPattern, UsedVocabulary
from pog_agent.kg.schema.summary import (
    NO_CLASS,
    PSEUDO_CLASSES,
    SchemaClass,
    SchemaNames,
    SchemaQuantity,
    SchemaSummary,
    SchemaUnit,
    is_mediator,
)
from pog_agent.kg.schema.units.asked import UnitAsker
from pog_agent.kg.schema.units.quantities import mediated_relations
from pog_agent.kg.sparql import query as sparql_query
from pog_agent.kg.sparql.fetch import Fetcher
from pog_agent.kg.sparql.results import read_count
from pog_agent.kg.sparql.terms import is_askable
from pog_agent.terms import LiteralTerm, Term

MOST_CLASSES: Final = 500
"""The classes with the most instances; more are left out."""
SAMPLED_INSTANCES: Final = 200
_SEEN_TYPES: Final = 10_000
_WEIGHT: Final = 20_000
"""Classes with so many instances together are counted by one query."""
_JUDGED_NAMES: Final = 500

Names = Callable[[Sequence[Term]], Awaitable[Mapping[Term, str]]]
"""Gives the names of those nodes without a label that go by their IRIs."""


@dataclass
class _Sizes:
    """Numbers of instances by class."""

    own: dict[Term, int] = field(default_factory=dict)
    all: dict[Term, int] = field(default_factory=dict)
    labelled: dict[Term, int] = field(default_factory=dict)
    named: dict[Term, int] = field(default_factory=dict)
    sampled: dict[Term, int] = field(default_factory=dict)


class EndpointSummarizer:
    """Makes one summary. The fetcher bounds each query, the meter all of them together.

    A class that the endpoint refuses to count, and from then on every class that has more than half as many
    instances, is counted over `SAMPLED_INSTANCES` instances instead. `is_whole` says of the finished summary that
    nothing was left out or sampled.
    """

    def __init__(self, fetch: Fetcher, preset: Preset, names: Names, meter: Meter) -> None:
        self._fetch, self._preset, self._names, self._meter = fetch, preset, names, meter
        self._used = UsedVocabulary(preset, (), ())
        self._sizes = _Sizes()
        self._parents: dict[Term, set[Term]] = {}
        self._below: dict[Term, list[Term]] = {}
        self._counts = Counts()
        self._counted: set[Term] = set()
        self._named: dict[Term, SchemaNames] = {}
        self._units: tuple[SchemaUnit, ...] = ()
        self._quantities: tuple[SchemaQuantity, ...] = ()
        self._warnings: list[str] = []
        self._estimated: list[Term] = []
        self._refused_at = float("inf")

    @property
    def is_whole(self) -> bool:
        """Whether everything was counted."""
        return not (self._warnings or self._counts.notices)

    async def summary(self) -> SchemaSummary:
        """The summary; raises `GraphUnavailableError` if not even classes can be asked for."""
        with self._meter.running():
            try:
                await self._collect()
            except SpentError:
                missing = sum(self._is_uncounted(name) for name, count in self._sizes.all.items() if count)
                self._warnings.append(
                    f"{self._meter.spent()} is reached: links and attributes of {missing} classes were not counted"
                )
        return self._assembled()

    async def _collect(self) -> None:
        await self._find_classes()
        await self._name(self._sizes.all)
        sources = sorted(self._below, key=lambda name: (-self._sizes.all.get(name, 0), name))
        counter = SchemaCounter(self._fetch, self._used, self._below)
        for labelled, name in zip((True, False), PSEUDO_CLASSES, strict=True):
            if self._sizes.all.get(name):
                await self._count_pseudo(counter, name, labelled)
        for batch in _batches(sources, lambda name: self._sizes.all.get(name, 0)):
            await self._count(counter, batch)
        known = {*self._sizes.all}
        self._counts.keep_targets(known)
        await self._name(self._counts.relations())
        await self._find_units()

    async def _find_units(self) -> None:
        """Reads which units numbers are in."""
        relations = [self._named.get(name) or SchemaNames(iri=name) for name in self._counts.relations()]
        classes = (self._class(name, count) for name, count in self._sizes.all.items() if count)
        asker = UnitAsker(self._fetch, self._preset, self._names_of)
        try:
            self._units = await asker.units(relations, list(self._counts.attributes()))
            mediated = mediated_relations(classes, self._counts.links())
            self._quantities = await asker.quantities(relations, mediated)
        except GraphUnavailableError as error:
            self._warnings.append(f"which units the numbers are in was not read: {error}")

    async def _names_of(self, terms: Sequence[Term]) -> dict[Term, SchemaNames]:
        await self._name(terms)
        return {term: self._named.get(term) or SchemaNames(iri=term) for term in terms}

    async def _find_classes(self) -> None:
        used = [
            tuple(row[0] for row in await self._fetch.text(query.text(), query.columns))
            for query in map(sparql_query.used, (self._preset.types, self._preset.labels))
        ]
        types, labels = (
            tuple(name for name in names if name in found)
            for names, found in zip((self._preset.types, self._preset.labels), used, strict=True)
        )
        self._used = UsedVocabulary(self._preset, types, labels)
        if types:
            self._sizes.own = await self._class_sizes()
            await self._find_superclasses()
        await self._size_classes()

    async def _class_sizes(self) -> dict[Term, int]:
        """The classes, each with the number of nodes that have it as a type."""
        try:
            rows = await self._fetch.text(queries.class_sizes(self._used, MOST_CLASSES + 1), ("c", "n"))
        except GraphUnavailableError:
            query = queries.some_types(self._used)
            seen = await self._fetch.text(query.text(limit=_SEEN_TYPES), query.columns)
            self._warnings.append(
                f"the endpoint does not count all classes: those that {len(seen):,} nodes have were looked for"
            )
            return dict.fromkeys(sorted({row[1] for row in seen if is_askable(row[1])})[:MOST_CLASSES], 0)
        if len(rows) > MOST_CLASSES:
            self._warnings.append(f"only the {MOST_CLASSES} classes with the most instances were counted")
        return {name: read_count(count) for name, count in rows[:MOST_CLASSES] if is_askable(name)}

    async def _find_superclasses(self) -> None:
        ahead = sorted(self._sizes.own)
        seen = set(ahead)
        while ahead and self._preset.subclasses:
            rows = await self._fetch.batches(partial(queries.superclasses, self._used), ahead)
            for below, above in rows:
                if is_askable(above):
                    self._parents.setdefault(below, set()).add(above)
            ahead = sorted({above for _, above in rows if is_askable(above)} - seen)
            seen.update(ahead)
        found: defaultdict[Term, list[Term]] = defaultdict(list)
        for name, reached in upward_closure(self._sizes.own, self._parents).items():
            for class_ in reached if name in self._sizes.own else ():
                found[class_].append(name)
        self._below = {name: sorted(own) for name, own in found.items()}

    def _pairs(self, classes: Iterable[Term]) -> list[tuple[Term, Term]]:
        return [(below, name) for name in classes for below in self._below[name]]

    async def _size_classes(self) -> None:
        sizes = self._sizes
        for name in self._below:
            sizes.all[name] = sizes.own.get(name, 0)
        if self._below:
            order = sorted(self._below, key=lambda name: (-sizes.all[name], name))
            for batch in _batches(order, lambda name: sizes.all[name]):
                await self._size_batch(batch)
        for labelled, name in zip((True, False), PSEUDO_CLASSES, strict=True):
            await self._size_pseudo(name, labelled)
        for name in [name for name, count in sizes.all.items() if count]:
            await self._judge_names(name)
        if self._estimated:
            which = self._estimated[0] if len(self._estimated) == 1 else f"{len(self._estimated)} classes"
            self._warnings.append(f"the named instances of {which} are estimated from {_JUDGED_NAMES} of each")

    async def _size_batch(self, batch: Sequence[Term]) -> None:
        source = queries.members(self._used, self._pairs(batch))
        try:
            found = await bound_rows(self._fetch, queries.sizes(self._used, source))
            labelled = await bound_rows(self._fetch, queries.sizes(self._used, source, labelled=True))
            pairs = [(name, name) for name in batch if self._sizes.own.get(name) == 0]
            own = (
                await bound_rows(self._fetch, queries.sizes(self._used, queries.members(self._used, pairs)))
                if pairs
                else []
            )
        except GraphUnavailableError:
            if len(batch) > 1:
                for part in _halves(batch):
                    await self._size_batch(part)
                return
            self._warnings.append(f"the instances of {batch[0]} were not counted, or not those with a label")
            return
        self._sizes.all |= {name: read_count(count) for name, count in found}
        self._sizes.own |= {name: read_count(count) for name, count in own}
        self._sizes.labelled |= {name: read_count(count) for name, count in labelled}

    async def _size_pseudo(self, name: Term, labelled: bool) -> None:
        if labelled and not self._used.labels:
            return
        source = queries.unclassed(self._used, name, labelled=labelled)
        try:
            [(count,)] = await bound_rows(self._fetch, queries.unclassed_size(self._used, source))
        except GraphUnavailableError:
            self._warnings.append(f"nodes of {name!r} were not counted: the endpoint refuses to")
            return
        self._sizes.all[name] = self._sizes.own[name] = read_count(count)
        self._sizes.labelled[name] = read_count(count) if labelled else 0

    async def _judge_names(self, name: Term) -> None:
        """How many instances of a class have a name: those with a label, and those that go by their IRIs."""
        labelled, total = self._sizes.labelled.get(name, 0), self._sizes.all[name]
        if labelled >= total or self._preset.names_from_iris == "never":
            self._sizes.named[name] = labelled
            return
        query = queries.instances(self._used, self._source(name), unlabelled=True)
        try:
            rows = await self._fetch.text(query.text(limit=_JUDGED_NAMES), query.columns)
        except GraphUnavailableError:
            self._warnings.append(f"instances of {name} that go by their IRIs were not counted")
            return
        named = len(await self._names([row[0] for row in rows if is_askable(row[0])]))
        if len(rows) >= _JUDGED_NAMES:
            named = (total - labelled) * named // len(rows)
            self._estimated.append(name)
        self._sizes.named[name] = labelled + named

    def _source(self, name: Term) -> EndPattern:
        if name in PSEUDO_CLASSES:
            return queries.unclassed(self._used, name, labelled=name == NO_CLASS)
        return queries.members(self._used, self._pairs([name]))

    async def _count_pseudo(self, counter: SchemaCounter, name: Term, labelled: bool) -> None:
        source = queries.unclassed(self._used, name, labelled=labelled)
        try:
            self._counts.add(await counter.counts(source, source))
            self._counted.add(name)
        except GraphUnavailableError:
            await self._count_sample(counter, name)

    async def _count(self, counter: SchemaCounter, batch: Sequence[Term]) -> None:
        if len(batch) == 1 and self._sizes.all.get(batch[0], 0) > self._refused_at / 2:
            await self._count_sample(counter, batch[0])
            return
        source = queries.members(self._used, self._pairs(batch))
        own = queries.members(self._used, ((name, name) for name in batch))
        try:
            self._counts.add(await counter.counts(source, own))
            self._counted.update(batch)
        except GraphUnavailableError:
            if len(batch) > 1:
                for part in _halves(batch):
                    await self._count(counter, part)
                return
            self._refused_at = min(self._refused_at, self._sizes.all.get(batch[0], 0))
            await self._count_sample(counter, batch[0])

    async def _count_sample(self, counter: SchemaCounter, name: Term) -> None:
        """Counts the links and attributes of some instances of a class."""
        self._sizes.sampled[name] = 0
        query = queries.instances(self._used, self._source(name))
        try:
            rows = await self._fetch.text(query.text(limit=SAMPLED_INSTANCES), query.columns)
            chosen = sorted(row[0] for row in rows if is_askable(row[0]))
            source = queries.listed(name, chosen)
            if chosen:
                self._counts.add(await counter.counts(source, source))
        except GraphUnavailableError as error:
            self._warnings.append(f"links and attributes of {name} were not counted: {error}")
            return
        self._sizes.sampled[name] = len(chosen)
        shown = f"{len(chosen):,} of {self._sizes.all[name]:,} instances"
        self._warnings.append(f"links and attributes of {name} were counted of {shown}")

    def _is_uncounted(self, name: Term) -> bool:
        return name not in self._counted and not self._sizes.sampled.get(name)

    async def _name(self, terms: Iterable[Term]) -> None:
        """Reads the names of classes or relations."""
        bearers = {
            term: bearer
            for term in terms
            if term not in PSEUDO_CLASSES and (bearer := self._preset.label_bearer(term)) and is_askable(bearer)
        }
        build = partial(sparql_query.labels, self._preset, predicates=self._preset.names)
        found: defaultdict[Term, list[tuple[int, LiteralTerm]]] = defaultdict(list)
        for bearer, predicate, name in await self._fetch.batches(build, sorted(set(bearers.values()))):
            if is_name(name) and predicate in self._preset.names:
                found[bearer].append((self._preset.names.index(predicate), name))
        for term, bearer in bearers.items():
            self._named[term] = schema_names(term, found[bearer], self._preset)

    def _assembled(self) -> SchemaSummary:
        relations = (self._named.get(name) or SchemaNames(iri=name) for name in self._counts.relations())
        classes = (self._class(name, count) for name, count in self._sizes.all.items() if count)
        return SchemaSummary.ordered(
            classes,
            relations,
            self._counts.links(),
            self._counts.attributes(),
            (*self._warnings, *self._counts.notices),
            units=self._units,
            quantities=self._quantities,
        )

    def _class(self, name: Term, count: int) -> SchemaClass:
        named = self._sizes.named.get(name)
        is_sampled = name in self._sizes.sampled or self._is_uncounted(name)
        return SchemaClass(
            **dict(self._named.get(name) or SchemaNames(iri=name)),
            instances=count,
            own_instances=self._sizes.own.get(name, 0),
            named=self._sizes.labelled.get(name, 0) if named is None else named,
            mediator=named is not None and is_mediator(count, named),
            superclasses=tuple(sorted(self._parents.get(name, set()) - {name})),
            sampled=self._sizes.sampled.get(name, 0) if is_sampled else None,
        )


def _batches(names: Sequence[Term], size: Callable[[Term], int]) -> list[list[Term]]:
    """The classes in order, in batches of few instances or one class."""
    batches: list[list[Term]] = []
    total = 0
    for name in names:
        if not batches or total + size(name) > _WEIGHT or len(batches[-1]) >= MOST_CLASSES // 10:
            batches.append([])
            total = 0
        batches[-1].append(name)
        total += size(name)
    return batches


def _halves(batch: Sequence[Term]) -> tuple[Sequence[Term], Sequence[Term]]:
    middle = len(batch) // 2
    return batch[:middle], batch[middle:]
