"""Witnesses: single solutions of a pattern, with the triples of the graph that make them solutions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from pog_agent.kg.sparql.results import read_count
from pog_agent.models.query import (
    Aggregate,
    Column,
    Combination,
    ComparisonTest,
    Constant,
    ConstantValue,
    Edge,
    GraphPattern,
    InQuery,
    InstanceOf,
    PatternElement,
    Query,
    QueryResult,
    VariableValue,
)
from pog_agent.models.query_walk import mentioned, read_variables
from pog_agent.query.evaluate import evaluate
from pog_agent.query.limits import QueryLimits
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, Triple, is_blank

MOST_SUPERCLASSES = 20
"""So many steps a chain of subclasses may have to be cited."""

Row = Mapping[str, Term | None]
"""The cells of a row by the names of their columns."""


@dataclass(frozen=True)
class Witness:
    """The terms of a pattern's variables in one solution, and the triples that show it.

    `memberships` are those of the triples that tell what is in a class. `is_whole` is False where something of
    the pattern has no triple that can be cited.
    """

    terms: Mapping[str, Term]
    triples: tuple[Triple, ...]
    memberships: frozenset[Triple] = frozenset()
    is_whole: bool = True


@dataclass(frozen=True)
class GraphReader:
    """Asks a run's graph for rows, counts and witnesses. All methods raise `GraphUnavailableError`."""

    run: RunContext

    async def result(self, query: Query, rows: int | None = None) -> QueryResult:
        """The result of a query, of at most so many rows."""
        limits = QueryLimits() if rows is None else QueryLimits(rows=rows)
        return await evaluate(query, self.run.kg, index=self.run.query_index, limits=limits)

    async def rows(self, query: Query, rows: int) -> list[dict[str, Term | None]]:
        """The first rows of a query by the names of its columns."""
        found = await self.result(query, rows)
        return [dict(zip(found.columns, row, strict=True)) for row in found.rows]

    async def count(self, elements: Sequence[PatternElement], variables: Sequence[str]) -> int | None:
        """How many distinct terms some variables have together; None where that cannot be counted."""
        number = Column(name="number_of_them", expression=Aggregate(function="count", over=tuple(variables)))
        return await self.number(GraphPattern(elements=tuple(elements)), number)

    async def number(self, pattern: GraphPattern, column: Column) -> int | None:
        """The value of a count over a pattern; None where it cannot be counted."""
        try:
            query = Query(form="scalar", pattern=pattern, columns=(column,))
        except ValidationError:
            return None
        found = (await self.result(query)).scalar
        return None if found is None else read_count(found)

    async def witness(self, pattern: GraphPattern, fixed: Mapping[str, Term]) -> Witness | None:
        """The first solution of a pattern in which some variables are fixed; None where none can be asked for.

        Fixed variables may be those of the pattern or of its conditions; blank nodes fix nothing.
        """
        told = {name for condition in pattern.conditions for name in mentioned(condition)} | pattern.variables
        constants = [
            Constant(variable=name, terms=(term,))
            for name, term in fixed.items()
            if name in told and not is_blank(term)
        ]
        names = sorted(pattern.variables)
        try:
            bound = GraphPattern(elements=(*pattern.elements, *constants), conditions=pattern.conditions)
            columns = tuple(Column(name=name, expression=VariableValue(variable=name)) for name in names)
            rows = await self.rows(Query(pattern=bound, columns=columns), 1)
        except ValidationError:
            return None
        if not rows:
            return None
        terms = {name: term for name, term in rows[0].items() if term is not None}
        return await self._shown(pattern, {**fixed, **terms})

    async def _shown(self, pattern: GraphPattern, terms: Mapping[str, Term]) -> Witness:
        """The triples of a solution."""
        triples: list[Triple] = []
        memberships: set[Triple] = set()
        is_whole = True
        inner: list[Witness | None] = []
        for element in pattern.elements:
            if element.kind == "edge":
                triples.append((terms[element.source], element.relation, terms[element.target]))
            elif element.kind == "instance":
                chain = await self._membership(element, terms[element.variable])
                triples += chain
                memberships.update(chain)
                is_whole &= bool(chain)
            elif element.kind == "in_query":
                row = await self._in_query(element, terms)
                # What else chooses the rows of an order or of groups has evidence of its own.
                inner += [row] if _is_plain(element.query) or (row is not None and row.is_whole) else []
            elif element.kind == "combination":
                inner += await self._combined(element, terms)
        inner += [
            await self.witness(condition.pattern, terms)
            for condition in pattern.conditions
            if condition.kind == "existence" and not condition.negated
        ]
        for found in inner:
            triples += found.triples if found else ()
            memberships.update(found.memberships if found else ())
            is_whole &= found is not None and found.is_whole
        return Witness(terms, tuple(dict.fromkeys(triples)), frozenset(memberships), is_whole)

    async def _in_query(self, element: InQuery, terms: Mapping[str, Term]) -> Witness | None:
        cells: dict[str, Term | None] = {
            column: terms[name] for name, column in zip(element.variables, element.columns, strict=True)
        }
        pattern = narrowed(element.query, cells)
        return None if pattern is None else await self.witness(pattern, {})

    async def _combined(self, element: Combination, terms: Mapping[str, Term]) -> list[Witness | None]:
        """Witnesses of the patterns that a solution is in: the first one of a union, all of an intersection."""
        shared = {name: terms[name] for name in element.variables}
        if element.operation == "difference":
            return [await self.witness(element.patterns[0], shared)]
        found = [await self.witness(part, shared) for part in element.patterns]
        if element.operation == "intersection":
            return [*found]
        return [next((one for one in found if one is not None), None)]

    async def _membership(self, element: InstanceOf, term: Term) -> list[Triple]:
        """The triples from a term to its class: its type, and a chain of subclasses; none if unknown."""
        relations, chain = element.type_relations, list[Triple]()
        seen = {term}
        for _ in range(MOST_SUPERCLASSES):
            direct = [(term, relation, element.class_) for relation in relations]
            exists = await self.run.kg.contains(direct)
            if any(exists):
                return [*chain, direct[exists.index(True)]]
            step = await self._step_up(element, term, relations, seen)
            if step is None:
                return []
            chain.append(step)
            term, relations = step[2], (element.subclass_relation,)
            seen.add(term)
        return []

    async def _step_up(
        self, element: InstanceOf, term: Term, relations: Sequence[str], seen: set[Term]
    ) -> Triple | None:
        """A triple from a term to a class below the one that is sought."""
        below = InstanceOf(
            variable="above",
            class_=element.class_,
            type_relations=(element.subclass_relation,),
            subclass_relation=element.subclass_relation,
        )
        for relation in relations if not is_blank(term) else ():
            own = Constant(variable="own", terms=(term,))
            edge = Edge(source="own", relation=relation, target="above")
            pattern = GraphPattern(elements=(own, edge, below))
            query = Query(
                pattern=pattern, columns=(Column(name="above", expression=VariableValue(variable="above")),)
            )
            for row in await self.rows(query, len(seen) + 1):
                if row["above"] is not None and row["above"] not in seen:
                    return (term, relation, row["above"])
        return None


