"""Topics, nodes and paths to read questions against."""

from pog_agent.models import ShownNode, ShownPath, TopicEntity
from pog_agent.models.shown import NodeKind


def topic_named(label: str, mention: str | None = None, *, optional: bool = False) -> TopicEntity:
    """A topic that is mentioned by its label, if by no other words."""
    spelled = label if mention is None else mention
    return TopicEntity(iri=f"urn:test:{label}", label=label, mention=spelled, optional=optional)


def node_of(*labels: str, kind: NodeKind = "entity", types: str = "", total: int | None = None) -> ShownNode:
    """A node with labels; `types` are its classes, separated by bars."""
    classes = tuple(types.split("|")) if types else ()
    return ShownNode(labels=labels, total=len(labels) if total is None else total, kind=kind, types=classes)


def start_at(label: str, types: str = "") -> ShownNode:
    """A topic as the first node of a path."""
    return node_of(label, kind="topic", types=types)


def path_of(*parts: ShownNode | str) -> ShownPath:
    """A path from nodes and relations in turn; ``<name`` is a relation that is walked against its arrow."""
    nodes = tuple(part for part in parts if isinstance(part, ShownNode))
    steps = [part for part in parts if isinstance(part, str)]
    return ShownPath(
        number=1,
        text=" - ".join(steps),
        nodes=nodes,
        relations=tuple(step.removeprefix("<") for step in steps),
        forward=tuple(not step.startswith("<") for step in steps),
    )
