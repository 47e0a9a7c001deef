"""What a conversation was about, and what a follow-up refers to."""

from typing import Final, Literal

from pog_agent.models.answer import Status
from pog_agent.models.value import Value

MOST_MEMBERS = 100
"""So many answers of a question are kept for follow-ups."""
TURN: Final = "turn"
"""Where the message of a reply carries its turn."""


class Referent(Value):
    """An entity that a conversation was about. `mention` is what the question called it.

    `namesakes` are entities that the mention fits as well.
    """

    iri: str
    label: str
    mention: str = ""
    namesakes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What to call it in a question: as it was called, else its label."""
        return self.mention or self.label


class Unclear(Value):
    """Words of a follow-up that may refer to several entities, or to none that is known.

    With `kind` "reference", `phrase` is a word such as "it"; with "name" it is a name that several entities have.
    """

    phrase: str
    kind: Literal["reference", "name"] = "reference"
    candidates: tuple[Referent, ...] = ()
    message: str = ""


class Turn(Value):
    """A question of a conversation, as it was said and as it was read, and what it was answered.

    `topics` are the entities that the question names, `answers` the entities that answer it, at most
    `MOST_MEMBERS`, and `left_out` counts those beyond. `values` are the first few answers that are none. With
    `members`, the question was limited to these. `unclear` says what the turn has asked back.
    """

    said: str
    question: str
    status: Status
    topics: tuple[Referent, ...] = ()
    answers: tuple[Referent, ...] = ()
    left_out: int = 0
    members: tuple[Referent, ...] = ()
    values: tuple[str, ...] = ()
    unclear: Unclear | None = None

    @property
    def choices(self) -> set[str]:
        """The IRIs that the next turn may be: what was asked back about, the topics and their namesakes."""
        asked = self.unclear.candidates if self.unclear is not None else ()
        return {iri for item in (*asked, *self.topics) for iri in (item.iri, *item.namesakes)}
