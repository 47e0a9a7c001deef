"""The entry of this room: a follow-up as a question of its own, by rules that read English."""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.conversation.agreement import Conversation
from pog_agent.conversation.choosing import chosen_namesake, chosen_of
from pog_agent.conversation.follow_up import read_follow_up
from pog_agent.conversation.fragments import completed
from pog_agent.conversation.referring import ReferringWord, referring_words
from pog_agent.conversation.wording import among, asked_back, of_each, with_name
from pog_agent.language.english import english_pattern
from pog_agent.models import Referent, Rewriting, Turn, Unclear
from pog_agent.run.context import RunContext

_GOES_ON: Final = english_pattern("conversation", "goes_on")
_SUBJECT_ASKED: Final = english_pattern("conversation", "subject_asked")
_NAMED: Final = english_pattern("conversation", "names_behind")


async def resolved(said: str, turns: Sequence[Turn], run: RunContext) -> Rewriting:
    """A text of a conversation as a question of its own; the text itself where it refers to nothing.

    It says what it could not resolve: two things that a word fits are never decided between. Raises
    `GraphUnavailableError`.
    """
    if not turns:
        return Rewriting(said=said, question=said)
    pending = turns[-1].unclear
    if pending is not None:
        choice = await chosen_of(said, pending, run)
        if choice is not None and pending.kind == "name":
            mention = choice.model_copy(update={"mention": pending.phrase})
            return Rewriting(said=said, question=turns[-1].question, referents=(mention,))
        if choice is not None:
            again = await _read(turns[-1].said, Conversation(turns[:-1], run, frozenset({choice.iri})))
            return again.model_copy(update={"said": said})
    namesake = chosen_namesake(said, turns[-1])
    if namesake is not None:
        return namesake
    return await _read(said, Conversation(turns, run))


async def _read(said: str, conversation: Conversation) -> Rewriting:
    follow_up = read_follow_up(said)
    if follow_up.kind == "fragment" and referring_words(follow_up.text):
        return await _Resolver(said, f"What is {follow_up.text}?", conversation).rewriting()
    if follow_up.kind != "question":
        found = await completed(said, follow_up, conversation)
        if found is not None:
            return found
    return await _Resolver(said, follow_up.text, conversation).rewriting()


