"""From the reply of a language model to the query that it writes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from pydantic import ValidationError

from pog_agent.models.query import (
    RDFS_SUBCLASS,
    Column,
    Combination,
    ComparisonTest,
    Condition,
    Constant,
    Edge,
    ExistenceTest,
    Expression,
    GraphPattern,
    InQuery,
    InstanceOf,
    OrderKey,
    PatternElement,
    Query,
    RankWindow,
    TextTest,
)
from pog_agent.models.query_draft import KEY_PREFIX
from pog_agent.models.query_walk import has_aggregate, read_variables, scalars_of, variables_of
from pog_agent.query.sparql.names import variable_name
from pog_agent.reasoner.composed.ends import check_ends
from pog_agent.reasoner.composed.expressions import ExpressionWriter
from pog_agent.reasoner.composed.reply import PatternReply, QueryReply, SelectReply
from pog_agent.reasoner.composed.scope import QueryScope, coded, shown_item
from pog_agent.reasoner.composed.shown_schema import ShownSchema
from pog_agent.reasoner.composed.statements import (
    Compares,
    Follows,
    IsInQuery,
    IsOneOf,
    SaysText,
    Statement,
    StatementError,
    read_expression,
    read_order,
    read_statement,
)
from pog_agent.terms import Term

MOST_STATEMENTS = 60
"""Statements of one reply that are read."""
DEEPEST = 3
"""So many patterns may stand inside each other."""


def query_of_reply(reply: QueryReply, schema: ShownSchema) -> Query:
    """The query that a reply writes. Raises `StatementError` with one line that says what is wrong with it."""
    try:
        queries: dict[str, Query] = {}
        for name, inner in reply.queries.items():
            queries[name.strip().lower()] = _QueryWriter(inner, schema, queries).selection()
        return _QueryWriter(reply, schema, queries).query(reply.form == "exists")
    except ValidationError as error:
        raise StatementError(str(error.errors()[0]["msg"]).removeprefix("Value error, ")) from error


class _QueryWriter:
    """Writes one query of a reply; `queries` are those that it may use."""

    def __init__(self, reply: SelectReply, schema: ShownSchema, queries: Mapping[str, Query]) -> None:
        self._reply = reply
        self._schema = schema
        self._scope = QueryScope(schema, dict(queries))
        self._read: dict[int, list[Statement]] = {}
        self._scope.learn(chain.from_iterable(self._statements(part) for part in _parts(reply)))
        for part in _parts(reply):
            check_ends(self._statements(part), self._scope)
        self._expressions = ExpressionWriter(self._scope)

    def query(self, is_yes_no: bool) -> Query:
        """The query of a reply's own form."""
        if is_yes_no:
            return Query(form="exists", pattern=self._pattern(self._reply, frozenset()))
        return self.selection()

    def selection(self) -> Query:
        """The query of what is selected: one value where only one aggregate is, else rows."""
        columns = self._columns()
        if not columns:
            raise StatementError("'select' is empty: say what is asked for")
        having = tuple(self._test(text) for text in self._reply.having)
        is_value = len(columns) == 1 and not (having or self._reply.order) and _is_value(columns[0].expression)
        order = self._order(columns)
        return Query(
            form="scalar" if is_value else "rows",
            pattern=self._pattern(self._reply, self._variables_read(columns, having)),
            optionals=tuple(self._pattern(part, frozenset()) for part in self._reply.optional),
            columns=tuple(columns),
            having=having,
            order_by=order,
            ranks=self._ranks() if order else None,
        )

    def _statements(self, part: PatternReply) -> list[Statement]:
        if id(part) not in self._read:
            read = (item for text in part.where for item in read_statement(text))
            self._read[id(part)] = [coded(item, self._schema) for item in read]
        return self._read[id(part)]

    def _pattern(self, part: PatternReply, used: frozenset[str], depth: int = 0) -> GraphPattern:
        """A pattern; `used` are the variables of it that stand elsewhere, too."""
        if depth > DEEPEST:
            raise StatementError(f"more than {DEEPEST} patterns stand inside each other")
        statements = self._statements(part)
        elements = [item for statement in statements for item in self._elements(statement)]
        conditions = [item for statement in statements for item in self._conditions(statement)]
        inner = [self._pattern(item, frozenset(), depth + 1) for item in part.excluded]
        conditions += [ExistenceTest(pattern=item, negated=True) for item in inner]
        if part.either:
            known = frozenset(name for item in elements for name in variables_of(item)) | used
            elements.append(self._union(part.either, known, depth))
        return GraphPattern(elements=tuple(elements), conditions=tuple(conditions))

    def _union(self, parts: Sequence[PatternReply], used: frozenset[str], depth: int) -> Combination:
        if len(parts) < 2:
            raise StatementError("'either' has fewer than two alternatives")
        patterns = tuple(self._pattern(part, used, depth + 1) for part in parts)
        shared = frozenset.intersection(*(item.variables for item in patterns))
        variables = sorted(shared & used) or sorted(shared)
        if not variables:
            raise StatementError("the alternatives of 'either' have no variable in common")
        return Combination(operation="union", variables=tuple(variables), patterns=patterns)

    def _elements(self, statement: Statement) -> Iterator[PatternElement]:
        if isinstance(statement, IsOneOf):
            yield self._one_of(statement)
        elif isinstance(statement, Follows):
            if statement.code.kind == "link":
                relation = shown_item(self._schema.links, statement.code.number, "link")[0].relation
            else:
                relation = shown_item(self._schema.attributes, statement.code.number, "attribute").relation
            yield Edge(source=statement.source, relation=relation, target=statement.target)
        elif isinstance(statement, IsInQuery):
            yield self._in_query(statement)

    def _one_of(self, statement: IsOneOf) -> PatternElement:
        variable, codes = statement.variable, statement.codes
        if codes[0].kind == "class":
            members = [self._instance(variable, self._scope.iri_of_class(code.number)) for code in codes]
            if len(members) == 1:
                return members[0]
            patterns = tuple(GraphPattern(elements=(member,)) for member in members)
            return Combination(operation="union", variables=(variable,), patterns=patterns)
        if codes[0].kind == "topic":
            topics = (shown_item(self._schema.topics, code.number, "topic").iri for code in codes)
            return Constant(variable=variable, terms=tuple(dict.fromkeys(topics)))
        texts = (shown_item(self._schema.texts, code.number, "value").terms for code in codes)
        return Constant(variable=variable, terms=tuple(dict.fromkeys(chain.from_iterable(texts))))

    def _instance(self, variable: str, iri: Term) -> InstanceOf:
        preset = self._schema.vocabulary.preset
        above = preset.subclasses[0] if preset.subclasses else RDFS_SUBCLASS
        return InstanceOf(variable=variable, class_=iri, type_relations=preset.types, subclass_relation=above)

    def _in_query(self, statement: IsInQuery) -> InQuery:
        query = self._scope.queries.get(statement.query)
        if query is None:
            raise StatementError(f"there is no query {statement.query!r} before its use")
        columns = tuple(column.name for column in query.columns[: len(statement.variables)])
        return InQuery(variables=statement.variables, columns=columns, query=query)

    def _conditions(self, statement: Statement) -> Iterator[Condition]:
        if isinstance(statement, Compares):
            yield self._expressions.compare(statement.left, statement.operator, statement.right)
        elif isinstance(statement, SaysText):
            yield TextTest(variable=statement.variable, test=statement.test, text=statement.text)

    def _test(self, text: str) -> ComparisonTest:
        found = read_statement(text)
        if len(found) != 1 or not isinstance(found[0], Compares):
            raise StatementError(f"'having' takes comparisons of aggregates, not {text!r}")
        return self._expressions.compare(found[0].left, found[0].operator, found[0].right)

    def _columns(self) -> list[Column]:
        """What is selected, then what groups or orders the rows without being asked for."""
        found: list[Column] = []
        for text in self._reply.select:
            self._add(found, self._expressions.shown(read_expression(text)), "")
        for text in self._reply.group_by:
            self._add(found, self._expressions.shown(read_expression(text)), KEY_PREFIX)
        for text in self._reply.order:
            self._add(found, self._expressions.write(read_order(text).expression), KEY_PREFIX)
        return found

    def _add(self, columns: list[Column], expression: Expression, prefix: str) -> None:
        """Adds a column unless there is one with the expression."""
        if any(column.expression == expression for column in columns):
            return
        is_plain = expression.kind == "variable" and expression.type == "term" and not prefix
        if is_plain and expression.kind == "variable":
            columns.append(Column(name=expression.variable, expression=expression))
            return
        taken = {*self._bound, *(column.name for column in columns)}
        columns.append(Column(name=variable_name(f"{prefix}{_title(expression)}", taken), expression=expression))

    def _order(self, columns: Sequence[Column]) -> tuple[OrderKey, ...]:
        keys = []
        for text in self._reply.order:
            order = read_order(text)
            expression = self._expressions.write(order.expression)
            name = next(column.name for column in columns if column.expression == expression)
            keys.append(OrderKey(column=name, descending=order.descending))
        return tuple(keys)

    def _ranks(self) -> RankWindow | None:
        places = self._reply.places
        if not places:
            return None
        if len(places) > 2:
            raise StatementError("'places' has a first and a last place")
        return RankWindow(first=places[0], last=places[-1])

    def _variables_read(self, columns: Iterable[Column], having: Iterable[ComparisonTest]) -> frozenset[str]:
        """The variables that columns, tests and optional patterns read."""
        expressions = [column.expression for column in columns]
        expressions += [side for test in having for side in (test.left, test.right)]
        found = {name for item in expressions for name in read_variables(item)}
        found |= {name for item in expressions if item.kind == "aggregate" for name in item.over}
        optional = (self._statements(part) for part in self._reply.optional)
        return frozenset(found | _named(chain.from_iterable(optional)))

    @cached_property
    def _bound(self) -> frozenset[str]:
        """All variables that statements name."""
        return _named(chain.from_iterable(self._statements(part) for part in _parts(self._reply)))


