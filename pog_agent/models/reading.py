"""The account of a question: what each of its words became in the reading that an answer stands on."""

from typing import Literal

from pog_agent.models.value import Value

SpanRole = Literal["topic", "class", "relation", "name", "operation", "value", "qualifier", "filler", "unread"]
ElementRole = Literal["relation", "class", "operation", "qualifier"]


class SpanReading(Value):
    """A word or name of the question at characters `start` to `end`, and what it became.

    `meaning` is the label of the topic, class, relation or name it stands for, the operation that it asks for,
    the qualifier of the cited facts that carries it, the text of the cited path that has it. It is empty for what
    was not read and for fillers. `likeness` (0 to 1) tells how alike the words are to it, 1 for the same words.
    """

    text: str
    start: int
    end: int
    role: SpanRole
    meaning: str = ""
    likeness: float = 1.0


class ElementReading(Value):
    """A part of what the answer stands on, and the words of the question that ask for it.

    `onward` tells how a relation is walked, along the arrow or against it. `needed` is why it need not be asked
    for. What has neither was not asked for.
    """

    role: ElementRole
    text: str
    onward: bool = True
    asked_by: str = ""
    needed: str = ""
    likeness: float = 0.0


class Reading(Value):
    """The account in both directions: each span of the question, and each element of the reading."""

    spans: tuple[SpanReading, ...] = ()
    elements: tuple[ElementReading, ...] = ()

    @property
    def unread(self) -> tuple[str, ...]:
        """The words that nothing in the reading stands for."""
        return tuple(span.text for span in self.spans if span.role == "unread")

    @property
    def unasked(self) -> tuple[str, ...]:
        """The elements that no word asks for and no other one needs."""
        return tuple(item.text for item in self.elements if not item.asked_by and not item.needed)
