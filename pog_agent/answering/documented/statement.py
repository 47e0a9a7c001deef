"""Whether a sentence states something of a topic and an answer, and of nobody else.

Code does not parse sentences. It only knows the ways in which one that has all the right words is about another
thing: "Ann's father was born in Rome" and "Ann married Bob, who was born in Rome" do not say where Ann was born.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from pog_agent.answering.documented.quotes import find_words
from pog_agent.language.english import english_pattern
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.question_words import FILLERS
from pog_agent.words import FUNCTION_WORDS, PREPOSITIONS, stem

_WORD = re.compile(r"\w+")
_IDLE = FUNCTION_WORDS | PREPOSITIONS | FILLERS


def statement_doubts(
    sentence: str, answer: str, names: Sequence[Sequence[str]], question: str, asked: Collection[str]
) -> Iterator[Finding]:
    """Why a sentence may be about something else. `names` are those of each topic, the first to be shown.

    `asked` are the stems of the content words of the question.
    """
    places = [find_words(answer, sentence, ignore_case=True)]
    for spellings in names:
        own = next(filter(None, (find_words(name, sentence, ignore_case=True) for name in spellings)), None)
        places.append(own)
        if own is None:
            yield finding("sentence-without-name", spellings[0])
        elif _is_owner(sentence, own) and not any(_owner_in(question, name) for name in spellings):
            yield finding("sentence-of-owner", spellings[0])
    if places[0] is not None and _is_owner(sentence, places[0]):
        yield finding("sentence-of-owner", answer)
    yield from _others_in(sentence, [place for place in places if place is not None], asked, answer)


def _is_owner(text: str, place: tuple[int, int]) -> bool:
    """Whether what stands there has something: "A's house", "the house of A"."""
    before, behind = text[: place[0]], text[place[1] :]
    return bool(re.match(r"['’](?:s\b|\s)", behind) or english_pattern("doing", "of").search(before))


def _owner_in(question: str, name: str) -> bool:
    place = find_words(name, question, ignore_case=True)
    return place is not None and _is_owner(question, place)


def _others_in(
    sentence: str, known: Sequence[tuple[int, int]], asked: Collection[str], answer: str
) -> Iterator[Finding]:
    """Other names, numbers beside one that is the answer, and other words between what is known and asked for.

    Any of them may be what the sentence is really about. A name may also go on beyond a known one ("Acme Films").
    """
    words = list(_WORD.finditer(sentence))
    spans = [*known, *(word.span() for word in words if stem(word.group()) in asked)]
    first = min((start for start, _ in spans), default=0)
    last = max((end for _, end in spans), default=0)
    for word in words:
        text, (start, end) = word.group(), word.span()
        is_known = any(begin <= start and end <= stop for begin, stop in known)
        if is_known or stem(text) in asked or text.casefold() in _IDLE:
            continue
        if text[0].isdigit():
            if any(map(str.isdigit, answer)):
                yield finding("sentence-says-more", text)
        elif text[0].isupper() or first <= start < last:
            yield finding("sentence-says-more", text)
