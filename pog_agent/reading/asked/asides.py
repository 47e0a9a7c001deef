"""What a question says beside what it asks: polite frames, and words that leave nothing out of what is meant."""

import re
from typing import Final

_POLITE: Final = r"(?:(?:hello|hey|hi|ok|okay|please|sorry|thanks)\b[\s,.!-]*)*"
_YOU: Final = r"(?:can|could|will|would)\s+you\s+(?:please\s+)?"
_OPENING: Final = re.compile(
    rf"^\W*{_POLITE}(?:"
    rf"(?:{_YOU})?(?:give|show|tell)\s+(?:me|us)|{_YOU}(?:look\s+up|say)|please\s+(?:look\s+up|say)"
    rf"|{_YOU}(?=(?:find|list|name)\b)"
    r"|(?:do\s+you|does\s+anyone|do\s+we)\s+know|(?:any|no)\s+idea|[iI]\s+wonder|let\s+me\s+know|remind\s+me"
    r"|(?:[iI]|we)(?:\s+would|['’]d)\s+like\s+to\s+know|(?:[iI]|we)\s+(?:need|want)\s+to\s+know"
    r")\b(?:\s+please)?[\s,:]*(?=\S+\s+\S)"
)
_CLOSING: Final = re.compile(r"[\s,;-]*\b(?:please|thanks|thank\s+you|cheers)\W*$")
_ASIDES: Final = re.compile(
    r"(?:,\s*|\s+)of\s+any\s+(?:kind|sort|type)(?=\W*$|,|\s+(?:are|is|was|were)\b)"
    r"|\s+in\s+(?:our|the)\s+(?:data|database|dataset|graph|records?)(?=\W*$|,|\s+(?:are|is|was|were|has|have|had)\b)"
    r"|(?<!\bare)(?<!\bis)(?<!\bwas)(?<!\bwere)\s+(?:in|on)\s+(?:our|the|this)\s+(?:books|files?|list|system)(?=\W*$)"
    r"|\s+over\s+the\s+years(?=\W*$)"
    r"|,\s+(?:the\s+)?[\w\s-]{1,40}?\s+(?:ones\s+)?included(?=\W*$|,)"
    r"|(?:(?<=\bare)|(?<=\blist)|(?<=\bshow)|(?<=\bgive)|(?<=\bwere))\s+(?:me\s+)?the\s+(?:full\s+)?names\s+of"
    r"(?=\s+(?:all\s+|the\s+|our\s+|their\s+)*[a-z])"
    r"|^\W*(?:counting|including)\s+the\s+[\w\s-]{1,30}?\s+ones?,(?=\s)"
)
"""Said of all that is asked for: "of any kind", "in the data", "urban ones included", "the names of"."""


def without_asides(question: str) -> str:
    """The question with spaces for its polite frame and asides, so that each other word stands where it stood.

    Capitals inside the sentence are those of names ("Please Please Me"), and stay.
    """
    found = _blank(_blank(_blank(_begun_small(question), _OPENING), _CLOSING), _ASIDES)
    return "".join(" " if new == " " else own for own, new in zip(question, found, strict=True))


def _begun_small(question: str) -> str:
    """The question with its first letter small; letters that have no small one of the same size stay."""
    place = next((place for place, char in enumerate(question) if char.isalpha()), 0)
    small = question[place : place + 1].lower()
    return question[:place] + small + question[place + 1 :] if len(small) == 1 else question


def _blank(text: str, pattern: re.Pattern[str]) -> str:
    kept = pattern.sub(lambda match: " " * len(match.group()), text)
    return kept if kept.strip(" ?.!,") else text
