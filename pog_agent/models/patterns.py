"""Path patterns: what a candidate is, without its edges."""

from functools import cached_property

from pog_agent.models.value import Value


class Step(Value):
    """One step of a path pattern: a relation walked along (`forward`) or against its direction."""

    relation: str
    forward: bool


class Anchor(Value):
    """An entity that every path of a pattern has at this position (0 is the start)."""

    entity: str
    position: int


class PatternKey(Value):
    """The identity of a path pattern: its steps in order and the topic entities at fixed positions.

    The first anchor is at position 0. A pattern whose last position has an anchor joins its topics,
    otherwise it is open: it ends in whatever its steps reach.

    A beam search on single entities follows one path: then `nodes` has all its nodes, or all but the last; then
    the pattern ends in every node that the last step reaches.
    """

    anchors: tuple[Anchor, ...]
    steps: tuple[Step, ...]
    nodes: tuple[str, ...] = ()

    @cached_property
    def fixed(self) -> dict[int, str]:
        """Anchored positions and the entity that stands there."""
        return {anchor.position: anchor.entity for anchor in self.anchors}

    @property
    def length(self) -> int:
        """Number of steps."""
        return len(self.steps)

    @property
    def topics(self) -> frozenset[str]:
        """The entities the pattern runs through by definition."""
        return frozenset(self.fixed.values())

    def prefix(self, position: int) -> "PatternKey":
        """The pattern cut after `position` steps."""
        return PatternKey(
            anchors=tuple(anchor for anchor in self.anchors if anchor.position <= position),
            steps=self.steps[:position],
            nodes=self.nodes[: position + 1],
        )


class PatternRef(Value):
    """A candidate in the state of a run: its key, its score from the last ranking, its display text."""

    key: PatternKey
    score: float = 0.0
    text: str = ""
