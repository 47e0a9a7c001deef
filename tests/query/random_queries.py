"""Random queries of the whole algebra over the vocabulary of `random_graphs`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from pog_agent.models.query import (
    Aggregate,
    Arithmetic,
    Column,
    Combination,
    ComparisonTest,
    Condition,
    Constant,
    ConstantValue,
    DateDifference,
    DatePart,
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
    ScalarValue,
    TermCase,
    TermNumber,
    TextTest,
    VariableValue,
)
from pog_agent.models.query_walk import value_type
from pog_agent.models.value import Value
from pog_agent.terms import XSD, literal
from tests.query import random_graphs as graphs

_KINDS = {
    **dict.fromkeys(graphs.NUMBERS, "number"),
    **dict.fromkeys(graphs.DAYS, "date"),
    **dict.fromkeys(graphs.MOMENTS, "dateTime"),
    **dict.fromkeys(graphs.PERIODS, "period"),
    **dict.fromkeys(graphs.TEXTS, "text"),
}
_STEMS = {
    "node": "thing",
    "number": "number",
    "date": "day",
    "dateTime": "moment",
    "period": "period",
    "text": "word",
}
Kinds = dict[str, str]
"""By variable what its terms are: node, number, date, dateTime, period or text."""


class RandomQueries:
    """Makes queries. `zones` says whether dates of the graph have time zones."""

    def __init__(self, random: Random, zones: bool) -> None:
        self.random, self.zones = random, zones

    def query(self, depth: int = 2) -> Query:
        """A query of any form."""
        form = self.random.choices(("rows", "exists", "scalar"), (0.75, 0.1, 0.15))[0]
        if form == "exists":
            return Query(form="exists", pattern=self.pattern(depth)[0])
        return self.scalar(depth) if form == "scalar" else self.rows(depth)

    def scalar(self, depth: int, kind: str = "") -> Query:
        """One aggregate of all rows, or two of them in a computation."""
        pattern, kinds = self.pattern(depth)
        optionals, more = self.optionals(pattern, kinds, depth)
        expression: Expression = self.aggregate(kinds | more, set(more), kind)
        if not kind and value_type(expression) == "number" and self.chance(0.25):
            expression = self.of_two(expression, kinds, more)
        column = Column(name=self.column_name(kinds | more), expression=expression)
        return Query(form="scalar", pattern=pattern, optionals=optionals, columns=(column,))

    def rows(self, depth: int) -> Query:
        """Rows with or without groups, an order and ranks."""
        pattern, kinds = self.pattern(depth)
        optionals, more = self.optionals(pattern, kinds, depth)
        columns = self.grouped(kinds, more) if self.chance(0.4) else self.plain(kinds, more, depth)
        having: tuple[ComparisonTest, ...] = ()
        if any(column.expression.kind == "aggregate" for column in columns) and self.chance(0.4):
            left = self.aggregate(kinds | more, set(more), "number")
            right = self.scalar_value(depth) if depth and self.chance(0.3) else self.constant("number")
            having = (ComparisonTest(left=left, operator=self.operator(), right=right),)
        ordered = [column.name for column in columns if self.is_ordered(column.expression)]
        keys: tuple[OrderKey, ...] = ()
        if ordered and self.chance(0.7):
            chosen = self.random.sample(ordered, min(len(ordered), self.random.choice((1, 1, 2))))
            keys = tuple(OrderKey(column=name, descending=self.chance(0.5)) for name in chosen)
        ranks = None
        if keys and self.chance(0.7):
            first = self.random.choice((1, 1, 1, 2, 3))
            ranks = RankWindow(first=first, last=first + self.random.choice((0, 0, 1, 3)))
        return Query(
            pattern=pattern, optionals=optionals, columns=columns, having=having, order_by=keys, ranks=ranks
        )

    def plain(self, kinds: Kinds, more: Kinds, depth: int) -> tuple[Column, ...]:
        """Variables and what is computed of them."""
        names = self.random.sample(sorted(kinds), min(len(kinds), self.random.choice((1, 1, 2))))
        columns = [Column(name=name, expression=self.shown(name, kinds)) for name in names]
        columns += [
            Column(name=name, expression=VariableValue(variable=name)) for name in more if self.chance(0.5)
        ]
        if self.chance(0.5):
            expression = self.expression(kinds, depth)
            if expression is not None:
                columns.append(Column(name=self.column_name(kinds | more), expression=expression))
        return tuple(columns)

    def shown(self, name: str, kinds: Kinds) -> Expression:
        if kinds[name] in ("number", "date", "dateTime") and self.chance(0.6):
            return self.variable(name, kinds, ordered=True)
        return VariableValue(variable=name)

    def grouped(self, kinds: Kinds, more: Kinds) -> tuple[Column, ...]:
        """Keys of groups and aggregates."""
        columns = []
        for name in self.random.sample(sorted(kinds), self.random.choice((0, 1, 1, 2)) if len(kinds) > 1 else 1):
            if kinds[name] in ("date", "dateTime", "period") and self.chance(0.6):
                part = self.random.choice(("year", "month", "decade"))
                columns.append(Column(name=f"{part}_of_{name}", expression=DatePart(part=part, variable=name)))
            else:
                columns.append(Column(name=name, expression=VariableValue(variable=name)))
        for number in range(self.random.choice((1, 1, 2, 3))):
            expression: Expression = self.aggregate(kinds | more, set(more))
            if value_type(expression) == "number" and self.chance(0.15):
                expression = self.of_two(expression, kinds, more)
            columns.append(Column(name=f"result{number}", expression=expression))
        return tuple(columns)

    def of_two(self, left: Expression, kinds: Kinds, more: Kinds) -> Arithmetic:
        """Two aggregates in a computation. A divisor is a count: Oxigraph divides no zero by a fraction."""
        operation = self.random.choice("+-*/")
        right = self.aggregate(kinds | more, set(more), "number")
        if operation == "/":
            right = Aggregate(function="count", over=right.over)
        return Arithmetic(operation=operation, left=left, right=right)

    def aggregate(self, kinds: Kinds, optional: set[str], kind: str = "") -> Aggregate:
        """A count, or another aggregate over something that has values; of a kind if one is given."""
        over = self.random.sample(sorted(kinds), min(len(kinds), self.random.choice((1, 1, 1, 2))))
        over = over[:1] if len(set(over) & optional) > 1 else over
        values = [name for name in sorted(kinds) if kinds[name] in ("number", "text", "date", "dateTime")]
        values = [name for name in values if not kind or kinds[name] == kind]
        if not values or (kind in ("", "number") and self.chance(0.4)):
            return Aggregate(function="count", over=tuple(over))
        name = self.random.choice(values)
        value: Expression = self.variable(name, kinds, ordered=True)
        functions: Sequence[str] = ("min", "max")
        if kinds[name] == "number":
            functions = ("sum", "average", "average", "min", "max")
            if self.chance(0.2):
                value = Arithmetic(operation=self.random.choice("+-*/"), left=value, right=self.constant("number"))
        return Aggregate(function=self.random.choice(functions), over=tuple(over), value=value)

    def pattern(self, depth: int) -> tuple[GraphPattern, Kinds]:
        """A connected pattern with conditions, and what its variables are."""
        elements, kinds = self.elements(depth, {}, self.random.choice((1, 2, 2, 3, 4)))
        conditions = tuple(self.conditions(kinds, depth)) if self.chance(0.6) else ()
        return GraphPattern(elements=elements, conditions=conditions), kinds

    def elements(
        self, depth: int, given: Kinds, count: int, stem: str = ""
    ) -> tuple[tuple[PatternElement, ...], Kinds]:
        """Elements that hang together, beginning at a given variable if there is one."""
        kinds = dict(given)
        elements: list[PatternElement] = []
        for _ in range(count):
            elements.append(self.element(kinds, depth, stem))
        bound = {name for element in elements for name in names_of(element)}
        return tuple(elements), {name: kind for name, kind in kinds.items() if name in bound}

    def element(self, kinds: Kinds, depth: int, stem: str) -> PatternElement:
        """An element at a node that is known, or at a first one; new variables are added to `kinds`."""
        nodes = [name for name in kinds if kinds[name] == "node"]
        node = self.random.choice(nodes) if nodes else self.named(kinds, "node", stem)
        kind = self.random.random()
        if kind < 0.22:
            return InstanceOf(variable=node, class_=self.random.choice(graphs.CLASSES))
        if kind < 0.30 and nodes:
            terms = self.random.sample(graphs.NODES, self.random.choice((1, 2, 4)))
            return Constant(variable=node, terms=tuple(terms))
        if kind < 0.37 and depth:
            return self.combination(node, depth)
        if kind < 0.44 and depth:
            return self.in_query(node, depth)
        if kind < 0.70:
            relation = self.random.choice(graphs.LINKS)
            others = [name for name in nodes if name != node or self.chance(0.2)]
            other = self.random.choice(others) if others and self.chance(0.3) else self.named(kinds, "node", stem)
            ends = (node, other) if self.chance(0.5) else (other, node)
            return Edge(source=ends[0], relation=relation, target=ends[1])
        relation = self.random.choice((*sorted(_KINDS), *graphs.TEXTS, *graphs.NUMBERS))
        same = [name for name in kinds if kinds[name] == _KINDS[relation]]
        value = (
            self.random.choice(same) if same and self.chance(0.1) else self.named(kinds, _KINDS[relation], stem)
        )
        return Edge(source=node, relation=relation, target=value)

    def combination(self, node: str, depth: int) -> Combination:
        patterns = []
        for _ in range(self.random.choice((2, 2, 3))):
            elements, kinds = self.elements(depth - 1, {node: "node"}, self.random.choice((1, 1, 2)), "inner")
            if node not in kinds:
                elements = (*elements, InstanceOf(variable=node, class_=graphs.CLASSES[0]))
            conditions = tuple(self.conditions(kinds, 0))[:1] if self.chance(0.3) else ()
            patterns.append(GraphPattern(elements=elements, conditions=conditions))
        operation = self.random.choice(("union", "intersection", "difference"))
        return Combination(operation=operation, variables=(node,), patterns=tuple(patterns))

    def in_query(self, node: str, depth: int) -> InQuery:
        while True:
            query = self.rows(depth - 1)
            columns = [
                column.name
                for column in query.columns
                if column.expression.kind == "variable"
                and column.expression.variable in query.pattern.variables
                and column.name.startswith(_STEMS["node"])
            ]
            if columns:
                return InQuery(variables=(node,), columns=(self.random.choice(columns),), query=query)

    def optionals(self, pattern: GraphPattern, kinds: Kinds, depth: int) -> tuple[tuple[GraphPattern, ...], Kinds]:
        nodes = [name for name in kinds if kinds[name] == "node"]
        if not nodes or self.chance(0.75):
            return (), {}
        node = self.random.choice(nodes)
        elements, found = self.elements(depth - 1, {node: "node"}, self.random.choice((1, 2)), "maybe")
        conditions = tuple(self.conditions(found, 0))[:1] if self.chance(0.4) else ()
        added = {name: kind for name, kind in found.items() if name != node}
        return (GraphPattern(elements=elements, conditions=conditions),), added

    def conditions(self, kinds: Kinds, depth: int) -> Iterator[Condition]:
        for _ in range(self.random.choice((1, 1, 2))):
            condition = self.condition(kinds, depth)
            if condition is not None:
                yield condition

    def condition(self, kinds: Kinds, depth: int, outer: Kinds | None = None) -> Condition | None:
        """A test of what is known; None where nothing can be tested."""
        known = {**kinds, **(outer or {})}
        choice = self.random.random()
        words = [name for name in known if known[name] == "text"]
        nodes = [name for name in kinds if kinds[name] == "node"]
        if words and choice < 0.5:
            test = self.random.choice(("equals", "starts_with", "contains", "ends_with", "language"))
            texts = (
                ("en", "de") if test == "language" else ("ada", "A", "STRASSE", "ß", "ær", "o", 'e"t', "\\", "\t")
            )
            return TextTest(variable=self.random.choice(words), test=test, text=self.random.choice(texts))
        if nodes and choice < 0.65 and outer is None:
            return self.existence(kinds, self.random.choice(nodes), depth)
        if len(nodes) > 1 and choice < 0.72:
            first, second = self.random.sample(nodes, 2)
            sides = VariableValue(variable=first), VariableValue(variable=second)
            return ComparisonTest(left=sides[0], operator=self.random.choice(("=", "!=")), right=sides[1])
        left = self.expression(known, depth)
        if left is None:
            return None
        return ComparisonTest(left=left, operator=self.operator(), right=self.other_side(left, known, depth))

    def other_side(self, left: Expression, kinds: Kinds, depth: int) -> Expression:
        kind = value_type(left)
        same = [name for name in kinds if kinds[name] == kind]
        if same and self.chance(0.35):
            return self.variable(self.random.choice(same), kinds)
        if depth and kind == "number" and self.chance(0.3):
            return self.scalar_value(depth)
        return self.constant(kind)

    def scalar_value(self, depth: int) -> ScalarValue:
        return ScalarValue(query=self.scalar(depth - 1, "number"))

    def existence(self, kinds: Kinds, node: str, depth: int) -> ExistenceTest:
        """A pattern around a node, whose conditions may look at the pattern outside."""
        elements, inner = self.elements(0, {node: "node"}, self.random.choice((1, 2)), "other")
        if node not in inner:
            elements = (*elements, InstanceOf(variable=node, class_=graphs.CLASSES[0]))
        conditions: list[Condition] = []
        if self.chance(0.5):
            found = self.condition(inner, 0, kinds)
            conditions += [found] if found is not None else []
        if depth and self.chance(0.2):
            conditions.append(self.existence(inner | {node: "node"}, node, 0))
        return ExistenceTest(
            pattern=GraphPattern(elements=elements, conditions=tuple(conditions)), negated=self.chance(0.5)
        )

    def expression(self, kinds: Kinds, depth: int) -> Expression | None:
        """Something to compare or show that is no plain term; None where there is nothing."""
        if self.chance(0.08):
            return self.term_number(self.random.choice(sorted(kinds)), kinds)
        names = [name for name in sorted(kinds) if kinds[name] != "node"]
        if not names:
            return None
        name = self.random.choice(names)
        kind = kinds[name]
        if kind == "period" or (kind in ("date", "dateTime") and self.chance(0.4)):
            return DatePart(part=self.random.choice(("year", "month", "decade")), variable=name)
        if kind in ("date", "dateTime") and self.chance(0.75):
            start = self.variable(name, kinds)
            others = [other for other in names if kinds[other] in ("date", "dateTime")]
            end: Expression = self.variable(self.random.choice(others), kinds)
            if self.chance(0.4):
                end = self.constant(self.random.choice(("date", "dateTime")))
            sides = (start, end) if self.chance(0.7) else (end, start)
            return DateDifference(unit=self.random.choice(("days", "years")), start=sides[0], end=sides[1])
        value = self.variable(name, kinds, ordered=True)
        if kind == "number" and self.chance(0.4):
            numbers = [other for other in names if kinds[other] == "number"]
            right: Expression = self.constant("number")
            if self.chance(0.5):
                right = self.variable(self.random.choice(numbers), kinds)
            elif depth and self.chance(0.3):
                right = self.scalar_value(depth)
            operation = self.random.choice("+-*/")
            sides = (right, value) if operation != "/" and self.chance(0.4) else (value, right)
            return Arithmetic(operation=operation, left=sides[0], right=sides[1])
        return value

    def term_number(self, name: str, kinds: Kinds) -> Expression:
        """The number that some of the terms of a variable stand for, alone or times a number."""
        values = (
            literal("2", XSD + "integer"),
            literal("1.5", XSD + "decimal"),
            literal("Ada"),
            literal("Ada", language="en"),
        )
        terms = graphs.NODES if kinds[name] == "node" else values
        chosen = self.random.sample(terms, min(len(terms), self.random.choice((1, 2, 5))))
        cases = (TermCase(term=term, number=self.random.choice(("1", "1000", "0.25"))) for term in chosen)
        number = TermNumber(variable=name, cases=tuple(cases))
        others = [other for other in sorted(kinds) if kinds[other] == "number"]
        if not others or self.chance(0.3):
            return number
        return Arithmetic(operation="*", left=self.variable(self.random.choice(others), kinds), right=number)

    def variable(self, name: str, kinds: Kinds, ordered: bool = False) -> VariableValue:
        kind = kinds[name]
        if kind not in ("date", "dateTime"):
            return VariableValue(variable=name, type=kind)
        zoned = self.random.choice((True, False)) if self.zones else False
        return VariableValue(variable=name, type=kind, zoned=zoned if ordered or self.chance(0.3) else None)

    def constant(self, kind: str) -> ConstantValue:
        if kind == "number":
            text, datatype = self.random.choice(
                (("0", "integer"), ("1", "integer"), ("2", "integer"), ("1.5", "decimal"), ("2.5E0", "double"))
            )
            return ConstantValue(term=literal(text, XSD + datatype))
        if kind == "text":
            return ConstantValue(term=literal(self.random.choice(("Ada", "b", "", "straße")), language="en"))
        zone = self.random.choice(("", "Z", "+05:00")) if self.zones else ""
        day = self.random.choice(("2000-01-01", "1999-06-15", "2000-02-29"))
        clock = "T12:00:00" if kind == "dateTime" else ""
        return ConstantValue(term=literal(f"{day}{clock}{zone}", XSD + kind))

    def is_ordered(self, expression: Expression) -> bool:
        if expression.kind == "variable" and expression.type in ("date", "dateTime"):
            return expression.zoned is not None
        return value_type(expression) != "term"

    def operator(self) -> str:
        return self.random.choice(("=", "!=", "<", "<=", ">", ">="))

    def named(self, kinds: Kinds, kind: str, stem: str) -> str:
        base = f"{stem}_{_STEMS[kind]}" if stem else _STEMS[kind]
        name = base if base not in kinds else f"{base}{len(kinds)}"
        kinds[name] = kind
        return name

    def column_name(self, kinds: Kinds) -> str:
        return next(name for name in ("value", "result", "computed") if name not in kinds)

    def chance(self, share: float) -> bool:
        return self.random.random() < share


def names_of(element: PatternElement) -> tuple[str, ...]:
    if isinstance(element, Edge):
        return (element.source, element.target)
    return (element.variable,) if isinstance(element, Constant | InstanceOf) else element.variables


def constructs(value: object) -> Counter[str]:
    """How often each construct occurs in a query, those of the queries in it included."""
    found: Counter[str] = Counter()
    if isinstance(value, tuple):
        for item in value:
            found += constructs(item)
    if isinstance(value, Value):
        found[_construct(value)] += 1
        for name in type(value).model_fields:
            found += constructs(getattr(value, name))
    return found


def _construct(value: Value) -> str:
    name = type(value).__name__
    details = {
        Query: lambda: value.form + (", grouped" if value.form == "rows" and value.is_grouped else ""),
        VariableValue: lambda: value.type,
        Arithmetic: lambda: value.operation,
        DatePart: lambda: value.part,
        DateDifference: lambda: value.unit,
        Aggregate: lambda: value.function,
        TextTest: lambda: value.test,
        ExistenceTest: lambda: "none" if value.negated else "some",
        Combination: lambda: value.operation,
        RankWindow: lambda: "1 to 1" if value.last == 1 else "from 1" if value.first == 1 else "from later",
    }
    detail = details.get(type(value))
    return f"{name} ({detail()})" if detail else name
