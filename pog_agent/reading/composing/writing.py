"""Writes a tree of joined heads as a query over the whole graph."""

from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from pog_agent.kg.preset import Preset
from pog_agent.kg.schema.summary import PSEUDO_CLASSES
from pog_agent.models.query import (
    RDFS_SUBCLASS,
    Aggregate,
    Arithmetic,
    Column,
    ComparisonTest,
    Condition,
    Constant,
    ConstantValue,
    DatePart,
    Edge,
    ExistenceTest,
    Expression,
    GraphPattern,
    InQuery,
    InstanceOf,
    Operator,
    OrderKey,
    PatternElement,
    Query,
    RankWindow,
    ScalarValue,
    ValueType,
    VariableValue,
)
from pog_agent.models.query_draft import KEY_PREFIX
from pog_agent.reading.composing.amounts import StatedAmount, in_unit
from pog_agent.reading.composing.heads import Head, Superlative, Test
from pog_agent.reading.composing.joins import Join, is_mediated
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.trees import Tree
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.terms import XSD, Term, literal
from pog_agent.values.known_units import exact_decimal

_ANSWER: Final = "answer"
_KEY: Final = KEY_PREFIX + "value"
_NUMBER: Final = KEY_PREFIX + "number"


class UnwrittenError(Exception):
    """Something of a tree is no query; the message says what."""


class IncomparableError(UnwrittenError):
    """A question was read, but the values of the graph do not compare as it asks; the message says why."""


@dataclass(frozen=True)
class _Part:
    elements: tuple[PatternElement, ...] = ()
    conditions: tuple[Condition, ...] = ()

    def __add__(self, other: "_Part") -> "_Part":
        return _Part((*self.elements, *other.elements), (*self.conditions, *other.conditions))

    @property
    def pattern(self) -> GraphPattern:
        return GraphPattern(elements=self.elements, conditions=self.conditions)


