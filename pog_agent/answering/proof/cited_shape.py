"""What cited patterns say in a query: edges between variables, fixed terms, and nodes that differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from pog_agent.answering.resolution import Cited
from pog_agent.models import Step
from pog_agent.models.query import (
    Combination,
    ComparisonTest,
    Condition,
    Constant,
    ConstantValue,
    Edge,
    GraphPattern,
    PatternElement,
    VariableValue,
)
from pog_agent.query.sparql.names import variable_name
from pog_agent.terms import Term, humanize, is_blank, is_literal, local_name

ANSWER = "answer"
VALUE = "value"
_OWN_NAMES = (ANSWER, VALUE, "number", "year")


@dataclass(frozen=True)
class CitedShape:
    """The steps of a cited pattern, the terms that stand at some positions, and the position of the answer.

    `cuts` are the positions between which no node stands twice on a path.
    """

    steps: tuple[Step, ...]
    terms: dict[int, tuple[Term, ...]]
    cuts: tuple[int, ...]
    position: int


def shapes_of(cited: Sequence[Cited]) -> list[CitedShape]:
    """The shapes of some citations. Single paths that differ in the answer alone become one shape.

    A citation of which a condition leaves no path has none.
    """
    merged: dict[tuple[object, ...], CitedShape] = {}
    for item in cited:
        if item.carrying == ():
            continue
        shape = _shape_of(item)
        others = tuple((place, terms) for place, terms in shape.terms.items() if place != item.position)
        known = (shape.steps, shape.cuts, shape.position, others, item.position in shape.terms)
        same = merged.get(known)
        if same is not None and item.position in shape.terms:
            both = (*same.terms[item.position], *shape.terms[item.position])
            same.terms[item.position] = tuple(dict.fromkeys(both))
        else:
            merged[known] = shape
    return list(merged.values())


def _open_shapes_of(cited: Sequence[Cited]) -> list[CitedShape]:
    """The shapes of some citations with no more terms than what fixes their paths beside the answer."""
    found: dict[tuple[object, ...], CitedShape] = {}
    for item in cited:
        key = item.pattern.key
        fixed = {place: node for place, node in key.fixed.items() if place != item.position}
        terms: dict[int, tuple[Term, ...]] = {place: (node,) for place, node in fixed.items()}
        shape = CitedShape(key.steps, terms, (), item.position)
        found.setdefault((key.steps, item.position, tuple(terms.items())), shape)
    return [*found.values()]


def _shape_of(cited: Cited) -> CitedShape:
    key = cited.pattern.key
    terms: dict[int, tuple[Term, ...]] = {
        place: (node,) for place, node in (*enumerate(key.nodes), *key.fixed.items())
    }
    for place, standing in enumerate(zip(*(cited.carrying or ()), strict=True)):
        nodes = tuple(sorted(set(standing)))
        if not any(map(is_blank, nodes)):
            terms.setdefault(place, nodes)
    return CitedShape(key.steps, terms, tuple(sorted({*key.fixed, key.length})), cited.position)


@dataclass
class PatternWriter:
    """Gives variables to the positions of cited shapes: the same topic is the same variable everywhere.

    With `differing`, tests say that no node stands twice on a path, as it is with cited paths. Without
    `with_nodes`, what was found on single paths is left open.
    """

    differing: bool
    with_nodes: bool = True
    topics: dict[Term, str] = field(default_factory=dict)
    taken: list[str] = field(default_factory=lambda: list(_OWN_NAMES))

    def shapes(self, cited: Sequence[Cited]) -> list[CitedShape]:
        """The shapes of some citations."""
        return shapes_of(cited) if self.with_nodes else _open_shapes_of(cited)

    def pattern(
        self, shape: CitedShape, *, is_answer: bool = True, key_position: int | None = None
    ) -> GraphPattern:
        """The pattern of one shape, with the variable `answer`, and with `value` at a key position.

        A position that is the answer's and the key's is the answer.
        """
        names = [self._name(shape, place, is_answer, key_position) for place in range(len(shape.steps) + 1)]
        constants = [Constant(variable=names[place], terms=terms) for place, terms in sorted(shape.terms.items())]
        edges = [
            Edge(source=ends[0], relation=step.relation, target=ends[1])
            for step, (source, target) in zip(shape.steps, pairwise(names), strict=True)
            for ends in [(source, target) if step.forward else (target, source)]
        ]
        tests = tuple(_differences(shape, names)) if self.differing else ()
        return GraphPattern(elements=(*edges, *constants), conditions=tests)

    def _name(self, shape: CitedShape, place: int, is_answer: bool, key_position: int | None) -> str:
        if is_answer and place == shape.position:
            return ANSWER
        if place == key_position:
            return VALUE
        terms = shape.terms.get(place, ())
        if len(terms) == 1:
            if terms[0] not in self.topics:
                self.topics[terms[0]] = self._fresh(terms[0])
            return self.topics[terms[0]]
        return self._fresh(shape.steps[max(place - 1, 0)].relation)

    def _fresh(self, iri: Term) -> str:
        name = variable_name(humanize(local_name(iri)), self.taken)
        self.taken.append(name)
        return name


def united(patterns: Sequence[GraphPattern], variables: Sequence[str]) -> GraphPattern:
    """The union of some patterns in some variables; a single one as it is."""
    if len(patterns) == 1:
        return patterns[0]
    union = Combination(operation="union", variables=tuple(variables), patterns=tuple(patterns))
    return GraphPattern(elements=(union,))


def joined(patterns: Sequence[GraphPattern]) -> GraphPattern:
    """What some patterns say together."""
    elements: dict[PatternElement, None] = dict.fromkeys(item for each in patterns for item in each.elements)
    conditions: dict[Condition, None] = dict.fromkeys(item for each in patterns for item in each.conditions)
    return GraphPattern(elements=tuple(elements), conditions=tuple(conditions))


def _differences(shape: CitedShape, names: Sequence[str]) -> Iterator[Condition]:
    for first, last in pairwise(shape.cuts):
        for one, other in combinations(range(first, last + 1), 2):
            mine, others = shape.terms.get(one, ()), shape.terms.get(other, ())
            if mine and others and not set(mine).intersection(others):
                continue
            right = ConstantValue(term=mine[0]) if _is_single(mine) else VariableValue(variable=names[one])
            left = VariableValue(variable=names[other])
            if _is_single(others):
                left, right = VariableValue(variable=names[one]), ConstantValue(term=others[0])
            yield ComparisonTest(left=left, operator="!=", right=right)


def _is_single(terms: Sequence[Term]) -> bool:
    """Whether they are one term that any other can be told from: a literal is compared as a value."""
    return len(terms) == 1 and not is_literal(terms[0])
