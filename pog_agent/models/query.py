"""Queries over path patterns: an answer's program, as values that code evaluates and SPARQL proves.

A query has a graph pattern, whose solutions are sets of rows (never bags), and columns, which are variables,
expressions or aggregates of them. `pog_agent.models.query_checks` says what a valid query is.
"""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from pog_agent.models.query_checks import check_query, checked_constant
from pog_agent.models.query_walk import has_aggregate, variables_of
from pog_agent.models.value import Value
from pog_agent.terms import RDF_TYPE, XSD, is_iri, literal

RDFS_SUBCLASS = "http://www.w3.org/2000/01/rdf-schema#subClassOf"


def _full_iri(text: str) -> str:
    if not is_iri(text):
        raise ValueError(f"{text!r} is not an absolute IRI that a query can name")
    return text


Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,59}$")]
"""The name of a variable or column: small ASCII letters, digits and underscores."""
RelationIri = Annotated[str, AfterValidator(_full_iri)]
ConstantTerm = Annotated[str, AfterValidator(checked_constant)]

ValueType = Literal["term", "number", "text", "date", "dateTime"]
"""What a term is read as: the term itself, an XML Schema number, a string, an xsd:date or an xsd:dateTime."""
Operator = Literal["=", "!=", "<", "<=", ">", ">="]


class VariableValue(Value):
    """The value of a variable, read as a type. A term of another type is an error, which skips its row.

    `zoned` says of dates whether only those with a time zone are read (True), only those without (False), or both.
    """

    kind: Literal["variable"] = "variable"
    variable: Name
    type: ValueType = "term"
    zoned: bool | None = None


class ConstantValue(Value):
    """An IRI, or a literal with the value that its datatype gives it."""

    kind: Literal["constant"] = "constant"
    term: ConstantTerm


def number_constant(figures: str) -> ConstantValue:
    """A number in plain digits as a decimal if it has a point, else as an integer."""
    return ConstantValue(term=literal(figures, XSD + ("decimal" if "." in figures else "integer")))


class Arithmetic(Value):
    """A number computed of two. Division by zero is an error. The share of a part in a whole is a division."""

    kind: Literal["arithmetic"] = "arithmetic"
    operation: Literal["+", "-", "*", "/"]
    left: "Expression"
    right: "Expression"


class DatePart(Value):
    """The year, month (1 to 12) or decade (1990) of an xsd:date, dateTime, gYear or gYearMonth as written."""

    kind: Literal["date_part"] = "date_part"
    part: Literal["year", "month", "decade"]
    variable: Name


class DateDifference(Value):
    """Whole days from one calendar day to another, or completed years: the age on a date.

    The days are those that an xsd:date or xsd:dateTime has in writing, whatever its time zone.
    """

    kind: Literal["date_difference"] = "date_difference"
    unit: Literal["days", "years"]
    start: "VariableValue | ConstantValue"
    end: "VariableValue | ConstantValue"


