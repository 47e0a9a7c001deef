"""What an answer leaves of its question unread: words that change the meaning, and that nothing carried out.

It is a check by code, the same for every reasoner and system, and it claims little: what it finds makes an answer
`partial`. It reads English.
"""

import re
from collections.abc import Iterable, Sequence

from pog_agent.models import TopicEntity
from pog_agent.reasoner.offline.wording import without_topics
from pog_agent.words import FUNCTION_WORDS

_NEGATION = re.compile(
    r"\b(?:not|never|neither|nor|no(?!\.)|without|except(?:\s+for)?|excluding|besides|only|other\s+than|apart\s+from"
    r"|\w+n['’]t)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.])\d[\d.,]*(?<![.,])(?!\w)")
_QUOTED = re.compile(r"[\"“«]([^\"”»]+)[\"”»]")
_WORD = re.compile(r"[^\W\d_]+(?:['’\-.][^\W\d_]+)*")
_LEAST_STEM = 4


def unread_parts(question: str, topics: Sequence[TopicEntity], shown: Iterable[str]) -> list[str]:
    """Why a question is not read in full, one sentence for each part.

    A part is a negation or exception, a number, or a name that no topic stands for. Numbers and names are read
    where they occur in the texts that are `shown` for the answer: the cited paths.
    """
    rest = without_topics(question, topics)
    words = {word.casefold().rstrip(".,") for text in shown for word in re.findall(r"[\w.,\-]+", text)}
    negations = (found.group() for found in _NEGATION.finditer(rest))
    numbers = (text for text in _NUMBER.findall(rest) if text not in words)
    names = (name for name in _names(rest) if not all(_stands_among(part, words) for part in name.split()))
    parts = [
        *(f"the question says {text!r}, which no step carries out" for text in negations),
        *(f"the question has the number {text}, which no cited path has" for text in numbers),
        *(f"the question names {name!r}, which nothing on the cited paths stands for" for name in names),
    ]
    return list(dict.fromkeys(parts))


def _names(text: str) -> list[str]:
    """Quoted texts, and runs of capitalised words but for the first word of a sentence."""
    quoted = [name.strip() for name in _QUOTED.findall(text)]
    left = _QUOTED.sub(" ", text)
    runs: list[list[str]] = []
    end = -1
    for found in _WORD.finditer(left):
        word = re.sub(r"['’]s$", "", found.group())
        begins = not re.search(r"[^\s.?!]", left[: found.start()].rpartition(". ")[2])
        if begins or not word[0].isupper() or word.casefold() in FUNCTION_WORDS:
            continue
        if end >= 0 and left[end : found.start()].isspace():
            runs[-1].append(word)
        else:
            runs.append([word])
        end = found.end()
    return [name for name in (*quoted, *(" ".join(run) for run in runs)) if name]


def _stands_among(part: str, words: set[str]) -> bool:
    """Whether a word is there, or one that it is made from or that is made from it (German, Germany)."""
    word = part.casefold()
    if word in words:
        return True
    return len(word) >= _LEAST_STEM and any(
        other.startswith(word) or (len(other) >= _LEAST_STEM and word.startswith(other)) for other in words
    )
