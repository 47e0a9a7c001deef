"""What a language model reads in a follow-up, held against the conversation and against what rules read."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pog_agent.conversation.agreement import Conversation
from pog_agent.conversation.follow_up import read_follow_up
from pog_agent.conversation.referring import referring_words
from pog_agent.conversation.wording import asked_back
from pog_agent.language.english import english_pattern
from pog_agent.models import FollowUpReading, Referent, Rewriting, Turn
from pog_agent.reading.cues import NEGATION
from pog_agent.reading.names import names_beyond, numbers_in
from pog_agent.reasoner.steps.conversing.rewrite_question import RewriteQuestion
from pog_agent.words import content_words, folded, stem

ANSWERS_NAMED: Final = 10
TURNS_SHOWN: Final = 4
MOST_ASKED_BACK: Final = 10
READ_BY_RULES: Final = "rewrite_question: {}: the follow-up is read by rules"
_PLACE: Final = re.compile(r"\{(\d+)\}")
_ASKING: Final = english_pattern("conversation", "asks_for")


@dataclass(frozen=True)
class ShownThings:
    """What a language model is shown of a conversation: single things, and several answers at once, by number.

    `classes` are the labels of the classes of each thing, by its IRI.
    """

    step: RewriteQuestion
    things: tuple[tuple[Referent, ...], ...]
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

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
    spoken_of = {item.iri for turn in turns for item in (*turn.topics, *turn.answers)}
    await conversation.kinds.look_up(spoken_of)
    classes = {iri: (await conversation.kinds.of(iri)).labels for iri in spoken_of}
    things: list[tuple[Referent, ...]] = []
    texts: list[str] = []
    sets: set[int] = set()
    for turn in turns:
        for item in (*turn.topics, *turn.answers[:ANSWERS_NAMED]):
            if (item,) not in things and item.iri not in [group[0].iri for group in things if len(group) == 1]:
                kind = next(iter(classes[item.iri]), "")
                things.append((item,))
                texts.append(f"{item.label} ({kind})" if kind else item.label)
        if len(turn.answers) > 1 and not turn.left_out:
            things.append(turn.answers)
            texts.append(f"all of: {_names(turn.answers)}")
            sets.add(len(things))
    said_before = tuple(line for turn in turns for line in (f"Q: {turn.question}", f"A: {_answer(turn)}"))
    return ShownThings(RewriteQuestion(said, said_before, tuple(texts), frozenset(sets)), tuple(things), classes)


def held_reading(rules: Rewriting, reading: FollowUpReading, shown: ShownThings) -> HeldReading:
    """The model's reading where nothing speaks against it; asked back where it means other things than rules do.

    It may name nothing that was not said, leave out no word of the follow-up, and ask nothing else than the rules
    do where these read the follow-up. A pronoun never stands for what it does not fit. What the model `alone`
    reads is marked so.
    """
    if not reading.question:
        candidates = [item for number in reading.unclear for item in shown.things[number - 1]]
        is_known = rules.unclear is not None
        return HeldReading(rules if is_known else _unclear(rules.said, candidates or rules.referents))
    rewriting = _rewriting(rules, reading, shown)
    problem = _problem(rewriting, reading, shown)
    if problem:
        return HeldReading(rules, (READ_BY_RULES.format(problem),))
    if rules.unclear is None and rules.is_changed:
        return _compared(rules, rewriting, shown)
    if not _is_allowed(rules, rewriting):
        return HeldReading(rules)
    is_as_said = not _meant(rewriting) and not _difference(rules, rewriting, shown)
    return HeldReading(rewriting.model_copy(update={"alone": not is_as_said}))


def _compared(rules: Rewriting, rewriting: Rewriting, shown: ShownThings) -> HeldReading:
    """The model's reading of a follow-up that rules have read, too."""
    different = _meant(rules) ^ _meant(rewriting)
    if different and (rewriting.members or not rules.members):
        things = (*rules.referents, *rules.members, *rewriting.referents, *rewriting.members)
        return HeldReading(_unclear(rules.said, [item for item in things if item.iri in different]))
    problem = "it asks for more than some of the answers" if different else _difference(rules, rewriting, shown)
    if problem:
        return HeldReading(rules, (READ_BY_RULES.format(problem),))
    pinned = {item.iri: item for item in (*rules.referents, *rewriting.referents)}
    return HeldReading(rewriting.model_copy(update={"referents": tuple(pinned.values())}))


