"""Which things of a conversation a referring word fits, by what the graph tells of them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from pog_agent.answering.known_relations import topic_facts
from pog_agent.conversation.kinds import ThingKinds
from pog_agent.conversation.referring import ReferringWord
from pog_agent.deadline import while_in_time
from pog_agent.language.english import english_pattern
from pog_agent.models import Referent, TopicEntity, Turn
from pog_agent.run.context import RunContext

TURNS_LOOKED_BACK = 4
LEAST_FIT = 0.4
FAR_LESS = 2 / 3
"""A relation that fits the words of a question this much less than another one's is not what is asked for."""
MOST_NAMED_ALONE = 10
"""So many answers to one question may each be meant by "she" or "that country"."""

_ASKS_WHO: Final = english_pattern("conversation", "asks_who")


@dataclass
class Conversation:
    """The turns that a follow-up may refer to, the last one last, and what the graph tells of their things.

    `meant` are the things that the user has chosen where the question was asked back.
    """

    turns: Sequence[Turn]
    run: RunContext
    meant: frozenset[str] = frozenset()
    kinds: ThingKinds = field(init=False)

    def __post_init__(self) -> None:
        self.kinds = ThingKinds(self.run)

    @property
    def recent(self) -> list[Turn]:
        """The turns that are looked through, the last one first."""
        return [*reversed(self.turns)][:TURNS_LOOKED_BACK]

    async def nouns(self) -> set[str]:
        """The labels of the classes of everything spoken of, in lower case."""
        things = [item for turn in self.recent for item in (*turn.topics, *turn.answers)]
        await self.kinds.look_up(item.iri for item in things)
        return {label.casefold() for item in things for label in (await self.kinds.of(item.iri)).labels}

    async def fitting(self, word: ReferringWord, question: str, named: Collection[str]) -> tuple[Referent, ...]:
        """The things that a word for one thing fits, of the latest turn that was about anything.

        Of several, those remain that have what the question asks for. What the question `named` itself is not
        meant. After a turn that was asked back nothing is meant without being named.
        """
        about = (turn for turn in self.recent if turn.topics or turn.answers or _asked_about(turn))
        things = next((_spoken_of(turn, word) for turn in about), [])
        if self.recent and self.recent[0].unclear is not None and not self.recent[0].unclear.candidates:
            things = []
        found = [item for item in things if item.iri not in named and await self._agrees(item, word)]
        chosen = [item for item in found if item.iri in self.meant] or found
        if len(chosen) > 1 and not word.is_definite:
            chosen = await self.having(chosen, f"{question[: word.start]} {question[word.end :]}")
        return tuple(chosen)

    async def fitting_earlier(self, word: ReferringWord, named: Collection[str]) -> tuple[Referent, ...]:
        """The things of the latest turn with any that a word fits, however long ago: they may be meant."""
        for turn in self.recent:
            found = [item for item in _spoken_of(turn, word) if item.iri not in named]
            found = [item for item in found if await self._agrees(item, word)]
            if found:
                return tuple(found)
        return ()

    async def having(self, things: Sequence[Referent], asked: str, *, needed: bool = False) -> list[Referent]:
        """Those of some things that have, or could have by their class, what is asked for.

        All of them where none has, or there is no time to look at each, unless one is `needed`.
        """
        fits: list[float] = []
        for thing in while_in_time(things, "things spoken of"):
            topic = TopicEntity(iri=thing.iri, label=thing.label)
            facts = await topic_facts(asked, (topic,), topic, self.run)
            fits.append(max((fit for fit, _ in (*facts.relations[:1], *facts.lacking[:1])), default=0.0))
        best = max(fits, default=0.0)
        if best < LEAST_FIT or len(fits) < len(things):
            return [] if needed else list(things)
        return [thing for thing, fit in zip(things, fits, strict=True) if fit >= FAR_LESS * best]

    def may_be_unknown(self, word: ReferringWord) -> bool:
        """Whether "she" may be the one whom the last question asked for in vain, and not one of its topics."""
        if word.refers not in ("he", "she") or not self.recent:
            return False
        last = self.recent[0]
        return not last.answers and last.unclear is None and _ASKS_WHO.search(last.question) is not None

    def several(self) -> Turn | None:
        """The latest turn with several answers, None where there is none."""
        return next((turn for turn in self.recent if len(turn.answers) + turn.left_out > 1), None)

    async def _agrees(self, thing: Referent, word: ReferringWord) -> bool:
        """Whether what the graph tells of a thing speaks for a word, or at least not against it."""
        kind = await self.kinds.of(thing.iri)
        if word.refers in ("noun", "nouns"):
            return kind.is_named(word.noun)
        if word.refers == "it":
            return kind.is_person is not True
        if word.refers == "there":
            return kind.is_place is not False and kind.is_person is not True
        if word.refers == "they":
            return True
        gender = await self.kinds.gender_of(thing)
        if gender:
            return gender == ("female" if word.refers == "she" else "male")
        return kind.is_person is not False


def _spoken_of(turn: Turn, word: ReferringWord) -> list[Referent]:
    """The things of a turn that a word may refer to: its answer and its topics, each once.

    Each of several answers may be meant by a word that says more than "it" does.
    """
    is_telling = word.refers in ("he", "she", "noun")
    most = MOST_NAMED_ALONE if is_telling else 1
    answers = turn.answers if len(turn.answers) + turn.left_out <= most else ()
    return list({item.iri: item for item in (*answers, *turn.topics, *_asked_about(turn))}.values())


def _asked_about(turn: Turn) -> tuple[Referent, ...]:
    """The things that a turn asked back about."""
    return turn.unclear.candidates if turn.unclear is not None else ()
