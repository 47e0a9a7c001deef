"""Paths of witnesses: the ways over the triples of a solution, between what a query names and what it gives."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pog_agent.answering.computed.witnesses import Witness
from pog_agent.answering.facts.qualified_paths import ConcretePath
from pog_agent.models import Anchor, PatternKey, Step
from pog_agent.subgraph.patterns.single import single_path
from pog_agent.terms import Term, Triple, is_literal

_Node = tuple[Term, int]
"""A term; of a literal, which nothing leads through, with the number of its triple."""


@dataclass(frozen=True)
class WitnessedCase:
    """A solution that an answer rests on, and the terms in it that are the answer; none for a yes."""

    witness: Witness
    ends: tuple[Term, ...] = ()


def paths_of_cases(cases: Sequence[WitnessedCase], named: Sequence[Term]) -> list[ConcretePath]:
    """The paths of some cases, each once, and no part of another one; those that tell of classes come last."""
    found: dict[frozenset[Triple], ConcretePath] = {}
    memberships = frozenset[Triple]().union(*(case.witness.memberships for case in cases))
    for case in cases:
        for pattern, path in paths_of_witness(case.witness.triples, case.ends, named):
            found.setdefault(frozenset(pattern.path_triples(path)), (pattern, path))
    whole = [triples for triples in found if not any(triples < other for other in found)]
    return [found[triples] for triples in sorted(whole, key=lambda triples: not triples.isdisjoint(memberships))]


def paths_of_witness(triples: Sequence[Triple], ends: Sequence[Term], named: Sequence[Term]) -> list[ConcretePath]:
    """Paths that have every triple of a solution between them.

    From what the query has `named` they are shortest ways to the answer, which is the first of the `ends` there.
    To what has no name in the query they lead from the answer; and what does not hang together with an answer is
    walked from what is named. No node stands twice on a path, but where a triple leads from a node to itself.
    """
    ways = _Ways(triples, frozenset(ends))
    walks = [walk for root in ways.roots([*ends, *named]) for walk in ways.from_root(root, frozenset(named))]
    return [path for walk in walks if (path := walk.as_path(frozenset((*ends, *named)))) is not None]


@dataclass(frozen=True)
class _Walk:
    """Nodes one after the other, and the steps between them."""

    nodes: tuple[_Node, ...]
    steps: tuple[Step, ...] = ()

    def to(self, node: _Node, step: Step) -> "_Walk":
        return _Walk((*self.nodes, node), (*self.steps, step))

    def turned(self) -> "_Walk":
        steps = tuple(Step(relation=step.relation, forward=not step.forward) for step in reversed(self.steps))
        return _Walk(self.nodes[::-1], steps)

    def as_path(self, fixed: Collection[Term]) -> ConcretePath | None:
        """The walk as a path whose `fixed` terms are no mediators."""
        terms = tuple(term for term, _ in self.nodes)
        anchors = tuple(
            Anchor(entity=term, position=place) for place, term in enumerate(terms) if place == 0 or term in fixed
        )
        pattern = single_path(PatternKey(anchors=anchors, steps=self.steps, nodes=terms))
        return None if pattern is None else (pattern, terms)


@dataclass(frozen=True)
class _Ways:
    """The triples of a solution as a graph that is walked in both directions."""

    triples: Sequence[Triple]
    ends: frozenset[Term]

    def roots(self, first: Sequence[Term]) -> Iterator[_Node]:
        """A node of each part that hangs together: one of the `first` terms where it has one."""
        wanted = dict.fromkeys((term, -1) for term in first)
        seen: set[_Node] = set()
        for node in (*(node for node in wanted if node in self._beside), *self._beside):
            if node not in seen:
                seen.update(self._walks_from(node)[0])
                yield node

    def from_root(self, root: _Node, named: frozenset[Term]) -> Iterator[_Walk]:
        """The walks between a node and all that hangs together with it; to an answer from what is named."""
        walks, closing = self._walks_from(root)
        every = [*(walk for walk in walks.values() if walk.steps), *closing]
        inner = {walk.nodes[-2] for walk in every}
        leading = [walk for node, walk in walks.items() if walk.steps and node not in inner]
        for walk in (*leading, *closing):
            turns = root[0] in self.ends and walk.nodes[-1][0] in named
            yield walk.turned() if turns else walk

    def _walks_from(self, root: _Node) -> tuple[dict[_Node, _Walk], list[_Walk]]:
        """A shortest walk to each node, nearest first, and for each other triple the walk that it ends."""
        walks, used = {root: _Walk((root,))}, set[int]()
        ahead = [root]
        for node in ahead:
            for number, other, step in self._beside[node]:
                if other not in walks:
                    walks[other] = walks[node].to(other, step)
                    used.add(number)
                    ahead.append(other)
        closing: list[_Walk] = []
        for node in ahead:
            for number, other, step in self._beside[node]:
                if number not in used:
                    used.add(number)
                    closing.append(walks[node].to(other, step))
        return walks, closing

    @cached_property
    def _beside(self) -> dict[_Node, list[tuple[int, _Node, Step]]]:
        """For each node the triples there by number, where each leads, and by which step."""
        beside: dict[_Node, list[tuple[int, _Node, Step]]] = {}
        for number, (head, relation, tail) in enumerate(self.triples):
            source, target = (head, -1), (tail, number if is_literal(tail) and tail not in self.ends else -1)
            beside.setdefault(source, []).append((number, target, Step(relation=relation, forward=True)))
            beside.setdefault(target, []).append((number, source, Step(relation=relation, forward=False)))
        return beside
