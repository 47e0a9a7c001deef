"""A path pattern as a reasoner and the reading of the question see it: labels and classes, no IRIs."""

from typing import Literal

from pog_agent.models.patterns import PatternKey
from pog_agent.models.value import Value

NodeKind = Literal["topic", "entity", "literal", "mediator"]


class ShownNode(Value):
    """The entities a pattern has at one position: the first few labels, their classes, how many there are."""

    labels: tuple[str, ...]
    total: int
    kind: NodeKind
    types: tuple[str, ...] = ()


class ShownPath(Value):
    """A path pattern as a reasoner sees it.

    `nodes` has one more item than `relations` (labels) and `forward` (walked along the arrow or against it).
    `text` shows it all in one line with position numbers; `facts` are example triples of the pattern as text, and
    what else these facts state, `qualifiers` the names and values of the latter alone.
    `key` tells code which pattern it is; no model sees it.
    """

    number: int
    text: str
    nodes: tuple[ShownNode, ...]
    relations: tuple[str, ...]
    forward: tuple[bool, ...]
    score: float = 0.0
    facts: tuple[str, ...] = ()
    qualifiers: tuple[str, ...] = ()
    key: PatternKey | None = None
