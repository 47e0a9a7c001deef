"""A query in words: what it is about, its conditions, and what its values are. It writes English."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pog_agent.answering.computed.query_parts import (
    classes_of,
    constants_of,
    every_element,
    relations_of,
    subject_of,
)
from pog_agent.answering.proof.cited_shape import joined
from pog_agent.answering.shown_paths import term_labels
from pog_agent.models.query import (
    Aggregate,
    Condition,
    DatePart,
    Edge,
    Expression,
    GraphPattern,
    Query,
    TermNumber,
    VariableValue,
)
from pog_agent.models.query_walk import operands, read_variables
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, is_literal
from pog_agent.values import read_literal

_FUNCTIONS = {"sum": "sum", "average": "average", "min": "least", "max": "greatest"}
_TESTS = {
    "equals": "named",
    "starts_with": "beginning with",
    "contains": "containing",
    "ends_with": "ending in",
    "language": "in",
}


@dataclass(frozen=True)
class QueryWords:
    """Labels of the terms that a query names, and words for its relations."""

    labels: Mapping[Term, str]
    relations: Mapping[str, str]

    @property
    def named(self) -> tuple[str, ...]:
        """All these words."""
        return (*self.relations.values(), *self.labels.values())

    def things(self, pattern: GraphPattern, variable: str) -> str:
        """What a variable of a pattern stands for, with all that the pattern says of it."""
        return _Description(self, pattern).whole(variable)

    def kind(self, pattern: GraphPattern, variable: str) -> str:
        """What a variable stands for, without conditions: "things of the class 'museum'"."""
        return _Description(self, pattern).noun(variable)

    def variable(self, pattern: GraphPattern, variable: str) -> str:
        """A word or two for a variable: its class, the relation that leads to it, or its name."""
        for element in pattern.elements:
            if element.kind == "instance" and element.variable == variable:
                return self.labels[element.class_]
        edges = [element for element in pattern.elements if element.kind == "edge"]
        relations = [edge.relation for edge in edges if edge.target == variable]
        return self.relations[relations[0]] if relations else variable.replace("_", " ")

    def expression(self, expression: Expression, pattern: GraphPattern) -> str:
        """What a value is: "area", "year of inception", "number of 'film'"."""
        if expression.kind == "constant":
            return self.labels[expression.term]
        if isinstance(expression, VariableValue | DatePart | TermNumber):
            part = "the factor of " if _is_factor(expression) else ""
            part = f"{expression.part} of " if expression.kind == "date_part" else part
            return f"{part}{self.variable(pattern, expression.variable)}"
        if expression.kind == "scalar":
            return f"the {self.query(expression.query)}"
        if expression.kind == "aggregate":
            return self.aggregate(expression, pattern)
        first, second = (self.expression(side, pattern) for side in operands(expression))
        if expression.kind == "date_difference":
            return f"{expression.unit} from {first} to {second}"
        return f"{first} {expression.operation} {second}"

    def aggregate(self, aggregate: Aggregate, pattern: GraphPattern) -> str:
        """An aggregate: "number of 'film'", "average of price"."""
        if aggregate.value is None:
            return f"number of {' and '.join(repr(self.variable(pattern, name)) for name in aggregate.over)}"
        return f"{_FUNCTIONS[aggregate.function]} {self.expression(aggregate.value, pattern)}"

    def query(self, query: Query) -> str:
        """A query as a noun phrase."""
        subject = subject_of(query)
        whole = whole_pattern(query)
        things = self.things(query.pattern, subject) if subject in query.pattern.variables else "values"
        if query.form == "scalar":
            value = self.expression(query.columns[0].expression, whole)
            return f"{value} of {things}" if subject else value
        tests = [
            f"{self.expression(test.left, whole)} {test.operator} {self.expression(test.right, whole)}"
            for test in query.having
        ]
        having = f" with {' and '.join(tests)}" if tests else ""
        only = "just one of the " if any(map(_counts_one, query.pattern.conditions)) else ""
        return f"{only}{things}{having}{self._ranked(query, whole)}"

    def _ranked(self, query: Query, whole: GraphPattern) -> str:
        columns = {column.name: column.expression for column in query.columns}
        if query.ranks is None:
            return ""
        keys = " and ".join(self.expression(columns[key.column], whole) for key in query.order_by)
        superlative = "greatest" if query.order_by[0].descending else "least"
        first, last = query.ranks.first, query.ranks.last
        if last == 1:
            return f" with the {superlative} {keys}"
        places = f"place {first}" if first == last else f"the places {first} to {last}"
        return f" at {places} by {keys}, the {superlative} first"


def _is_factor(expression: Expression) -> bool:
    """Whether terms stand for factors of units, and are not numbers with a unit themselves ("12,5 kg")."""
    if expression.kind != "term_number":
        return False
    return not all(is_literal(case.term) and read_literal(case.term).span for case in expression.cases)


async def words_of(query: Query, run: RunContext) -> QueryWords:
    """The words for a query and the queries in it."""
    memberships = [element for element in every_element(query) if element.kind == "instance"]
    relations = [*relations_of(query)]
    relations += [name for item in memberships for name in (*item.type_relations, item.subclass_relation)]
    terms = [*constants_of(query), *(item.class_ for item in classes_of(query))]
    return QueryWords(await term_labels(run, terms), await run.relation_labels(list(dict.fromkeys(relations))))


def whole_pattern(query: Query) -> GraphPattern:
    """The pattern with the optional patterns, as if they were none."""
    return joined((query.pattern, *query.optionals))


class _Description:
    """What a pattern says of its variables. Each edge and test is said once."""

    def __init__(self, words: QueryWords, pattern: GraphPattern) -> None:
        self._words = words
        self._pattern = pattern
        self._said: set[object] = set()

    def whole(self, variable: str) -> str:
        """A variable with all that the pattern says of it."""
        noun, told = self.noun(variable), ", ".join(self.clauses(variable))
        return f"{noun} {told}" if told else noun

    def end(self, variable: str) -> str:
        """The terms or the class that the end of a relation is one of; empty where the pattern says none."""
        for element in self._pattern.elements:
            if element.kind == "constant" and element.variable == variable:
                return " or ".join(self._words.labels[term] for term in element.terms)
        noun = self.noun(variable)
        return "" if noun == "things" else noun

    def noun(self, variable: str) -> str:
        """The class or the terms that a variable is one of, as things."""
        for element in self._pattern.elements:
            if element.kind == "constant" and element.variable == variable:
                return f"things that are {' or '.join(self._words.labels[term] for term in element.terms)}"
        for element in self._pattern.elements:
            if element.kind == "instance" and element.variable == variable:
                return f"things of the class {self._words.labels[element.class_]!r}"
        return "things"

    def clauses(self, variable: str) -> Iterator[str]:
        """Conditions of a variable, those behind its edges in brackets."""
        for element in self._pattern.elements:
            if element in self._said:
                continue
            if element.kind == "edge" and variable in (element.source, element.target):
                self._said.add(element)
                yield self._edge(element, variable)
            elif element.kind == "in_query" and variable in element.variables:
                self._said.add(element)
                yield f"among the {self._words.query(element.query)}"
            elif element.kind == "combination" and variable in element.variables:
                self._said.add(element)
                joint = {"union": " or ", "intersection": " and ", "difference": " but not "}[element.operation]
                yield joint.join(_clauses_in(self._words, part, variable) for part in element.patterns)
        yield from self._tests(variable)

    def _edge(self, edge: Edge, variable: str) -> str:
        relation = self._words.relations[edge.relation]
        other = edge.target if edge.source == variable else edge.source
        end, tests = self.end(other), self._comparisons(other)
        told = ", ".join(self.clauses(other))
        further = f" ({told})" if told else ""
        if edge.source == variable:
            return f"with {relation}{end and ' '}{end}{tests}{further}"
        return f"that are {relation} of {end or 'something'}{tests}{further}"

    def _comparisons(self, variable: str) -> str:
        """The comparisons that begin with a variable, as " > 5"."""
        found = []
        for condition in self._pattern.conditions:
            if condition.kind != "comparison" or condition in self._said:
                continue
            if condition.left.kind == "variable" and condition.left.variable == variable:
                self._said.add(condition)
                right = self._words.expression(condition.right, self._pattern)
                found.append(f" {condition.operator} {right}")
        return " and".join(found)

    def _tests(self, variable: str) -> Iterator[str]:
        for condition in self._pattern.conditions:
            if condition in self._said:
                continue
            if condition.kind == "text" and condition.variable == variable:
                self._said.add(condition)
                yield f"{_TESTS[condition.test]} {condition.text!r}"
            elif condition.kind == "existence" and variable in condition.pattern.variables:
                self._said.add(condition)
                inner = _clauses_in(self._words, condition.pattern, variable)
                yield _denied(inner) if condition.negated else inner
            elif condition.kind == "comparison" and variable in {
                *read_variables(condition.left),
                *read_variables(condition.right),
            }:
                self._said.add(condition)
                sides = [self._words.expression(side, self._pattern) for side in (condition.left, condition.right)]
                yield f"with {sides[0]} {condition.operator} {sides[1]}"


def _counts_one(condition: Condition) -> bool:
    """Whether a condition says how many things there are, and nothing of each."""
    return condition.kind == "comparison" and (condition.left.kind, condition.right.kind) == ("scalar", "constant")


def counted(count: int, things: str) -> str:
    """A number of things, which are written in the plural."""
    if count != 1:
        return f"{count:,} {things}"
    return f"1 {re.sub('^things( that are)?', lambda found: 'thing that is' if found[1] else 'thing', things)}"


def _denied(clauses: str) -> str:
    """That something has none of this."""
    return f"without {clauses.removeprefix('with ')}" if clauses.startswith("with ") else f"but not {clauses}"


def _clauses_in(words: QueryWords, pattern: GraphPattern, variable: str) -> str:
    description = _Description(words, pattern)
    noun = description.noun(variable)
    return ", ".join([*([] if noun == "things" else [f"that are {noun}"]), *description.clauses(variable)])
