"""What a question says beside what it asks: polite frames, and words that leave nothing out of what is meant."""

import re

from pog_agent.language.english import english_pattern


def without_asides(question: str) -> str:
    """The question with spaces for its polite frame and asides, so that each other word stands where it stood.

    Capitals inside the sentence are those of names ("Please Please Me"), and stay.
    """
    found = _begun_small(question)
    for name in ("opening", "closing", "aside"):
        found = _blank(found, english_pattern("beside_the_question", name))
    return "".join(" " if new == " " else own for own, new in zip(question, found, strict=True))


def _begun_small(question: str) -> str:
    """The question with its first letter small; letters that have no small one of the same size stay."""
    place = next((place for place, char in enumerate(question) if char.isalpha()), 0)
    small = question[place : place + 1].lower()
    return question[:place] + small + question[place + 1 :] if len(small) == 1 else question


def _blank(text: str, pattern: re.Pattern[str]) -> str:
    kept = pattern.sub(lambda match: " " * len(match.group()), text)
    return kept if kept.strip(" ?.!,") else text
