"""Which part of a request a server is likely to fail at: what it rejects by name, and what it breaks by.

Servers word a rejection in many ways, and some do not reject what they cannot do: they answer with an error of
their own, with nothing, or never.
"""

import re
from typing import Final

from pydantic import ValidationError

from pog_agent.reasoner.chat.completion import REFUSED, Completion
from pog_agent.reasoner.chat.failures import (
    is_out_of_reach,
    is_timeout,
    is_too_long,
    named_parameter,
    rejected_parameter,
    status_of,
    words_of,
)
from pog_agent.reasoner.chat.servers.dialects import CallOptions
from pog_agent.reasoner.chat.servers.known_server import STREAMS, KnownServer

_FORM: Final = re.compile(
    r"response.?format|json.?schema|json.?object|json.?mode|structured.?output|\bschema\b|grammar|guided",
    re.IGNORECASE,
)
_KEYWORD: Final = re.compile(r"argument '(\w+)'")
"""What a provider's package says of a parameter that it does not know."""
_FORM_KEYWORDS: Final = frozenset({"response_format", "format"})
_STREAM: Final = re.compile(r"\bstream(?:ing|_options)?\b", re.IGNORECASE)
_FAILED_GENERATION: Final = re.compile(r"json_validate_failed|failed_generation", re.IGNORECASE)
"""Groq's words for a reply that was no JSON in spite of the form: it concerns that reply alone."""
_EXPLAINED: Final = frozenset({401, 402, 403, 404, 413, 429})


def refused(error: Exception, options: CallOptions) -> str:
    """What was sent and is rejected by its name: a parameter, a form of replies, or streams; empty for nothing."""
    keyword = _KEYWORD.search(str(error)) if isinstance(error, TypeError) else None
    is_named = status_of(error) in (400, 422) or keyword is not None or isinstance(error, ValidationError)
    if is_too_long(error) or not is_named or _FAILED_GENERATION.search(words_of(error)):
        return ""
    words = keyword[1] if keyword is not None else named_parameter(error)
    if options.form and (words in _FORM_KEYWORDS or _FORM.search(words)):
        return options.form
    if options.is_streamed and _STREAM.search(words):
        return STREAMS
    return rejected_parameter(error, options.names) or ""


class CallTrial:
    """What one call does without, after it has failed with it: a form of replies, or streams, if not proven."""

    def __init__(self, known: KnownServer, step: str, *, is_further: bool = False) -> None:
        self.dropped: list[str] = []
        self._known = known
        self._step = step
        self._is_further = is_further
        self._unblamed: set[str] = set()

    @property
    def may_stream(self) -> bool:
        """Whether streams are still worth asking for."""
        return STREAMS not in self._known.left_out and STREAMS not in self.dropped

    def form(self, offered: tuple[str, ...]) -> str:
        """The form to ask for; a further turn, which mends a reply, takes none that may have spoilt it."""
        form = self._known.form(self._step, offered)
        is_doubtful = self._is_further and not self._known.is_proven(form, self._step)
        return "" if form in self.dropped or is_doubtful else form

    def unproven(self, options: CallOptions) -> list[str]:
        """What of a request the server has never served."""
        form = [options.form] if options.form and not self._known.is_proven(options.form, self._step) else []
        return form + ([STREAMS] if options.is_streamed and STREAMS not in self._known.served else [])

    def goes_on(self, error: Exception, options: CallOptions, has_begun: bool, in_vain: bool) -> bool:
        """Whether a failed call is worth asking without something, which is dropped then.

        `has_begun` says that a part of the reply had come; `in_vain` that it has not helped before with a
        rejection, so that it is the prompts that are rejected.
        """
        if options.form and _FAILED_GENERATION.search(words_of(error)):
            if not self.unproven(options):
                self._unblamed.add(options.form)
            self.dropped.append(options.form)
            return True
        suspects = self._suspects(error, options, has_begun, in_vain)
        if not suspects and options.is_streamed and _is_broken(error):
            self._unblamed.add(STREAMS)  # the client tries again by itself where the reply is to come whole
            suspects = [STREAMS]
        self.dropped += suspects[:1]
        return bool(suspects)

    def is_spoilt(self, completion: Completion, options: CallOptions) -> bool:
        """Whether a reply has nothing in it, as it may for the form that was asked for, which is dropped then.

        Streams are dropped, too: what is said of a refusal is lost in them.
        """
        is_empty = not (completion.text.strip() or completion.is_thought or completion.problem == REFUSED)
        unproven = [name for name in self.unproven(options) if name != STREAMS]
        lost = ([STREAMS] if options.is_streamed else []) + unproven
        if is_empty:
            self.dropped += lost
        return is_empty and bool(lost)

    def blamed(self, completion: Completion) -> str:
        """What a reply came without, after all else had failed; empty if it is, too, or if nothing was dropped."""
        last = self.dropped[-1] if self.dropped and completion.text.strip() else ""
        return last if last not in self._unblamed else ""

    def _suspects(self, error: Exception, options: CallOptions, has_begun: bool, in_vain: bool) -> list[str]:
        status = status_of(error)
        unproven = self.unproven(options)
        if status in _EXPLAINED or is_too_long(error) or is_out_of_reach(error):
            return []
        if status is not None and status < 500:
            return [] if in_vain else [name for name in unproven if name != STREAMS]
        if is_timeout(error):
            return [] if has_begun else unproven
        return unproven if status is not None else unproven[::-1]  # a broken stream is no fault of the form


def _is_broken(error: Exception) -> bool:
    """Whether a request was answered, and then not to its end."""
    return status_of(error) is None and not is_too_long(error) and not is_out_of_reach(error)
