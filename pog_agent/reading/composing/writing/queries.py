"""Writes a tree of joined heads as a query over the whole graph."""

from collections.abc import Collection
from itertools import count
from typing import Final

from pog_agent.kg.schema.summary import PSEUDO_CLASSES
from pog_agent.models.query import (
    Aggregate,
    Column,
    ComparisonTest,
    Condition,
    Constant,
    ConstantValue,
    Edge,
    ExistenceTest,
    GraphPattern,
    InQuery,
    OrderKey,
    PatternElement,
    Query,
    RankWindow,
    VariableValue,
    number_constant,
)
from pog_agent.models.query_draft import KEY_PREFIX, PatternPart
from pog_agent.reading.composing.heads import Head, Superlative, Test
from pog_agent.reading.composing.joins import Join, is_mediated
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.trees import Tree
from pog_agent.reading.composing.writing.denials import denies_a_value, edges_to_anything, is_of_every_thing
from pog_agent.reading.composing.writing.values import ValueWriter, instance_of, variable_of
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.terms import Term

_ANSWER: Final = "answer"
_KEY: Final = KEY_PREFIX + "value"
_NUMBER: Final = KEY_PREFIX + "number"


class QueryWriter:
    """Writes one tree. It does not say of the heads `without_class` what they are."""

    def __init__(
        self,
        scan: Scan,
        tree: Tree,
        vocabulary: QueryVocabulary,
        *,
        without_class: Collection[int] = (),
    ) -> None:
        self._scan = scan
        self._tree = tree
        self._preset = vocabulary.preset
        self._values = ValueWriter(scan, tree, vocabulary)
        self._numbers = count()
        self._without_class = frozenset(without_class)
        self._facts: dict[str, set[tuple[str, Term, bool]]] = {}
        self._untold: int | None = None
        self._lexicon = vocabulary.lexicon

    def query(self) -> Query:
        """The query. Raises `UnwrittenError`."""
        scan, root = self._scan, self._tree.root
        head = scan.heads[root]
        if scan.form == "exists":
            return Query(form="exists", pattern=self._part(root, None).pattern)
        if scan.group is not None and scan.form in ("count", "aggregate"):
            return self._grouped(root, scan.group)
        if scan.form == "count":
            column = Column(name="number", expression=Aggregate(function="count", over=(variable_of(root),)))
            return Query(form="scalar", pattern=self._part(root, None).pattern, columns=(column,))
        if scan.form == "aggregate" and head.aggregation is not None:
            column = self._values.aggregate(root, head.aggregation)
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
            part = self._own(near) + PatternPart(self._chain(join)) + self._own(place)
            found.append(Query(form="exists", pattern=part.pattern))
        return tuple(found)

    def untold(self) -> tuple[Query, ...]:
        """The things of which the graph does not tell whether they are so: without a yes or a value."""
        found = []
        for place, head in enumerate(self._scan.heads):
            is_flag = head.is_flag and not head.negated and self._values.is_told_both_ways(place)
            if is_flag or self._is_unknown_without(place):
                found.append(self._without(place))
        return tuple(found)

    def factless(self) -> tuple[Query, ...]:
        """Of the answers, those that have no fact at all of a relation that is denied of them."""
        places = range(len(self._scan.heads))
        denied = (place for place in places if denies_a_value(self._scan, self._tree, place))
        return tuple(self._without(place) for place in denied if not self._is_unknown_without(place))

    def _without(self, place: int) -> Query:
        """The things of the root that lack what a head tells of them."""
        root = variable_of(self._tree.root)
        column = Column(name=root, expression=VariableValue(variable=root))
        self._untold = place
        query = Query(pattern=self._part(self._tree.root, None).pattern, columns=(column,))
        self._untold = None
        return query

    def _is_unknown_without(self, place: int) -> bool:
        """Whether a denied head may hold of a thing of which the graph has no such fact."""
        if not denies_a_value(self._scan, self._tree, place):
            return False
        join = next(item for item in self._tree.joins if place in (item.near, item.far))
        owner = join.near if join.far == place else join.far
        return is_of_every_thing(join, owner, self._tree.classes.get(owner), self._lexicon)

    def _rows(self, root: int) -> Query:
        head = self._scan.heads[root]
        if head.kind == "attribute" and head.extreme is not None:
            return self._ranked(variable_of(root), self._part(root, None), root, head.extreme)
        rankers = self._rankers(root, None)
        if rankers:
            inner = self._part(root, None, besides=rankers[-1])
            return self._ranking(root, inner, rankers[-1])
        part = self._part(root, None)
        columns = [self._values.shown(place) for place in self._scan.roots]
        keys = []
        for number, place in enumerate(self._scan.order):
            if place in self._scan.roots:
                continue
            name = f"{KEY_PREFIX}order{number}"
            columns.append(Column(name=name, expression=self._values.value(place)))
            keys.append(OrderKey(column=name))
        return Query(pattern=part.pattern, columns=tuple(columns), order_by=tuple(keys))

    def _grouped(self, root: int, group: int) -> Query:
        number = Column(name="number", expression=Aggregate(function="count", over=(variable_of(root),)))
        if self._scan.form == "aggregate":
            number = self._values.aggregate(root, "number")
        of = Column(name="group", expression=VariableValue(variable=variable_of(group)))
        return Query(pattern=self._part(root, None).pattern, columns=(of, number))

    def _part(self, head: int, parent: int | None, besides: Join | None = None) -> PatternPart:
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
            part = PatternPart(
                (InQuery(variables=(variable_of(head),), columns=(query.columns[0].name,), query=query),)
            )
        return part

    def _below(self, head: int, child: int, join: Join) -> PatternPart:
        below = self._scan.heads[child]
        sub = PatternPart(self._chain(join), self._others(head, child, join)) + self._part(child, head)
        if below.excluded and below.kind == "entity" and self._is_one_of(head, below):
            return self._different(head, below)
        if denies_a_value(self._scan, self._tree, child):
            fact = edges_to_anything(join, head, self._numbers)
            if child == self._untold:
                return PatternPart((), (ExistenceTest(pattern=GraphPattern(elements=fact), negated=True),))
            known = fact if self._is_unknown_without(child) else ()
            return PatternPart(known, (ExistenceTest(pattern=sub.pattern, negated=True),))
        if below.negated or (child == self._untold and below.is_flag):
            return PatternPart((), (ExistenceTest(pattern=sub.pattern, negated=True),))
        return sub

    def _others(self, head: int, child: int, join: Join) -> tuple[Condition, ...]:
        """What is joined with things of its own kind over a third thing is not itself meant.

        So over a third thing that the question names, if that has no name of its own: "has a border with". The
        director of a film, who has one, may have made that film with others.
        """
        if len(join.steps) > 1:
            return self._unlike(head, child)
        if not is_mediated(join.steps[0]):
            return ()
        return tuple(
            test
            for onward in self._tree.children(child, head)
            if len(onward.steps) == 1 and _leads_to(join, child) == _leads_to(onward, child)
            for test in self._unlike(head, onward.far if onward.near == child else onward.near)
        )

    def _unlike(self, head: int, other: int) -> tuple[Condition, ...]:
        """That two heads are not the same thing, where they are of one kind."""
        own, another = self._tree.classes.get(head), self._scan.heads[other]
        kinds = another.classes if another.kind == "entity" else (self._tree.classes.get(other),)
        if own is None or own not in kinds:
            return ()
        left, right = VariableValue(variable=variable_of(head)), VariableValue(variable=variable_of(other))
        return (ComparisonTest(left=left, operator="!=", right=right),)

    def _is_one_of(self, head: int, below: Head) -> bool:
        """Whether the excluded thing is itself of the class of the head."""
        return self._tree.classes.get(head) in below.classes

    def _different(self, head: int, below: Head) -> PatternPart:
        tests = tuple(
            ComparisonTest(
                left=VariableValue(variable=variable_of(head)), operator="!=", right=ConstantValue(term=term)
            )
            for term in below.bearers.get(self._tree.classes.get(head, ""), below.terms)
        )
        return PatternPart((), tests)

    def _own(self, place: int) -> PatternPart:
        """What holds of a head alone."""
        head, variable = self._scan.heads[place], variable_of(place)
        if head.kind == "entity":
            return PatternPart((Constant(variable=variable, terms=self._bearers(place)),))
        if head.kind == "text" and place != self._untold:
            return PatternPart((Constant(variable=variable, terms=head.texts[self._values.relation(place)]),))
        if head.kind == "class":
            class_ = self._tree.classes.get(place, head.classes[0])
            is_untold = class_ in PSEUDO_CLASSES or head.is_anything or place in self._without_class
            part = PatternPart() if is_untold else PatternPart((instance_of(variable, class_, self._preset),))
            return part + self._kept(head, variable)
        if head.kind == "attribute":
            is_alone = not self._tree.joins
            relation = self._values.relation(place)
            edges = self._values.numbers.edges("owner", relation, variable) if is_alone else ()
            tests = [self._values.condition(place, test) for test in head.tests]
            return PatternPart(tuple(edges), tuple(tests))
        return PatternPart()

    def _kept(self, head: Head, variable: str) -> PatternPart:
        """The text that what a noun stands for has."""
        if head.kept is None:
            return PatternPart()
        relation, terms = head.kept
        text = f"v{next(self._numbers)}"
        return PatternPart(
            (Edge(source=variable, relation=relation, target=text), Constant(variable=text, terms=terms))
        )

    def _bearers(self, place: int) -> tuple[Term, ...]:
        """The things of a name that are of the class that the tree takes it for."""
        head = self._scan.heads[place]
        return head.bearers.get(self._tree.classes.get(place, ""), head.terms)

    def _chain(self, join: Join) -> tuple[PatternElement, ...]:
        """The edges of a join. A node on the way has a variable of its own, unless it is one fact with others."""
        shared = self._shared_fact(join)
        inner = [f"v{next(self._numbers)}" for _ in join.steps[1:]] if shared is None else [shared]
        nodes = [variable_of(join.near), *inner, variable_of(join.far)]
        edges: list[Edge] = []
        for step, near, far in zip(join.steps, nodes, nodes[1:], strict=False):
            source, target = (near, far) if step.forward else (far, near)
            edges += self._values.numbers.edges(source, step.relation, target)
        if len(inner) == 1 and is_mediated(join.steps[0]):
            self._facts.setdefault(inner[0], set()).update(_ends(join))
        return tuple(dict.fromkeys(edges))

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

    def _rankers(self, head: int, parent: int | None) -> list[Join]:
        """The joins by which the things of a head are ranked or counted."""
        found = []
        for join in self._tree.children(head, parent):
            child = self._scan.heads[join.far if join.near == head else join.near]
            if child.counted is not None or (child.kind == "attribute" and child.extreme is not None):
                found.append(join)
        return sorted(found, key=lambda join: self._scan.heads[join.far].counted is None)

    def _ranking(self, head: int, part: PatternPart, join: Join) -> Query:
        child = join.far if join.near == head else join.near
        below = self._scan.heads[child]
        if below.counted is None:
            assert below.extreme is not None
            whole = part + PatternPart(self._chain(join)) + self._part(child, head)
            return self._ranked(variable_of(head), whole, child, below.extreme)
        sub = PatternPart(self._chain(join)) + self._part(child, head)
        number = Aggregate(function="count", over=(variable_of(child),))
        columns = (
            Column(name=variable_of(head), expression=VariableValue(variable=variable_of(head))),
            Column(name=_NUMBER, expression=number),
        )
        may_be_none = _counts_none(below.counted)
        pattern = part.pattern if may_be_none else (part + sub).pattern
        optionals = (sub.pattern,) if may_be_none else ()
        if isinstance(below.counted, Test):
            right = number_constant(below.counted.number)
            test = ComparisonTest(left=number, operator=below.counted.operator, right=right)
            return Query(pattern=pattern, optionals=optionals, columns=columns, having=(test,))
        order = (OrderKey(column=_NUMBER, descending=below.counted.descending),)
        ranks = RankWindow(first=below.counted.first, last=below.counted.last)
        return Query(pattern=pattern, optionals=optionals, columns=columns, order_by=order, ranks=ranks)

    def _ranked(self, variable: str, part: PatternPart, place: int, extreme: Superlative) -> Query:
        answer = Column(name=_ANSWER, expression=VariableValue(variable=variable))
        if variable == variable_of(place):
            answer = self._values.shown(place).model_copy(update={"name": _ANSWER})
        columns = (answer, Column(name=_KEY, expression=self._values.value(place)))
        order = (OrderKey(column=_KEY, descending=extreme.descending != self._values.is_reversed(place)),)
        ranks = RankWindow(first=extreme.first, last=extreme.last)
        return Query(pattern=part.pattern, columns=columns, order_by=order, ranks=ranks)


def _ends(join: Join) -> set[tuple[str, Term, bool]]:
    """Both ends of a join through one node: the variable, and the relation that leads from the node to it."""
    first, last = join.steps
    return {
        (variable_of(join.near), first.relation, not first.forward),
        (variable_of(join.far), last.relation, last.forward),
    }


def _counts_none(counted: Superlative | Test) -> bool:
    """Whether things without any may be what is asked for."""
    if isinstance(counted, Superlative):
        return not counted.descending
    return counted.operator in ("<", "<=") or (counted.operator == "=" and counted.number == "0")


def _leads_to(join: Join, head: int) -> tuple[Term, bool]:
    """The relation of a single step, and whether its arrow leads to a head."""
    return join.steps[0].relation, join.steps[0].forward == (join.far == head)
