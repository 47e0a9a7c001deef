"""Asking a person: the run waits by a LangGraph interrupt, and a wrong reply is asked for again."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from langgraph.types import interrupt

from pog_agent.confirmation.replies import WrongReplyError
from pog_agent.models import Confirmation

Read = TypeVar("Read")


async def confirmed(shown: Confirmation, read: Callable[[Any], Awaitable[Read]]) -> Read:
    """What `read` makes of the reply to what is shown.

    Where there is no reply yet, the run ends here with an interrupt and begins this step anew once it is resumed.
    A reply that `read` raises `WrongReplyError` for is asked for again, with the problem.
    """
    while True:
        reply = interrupt(shown.model_dump(mode="json"))
        try:
            return await read(reply)
        except WrongReplyError as error:
            shown = shown.model_copy(update={"problem": str(error)})
