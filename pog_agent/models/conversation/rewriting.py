"""What a follow-up asks, as a question of its own."""

from pog_agent.models.conversation.turns import Referent, Unclear
from pog_agent.models.value import Value


class Rewriting(Value):
    """A follow-up as a question of its own.

    `referents` are the entities that its names stand for. With `members`, it asks for some of these alone: the
    answers to an earlier question, which `are_members_sure` says to be supported. `others_than` are things that it
    asks for others than. What a language model reads `alone`, no rule speaks for. With `unclear`, it could not be
    read.
    """

    said: str
    question: str
    referents: tuple[Referent, ...] = ()
    members: tuple[Referent, ...] = ()
    are_members_sure: bool = True
    others_than: tuple[Referent, ...] = ()
    alone: bool = False
    unclear: Unclear | None = None

    @property
    def is_changed(self) -> bool:
        """Whether something was read into it that was not said."""
        return self.question != self.said or bool(self.members or self.referents)

    @property
    def text(self) -> str:
        """The question with the first of the things that it is limited to."""
        if not self.members:
            return self.question
        labels = [item.label for item in self.members[:10]]
        more = len(self.members) - len(labels)
        return f"{self.question} (among {', '.join(labels)}{f' and {more} more' if more else ''})"


class FollowUpReading(Value):
    """What a language model reads in a follow-up: a question with ``{2}`` for the second thing that it was shown.

    `among` is the number of the answers that the question asks for some of. `unclear` are the numbers of the
    things that may be meant; without a question none is.
    """

    question: str = ""
    among: int | None = None
    unclear: tuple[int, ...] = ()
