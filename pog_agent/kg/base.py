"""The interface of graph stores: what the code above may ask of a graph, whatever store holds it."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from pog_agent.kg.adjacency import Adjacency, Ints
from pog_agent.kg.meter import Meter
from pog_agent.kg.preset import Preset
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.models import Value
from pog_agent.terms import LiteralTerm, Term, Triple

SAME_AS = "http://www.w3.org/2002/07/owl#sameAs"

Link = tuple[Term, bool]
"""A relation with its direction at a node: True for edges into it."""

LinkOrder = Callable[[Mapping[Link, int]], Awaitable[Sequence[Link]]]
"""Puts the links of a hub, given with their numbers of edges, into the order in which a run wants them."""


class Entity(Value):
    """An entity found by its label."""

    iri: str
    label: str


@dataclass(frozen=True)
class Neighborhood:
    """One-hop triples around some nodes, each in its own direction, without duplicates.

    `cut` maps a node to the number of its edges that a limit left out (-1 where the store cannot tell). `unsorted`
    are the cut nodes for which the store could not tell the edges that are wanted most, so that others were kept.
    `hidden` maps a node to the number of its edges to blank nodes, which an endpoint cannot name again, and to -1
    if no query can name the node itself. `unasked` are nodes whose edges were not asked for, or only some of them,
    because a limit of the run was reached.
    """

    triples: list[Triple] = field(default_factory=list)
    cut: dict[Term, int] = field(default_factory=dict)
    unasked: frozenset[Term] = frozenset()
    hidden: dict[Term, int] = field(default_factory=dict)
    unsorted: frozenset[Term] = frozenset()

    @classmethod
    def joined(cls, parts: Iterable["Neighborhood"]) -> "Neighborhood":
        """Everything around all the nodes of some neighbourhoods; triples may be repeated."""
        triples: list[Triple] = []
        cut: dict[Term, int] = {}
        hidden: dict[Term, int] = {}
        unasked: set[Term] = set()
        unsorted: set[Term] = set()
        for part in parts:
            triples += part.triples
            cut |= part.cut
            hidden |= part.hidden
            unasked |= part.unasked
            unsorted |= part.unsorted
        return cls(triples, cut, frozenset(unasked), hidden, frozenset(unsorted))

    def left_out(self, nodes: Collection[Term]) -> "Neighborhood":
        """Which edges of some nodes are missing, without any triples."""
        wanted = frozenset(nodes)
        cut, hidden = (
            {node: count for node, count in counts.items() if node in wanted} for counts in (self.cut, self.hidden)
        )
        return Neighborhood([], cut, self.unasked & wanted, hidden, self.unsorted & wanted)


def outgoing_share(outgoing: int, incoming: int, limit: int) -> int:
    """How many outgoing edges a node keeps: half of the limit, and what the incoming ones leave free."""
    return min(outgoing, max(limit - limit // 2, limit - incoming))


@runtime_checkable
class KnowledgeGraph(Protocol):
    """A graph of entities, relations and literals (terms are strings, see `pog_agent.terms`).

    Label and annotation predicates are not edges: a store leaves them out of `neighbors`. All methods raise
    `GraphUnavailableError` when the store cannot answer; a failed lookup is never an empty result.
    """

    @property
    def name(self) -> str:
        """What the user called the graph: a path or URL."""
        ...

    async def neighbors(self, nodes: Sequence[Term], limit: int | None = None) -> Neighborhood:
        """All edges of the nodes in both directions, at most `limit` per node."""
        ...

    async def labels(self, terms: Iterable[Term], languages: Sequence[str] = ("en",)) -> dict[Term, str]:
        """Preferred label of each entity or relation that has one, in the first language that has it.

        A term with labels only in other languages gets one of those; a term without any label is left out.
        """
        ...

    async def find(self, texts: Sequence[str], languages: Sequence[str] = ("en",)) -> dict[str, list[Entity]]:
        """Entities whose label or alias equals a text, ignoring case and surrounding space."""
        ...

    async def search(self, text: str, limit: int = 50, languages: Sequence[str] = ("en",)) -> list[Entity]:
        """Entities whose label or alias resembles the text, best first; candidates for entity linking."""
        ...

    async def catalog(self, limit: int) -> list[Entity] | None:
        """Every label and alias with its entity, if there are at most `limit`; None if more or unknown."""
        ...

    async def types(self, nodes: Sequence[Term]) -> dict[Term, list[Term]]:
        """Classes of each node (rdf:type and what the store counts as such); nodes without one are left out."""
        ...

    async def classes(self, nodes: Sequence[Term]) -> set[Term]:
        """Which of the nodes are classes: something else has them as its type."""
        ...

    async def contains(self, triples: Sequence[Triple]) -> list[bool]:
        """Whether each triple is in the graph."""
        ...

    async def fingerprint(self) -> str:
        """A short string that changes when the graph does."""
        ...

    def close(self) -> None:
        """Frees files and connections; the store is not used afterwards."""
        ...


@runtime_checkable
class RemoteGraph(KnowledgeGraph, Protocol):
    """A graph that is asked over a network, where every query and every row counts."""

    def metered(self, meter: Meter, order: LinkOrder | None = None) -> "RemoteGraph":
        """A view of this graph that counts what it fetches with the meter, and stops at its bounds.

        With an `order`, a node with more edges than the limit of `neighbors` keeps the edges of the first links.
        """
        ...

    async def between(self, nodes: Sequence[Term], others: Sequence[Term]) -> Neighborhood:
        """All edges from one of the nodes to one of the others, or back; no limit per node."""
        ...


@runtime_checkable
class UnaccentedNames(Protocol):
    """A store that finds names by their letters without accents."""

    async def find_unaccented(
        self, texts: Sequence[str], languages: Sequence[str] = ("en",)
    ) -> dict[str, list[Entity]]:
        """Entities with a label or alias that equals a text where both are without accents."""
        ...


@runtime_checkable
class NamedGraphs(Protocol):
    """A store that keeps in which named graph a triple stands."""

    async def source_graphs(self, triples: Sequence[Triple]) -> list[str | None]:
        """The named graph of each triple, the first by name of several; None for the default graph."""
        ...


@runtime_checkable
class ReifiedFacts(Protocol):
    """A store that finds the statements about a triple: what reifies or annotates it."""

    async def statements_about(self, triples: Sequence[Triple], limit: int) -> list[list[Triple]]:
        """What the statements about each triple say: their outgoing edges, sorted, at most `limit` for a triple.

        Edges that name the triple or a class of the statement are left out.
        """
        ...


@runtime_checkable
class EvidencedEdges(Protocol):
    """A store that tells where the edges of a graph from documents were read."""

    async def edge_sources(self, triples: Sequence[Triple]) -> list[list[Term]]:
        """The sources of each triple, sorted: IRIs of documents with the span of characters, as far as known."""
        ...


@runtime_checkable
class SummarizedGraph(Protocol):
    """A store that tells which classes it has, and what links and describes their instances."""

    @property
    def preset(self) -> Preset:
        """Which predicates the summary takes for names, types and superclasses."""
        ...

    async def schema(self) -> SchemaSummary:
        """The schema summary, made at the first call and kept."""
        ...


@dataclass(frozen=True)
class BareNodes:
    """Entities without a label: those that go by their IRIs and those without any name, in order.

    Both are all of them, or a sample. The counts are those of the whole graph, or of what the store has sampled.
    """

    named: Sequence[Term]
    nameless: Sequence[Term]
    named_count: int
    nameless_count: int


@runtime_checkable
class UnlabelledNodes(Protocol):
    """A store that tells which entities have no label."""

    def bare_nodes(self, limit: int) -> BareNodes:
        """The entities without a label, at most `limit` that have a name from their IRI, and as many others."""
        ...


@runtime_checkable
class SampledNaming(Protocol):
    """A store that samples a graph to decide which nodes go by their IRIs, and may fail to."""

    @property
    def naming_notices(self) -> tuple[str, ...]:
        """For which nodes it could not be decided so far, and why."""
        ...


@runtime_checkable
class TwinsKnown(Protocol):
    """A store that looks up what is declared to be the same in one go."""

    async def same_as(self, nodes: Sequence[Term]) -> dict[Term, list[Term]]:
        """What each node is declared to be the same as (`SAME_AS`), from its side; empty for most."""
        ...


@runtime_checkable
class OpenedFromFiles(Protocol):
    """A store that was opened from files, which may be written again or deleted while it is open."""

    def changed_file(self) -> Path | None:
        """A file that has changed or is gone since; None where there is none. Blocks, but for little."""
        ...


@runtime_checkable
class WrittenLabels(Protocol):
    """A store that tells labels as the graph has them, with their languages."""

    def label_terms(self, nodes: Sequence[Term]) -> list[tuple[Term, LiteralTerm]]:
        """Each label of the nodes, behind its node."""
        ...


class TermTable(Protocol):
    """All terms of a graph by id, in code point order: ids do not depend on the order of the input."""

    def __len__(self) -> int:
        """Number of terms."""
        ...

    def __getitem__(self, index: int) -> Term:
        """The term with this id."""
        ...

    def id_of(self, term: Term) -> int | None:
        """The id of a term; None if the graph lacks it."""
        ...


class NumberedEdges(Protocol):
    """Edges between terms that have integer ids.

    `terms` are the nodes, literals first (they begin with a quotation mark); `relations` are sorted.
    """

    @property
    def adjacency(self) -> Adjacency:
        """All edges in both directions."""
        ...

    @property
    def terms(self) -> TermTable:
        """The nodes by id."""
        ...

    @property
    def relations(self) -> Sequence[str]:
        """The relations by id."""
        ...


@runtime_checkable
class IndexedGraph(NumberedEdges, KnowledgeGraph, Protocol):
    """A graph held locally with integer ids, which the graph engine reads without going through terms.

    Annotation predicates are not in the adjacency.
    """


@runtime_checkable
class AnnotatedGraph(IndexedGraph, Protocol):
    """An indexed graph that keeps the triples that are no edges, such as labels, by number, too."""

    @property
    def annotation_values(self) -> TermTable:
        """The terms that annotations lead to, by ids of their own."""
        ...

    def annotation_edges(self, predicate: str) -> tuple[Ints, Ints] | None:
        """The ids of subjects (nodes) and values of a predicate, pair by pair; None if it annotates nothing."""
        ...


@dataclass(frozen=True)
class Solutions:
    """Distinct rows of a query, an unbound cell as the empty string. `is_cut` says that there may be more rows."""

    rows: list[tuple[Term, ...]]
    is_cut: bool = False


@runtime_checkable
class QueriedGraph(KnowledgeGraph, Protocol):
    """A store that answers SPARQL itself."""

    async def solutions(self, query: str, columns: Sequence[str], most: int) -> Solutions:
        """The rows of some variables of a SELECT query, at most so many, in any order."""
        ...

    async def holds(self, query: str) -> bool | None:
        """The answer of an ASK query; None where a limit of the run does not allow to ask."""
        ...

    async def is_virtuoso(self) -> bool:
        """Whether it is a Virtuoso, for which some queries have to be written otherwise."""
        ...


@runtime_checkable
class OxigraphFolder(Protocol):
    """A local graph whose triples lie in a folder of Oxigraph, which any process may read."""

    def oxigraph_folder(self) -> Path:
        """The folder, made at the first call where there is none. Blocks; raises `GraphUnavailableError`."""
        ...


@runtime_checkable
class RawResults(Protocol):
    """A store that passes a query on as it is."""

    async def raw_result(self, query: str, seconds: float) -> bytes:
        """The result as SPARQL JSON, within so many seconds; the query must have been written safely."""
        ...
