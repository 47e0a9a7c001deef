"""What the wording of an English question asks for: the kind of answer, an operation, the words to match."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pog_agent.language.english import ASKS_WHETHER, NUMBER_OF
from pog_agent.language.lexicon import english_words
from pog_agent.models import Operation, TopicEntity
from pog_agent.reading.asked.asides import without_asides
from pog_agent.words import content_groups, content_words

Expectation = Literal["any", "date", "number", "entity"]

_OPERATIONS: tuple[tuple[Operation, str], ...] = (
    ("latest", "most recent|latest|newest|youngest|most recently|last"),
    ("earliest", r"earliest|oldest|first|longest\s+ago"),
    ("largest", "largest|biggest|highest|tallest|longest|greatest|most|deepest|heaviest|farthest"),
    ("smallest", "smallest|lowest|shortest|least|lightest|nearest|fewest"),
)
_YES_NO = re.compile(rf"^{ASKS_WHETHER}", re.IGNORECASE)
_EITHER_OR = re.compile(r"\bor\b(?!\s+not\b)", re.IGNORECASE)
_COUNT = re.compile(r"\b(?:how many|count of)\b|" + NUMBER_OF, re.IGNORECASE)
_MEASURE = re.compile(r"\bhow (old|tall|high|long|large|big|deep|heavy|far|much|wide)\b", re.IGNORECASE)
_DATE = re.compile(r"\b(when|(what|which) (year|date|day|month|decade)|on what day|date of)\b", re.IGNORECASE)
_QUESTION_WORD = re.compile(r"\b(what|which|who|whom|where|when|how many)\b", re.IGNORECASE)
_ASKS_AGAIN = re.compile(r"(?:\b(?:and|by|know|or|since|tell|until)|[,;:.?!])\W*$", re.IGNORECASE)
"""Behind these words a second question word asks."""
_CLASS_OF_WORD = {"who": "person", "whom": "person", "where": "place", "when": "date"}
# They ask for what a relation of its own leads to, whose name need not stand in the question.
_WITHOUT_NOUN = re.compile(r"\b(where|when|how|why)\b", re.IGNORECASE)
_FINAL_VERB = re.compile(
    r"\b(?:what|which|whom?|how\s+many)\b.*\b(?:do|does|did)\s(?!not\s+\S+\s).*?\b([^\W\d_]+)\s*[?.!]*$",
    re.IGNORECASE | re.DOTALL,
)
"""Of "who does not sell fish" the verb stands behind "not", and no other word is one."""
_DOES = re.compile(r"\b(?:does|did|do)\s*$", re.IGNORECASE)
_BESIDE_A_NAME = re.compile(r"(?:what|which)\s+(?:of\s+)?(?:the\s+)?", re.IGNORECASE)
"""A question word with nothing between it and a name: "which TOPIC player", "which of TOPIC's players"."""
_WHOSE = re.compile(r"^\W*whose\b", re.IGNORECASE)
_BEFORE_A_WORD = re.compile(r"\s(?:at|by|for|from|in|of|on|to|with)\s*$", re.IGNORECASE)
_EXCLUDING = re.compile(r"\b(?:besides|except|excluding)\b", re.IGNORECASE)
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
    elif _MEASURE.search(text):
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
        parts=max(len(_groups(marked, cues)), 1) + bool(_WITHOUT_NOUN.search(text)),
        sides={topic.label: _sides(marked, chr(_FIRST_MARK + place), cues) for place, topic in enumerate(topics)},
    )


def _asks_for_date(text: str) -> bool:
    """Whether a date is asked for. Behind another question word "when" begins a clause: "what do we use when"."""
    found = _DATE.search(text)
    if found is None or found.group().casefold() != "when":
        return found is not None
    before = text[: found.start()]
    return _QUESTION_WORD.search(before) is None or _ASKS_AGAIN.search(before) is not None


def final_verb(question: str) -> tuple[int, int] | None:
    """The characters of the verb at the end of "what did X order"; None where no verb ends a question so."""
    found = _FINAL_VERB.search(question)
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
        asked = re.search(r"\b(?:what|which)\s+(.*)", question.lower())
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
    if _YES_NO.search(marked.strip()) and not _EITHER_OR.search(text):
        return "exists", ""
    count = _COUNT.search(text)
    if count:
        return "count", count.group(0)
    for operation, pattern in _OPERATIONS:
        found = re.search(rf"\b({pattern})\b(?!\s+name)", text, flags=re.IGNORECASE)
        if found:
            return operation, found.group(0)
    return "none", ""


def _is_relative(marked: str, found: re.Match[str]) -> bool:
    """Whether a word begins a clause about the noun before it ("the house where X lives") instead of asking."""
    if found.group(1).lower() not in _CLASS_OF_WORD or not marked[found.end() :].strip(" ?.!"):
        return False
    before = _BEFORE_A_WORD.sub("", marked[: found.start()])
    return bool(content_words(before)) and before.rstrip()[-1] not in ",;:.?!"


def _targets(marked: str, cues: Collection[str]) -> tuple[str, ...]:
    """Phrases that may name the class asked for.

    They are the class of the first question word; else what follows it before a topic is named, or behind a topic
    that narrows it ("which TOPIC player scored"); else what is said last ("what is TOPIC's parent's profession"),
    unless that is a verb ("what did TOPIC order").
    """
    if _WHOSE.match(marked):
        return ()
    match = next((found for found in _QUESTION_WORD.finditer(marked) if not _is_relative(marked, found)), None)
    if match and match.group(1).lower() in _CLASS_OF_WORD:
        return (_CLASS_OF_WORD[match.group(1).lower()],)
    following = marked[match.start() :] if match else marked
    first, *others = re.split("[\ue000-\uf8ff]", following)
    narrowed = _groups(others[0], cues)[:1] if others and _BESIDE_A_NAME.fullmatch(first) else []
    ahead = narrowed or _groups(_EXCLUDING.split(first)[0], cues)
    if ahead:
        phrase = ahead[0]
        return tuple(" ".join(phrase[:size]) for size in range(1, min(len(phrase), MAX_TARGET_WORDS) + 1))
    behind = [group for other in others for group in _groups(re.split(r"\bas\s+an?\b", other)[0], cues)]
    if not behind or _DOES.search(first):
        return ()
    phrase = behind[-1]
    return tuple(" ".join(phrase[-size:]) for size in range(1, min(len(phrase), MAX_TARGET_WORDS) + 1))
