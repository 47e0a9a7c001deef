"""Secrets blotted out of texts that leave the process: keys, tokens, passwords in URLs."""

import os
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final
from urllib.parse import quote, quote_plus

from pog_agent.sentences import without_controls
from pog_agent.urls import password_of

HIDDEN_SECRET: Final = "***"

_SECRETS: Final = (
    re.compile(r"(?P<before>\b[a-z][a-z0-9+.-]*://)[^\s/?#@]+(?P<after>@)", re.IGNORECASE),
    re.compile(
        r"(?P<before>\b(?:bearer|basic)\s+)(?=[a-z._~+/-]*[0-9=])[a-z0-9._~+/=-]{8,}(?P<after>)", re.IGNORECASE
    ),
    re.compile(
        r"(?P<before>\b[\w-]*(?:api[_-]?key|apikey|access[_-]?token|password|passwd|client[_-]?secret|authorization)"
        r"[\"']?\s*[=:]\s*[\"']?)(?!\s|\*\*\*|(?:bearer|basic)\s)[^\s\"'&,;}]+(?P<after>)",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<before>)\b(?:sk|pk|rk|lsv2|ghp|gho|hf|xox[abp])[-_][A-Za-z0-9_-]{12,}(?P<after>)"),
)

_SECRET_VARIABLE: Final = re.compile(r"(?:KEY|TOKEN|PASSWORD|PASSWD|SECRET)$")
_SHORTEST: Final = 8
"""Characters. A shorter value of a variable may be an ordinary word."""


class Redactor:
    """Replaces secrets in texts by ``***``.

    They are the given ones, those in environment variables (``..._KEY``, ``..._TOKEN``, ``..._PASSWORD``,
    passwords in URLs), and whatever can be told by its form. The variables are read once for all of its texts.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = sorted({*filter(None, secrets), *_secrets_among(tuple(os.environ.items()))}, key=len, reverse=True)
        self._known = [spelling for text in known for spelling in (text, quote(text, safe=""), quote_plus(text))]

    def text(self, text: str) -> str:
        """The text without secrets."""
        for known in self._known:
            text = text.replace(known, HIDDEN_SECRET)
        for secret in _SECRETS:
            text = secret.sub(rf"\g<before>{HIDDEN_SECRET}\g<after>", text)
        return text

    def values(self, value: Any) -> Any:
        """Plain values (lists, dictionaries, texts) without the secrets in every text."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {key: self.values(item) for key, item in value.items()}
        return [self.values(item) for item in value] if isinstance(value, list) else value


def redacted(text: str, secrets: Iterable[str] = ()) -> str:
    """The text without secrets, the given ones and those that a `Redactor` knows."""
    return Redactor(secrets).text(text)


def shown_error(message: str) -> str:
    """An error as it is shown: on one line, without secrets and control characters."""
    return without_controls(redacted(" ".join(message.split())))


def redacted_values(value: Any) -> Any:
    """Plain values (lists, dictionaries, texts) with the secrets in every text blotted out."""
    return Redactor().values(value)


@lru_cache(maxsize=1)
def _secrets_among(variables: tuple[tuple[str, str], ...]) -> frozenset[str]:
    values = {value for name, value in variables if _SECRET_VARIABLE.search(name)}
    passwords = {password_of(value) for _, value in variables if "://" in value and "@" in value}
    return frozenset(value for value in values | passwords if len(value) >= _SHORTEST)