def _rewriting(rules: Rewriting, reading: FollowUpReading, shown: ShownThings) -> Rewriting:
    """The reading with names in place of numbers; things that it calls by name are meant, too.

    Of things of one name, those are meant that rules take the name for.
    """
    text = _PLACE.sub(lambda match: shown.single(int(match[1])).label, reading.question)
    numbers = [int(number) for number in _PLACE.findall(reading.question)]
    meant = {shown.single(number).iri: shown.single(number) for number in numbers}
    read = {folded(item.label) for item in rules.referents}
    shown_alone = (group[0] for group in shown.things if len(group) == 1)
    named = [*rules.referents, *(item for item in shown_alone if folded(item.label) not in read)]
    written = _PLACE.sub("", reading.question)
    for item in named:
        same = [other for other in named if folded(other.label) == folded(item.label)]
        if len(same) == 1 and re.search(rf"(?<!\w){re.escape(item.label)}(?!\w)", written, re.IGNORECASE):
            meant.setdefault(item.iri, item)
    referents = tuple(item.model_copy(update={"mention": item.label}) for item in meant.values())
    members = () if reading.among is None else shown.things[reading.among - 1]
    return Rewriting(said=rules.said, question=text, referents=referents, members=members)


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
    lost = [word for word in lost if stem(word) not in _class_stems(rewriting, shown)]
    return f"it leaves out {lost[0]!r}" if lost else ""


def _difference(rules: Rewriting, rewriting: Rewriting, shown: ShownThings) -> str:
    """What a reading asks else than rules do of the same things, in other words or by "where" for "when"."""
    given = _class_stems(rules, shown) | _class_stems(rewriting, shown)
    names = [name for item in (*rules.referents, *rewriting.referents) for name in (item.label, item.name)]
    words, others = _words_beside(rewriting.question, names, given), _words_beside(rules.question, names, given)
    for one, another, verb in ((words, others, "adds"), (others, words, "leaves out")):
        different = [word for word in one if word not in another]
        if different:
            return f"it {verb} {one[different[0]]!r}"
    if _negations(rewriting.question) != _negations(rules.question):
        return "it adds or leaves out a negation"
    asked, others_asked = _asking_words(rules.question), _asking_words(rewriting.question)
    is_other = asked - {"which"} != others_asked - {"which"}
    return "it asks by another question word" if asked and is_other else ""


def _words_beside(question: str, names: Sequence[str], given: Collection[str]) -> dict[str, str]:
    """The content words of a question beside names and what is `given`, by their stems."""
    for name in sorted(names, key=len, reverse=True):
        question = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "", question, flags=re.IGNORECASE)
    return {stem(word): word for word in content_words(question) if stem(word) not in given}


def _asking_words(question: str) -> set[str]:
    """The question words but for "what", which rules write where they do not know the word."""
    return {"who" if match[1] else match[0].lower() for match in _ASKING.finditer(question)}


def _negations(question: str) -> set[str]:
    return {match.group().lower() for match in NEGATION.finditer(question)}


def _class_stems(rewriting: Rewriting, shown: ShownThings) -> set[str]:
    """The stems of what the things that are meant may be called by their classes."""
    labels = (
        label for item in (*rewriting.referents, *rewriting.members) for label in shown.classes.get(item.iri, ())
    )
    return {stem(word) for label in labels for word in content_words(label)}


def _is_allowed(rules: Rewriting, rewriting: Rewriting) -> bool:
    """Whether what a model reads in a pronoun that rules could not settle is what the pronoun fits."""
    if rules.unclear is None or not referring_words(rules.said):
        return True
    return _meant(rewriting) <= {item.iri for item in rules.unclear.candidates}


def _meant(rewriting: Rewriting) -> frozenset[str]:
    """The things that a reading refers to and that were not said themselves."""
    named = folded(rewriting.said)
    things = [item for item in rewriting.referents if folded(item.label) not in named]
    return frozenset(item.iri for item in (*things, *rewriting.members))


def _unclear(said: str, candidates: Sequence[Referent]) -> Rewriting:
    different = tuple({item.iri: item for item in candidates}.values())
    shown = different if len(different) <= MOST_ASKED_BACK else ()
    return Rewriting(said=said, question=said, unclear=asked_back(said, shown))


def _answer(turn: Turn) -> str:
    more = f" and {turn.left_out} more" if turn.left_out else ""
    return ", ".join(filter(None, (_names(turn.answers), *turn.values))) + more or "no answer"


def _names(items: Sequence[Referent]) -> str:
    shown = ", ".join(item.label for item in items[:ANSWERS_NAMED])
    return f"{shown} and {len(items) - ANSWERS_NAMED} more" if len(items) > ANSWERS_NAMED else shown
