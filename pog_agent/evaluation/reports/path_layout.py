"""Lays out cited paths as a small graph: nodes in columns by their distance from the topic entities."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pog_agent.terms import is_literal, literal_value, local_name

MOST_EDGES = 40
_NODE = re.compile(r"\{(.*?)\}(?= - | <- | \(|$)")

TracedPath = Mapping[str, Any]
"""A cited path as traces have it: `text` and `triples`."""


def path_layout(
    paths: Sequence[TracedPath], known: Mapping[str, str], topics: Iterable[str], answers: Iterable[str]
) -> Any:
    """The graph of the paths, for JSON: `nodes` [label, role, column, row], `edges` [from, to, relation].

    `known` has labels of terms; others are read from the texts. Edges beyond the first few are `left_out`.
    """
    labels: dict[str, str] = {}
    for path in paths:
        labels |= _labels(path)
    labels |= known
    every = list(dict.fromkeys(tuple(triple) for path in paths for triple in path["triples"]))
    edges = every[:MOST_EDGES]
    nodes = list(dict.fromkeys(node for head, _, tail in edges for node in (head, tail)))
    column = _columns(nodes, edges, set(topics))
    rows: dict[int, int] = {}
    drawn = []
    ends = set(answers)
    for node in nodes:
        role = "topic" if node in set(topics) else "answer" if {node, _shown(node)} & ends else ""
        row = rows[column[node]] = rows.get(column[node], -1) + 1
        drawn.append([labels.get(node) or _shown(node), role, column[node], row])
    place = {node: number for number, node in enumerate(nodes)}
    lines = [[place[head], place[tail], local_name(relation)] for head, relation, tail in edges]
    return {"nodes": drawn, "edges": lines, "left_out": len(every) - len(edges)}


def _columns(nodes: Sequence[str], edges: Iterable[tuple[str, ...]], topics: set[str]) -> dict[str, int]:
    """Steps from the nearest topic entity, or from the first node of a part that has none."""
    near: dict[str, list[str]] = {node: [] for node in nodes}
    for head, _, tail in edges:
        near[head].append(tail)
        near[tail].append(head)
    found: dict[str, int] = {}
    starts = [[node for node in nodes if node in topics], *([node] for node in nodes)]
    for start in starts:
        reached = [node for node in start if node not in found]
        found |= dict.fromkeys(reached, 0)
        for node in reached:
            fresh = [other for other in dict.fromkeys(near[node]) if other not in found]
            found |= dict.fromkeys(fresh, found[node] + 1)
            reached += fresh
    return found


def _labels(path: TracedPath) -> dict[str, str]:
    """The labels of the nodes of a path, from its text; empty where text and triples do not go together."""
    triples, names = path["triples"], _names(path["text"])
    if len(names) != len(triples) + 1:
        return {}
    first = next(name for name in names if name is not None)
    start = triples[0][0] if path["text"].startswith(f"{{{first}}} - ") else triples[0][2]
    nodes = [start]
    for head, _, tail in triples:
        if nodes[-1] not in (head, tail):
            return {}
        nodes.append(tail if nodes[-1] == head else head)
    return {node: name for node, name in zip(nodes, names, strict=True) if name is not None}


def _names(text: str) -> list[str | None]:
    """The labels along a path, None for a mediator, which a text only shows as ``relation / relation``."""
    found = list(_NODE.finditer(text))
    names: list[str | None] = [found[0][1]] if found else []
    for one, two in pairwise(found):
        names += [None] * text[one.end() : two.start()].count(" / ")
        names.append(two[1])
    return names


def _shown(term: str) -> str:
    return literal_value(term) if is_literal(term) else local_name(term)
