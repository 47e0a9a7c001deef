"""Questions for how things are connected, read by the frames of the lexicon: "How is Ann related to Bob?"."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Final, get_args

from pog_agent.language.frames import (
    PAUSE,
    FrameMatch,
    FrameMatcher,
    QuestionToken,
    longest_phrase_end,
    phrase_end,
    tokens_of,
)
from pog_agent.language.lexicon import lexicon
from pog_agent.models import ConditionName, ConnectionForm, ConnectionQuestion, TopicEntity

MOST_CHARACTERS: Final = 1_000
MOST_TOKENS: Final = 60
MOST_TRIED: Final = 15
MOST_CONDITIONS: Final = 4
LONGEST_LIST: Final = 16
"""A condition is about so many words, those of a list together."""


def asked_connections(
    question: str, topics: Sequence[TopicEntity], language: str = "en"
) -> ConnectionQuestion | None:
    """What a question for connections asks; None for any other, and where the language has no frames.

    All its words, less the names and the conditions, are those of one frame. A condition that no phrase of the
    lexicon says leaves words over.
    """
    reader = _reader(language)
    named = [topic for topic in topics if topic.mention]
    if reader is None or len(question) > MOST_CHARACTERS or len({topic.iri for topic in named}) < 2:
        return None
    tokens = tokens_of(question, [topic.mention for topic in named])
    return reader.read(tokens, question, named) if len(tokens) <= MOST_TOKENS else None


@cache
def _reader(language: str) -> "_ConnectionReader | None":
    words = lexicon(language)
    return _ConnectionReader(words["connections"], words["numbers"]) if words is not None else None


@dataclass(frozen=True)
class _Conditions:
    """The conditions read so far, as fields of a `ConnectionQuestion`, and how many they are."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    count: int = 0

    def adding(self, kind: str, values: Sequence[Any]) -> "_Conditions":
        return _Conditions({**self.fields, kind: (*self.fields.get(kind, ()), *values)}, self.count + 1)

    def setting(self, kind: str, value: int | bool) -> "_Conditions | None":
        """With a condition that a question has once."""
        if kind in self.fields:
            return None
        return _Conditions({**self.fields, kind: value}, self.count + 1)


