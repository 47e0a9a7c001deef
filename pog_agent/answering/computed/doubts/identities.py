"""Things that a query compares, where two of them have one name and may be one thing in truth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.answering.computed.query_parts import connected, own_patterns
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.answering.shown_paths import term_labels
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Column, GraphPattern, PatternElement, Query, VariableValue
from pog_agent.terms import Term, is_literal
from pog_agent.words import folded

MOST_COMPARED: Final = 1000
"""So many values of each side are looked at."""


@dataclass(frozen=True)
class SamenessTest:
    """Two variables that a test takes for the same thing or not, and the elements around them."""

    variables: tuple[str, str]
    elements: tuple[PatternElement, ...]


async def compared_namesakes(query: Query, reader: GraphReader) -> list[Finding]:
    """Two things of one name that a yes or no takes for two, a sentence for each name."""
    flaws: dict[Finding, None] = {}
    for compared in comparisons(query) if query.form == "exists" else ():
        one, other = [await _values(name, compared.elements, reader) for name in compared.variables]
        if MOST_COMPARED in (len(one), len(other)):
            flaws[finding("not-compared", f"{MOST_COMPARED} things")] = None
        if one.isdisjoint(other):
            labels = await term_labels(reader.run, [*one, *other])
            names = {folded(labels[term]) for term in other}
            alike = sorted(labels[term] for term in one if folded(labels[term]) in names)
            flaws.update((finding("same-name-compared", name), None) for name in alike)
    return [*flaws]


async def _values(variable: str, elements: Sequence[PatternElement], reader: GraphReader) -> set[Term]:
    """The first entities that a variable stands for."""
    column = Column(name=variable, expression=VariableValue(variable=variable))
    query = Query(pattern=GraphPattern(elements=connected(elements, variable)), columns=(column,))
    terms = [row[variable] for row in await reader.rows(query, MOST_COMPARED)]
    return {term for term in terms if term is not None and not is_literal(term)}


def comparisons(query: Query) -> Iterator[SamenessTest]:
    """The two sides of each test whether two things are the same, at any depth."""
    for pattern in own_patterns(query):
        for item in pattern.conditions:
            if item.kind != "comparison" or item.operator not in ("=", "!="):
                continue
            one, other = item.left, item.right
            if one.kind == other.kind == "variable" and one.type == other.type == "term":
                names = (one.variable, other.variable)
                if pattern.variables.issuperset(names):
                    yield SamenessTest(names, pattern.elements)
