"""What a person may reply, and how a reply is read."""

from typing import Annotated, Any, Final, Self, TypeVar

from pydantic import Field, StringConstraints, ValidationError, model_validator

from pog_agent.errors import PogError
from pog_agent.models import Value

ACCEPT: Final = "accept"
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class WrongReplyError(PogError):
    """A reply that cannot be used; the message says what is wrong with it."""


class _Reply(Value):
    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError(f"it says nothing: reply {ACCEPT!r} to change nothing")
        return self


class TopicCorrection(_Reply):
    """Which linked entities are meant, by IRI. One that is not mentioned stays as it was linked.

    `keep` are those that are meant and not their namesakes. `replace` has another entity for each that is not
    meant, `remove` those that nothing takes the place of, and `add` further entities.
    """

    keep: tuple[Words, ...] = ()
    replace: dict[Words, Words] = Field(default_factory=dict)
    remove: tuple[Words, ...] = ()
    add: tuple[Words, ...] = ()


class PlanReply(_Reply):
    """Other split questions, another indicator, another depth; what is not given stays as it is.

    `indicator` is a list that alternates stops and relations, as a model writes it:
    ``[{"topic": "France"}, {"relation": "capital"}, {"answer": "city"}]``.
    """

    split_questions: tuple[Words, ...] | None = Field(None, min_length=1)
    indicator: list[dict[str, str]] | None = None
    predicted_depth: int | None = Field(None, ge=1)


class Rejection(_Reply):
    """The reason why a query or an answer is not let pass."""

    reject: Words


Reply = TypeVar("Reply", bound=_Reply)


def read_reply(kind: type[Reply], reply: Any) -> Reply | None:
    """The reply as a value; None for the word ``accept``. Raises `WrongReplyError` that names what is wrong."""
    if isinstance(reply, str) and reply.strip().lower() == ACCEPT:
        return None
    if not isinstance(reply, dict):
        raise WrongReplyError(f"the reply is {ACCEPT!r} or an object with {_fields(kind)}, not {reply!r}")
    try:
        return kind.model_validate(reply)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(map(str, problem["loc"]))
        if problem["type"] == "extra_forbidden":
            raise WrongReplyError(f"{where!r} is unknown: the reply has {_fields(kind)}") from error
        reason = problem["msg"].removeprefix("Value error, ")
        raise WrongReplyError(f"{where!r}: {reason}" if where else reason) from error


def _fields(kind: type[Value]) -> str:
    return ", ".join(map(repr, kind.model_fields))
