"""The thinking indicator as the wording of a question gives it: topics, what is asked for, the words between."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pog_agent.models import Indicator, IndicatorNode, TopicEntity
from pog_agent.reading.wording import asks_last, read_wording, said_in_order
from pog_agent.words import content_words

BETWEEN = "?"
"""A stop that the words name no thing for, or a relation that they say nothing of."""

Said = IndicatorNode | str
"""A thing that the question names, or words that tell how things are joined."""


def read_indicator(question: str, topics: Sequence[TopicEntity]) -> Indicator | None:
    """A chain from each required topic over the answer to the next one; None where no topic is named.

    Each class that the question names is a stop, and the words between two stops are a relation: how many steps
    of a graph they are, no wording tells. Words behind the last topic are about it ("the country where Lego is
    headquartered"). A question for yes or no has no answer in its chain, which joins the topics in turn.
    """
    wording = read_wording(question, topics)
    is_yes_no = wording.operation == "exists"
    classes = [content_words(topic.mention) for topic in topics if topic.optional and topic.mention]
    asked = "" if is_yes_no else _asked(wording.targets, classes)
    parts = _joined_words(
        said
        for part in said_in_order(question, topics)
        for said in (
            [IndicatorNode(text=part.label, kind="topic")]
            if isinstance(part, TopicEntity)
            else _with_classes(part, classes, asked)
        )
    )
    first = next((place for place, part in enumerate(parts) if _is_topic(part)), None)
    if first is None:
        return None
    if is_yes_no:
        rest = [*parts[:first], *parts[first + 1 :]]
        chain = [parts[first], *_alternating(rest, BETWEEN)]
        return _indicator(chain[:-1] if rest and not isinstance(rest[-1], str) else chain)
    order = [topic.label for topic in topics]
    ways = sorted(_ways(parts, asked, at_end=asks_last(question)), key=lambda way: order.index(_text(way[-1])))
    answer = IndicatorNode(text=asked or BETWEEN, kind="answer")
    chain = [*reversed(ways[0]), answer]
    for way, following in pairwise([*ways[1:], []]):
        chain += [*way, *([*reversed(way[:-1]), answer] if following else [])]
    return _indicator(chain)


def _asked(targets: Sequence[str], classes: Sequence[Sequence[str]]) -> str:
    """What is asked for: the class that the question names so, else the shortest phrase for it."""
    named = {" ".join(words) for words in classes}
    return next((text for text in reversed(targets) if text in named), targets[0] if targets else "")


def _with_classes(words: Sequence[str], classes: Sequence[Sequence[str]], asked: str) -> Iterator[Said]:
    """A group of words, cut at the classes that it names; what is asked for is the answer."""
    names = [[*name] for name in (asked.split(), *classes) if name]
    place = start = 0
    while place < len(words):
        name = next((item for item in names if [*words[place : place + len(item)]] == item), None)
        if name is None:
            place += 1
            continue
        if start < place:
            yield " ".join(words[start:place])
        text = " ".join(name)
        yield IndicatorNode(text=text, kind="answer" if text == asked else "unknown")
        start = place = place + len(name)
    if start < len(words):
        yield " ".join(words[start:])


def _joined_words(parts: Iterable[Said]) -> list[Said]:
    """The parts, neighbouring words as one."""
    found: list[Said] = []
    for part in parts:
        last = found[-1] if found else None
        if isinstance(last, str) and isinstance(part, str):
            found[-1] = f"{last} {part}"
        else:
            found.append(part)
    return found


def _ways(parts: Sequence[Said], asked: str, *, at_end: bool) -> list[list[Said]]:
    """From the answer to each topic: relation, stop, relation, ..., topic."""
    named = [place for place, part in enumerate(parts) if not isinstance(part, str) and part.kind == "answer"]
    place = named[0] if named else (len(parts) if at_end else 0)
    found: list[list[Said]] = []
    left_over: list[Said] = []
    for side in (parts[:place][::-1], parts[place + bool(named) :]):
        pending: list[Said] = []
        own: list[list[Said]] = []
        for part in side:
            pending.append(part)
            if _is_topic(part):
                own.append(pending)
                pending = []
        if own:
            own[-1][-1:-1] = pending
        else:
            left_over += pending
        found += own
    found[0][:0] = left_over
    return [[*_alternating(way[:-1], asked or BETWEEN), way[-1]] for way in found]


def _alternating(parts: Sequence[Said], first: str) -> list[Said]:
    """Relations and stops in turn, from a relation to a relation; `first` is the first one where none is said."""
    found: list[Said] = []
    for part in [*parts, None]:
        is_relation = len(found) % 2 == 0
        if part is None or not isinstance(part, str):
            if is_relation:
                found.append(BETWEEN if found else first)
        elif not is_relation:
            found.append(IndicatorNode(text=BETWEEN, kind="unknown"))
        if part is not None:
            found.append(part)
    return found


def _indicator(chain: Sequence[Said]) -> Indicator:
    """The chain of stops and relations; an unknown stop ends one that ends in a relation."""
    nodes = [part for part in chain if not isinstance(part, str)]
    relations = tuple(part for part in chain if isinstance(part, str))
    if len(nodes) == len(relations):
        nodes.append(IndicatorNode(text=BETWEEN, kind="unknown"))
    return Indicator(nodes=tuple(nodes), relations=relations)


def _is_topic(part: Said) -> bool:
    return not isinstance(part, str) and part.kind == "topic"


def _text(part: Said) -> str:
    return part if isinstance(part, str) else part.text
