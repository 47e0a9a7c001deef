"""A path pattern as a reasoner and the reading of the question see it: labels and classes, no IRIs."""

import string
from collections.abc import Mapping, Sequence
from types import MappingProxyType
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
    `text` shows it all in one line; `facts` are example triples of the pattern as text, and
    what else these facts state, `qualifiers` the names and values of the latter alone.
    `aliases` are other names of each relation, where it has any. `key` tells code which pattern it is. No model
    sees either.
    """

    number: int
    text: str
    nodes: tuple[ShownNode, ...]
    relations: tuple[str, ...]
    forward: tuple[bool, ...]
    score: float = 0.0
    facts: tuple[str, ...] = ()
    qualifiers: tuple[str, ...] = ()
    aliases: tuple[tuple[str, ...], ...] = ()
    key: PatternKey | None = None

    @property
    def coded(self) -> str:
        """The text with the code of each place, for what is to be cited."""
        return pattern_line(self.nodes, self.relations, self.forward, self.number) if self.nodes else self.text


def pattern_line(
    nodes: Sequence[ShownNode],
    relations: Sequence[str],
    forward: Sequence[bool],
    number: int | None = None,
    notes: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """A pattern in one line, ``{A} - relation -> {B} <- relation - {C}``.

    A mediator (a node without a label) is not shown; the relations on its two sides stand side by side. With the
    `number` of a path, each set has the code of its place in front. `notes` follow the set at their position.
    """
    parts = [_set_text(nodes[0], 0, number)]
    pending: list[tuple[str, bool]] = []
    for place, (relation, onward) in enumerate(zip(relations, forward, strict=True), start=1):
        pending.append((relation, onward))
        if nodes[place].kind == "mediator" and place < len(relations):
            continue
        text = " / ".join(name for name, _ in pending)
        parts.append(f"- {text} ->" if pending[0][1] else f"<- {text} -")
        parts.append(_set_text(nodes[place], place, number) + notes.get(place, ""))
        pending.clear()
    return " ".join(parts)


def place_code(path: int, position: int) -> str:
    """A place on a numbered path, `2b` for position 1 of path 2: no other number of a prompt looks like it.

    The letters go on after `z` with `za`, `zb`, ...
    """
    turns, letter = divmod(position, len(string.ascii_lowercase))
    return f"{path}{'z' * turns}{string.ascii_lowercase[letter]}"


def _set_text(node: ShownNode, place: int, number: int | None) -> str:
    more = f", ... {node.total - len(node.labels)} more" if node.total > len(node.labels) and node.labels else ""
    text = "{" + ", ".join(node.labels) + more + "}" if node.labels else "{unnamed}"
    return text if number is None else place_code(number, place) + text
