"""What a picture shows: boxes with the names of things, and links between them.

An edge to a class becomes the caption of a box, a value that nothing else leads to a detail of its thing, and a
node without a name, which only joins two others, a link of two relations.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.interfaces.explaining.pictures.boxes import Box, BoxLine, Link, Sketch
from pog_agent.interfaces.explaining.pictures.grouping import grouped
from pog_agent.tracing.elements import GraphNode, NodeRole, SubgraphElements
from pog_agent.words import one_line

MOST_IN_LAYER: Final = 8
"""Where more boxes would stand side by side, those with the same links become one box."""
MOST_DETAILS: Final = 2
MOST_CHARACTERS: Final = 200


def sketched(
    elements: SubgraphElements, most_in_layer: int = MOST_IN_LAYER, *, is_connection: bool = False
) -> Sketch:
    """The cited paths of some elements, with at most `most_in_layer` boxes side by side where links are alike.

    A connection runs from its first topic to the others, and its answers are what lies between; else all topics
    stand in the first layer.
    """
    nodes = {node.id: node for node in elements.nodes if node.role != "surrounding"}
    links = [
        Link(edge.source, edge.target, one_line(edge.label, MOST_CHARACTERS), frozenset([number]))
        for number, edge in enumerate(elements.edges)
        if edge.role == "path" and edge.source != edge.target
    ]
    links, details = _without_values(nodes, links)
    links = _without_mediators(nodes, links, {"path", "answer"} if is_connection else {"path"})
    linked = {end for link in links for end in (link.source, link.target)}
    shown = [node for node in nodes.values() if node.id in linked or (node.role == "answer" and not links)]
    layers = _layers(shown, links, is_connection=is_connection)
    lines = _lines(elements, shown, details)
    boxes = [
        Box(node.id, node.role, lines.captions.get(node.id, ""), (lines.of[node.id],), layers[node.id])
        for node in shown
    ]
    return grouped(boxes, links, most_in_layer, MOST_IN_LAYER)


def _without_values(
    nodes: Mapping[str, GraphNode], links: Sequence[Link]
) -> tuple[list[Link], dict[str, list[str]]]:
    """The links without those to values that are no answers; these in words, by the thing that has them."""
    ends = [end for link in links for end in (link.source, link.target)]
    left, details = [], dict[str, list[str]]()
    for link in links:
        value = nodes[link.target]
        if value.is_literal and value.role == "path" and ends.count(value.id) == 1:
            details.setdefault(link.source, []).append(f"{link.label}: {one_line(value.label, MOST_CHARACTERS)}")
        else:
            left.append(link)
    return left, details


def _without_mediators(
    nodes: Mapping[str, GraphNode], links: Sequence[Link], roles: Collection[NodeRole]
) -> list[Link]:
    """The links where a node of such a role that joins two others and has no name is a part of the link."""
    found = list(links)
    for node in nodes.values():
        own = [link for link in found if node.id in (link.source, link.target)]
        if node.is_named or node.role not in roles or len(own) != 2:
            continue
        first, second = sorted(own, key=lambda link: link.source == node.id)
        start, end = (_other_end(link, node.id) for link in (first, second))
        if start != end:
            words = " / ".join(dict.fromkeys([first.label, second.label]))
            rest = [link for link in found if link not in own]
            found = [*rest, Link(start, end, words, first.facts | second.facts)]
    return found


def _other_end(link: Link, node: str) -> str:
    return link.target if link.source == node else link.source


def _layers(nodes: Sequence[GraphNode], links: Sequence[Link], *, is_connection: bool) -> dict[str, int]:
    """How far from the topics each node stands: behind all of its neighbours that are reached before it."""
    beside: dict[str, list[str]] = {node.id: [] for node in nodes}
    for link in links:
        beside[link.source].append(link.target)
        beside[link.target].append(link.source)
    topics = [node.id for node in nodes if node.role == "topic"]
    others = sorted(nodes, key=lambda node: node.role == "answer")
    layers: dict[str, int] = {}
    for starts in (topics[:1] if is_connection else topics, *([node.id] for node in others)):
        order = [node for node in starts if node not in layers]
        for node in order:
            order += [other for other in dict.fromkeys(beside[node]) if other not in layers and other not in order]
        for node in order:
            layers[node] = 1 + max((layers[other] for other in beside[node] if other in layers), default=-1)
    return layers


@dataclass(frozen=True)
class _Lines:
    of: dict[str, BoxLine]
    captions: dict[str, str]


def _lines(elements: SubgraphElements, nodes: Iterable[GraphNode], details: Mapping[str, Sequence[str]]) -> _Lines:
    """The line of each node, and the class of each that the paths name."""
    names = {node.id: node.label for node in elements.nodes}
    facts: dict[str, set[int]] = {}
    captions: dict[str, str] = {}
    for number, edge in enumerate(elements.edges):
        if edge.role != "surrounding":
            for end in (edge.source, edge.target):
                facts.setdefault(end, set()).add(number)
        if edge.role == "class":
            captions.setdefault(edge.source, one_line(names[edge.target], MOST_CHARACTERS))
    of = {
        node.id: BoxLine(
            node.id,
            one_line(node.label, MOST_CHARACTERS),
            "; ".join(details.get(node.id, ())[:MOST_DETAILS]),
            frozenset(facts.get(node.id, ())),
        )
        for node in nodes
    }
    return _Lines(of, captions)