class QueryWriter:
    """Writes one tree."""

    def __init__(self, scan: Scan, tree: Tree, lexicon: SchemaLexicon, preset: Preset) -> None:
        self._scan = scan
        self._tree = tree
        self._lexicon = lexicon
        self._preset = preset
        self._numbers = count()
        self._facts: dict[str, set[tuple[str, Term, bool]]] = {}

    def query(self) -> Query:
        """The query. Raises `UnwrittenError`."""
        scan, root = self._scan, self._tree.root
        head = scan.heads[root]
        if scan.form == "exists":
            return Query(form="exists", pattern=self._part(root, None).pattern)
        if scan.group is not None and scan.form in ("count", "aggregate"):
            return self._grouped(root, scan.group)
        if scan.form == "count":
            column = Column(name="number", expression=Aggregate(function="count", over=(_variable(root),)))
            return Query(form="scalar", pattern=self._part(root, None).pattern, columns=(column,))
        if scan.form == "aggregate" and head.aggregation is not None:
            column = Column(name=head.aggregation, expression=self._aggregate(root), unit=self._unit(root))
            return Query(form="scalar", pattern=self._part(root, None).pattern, columns=(column,))
        return self._rows(root)

    def presupposed(self) -> tuple[Query, ...]:
        """What is taken for granted by each negation: that some of the things are or have what others do not."""
        found = []
        for place, head in enumerate(self._scan.heads):
            join = next((item for item in self._tree.joins if place in (item.near, item.far)), None)
            if not head.negated or head.excluded or join is None:
                continue
            near = join.near if join.far == place else join.far
            part = self._own(near) + _Part(self._chain(join)) + self._own(place)
            found.append(Query(form="exists", pattern=part.pattern))
        return tuple(found)

    def _rows(self, root: int) -> Query:
        head = self._scan.heads[root]
        if head.kind == "attribute" and head.extreme is not None and self._tree.joins:
            return self._ranked(_variable(root), self._part(root, None), root, head.extreme)
        rankers = self._rankers(root, None)
        if rankers:
            inner = self._part(root, None, besides=rankers[-1])
            return self._ranking(root, inner, rankers[-1])
        part = self._part(root, None)
        columns = [self._shown(place) for place in self._scan.roots]
        keys = []
        for number, place in enumerate(self._scan.order):
            if place in self._scan.roots:
                continue
            name = f"{KEY_PREFIX}order{number}"
            columns.append(Column(name=name, expression=self._value(place)))
            keys.append(OrderKey(column=name))
        return Query(pattern=part.pattern, columns=tuple(columns), order_by=tuple(keys))

    def _grouped(self, root: int, group: int) -> Query:
        expression: Expression = Aggregate(function="count", over=(_variable(root),))
        unit = ""
        if self._scan.form == "aggregate":
            expression, unit = self._aggregate(root), self._unit(root)
        columns = (
            Column(name="group", expression=VariableValue(variable=_variable(group))),
            Column(name="number", expression=expression, unit=unit),
        )
        return Query(pattern=self._part(root, None).pattern, columns=columns)

    def _aggregate(self, root: int) -> Aggregate:
        head = self._scan.heads[root]
        if not self._lexicon.is_numeric(self._relation(root)):
            raise self._no_values(self._relation(root), "no numbers")
        owner = self._owner_variable(root)
        function = head.aggregation or "average"
        return Aggregate(function=function, over=(owner,), value=self._value(root))

    def _part(self, head: int, parent: int | None, besides: Join | None = None) -> _Part:
        """All that holds of a head and what stands below it, seen from its parent."""
        part = self._own(head)
        rankers = [join for join in self._rankers(head, parent) if join is not besides]
        for join in self._tree.children(head, parent):
            if join is besides or join in rankers:
                continue
            child = join.far if join.near == head else join.near
            part += self._below(head, child, join)
        for join in rankers:
            query = self._ranking(head, part, join)
            part = _Part((InQuery(variables=(_variable(head),), columns=(query.columns[0].name,), query=query),))
        return part

    def _below(self, head: int, child: int, join: Join) -> _Part:
        below = self._scan.heads[child]
        sub = _Part(self._chain(join), self._others(head, child, join)) + self._part(child, head)
        if below.excluded and below.kind == "entity" and self._is_one_of(head, below):
            return self._different(head, below)
        if below.negated:
            return _Part((), (ExistenceTest(pattern=sub.pattern, negated=True),))
        return sub

    def _others(self, head: int, child: int, join: Join) -> tuple[Condition, ...]:
        """What is joined with things of its own kind over a third thing is not itself meant."""
        own = self._tree.classes.get(head)
        below = self._scan.heads[child]
        kinds = below.classes if below.kind == "entity" else (self._tree.classes.get(child),)
        if len(join.steps) == 1 or own is None or own not in kinds:
            return ()
        left, right = VariableValue(variable=_variable(head)), VariableValue(variable=_variable(child))
        return (ComparisonTest(left=left, operator="!=", right=right),)

    def _is_one_of(self, head: int, below: Head) -> bool:
        """Whether the excluded thing is itself of the class of the head."""
        return self._tree.classes.get(head) in below.classes

    def _different(self, head: int, below: Head) -> _Part:
        tests = tuple(
            ComparisonTest(
                left=VariableValue(variable=_variable(head)), operator="!=", right=ConstantValue(term=term)
            )
            for term in below.bearers.get(self._tree.classes.get(head, ""), below.terms)
        )
        return _Part((), tests)

    def _own(self, place: int) -> _Part:
        """What holds of a head alone."""
        head, variable = self._scan.heads[place], _variable(place)
        if head.kind == "entity":
            return _Part((Constant(variable=variable, terms=self._bearers(place)),))
        if head.kind == "text":
            return _Part((Constant(variable=variable, terms=head.texts[self._relation(place)]),))
        if head.kind == "class":
            class_ = self._tree.classes.get(place, head.classes[0])
            part = _Part((self._instance(variable, class_),)) if class_ not in PSEUDO_CLASSES else _Part()
            return part + self._kept(head, variable)
        if head.kind == "attribute" and not self._tree.joins:
            return _Part(self._edges("owner", head.measures[0].relation, variable))
        if head.kind == "attribute":
            return _Part((), tuple(self._condition(place, test) for test in head.tests))
        return _Part()

    def _kept(self, head: Head, variable: str) -> _Part:
        """The text that what a noun stands for has."""
        if head.kept is None:
            return _Part()
        relation, terms = head.kept
        text = f"v{next(self._numbers)}"
        return _Part((Edge(source=variable, relation=relation, target=text), Constant(variable=text, terms=terms)))

    def _bearers(self, place: int) -> tuple[Term, ...]:
        """The things of a name that are of the class that the tree takes it for."""
        head = self._scan.heads[place]
        return head.bearers.get(self._tree.classes.get(place, ""), head.terms)

    def _instance(self, variable: str, class_: Term) -> InstanceOf:
        above = self._preset.subclasses[0] if self._preset.subclasses else RDFS_SUBCLASS
        return InstanceOf(
            variable=variable, class_=class_, type_relations=self._preset.types, subclass_relation=above
        )

    def _chain(self, join: Join) -> tuple[PatternElement, ...]:
        """The edges of a join. A node on the way has a variable of its own, unless it is one fact with others."""
        shared = self._shared_fact(join)
        inner = [f"v{next(self._numbers)}" for _ in join.steps[1:]] if shared is None else [shared]
        nodes = [_variable(join.near), *inner, _variable(join.far)]
        edges: list[Edge] = []
        for step, near, far in zip(join.steps, nodes, nodes[1:], strict=False):
            source, target = (near, far) if step.forward else (far, near)
            edges += self._edges(source, step.relation, target)
        if len(inner) == 1 and is_mediated(join.steps[0]):
            self._facts.setdefault(inner[0], set()).update(_ends(join))
        return tuple(dict.fromkeys(edges))

    def _edges(self, source: str, relation: Term, target: str) -> tuple[Edge, ...]:
        """The edges of a relation; through a node where its values have units of their own."""
        measured = self._lexicon.measured_relations.get(relation)
        return (
            measured.edges(source, target)
            if measured
            else (Edge(source=source, relation=relation, target=target),)
        )

    def _number(self, relation: Term, variable: str) -> Expression:
        """The number of a variable, in one unit for all; raises `IncomparableError` where there is none."""
        measured = self._lexicon.measured_relations.get(relation)
        if measured is None:
            return VariableValue(variable=variable, type="number")
        if measured.problem:
            raise IncomparableError(f"the values of {self._lexicon.label(relation)!r} are {measured.problem}")
        return measured.number(variable)

    def _shared_fact(self, join: Join) -> str | None:
        """The nameless fact that another join of one of the two things leads through, by the same relation.

        What a fact says of its parts is meant of one fact ("who played Hamlet in 2011"), but two things that play
        one part are parts of two facts.
        """
        if len(join.steps) != 2 or not is_mediated(join.steps[0]):
            return None
        own = _ends(join)
        for fact, ends in self._facts.items():
            common = own & ends
            others = {relation for _, relation, _ in ends - common}
            if len(common) == 1 and not any(relation in others for _, relation, _ in own - common):
                return fact
        return None

    def _condition(self, place: int, test: Test) -> ComparisonTest:
        value = self._value(place)
        relation = self._relation(place)
        if self._is_reversed(place):
            test = replace(test, operator=_flipped(test.operator))
        if test.others:
            return ComparisonTest(left=value, operator=test.operator, right=self._value_of(place, test.others))
        if test.rival is not None:
            right = self._rival(place, self._scan.heads.index(test.rival))
            return ComparisonTest(left=value, operator=test.operator, right=right)
        if test.average:
            return ComparisonTest(left=value, operator=test.operator, right=self._average_of(place))
        if test.as_date:
            if self._lexicon.datatypes(relation) != {XSD + "date"} or self._lexicon.is_zoned(relation):
                raise UnwrittenError(
                    f"{self._lexicon.label(relation)!r} has no days that compare with {test.number}"
                )
            day = ConstantValue(term=literal(test.number, XSD + "date"))
            return ComparisonTest(left=value, operator=test.operator, right=day)
        if self._lexicon.is_dated(relation):
            if not test.as_year or self._is_reversed(place):
                raise UnwrittenError(f"{self._lexicon.label(relation)!r} has dates, and {test.number} is no year")
            value = DatePart(part="year", variable=_variable(place))
        if test.amount is not None:
            return self._amount_test(place, value, test, test.amount)
        datatype = XSD + ("integer" if test.number.isdigit() else "decimal")
        return ComparisonTest(
            left=value, operator=test.operator, right=ConstantValue(term=literal(test.number, datatype))
        )

    def _rival(self, place: int, other: int) -> Expression:
        """The value of another attribute of the same thing, in the unit of the first one."""
        one, two = self._join_of(place), self._join_of(other)
        relations = self._relation(place), self._relation(other)
        if one.near != two.near or not all(map(self._lexicon.is_numeric, relations)):
            raise UnwrittenError("what is compared are not two numbers of one thing")
        value, (unit, own) = self._value(other), map(self._lexicon.unit, relations)
        factor = exact_decimal(own.factor_to(unit)) if own and unit and own.dimension == unit.dimension else None
        labels = " and ".join(repr(self._lexicon.label(relation)) for relation in relations)
        if unit is None and own is None:
            return value
        if unit is None or own is None or factor is None or own.offset != unit.offset:
            units = " and ".join(item.text if item else "an unknown unit" for item in (unit, own))
            raise IncomparableError(f"the values of {labels} do not compare: they are in {units}")
        if factor == 1:
            return value
        datatype = XSD + ("integer" if factor == factor.to_integral_value() else "decimal")
        number = ConstantValue(term=literal(f"{factor:f}", datatype))
        return Arithmetic(operation="*", left=value, right=number)

    def _amount_test(self, place: int, value: Expression, test: Test, amount: StatedAmount) -> ComparisonTest:
        """The comparison with a number in the unit of the attribute, so that no unit is left in the query."""
        relation = self._relation(place)
        number = in_unit(amount, self._lexicon.unit(relation), test.operator)
        if number is None:
            unit = self._lexicon.unit(relation)
            raise IncomparableError(
                f"{amount.text!r} does not compare with {self._lexicon.label(relation)!r}, "
                f"whose values are in {unit.text if unit else 'another unit'}"
            )
        datatype = XSD + ("integer" if number.figures.lstrip("-").isdigit() else "decimal")
        right = ConstantValue(term=literal(number.figures, datatype))
        return ComparisonTest(left=value, operator=test.operator, right=right)

    def _is_reversed(self, place: int) -> bool:
        """Whether more of what an adjective says is less of the value: who is older was born earlier."""
        measure = self._join_of(place).measure
        return measure is not None and measure.reversed

    def _value_of(self, place: int, others: tuple[Term, ...]) -> ScalarValue:
        """The value that a named thing has for an attribute; the greatest of several."""
        relation = self._relation(place)
        if not self._lexicon.is_numeric(relation):
            raise UnwrittenError(f"{self._lexicon.label(relation)!r} has no numbers to compare")
        pattern = GraphPattern(
            elements=(
                Constant(variable="other", terms=others),
                *self._edges("other", relation, "value"),
            )
        )
        greatest = Aggregate(function="max", over=("other",), value=self._number(relation, "value"))
        return ScalarValue(
            query=Query(form="scalar", pattern=pattern, columns=(Column(name="greatest", expression=greatest),))
        )

    def _average_of(self, place: int) -> ScalarValue:
        """The average of an attribute over all instances of the class that has it."""
        join = self._join_of(place)
        start = self._tree.classes.get(join.near)
        if start is None or start in PSEUDO_CLASSES or len(join.steps) != 1:
            raise UnwrittenError("it is not clear of which things the average is meant")
        pattern = GraphPattern(
            elements=(
                self._instance("member", start),
                *self._edges("member", self._relation(place), "value"),
            )
        )
        average = Aggregate(
            function="average", over=("member",), value=self._number(self._relation(place), "value")
        )
        return ScalarValue(
            query=Query(form="scalar", pattern=pattern, columns=(Column(name="average", expression=average),))
        )

    def _value(self, place: int) -> Expression:
        """The value of an attribute as it is compared and ranked."""
        relation, variable = self._relation(place), _variable(place)
        if self._lexicon.is_numeric(relation):
            return self._number(relation, variable)
        if not self._lexicon.is_dated(relation):
            raise self._no_values(relation, "neither numbers nor dates")
        types = self._lexicon.datatypes(relation)
        if types in ({XSD + "date"}, {XSD + "dateTime"}):
            type_: ValueType = "date" if types == {XSD + "date"} else "dateTime"
            return VariableValue(variable=variable, type=type_, zoned=self._lexicon.is_zoned(relation))
        return DatePart(part="year", variable=variable)

    def _no_values(self, relation: Term, what: str) -> UnwrittenError:
        """Why the values of an attribute are not compared."""
        label, text = self._lexicon.label(relation), self._lexicon.text_with_unit(relation)
        if text:
            texts = f"texts such as {text!r}, which no query compares"
            return IncomparableError(f"the values of {label!r} are {texts}")
        return UnwrittenError(f"the values of {label!r} are {what}")

    def _shown(self, place: int) -> Column:
        """The column of a root. Numbers of several units are shown in one."""
        variable, unit = _variable(place), self._unit(place)
        head = self._scan.heads[place]
        if head.kind == "attribute":
            relation = self._relation(place) if self._is_joined(place) else head.measures[0].relation
            measured = self._lexicon.measured_relations.get(relation)
            if measured is not None and (measured.factors or measured.problem):
                return Column(name=f"number{place}", expression=self._number(relation, variable), unit=unit)
        return Column(name=_column(place), expression=VariableValue(variable=variable), unit=unit)

    def _is_joined(self, place: int) -> bool:
        return any(join.far == place for join in self._tree.joins)

    def _unit(self, place: int) -> str:
        """The unit of the numbers of an attribute; empty for anything else."""
        head = self._scan.heads[place]
        if head.kind != "attribute":
            return ""
        unit = self._lexicon.unit(self._relation(place) if self._is_joined(place) else head.measures[0].relation)
        return unit.text if unit else ""

    def _rankers(self, head: int, parent: int | None) -> list[Join]:
        """The joins by which the things of a head are ranked or counted."""
        found = []
        for join in self._tree.children(head, parent):
            child = self._scan.heads[join.far if join.near == head else join.near]
            if child.counted is not None or (child.kind == "attribute" and child.extreme is not None):
                found.append(join)
        return sorted(found, key=lambda join: self._scan.heads[join.far].counted is None)

    def _ranking(self, head: int, part: _Part, join: Join) -> Query:
        child = join.far if join.near == head else join.near
        below = self._scan.heads[child]
        if below.counted is None:
            assert below.extreme is not None
            whole = part + _Part(self._chain(join)) + self._part(child, head)
            return self._ranked(_variable(head), whole, child, below.extreme)
        sub = _Part(self._chain(join)) + self._part(child, head)
        number = Aggregate(function="count", over=(_variable(child),))
        columns = (
            Column(name=_column(head), expression=VariableValue(variable=_variable(head))),
            Column(name=_NUMBER, expression=number),
        )
        may_be_none = _counts_none(below.counted)
        pattern = part.pattern if may_be_none else (part + sub).pattern
        optionals = (sub.pattern,) if may_be_none else ()
        if isinstance(below.counted, Test):
            right = ConstantValue(term=literal(below.counted.number, XSD + "integer"))
            test = ComparisonTest(left=number, operator=below.counted.operator, right=right)
            return Query(pattern=pattern, optionals=optionals, columns=columns, having=(test,))
        order = (OrderKey(column=_NUMBER, descending=below.counted.descending),)
        ranks = RankWindow(first=below.counted.first, last=below.counted.last)
        return Query(pattern=pattern, optionals=optionals, columns=columns, order_by=order, ranks=ranks)

    def _ranked(self, variable: str, part: _Part, place: int, extreme: Superlative) -> Query:
        value = self._value(place)
        answer = Column(name=_ANSWER, expression=VariableValue(variable=variable))
        if variable == _variable(place):
            answer = self._shown(place).model_copy(update={"name": _ANSWER})
        columns = (
            answer,
            Column(name=_KEY, expression=value),
        )
        order = (OrderKey(column=_KEY, descending=extreme.descending != self._is_reversed(place)),)
        ranks = RankWindow(first=extreme.first, last=extreme.last)
        return Query(pattern=part.pattern, columns=columns, order_by=order, ranks=ranks)

    def _relation(self, place: int) -> Term:
        join = self._join_of(place)
        return join.steps[-1].relation

    def _join_of(self, place: int) -> Join:
        found = next((join for join in self._tree.joins if join.far == place), None)
        if found is None:
            raise UnwrittenError(f"{self._scan.heads[place].text!r} is joined with nothing")
        return found

    def _owner_variable(self, place: int) -> str:
        """The variable of that whose value an attribute is."""
        join = self._join_of(place)
        if len(join.steps) == 1:
            return _variable(join.near)
        raise UnwrittenError("the values belong to something that the question does not name")


def _ends(join: Join) -> set[tuple[str, Term, bool]]:
    """Both ends of a join through one node: the variable, and the relation that leads from the node to it."""
    first, last = join.steps
    return {
        (_variable(join.near), first.relation, not first.forward),
        (_variable(join.far), last.relation, last.forward),
    }


def _flipped(operator: Operator) -> Operator:
    flipped: dict[Operator, Operator] = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
    return flipped.get(operator, operator)


def _counts_none(counted: Superlative | Test) -> bool:
    """Whether things without any may be what is asked for."""
    if isinstance(counted, Superlative):
        return not counted.descending
    return counted.operator in ("<", "<=") or (counted.operator == "=" and counted.number == "0")


def _variable(place: int) -> str:
    return f"x{place}"


def _column(place: int) -> str:
    return f"x{place}"
