"""Values and counts that plainer questions ask for, as parts of one query."""

from collections.abc import Sequence
from dataclasses import dataclass

from pog_agent.models.query import (
    Aggregate,
    ComparisonTest,
    DatePart,
    Edge,
    GraphPattern,
    Operator,
    Query,
    ScalarValue,
    VariableValue,
)
from pog_agent.models.query_walk import aggregates_of, variables_of
from pog_agent.reading.composing.forms.combining import renamed
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.reading.composing.writing.values import typed_value
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.terms import Term


@dataclass(frozen=True)
class Operand:
    """A value of an attribute: the pattern that it is in, the thing that has it and the relation between them."""

    pattern: GraphPattern
    thing: str
    relation: Term
    variable: str
    value: VariableValue | DatePart

    @property
    def is_year(self) -> bool:
        """Whether only the year of a date is known."""
        return isinstance(self.value, DatePart)


def operand_of(query: Query, lexicon: SchemaLexicon, ending: str) -> Operand:
    """The one attribute that a query asks for, with names that end with `ending`. Raises `UnwrittenError`."""
    expression = query.columns[0].expression if query.columns else None
    is_plain = query.form == "rows" and not (query.is_grouped or query.order_by or query.optionals)
    if not is_plain or len(query.columns) != 1 or not isinstance(expression, VariableValue):
        raise UnwrittenError("a part of the question asks for more than one value of a thing")
    edge = edge_to(query.pattern, expression.variable)
    named = {name for item in query.pattern.elements if item.kind != "edge" for name in variables_of(item)}
    if edge.source not in named:
        raise UnwrittenError(f"{lexicon.label(edge.relation)!r} is an attribute of something that is not named")

    def name_of(name: str) -> str:
        return f"{name}_{ending}"

    own = name_of(expression.variable)
    value = typed_value(own, edge.relation, lexicon)
    return Operand(renamed(query.pattern, name_of), name_of(edge.source), edge.relation, own, value)


def alike_operands(queries: Sequence[Query], lexicon: SchemaLexicon) -> tuple[Operand, Operand]:
    """Two numbers or dates of one attribute, which share no names. Raises `UnwrittenError`."""
    one, other = (operand_of(query, lexicon, name) for query, name in zip(queries, ("one", "other"), strict=True))
    if one.relation != other.relation:
        raise UnwrittenError("the two values are not those of one attribute")
    return one, other


def edge_to(pattern: GraphPattern, variable: str) -> Edge:
    """The only edge of a pattern that leads to a variable. Raises `UnwrittenError`."""
    found = [item for item in pattern.elements if item.kind == "edge" and item.target == variable]
    if len(found) != 1:
        raise UnwrittenError("a part of the question asks for no attribute of a thing")
    return found[0]


def joined_operands(one: Operand, other: Operand, operator: Operator) -> GraphPattern:
    """Both patterns, where the first value is in a relation to the other one."""
    test = ComparisonTest(left=one.value, operator=operator, right=other.value)
    return GraphPattern(
        elements=(*one.pattern.elements, *other.pattern.elements),
        conditions=(*one.pattern.conditions, *other.pattern.conditions, test),
    )


@dataclass(frozen=True)
class CountedThings:
    """What a query counts: the pattern, the variable of the things, and the count as a value of another query."""

    pattern: GraphPattern
    variable: str
    number: ScalarValue


def is_count(query: Query) -> bool:
    """Whether a query is a plain count of things."""
    value = query.columns[0].expression if len(query.columns) == 1 else None
    return query.form == "scalar" and isinstance(value, Aggregate) and value.function == "count"


def counted_things(query: Query) -> CountedThings:
    """What a query counts. Raises `UnwrittenError` where it is no plain count of the things of a class."""
    if not is_count(query):
        raise UnwrittenError("a part of the question counts nothing")
    (things,) = aggregates_of(query.columns[0].expression)
    return CountedThings(query.pattern, things.over[0], ScalarValue(query=query))
