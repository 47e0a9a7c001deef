"""Random queries of the whole algebra over the vocabulary of `random_graphs`."""

from collections.abc import Iterator

from pog_agent.models.query import (
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
    TextTest,
    VariableValue,
)
from pog_agent.models.query_walk import value_type
from pog_agent.terms import RDF_TYPE
from tests.query import random_graphs as graphs
from tests.query.random_values import LITERALS, Kinds, RandomValues

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
_LANGUAGES = ("en", "de", "en-GB")
_PARTS = ("ada", "A", "STRASSE", "ß", "ær", "o", 'e"t', "\\", "\t")
_OPTIONAL_STEMS = ("maybe", "perhaps")


class RandomQueries(RandomValues):
    """Makes queries. `zones` says whether dates of the graph have time zones."""

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
            expression = self.of_two(expression, kinds | more, set(more))
        column = Column(name=self.column_name(kinds | more), expression=expression)
        return Query(form="scalar", pattern=pattern, optionals=optionals, columns=(column,))

    def rows(self, depth: int) -> Query:
        """Rows with or without groups, an order and ranks."""
        pattern, kinds = self.pattern(depth)
        optionals, more = self.optionals(pattern, kinds, depth)
        columns = self.grouped(kinds, more, depth) if self.chance(0.4) else self.plain(kinds, more, depth)
        having: tuple[ComparisonTest, ...] = ()
        if any(column.expression.kind == "aggregate" for column in columns) and self.chance(0.4):
            tests = range(self.random.choice((1, 1, 1, 2)))
            having = tuple(self.having(kinds | more, set(more), depth) for _ in tests)
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
        columns = [self.shown(name, kinds) for name in names]
        columns += [
            Column(name=name, expression=VariableValue(variable=name)) for name in more if self.chance(0.5)
        ]
        if self.chance(0.5):
            expression = self.expression(kinds, depth)
            if expression is not None:
                columns.append(Column(name=self.column_name(kinds | more), expression=expression))
        return tuple(columns)

    def shown(self, name: str, kinds: Kinds) -> Column:
        if kinds[name] in ("number", "date", "dateTime") and self.chance(0.6):
            return Column(name=name, expression=self.variable(name, kinds, ordered=True))
        if kinds[name] == "text" and self.chance(0.4):
            return Column(name=f"text_of_{name}", expression=self.variable(name, kinds))
        return Column(name=name, expression=VariableValue(variable=name))

    def grouped(self, kinds: Kinds, more: Kinds, depth: int) -> tuple[Column, ...]:
        """Keys of groups and aggregates."""
        columns = []
        for name in self.random.sample(sorted(kinds), self.random.choice((0, 1, 1, 2)) if len(kinds) > 1 else 1):
            if kinds[name] in ("date", "dateTime", "period") and self.chance(0.6):
                part = self.random.choice(("year", "month", "decade"))
                columns.append(Column(name=f"{part}_of_{name}", expression=DatePart(part=part, variable=name)))
            elif kinds[name] in ("date", "dateTime") and self.chance(0.5):
                age = DateDifference(unit="years", start=self.variable(name, kinds), end=self.constant("date"))
                columns.append(Column(name=f"age_of_{name}", expression=age))
            else:
                columns.append(Column(name=name, expression=VariableValue(variable=name)))
        for number in range(self.random.choice((1, 1, 2, 3))):
            expression: Expression = self.aggregate(kinds | more, set(more))
            if value_type(expression) == "number" and self.chance(0.15):
                expression = self.of_two(expression, kinds | more, set(more), depth)
            columns.append(Column(name=f"result{number}", expression=expression))
        return tuple(columns)

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
            return self.instance(node)
        if kind < 0.30 and nodes:
            return self.one_of(node, kinds)
        if kind < 0.37 and depth:
            return self.combination(node, kinds, depth, stem)
        if kind < 0.44 and depth:
            return self.in_query(node, kinds, depth, stem)
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

    def one_of(self, node: str, kinds: Kinds) -> Constant:
        values = [name for name in kinds if kinds[name] != "node"]
        if values and self.chance(0.3):
            value = self.random.choice(values)
            literals = LITERALS[kinds[value]]
            chosen = self.random.sample(literals, self.random.randint(1, len(literals)))
            return Constant(variable=value, terms=tuple(chosen))
        terms = self.random.sample(graphs.NODES, self.random.choice((1, 2, 4)))
        return Constant(variable=node, terms=tuple(terms))

    def instance(self, node: str) -> InstanceOf:
        """A class of the graph; or a node with links as its members, and other links as its subclasses."""
        if self.chance(0.8):
            return InstanceOf(variable=node, class_=self.random.choice(graphs.CLASSES))
        relations = (RDF_TYPE, graphs.LINKS[0]) if self.chance(0.5) else (graphs.LINKS[0],)
        class_ = self.random.choice((*graphs.NODES, *graphs.CLASSES))
        return InstanceOf(
            variable=node, class_=class_, type_relations=relations, subclass_relation=graphs.LINKS[1]
        )

    def combination(self, node: str, known: Kinds, depth: int, stem: str) -> Combination:
        """Patterns that share a node, and sometimes a value of it."""
        relations: list[str] = []
        if self.chance(0.3):
            kind = self.random.choice(sorted(set(_KINDS.values())))
            relations = [relation for relation in _KINDS if _KINDS[relation] == kind]
            value = self.named(known, kind, stem)
        patterns = []
        for _ in range(self.random.choice((2, 2, 3))):
            elements, kinds = self.elements(depth - 1, {node: "node"}, self.random.choice((1, 1, 2)), "inner")
            if node not in kinds:
                elements = (*elements, InstanceOf(variable=node, class_=graphs.CLASSES[0]))
            if relations:
                edge = Edge(source=node, relation=self.random.choice(relations), target=value)
                elements = (*elements, edge)
            conditions = tuple(self.conditions(kinds, 0))[:1] if self.chance(0.3) else ()
            patterns.append(GraphPattern(elements=elements, conditions=conditions))
        operation = self.random.choice(("union", "intersection", "difference"))
        shared = (node, value) if relations else (node,)
        return Combination(operation=operation, variables=shared, patterns=tuple(patterns))

    def in_query(self, node: str, known: Kinds, depth: int, stem: str) -> InQuery:
        """A node, and sometimes a second thing, that stand together in the columns of another query."""
        while True:
            query = self.rows(depth - 1)
            columns = {
                column.name: _kind_of(column.expression.variable)
                for column in query.columns
                if column.expression.kind == "variable"
                and column.expression.type != "text"
                and column.expression.variable in query.pattern.variables
            }
            nodes = [name for name, kind in columns.items() if kind == "node"]
            if not nodes:
                continue
            own = self.random.choice(nodes)
            others = [name for name in columns if name != own]
            if not others or self.chance(0.4):
                return InQuery(variables=(node,), columns=(own,), query=query)
            other = self.random.choice(others)
            variables = node, self.named(known, columns[other], stem)
            return InQuery(variables=variables, columns=(own, other), query=query)

    def optionals(self, pattern: GraphPattern, kinds: Kinds, depth: int) -> tuple[tuple[GraphPattern, ...], Kinds]:
        nodes = [name for name in kinds if kinds[name] == "node"]
        if not nodes or self.chance(0.75):
            return (), {}
        patterns: list[GraphPattern] = []
        added: Kinds = {}
        for stem in _OPTIONAL_STEMS[: self.random.choice((1, 1, 1, 2))]:
            node = self.random.choice(nodes)
            count = self.random.choice((1, 2))
            elements, found = self.elements(max(depth - 1, 0), {node: "node"}, count, stem)
            conditions = tuple(self.conditions(found, 0))[:1] if self.chance(0.4) else ()
            if node in found:
                patterns.append(GraphPattern(elements=elements, conditions=conditions))
                added |= {name: kind for name, kind in found.items() if name != node}
        return tuple(patterns), added

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
            texts = _LANGUAGES if test == "language" else _PARTS
            return TextTest(variable=self.random.choice(words), test=test, text=self.random.choice(texts))
        if nodes and choice < 0.65 and outer is None:
            return self.existence(kinds, self.random.choice(nodes), depth)
        if known and choice < 0.68:
            return self.same_term(known)
        if len(nodes) > 1 and choice < 0.74:
            first, second = self.random.sample(nodes, 2)
            sides = VariableValue(variable=first), VariableValue(variable=second)
            return ComparisonTest(left=sides[0], operator=self.random.choice(("=", "!=")), right=sides[1])
        left = self.expression(known, depth)
        if left is None:
            return None
        return ComparisonTest(left=left, operator=self.operator(), right=self.other_side(left, known, depth))

    def same_term(self, kinds: Kinds) -> ComparisonTest:
        """Whether something is a term or not; of a value, one whose type the algebra does not read."""
        name = self.random.choice(sorted(kinds))
        terms = graphs.NODES if kinds[name] == "node" else graphs.YEARS
        sides = VariableValue(variable=name), ConstantValue(term=self.random.choice(terms))
        return ComparisonTest(left=sides[0], operator=self.random.choice(("=", "!=")), right=sides[1])

    def existence(self, kinds: Kinds, node: str, depth: int) -> ExistenceTest:
        """A pattern around a node, whose conditions may look at the pattern outside."""
        given = {node: "node"}
        if self.chance(0.3):
            second = self.random.choice(sorted(kinds))
            given |= {second: kinds[second]}
        elements, inner = self.elements(0, given, self.random.choice((1, 2)), "other")
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

    def named(self, kinds: Kinds, kind: str, stem: str) -> str:
        base = f"{stem}_{_STEMS[kind]}" if stem else _STEMS[kind]
        name = base if base not in kinds else f"{base}{len(kinds)}"
        kinds[name] = kind
        return name

    def column_name(self, kinds: Kinds) -> str:
        return next(name for name in ("value", "result", "computed") if name not in kinds)


def _kind_of(name: str) -> str:
    """What a variable stands for, by its name."""
    return next(kind for kind, stem in _STEMS.items() if name.startswith(stem))


def names_of(element: PatternElement) -> tuple[str, ...]:
    if isinstance(element, Edge):
        return (element.source, element.target)
    return (element.variable,) if isinstance(element, Constant | InstanceOf) else element.variables
