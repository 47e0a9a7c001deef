"""Writes candidates as queries over the whole graph."""

from collections.abc import Sequence
from itertools import count
from typing import Final

from pog_agent.asking.generating.shapes import (
    Along,
    Both,
    CandidateQuery,
    Either,
    ExtremeOf,
    Having,
    Lasting,
    LinkedThings,
    Members,
    MostOf,
    Numbered,
    Shape,
    Valued,
    Without,
)
from pog_agent.asking.generating.values import ValueEdges
from pog_agent.asking.links import QuestionLink
from pog_agent.asking.question import CuedQuestion
from pog_agent.asking.schema import AskedSchema, SchemaWay
from pog_agent.models.query import (
    RDFS_SUBCLASS,
    Aggregate,
    Column,
    ComparisonTest,
    Constant,
    ExistenceTest,
    GraphPattern,
    InQuery,
    InstanceOf,
    Operator,
    OrderKey,
    Query,
    RankWindow,
    VariableValue,
    number_constant,
)
from pog_agent.models.query_draft import KEY_PREFIX, PatternPart
from pog_agent.terms import Term

ANSWER: Final = "answer"
_KEY: Final = KEY_PREFIX + "value"


class CandidateWriter:
    """Writes the candidates of one question. Raises `ValueError` for one that no query can say."""

    def __init__(self, question: CuedQuestion, links: Sequence[QuestionLink], schema: AskedSchema) -> None:
        self._question, self._links, self._schema = question, links, schema
        self._names = count()
        self._values = ValueEdges(schema, self._fresh)

    def query(self, candidate: CandidateQuery) -> Query:
        """The query of a candidate."""
        self._names = count()
        shape = candidate.selection.shape
        if candidate.greater is not None:
            return self._greater(candidate)
        if candidate.form == "exists":
            return Query(form="exists", pattern=self._piece(shape, ANSWER).pattern)
        if candidate.form == "rows":
            return self._rows(shape)
        piece = self._piece(shape, "thing")
        if candidate.form == "count":
            expression = Aggregate(function="count", over=("thing",))
        else:
            assert candidate.step is not None
            edges, value = self._values.value("thing", candidate.step)
            piece += PatternPart(edges)
            function = "sum" if candidate.form == "sum" else "average"
            expression = Aggregate(function=function, over=("thing",), value=value)
        return Query(form="scalar", pattern=piece.pattern, columns=(Column(name="number", expression=expression),))

    def _rows(self, shape: Shape) -> Query:
        if isinstance(shape, ExtremeOf) and isinstance(shape.of, Either):
            return self._one_of_two(shape.of, shape.steps[-1], descending=shape.descending)
        if isinstance(shape, ExtremeOf):
            return self._ranked(shape)
        if isinstance(shape, MostOf):
            return self._counted(shape)
        if isinstance(shape, Numbered):
            return self._numbered(shape)
        return Query(pattern=self._piece(shape, ANSWER).pattern, columns=(_column(ANSWER),))

    def _piece(self, shape: Shape, variable: str) -> PatternPart:
        """That a variable is in a set."""
        match shape:
            case LinkedThings():
                found = PatternPart((Constant(variable=variable, terms=self._terms(shape.link)),))
            case Either():
                terms = dict.fromkeys((*self._terms(shape.one), *self._terms(shape.other)))
                found = PatternPart((Constant(variable=variable, terms=tuple(terms)),))
            case Members():
                found = PatternPart((self._member(variable, shape.class_),))
            case Along():
                origin = self._fresh()
                found = self._piece(shape.origin, origin) + PatternPart(
                    self._values.edges(origin, shape.step, variable)
                )
            case Both():
                found = sum((self._piece(part, variable) for part in shape.parts), PatternPart())
            case Without():
                denied = _denied(self._piece(shape.other, variable))
                found = self._piece(shape.of, variable) + denied
            case Having():
                edges = PatternPart(self._values.edges(variable, shape.step, self._fresh()))
                found = _denied(edges) if shape.denied else edges
            case Valued():
                found = self._valued(shape, variable)
            case Lasting():
                found = self._lasting(shape, variable)
            case ExtremeOf() | MostOf() | Numbered():
                query = self._rows(shape)
                member = InQuery(variables=(variable,), columns=(query.columns[0].name,), query=query)
                found = PatternPart((member,))
        return found

    def _one_of_two(self, things: Either, step: SchemaWay, *, descending: bool) -> Query:
        """The one of two things whose value is the greater or lesser: nothing where one has none."""
        names, values, piece = (ANSWER, self._fresh()), [], PatternPart()
        for name in names:
            edges, value = self._values.value(name, step)
            piece += self._piece(things, name) + PatternPart(edges)
            values.append(value)
        test = ComparisonTest(left=values[0], operator=">" if descending else "<", right=values[1])
        return Query(pattern=(piece + PatternPart((), (test,))).pattern, columns=(_column(ANSWER),))

    def _ranked(self, shape: ExtremeOf) -> Query:
        variable = ANSWER if next(self._names) == 0 else self._fresh()
        piece, here = self._piece(shape.of, variable), variable
        for step in shape.steps[:-1]:
            there = self._fresh()
            piece += PatternPart(self._values.edges(here, step, there))
            here = there
        edges, value = self._values.value(here, shape.steps[-1])
        return Query(
            pattern=(piece + PatternPart(edges)).pattern,
            columns=(_column(variable), Column(name=_KEY, expression=value)),
            order_by=(OrderKey(column=_KEY, descending=shape.descending),),
            ranks=RankWindow(first=1, last=1),
        )

    def _counted(self, shape: MostOf) -> Query:
        variable, other = self._fresh(), self._fresh()
        piece, edges = self._piece(shape.of, variable), self._values.edges(variable, shape.step, other)
        may_be_none = not shape.descending and bool(piece.elements)
        return Query(
            pattern=piece.pattern if may_be_none else (piece + PatternPart(edges)).pattern,
            optionals=(GraphPattern(elements=edges),) if may_be_none else (),
            columns=(_column(variable), Column(name=_KEY, expression=_number_of(other))),
            order_by=(OrderKey(column=_KEY, descending=shape.descending),),
            ranks=RankWindow(first=1, last=1),
        )

    def _numbered(self, shape: Numbered) -> Query:
        variable, other = self._fresh(), self._fresh()
        piece, edges = self._piece(shape.of, variable), self._values.edges(variable, shape.step, other)
        may_be_none = shape.operator in ("<", "<=")
        right = number_constant(self._question.numbers[shape.value].figures)
        return Query(
            pattern=piece.pattern if may_be_none else (piece + PatternPart(edges)).pattern,
            optionals=(GraphPattern(elements=edges),) if may_be_none else (),
            columns=(_column(variable), Column(name=_KEY, expression=_number_of(other))),
            having=(ComparisonTest(left=_number_of(other), operator=shape.operator, right=right),),
        )

    def _greater(self, candidate: CandidateQuery) -> Query:
        greater = candidate.greater
        assert greater is not None
        piece, values = PatternPart(), []
        for link in (greater.one, greater.other):
            thing = self._fresh()
            edges, value = self._values.value(thing, greater.step)
            piece += PatternPart((Constant(variable=thing, terms=self._terms(link)), *edges))
            values.append(value)
        operator: Operator = ">" if greater.descending else "<"
        test = ComparisonTest(left=values[0], operator=operator, right=values[1])
        return Query(form="exists", pattern=(piece + PatternPart((), (test,))).pattern)

    def _valued(self, shape: Valued, variable: str) -> PatternPart:
        if shape.is_time:
            edges, tests = self._values.timed(
                variable, shape.step, shape.operator, self._question.times[shape.value]
            )
            return PatternPart(edges, tests)
        edges, value = self._values.value(variable, shape.step)
        constant = self._values.stated(self._question.numbers[shape.value], shape.step.relation)
        return PatternPart(edges, (ComparisonTest(left=value, operator=shape.operator, right=constant),))

    def _lasting(self, shape: Lasting, variable: str) -> PatternPart:
        time = self._question.times[shape.value]
        begun = PatternPart(*self._values.timed(variable, shape.begins, "<=", time))
        edges, tests = self._values.timed(variable, shape.ends, "<", time)
        return begun + _denied(PatternPart(edges, tests))

    def _member(self, variable: str, class_: Term) -> InstanceOf:
        preset = self._schema.preset
        above = preset.subclasses[0] if preset.subclasses else RDFS_SUBCLASS
        return InstanceOf(variable=variable, class_=class_, type_relations=preset.types, subclass_relation=above)

    def _terms(self, link: int) -> tuple[Term, ...]:
        return tuple(sorted(self._links[link].terms))

    def _fresh(self) -> str:
        return f"v{next(self._names)}"


def _denied(piece: PatternPart) -> PatternPart:
    return PatternPart((), (ExistenceTest(pattern=piece.pattern, negated=True),))


def _column(variable: str) -> Column:
    return Column(name=variable, expression=VariableValue(variable=variable))


def _number_of(variable: str) -> Aggregate:
    return Aggregate(function="count", over=(variable,))
