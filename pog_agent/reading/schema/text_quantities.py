"""Attributes whose values are texts with a number and a unit ("12,5 kg"), read as numbers in one unit."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pog_agent.kg.schema.summary import STRING, TAGGED, SchemaSummary
from pog_agent.models.query import Edge, Expression, TermCase, TermNumber
from pog_agent.terms import XSD, LiteralTerm, Term, literal_datatype, literal_language, literal_value
from pog_agent.values import read_text
from pog_agent.values.known_units import KnownUnit, exact_decimal, known_unit
from pog_agent.values.numbers import WrittenNumber
from pog_agent.values.quantities import stated_quantity

MOST_TEXTS: Final = 200
"""A query lists the numbers of at most so many different texts."""
_WITH_UNIT: Final = ("quantity", "duration")


@dataclass(frozen=True)
class MeasuredTexts:
    """An attribute all of whose texts are numbers with units: `cases` has the number of each in the `unit`."""

    relation: Term
    unit: KnownUnit
    cases: tuple[TermCase, ...]
    problem: str = ""
    is_computed: bool = False
    is_complete: bool = True

    def edges(self, source: str, variable: str) -> tuple[Edge, ...]:
        """The edge from a variable to one for the text."""
        return (Edge(source=source, relation=self.relation, target=variable),)

    def number(self, variable: str) -> Expression:
        """The number that the text of a variable says, in the common unit."""
        return TermNumber(variable=variable, cases=self.cases)


@dataclass(frozen=True)
class _Quantity:
    term: LiteralTerm
    number: WrittenNumber
    unit: KnownUnit


def measured_texts(
    summary: SchemaSummary, texts: Mapping[Term, Sequence[LiteralTerm]]
) -> dict[Term, MeasuredTexts]:
    """The attributes all of whose values are one text for each thing, with a number and a unit that compare.

    `texts` are all values of attributes. Left out are those with texts in several languages, with more than
    `MOST_TEXTS`, in units of different dimensions or with another zero, and of an uncertain decimal mark.
    """
    found = {
        relation: _measured(relation, terms) for relation, terms in texts.items() if _is_plain(summary, relation)
    }
    return {relation: measured for relation, measured in found.items() if measured is not None}


def with_numbers_for_texts(summary: SchemaSummary, relations: Mapping[Term, MeasuredTexts]) -> SchemaSummary:
    """The summary in which some texts are the numbers that they say."""
    attributes = tuple(
        item.model_copy(update={"datatype": XSD + "decimal"}) if item.relation in relations else item
        for item in summary.attributes
    )
    return summary.model_copy(update={"attributes": attributes})


def _is_plain(summary: SchemaSummary, relation: Term) -> bool:
    """Whether each thing has one text, all of one language or none."""
    own = [item for item in summary.attributes if item.relation == relation]
    kinds = {(item.datatype, item.languages) for item in own}
    is_text = all(datatype in (STRING, TAGGED) for datatype, _ in kinds)
    return is_text and len(kinds) == 1 and all(item.edges == item.sources for item in own)


def _measured(relation: Term, terms: Sequence[LiteralTerm]) -> MeasuredTexts | None:
    if not 0 < len(terms) <= MOST_TEXTS:
        return None
    quantities = [item for item in map(_quantity, terms) if item is not None]
    languages = {literal_language(item.term) for item in quantities}
    if len(quantities) < len(terms) or len(languages) > 1:
        return None
    sizes = Counter(item.unit for item in quantities)
    for unit in sorted(sizes, key=lambda unit: (-sizes[unit], unit.text)):
        cases = _cases(quantities, unit)
        if cases is not None:
            return MeasuredTexts(relation, unit, cases)
    return None


def _quantity(term: LiteralTerm) -> _Quantity | None:
    if literal_datatype(term) not in (None, STRING):
        return None
    text = literal_value(term).strip()
    value, stated = read_text(text), stated_quantity(text)
    unit = known_unit(stated[1]) if stated else None
    if stated is None or unit is None or value.kind not in _WITH_UNIT or value.span is None:
        return None
    return _Quantity(term, stated[0], unit)


def _cases(quantities: Sequence[_Quantity], unit: KnownUnit) -> tuple[TermCase, ...] | None:
    """The number of each text in a unit; None where one is not exact, or its decimal mark is not certain."""
    marks = {item.number.mark for item in quantities} - {"", None}
    cases = []
    for item in quantities:
        by_mark = {"": item.number.by_point, ".": item.number.by_point, ",": item.number.by_comma}
        mark = item.number.mark if item.number.mark is not None else next(iter(marks)) if len(marks) == 1 else None
        value = by_mark[mark] if mark is not None else None
        same = item.unit.dimension == unit.dimension and item.unit.offset == unit.offset
        number = exact_decimal(Fraction(value) * item.unit.factor_to(unit)) if same and value is not None else None
        if number is None or (item.unit.offset and item.unit != unit):
            return None
        cases.append(TermCase(term=item.term, number=f"{number:f}"))
    return tuple(sorted(cases, key=lambda case: case.term))
