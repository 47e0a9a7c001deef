"""SPARQL that counts the values which a query leaves out because they are not what they are read as."""

from collections.abc import Iterator

from pog_agent.models.query import Expression, GraphPattern, Query, VariableValue
from pog_agent.models.query_walk import aggregates_of, operands, scalars_of
from pog_agent.query.sparql.expressions import Read, reads, write_guard
from pog_agent.query.sparql.patterns import open_group
from pog_agent.query.sparql.rows import selected
from pog_agent.query.sparql.select import WrittenQuery, new_writing


def unread_values(query: Query, *, for_virtuoso: bool = False) -> list[tuple[Read, WrittenQuery]]:
    """For each place where the query reads a variable, a count of the values there that cannot be read.

    The patterns are taken without their conditions, so that the count is an upper bound of what is left out.
    """
    found: dict[tuple[GraphPattern, Read], None] = {}
    for pattern, read in _reads(query):
        bare = GraphPattern(elements=pattern.elements)
        found[bare, read] = None
    return [(read, _count(pattern, read, for_virtuoso)) for pattern, read in found]


def _count(pattern: GraphPattern, read: Read, for_virtuoso: bool) -> WrittenQuery:
    writing = new_writing(for_virtuoso)
    group = open_group(pattern, writing, {}, (read.variable,))
    own, name = group.variables[read.variable], writing.names.fresh("unread")
    guard = write_guard(read, group.variables, for_virtuoso)
    lines = [*group.lines(), f"FILTER(!COALESCE({guard}, false))"]
    return WrittenQuery("\n".join(selected(f"(COUNT(DISTINCT {own}) AS ?{name})", lines)), (name,))


def _reads(query: Query) -> Iterator[tuple[GraphPattern, Read]]:
    """Every pattern of a query with the guarded reads of its variables, those of nested queries included."""
    expressions = [column.expression for column in query.columns]
    expressions += [side for test in query.having for side in (test.left, test.right)]
    inner = [operand for item in expressions for part in aggregates_of(item) for operand in operands(part)]
    yield from _of_expressions(query.pattern, [*expressions, *inner])
    for pattern in (query.pattern, *query.optionals):
        yield from _of_pattern(pattern)
    for optional in query.optionals:
        yield from _of_expressions(optional, [*expressions, *inner])


def _of_pattern(pattern: GraphPattern, outer: GraphPattern | None = None) -> Iterator[tuple[GraphPattern, Read]]:
    """What the conditions of a pattern read, of its own variables and of those of the pattern around it."""
    for condition in pattern.conditions:
        if condition.kind == "comparison":
            for around in (pattern, outer) if outer else (pattern,):
                yield from _of_expressions(around, [condition.left, condition.right])
        elif condition.kind == "text":
            for around in (pattern, outer) if outer else (pattern,):
                yield from _own(around, VariableValue(variable=condition.variable, type="text"))
        else:
            yield from _of_pattern(condition.pattern, pattern)
    for element in pattern.elements:
        if element.kind == "in_query":
            yield from _reads(element.query)
        elif element.kind == "combination":
            for part in element.patterns:
                yield from _of_pattern(part)


def _of_expressions(pattern: GraphPattern, expressions: list[Expression]) -> Iterator[tuple[GraphPattern, Read]]:
    for read in reads(expressions):
        yield from _own(pattern, read)
    for expression in expressions:
        for scalar in scalars_of(expression):
            yield from _reads(scalar.query)


def _own(pattern: GraphPattern, read: Read) -> Iterator[tuple[GraphPattern, Read]]:
    """The read, if it is guarded and the pattern binds its variable."""
    is_guarded = read.kind != "variable" or read.type != "term"
    if is_guarded and read.variable in pattern.variables:
        yield pattern, read
