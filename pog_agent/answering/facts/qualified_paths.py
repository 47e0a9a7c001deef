"""What the facts on concrete paths state beside the path: role, dates, and whatever else qualifies them.

A fact is a mediator on the path, or a statement about one of its triples (reified or annotated).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.deadline import while_in_time
from pog_agent.errors import GraphUnavailableError
from pog_agent.models import Qualifier
from pog_agent.run.context import RunContext
from pog_agent.subgraph.patterns.pattern import PathPattern
from pog_agent.terms import Term, Triple, is_literal, literal_value
from pog_agent.words import folded

MOST_SHOWN = 6
"""So many qualifiers of one fact are shown."""
FACTS: Final = "facts on paths"
BESIDE: Final = "things that a fact on a path states besides"

ConcretePath = tuple[PathPattern, tuple[Term, ...]]


@dataclass(frozen=True)
class PathQualifiers:
    """All qualifiers of each path, sorted by relation and value; `warnings` say what could not be fetched."""

    of_paths: tuple[tuple[Qualifier, ...], ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Beside:
    """An edge of a fact that is not on the path."""

    fact: Term
    position: int
    triple: Triple

    @property
    def end(self) -> Term:
        head, _, tail = self.triple
        return tail if head == self.fact else head


async def qualifiers_of(paths: Sequence[ConcretePath], run: RunContext) -> PathQualifiers:
    """What the facts on each path state besides, as far as it has a name or is a value.

    It costs one call for the edges of all mediators and one for the statements about all triples; what a run has
    fetched once it does not fetch again. Where the graph cannot be asked, a warning says so.
    """
    try:
        return await _qualifiers_of(paths, run)
    except GraphUnavailableError as error:
        warning = f"what else the facts on the paths state could not be fetched: {error}"
        return PathQualifiers(tuple(() for _ in paths), (warning,))


async def _qualifiers_of(paths: Sequence[ConcretePath], run: RunContext) -> PathQualifiers:
    around = run.workspace.surroundings
    inner = {node for pattern, path in paths for node in _unfixed(pattern, path)}
    named = await run.labels(sorted(inner))
    mediators = sorted(inner - named.keys())
    edges = await around.edges_of(mediators)
    classes = await run.kg.types(mediators) if mediators else {}
    said = await around.said_of([triple for pattern, path in paths for triple in pattern.path_triples(path)])
    beside = [[*_beside(pattern, path, edges, classes, said)] for pattern, path in while_in_time(paths, FACTS)]
    every = [item for found in beside for item in found]
    labels = await run.labels(sorted({item.end for item in every if not is_literal(item.end)}))
    words = await run.relation_labels(sorted({item.triple[1] for item in every}))
    qualified = [tuple(_in_words(found, labels, words)) for found in while_in_time(beside, FACTS)]
    left_out = len(paths) - len(qualified)
    return PathQualifiers((*qualified, *[()] * left_out), around.warnings(mediators))


def _unfixed(pattern: PathPattern, path: Sequence[Term]) -> Iterator[Term]:
    """The entities on a path that are no topics."""
    for place, node in enumerate(path):
        if place not in pattern.key.fixed and not is_literal(node):
            yield node


def _beside(
    pattern: PathPattern,
    path: tuple[Term, ...],
    edges: Mapping[Term, Sequence[Triple]],
    classes: Mapping[Term, Sequence[Term]],
    said: Mapping[Triple, Sequence[Triple]],
) -> Iterator[_Beside]:
    """The edges of the facts on a path that do not lead back to it, with the position they are shown behind."""
    is_mediator = [place not in pattern.key.fixed and node in edges for place, node in enumerate(path)]
    ends = [place for place, hidden in enumerate(is_mediator) if not hidden or place == len(path) - 1]
    for place, node in enumerate(path):
        if not is_mediator[place]:
            continue
        left_out = {*path, *classes.get(node, ())}
        shown_at = next(end for end in ends if end >= place)
        for edge in while_in_time(edges[node], BESIDE):
            found = _Beside(node, shown_at, edge)
            if found.end not in left_out:
                yield found
    for place, triple in enumerate(pattern.path_triples(path), start=1):
        for edge in said[triple]:
            yield _Beside(edge[0], next(end for end in ends if end >= place), edge)


def _in_words(found: Sequence[_Beside], labels: Mapping[Term, str], words: Mapping[str, str]) -> list[Qualifier]:
    qualifiers = []
    for item in while_in_time(found, BESIDE):
        label = literal_value(item.end) if is_literal(item.end) else labels.get(item.end)
        relation = words[item.triple[1]]
        if label is not None:
            onward = item.triple[0] == item.fact
            qualifiers.append(
                Qualifier(
                    relation=relation if onward else f"<- {relation}",
                    value=label,
                    fact=item.fact,
                    position=item.position,
                    triple=item.triple,
                )
            )
    return sorted(set(qualifiers), key=lambda item: (item.position, item.fact, item.text, item.triple))


def first_of_each(qualifiers: Sequence[Qualifier], wanted: Sequence[str] = ()) -> tuple[Qualifier, ...]:
    """At most `MOST_SHOWN` qualifiers of each fact in their order, those with a `wanted` value before others."""
    first = {folded(text) for text in wanted}
    taken: Counter[str] = Counter()
    kept: set[Qualifier] = set()
    for item in sorted(qualifiers, key=lambda item: folded(item.value) not in first):
        if taken[item.fact] < MOST_SHOWN:
            taken[item.fact] += 1
            kept.add(item)
    return tuple(item for item in qualifiers if item in kept)


def notes_of(qualifiers: Sequence[Qualifier], shown: Sequence[Qualifier]) -> dict[int, str]:
    """By position, the shown qualifiers of each fact in round brackets, and how many more it has."""
    notes: dict[int, str] = {}
    totals = Counter((item.position, item.fact) for item in qualifiers)
    for (position, fact), total in totals.items():
        texts = [" ".join(item.text.split()) for item in shown if (item.position, item.fact) == (position, fact)]
        more = [f"{total - len(texts)} more"] if total > len(texts) else []
        notes[position] = f"{notes.get(position, '')} ({'; '.join([*texts, *more])})"
    return notes
