"""What the wording of an English question asks for: the kind of answer, an operation, the words to match."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words
from pog_agent.models import Operation, TopicEntity
from pog_agent.reading.asked.asides import without_asides
from pog_agent.words import content_groups, content_words

Expectation = Literal["any", "date", "number", "entity"]

_CLASS_ASKED_FOR: Mapping[str, str] = english_table("lexicon", "class_asked_for")
_QUESTION_WORD = english_pattern("question_words", "first")
_FIRST_MARK = 0xE000

MAX_TARGET_WORDS = 3


@dataclass(frozen=True)
class Wording:
    """What a question asks for.

    `text` is the question without topic names, `words` are its content words without those of the operation,
    which are the `cue`.
    `targets` name the class of thing asked for, as far as the wording says, the shortest phrase first. `parts` is
    how many relations the question seems to speak of: its groups of neighbouring content words, and one for an
    asked thing without a noun. `required` are the labels of the topics that are not optional, and `sides` has per
    topic label the words before and after its name, the near ones first.
    """

    text: str
    words: tuple[str, ...]
    cue: tuple[str, ...]
    targets: tuple[str, ...]
    expects: Expectation
    operation: Operation
    required: frozenset[str]
    parts: int
    sides: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]


def read_wording(question: str, topics: Sequence[TopicEntity]) -> Wording:
    """Reads cue words only: no parsing, no template of any data set."""
    marked = _marked(without_asides(question), topics)
    text = _unmarked(marked)
    operation, cue = _operation(marked)
    cues = frozenset(content_words(cue))
    words = tuple(word for word in dict.fromkeys(content_words(text)) if word not in cues)
    targets = _targets(marked, cues)
    expects: Expectation = "any"
    if _asks_for_date(text):
        expects = "date"
    elif english_pattern("question_words", "how_measured").search(text):
        expects = "number"
    elif targets in (("person",), ("place",)):
        expects = "entity"
    return Wording(
        text=text,
        words=words,
        cue=tuple(cue.casefold().split()),
        targets=targets,
        expects=expects,
        operation=operation,
        required=frozenset(topic.label for topic in topics if not topic.optional),
        parts=max(len(_groups(marked, cues)), 1)
        + bool(english_pattern("question_words", "without_noun").search(text)),
        sides={topic.label: _sides(marked, chr(_FIRST_MARK + place), cues) for place, topic in enumerate(topics)},
    )


def _asks_for_date(text: str) -> bool:
    """Whether a date is asked for. Behind another question word "when" begins a clause: "what do we use when"."""
    found = english_pattern("question_words", "asks_for_date").search(text)
    if found is None or found.group().casefold() != "when":
        return found is not None
    before = text[: found.start()]
    asks_again = english_pattern("question_words", "asks_again_behind").search(before) is not None
    return _QUESTION_WORD.search(before) is None or asks_again


def final_verb(question: str) -> tuple[int, int] | None:
    """The characters of the verb at the end of "what did X order"; None where no verb ends a question so."""
    found = english_pattern("verbs", "final").search(question)
    if found is None or question[: found.start(1)].casefold().split()[-1] in english_words("determiner"):
        return None
    return found.span(1)


def common_words(question: str, topics: Sequence[TopicEntity]) -> tuple[TopicEntity, ...]:
    """The topics whose mention seems to be an ordinary word and no name; never all of them.

    They are written small where another one is not, or they are what stands behind "what" or "which".
    """
    mentioned = [topic for topic in topics if topic.mention]
    small = [topic for topic in mentioned if topic.mention == topic.mention.lower()]
    if len(small) == len(mentioned):
        asked = english_pattern("question_words", "behind_which").search(question.lower())
        behind = asked.group(1) if asked else ""
        small = [topic for topic in small if re.match(rf"{re.escape(topic.mention)}\b", behind)]
    return tuple(small) if len(small) < len(topics) else ()


def without_topics(question: str, topics: Sequence[TopicEntity]) -> str:
    """The question with the mentions and labels of topic entities taken out; optional topics stay."""
    return _unmarked(_marked(question, topics))


def _marked(question: str, topics: Sequence[TopicEntity]) -> str:
    """The question with a private character for each name of a topic, one per topic."""
    text = question
    for place, topic in sorted(enumerate(topics), key=lambda item: -len(item[1].mention or item[1].label)):
        if topic.optional:
            continue
        for name in dict.fromkeys((topic.mention, topic.label)):
            if name:
                mark = f" {chr(_FIRST_MARK + place)} "
                text = re.sub(rf"(?<!\w){re.escape(name)}(?:['’]s)?(?!\w)", mark, text, flags=re.IGNORECASE)
    return text


def said_in_order(question: str, topics: Sequence[TopicEntity]) -> list[TopicEntity | tuple[str, ...]]:
    """The topics that are not optional, and the groups of content words between them, as the question has them.

    Words of the operation are in no group.
    """
    marked = _marked(without_asides(question), topics)
    cues = frozenset(content_words(_operation(marked)[1]))
    found: list[TopicEntity | tuple[str, ...]] = []
    for part in re.split("([\ue000-\uf8ff])", marked):
        if len(part) == 1 and 0 <= ord(part) - _FIRST_MARK < len(topics):
            found.append(topics[ord(part) - _FIRST_MARK])
        else:
            found += map(tuple, _groups(part, cues))
    return found


def asks_last(question: str) -> bool:
    """Whether the question word is the last word: "the team won it when?"."""
    last = [found.end() for found in _QUESTION_WORD.finditer(question)][-1:]
    return any(not re.search(r"\w", question[end:]) for end in last) and not _QUESTION_WORD.match(question.strip())


def _unmarked(marked: str) -> str:
    return " ".join(re.sub("[\ue000-\uf8ff]", " ", marked).split())


def _groups(marked: str, cues: Collection[str]) -> list[list[str]]:
    """Groups of neighbouring content words, without those of the operation."""
    found = ([word for word in group if word not in cues] for group in content_groups(marked))
    return [group for group in found if group]


def _sides(marked: str, mark: str, cues: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    before, _, after = marked.partition(mark)
    sides = [[word for group in _groups(side, cues) for word in group] for side in (before, after)]
    return tuple(dict.fromkeys(reversed(sides[0]))), tuple(dict.fromkeys(sides[1]))


def _operation(marked: str) -> tuple[Operation, str]:
    """The operation that the wording asks for, and the words that say so. Behind a name "is" asks nothing."""
    text = _unmarked(marked)
    is_choice = english_pattern("question_words", "either_or").search(text) is not None
    if not is_choice and english_pattern("question_words", "whether_first").search(marked.strip()):
        return "exists", ""
    count = english_pattern("counts", "asked_for").search(text)
    if count:
        return "count", count.group(0)
    orders: tuple[Operation, ...] = ("latest", "earliest", "largest", "smallest")
    for operation in orders:
        found = english_pattern("superlatives", operation).search(text)
        if found:
            return operation, found.group(0)
    return "none", ""


def _is_relative(marked: str, found: re.Match[str]) -> bool:
    """Whether a word begins a clause about the noun before it ("the house where X lives") instead of asking."""
    if found.group(1).lower() not in _CLASS_ASKED_FOR or not marked[found.end() :].strip(" ?.!"):
        return False
    before = english_pattern("clauses", "before_a_word").sub("", marked[: found.start()])
    return bool(content_words(before)) and before.rstrip()[-1] not in ",;:.?!"


def _targets(marked: str, cues: Collection[str]) -> tuple[str, ...]:
    """Phrases that may name the class asked for.

    They are the class of the first question word; else what follows it before a topic is named, or behind a topic
    that narrows it ("which TOPIC player scored"); else what is said last ("what is TOPIC's parent's profession"),
    unless that is a verb ("what did TOPIC order").
    """
    if english_pattern("question_words", "whose_first").match(marked):
        return ()
    match = next((found for found in _QUESTION_WORD.finditer(marked) if not _is_relative(marked, found)), None)
    kind = _CLASS_ASKED_FOR.get(match.group(1).lower()) if match else None
    if kind is not None:
        return (kind,)
    following = marked[match.start() :] if match else marked
    first, *others = re.split("[\ue000-\uf8ff]", following)
    is_beside_a_name = english_pattern("question_words", "which_of").fullmatch(first) is not None
    narrowed = _groups(others[0], cues)[:1] if others and is_beside_a_name else []
    ahead = narrowed or _groups(english_pattern("negation", "excluding").split(first)[0], cues)
    if ahead:
        phrase = ahead[0]
        return tuple(" ".join(phrase[:size]) for size in range(1, min(len(phrase), MAX_TARGET_WORDS) + 1))
    as_one = english_pattern("clauses", "as_one")
    behind = [group for other in others for group in _groups(as_one.split(other)[0], cues)]
    if not behind or english_pattern("verbs", "does_before").search(first):
        return ()
    phrase = behind[-1]
    return tuple(" ".join(phrase[-size:]) for size in range(1, min(len(phrase), MAX_TARGET_WORDS) + 1))
