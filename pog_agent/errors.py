"""Errors a user can cause or must know of. Each carries the exit code of the command line."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pog_agent.models import Confirmation


class PogError(RuntimeError):
    """Base of all errors this package raises on purpose; the message is one line and says what to do.

    A LangGraph server tells its clients the messages of errors of a few built-in kinds only: this is one of them.
    """

    exit_code = 2


class SettingError(PogError):
    """A setting, flag or argument has a value that cannot work."""


class UnknownNameError(PogError):
    """No entity or class has the name that was given, or several have it; the message names the nearest ones."""


class ConfirmationNeededError(PogError):
    """A run waits for a person: `confirmation` is what it shows, and `thread` the one to resume with a reply."""

    def __init__(self, confirmation: "Confirmation", thread: str | None = None) -> None:
        where = "" if thread is None else f" thread {thread!r}"
        super().__init__(
            f"the run waits for a person to confirm the {confirmation.kind}: resume{where} with a reply"
        )
        self.confirmation = confirmation
        self.thread = thread


class GraphUnavailableError(PogError):
    """The knowledge graph is missing, unreadable, empty or unreachable."""

    exit_code = 3


class QueryFailedError(GraphUnavailableError):
    """An endpoint is there, but does not answer this query."""


class ModelUnavailableError(PogError):
    """The chat model cannot be reached or refuses the request (missing key, unknown name, wrong base URL)."""

    exit_code = 4


class QueryTextError(PogError):
    """A SPARQL query that somebody wrote cannot be read, or would do more than read; the message says where."""
