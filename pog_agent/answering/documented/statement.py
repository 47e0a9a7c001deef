"""Whether a sentence states something of a topic and an answer, and of nobody else.

Code does not parse sentences. It only knows the ways in which one that has all the right words is about another
thing: "Ann's father was born in Rome" and "Ann married Bob, who was born in Rome" do not say where Ann was born.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from pog_agent.answering.documented.quotes import find_words
from pog_agent.words import FUNCTION_WORDS, stem

_NAME = re.compile(r"[^\W\d_a-z][\w’'\-]*(?:\s+[^\W\d_a-z][\w’'\-]*)*")


def statement_doubts(
    sentence: str, answer: str, names: Sequence[Sequence[str]], question: str, asked: Collection[str]
) -> Iterator[str]:
    """Why a sentence may be about something else. `names` are those of each topic, the first to be shown.

    `asked` are the stems of the content words of the question.
    """
    places = [find_words(answer, sentence, ignore_case=True)]
    for spellings in names:
        own = next(filter(None, (find_words(name, sentence, ignore_case=True) for name in spellings)), None)
        places.append(own)
        if own is None:
            yield f"the quoted sentence does not name {spellings[0]!r}"
        elif _is_owner(sentence, own) and not any(_owner_in(question, name) for name in spellings):
            yield f"the quoted sentence is about something of {spellings[0]!r}"
    if places[0] is not None and _is_owner(sentence, places[0]):
        yield f"the quoted sentence is about something of {answer!r}"
    known = [place for place in places if place is not None]
    for name in _names_between(sentence, known, asked):
        yield f"the quoted sentence also names {name!r}"


def _is_owner(text: str, place: tuple[int, int]) -> bool:
    """Whether what stands there has something: "A's house", "the house of A"."""
    before, behind = text[: place[0]], text[place[1] :]
    return bool(re.match(r"['’](?:s\b|\s)", behind) or re.search(r"\bof\s+(?:the\s+)?$", before, re.IGNORECASE))


def _owner_in(question: str, name: str) -> bool:
    place = find_words(name, question, ignore_case=True)
    return place is not None and _is_owner(question, place)


def _names_between(sentence: str, known: Sequence[tuple[int, int]], asked: Collection[str]) -> Iterator[str]:
    """Other names from the first to the last of the places and of the words asked for."""
    words = [found.span() for found in re.finditer(r"\w+", sentence) if stem(found.group()) in asked]
    spans = [*known, *words]
    if not spans:
        return
    first, last = min(start for start, _ in spans), max(end for _, end in spans)
    for found in _NAME.finditer(sentence, first, last):
        inside = any(found.start() < end and start < found.end() for start, end in known)
        parts = [word for word in re.findall(r"\w+", found.group()) if word.casefold() not in FUNCTION_WORDS]
        if parts and not inside and not {stem(word) for word in parts} <= set(asked):
            yield found.group()