class TermCase(Value):
    """A term and the number that it stands for, in plain digits."""

    term: ConstantTerm
    number: Annotated[str, StringConstraints(pattern=r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?$")]

    @property
    def constant(self) -> ConstantValue:
        """The number as an integer or a decimal."""
        return number_constant(self.number)


class TermNumber(Value):
    """The number that the term of a variable stands for: the factor of a unit. Another term is an error."""

    kind: Literal["term_number"] = "term_number"
    variable: Name
    cases: tuple[TermCase, ...] = Field(min_length=1)


class ScalarValue(Value):
    """The one value of a query in scalar form. A query without a value is an error."""

    kind: Literal["scalar"] = "scalar"
    query: "Query"


class Aggregate(Value):
    """A count, sum, average, least or greatest value of each group.

    It runs over the distinct rows of the group's keys, the `over` variables and the variables of `value`, so that
    joins never count anything twice, while two things with equal values both count. A count has no `value`; it
    leaves out rows in which a variable of `over` is unbound, and may be 0. The others have no value where they
    have no row.
    """

    kind: Literal["aggregate"] = "aggregate"
    function: Literal["count", "sum", "average", "min", "max"]
    over: tuple[Name, ...] = Field(min_length=1)
    value: "Expression | None" = None


Expression = Annotated[
    VariableValue | ConstantValue | Arithmetic | DatePart | DateDifference | TermNumber | ScalarValue | Aggregate,
    Field(discriminator="kind"),
]


class ComparisonTest(Value):
    """Two values of one type in a relation. Terms can only be the same (=) or not (!=)."""

    kind: Literal["comparison"] = "comparison"
    left: Expression
    operator: Operator
    right: Expression


class TextTest(Value):
    """What a string is like, whatever its case; or its language, where "en" includes "en-GB"."""

    kind: Literal["text"] = "text"
    variable: Name
    test: Literal["equals", "starts_with", "contains", "ends_with", "language"]
    text: str = Field(min_length=1)


class ExistenceTest(Value):
    """Whether there is a solution of a pattern around a row, or (`negated`) none.

    A variable with the same name in both patterns is the same. Conditions of the inner pattern may use all
    variables of the pattern right around it. "All suppliers are Y" is: there is no supplier that is no Y.
    """

    kind: Literal["existence"] = "existence"
    pattern: "GraphPattern"
    negated: bool = False


Condition = Annotated[ComparisonTest | TextTest | ExistenceTest, Field(discriminator="kind")]


class Edge(Value):
    """A relation from one variable to another, in the direction of the arrow."""

    kind: Literal["edge"] = "edge"
    source: Name
    relation: RelationIri
    target: Name


class Constant(Value):
    """A variable that is one of some IRIs or literals."""

    kind: Literal["constant"] = "constant"
    variable: Name
    terms: tuple[ConstantTerm, ...] = Field(min_length=1)


class InstanceOf(Value):
    """A variable in a class or in one of its subclasses, by the relations that say so in this graph."""

    kind: Literal["instance"] = "instance"
    variable: Name
    class_: RelationIri
    type_relations: tuple[RelationIri, ...] = Field((RDF_TYPE,), min_length=1)
    subclass_relation: RelationIri = RDFS_SUBCLASS


class InQuery(Value):
    """Variables whose terms stand together in some columns of another query's result."""

    kind: Literal["in_query"] = "in_query"
    variables: tuple[Name, ...] = Field(min_length=1)
    columns: tuple[Name, ...] = Field(min_length=1)
    query: "Query"


class Combination(Value):
    """Variables in the union, intersection or difference (the first without the others) of patterns.

    Only the `variables` are known outside; all other variables of a pattern are its own.
    """

    kind: Literal["combination"] = "combination"
    operation: Literal["union", "intersection", "difference"]
    variables: tuple[Name, ...] = Field(min_length=1)
    patterns: tuple["GraphPattern", ...] = Field(min_length=2)


PatternElement = Annotated[
    Edge | Constant | InstanceOf | InQuery | Combination,
    Field(discriminator="kind"),
]


class GraphPattern(Value):
    """Elements that a solution has all together, and conditions that it fulfils."""

    elements: tuple[PatternElement, ...] = ()
    conditions: tuple[Condition, ...] = ()

    @property
    def variables(self) -> frozenset[str]:
        """The variables that every solution binds."""
        return frozenset(name for element in self.elements for name in variables_of(element))


class Column(Value):
    """A named column of the result. `unit` is what its numbers are in, as far as it is known."""

    name: Name
    expression: Expression
    unit: str = ""


class OrderKey(Value):
    """A column by which the rows are ranked."""

    column: Name
    descending: bool = False


class RankWindow(Value):
    """The rows at the places `first` to `last` of the order, from 1 on, with all that tie with one of them.

    The largest is 1 to 1. Of four rows 9, 9, 9, 7 each place from 1 to 3 gives the three 9.
    """

    first: int = Field(1, ge=1)
    last: int = Field(ge=1)


class Query(Value):
    """A question to the whole graph: distinct rows, whether there are any (`exists`), or one value (`scalar`).

    With an aggregate in a column or in `having`, the columns without one are the keys of groups. An optional
    pattern adds its variables to the rows that it extends; the others stay without them. A row whose column cannot
    be computed is left out and counted as skipped. Without `ranks` the order only sorts.
    """

    form: Literal["rows", "exists", "scalar"] = "rows"
    pattern: GraphPattern = Field(default_factory=GraphPattern)
    optionals: tuple[GraphPattern, ...] = ()
    columns: tuple[Column, ...] = ()
    having: tuple[ComparisonTest, ...] = ()
    order_by: tuple[OrderKey, ...] = ()
    ranks: RankWindow | None = None

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        check_query(self)
        return self

    @property
    def is_grouped(self) -> bool:
        """Whether the rows are groups."""
        return bool(self.having) or any(map(has_aggregate, (column.expression for column in self.columns)))

    @property
    def keys(self) -> tuple[Column, ...]:
        """The columns that are no aggregates: the keys of the groups."""
        return tuple(column for column in self.columns if not has_aggregate(column.expression))


class SkippedRows(Value):
    """How many rows were left out of a result because a value could not be computed, and why."""

    reason: str
    count: int


class QueryResult(Value):
    """The rows of a query as RDF terms, None where an optional variable is unbound; sorted, each once.

    `truth` is the answer of an `exists` query, None for others. `skipped` says what could not be computed,
    `truncated` that a limit left rows out, `doubts` why it may be wrong (the graph lacks a relation that is asked
    for, or the store is known to err), and `notes` what else a user must know. `evaluated_here` says why an
    endpoint gave edges instead of the result; it is empty where it did not.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str | None, ...], ...] = ()
    truth: bool | None = None
    skipped: tuple[SkippedRows, ...] = ()
    truncated: bool = False
    doubts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    evaluated_here: str = ""

    @property
    def scalar(self) -> str | None:
        """The only value of a result with one row and one column; None for any other result."""
        return self.rows[0][0] if len(self.rows) == 1 and len(self.columns) == 1 else None

    @property
    def is_reliable(self) -> bool:
        """Whether nothing was left out of it, and nothing speaks against it."""
        return not (self.skipped or self.truncated or self.doubts)


_RECURSIVE: tuple[type[Value], ...] = (
    *(Arithmetic, DateDifference, ScalarValue, Aggregate, ComparisonTest, ExistenceTest, InQuery),
    *(Combination, GraphPattern, Column, Query),
)
for _model in _RECURSIVE:
    _model.model_rebuild()