@dataclass(frozen=True)
class _ConnectionReader:
    """Reads questions by one table of frames."""

    table: Mapping[str, Any]
    numbers: Mapping[str, int]

    @cached_property
    def _matcher(self) -> FrameMatcher:
        words = {**self.table["words"], **self.table["condition_words"]}
        return FrameMatcher(words, self.numbers, LONGEST_LIST)

    @cached_property
    def _conditions(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """Each kind of condition with each of its frames by the first word, the longest first."""
        every = [(kind, frame) for kind, frames in self.table["conditions"].items() for frame in frames]
        found: dict[str, list[tuple[str, str]]] = {}
        for kind, frame in sorted(every, key=lambda item: -len(item[1].split())):
            found.setdefault(frame.split()[0], []).append((kind, frame))
        return found

    def read(
        self, tokens: Sequence[QuestionToken], question: str, named: Sequence[TopicEntity]
    ) -> ConnectionQuestion | None:
        """The first reading in which every token has its place."""
        for tried, (rest, conditions) in enumerate(self._readings(tokens, 0, _Conditions(), question, named)):
            if tried == MOST_TRIED:
                break
            found = self._framed(self._bare(rest), conditions, named)
            if found is not None:
                return found
        return None

    def _readings(
        self,
        tokens: Sequence[QuestionToken],
        start: int,
        conditions: _Conditions,
        question: str,
        named: Sequence[TopicEntity],
    ) -> Iterator[tuple[Sequence[QuestionToken], _Conditions]]:
        """The tokens less the conditions among them, with as many conditions as possible first.

        What links a condition with one before it goes with it: "through Mill and without Ulm".
        """
        for place in range(start, len(tokens) if conditions.count < MOST_CONDITIONS else start):
            for kind, frame in self._conditions.get(tokens[place].text, ()):
                for match in [*self._matcher.at(frame, tokens, place)][::-1]:
                    if any(self._begins_condition(tokens, inner) for inner in _inside(match, tokens)):
                        continue
                    more = self._added(conditions, kind, match, question, named)
                    if more is not None:
                        pause = QuestionToken(PAUSE, tokens[place].start, tokens[match.end - 1].end)
                        begin = place - 1 if self._is_linked(tokens, place) else place
                        rest = [*tokens[:begin], pause, *tokens[match.end :]]
                        yield from self._readings(rest, begin, more, question, named)
        yield tokens, conditions

    def _is_linked(self, tokens: Sequence[QuestionToken], place: int) -> bool:
        """Whether "and" stands before a place, behind a pause or another condition."""
        before = [token.text for token in tokens[max(place - 2, 0) : place]]
        return len(before) == 2 and before[0] == PAUSE and before[1] in self.table["words"]["and"]

    def _begins_condition(self, tokens: Sequence[QuestionToken], place: int) -> bool:
        frames = self._conditions.get(tokens[place].text, ())
        return any(any(self._matcher.at(frame, tokens, place)) for _, frame in frames)

    def _added(
        self,
        conditions: _Conditions,
        kind: str,
        match: FrameMatch,
        question: str,
        named: Sequence[TopicEntity],
    ) -> _Conditions | None:
        """The conditions with one more; None where its phrase is none."""
        if kind == "aside":
            return conditions
        if kind == "shortest":
            return conditions.setting("shortest", True)
        if kind == "direct":
            return conditions.setting("within", 1)
        (phrase,) = match.slots
        if kind in ("within", "below"):
            most = self._matcher.number(phrase[0]) - (kind == "below")
            return conditions.setting("within", most) if most > 0 else None
        parts = self._listed(phrase, ("and", "or") if kind == "avoided" else ("and",))
        if kind == "relations":
            texts = [question[part[0].start : part[-1].end] for part in parts]
            return conditions.adding(kind, texts) if texts else None
        names = self._condition_names(parts, question, named)
        return conditions.adding(kind, names) if names else None

    def _condition_names(
        self, parts: Sequence[Sequence[QuestionToken]], question: str, named: Sequence[TopicEntity]
    ) -> list[ConditionName]:
        """The things of a list: names, or words without any name among them; none where a part has both.

        Words that ask for something or leave a choice name nothing: "through which firm".
        """
        found = []
        barring = {*self.table["words"]["asking"], *self.table["words"]["or"]}
        for listed in parts:
            part = self._without_article(listed)
            names = [token.name for token in part if token.name is not None]
            if not part or (names and len(part) > 1) or any(token.text in barring for token in part):
                return []
            iri = named[names[0]].iri if names else None
            found.append(ConditionName(text=question[part[0].start : part[-1].end], iri=iri))
        return found

    def _listed(self, phrase: Sequence[QuestionToken], links: Sequence[str]) -> list[Sequence[QuestionToken]]:
        """The parts of a phrase with a pause or a word of these lists between; none where one would be empty."""
        linking = {word for name in links for word in self.table["words"][name]}
        parts: list[list[QuestionToken]] = [[]]
        last = ""
        for token in phrase:
            if token.name is None and (token.text == PAUSE or token.text in linking):
                parts += [] if last == PAUSE and token.text != PAUSE else [[]]
            else:
                parts[-1].append(token)
            last = token.text
        return list(parts) if all(parts) else []

    def _without_article(self, part: Sequence[QuestionToken]) -> Sequence[QuestionToken]:
        is_begun = part[0].name is None and part[0].text in self.table["words"]["article"]
        return part[1:] if is_begun else part

    def _bare(self, tokens: Sequence[QuestionToken]) -> Sequence[QuestionToken]:
        """The tokens without polite words before and after."""
        bare, last = [*tokens], 0
        while len(bare) != last:
            last = len(bare)
            bare = bare[longest_phrase_end(self.table["words"]["opening"], bare, 0) :]
            for phrase in self.table["words"]["closing"]:
                size = len(phrase.split())
                if len(bare) > size and phrase_end(phrase, bare, len(bare) - size) is not None:
                    bare = bare[:-size]
            while bare and bare[0].text == PAUSE:
                bare = bare[1:]
            while bare and bare[-1].text == PAUSE:
                bare = bare[:-1]
        return bare

    def _framed(
        self, tokens: Sequence[QuestionToken], conditions: _Conditions, named: Sequence[TopicEntity]
    ) -> ConnectionQuestion | None:
        for form in get_args(ConnectionForm):
            for frame in self.table["frames"][form]:
                match = self._matcher.whole(frame, tokens)
                between = tuple(dict.fromkeys(named[name].iri for name in match.names)) if match else ()
                if len(between) > 1 and _is_possible(form, between, conditions.fields):
                    return ConnectionQuestion(between=between, form=form, **conditions.fields)
        return None


def _inside(match: FrameMatch, tokens: Sequence[QuestionToken]) -> range:
    """The places of the phrase that a condition is about, but for the first."""
    phrase = match.slots[0] if match.slots else ()
    begin = tokens.index(phrase[0]) if phrase else 0
    return range(begin + 1, begin + len(phrase))


def _is_possible(form: str, between: Sequence[str], conditions: Mapping[str, Any]) -> bool:
    """Whether the conditions can be held against what is asked: nothing is shared in fewer steps than others."""
    named = (item.iri for kind in ("through", "avoided") for item in conditions.get(kind, ()))
    of_paths_alone = conditions.keys() & {"within", "shortest"}
    return not set(between).intersection(named) and (form == "joined" or not of_paths_alone)
