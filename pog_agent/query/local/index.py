"""What queries keep of a local graph between them: edges by relation, members of classes, values of literals."""

from collections.abc import Sequence
from threading import Lock
from typing import Final

import numpy as np
from cachetools import LRUCache

from pog_agent.kg.adjacency import Ints
from pog_agent.kg.base import AnnotatedGraph, NumberedEdges, TermTable
from pog_agent.query.local.edges import RelationEdges, expanded
from pog_agent.query.local.literals import LiteralTable, ParsedLiteral, parse_literal
from pog_agent.terms import Term, is_literal

MOST_CACHED: Final = 50_000_000
"""So many edges of relations and members of classes are kept, each about 16 bytes in each direction."""


class QueryIndex:
    """The arrays that queries over one graph read, made when they are first needed.

    Terms that only annotations have, such as labels, get ids behind those of the nodes. Edges and classes that
    were not used for long are dropped above `MOST_CACHED`; `close` drops everything.
    """

    def __init__(self, graph: NumberedEdges) -> None:
        self.graph = graph
        self._annotations = graph if isinstance(graph, AnnotatedGraph) else None
        self._values: TermTable = self._annotations.annotation_values if self._annotations else ()  # type: ignore[assignment]
        self._relations = {relation: number for number, relation in enumerate(graph.relations)}
        self._edges: LRUCache[str, RelationEdges] = LRUCache(MOST_CACHED, getsizeof=lambda edges: len(edges) + 1)
        self._members: LRUCache[tuple[str, ...], Ints] = LRUCache(MOST_CACHED, getsizeof=lambda ids: len(ids) + 1)
        self._nodes = len(graph.terms)
        self._literal_nodes = graph.adjacency.literals
        self.literals = LiteralTable(self._literal_nodes + len(self._values))
        self._lock = Lock()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is kept."""
        return not (self._edges or self._members)

    def edges(self, relation: str) -> RelationEdges:
        """All edges of a relation, none of one that the graph lacks."""
        with self._lock:
            found = self._edges.get(relation)
            if found is None:
                found = self._read_edges(relation)
                if len(found) < MOST_CACHED:
                    self._edges[relation] = found
            return found

    def members(self, class_: str, type_relations: Sequence[str], subclass_relation: str) -> Ints:
        """The ids of what is in a class or its subclasses, sorted."""
        key = (class_, subclass_relation, *type_relations)
        with self._lock:
            found = self._members.get(key)
        if found is None:
            classes = self._subclasses(class_, subclass_relation)
            found = self._typed(classes, type_relations)
            if len(found) < MOST_CACHED:
                with self._lock:
                    self._members[key] = found
        return found

    def id_of(self, term: Term) -> int | None:
        """The id of a term; None if the graph lacks it. Case makes no difference in language tags."""
        for spelling in _spellings(term):
            found = self.graph.terms.id_of(spelling)
            if found is not None:
                return found
            place = self._values.id_of(spelling) if len(self._values) else None
            if place is not None:
                return self._nodes + place
        return None

    def term(self, number: int) -> Term:
        """The term with an id."""
        return self.graph.terms[number] if number < self._nodes else self._values[number - self._nodes]

    def terms(self, ids: Ints) -> list[Term]:
        """The terms with these ids."""
        return [self.term(number) for number in ids.tolist()]

    def positions(self, ids: Ints) -> Ints:
        """The positions of terms in the table of literals, parsed if they were not; -1 for what is no literal."""
        moved = np.where(ids >= self._nodes, ids - self._nodes + self._literal_nodes, ids)
        positions = np.where((ids >= self._literal_nodes) & (ids < self._nodes), -1, moved)
        with self._lock:
            for position in self.literals.unread(positions[positions >= 0]).tolist():
                self.literals.put(position, self._parsed(position))
        return positions

    def close(self) -> None:
        """Drops all that was kept."""
        self._edges.clear()
        self._members.clear()
        self.literals = LiteralTable(0)

    def _parsed(self, position: int) -> ParsedLiteral:
        behind = position - self._literal_nodes
        return parse_literal(self.graph.terms[position] if behind < 0 else self._values[behind])

    def _read_edges(self, relation: str) -> RelationEdges:
        number = self._relations.get(relation)
        if number is not None:
            return RelationEdges.from_adjacency(self.graph.adjacency, number)
        pairs = self._annotations.annotation_edges(relation) if self._annotations else None
        if pairs is None:
            nothing = np.zeros(0, dtype=np.int64)
            return RelationEdges.from_pairs(nothing, nothing)
        subjects, values = pairs
        # A term that is a node as well keeps the id of the node, so that equal terms have equal ids.
        used, places = np.unique(values, return_inverse=True)
        ids = [self.graph.terms.id_of(self._values[value]) for value in used.tolist()]
        own = [self._nodes + value for value in used.tolist()]
        known = np.array([mine if node is None else node for mine, node in zip(own, ids, strict=True)], np.int64)
        return RelationEdges.from_pairs(subjects.astype(np.int64), known[places])

    def _subclasses(self, class_: str, subclass_relation: str) -> Ints:
        """The class and all classes below it."""
        own = self.id_of(class_)
        if own is None:
            return np.zeros(0, dtype=np.int64)
        below = self.edges(subclass_relation).backward
        found = fresh = np.array([own], dtype=np.int64)
        while len(fresh):
            starts, counts = below.counts(fresh)
            ends = expanded(below, starts, counts)[1]
            fresh = np.setdiff1d(ends, found)
            found = np.union1d(found, fresh)
        return found

    def _typed(self, classes: Ints, type_relations: Sequence[str]) -> Ints:
        parts: list[Ints] = [np.zeros(0, dtype=np.int64)]
        for relation in type_relations:
            typed = self.edges(relation).backward
            parts.append(expanded(typed, *typed.counts(classes))[1])
        return np.unique(np.concatenate(parts))


def _spellings(term: Term) -> tuple[Term, ...]:
    text, at, language = term.rpartition('"@') if is_literal(term) else ("", "", "")
    return (term, f"{text}{at}{language.lower()}") if at else (term,)
