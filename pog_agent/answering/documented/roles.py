"""Who does what to whom, in a question and in a quoted sentence: "who founded A" is not "what did A found".

It reads English word order only, and only where one verb joins the topic and what is asked for.
"""

import re
from functools import partial
from typing import Literal

from pog_agent.language.english import english_pattern
from pog_agent.words import stem

Role = Literal["doer", "object"]
_pattern = partial(english_pattern, "doing")


def asked_role(question: str, verbs: frozenset[str]) -> Role | None:
    """What is asked for: who does it, or to whom it is done; None where the wording does not say.

    `verbs` are the stems of the content words of the question. Without an auxiliary verb it asks for the subject.
    """
    words = question.casefold()
    passive = _pattern("passive").search(words)
    if passive and stem(passive[1]) in verbs:
        return "object"
    if _pattern("asks_by").search(words):
        return "doer"
    if _pattern("asks_helped").search(words):
        return "object"
    if _pattern("asks_first").search(words) and not _pattern("be_or_help").search(words):
        return "doer"
    return None


def told_role(quote: str, answer: str, verbs: frozenset[str]) -> Role | None:
    """What the answer is in a quoted text, by the word of the question that is nearest to it; None if unclear."""
    text = quote.casefold()
    place = text.find(answer.casefold())
    near = [
        (abs(found.start() - place), found)
        for found in re.finditer(r"[^\W_]+", text)
        if stem(found.group()) in verbs and not place <= found.start() < place + len(answer)
    ]
    if place < 0 or not near:
        return None
    verb = min(near, key=lambda item: item[0])[1]
    if verb.start() < place:
        between = text[verb.end() : place]
        return "doer" if _pattern("by_word").search(between) else "object"
    between = text[place + len(answer) : verb.start()]
    is_passive = _pattern("being").search(between) or _pattern("by_behind").match(text, verb.end())
    return "object" if is_passive else "doer"
