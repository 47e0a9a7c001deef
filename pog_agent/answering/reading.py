"""What an answer leaves of its question unread: words that change the meaning, and that nothing carried out.

It is a check by code, the same for every reasoner and system, and it claims little: what it finds makes an answer
`partial`. It reads English.
"""

import re
from collections.abc import Collection, Iterable, Sequence

from pog_agent.models import EXTREMES, Operation, TopicEntity
from pog_agent.reasoner.offline.wording import without_topics
from pog_agent.words import FUNCTION_WORDS

_NEGATION = re.compile(
    r"\b(?:not|never|neither|nor|no(?!\.)|without|except(?:\s+for)?|excluding|besides|outside|only|other\s+than"
    r"|apart\s+from|\w+n['’]t)\b",
    re.IGNORECASE,
)
_COMPARISON = re.compile(r"\b(?:(?:\w+\s+)?than|or)\b", re.IGNORECASE)
_MOST_OF_A_KIND = re.compile(
    r"\b(?:most|fewest|least)\s+(?:(?:other|different)\s+)?(?!\w*(?:ou|s)s\b)\w+s\b", re.IGNORECASE
)
_SUPERLATIVE = re.compile(r"\b(?:most|least|fewest|\w{2,}est)\b", re.IGNORECASE)
_NO_SUPERLATIVES = frozenset(
    """
    arrest chest conquest contest crest digest forest guest harvest honest inquest interest invest
    manifest modest nest northwest pest priest protest quest request rest southwest suggest test vest west
    """.split()  # noqa: SIM905 (words that end like superlatives)
)
_NUMBER = re.compile(r"(?<![\w.])\d[\d.,]*(?<![.,])(?!\w)")
_QUOTED = re.compile(r"[\"“«]([^\"”»]+)[\"”»]")
_WORD = re.compile(r"[^\W\d_]+(?:['’\-.][^\W\d_]+)*")
_MEASURED = re.compile(r"\bhow\s+(?:old|much|tall|high|long|large|big|deep|heavy|far|wide|many)\b", re.IGNORECASE)
_LINKING_WORDS = frozenset({"at", "by", "for", "from", "in", "into", "of", "on", "through", "to", "under", "with"})
_SYMMETRIC = re.compile(
    r"adjacent|adjoin|border|colleague|connected|equal|friend|married|neighbou?r|next|partner|related|same|sibling"
    r"|similar|spouse|twin"
)
_LEAST_STEM = 4


def unread_cues(question: str, topics: Sequence[TopicEntity], operation: Operation = "none") -> list[str]:
    """What a question asks to be done that the `operation` of the answer does not do, one sentence for each cue.

    A cue is a negation or exception, a comparison or choice, or a superlative.
    """
    rest = without_topics(question, topics)
    idle = [found.group() for cue in (_NEGATION, _COMPARISON, _MOST_OF_A_KIND) for found in cue.finditer(rest)]
    if operation not in EXTREMES:
        superlatives = (found.group() for found in _SUPERLATIVE.finditer(rest))
        idle += [text for text in superlatives if text.casefold() not in _NO_SUPERLATIVES and not text.istitle()]
    return [f"the question says {text!r}, which no step carries out" for text in dict.fromkeys(idle)]


def unread_mentions(question: str, topics: Sequence[TopicEntity], shown: Iterable[str]) -> list[str]:
    """The numbers, and the names that no topic stands for, that do not occur in the texts shown for the answer."""
    rest = without_topics(question, topics)
    words = {word.casefold().rstrip(".,") for text in shown for word in re.findall(r"[\w.,\-]+", text)}
    numbers = (text for text in numbers_in(rest) if text not in words)
    names = names_beyond(rest, words)
    parts = [
        *(f"the question has the number {text}, which no cited path has" for text in numbers),
        *(f"the question names {name!r}, which nothing on the cited paths stands for" for name in names),
    ]
    return list(dict.fromkeys(parts))


def numbers_in(text: str) -> list[str]:
    """The numbers of a text, as they are written."""
    return _NUMBER.findall(text)


def names_beyond(text: str, words: Collection[str]) -> list[str]:
    """The names in a text that the words, in lower case, do not stand for."""
    return [name for name in _names(text) if not all(_stands_among(part, words) for part in name.split())]


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


def _stands_among(part: str, words: Collection[str]) -> bool:
    """Whether a word is there, or one that it is made from or that is made from it (German, Germany)."""
    word = part.casefold()
    if word in words:
        return True
    return len(word) >= _LEAST_STEM and any(
        other.startswith(word) or (len(other) >= _LEAST_STEM and word.startswith(other)) for other in words
    )


def asks_for_a_measure(question: str) -> str | None:
    """The words of a question that ask for a measure or an amount, which no date is; None where there are none."""
    found = _MEASURED.search(question)
    return found.group() if found else None


def is_against_the_wording(question: str, topic: TopicEntity, relation: str, onward: bool) -> bool:
    """Whether a question says a relation of a topic the other way round than the step from the topic is walked.

    Told from labels that read as a predicate ("reports to", "replaced by"): who stands before it is its subject,
    who stands right behind it its object. "Who reports to Ann?" is asked of the edges into Ann.
    """
    words = relation.casefold().split()
    if len(words) < 2 or words[-1] not in _LINKING_WORDS or _SYMMETRIC.search(relation.casefold()):
        return False
    text = " ".join(question.casefold().split())
    name = (topic.mention or topic.label).casefold()
    phrase = re.escape(" ".join(words))
    if re.search(rf"\b{phrase}\s+(?:the\s+|an?\s+)?{re.escape(name)}(?!\w)", text):
        return onward
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w).*\b{phrase}(?:\W*$)", text)) and not onward
