"""Words that tell of a fact that it did not come to be: a grant that was refused, a planned opening."""

import re
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.qualifiers import words_by_group
from pog_agent.words import PREPOSITIONS, stem

_LONGEST: Final = 3
"""So many words has a state at most; a longer text is a description."""


def tells_undone(text: str, question: str) -> bool:
    """Whether a short text of a fact says that it did not come to be, and the question does not speak of that."""
    return len(text.split()) <= _LONGEST and bool(_unsaid("state", text, question))


def undone_in_relation(name: str, question: str) -> str:
    """The word by which a relation tells what did not come to be, or not yet; empty where the question has it."""
    return _unsaid("relation", name, question)


def _unsaid(pattern: str, text: str, question: str) -> str:
    found = english_pattern("undone", pattern).search(text)
    if found is None:
        return ""
    word = found.group().casefold().split()[-1]
    groups = ({word}, *(group for group in words_by_group().values() if stem(word) in map(stem, group)))
    alike = {stem(other) for group in groups for other in group if other not in PREPOSITIONS}
    said = map(stem, re.findall(r"[^\W\d_]+", question.casefold()))
    return "" if not alike.isdisjoint(said) else found.group().casefold()
