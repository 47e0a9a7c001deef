"""Connections in sentences."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from pog_agent.answering.shown_paths import clipped, naming_of, term_labels
from pog_agent.models import FoundConnections, ListedConnection, SharedRole
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, Triple, is_iri, is_literal


@dataclass(frozen=True)
class ConnectionWriter:
    """Writes connections by what everything on them is called, and the words of their relations.

    What has no name is in `nameless`.
    """

    labels: Mapping[Term, str]
    words: Mapping[str, str]
    nameless: frozenset[Term] = frozenset()

    def connection(self, item: ListedConnection) -> str:
        """A connection as facts, those of one thing together; what is shared by one relation as that."""
        shared = self._shared(item)
        facts = self._facts([*([] if shared else self._first(item)), *item.parts])
        return f"{'; '.join(filter(None, (shared, facts)))}{self._others(item)}"

    def role(self, item: SharedRole) -> str:
        """A role that all entities have, each in something else."""
        return f"In the same role: {self._facts(item.triples)}"

    def name(self, term: Term) -> str:
        """What a term is called."""
        return self.labels[term]

    def is_named(self, term: Term) -> bool:
        """Whether a term has a name."""
        return term not in self.nameless

    def _first(self, item: ListedConnection) -> Sequence[Triple]:
        return item.model_copy(update={"others": (), "parts": ()}).triples

    def relation_of(self, item: ListedConnection) -> str:
        """The relations from the first entity to what is shared by the same ones; else that of the first step."""
        number = item.path.anchors[1].position // 2 if item.same_relation else 1
        steps = item.path.steps[:number]
        return " / ".join(dict.fromkeys(self.words[step.relation] for step in steps))

    def _shared(self, item: ListedConnection) -> str:
        """That all entities have the same; nothing where it is no fact of theirs."""
        if not item.same_relation or not item.path.steps[0].forward:
            return ""
        names = listed_names([self.name(anchor.entity) for anchor in item.path.anchors])
        shared = item.path.nodes[item.path.anchors[1].position // 2]
        return f"{names} have the same {self.relation_of(item)!r}: {self.name(shared)}"

    def _others(self, item: ListedConnection) -> str:
        """The further paths by the nodes that the first one has not, and how many more there are."""
        new = [[self.name(node) for node in nodes if node not in item.path.nodes] for nodes in item.others]
        texts = [" - ".join(names) for names in new if names]
        more = [f"{item.more} more"] if item.more else []
        return f" (likewise {', '.join([*texts, *more])})" if texts or more else ""

    def _facts(self, triples: Sequence[Triple]) -> str:
        """Facts in their order: those of one thing behind its name, and the ends of one relation in a row."""
        said = []
        for head, of_head in groupby(triples, itemgetter(0)):
            parts = [
                f"{self.words[relation]} {listed_names([self.name(tail) for _, _, tail in of_relation])}"
                for relation, of_relation in groupby(of_head, itemgetter(1))
            ]
            said.append(f"{self.name(head)}: {', '.join(parts)}")
        return "; ".join(said)


async def writer_for(found: FoundConnections, run: RunContext) -> ConnectionWriter:
    """The writer of what was found."""
    triples = [triple for item in found.cited for triple in item.triples]
    ends = [term for head, _, tail in triples for term in (head, tail)]
    labels = await term_labels(run, [*found.asked.between, *ends])
    nameless = [term for term, label in labels.items() if label == term and not is_literal(term)]
    kinds = (await naming_of(run, nameless)).types
    return ConnectionWriter(
        {term: clipped(label) for term, label in labels.items()} | _shown_nameless(nameless, kinds),
        await run.relation_labels(sorted({relation for _, relation, _ in triples})),
        frozenset(nameless),
    )


def _shown_nameless(terms: Sequence[Term], kinds: Mapping[Term, tuple[str, ...]]) -> dict[Term, str]:
    """How nodes without a name are told apart: by their IRI, or a blank node by its class and a number."""
    shown: dict[Term, str] = {}
    counts = Counter[str]()
    for term in terms:
        kind = next(iter(kinds.get(term, ())), None)
        if is_iri(term):
            shown[term] = term if kind is None else f"{term} ({kind})"
        else:
            counts[kind or "thing"] += 1
            shown[term] = f"unnamed {kind or 'thing'} {counts[kind or 'thing']}"
    return shown


def listed_names(names: Sequence[str]) -> str:
    """Names in a row, with "and" before the last."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
