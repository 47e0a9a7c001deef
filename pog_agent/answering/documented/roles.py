"""Who does what to whom, in a question and in a quoted sentence: "who founded A" is not "what did A found".

It reads English word order only, and only where one verb joins the topic and what is asked for.
"""

import re
from typing import Literal

from pog_agent.words import stem

Role = Literal["doer", "object"]
AUXILIARIES = r"(?:do|does|did|has|have|had|will|would|can|could)"
BEING = r"(?:is|are|was|were|be|been|being)"
_ASKING = r"^\W*(?:who|whom|what|which(?:\s+\w+){0,2}?)"


def asked_role(question: str, verbs: frozenset[str]) -> Role | None:
    """What is asked for: who does it, or to whom it is done; None where the wording does not say.

    `verbs` are the stems of the content words of the question. Without an auxiliary verb it asks for the subject.
    """
    words = question.casefold()
    passive = re.search(rf"{_ASKING}\s+{BEING}\s+(\w+)\s+by\b", words)
    if passive and stem(passive[1]) in verbs:
        return "object"
    if re.search(rf"\b{BEING}\b.*\bby\s*\??$", words) or re.search(r"^\W*by\s+wh", words):
        return "doer"
    if re.search(rf"{_ASKING}\s+{AUXILIARIES}\b", words):
        return "object"
    if re.search(_ASKING, words) and not re.search(rf"\b(?:{BEING}|{AUXILIARIES})\b", words):
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
        return "doer" if re.search(r"\bby\b", between) else "object"
    between = text[place + len(answer) : verb.start()]
    is_passive = re.search(rf"\b{BEING}\b", between) or re.match(r"\s+by\b", text[verb.end() :])
    return "object" if is_passive else "doer"
