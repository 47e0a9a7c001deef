"""A query in words: what it is about with its conditions, and the question that it answers.

Its phrases are those of the language's `cues.toml`, table `say`. They fit one thing as well as several.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pog_agent.answering.computed.pattern_words import Noun, PatternWords
from pog_agent.answering.computed.query_parts import (
    classes_of,
    constants_of,
    every_element,
    relations_of,
    subject_of,
)
from pog_agent.answering.proof.cited_shape import joined
from pog_agent.answering.shown_paths import term_labels
from pog_agent.asking.ranking.direction import name_kind
from pog_agent.language.cues import CueBook, cue_book
from pog_agent.models.query import (
    Aggregate,
    Condition,
    Constant,
    DatePart,
    Edge,
    Expression,
    GraphPattern,
    Query,
    TermNumber,
    VariableValue,
)
from pog_agent.models.query_walk import aggregates_of, mentioned, operands, read_variables
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, is_literal
from pog_agent.values import read_literal
from pog_agent.words import LANGUAGE

SHOWN_NAMES: Final = 3


@dataclass(frozen=True)
class QueryWords:
    """Labels of the terms that a query names, words for its relations, and the phrases of a language."""

    labels: Mapping[Term, str]
    relations: Mapping[str, str]
    book: CueBook

    @property
    def named(self) -> tuple[str, ...]:
        """All these words."""
        return (*self.relations.values(), *self.labels.values())

    def things(self, pattern: GraphPattern, variable: str) -> Noun:
        """What a variable of a pattern stands for, with all that the pattern says of it."""
        return PatternWords(self, pattern).whole(variable)

    def kind(self, pattern: GraphPattern, variable: str) -> Noun:
        """What a variable stands for: its class or its names, without conditions."""
        named = (item for item in pattern.elements if item.kind == "constant" and item.variable == variable)
        called = [self.say("called", thing=self.names(item)) for item in named]
        return Noun(PatternWords(self, pattern).head(variable), " ".join(called))

    def query(self, query: Query) -> str:
        """A query as a noun phrase in the plural."""
        return self.noun(query).many

    def noun(self, query: Query) -> Noun:
        """A query as a noun phrase."""
        subject, whole = subject_of(query), whole_pattern(query)
        things = Noun(self.say("value"))
        if subject is not None and subject in query.pattern.variables:
            things = PatternWords(self, query.pattern, _told_elsewhere(query)).whole(subject)
        if query.form == "scalar":
            value = self.expression(query.columns[0].expression, whole)
            return Noun(value, self.say("of", things=things.many) if subject else "")
        tests = [self.test(test.left, test.operator, test.right, whole) for test in query.having]
        only = [self.say("just_one")] if any(map(_counts_one, query.pattern.conditions)) else []
        behind = [things.behind, *only, *tests, *self._ranked(query, whole)]
        return Noun(things.head, " ".join(filter(None, behind)))

    def question(self, query: Query) -> str:
        """A query as a question, so that a person can tell whether it is what was meant."""
        subject, column = subject_of(query), next((item.expression for item in query.columns), None)
        if query.form == "exists":
            return PatternWords(self, query.pattern).whether(subject)
        is_number = column is not None and column.kind == "aggregate" and column.value is None
        if is_number and query.form == "scalar" and subject is not None:
            return self.say("how_many", things=self.things(query.pattern, subject).many)
        asked = _asked_of_one(query)
        if asked is not None:
            edge, thing = asked
            way = "along" if edge.source == thing.variable else "against"
            return self.of_relation(f"ask_{way}", edge, self.names(thing))
        noun = self.noun(query)
        if query.form == "scalar":
            return self.say("what_value", things=noun.one)
        is_one = query.ranks is not None and query.ranks.last == 1
        return self.say("which_one", things=noun.one) if is_one else self.say("which", things=noun.many)

    def variable(self, pattern: GraphPattern, variable: str) -> str:
        """A word or two for a variable: its class, the relation that leads to it, or its name."""
        for element in pattern.elements:
            if element.kind == "instance" and element.variable == variable:
                return self.labels[element.class_]
        edges = [element for element in pattern.elements if element.kind == "edge"]
        relations = [edge.relation for edge in edges if edge.target == variable]
        if relations:
            return self.relations[relations[0]]
        onward = [edge for edge in edges if edge.source == variable]
        if onward and variable[-1].isdigit():  # a name that nobody gave it
            return f"{self.say('thing')} {self.of_relation('clause_against', onward[0], self.say('it'))}"
        return variable.replace("_", " ")

    def expression(self, expression: Expression, pattern: GraphPattern) -> str:
        """What a value is: "area", "year of inception", "number of 'film'"."""
        if expression.kind == "constant":
            return self.labels[expression.term]
        if isinstance(expression, VariableValue | DatePart | TermNumber):
            part = self.say("factor") if _is_factor(expression) else ""
            part = expression.part if expression.kind == "date_part" else part
            value = self.variable(pattern, expression.variable)
            return f"{part} {self.say('of', things=value)}" if part else value
        if expression.kind == "scalar":
            return self.say("the", things=self.noun(expression.query).one)
        if expression.kind == "aggregate":
            return self.aggregate(expression, pattern)
        first, second = (self.expression(side, pattern) for side in operands(expression))
        if expression.kind == "date_difference":
            return self.say("between", value=expression.unit, one=first, other=second)
        return f"{first} {expression.operation} {second}"

    def aggregate(self, aggregate: Aggregate, pattern: GraphPattern) -> str:
        """An aggregate: "number of 'film'", "average price"."""
        if aggregate.value is not None:
            return f"{self.say(aggregate.function)} {self.expression(aggregate.value, pattern)}"
        over = (repr(self.variable(pattern, name)) for name in aggregate.over)
        return f"{self.say('number')} {self.say('of', things=self.say('and').join(over))}"

    def test(self, left: Expression, operator: str, right: Expression, pattern: GraphPattern) -> str:
        """A comparison: "with number of 'film' more than 5"."""
        value = self.compared(operator, right, self.expression(right, pattern))
        return self.say("with", relation=self.expression(left, pattern), value=value)

    def compared(self, operator: str, right: Expression, said: str) -> str:
        """How a value compares with another one: "more than 5", "after 2010"."""
        return self.say(f"{'time' if _is_time(right) else 'number'}{operator}", value=said)

    def of_relation(self, phrase: str, edge: Edge, thing: str) -> str:
        """A phrase about a relation that fits what its name is: "owner", "owned by", "located in", "owns"."""
        relation = self.relations[edge.relation]
        return self.say(f"{phrase}_{name_kind(relation, self.book)}", relation=relation, thing=thing)

    def names(self, constant: Constant) -> str:
        """The names of the terms that something is one of, the first few."""
        return self.say("or").join(dict.fromkeys(self.labels[term] for term in constant.terms[:SHOWN_NAMES]))

    def say(self, phrase: str, **words: str) -> str:
        """A phrase of the language with these words in it."""
        return self.book.text("say", phrase).format(**words)

    def _ranked(self, query: Query, whole: GraphPattern) -> Iterator[str]:
        if query.ranks is None:
            return
        columns = {column.name: column.expression for column in query.columns}
        expressions = [columns[key.column] for key in query.order_by]
        extreme = "greatest" if query.order_by[0].descending else "least"
        word = self.say(f"{extreme}_{'time' if _is_time(expressions[0]) else 'number'}")
        keys = self.say("and").join(self.expression(item, whole) for item in expressions)
        first, last = query.ranks.first, query.ranks.last
        places = str(first) if first == last else f"{first}-{last}"
        yield self.say("extreme" if last == 1 else "at_place", word=word, relation=keys, places=places)


async def words_of(query: Query, run: RunContext) -> QueryWords:
    """The words for a query and the queries in it."""
    memberships = [element for element in every_element(query) if element.kind == "instance"]
    relations = [*relations_of(query)]
    relations += [name for item in memberships for name in (*item.type_relations, item.subclass_relation)]
    terms = [*constants_of(query), *(item.class_ for item in classes_of(query))]
    book = cue_book(LANGUAGE)
    assert book is not None
    return QueryWords(
        await term_labels(run, terms), await run.relation_labels(list(dict.fromkeys(relations))), book
    )


def whole_pattern(query: Query) -> GraphPattern:
    """The pattern with the optional patterns, as if they were none."""
    return joined((query.pattern, *query.optionals))


def _asked_of_one(query: Query) -> tuple[Edge, Constant] | None:
    """The relation and the named thing of a query that asks for no more than what it leads to."""
    edges = [item for item in query.pattern.elements if item.kind == "edge"]
    named = [item for item in query.pattern.elements if item.kind == "constant"]
    is_plain = len(query.pattern.elements) == 2 and not query.pattern.conditions and not query.is_grouped
    return (edges[0], named[0]) if is_plain and edges and named and query.ranks is None else None


def _told_elsewhere(query: Query) -> frozenset[str]:
    """The variables by which a query ranks, or of which it computes: they are told behind its things."""
    columns = {column.name: column.expression for column in query.columns}
    told = [columns[key.column] for key in query.order_by] if query.ranks is not None else []
    told += [query.columns[0].expression] if query.form == "scalar" else []
    tested = {name for condition in query.pattern.conditions for name in mentioned(condition)}
    names = {name for item in told for name in read_variables(item)}
    names |= {name for item in told for aggregate in aggregates_of(item) for name in aggregate.over}
    return frozenset(names - {subject_of(query), *tested})


def _is_time(expression: Expression) -> bool:
    if expression.kind == "constant":
        return is_literal(expression.term) and read_literal(expression.term).kind == "date"
    return expression.kind == "date_part" or (
        expression.kind == "variable" and expression.type in ("date", "dateTime")
    )


def _is_factor(expression: Expression) -> bool:
    """Whether terms stand for factors of units, and are not numbers with a unit themselves ("12,5 kg")."""
    if expression.kind != "term_number":
        return False
    return not all(is_literal(case.term) and read_literal(case.term).span for case in expression.cases)


def _counts_one(condition: Condition) -> bool:
    """Whether a condition says how many things there are, and nothing of each."""
    return condition.kind == "comparison" and (condition.left.kind, condition.right.kind) == ("scalar", "constant")
