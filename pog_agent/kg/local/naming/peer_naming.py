"""Which nodes go by their IRIs in a store that is asked triple by triple: each kind is judged when it comes up."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby, islice
from typing import Final, NamedTuple

from pog_agent.kg.base import BareNodes
from pog_agent.kg.iri_names import (
    SAMPLED_GRAPH,
    NamingRule,
    iri_text,
    is_named,
    is_sparse,
    relation_text,
    rule_of_graph,
    rule_of_kind,
    sampled,
)
from pog_agent.kg.names import is_name
from pog_agent.kg.preset import Preset
from pog_agent.terms import Term, Triple, is_blank, is_literal

Matching = Callable[[Term | None, Term | None, Term | None], Iterator[Triple]]
"""The triples of a store with this head, relation and tail; None stands for any. Their order does not change."""

_READ_EDGES: Final = 2_000
"""So many edges are read to learn the roles of a node, or the nodes in a role."""


class _Kind(NamedTuple):
    """A class (`place` is None), or the role of heads (True) or tails (False) of a relation."""

    term: Term
    place: bool | None


class PeerNaming:
    """Names from IRIs for the nodes and relations of a store; each kind of node is judged once.

    With `subjects`, the first so many subjects decide whether hardly any node has a label, otherwise all do.
    """

    def __init__(self, matching: Matching, preset: Preset, subjects: int | None = None) -> None:
        self._matching, self._preset, self._subjects = matching, preset, subjects
        self._rules: dict[_Kind, NamingRule] = {}

    def text(self, iri: Term) -> str | None:
        """The name from the IRI of a node or relation that has no label; None if it has none."""
        if self._preset.names_from_iris == "never":
            return None
        if self._is_relation(iri):
            return relation_text(iri, self._preset)
        return iri_text(iri) if self._is_named(iri) else None

    def may_name(self) -> bool:
        """Whether one of the sampled nodes without a label goes by its IRI."""
        return self._preset.names_from_iris != "never" and any(map(self._is_named, self._sample[1]))

    def bare_names(self, nodes: Iterable[Term]) -> list[tuple[str, Term]]:
        """Names and bearers of those of the nodes that have no label and go by their IRIs."""
        if self._preset.names_from_iris == "never":
            return []
        return [(iri_text(iri), iri) for iri in nodes if self._is_bare(iri) and self._is_named(iri)]

    def bare_nodes(self, limit: int) -> BareNodes:
        """The sampled nodes without a label, `limit` with and without a name at most."""
        never = self._preset.names_from_iris == "never"
        named = [] if never else [iri for iri in self._sample[1] if self._is_named(iri)]
        nameless = sorted(set(self._sample[1]) - set(named))
        return BareNodes(named[:limit], nameless[:limit], len(named), len(nameless))

    def _is_named(self, iri: Term) -> bool:
        always, sparse = self._preset.names_from_iris == "always", self._sample[0]
        if self._preset.is_nameless(iri) or not (always or is_named(iri, (), sparse=sparse)):
            return False
        if not sparse and not always and self._is_class(iri):
            return True
        kinds = self._kinds_of(iri)
        if always or not kinds:
            return bool(kinds)
        return is_named(iri, [self._sparse_rule] if sparse else map(self._rule, kinds), sparse=sparse)

    def _is_class(self, iri: Term) -> bool:
        """Whether something is an instance of a node, or a subclass of it, or it is one of another."""
        above = self._preset.subclasses
        edges = [(None, name, iri) for name in (*self._preset.types, *above)] + [
            (iri, name, None) for name in above
        ]
        return any(next(self._matching(*edge), None) is not None for edge in edges)

    def _rule(self, kind: _Kind) -> NamingRule:
        if kind not in self._rules:
            peers = self._peers(kind)
            bare = [iri for iri in peers if not self._is_labelled(iri)]
            judged = bare if kind.place is None else [iri for iri in bare if not self._classes_of(iri)]
            self._rules[kind] = rule_of_kind(
                kind.term,
                len(peers) - len(bare),
                len(peers),
                sampled(judged),
                is_class=kind.place is None,
            )
        return self._rules[kind]

    @cached_property
    def _sparse_rule(self) -> NamingRule:
        return rule_of_graph(self._sample[1])

    def _kinds_of(self, iri: Term) -> list[_Kind]:
        """The classes of a node or, if it has none, its roles; none if it has no edges."""
        roles = {_Kind(relation, True) for _, relation, _ in self._edges(iri, None, None)}
        roles |= {_Kind(relation, False) for _, relation, _ in self._edges(None, None, iri)}
        return list(self._classes_of(iri) or roles)

    def _classes_of(self, iri: Term) -> set[_Kind]:
        edges = self._edges(iri, None, None)
        return {_Kind(tail, None) for _, relation, tail in edges if relation in self._preset.types}

    def _peers(self, kind: _Kind) -> Sequence[Term]:
        """The nodes of a kind that may have a name, sorted."""
        if kind.place is None:
            edges = [edge for name in self._preset.types for edge in self._edges(None, name, kind.term)]
        else:
            edges = list(self._edges(None, kind.term, None))
        nodes = {tail if kind.place is False else head for head, _, tail in edges}
        return sorted(filter(self._is_entity, nodes))

    def _edges(self, head: Term | None, relation: Term | None, tail: Term | None) -> Iterator[Triple]:
        found = (edge for edge in self._matching(head, relation, tail) if self._preset.is_edge(*edge))
        return islice(found, _READ_EDGES)

    @cached_property
    def _sample(self) -> tuple[bool, Sequence[Term]]:
        """Whether hardly any node has a label; and nodes without one around the sampled subjects, sorted."""
        runs = groupby(self._matching(None, None, None), key=lambda triple: triple[0])
        subjects: set[Term] = set()
        ends: set[Term] = set()
        for head, triples in islice(runs, self._subjects):
            if not (is_literal(head) or is_blank(head)) and not self._preset.is_nameless(head):
                subjects.add(head)
            edges = [edge for edge in triples if self._preset.is_edge(*edge)]
            ends.update(end for edge in edges for end in (edge[0], edge[2]))
        labelled = sum(map(self._is_labelled, subjects))
        bare = list(filter(self._is_bare, sampled(sorted(ends), SAMPLED_GRAPH)))
        return is_sparse(labelled, len(subjects)), bare

    def _is_bare(self, iri: Term) -> bool:
        return self._is_entity(iri) and not self._is_labelled(iri)

    def _is_entity(self, iri: Term) -> bool:
        return not (is_literal(iri) or is_blank(iri) or self._preset.is_nameless(iri) or self._is_relation(iri))

    def _is_relation(self, iri: Term) -> bool:
        return next(self._matching(None, iri, None), None) is not None

    def _is_labelled(self, iri: Term) -> bool:
        return any(
            is_name(label) for name in self._preset.labels for _, _, label in self._matching(iri, name, None)
        )
