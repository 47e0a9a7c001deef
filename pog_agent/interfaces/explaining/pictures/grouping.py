"""One box for many things, where more boxes would stand side by side than can be read."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pog_agent.interfaces.explaining.pictures.boxes import Box, Link, Sketch

MOST_LINES: Final = 12
MOST_LISTED: Final = 3


def grouped(boxes: Sequence[Box], links: Sequence[Link], most_apart: int, most: int) -> Sketch:
    """The boxes and links as they can be drawn.

    Where more than `most_apart` boxes stand side by side, one box has all that are linked alike, and one has all
    that hang on the same box alone, each with its relation. Of more than `most` the others are left out.
    """
    if _is_crowded(boxes, most_apart):
        boxes, links = _merged(boxes, links)
    if _is_crowded(boxes, max(most_apart, MOST_LISTED)):
        boxes, links = _listed(boxes, links, max(most_apart, MOST_LISTED))
    kept = [box for layer in _by_layer(boxes).values() for box in layer[:most]]
    keys = {box.key for box in kept}
    left = [link for link in links if link.source in keys and link.target in keys]
    return Sketch(tuple(kept), tuple(left), len(boxes) - len(kept))


def _is_crowded(boxes: Sequence[Box], most: int) -> bool:
    return any(len(layer) > most for layer in _by_layer(boxes).values())


def _by_layer(boxes: Iterable[Box]) -> dict[int, list[Box]]:
    found: dict[int, list[Box]] = {}
    for box in boxes:
        found.setdefault(box.layer, []).append(box)
    return {layer: found[layer] for layer in sorted(found)}


def _merged(boxes: Sequence[Box], links: Sequence[Link]) -> tuple[list[Box], list[Link]]:
    """One box for all that are linked alike, and one link where several became the same."""
    kinds = linked_alike(
        {box.key: (box.layer, box.role, box.caption, box.key if box.role == "topic" else "") for box in boxes},
        [(link.source, link.label, link.target) for link in links],
    )
    groups: dict[int, list[Box]] = {}
    for box in boxes:
        groups.setdefault(kinds[box.key], []).append(box)
    one = {box.key: group[0].key for group in groups.values() for box in group}
    joined: dict[tuple[str, str, str], frozenset[int]] = {}
    for link in links:
        place = one[link.source], one[link.target], link.label
        joined[place] = joined.get(place, frozenset()) | link.facts
    whole = [_one_of(group, group[0].caption) for group in groups.values()]
    return whole, [Link(source, target, label, facts) for (source, target, label), facts in joined.items()]


def _listed(boxes: Sequence[Box], links: Sequence[Link], most: int) -> tuple[list[Box], list[Link]]:
    """One box for all of a crowded layer that hang on the same box by one link, with the relation of each."""
    own: dict[str, list[Link]] = {box.key: [] for box in boxes}
    for link in links:
        own[link.source].append(link)
        own[link.target].append(link)
    hanging: dict[tuple[int, str, str], list[Box]] = {}
    for layer in _by_layer(boxes).values():
        for box in layer if len(layer) > most else ():
            if len(own[box.key]) == 1 and box.role != "topic":
                (link,) = own[box.key]
                place = box.layer, box.role, link.target if link.source == box.key else link.source
                hanging.setdefault(place, []).append(box)
    whole, left, gone = [], [*links], set[str]()
    for (_, _, other), group in hanging.items():
        if len(group) < 2:
            continue
        told = [_with_relation(box, own[box.key][0]) for box in group]
        whole.append(_one_of(told, ""))
        facts = frozenset[int]().union(*(own[box.key][0].facts for box in group))
        left = [link for link in left if all(link is not own[box.key][0] for box in group)]
        left.append(Link(other, group[0].key, "", facts))
        gone |= {box.key for box in group}
    return [*(box for box in boxes if box.key not in gone), *whole], left


def _with_relation(box: Box, link: Link) -> Box:
    relation = link.label if link.target == box.key else f"← {link.label}"
    lines = tuple(replace(line, relation=relation, facts=line.facts | link.facts) for line in box.lines)
    return replace(box, lines=lines)


def _one_of(group: Sequence[Box], caption: str) -> Box:
    lines = [line for box in group for line in box.lines]
    more = sum(box.more for box in group) + max(len(lines) - MOST_LINES, 0)
    return replace(group[0], caption=caption, lines=tuple(lines[:MOST_LINES]), more=more)


def linked_alike(nodes: Mapping[str, Hashable], links: Sequence[tuple[str, str, str]]) -> dict[str, int]:
    """A number for each node: the same for nodes of one property whose links lead to nodes of the same numbers.

    Links are source, label, target. Nodes are told apart round by round by the numbers of their neighbours, until
    a round tells no more apart.
    """
    kinds = _numbered(nodes)
    while True:
        around: dict[str, set[tuple[str, bool, int]]] = {node: set() for node in nodes}
        for source, label, target in links:
            around[source].add((label, True, kinds[target]))
            around[target].add((label, False, kinds[source]))
        finer = _numbered({node: (kinds[node], frozenset(around[node])) for node in nodes})
        if len(set(finer.values())) == len(set(kinds.values())):
            return finer
        kinds = finer


def _numbered(values: Mapping[str, Hashable]) -> dict[str, int]:
    numbers: dict[Hashable, int] = {}
    return {node: numbers.setdefault(value, len(numbers)) for node, value in values.items()}
