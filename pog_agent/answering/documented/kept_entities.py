"""The entities on kept paths, to be read about, and what leads to each of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from pog_agent.answering.documented.stretches import Stretch
from pog_agent.answering.shown_paths import term_labels
from pog_agent.run.context import RunContext
from pog_agent.subgraph.patterns.pattern import PathPattern
from pog_agent.terms import Term, is_literal

MAX_ENTITIES_READ = 200


@dataclass(frozen=True)
class KeptEntity:
    """An entity, and where it stands on a kept path; a topic entity is read about as such."""

    entity: Term
    pattern: PathPattern | None = None
    position: int = 0


def kept_entities(patterns: Sequence[PathPattern], topics: Sequence[Term]) -> tuple[list[KeptEntity], bool]:
    """The topics, then the entities on the patterns, each once; and whether some of them were left out.

    At most `MAX_ENTITIES_READ` are read about. Positions with few entities come first: they say most.
    """
    columns = [
        (len(pattern.ids_at(position)), number, position)
        for number, pattern in enumerate(patterns)
        for position in range(pattern.key.length + 1)
    ]
    found = {topic: KeptEntity(topic) for topic in topics}
    for _, number, position in sorted(columns):
        for term in patterns[number].nodes_at(position):
            if is_literal(term) or term in found:
                continue
            if len(found) >= MAX_ENTITIES_READ:
                return list(found.values()), True
            found[term] = KeptEntity(term, patterns[number], position)
    return list(found.values()), False


async def stretches_to(entities: Sequence[KeptEntity], run: RunContext) -> list[Stretch | None]:
    """What leads to each entity on its path: the last triple, or more of them behind a node without a name.

    None for an entity that the path starts from.
    """
    walks = [_walk_to(item) for item in entities]
    inside = [node for walk in walks for node in walk[1:-1]]
    labels = await term_labels(run, list(dict.fromkeys(inside)))
    unnamed = {term for term, label in labels.items() if label == term and not is_literal(term)}
    return [_stretch(item, walk, unnamed) for item, walk in zip(entities, walks, strict=True)]


def _walk_to(item: KeptEntity) -> tuple[Term, ...]:
    """The nodes of the first path to an entity, itself included; none where nothing leads to it."""
    if item.pattern is None or not item.position:
        return ()
    (path,) = item.pattern.paths(limit=1, position=item.position, node=item.entity) or [()]
    return path[: item.position + 1]


def _stretch(item: KeptEntity, walk: Sequence[Term], unnamed: set[Term]) -> Stretch | None:
    if item.pattern is None or not walk:
        return None
    start = item.position - 1
    while start > 0 and walk[start] in unnamed:
        start -= 1
    return Stretch(nodes=tuple(walk[start:]), steps=item.pattern.key.steps[start : item.position])
