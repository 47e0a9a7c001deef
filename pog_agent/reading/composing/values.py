"""Writes what is said of the values of attributes: comparisons, averages, what things are ranked by."""

from dataclasses import replace
from typing import Final

from pog_agent.kg.preset import Preset
from pog_agent.kg.schema.summary import PSEUDO_CLASSES
from pog_agent.models.query import (
    RDFS_SUBCLASS,
    Aggregate,
    Column,
    ComparisonTest,
    Constant,
    ConstantValue,
    DatePart,
    Edge,
    Expression,
    GraphPattern,
    InstanceOf,
    Operator,
    Query,
    ScalarValue,
    ValueType,
    VariableValue,
)
from pog_agent.reading.composing.heads import Test
from pog_agent.reading.composing.joins import Join
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.trees import Tree
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.terms import XSD, Term, literal

_FLIPPED: Final[dict[Operator, Operator]] = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


class UnwrittenError(Exception):
    """Something of a tree is no query; the message says what."""


class ValueWriter:
    """Writes the values of attributes in one tree; `place` is that of the head. Raises `UnwrittenError`."""

    def __init__(self, scan: Scan, tree: Tree, vocabulary: QueryVocabulary) -> None:
        self._scan = scan
        self._tree = tree
        self._lexicon = vocabulary.lexicon
        self._preset = vocabulary.preset

    def relation(self, place: int) -> Term:
        """The relation that leads to a head."""
        return self._join(place).steps[-1].relation

    def is_reversed(self, place: int) -> bool:
        """Whether more of what an adjective says is less of the value: who is older was born earlier."""
        measure = self._join(place).measure
        return measure is not None and measure.reversed

    def value(self, place: int) -> Expression:
        """The value as it is compared and ranked."""
        return typed_value(variable_of(place), self.relation(place), self._lexicon)

    def aggregate(self, place: int) -> Aggregate:
        """The sum or average that is asked for, over what has the values."""
        relation, join = self.relation(place), self._join(place)
        function = self._scan.heads[place].aggregation
        assert function is not None
        if not self._lexicon.is_numeric(relation):
            raise UnwrittenError(f"the values of {self._lexicon.label(relation)!r} are no numbers")
        if len(join.steps) > 1:
            raise UnwrittenError("the values belong to something that the question does not name")
        return Aggregate(
            function=function,
            over=(variable_of(join.near),),
            value=VariableValue(variable=variable_of(place), type="number"),
        )

    def condition(self, place: int, test: Test) -> ComparisonTest:
        """A test of the value."""
        value, relation = self.value(place), self.relation(place)
        if self.is_reversed(place):
            test = replace(test, operator=_FLIPPED.get(test.operator, test.operator))
        if test.others:
            return ComparisonTest(left=value, operator=test.operator, right=self._value_of(place, test.others))
        if test.average:
            return ComparisonTest(left=value, operator=test.operator, right=self._average_of(place))
        if test.as_date:
            if self._lexicon.datatypes(relation) != {XSD + "date"} or self._lexicon.is_zoned(relation):
                raise UnwrittenError(
                    f"{self._lexicon.label(relation)!r} has no days that compare with {test.number}"
                )
            return _compared(value, test, XSD + "date")
        if self._lexicon.is_dated(relation):
            if not test.as_year or self.is_reversed(place):
                raise UnwrittenError(f"{self._lexicon.label(relation)!r} has dates, and {test.number} is no year")
            value = DatePart(part="year", variable=variable_of(place))
        return _compared(value, test, XSD + ("integer" if test.number.isdigit() else "decimal"))

    def _value_of(self, place: int, others: tuple[Term, ...]) -> ScalarValue:
        """The value that a named thing has for an attribute; the greatest of several."""
        relation = self.relation(place)
        if not self._lexicon.is_numeric(relation):
            raise UnwrittenError(f"{self._lexicon.label(relation)!r} has no numbers to compare")
        pattern = GraphPattern(
            elements=(
                Constant(variable="other", terms=others),
                Edge(source="other", relation=relation, target="value"),
            )
        )
        greatest = Aggregate(function="max", over=("other",), value=VariableValue(variable="value", type="number"))
        return _scalar(pattern, "greatest", greatest)

    def _average_of(self, place: int) -> ScalarValue:
        """The average of an attribute over all instances of the class that has it."""
        join = self._join(place)
        start = self._tree.classes.get(join.near)
        if start is None or start in PSEUDO_CLASSES or len(join.steps) != 1:
            raise UnwrittenError("it is not clear of which things the average is meant")
        pattern = GraphPattern(
            elements=(
                instance_of("member", start, self._preset),
                Edge(source="member", relation=self.relation(place), target="value"),
            )
        )
        average = Aggregate(
            function="average", over=("member",), value=VariableValue(variable="value", type="number")
        )
        return _scalar(pattern, "average", average)

    def _join(self, place: int) -> Join:
        found = next((join for join in self._tree.joins if join.far == place), None)
        if found is None:
            raise UnwrittenError(f"{self._scan.heads[place].text!r} is joined with nothing")
        return found


def typed_value(variable: str, relation: Term, lexicon: SchemaLexicon) -> VariableValue | DatePart:
    """A value of a relation as it is compared: a number, a date, or its year. Raises `UnwrittenError`."""
    if lexicon.is_numeric(relation):
        return VariableValue(variable=variable, type="number")
    if not lexicon.is_dated(relation):
        raise UnwrittenError(f"the values of {lexicon.label(relation)!r} are neither numbers nor dates")
    types = lexicon.datatypes(relation)
    if types in ({XSD + "date"}, {XSD + "dateTime"}):
        type_: ValueType = "date" if types == {XSD + "date"} else "dateTime"
        return VariableValue(variable=variable, type=type_, zoned=lexicon.is_zoned(relation))
    return DatePart(part="year", variable=variable)


def variable_of(place: int) -> str:
    """The variable of a head, and the name of the column that shows it."""
    return f"x{place}"


def instance_of(variable: str, class_: Term, preset: Preset) -> InstanceOf:
    """A variable is an instance of a class or of one below it."""
    above = preset.subclasses[0] if preset.subclasses else RDFS_SUBCLASS
    return InstanceOf(variable=variable, class_=class_, type_relations=preset.types, subclass_relation=above)


def _compared(value: Expression, test: Test, datatype: Term) -> ComparisonTest:
    right = ConstantValue(term=literal(test.number, datatype))
    return ComparisonTest(left=value, operator=test.operator, right=right)


def _scalar(pattern: GraphPattern, name: str, aggregate: Aggregate) -> ScalarValue:
    column = Column(name=name, expression=aggregate)
    return ScalarValue(query=Query(form="scalar", pattern=pattern, columns=(column,)))
