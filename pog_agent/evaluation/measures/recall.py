"""How far the gold answers come: after exploration and after each selection of a run, seen from outside it."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from pydantic import BaseModel

from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.models import PatternKey
from pog_agent.run.telemetry.observation import Observation
from pog_agent.run.workspace import MAX_EDGES_TIGHTENED
from pog_agent.state import EntityList
from pog_agent.subgraph.detection.tighten import tighten
from pog_agent.subgraph.exploration.explore import LengthWindow
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.pattern import materialize
from pog_agent.terms import Term, is_literal, literal_value
from pog_agent.values.spellings import plain

SELECTIONS = ("fuzzy", "branch", "precise")
STAGES = ("explored", "fuzzy", "branch", "selected")
MAX_PATTERNS_READ = 5_000


class Reached(BaseModel):
    """Whether any gold answer, and whether all, stood at a place of a candidate that can hold an answer."""

    any: bool
    all: bool


@dataclass(frozen=True)
class GoldNodes:
    """The gold answers as nodes: per answer the entities it may be, and the literals in plain form.

    `in_graph` is False where no gold entity has an edge, None where that cannot be told (literals).
    """

    entities: tuple[frozenset[Term], ...]
    values: tuple[frozenset[str], ...]
    in_graph: bool | None

    def within(self, graph: Subgraph) -> dict[Term, set[int]]:
        """The nodes of a subgraph that are gold, with the numbers of the answers they are."""
        found: dict[Term, set[int]] = {}
        for number, entities in enumerate(self.entities):
            for entity in entities:
                if graph.nodes.id_of(entity) is not None:
                    found.setdefault(entity, set()).add(number)
        if any(self.values):
            for place in range(graph.literals):
                node = graph.nodes[place]
                value = plain(literal_value(node)) if is_literal(node) else ""
                for number, values in enumerate(self.values):
                    if value in values:
                        found.setdefault(graph.nodes[place], set()).add(number)
        return found


async def gold_nodes(gold: Sequence[GoldItem], kg: KnowledgeGraph, languages: Sequence[str]) -> GoldNodes:
    """Finds the gold answers in the graph: by IRI, by label where only that is known, and as literals."""
    unnamed = [item for item in gold if item.iri is None]
    names = list(dict.fromkeys(name for item in unnamed for name in item.names))
    by_name = await kg.find(names, languages) if names else {}
    entities = tuple(
        frozenset([item.iri])
        if item.iri
        else frozenset(entity.iri for name in item.names for entity in by_name.get(name, ()))
        for item in gold
    )
    values = tuple(frozenset(map(plain, item.names)) if item.iri is None else frozenset[str]() for item in gold)
    every = sorted(frozenset[str]().union(*entities))
    around = await kg.neighbors(every, limit=1) if every else None
    present = bool(around and around.triples)
    return GoldNodes(entities, values, present if present or not any(values) else None)


class RecallTracker:
    """Follows one run. A gold answer counts for a stage once a round has brought it there.

    A node at the place of a topic entity is no candidate for the answer. `cut` says that a round had too many
    patterns to look at them all, so that a stage may have reached more.
    """

    def __init__(self, gold: GoldNodes) -> None:
        self._gold = gold
        self._found: dict[str, set[int]] = {}
        self._last: set[int] | None = None
        self.cut = False

    async def see(self, step: Observation) -> None:
        """Takes note of a step that has ended."""
        stage = step.node.declared.stage
        if stage in SELECTIONS:
            keys = [ref.key for ref in step.after.get("shortlist", ())]
            self._last = await self._on_patterns(step, keys)
            self._found.setdefault(stage, set()).update(self._last)
            return
        if self._last is not None:
            self._found.setdefault("selected", set()).update(self._last)
            self._last = None
        if stage == "explored" and "plan" in step.update:
            found = self._found.setdefault("explored", set())
            if len(found) < len(self._gold.entities):
                found |= await self._explored(step)

    def after(self, stages: Iterable[str]) -> dict[str, Reached]:
        """What each stage has reached."""
        size = len(self._gold.entities)
        found = {stage: self._found.get(stage, set()) for stage in stages}
        return {stage: Reached(any=bool(items), all=len(items) == size) for stage, items in found.items()}

    async def _explored(self, step: Observation) -> set[int]:
        """Gold answers among all candidates of a round.

        Where the search was not cut, what lies on paths of a list is exactly what lies on its patterns, which
        need not be listed then.
        """
        plan, scope, workspace = step.after["plan"], step.run.scope(step.after), step.run.workspace
        candidates = await step.run.candidates(step.after)
        found = await self._on_patterns(step, candidates.patterns.keys)
        if not plan.lists:
            return found
        graph = await workspace.reduced(scope) if plan.reduced else (await workspace.extended(scope)).graph
        wanted = self._gold.within(graph)
        if not wanted:
            return found
        tight: list[Subgraph | None] = [None]
        if not candidates.truncated and not any(_on_topics(wanted, item) for item in plan.lists):
            tight = [await asyncio.to_thread(_on_paths, graph, item) for item in plan.lists]
        if any(part is None for part in tight):
            return found | await self._on_patterns(step, candidates.patterns)
        return found | {
            number
            for part in tight
            for term, numbers in wanted.items()
            for number in numbers
            if part is not None and part.nodes.id_of(term) is not None
        }

    async def _on_patterns(self, step: Observation, keys: Sequence[PatternKey]) -> set[int]:
        if not keys:
            return set()
        graph = (await step.run.workspace.extended(step.run.scope(step.after))).graph
        wanted = self._gold.within(graph)
        if not wanted:
            return set()
        self.cut = self.cut or len(keys) > MAX_PATTERNS_READ
        return await asyncio.to_thread(_at_free_places, graph, islice(keys, MAX_PATTERNS_READ), wanted)


def _on_topics(wanted: Iterable[Term], item: EntityList) -> bool:
    """Whether paths alone do not tell: a gold node is a topic, or a window of three topics leaves some out."""
    return bool(set(wanted).intersection(item.entities)) or (item.above > 0 and len(item.entities) > 2)


def _on_paths(graph: Subgraph, item: EntityList) -> Subgraph | None:
    return tighten(
        graph, item.entities, LengthWindow(item.above, item.up_to, item.per_segment), MAX_EDGES_TIGHTENED
    )


def _at_free_places(graph: Subgraph, keys: Iterable[PatternKey], wanted: dict[Term, set[int]]) -> set[int]:
    """The gold answers at places of the patterns that no topic entity has."""
    everything = set[int]().union(*wanted.values())
    ids = {graph.nodes.id_of(term): numbers for term, numbers in wanted.items()}
    found: set[int] = set()
    for key in keys:
        pattern = materialize(graph, key)
        if pattern is None:
            continue
        for place in range(1, key.length + 1):
            if place not in key.fixed:
                found.update(*(ids[node] for node in pattern.ids_at(place).tolist() if node in ids))
        if found == everything:
            break
    return found
