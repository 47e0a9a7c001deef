"""Which unit the numbers of a relation are in: as its name, its description or a statement about it says."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from pog_agent.kg.schema.summary import SchemaAttribute, SchemaNames, SchemaUnit, SchemaUnitSource
from pog_agent.models.query_walk import NUMBER_TYPES
from pog_agent.terms import Term, humanize, local_name
from pog_agent.values.known_units import KnownUnit
from pog_agent.values.unit_names import unit_in_description, unit_in_name

_UNIT_WORDS: Final = frozenset(("unit", "units", "currency"))


def is_unit_relation(relation: Term) -> bool:
    """Whether a relation is named as one that leads to units (`qudt:unit`, `schema:unitCode`)."""
    words = re.findall(r"[a-z]+", humanize(local_name(relation)).lower())
    return not _UNIT_WORDS.isdisjoint(words[-2:])


def schema_units(
    relations: Iterable[SchemaNames],
    attributes: Iterable[SchemaAttribute],
    stated: Mapping[Term, Sequence[KnownUnit | None]],
    descriptions: Mapping[Term, Sequence[str]],
) -> Iterator[SchemaUnit]:
    """The units of attributes that have numbers.

    What is stated of a relation holds; else what its names say, else its descriptions. Where these say several
    units, or one that is not known is stated, the unit is not known.
    """
    numeric = {item.relation for item in attributes if item.datatype in NUMBER_TYPES}
    for named in relations:
        if named.iri not in numeric:
            continue
        names = [*(name.text for name in (*named.labels, *named.aliases)), named.iri]
        ways: tuple[tuple[SchemaUnitSource, list[KnownUnit | None]], ...] = (
            ("statement", [*stated.get(named.iri, ())]),
            ("name", [*map(unit_in_name, names)]),
            ("description", [*map(unit_in_description, descriptions.get(named.iri, ()))]),
        )
        found = [(how, unit) for how, units in ways for unit in units if unit is not None]
        is_unknown = None in stated.get(named.iri, ()) or len({unit for _, unit in found}) != 1
        if not is_unknown:
            how, unit = found[0]
            yield SchemaUnit(relation=named.iri, unit=unit.text, source=how)
