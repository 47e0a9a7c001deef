"""The units of an endpoint's numbers: what is said of relations, and numbers with a unit of their own."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from pog_agent.kg.preset import Preset
from pog_agent.kg.schema import queries
from pog_agent.kg.schema.summary import SchemaAttribute, SchemaNames, SchemaQuantity, SchemaUnit
from pog_agent.kg.schema.units.quantities import MOST_UNITS, is_plain, unit_terms
from pog_agent.kg.schema.units.stated import is_unit_relation, schema_units
from pog_agent.kg.sparql import query as sparql_query
from pog_agent.kg.sparql.fetch import Fetcher
from pog_agent.kg.sparql.results import read_count
from pog_agent.terms import Term, is_literal, literal_value
from pog_agent.values.known_units import KnownUnit, unit_of_term

Labels = Callable[[Sequence[Term]], Awaitable[dict[Term, SchemaNames]]]


@dataclass(frozen=True)
class UnitAsker:
    """Asks one endpoint. `labels` gives the names of unit nodes."""

    fetch: Fetcher
    preset: Preset
    labels: Labels

    async def units(
        self, relations: Sequence[SchemaNames], attributes: Sequence[SchemaAttribute]
    ) -> tuple[SchemaUnit, ...]:
        """The units of attributes."""
        iris = [named.iri for named in relations]
        pairs = [(iri, bearer) for iri in iris if (bearer := self.preset.label_bearer(iri))]
        build = partial(sparql_query.labels, self.preset, predicates=self.preset.descriptions)
        texts: defaultdict[Term, list[str]] = defaultdict(list)
        if self.preset.descriptions:
            for bearer, _, text in await self.fetch.batches(build, sorted({bearer for _, bearer in pairs})):
                if is_literal(text):
                    texts[bearer].append(literal_value(text))
        descriptions = {iri: texts[bearer] for iri, bearer in pairs}
        return tuple(schema_units(relations, attributes, await self._stated(iris), descriptions))

    async def _stated(self, relations: Sequence[Term]) -> dict[Term, list[KnownUnit | None]]:
        """The units that are stated of relations themselves."""
        ways = [relation for relation in relations if is_unit_relation(relation)]
        if not ways:
            return {}
        rows = await self.fetch.batches(partial(queries.stated_units, ways), list(relations))
        known = await self._known([term for _, term in rows])
        found: defaultdict[Term, list[KnownUnit | None]] = defaultdict(list)
        for relation, term in rows:
            found[relation].append(known[term])
        return dict(found)

    async def _known(self, terms: Iterable[Term]) -> dict[Term, KnownUnit | None]:
        distinct = list(dict.fromkeys(terms))
        labels = await self.labels([term for term in distinct if not is_literal(term)])
        return {term: unit_of_term(term, labels[term].shown() if term in labels else "") for term in distinct}

    async def quantities(
        self, relations: Sequence[SchemaNames], mediated: frozenset[Term]
    ) -> tuple[SchemaQuantity, ...]:
        """The relations among `mediated`, which lead to nameless nodes, that lead to numbers with units."""
        found = []
        for unit in (named.iri for named in relations if is_unit_relation(named.iri)):
            rows = await self.fetch.batches(partial(queries.measured_units, unit), sorted(mediated))
            units: defaultdict[tuple[Term, Term], list[Term]] = defaultdict(list)
            for relation, number, term in rows:
                units[relation, number].append(term)
            for (relation, number), terms in units.items():
                if len(terms) > MOST_UNITS:
                    continue
                labels = await self.labels([term for term in terms if not is_literal(term)])
                rows = await self.fetch.batches(queries.relations_around, [relation])
                around = [way for (way,) in rows if self.preset.is_schema_relation(way)]
                is_complete = await self._is_complete(relation, number, unit)
                found.append(
                    SchemaQuantity(
                        relation=relation,
                        number=number,
                        unit=unit,
                        units=unit_terms(terms, labels),
                        is_plain=is_plain(around, number),
                        is_complete=is_complete,
                    )
                )
        return tuple(found)

    async def _is_complete(self, relation: Term, number: Term, unit: Term) -> bool:
        """Whether all that a relation leads to has exactly one number and one unit."""
        text = queries.measured_counts(relation, number, unit)
        [counts] = await self.fetch.text(text, ("reached", "measured", "ways"))
        return len(set(map(read_count, counts))) == 1
