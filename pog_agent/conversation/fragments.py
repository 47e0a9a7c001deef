"""A part of a question that stands for another part of the last one: "and Germany?", "no, I meant the film"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.conversation.agreement import Conversation
from pog_agent.conversation.follow_up import FollowUp
from pog_agent.conversation.referring import referring_words
from pog_agent.conversation.wording import asked_back, replaced
from pog_agent.language.english import english_pattern
from pog_agent.models import EXTREMES, Referent, Rewriting, Turn, Unclear
from pog_agent.reading.wording import read_wording
from pog_agent.words import content_words

_LEADING: Final = english_pattern("conversation", "leading_words")
_PREPOSITION: Final = english_pattern("conversation", "preposition_first")
_NUMBER: Final = re.compile(r"\d[\d.,]*(?<![.,])")
_YEAR: Final = re.compile(r"(?<![\d.,])\d{4}(?![\d.,]\d|\d)")


@dataclass(frozen=True)
class _Slot:
    """A topic of the last question that the fragment may stand for, and the thing that takes its place."""

    topic: Referent
    other: Referent


async def completed(said: str, part: FollowUp, conversation: Conversation) -> Rewriting | None:
    """The last question with a part of it replaced; unclear where it is not known which part.

    None where the text need not be a part of a question.
    """
    turn = _last_asked(conversation.turns)
    if turn is None:
        return None
    found = (
        _with_number(said, part, turn)
        or await _with_name(said, part, turn, conversation)
        or await _with_kind(said, part, turn, conversation)
        or _with_extreme(said, part, turn)
        or await _with_attribute(said, part, conversation)
    )
    if found is None and not part.loose:
        return _unclear(said, asked_back(part.text or said, ()))
    return None if found is not None and found.unclear is not None and part.loose else found


def _last_asked(turns: Sequence[Turn]) -> Turn | None:
    """The latest turn whose question was read."""
    return next((turn for turn in reversed(turns) if turn.unclear is None or turn.unclear.kind == "name"), None)


def _with_number(said: str, part: FollowUp, turn: Turn) -> Rewriting | None:
    """Another year or number in the place of the only one, or a year where there was none."""
    figures = _PREPOSITION.sub("", part.text)
    if not _NUMBER.fullmatch(figures):
        return None
    pattern = _YEAR if _YEAR.fullmatch(figures) else _NUMBER
    there = pattern.findall(turn.question)
    if len(set(there)) == 1:
        return _rewritten(said, turn, replaced(turn.question, there[0], figures))
    if there or pattern is not _YEAR:
        return _unclear(said, asked_back(part.text, ()))
    ending = re.search(r"[?.!\s]*$", turn.question)
    assert ending is not None
    return _rewritten(said, turn, f"{turn.question[: ending.start()]} in {figures}{ending.group().strip() or '?'}")


async def _with_name(said: str, part: FollowUp, turn: Turn, conversation: Conversation) -> Rewriting | None:
    """Another thing in the place of one of its kind; a correction may change the kind of the only thing."""
    others = await _bearers(part.text, conversation)
    if not others:
        return None
    topics = [topic for topic in turn.topics if topic.name.casefold() in turn.question.casefold()]
    if part.wrong:
        topics = [
            topic for topic in topics if part.wrong.casefold() in (topic.name.casefold(), topic.label.casefold())
        ]
    slots = [_Slot(topic, other) for topic in topics for other in others]
    agreeing = [slot for slot in slots if await _are_alike(slot, conversation)]
    if not agreeing and len(topics) == 1 and part.kind == "correction":
        agreeing = slots
    if not agreeing:
        return _unclear(said, asked_back(part.text, ()))
    if len({slot.topic.iri for slot in agreeing}) > 1:
        message = f"I could not tell in place of what you mean {part.text!r}: {_either([*topics])}?"
        return _unclear(said, Unclear(phrase=part.text, message=message))
    slot = agreeing[0]
    question = replaced(turn.question, slot.topic.name, slot.other.name)
    only = [slot.other] if len(agreeing) == 1 else []
    kept = [topic for topic in topics if topic.iri != slot.topic.iri and not topic.namesakes]
    return Rewriting(said=said, question=question, referents=(*kept, *only), members=turn.members)


async def _with_kind(said: str, part: FollowUp, turn: Turn, conversation: Conversation) -> Rewriting | None:
    """The last question of the namesake that is of a kind: "I meant the film"."""
    if part.kind != "correction":
        return None
    noun = _LEADING.sub("", part.text)
    found = []
    for topic in turn.topics:
        await conversation.kinds.look_up((topic.iri, *topic.namesakes))
        for iri in (topic.iri, *topic.namesakes):
            if (await conversation.kinds.of(iri)).is_named(noun):
                others = tuple(other for other in (topic.iri, *topic.namesakes) if other != iri)
                found.append(topic.model_copy(update={"iri": iri, "namesakes": others}))
    if len(found) == 1:
        kept = [topic for topic in turn.topics if topic.name != found[0].name and not topic.namesakes]
        referents = (*kept, found[0])
        return Rewriting(said=said, question=turn.question, referents=referents, members=turn.members)
    return _unclear(said, asked_back(part.text, found)) if found else None


def _with_extreme(said: str, part: FollowUp, turn: Turn) -> Rewriting | None:
    """Another extreme in the place of the only one: "and the smallest?"."""
    old, new = read_wording(turn.question, ()), read_wording(part.text, ())
    only_cue = set(content_words(part.text)) <= set(new.cue)
    if old.operation not in EXTREMES or new.operation not in EXTREMES or not only_cue:
        return None
    return _rewritten(said, turn, replaced(turn.question, " ".join(old.cue), " ".join(new.cue)))


async def _with_attribute(said: str, part: FollowUp, conversation: Conversation) -> Rewriting | None:
    """What else is asked of the only thing that has it: "and the population?"."""
    asked = _LEADING.sub("", part.text)
    if not content_words(asked) or referring_words(asked):
        return None
    turn = conversation.turns[-1]
    answers = turn.answers if len(turn.answers) + turn.left_out == 1 else ()
    things = list({item.iri: item for item in (*turn.topics, *answers)}.values())
    meant = [item for item in things if item.iri in conversation.meant]
    having = meant or await conversation.having(things, f"What is the {asked}?", needed=True)
    if len(having) != 1:
        return _unclear(said, asked_back(part.text, having))
    (thing,) = having
    text = f"What is the {asked} of {thing.label}?"
    return Rewriting(said=said, question=text, referents=(thing.model_copy(update={"mention": thing.label}),))


async def _bearers(text: str, conversation: Conversation) -> list[Referent]:
    """The things that have a text for a name, with or without a preposition or article before it."""
    run = conversation.run
    forms = list(dict.fromkeys((text, _PREPOSITION.sub("", text), _LEADING.sub("", text))))
    named = await run.linker.names.any_of(forms, bare_if_small=True)
    name = next((form for form in forms if form in named), None)
    if name is None:
        return []
    classes = await run.kg.classes(list(named[name]))
    iris = [iri for iri in named[name] if iri not in classes]
    labels = await run.labels(iris)
    return [Referent(iri=iri, label=labels.get(iri, name), mention=name) for iri in iris]


async def _are_alike(slot: _Slot, conversation: Conversation) -> bool:
    """Whether a thing is of the kind of a topic, or of what else the topic's name may mean."""
    other = await conversation.kinds.of(slot.other.iri)
    for iri in (slot.topic.iri, *slot.topic.namesakes):
        if other.shares_class(await conversation.kinds.of(iri)) is not False:
            return True
    return False


def _rewritten(said: str, turn: Turn, question: str) -> Rewriting:
    kept = tuple(topic for topic in turn.topics if topic.name.casefold() in question.casefold())
    return Rewriting(said=said, question=question, referents=kept, members=turn.members)


def _unclear(said: str, unclear: Unclear) -> Rewriting:
    return Rewriting(said=said, question=said, unclear=unclear)


def _either(items: Sequence[Referent]) -> str:
    labels = [item.label for item in items]
    return f"{', '.join(labels[:-1])} or {labels[-1]}" if len(labels) > 1 else "".join(labels)
