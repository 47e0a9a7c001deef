"""What a question says beside what it asks: polite frames, and words that leave nothing out of what is meant."""

import re
from typing import Final

_POLITE: Final = r"(?:(?:hello|hey|hi|ok|okay|please|sorry|thanks)\b[\s,.!-]*)*"
_OPENING: Final = re.compile(
    rf"^\W*{_POLITE}(?:"
    r"(?:(?:can|could|will|would)\s+you\s+)?(?:please\s+)?(?:(?:give|show|tell)\s+(?:me|us)|look\s+up|say)"
    r"|(?:can|could|will|would)\s+you\s+(?:please\s+)?(?=(?:find|list|name)\b)"
    r"|(?:do\s+you|does\s+anyone|do\s+we)\s+know|(?:any|no)\s+idea|i\s+wonder|let\s+me\s+know|remind\s+me"
    r"|(?:i|we)(?:\s+would|['’]d)\s+like\s+to\s+know|(?:i|we)\s+(?:need|want)\s+to\s+know"
    r")\b(?:\s+please)?[\s,:]*(?=\S+\s+\S)",
    re.IGNORECASE,
)
_CLOSING: Final = re.compile(r"[\s,;-]*\b(?:please|thanks|thank\s+you|cheers)\W*$", re.IGNORECASE)
_ASIDES: Final = re.compile(
    r"(?:,\s*|\s+)of\s+any\s+(?:kind|sort|type)\b"
    r"|\s+in\s+(?:our|the)\s+(?:data|database|dataset|graph|records?)\b"
    r"|,\s+(?:the\s+)?[\w\s-]{1,40}?\s+(?:ones\s+)?included(?=\W*$|,)"
    r"|^\W*(?:counting|including)\s+the\s+[\w\s-]{1,30}?\s+ones?,(?=\s)",
    re.IGNORECASE,
)
"""Said of all that is asked for: "of any kind", "in the data", "urban ones included"."""


def without_asides(question: str) -> str:
    """The question with spaces for its polite frame and asides, so that each other word stands where it stood."""
    text = _blank(question, _OPENING)
    return _blank(_blank(text, _CLOSING), _ASIDES)


def _blank(text: str, pattern: re.Pattern[str]) -> str:
    kept = pattern.sub(lambda match: " " * len(match.group()), text)
    return kept if kept.strip(" ?.!,") else text
