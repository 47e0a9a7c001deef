"""Writes what is said of the values of attributes: comparisons, averages, what things are ranked by, columns."""

from dataclasses import replace
from typing import Final

from pog_agent.kg.preset import Preset
from pog_agent.models.query import (
    RDFS_SUBCLASS,
    Aggregate,
    Column,
    ComparisonTest,
    Constant,
    ConstantValue,
    DatePart,
    Expression,
    GraphPattern,
    InstanceOf,
    Operator,
    Query,
    ScalarValue,
    ValueType,
    VariableValue,
    number_constant,
)
from pog_agent.reading.composing.heads import Test
from pog_agent.reading.composing.joins import Join
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.trees import Tree
from pog_agent.reading.composing.writing.numbers import NumberWriter
from pog_agent.reading.composing.writing.unwritten import IncomparableError, UnwrittenError
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.reading.schema.text_quantities import MeasuredTexts
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.terms import XSD, Term, literal

_FLIPPED: Final[dict[Operator, Operator]] = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


class ValueWriter:
    """Writes the values of attributes in one tree; `place` is that of the head. Raises `UnwrittenError`."""

    def __init__(self, scan: Scan, tree: Tree, vocabulary: QueryVocabulary) -> None:
        self._scan = scan
        self._tree = tree
        self._lexicon = vocabulary.lexicon
        self._preset = vocabulary.preset
        self.numbers = NumberWriter(vocabulary.lexicon)

    def relation(self, place: int) -> Term:
        """The relation that leads to a head; of an attribute alone, the one that it is named as best."""
        head = self._scan.heads[place]
        if head.kind == "attribute" and not self._tree.joins:
            return head.measures[0].relation
        return self._join(place).steps[-1].relation

    def shown(self, place: int) -> Column:
        """The column of what a head stands for. Numbers of several units are shown in one."""
        variable = variable_of(place)
        if self._scan.heads[place].kind != "attribute":
            return Column(name=variable, expression=VariableValue(variable=variable))
        relation = self.relation(place)
        unit = self.numbers.unit(relation)
        if self.numbers.is_computed(relation):
            return Column(name=f"number{place}", expression=self.numbers.number(relation, variable), unit=unit)
        return Column(name=variable, expression=VariableValue(variable=variable), unit=unit)

    def is_reversed(self, place: int) -> bool:
        """Whether more of what an adjective says is less of the value: who is older was born earlier."""
        measure = self._join(place).measure if self._tree.joins else self._scan.heads[place].measures[0]
        return measure is not None and measure.reversed

    def is_told_both_ways(self, place: int) -> bool:
        """Whether the graph has both a yes and a no of an attribute, so that no value is neither."""
        values = self._lexicon.flag(self.relation(place))
        return values is not None and values.affirms and values.denies

    def value(self, place: int) -> Expression:
        """The value as it is compared and ranked."""
        relation, variable = self.relation(place), variable_of(place)
        if self._lexicon.is_numeric(relation):
            return self.numbers.number(relation, variable)
        if not self._lexicon.is_dated(relation):
            raise self._incomparable(relation, "neither numbers nor dates")
        return dated_value(variable, relation, self._lexicon)

    def aggregate(self, place: int, name: str) -> Column:
        """The column of the sum or average that is asked for, over what has the values."""
        relation, join = self.relation(place), self._join(place)
        function = self._scan.heads[place].aggregation
        assert function is not None
        if not self._lexicon.is_numeric(relation):
            raise self._incomparable(relation, "no numbers")
        if len(join.steps) > 1:
            raise UnwrittenError("the values belong to something that the question does not name")
        value = self.numbers.number(relation, variable_of(place))
        aggregate = Aggregate(function=function, over=(variable_of(join.near),), value=value)
        return Column(name=name, expression=aggregate, unit=self.numbers.unit(relation))

    def condition(self, place: int, test: Test) -> ComparisonTest:
        """A test of the value."""
        value, relation = self.value(place), self.relation(place)
        if self.is_reversed(place):
            test = replace(test, operator=_FLIPPED.get(test.operator, test.operator))
        if test.others:
            return ComparisonTest(left=value, operator=test.operator, right=self._value_of(place, test.others))
        if test.as_date:
            if not self._has_days(relation):
                raise UnwrittenError(
                    f"{self._lexicon.label(relation)!r} has no days that compare with {test.number}"
                )
            day = ConstantValue(term=literal(test.number, XSD + "date"))
            return ComparisonTest(left=value, operator=test.operator, right=day)
        if self._lexicon.is_dated(relation):
            if not test.as_year or self.is_reversed(place):
                raise UnwrittenError(f"{self._lexicon.label(relation)!r} has dates, and {test.number} is no year")
            value = DatePart(part="year", variable=variable_of(place))
        number = number_constant(test.number)
        if test.amount is not None:
            number = self.numbers.stated(test.amount, relation, test.operator)
        return ComparisonTest(left=value, operator=test.operator, right=number)

    def _has_days(self, relation: Term) -> bool:
        return self._lexicon.datatypes(relation) == {XSD + "date"} and not self._lexicon.is_zoned(relation)

    def _value_of(self, place: int, others: tuple[Term, ...]) -> ScalarValue:
        """The value that a named thing has for an attribute; the greatest of several."""
        relation = self.relation(place)
        is_day = self._has_days(relation)
        if not (is_day or self._lexicon.is_numeric(relation)):
            raise UnwrittenError(f"{self._lexicon.label(relation)!r} has no numbers or days to compare")
        pattern = GraphPattern(
            elements=(
                Constant(variable="other", terms=others),
                *self.numbers.edges("other", relation, "value"),
            )
        )
        value = dated_value("value", relation, self._lexicon) if is_day else self.numbers.number(relation, "value")
        greatest = Aggregate(function="max", over=("other",), value=value)
        column = Column(name="greatest", expression=greatest)
        return ScalarValue(query=Query(form="scalar", pattern=pattern, columns=(column,)))

    def _incomparable(self, relation: Term, what: str) -> UnwrittenError:
        """Why the values of an attribute are not compared: what they are, or an example of texts with a unit."""
        label, text = self._lexicon.label(relation), self._lexicon.text_with_unit(relation)
        if text:
            texts = f"texts such as {text!r}, which no query compares"
            return IncomparableError(f"the values of {label!r} are {texts}")
        return UnwrittenError(f"the values of {label!r} are {what}")

    def _join(self, place: int) -> Join:
        found = next((join for join in self._tree.joins if join.far == place), None)
        if found is None:
            raise UnwrittenError(f"{self._scan.heads[place].text!r} is joined with nothing")
        return found


def typed_value(variable: str, relation: Term, lexicon: SchemaLexicon) -> VariableValue | DatePart:
    """A value of a relation as it is compared: a number, a date, or its year. Raises `IncomparableError`."""
    if isinstance(lexicon.measured_relations.get(relation), MeasuredTexts):
        raise IncomparableError(
            f"the values of {lexicon.label(relation)!r} are texts, with which nothing is computed"
        )
    if lexicon.is_numeric(relation):
        return VariableValue(variable=variable, type="number")
    if not lexicon.is_dated(relation):
        raise IncomparableError(f"the values of {lexicon.label(relation)!r} are neither numbers nor dates")
    return dated_value(variable, relation, lexicon)


def dated_value(variable: str, relation: Term, lexicon: SchemaLexicon) -> VariableValue | DatePart:
    """A date as it is compared, or its year where not all values are days."""
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
