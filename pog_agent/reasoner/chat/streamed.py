"""Watches a reply while it is written, and breaks off one that has run away."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from langchain_core.callbacks import AsyncCallbackHandler
from typing_extensions import override

from pog_agent.reasoner.chat.parsing import has_begun
from pog_agent.reasoner.chat.tokens import CHARACTERS_PER_TOKEN

REPEATS: Final = "it repeats itself and was broken off"
FAR_TOO_LONG: Final = "it is far longer than such replies are and was broken off"

_TIMES_CAP: Final = 2
_LOOKED_AT_EVERY: Final = 100
_LEAST_REPEATED: Final = 300
_TIMES_REPEATED: Final = 5
_LONGEST_UNIT: Final = 400
_ENDING: Final = 60


class ReplyWatch(AsyncCallbackHandler):
    """Gets the pieces of one reply. `began` is called at the first; the call is cancelled once it has run away.

    A reply has run away that says the same again and again, or one whose object goes on for twice the
    `most_tokens`, which a server was told and did not heed.
    """

    run_inline = True  # so that what it raises ends the call

    def __init__(self, most_tokens: int | None = None) -> None:
        self.began: Callable[[], object] = _nothing
        self.runaway = ""
        self._most = most_tokens * _TIMES_CAP * CHARACTERS_PER_TOKEN if most_tokens else None
        self._text = ""
        self._looked_at = 0

    @property
    def text(self) -> str:
        """What has come so far."""
        return self._text

    @override
    async def on_llm_new_token(self, token: Any, **kwargs: Any) -> None:
        """Takes the next piece; some providers send lists of blocks, which are not looked at.

        Raises `CancelledError`: to cancel the task of the call instead may be lost where pieces come fast.
        """
        if not isinstance(token, str) or not token:
            return
        if not self._text:
            self.began()
        self._text += token
        if not self.runaway and len(self._text) - self._looked_at >= _LOOKED_AT_EVERY:
            self._looked_at = len(self._text)
            self.runaway = self._away()
            if self.runaway:
                raise asyncio.CancelledError(self.runaway)

    def _away(self) -> str:
        if repeats_itself(self._text):
            return REPEATS
        is_long = self._most is not None and len(self._text) > self._most
        return FAR_TOO_LONG if is_long and has_begun(self._text) else ""


def repeats_itself(text: str) -> bool:
    """Whether a text ends in the same unit, letter by letter, five times or more and over 300 characters."""
    tail = text[-_TIMES_REPEATED * _LONGEST_UNIT :]
    before = tail.rfind(tail[-_ENDING:], 0, len(tail) - 1)
    if before < 0:
        return False
    unit = len(tail) - min(_ENDING, len(tail)) - before
    size = max(_LEAST_REPEATED, _TIMES_REPEATED * unit)
    repeated = tail[-size:]
    return len(repeated) == size and repeated[unit:] == repeated[:-unit]


def _nothing() -> None:
    pass
