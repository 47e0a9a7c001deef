"""Secrets blotted out of texts that leave the process: keys, tokens, passwords in URLs."""

import re
from typing import Final

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


def redacted(text: str) -> str:
    """The text with every secret that can be told by its form replaced by ``***``."""
    for secret in _SECRETS:
        text = secret.sub(rf"\g<before>{HIDDEN_SECRET}\g<after>", text)
    return text