def narrowed(query: Query, row: Row) -> GraphPattern | None:
    """The pattern of a query, and of the optional patterns that a row extends, restricted to the row.

    Only columns that the row has and that are no aggregates restrict it. None where no query can name a cell.
    """
    elements, conditions = list(query.pattern.elements), list(query.pattern.conditions)
    bound = set(query.pattern.variables)
    for column in query.keys:
        term = row.get(column.name)
        if term is None:
            continue
        if is_blank(term):
            return None
        read = {*read_variables(column.expression)}
        for optional in query.optionals:
            if optional.variables & (read - bound):
                elements += optional.elements
                conditions += optional.conditions
                bound |= optional.variables
        try:
            if column.expression.kind == "variable" and column.expression.type == "term":
                elements.append(Constant(variable=column.expression.variable, terms=(term,)))
            else:
                value = ConstantValue(term=term)
                conditions.append(ComparisonTest(left=column.expression, operator="=", right=value))
        except ValidationError:
            return None
    return GraphPattern(elements=tuple(dict.fromkeys(elements)), conditions=tuple(dict.fromkeys(conditions)))


def _is_plain(query: Query) -> bool:
    """Whether each row of a query is a solution of its pattern, whatever the other rows are."""
    return query.ranks is None and not query.is_grouped
