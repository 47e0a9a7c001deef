"""What a question word asks for alone: "When was the fair?" its date, "Where is it held?" its place."""

from typing import Literal

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words

QuestionWord = Literal["when", "where"]


def asks_for_price(question: str) -> bool:
    """Whether a question asks by "how much" alone what something costs."""
    return english_pattern("question_words", "how_much_is").match(question) is not None


def tells_price(relation: str) -> bool:
    """Whether the name of a relation tells what something costs."""
    return not english_words("plain_price").isdisjoint(relation.casefold().split())


def asked_by_word(question: str) -> QuestionWord | None:
    """The question word with which a question begins, where it may ask alone; None where it begins otherwise."""
    found = english_pattern("question_words", "when_or_where_first").match(question)
    if found is None:
        return None
    return "when" if found["word"].casefold() == "when" else "where"


def is_holding(question: str, start: int) -> bool:
    """Whether the word at a character says of an event that it takes place: "Where is the fair held?"."""
    held = english_pattern("question_words", "held").match(question[start:])
    return asked_by_word(question) is not None and held is not None


def is_told_by(relation: str, asked: QuestionWord) -> bool:
    """Whether the name of a relation tells alone what is asked for: "date", "held at", "in town", "job title"."""
    taking_place = english_pattern("question_words", "taking_place")
    words = set(taking_place.sub("takes-place", relation.casefold()).split())
    told = words & english_words(f"telling_{asked}")
    return bool(told) and words <= told | english_words(f"beside_telling_{asked}")