class _Resolver:
    """Puts names in place of the referring words of one question, from the last one to the first."""

    def __init__(self, said: str, question: str, conversation: Conversation) -> None:
        self._said = said
        self._question = question
        self._text = question
        self._conversation = conversation
        self._referents: dict[str, Referent] = {}
        self._members: tuple[Referent, ...] = ()

    async def rewriting(self) -> Rewriting:
        """The question with all its referring words replaced; unclear where one of them is."""
        conversation = self._conversation
        words = referring_words(self._question, await conversation.nouns())
        names = await names_in(self._question, conversation.run)
        for word in reversed(words):
            if await self._is_bound(word, names):
                continue
            unclear = await self._replace(word, names)
            if unclear is not None:
                return Rewriting(said=self._said, question=self._said, unclear=unclear)
        text = self._text if self._text != self._question else self._said
        return Rewriting(
            said=self._said, question=text, referents=tuple(self._referents.values()), members=self._members
        )

    async def _replace(self, word: ReferringWord, names: dict[str, tuple[str, ...]]) -> Unclear | None:
        """Puts in the text what a word refers to; what is unclear of it, None where nothing is."""
        if word.refers == "then":
            return self._replace_time(word)
        several = self._conversation.several()
        if word.refers in ("of_them", "nouns") or (
            word.refers == "they" and several is not None and several is self._latest_with_answers()
        ):
            return await self._replace_several(word, several)
        named = {iri for iris in names.values() for iri in iris}
        conversation = self._conversation
        fitting = await conversation.fitting(word, self._question, named)
        if not fitting and word.is_definite:
            return None
        earlier = () if fitting else await conversation.fitting_earlier(word, named)
        chosen = fitting or tuple(item for item in earlier if item.iri in conversation.meant)
        may_be_own = _may_be_own(word, self._question)
        if may_be_own and not (chosen or earlier):
            return None
        may_be_another = may_be_own or conversation.may_be_unknown(word)
        if len(chosen) == 1 and (not may_be_another or chosen[0].iri in conversation.meant):
            (referent,) = chosen
            self._text = with_name(self._text, word, referent.label)
            self._referents[referent.iri] = referent.model_copy(update={"mention": referent.label})
            return None
        fitting = chosen or earlier
        kinds = [(await self._conversation.kinds.of(item.iri)).label for item in fitting]
        return asked_back(word.text, fitting, kinds)

    async def _replace_several(self, word: ReferringWord, turn: Turn | None) -> Unclear | None:
        """Limits the question to the answers of an earlier one."""
        if turn is None:
            return asked_back(word.text, ())
        if turn.left_out:
            count = len(turn.answers) + turn.left_out
            return _unsaid(word, f"of its {count} answers, {len(turn.answers)} are remembered")
        noun = (await self._conversation.kinds.common_class(turn.answers)).lower()
        if not noun or (word.noun and word.noun != noun and word.refers == "nouns"):
            return _unsaid(word, "the answers have no class in common by which to ask for them")
        if self._members and self._members != turn.answers:
            return _unsaid(word, "the question is limited twice")
        text = among(self._text, word, noun) if word.refers == "of_them" else of_each(self._text, word, noun)
        if text is None:
            return _unsaid(word, "the question cannot be put as one about some of them")
        self._text, self._members = text, turn.answers
        return None

    def _replace_time(self, word: ReferringWord) -> Unclear | None:
        """Puts the year of the last answer in place of "then"."""
        for turn in self._conversation.recent:
            years = {year for value in turn.values for year in re.findall(r"(?<!\d)\d{4}(?!\d)", value)}
            if len(years) == 1:
                self._text = f"{self._text[: word.start]}in {years.pop()}{self._text[word.end :]}"
                return None
            if years:
                break
        return asked_back(word.text, ())

    def _latest_with_answers(self) -> Turn | None:
        return next((turn for turn in self._conversation.recent if turn.answers or turn.topics), None)

    async def _is_bound(self, word: ReferringWord, names: dict[str, tuple[str, ...]]) -> bool:
        """Whether a word goes on with its own sentence: with a name before it, or the noun behind it."""
        behind = self._question[word.end :]
        if word.is_definite and _GOES_ON.match(behind):
            return True
        if _may_be_own(word, self._question) and _NAMED.match(behind):
            return True
        if word.refers in ("of_them", "there", "then", "nouns", "noun") or word.is_object:
            return False
        before = self._question[: word.start].casefold()
        kinds = self._conversation.kinds
        for name, iris in names.items():
            if name.casefold() not in before:
                continue
            for iri in iris:
                is_person = (await kinds.of(iri)).is_person
                if is_person is not (word.refers not in ("he", "she")) or word.refers == "they":
                    return True
        return False


def _may_be_own(word: ReferringWord, question: str) -> bool:
    """Whether a word may refer to what is asked for: "which city has its", but not "what is its"."""
    return word.role == "possessive" and _SUBJECT_ASKED.match(question[: word.start]) is not None


def _unsaid(word: ReferringWord, why: str) -> Unclear:
    return Unclear(phrase=word.text, message=f"I could not follow {word.text!r}: {why}.")


async def names_in(question: str, run: RunContext) -> dict[str, tuple[str, ...]]:
    """The names of things in a question, with their bearers; classes are none."""
    spotted = await run.linker.spot(question)
    found = await run.linker.names.any_of(spotted, bare_if_small=True)
    classes = await run.kg.classes([iri for iris in found.values() for iri in iris])
    return {name: iris for name, iris in found.items() if not set(iris) <= classes}