def _parts(reply: PatternReply) -> Iterator[PatternReply]:
    """A pattern with all that stand inside of it, the outer ones first. Raises `StatementError` for too many."""
    left = MOST_STATEMENTS
    waiting = [reply]
    while waiting:
        part = waiting.pop(0)
        left -= max(len(part.where), 1)
        if left < 0:
            raise StatementError(f"a query has more than {MOST_STATEMENTS} statements")
        waiting += [*part.excluded, *part.either]
        if isinstance(part, SelectReply):
            waiting += part.optional
        yield part


def _named(statements: Iterable[Statement]) -> frozenset[str]:
    found: set[str] = set()
    for item in statements:
        if isinstance(item, IsOneOf):
            found.add(item.variable)
        elif isinstance(item, Follows):
            found |= {item.source, item.target}
        elif isinstance(item, IsInQuery):
            found.update(item.variables)
    return frozenset(found)


def _is_value(expression: Expression) -> bool:
    """Whether an expression is one value for all rows together."""
    return (has_aggregate(expression) or bool(scalars_of(expression))) and not _reads_rows(expression)


def _reads_rows(expression: Expression) -> bool:
    if expression.kind == "aggregate":
        return False
    if expression.kind == "arithmetic":
        return _reads_rows(expression.left) or _reads_rows(expression.right)
    return expression.kind in ("variable", "date_part", "date_difference")


def _title(expression: Expression) -> str:
    """A name for a column that is computed."""
    if expression.kind == "aggregate":
        values = read_variables(expression.value) if expression.value else expression.over
        return "_".join((expression.function, *values))
    if expression.kind == "date_part":
        return f"{expression.part}_{expression.variable}"
    if expression.kind == "variable":
        return expression.variable
    return expression.unit if expression.kind == "date_difference" else "value"
