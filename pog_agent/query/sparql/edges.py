"""SPARQL for the edges that a query reads: plain joins of triple patterns, which every engine gets right.

A pattern with these edges alone has the same solutions as in the whole graph. So each edge is asked for within the
edges, constants and classes that it hangs together with, and conditions are left out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pog_agent.kg.sparql.terms import write_iri
from pog_agent.models.query import Combination, GraphPattern, InstanceOf, Query
from pog_agent.models.query_walk import scalars_of
from pog_agent.query.sparql.rows import selected
from pog_agent.query.sparql.select import WrittenQuery
from pog_agent.terms import is_literal

_AROUND: Final = "_around"
MOST_LISTED: Final = 200
"""So many terms are named in one query; a longer list restricts nothing."""

Subclasses = Mapping[tuple[str, str], Sequence[str]]
"""By class and subclass relation: the class and all classes below it."""


@dataclass(frozen=True)
class EdgesText:
    """A query for edges of a relation: its columns are their source and target, or one for both."""

    relation: str
    written: WrittenQuery

    def first(self, most: int) -> WrittenQuery:
        """A query for some of the edges, at most so many."""
        return WrittenQuery(f"{self.written.text} LIMIT {most}", self.written.columns)

    @property
    def count(self) -> WrittenQuery:
        """A query with one column: how many edges there are."""
        return WrittenQuery("\n".join(selected("(COUNT(*) AS ?n)", [f"{{ {self.written.text} }}"])), ("n",))


@dataclass(frozen=True)
class _Part:
    """One triple pattern, or (without a relation) a variable that is one of some IRIs."""

    source: str
    relation: str = ""
    target: str = ""
    terms: tuple[str, ...] = ()

    @property
    def variables(self) -> frozenset[str]:
        return frozenset(filter(None, (self.source, self.target)))

    @property
    def line(self) -> str:
        if self.relation:
            return f"?{self.source} {write_iri(self.relation)} ?{self.target} ."
        if len(self.terms) == 1:
            return f"FILTER(?{self.source} = {write_iri(self.terms[0])})"
        return f"FILTER(?{self.source} IN ({', '.join(map(write_iri, self.terms))}))"

    def apart(self, shared: frozenset[str]) -> "_Part":
        """The part with other names for all variables but the shared ones."""
        source, target = (name and (name if name in shared else f"{name}{_AROUND}") for name in self._ends)
        return replace(self, source=source, target=target)

    @property
    def _ends(self) -> tuple[str, str]:
        return self.source, self.target


def classes_in(query: Query) -> list[InstanceOf]:
    """The class tests of a query, nested ones included."""
    return [
        element for pattern, _ in _patterns(query) for element in pattern.elements if element.kind == "instance"
    ]


def direct_subclasses(relation: str, classes: Sequence[str]) -> EdgesText:
    """The edges of a subclass relation that lead to one of some classes."""
    return _edges(_Part("below", relation, "above"), [_Part("above", terms=tuple(classes))])


def edges_read(query: Query, subclasses: Subclasses) -> list[EdgesText]:
    """For each edge and class test of a query, a query for the edges there that can be part of a solution."""
    found: dict[EdgesText, None] = {}
    for pattern, around in _patterns(query):
        own = list(_parts(pattern, subclasses))
        others = [*own, *(part.apart(shared) for outer, shared in around for part in _parts(outer, subclasses))]
        for part in own:
            if part.relation:
                found[_edges(part, others)] = None
        for element in pattern.elements:
            if element.kind == "instance" and len(element.type_relations) > 1:
                for relation in element.type_relations:
                    member, classes = _membership(element, relation, subclasses)
                    found[_edges(member, [*others, classes])] = None
    return list(found)


_Around = tuple[tuple[GraphPattern, frozenset[str]], ...]
"""The pattern right around another one, if there is one, with the variables that both share."""


def _patterns(query: Query) -> Iterator[tuple[GraphPattern, _Around]]:
    """All patterns of a query and of the queries in it."""
    yield from _within(query.pattern, ())
    for optional in query.optionals:
        yield from _within(optional, ((query.pattern, optional.variables),))
    expressions = [column.expression for column in query.columns]
    expressions += [side for test in query.having for side in (test.left, test.right)]
    for expression in expressions:
        for scalar in scalars_of(expression):
            yield from _patterns(scalar.query)


def _within(pattern: GraphPattern, around: _Around) -> Iterator[tuple[GraphPattern, _Around]]:
    yield pattern, around
    for element in pattern.elements:
        if element.kind == "in_query":
            yield from _patterns(element.query)
        elif element.kind == "combination":
            yield from _of_combination(element, pattern)
    for condition in pattern.conditions:
        if condition.kind == "existence":
            yield from _within(condition.pattern, ((pattern, condition.pattern.variables),))
        elif condition.kind == "comparison":
            for side in (condition.left, condition.right):
                for scalar in scalars_of(side):
                    yield from _patterns(scalar.query)


def _of_combination(element: Combination, around: GraphPattern) -> Iterator[tuple[GraphPattern, _Around]]:
    for pattern in element.patterns:
        yield from _within(pattern, ((around, frozenset(element.variables)),))


def _parts(pattern: GraphPattern, subclasses: Subclasses) -> Iterator[_Part]:
    """What a pattern says by edges, constant IRIs and classes of one relation."""
    for element in pattern.elements:
        if element.kind == "edge":
            yield _Part(element.source, element.relation, element.target)
        elif element.kind == "constant" and not any(map(is_literal, element.terms)):
            if len(element.terms) <= MOST_LISTED:
                yield _Part(element.variable, terms=element.terms)
        elif element.kind == "instance" and len(element.type_relations) == 1:
            yield from _membership(element, element.type_relations[0], subclasses)


def _membership(element: InstanceOf, relation: str, subclasses: Subclasses) -> tuple[_Part, _Part]:
    """The edge to a class, and which classes these are."""
    key = element.class_, element.subclass_relation
    # Each class test has a variable of its own: a thing may be in two classes.
    name = f"{element.variable}_in{list(subclasses).index(key)}"
    return _Part(element.variable, relation, name), _Part(name, terms=tuple(subclasses[key]))


def _edges(wanted: _Part, others: Iterable[_Part]) -> EdgesText:
    """The edges of a part, within all others that hang together with it."""
    left = [part for part in dict.fromkeys(others) if part != wanted]
    kept = [wanted]
    known = wanted.variables
    while fitting := [part for part in left if part.variables & known]:
        kept += fitting
        left = [part for part in left if part not in fitting]
        known = known.union(*(part.variables for part in fitting))
    lines = [part.line for part in sorted(kept, key=lambda part: not part.relation)]
    ends = tuple(dict.fromkeys((wanted.source, wanted.target)))
    what = f"DISTINCT {' '.join(f'?{name}' for name in ends)}"
    return EdgesText(wanted.relation, WrittenQuery("\n".join(selected(what, lines)), ends))
