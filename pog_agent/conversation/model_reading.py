"""What a language model reads in a follow-up, held against the conversation and against what rules read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.conversation.agreement import Conversation
from pog_agent.conversation.follow_up import read_follow_up
from pog_agent.conversation.referring import referring_words
from pog_agent.conversation.wording import asked_back
from pog_agent.models import FollowUpReading, Referent, Rewriting, Turn
from pog_agent.reading.names import names_beyond, numbers_in
from pog_agent.reasoner.steps.conversing.rewrite_question import RewriteQuestion
from pog_agent.words import content_words, folded, stem

ANSWERS_NAMED: Final = 10
TURNS_SHOWN: Final = 4
_PLACE: Final = re.compile(r"\{(\d+)\}")


@dataclass(frozen=True)
class ShownThings:
    """What a language model is shown of a conversation: single things, and several answers at once, by number."""

    step: RewriteQuestion
    things: tuple[tuple[Referent, ...], ...]

    def single(self, number: int) -> Referent:
        """The thing of a number that is no set."""
        return self.things[number - 1][0]


@dataclass(frozen=True)
class HeldReading:
    """The follow-up as it is read in the end, and what was wrong with the model's reading."""

    rewriting: Rewriting
    warnings: tuple[str, ...] = ()


async def shown_things(said: str, conversation: Conversation) -> ShownThings:
    """The last turns and everything they were about, with classes."""
    turns = [*reversed(conversation.recent)][-TURNS_SHOWN:]
    await conversation.kinds.look_up(item.iri for turn in turns for item in (*turn.topics, *turn.answers))
    things: list[tuple[Referent, ...]] = []
    texts: list[str] = []
    sets: set[int] = set()
    for turn in turns:
        for item in (*turn.topics, *turn.answers[:ANSWERS_NAMED]):
            if (item,) not in things and item.iri not in [group[0].iri for group in things if len(group) == 1]:
                kind = (await conversation.kinds.of(item.iri)).label
                things.append((item,))
                texts.append(f"{item.label} ({kind})" if kind else item.label)
        if len(turn.answers) > 1 and not turn.left_out:
            things.append(turn.answers)
            texts.append(f"all of: {_names(turn.answers)}")
            sets.add(len(things))
    said_before = tuple(line for turn in turns for line in (f"Q: {turn.question}", f"A: {_answer(turn)}"))
    return ShownThings(RewriteQuestion(said, said_before, tuple(texts), frozenset(sets)), tuple(things))


def held_reading(rules: Rewriting, reading: FollowUpReading, shown: ShownThings) -> HeldReading:
    """The model's reading where nothing speaks against it; asked back where it differs from what rules read.

    It may name nothing that was not said, and leave out no word of the follow-up. A pronoun never stands for what
    it does not fit.
    """
    said = rules.said
    if not reading.question:
        candidates = [item for number in reading.unclear for item in shown.things[number - 1]]
        if rules.unclear is not None:
            return HeldReading(rules)
        return HeldReading(_unclear(said, candidates or rules.referents))
    rewriting = _rewriting(said, reading, shown)
    problem = _problem(rewriting, reading, shown)
    if problem:
        return HeldReading(rules, (f"rewrite_question: {problem}: the follow-up is read by rules",))
    if rules.unclear is not None or not rules.is_changed:
        return HeldReading(rewriting if _is_allowed(rules, rewriting) else rules)
    if _meant(rules, said) != _meant(rewriting, said):
        return HeldReading(_unclear(said, [*rules.referents, *rewriting.referents]))
    pinned = {item.iri: item for item in (*rules.referents, *rewriting.referents)}
    return HeldReading(rewriting.model_copy(update={"referents": tuple(pinned.values())}))


def _rewriting(said: str, reading: FollowUpReading, shown: ShownThings) -> Rewriting:
    """The reading with names in place of numbers; things that it calls by name are meant, too."""
    text = _PLACE.sub(lambda match: shown.single(int(match[1])).label, reading.question)
    numbers = [int(number) for number in _PLACE.findall(reading.question)]
    meant = {shown.single(number).iri: shown.single(number) for number in numbers}
    alone = [group[0] for group in shown.things if len(group) == 1]
    for item in alone:
        same = [other for other in alone if folded(other.label) == folded(item.label)]
        if len(same) == 1 and re.search(rf"(?<!\w){re.escape(item.label)}(?!\w)", text, re.IGNORECASE):
            meant.setdefault(item.iri, item)
    referents = tuple(item.model_copy(update={"mention": item.label}) for item in meant.values())
    members = () if reading.among is None else shown.things[reading.among - 1]
    return Rewriting(said=said, question=text, referents=referents, members=members)


def _problem(rewriting: Rewriting, reading: FollowUpReading, shown: ShownThings) -> str:
    """Why a reading is not what was said; empty where nothing speaks against it."""
    known = f"{rewriting.said} {' '.join(shown.step.turns)} {' '.join(item.label for item in rewriting.referents)}"
    words = set(re.findall(r"[^\W_]+", folded(known)))
    invented = [
        *names_beyond(reading.question, words),
        *(set(numbers_in(rewriting.question)) - set(numbers_in(known))),
    ]
    if [name for name in invented if not name.strip("{}").isdigit()]:
        return f"it names {invented[0]!r}, which nobody has said"
    stems = {stem(word) for word in content_words(rewriting.question)}
    lost = [word for word in content_words(read_follow_up(rewriting.said).text) if stem(word) not in stems]
    nouns = {stem(word) for item in shown.step.things for word in content_words(item)}
    lost = [word for word in lost if stem(word) not in nouns]
    return f"it leaves out {lost[0]!r}" if lost else ""


def _is_allowed(rules: Rewriting, rewriting: Rewriting) -> bool:
    """Whether what a model reads in a pronoun that rules could not settle is what the pronoun fits."""
    if rules.unclear is None or not referring_words(rules.said):
        return True
    return _meant(rewriting, rules.said) <= {item.iri for item in rules.unclear.candidates}


def _meant(rewriting: Rewriting, said: str) -> frozenset[str]:
    """The things that a reading refers to and that were not said themselves."""
    named = folded(said)
    things = [item for item in rewriting.referents if folded(item.label) not in named]
    return frozenset(item.iri for item in (*things, *rewriting.members))


def _unclear(said: str, candidates: Sequence[Referent]) -> Rewriting:
    different = tuple({item.iri: item for item in candidates}.values())
    return Rewriting(said=said, question=said, unclear=asked_back(said, different))


def _answer(turn: Turn) -> str:
    more = f" and {turn.left_out} more" if turn.left_out else ""
    return ", ".join(filter(None, (_names(turn.answers), *turn.values))) + more or "no answer"


def _names(items: Sequence[Referent]) -> str:
    shown = ", ".join(item.label for item in items[:ANSWERS_NAMED])
    return f"{shown} and {len(items) - ANSWERS_NAMED} more" if len(items) > ANSWERS_NAMED else shown
