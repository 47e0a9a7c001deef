"""Paths between named entities: the exploration of Paths-over-Graph without a question or a reasoner."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from pog_agent.answering.connecting.joining import depth_for, joining_patterns, joining_state
from pog_agent.answering.reply import short_triples, shown_line
from pog_agent.answering.shown_paths import show_paths
from pog_agent.errors import SettingError
from pog_agent.lookup.entities import resolve_entity
from pog_agent.lookup.results import ConnectingPath, ConnectingPaths, NamedEntity
from pog_agent.models import PatternKey, ShownPath, TopicEntity
from pog_agent.models.shown import pattern_line
from pog_agent.ranking.relevance import rank_patterns
from pog_agent.run.context import RunContext
from pog_agent.run.workspace import Workspace
from pog_agent.state import PogState
from pog_agent.subgraph.exploration.candidates import Candidates
from pog_agent.subgraph.exploration.enumerate import NONE

MOST_ENTITIES = 4
LONGEST_PATH = 6
DEEPEST = 4
MOST_TRIPLES = 60
PATHS_LISTED = 3
"""So many concrete paths of a pattern give its triples."""

Ranked = list[tuple[PatternKey, float | None]]


async def find_paths(
    entities: Sequence[str], about: str, max_length: int, limit: int, run: RunContext
) -> ConnectingPaths:
    """The path patterns that run through all entities in the order given.

    `max_length` is the most steps from one entity to the next. With `about` those most similar to it come first,
    else the shortest. Raises `SettingError` for other than two to four different entities or too long paths, and
    as `resolve_entity` does.
    """
    named = [await resolve_entity(name, run) for name in entities]
    config = run.config.model_copy(update={"d_max": _depth(named, max_length)})
    run = replace(run, config=config, workspace=Workspace(run.kg, config))
    topics = [TopicEntity(iri=item.iri, label=item.label) for item in named]
    state = joining_state(topics, about, max_length)
    found = await joining_patterns(state, run, by_question=True)
    ranked = await _ranked(found.patterns, about, limit, run, state)
    shown = await show_paths(run, state, [key for key, _ in ranked])
    scores = [score for _, score in ranked]
    number = len(found.patterns)
    cut = [f"{len(ranked)} of {number} paths are listed"] if number > len(ranked) else []
    return ConnectingPaths(
        entities=tuple(named),
        paths=tuple([await _path(*item, run, state) for item in zip(shown, scores, strict=True)]),
        total=number,
        warnings=(*run.notices, *found.cuts, *cut),
    )


def _depth(named: Sequence[NamedEntity], max_length: int) -> int:
    """How deep a search has all paths of the entities."""
    number = len(named)
    if len({item.iri for item in named}) < number or not 2 <= number <= MOST_ENTITIES:
        raise SettingError(f"paths join two to {MOST_ENTITIES} different entities, not {number}: name others")
    depth = depth_for(number, max_length)
    if depth > DEEPEST:
        raise SettingError(f"paths of {max_length} steps through {number} entities are too long: use fewer steps")
    return depth


async def _ranked(patterns: Candidates, about: str, limit: int, run: RunContext, state: PogState) -> Ranked:
    """The patterns to list, each with its similarity where there is something to compare with."""
    if about.strip():
        words = await run.relation_labels_of(state)
        return [*await asyncio.to_thread(rank_patterns, patterns, about, words, run.encoder, limit)]
    lengths = (patterns.step_table().codes != NONE).sum(axis=1)
    return [(patterns[int(row)], None) for row in np.argsort(lengths, kind="stable")[:limit]]


async def _path(shown: ShownPath, score: float | None, run: RunContext, state: PogState) -> ConnectingPath:
    pattern = await run.pattern(state, shown.key) if shown.key is not None else None
    paths = [] if pattern is None else [*islice(pattern.each_path(), PATHS_LISTED)]
    triples = [triple for path in paths for triple in pattern.path_triples(path)] if pattern is not None else []
    return ConnectingPath(
        text=shown_line(pattern_line(shown.nodes, shown.relations, shown.forward)),
        length=len(shown.relations),
        relations=tuple(
            shown_line(name if onward else f"<- {name}")
            for name, onward in zip(shown.relations, shown.forward, strict=True)
        ),
        triples=short_triples([*dict.fromkeys(triples)], MOST_TRIPLES),
        score=None if score is None else round(float(score), 4),
    )
