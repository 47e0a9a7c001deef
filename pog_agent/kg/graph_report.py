"""The facts that a check collects about a graph, and what they mean for its user."""

import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from pydantic import BaseModel, Field

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.base import BareNodes
from pog_agent.kg.iri_names import namespace_of
from pog_agent.kg.preset import PRESETS, Preset
from pog_agent.models import Value
from pog_agent.terms import Term, Triple, is_blank, is_iri, is_literal, literal_language

T = TypeVar("T")

SAMPLED_NODES: Final = 100
_MOST_LANGUAGES: Final = 10
_CLEARLY_BETTER: Final = 0.2
_FEW_LABELS: Final = 0.5
_MOST_NAMESPACES: Final = 10
_NAMESPACES: Final = {
    "freebase": "http://rdf.freebase.com/ns/",
    "wikidata": "http://www.wikidata.org/prop/",
    "dbpedia": "http://dbpedia.org/",
}
"""The namespace of the predicates that a preset is made for."""


class GraphFact(Value):
    """One thing that was asked about a graph: its value, or why it could not be learned."""

    name: str
    value: Any = None
    unknown: str | None = None
    seconds: float | None = None


class GraphReport(BaseModel):
    """What `check_kg` found. `warnings` say what a user should look at before asking questions."""

    kg: str
    preset: str
    queries: int = 0
    seconds: float = 0.0
    facts: list[GraphFact] = Field(default_factory=list)
    warnings: list[str] = Field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The report as plain values: facts by name, each with `value`, or `unknown` with the reason."""
        facts = {fact.name: fact.model_dump(exclude={"name"}, exclude_none=True) for fact in self.facts}
        return {**self.model_dump(exclude={"facts"}), "facts": facts}


class FactCollector:
    """Collects the facts of a check; a fact whose question fails is unknown, and the check goes on."""

    def __init__(self, kg: str, preset: str) -> None:
        self.report = GraphReport(kg=kg, preset=preset)
        self._began = time.monotonic()

    def note(self, name: str, value: Any = None, unknown: str | None = None, seconds: float | None = None) -> None:
        """Adds a fact."""
        rounded = None if seconds is None else round(seconds, 3)
        self.report.facts.append(GraphFact(name=name, value=value, unknown=unknown, seconds=rounded))

    async def ask(self, name: str, question: Callable[[], Awaitable[T]]) -> T:
        """Asks for a fact, notes it and gives its value."""
        began = time.monotonic()
        value = await question()
        self.note(name, value, seconds=time.monotonic() - began)
        return value

    async def learn(self, name: str, question: Callable[[], Awaitable[T]]) -> T | None:
        """Asks for a fact in the same way, but notes a failure as unknown and gives None."""
        began = time.monotonic()
        try:
            return await self.ask(name, question)
        except GraphUnavailableError as error:
            self.note(name, unknown=str(error), seconds=time.monotonic() - began)
            return None

    def warn(self, text: str) -> None:
        """Adds a warning."""
        self.report.warnings.append(text)

    def finished(self, queries: int = 0) -> GraphReport:
        """The report, with the queries and seconds that it took."""
        self.report.queries = queries
        self.report.seconds = round(time.monotonic() - self._began, 3)
        return self.report


def note_sample(notes: FactCollector, preset: Preset, triples: Sequence[Triple]) -> None:
    """Notes which share of sampled triples the preset takes as edges, and whether another preset fits better."""
    if not triples:
        notes.note("edges", unknown="the sample is empty")
        return
    edges = sum(preset.is_edge(*triple) for triple in triples)
    known = Counter(predicate for _, predicate, _ in triples if not preset.is_relation(predicate))
    notes.note("edges", {"share": _share(edges, len(triples)), "sampled_triples": len(triples)})
    shown = dict(known.most_common(5))
    notes.note("no_edges", shown)
    if not edges:
        notes.warn(
            f"preset {preset.name}: none of {len(triples)} sampled triples is an edge; choose another --preset"
        )
    better = better_preset(preset, triples)
    notes.note("preset_fits", better is None)
    if better is not None:
        notes.warn(f"the graph's predicates are rather those of --preset {better} than of {preset.name}")


def better_preset(preset: Preset, triples: Sequence[Triple]) -> str | None:
    """The bundled preset whose namespace has clearly more of the predicates than that of this one."""
    if preset.name not in PRESETS:
        return None
    shares = {
        name: sum(predicate.startswith(begin) for _, predicate, _ in triples) / max(len(triples), 1)
        for name, begin in _NAMESPACES.items()
    }
    best = max(shares, key=lambda name: shares[name])
    own = shares.get(preset.name.removesuffix("-statements"), 0.0)
    return best if shares[best] > own + _CLEARLY_BETTER else None


def note_labels(notes: FactCollector, nodes: Sequence[Term], labels: Sequence[tuple[Term, str]]) -> None:
    """Notes how many of the nodes have a label, and in which languages; warns where few have one."""
    named = {node for node, _ in labels}
    share = _share(len(named & set(nodes)), len(nodes))
    notes.note("labels", {"share": share, "sampled_nodes": len(nodes)})
    tags = Counter(literal_language(label) or "none" for _, label in labels if is_literal(label))
    if tags:
        notes.note("languages", dict(tags.most_common(_MOST_LANGUAGES)))
    else:
        notes.note("languages", unknown="no labels in the sample, or a store that does not tell")
    if share < _FEW_LABELS:
        notes.warn(f"{share:.0%} of {len(nodes)} sampled nodes have a label by this preset: is it the right one?")


def note_bare_nodes(notes: FactCollector, bare: BareNodes) -> None:
    """Notes which nodes without a label go by their IRIs and which have no name, by namespace with an example."""
    for name, iris, count in (
        ("named_by_iri", bare.named, bare.named_count),
        ("nameless", bare.nameless, bare.nameless_count),
    ):
        spaces: dict[str, list[Term]] = defaultdict(list)
        for iri in iris:
            spaces[namespace_of(iri)].append(iri)
        most = sorted(spaces.items(), key=lambda item: (-len(item[1]), item[0]))[:_MOST_NAMESPACES]
        shown = {space: {"nodes": len(own), "example": own[0].removeprefix(space)} for space, own in most}
        value: dict[str, Any] = {"nodes": count, "namespaces": shown}
        if count != len(iris):
            value["sampled_nodes"] = len(iris)
        notes.note(name, value)


def nodes_of(triples: Iterable[Triple], preset: Preset) -> list[Term]:
    """The first heads of triples that are entities and may have a name."""
    heads = dict.fromkeys(head for head, _, _ in triples if is_iri(head) and not is_blank(head))
    return [head for head in heads if not preset.is_nameless(head)][:SAMPLED_NODES]


def _share(part: int, whole: int) -> float:
    return round(part / whole, 3) if whole else 0.0
