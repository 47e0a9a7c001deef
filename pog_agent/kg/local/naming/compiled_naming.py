"""Which nodes of a compiled graph go by their IRIs: decided once, over arrays, when the graph is compiled."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from pog_agent.kg.adjacency import Adjacency, Bools, Ints
from pog_agent.kg.iri_names import (
    SAMPLED_GRAPH,
    SAMPLED_PEERS,
    NamingRule,
    is_named,
    rule_of_graph,
    rule_of_kind,
    sampled,
)
from pog_agent.kg.local.strings import SortedStrings
from pog_agent.kg.preset import Preset

_BLOCK: Final = 1 << 22
_DECODED: Final = 1 << 16
_MANY_KINDS: Final = 5_000
_FEW_PEERS: Final = 20


@dataclass(frozen=True, eq=False)
class UnnamedGraph:
    """What is decided about. `entity` says of each node whether it may have a name, `labelled` whether it has."""

    terms: SortedStrings
    relations: Sequence[str]
    adjacency: Adjacency
    preset: Preset
    entity: Bools
    labelled: Bools
    is_sparse: bool


@dataclass(frozen=True, eq=False)
class _Kinds:
    """Classes and roles: how many nodes they have, how many of them with a label, and pairs of bare node and kind.

    A class has the number of its node, a role that of its step code behind all nodes.
    """

    totals: dict[int, int]
    labelled: dict[int, int]
    bare: Ints
    kinds: Ints


def named_by_iri(graph: UnnamedGraph) -> Ints:
    """The ids of the nodes that go by their IRIs, sorted: entities with edges and without a label."""
    bare = np.flatnonzero(graph.entity & ~graph.labelled & (np.diff(graph.adjacency.pointers) > 0))
    mode = graph.preset.names_from_iris
    if mode != "auto":
        return _ids(bare if mode == "always" else [])
    if not graph.is_sparse:
        return _by_their_like(graph, bare)
    rule = rule_of_graph(graph.terms.decode(_evenly(bare, SAMPLED_GRAPH)))
    return _ids([node for node, iri in _decoded(graph, bare) if is_named(iri, [rule], sparse=True)])


def _by_their_like(graph: UnnamedGraph, bare: Ints) -> Ints:
    # The pairs are sorted by node, so that the kinds of a node stand side by side. A rule without namespaces rules
    # out all nodes of its kind at once, and most mediators need not be decoded.
    # A class joins nothing, so the words of its IRI are its name.
    is_class = _is_class(graph)
    classes = [node for node, iri in _decoded(graph, bare[is_class[bare]]) if is_named(iri, ())]
    bare = bare[~is_class[bare]]
    found = _kinds(graph, bare)
    rules = _rules(graph, found)
    silent = np.array([kind for kind, rule in rules.items() if not rule.namespaces], dtype=np.int64)
    ruled_out = np.zeros(len(graph.terms), dtype=np.bool_)
    ruled_out[found.bare[np.isin(found.kinds, silent)]] = True
    nodes = bare[~ruled_out[bare]]
    starts, ends = (np.searchsorted(found.bare, nodes, side=side) for side in ("left", "right"))
    kinds_of = zip(starts.tolist(), ends.tolist(), strict=True)
    chosen = [
        node
        for (node, iri), (start, end) in zip(_decoded(graph, nodes), kinds_of, strict=True)
        if end > start and is_named(iri, [rules[kind] for kind in found.kinds[start:end].tolist()])
    ]
    return _ids(sorted([*classes, *chosen]))


def _is_class(graph: UnnamedGraph) -> Bools:
    """Which nodes are classes: those that something is an instance of, and both ends of a subclass edge."""
    edges, found = graph.adjacency, np.zeros(len(graph.terms), dtype=np.bool_)
    for names, both in ((graph.preset.types, False), (graph.preset.subclasses, True)):
        codes = [2 * place for place, name in enumerate(graph.relations) if name in names]
        places = np.flatnonzero(np.isin(edges.codes, codes))
        found[edges.targets[places]] = True
        if both:
            found[np.searchsorted(edges.pointers, places, side="right") - 1] = True
    return found


def _kinds(graph: UnnamedGraph, bare: Ints) -> _Kinds:
    nodes, is_bare = len(graph.terms), np.zeros(len(graph.terms), dtype=np.bool_)
    is_bare[bare] = True
    typed, classes = _class_pairs(graph)
    totals, labelled = _counts(classes), _counts(classes[graph.labelled[typed]])
    chosen = is_bare[typed]
    pairs = [(typed[chosen], classes[chosen])]
    is_bare[typed] = False
    # Only roles of untyped bare nodes matter, but all nodes in such a role are peers.
    code_count = graph.adjacency.code_count
    all_codes, labelled_codes = np.zeros(code_count, dtype=np.int64), np.zeros(code_count, dtype=np.int64)
    for sources, codes in _roles(graph):
        all_codes += np.bincount(codes, minlength=code_count)
        labelled_codes += np.bincount(codes[graph.labelled[sources]], minlength=code_count)
        chosen = is_bare[sources]
        pairs.append((sources[chosen], codes[chosen].astype(np.int64) + nodes))
    totals |= {nodes + code: count for code, count in enumerate(all_codes.tolist())}
    labelled |= {nodes + code: count for code, count in enumerate(labelled_codes.tolist())}
    owners, kinds = (np.concatenate(column) for column in zip(*pairs, strict=True))
    order = np.argsort(owners, kind="stable")
    return _Kinds(totals, labelled, owners[order], kinds[order])


def _class_pairs(graph: UnnamedGraph) -> tuple[Ints, Ints]:
    """Entities with each of their classes."""
    edges = graph.adjacency
    codes = [2 * place for place, name in enumerate(graph.relations) if name in graph.preset.types]
    places = np.flatnonzero(np.isin(edges.codes, codes))
    nodes = np.searchsorted(edges.pointers, places, side="right") - 1
    chosen = graph.entity[nodes]
    return nodes[chosen], edges.targets[places[chosen]].astype(np.int64)


def _roles(graph: UnnamedGraph) -> Iterator[tuple[Ints, Ints]]:
    """Entities with each of the step codes in their rows, once, in blocks of whole rows."""
    edges = graph.adjacency
    low, last = edges.literals, edges.nodes
    while low < last:
        high = int(np.searchsorted(edges.pointers, edges.pointers[low] + _BLOCK, side="right")) - 1
        high = min(max(high, low + 1), last)
        codes = edges.codes[edges.pointers[low] : edges.pointers[high]]
        sources = np.repeat(np.arange(low, high), np.diff(edges.pointers[low : high + 1]))
        fresh = graph.entity[sources]
        fresh[1:] &= (codes[1:] != codes[:-1]) | (sources[1:] != sources[:-1])
        yield sources[fresh], codes[fresh]
        low = high


def _rules(graph: UnnamedGraph, found: _Kinds) -> dict[int, NamingRule]:
    order = np.argsort(found.kinds, kind="stable")
    kinds, starts = np.unique(found.kinds[order], return_index=True)
    ends = np.append(starts, len(order))[1:]
    size = SAMPLED_PEERS if len(kinds) <= _MANY_KINDS else _FEW_PEERS
    rules = {}
    for kind, start, end in zip(kinds.tolist(), starts.tolist(), ends.tolist(), strict=True):
        iris = graph.terms.decode(_evenly(found.bare[order[start:end]], size))
        labelled, total = found.labelled.get(kind, 0), found.totals[kind]
        is_class = kind < len(graph.terms)
        rules[kind] = rule_of_kind(_term_of(graph, kind), labelled, total, iris, is_class=is_class)
    return rules


def _term_of(graph: UnnamedGraph, kind: int) -> str:
    nodes = len(graph.terms)
    return graph.terms[kind] if kind < nodes else graph.relations[(kind - nodes) >> 1]


def _decoded(graph: UnnamedGraph, nodes: Ints) -> Iterator[tuple[int, str]]:
    for start in range(0, len(nodes), _DECODED):
        part = nodes[start : start + _DECODED]
        yield from zip(part.tolist(), graph.terms.decode(part), strict=True)


def _evenly(nodes: Ints, size: int) -> Ints:
    return nodes[np.array(sampled(range(len(nodes)), size), dtype=np.int64)]


def _counts(kinds: Ints) -> dict[int, int]:
    found, counts = np.unique(kinds, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _ids(nodes: Ints | Sequence[int]) -> Ints:
    return np.asarray(nodes, dtype=np.int32)
