"""Patterns that follow one path, as a beam search on single entities walks it."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from pog_agent.models import Anchor, PatternKey, Step
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.pattern import PathPattern
from pog_agent.terms import Term, Triple


def start_at(topic: Term) -> PatternKey:
    """The path of no step at a topic entity."""
    return PatternKey(anchors=(Anchor(entity=topic, position=0),), steps=(), nodes=(topic,))


def walked(key: PatternKey, step: Step, target: Term | None, topics: Iterable[Term] = ()) -> PatternKey:
    """The path one step longer. It ends at `target`, or without one at all nodes that the step leads to.

    A target among the `topics` becomes an anchor of the path.
    """
    position = key.length + 1
    joins = target is not None and target in set(topics)
    return PatternKey(
        anchors=(*key.anchors, Anchor(entity=target, position=position)) if joins and target else key.anchors,
        steps=(*key.steps, step),
        nodes=key.nodes if target is None else (*key.nodes, target),
    )


def targets_of(key: PatternKey, triples: Iterable[Triple]) -> dict[Step, list[Term]]:
    """The nodes to which each step out of the last node leads, sorted. Nodes on the path already are left out."""
    tail, seen = key.nodes[-1], set(key.nodes)
    found: dict[tuple[str, bool], set[Term]] = {}
    for head, relation, end in triples:
        if head == tail and end not in seen:
            found.setdefault((relation, True), set()).add(end)
        if end == tail and head not in seen:
            found.setdefault((relation, False), set()).add(head)
    order = sorted(found, key=lambda step: (step[0], not step[1]))
    return {Step(relation=step[0], forward=step[1]): sorted(found[step]) for step in order}


def targets_by(key: PatternKey, step: Step, triples: Iterable[Triple]) -> list[Term]:
    """The nodes to which one step out of the last node leads, sorted."""
    return targets_of(key, (triple for triple in triples if triple[1] == step.relation)).get(step, [])


def single_path(key: PatternKey, ends: Sequence[Term] = ()) -> PathPattern | None:
    """The pattern of a key with `nodes`. The `ends` are its last nodes where the key leaves these open.

    The triples are those that the key claims. Only verification looks whether the graph has them.
    """
    columns = [[node] for node in key.nodes]
    if len(columns) == key.length:
        columns.append(list(ends))
    if not key.steps or not columns[-1]:
        return None
    triples: list[Triple] = []
    for (sources, targets), step in zip(pairwise(columns), key.steps, strict=True):
        (source,) = sources
        for target in targets:
            triples.append((source, step.relation, target) if step.forward else (target, step.relation, source))
    graph = Subgraph.from_triples(triples)
    ids = [np.array([graph.nodes.id_of(node) for node in column], dtype=np.int64) for column in columns]
    layers = tuple((np.repeat(sources, len(targets)), targets) for sources, targets in pairwise(ids))
    codes = tuple(code for step in key.steps if (code := graph.code(step)) is not None)
    return PathPattern(key, graph, codes, layers)
