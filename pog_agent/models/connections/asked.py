"""What a question for connections asks."""

from typing import Literal

from pog_agent.models.value import Value

ConnectionForm = Literal["joined", "shared"]
"""Asked for is how things are joined by paths, or what they have in common."""


class ConditionName(Value):
    """A thing or a class in a condition, as the question says it; `iri` where it was linked already."""

    text: str
    iri: str | None = None


class ConnectionQuestion(Value):
    """A question for how the entities `between` are connected, and what each path has to do besides.

    A path goes `through` each of these and is without all that is `avoided`. It has no relation but one of
    `relations`, or any where there are none, and at most `within` steps from one entity to the next. `by_model`
    says that a model took the question for one of these, since no frame of words fits it.
    """

    between: tuple[str, ...]
    form: ConnectionForm = "joined"
    through: tuple[ConditionName, ...] = ()
    avoided: tuple[ConditionName, ...] = ()
    relations: tuple[str, ...] = ()
    within: int | None = None
    shortest: bool = False
    by_model: bool = False
