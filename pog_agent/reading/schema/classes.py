"""Classes of the schema summary that a question speaks of."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from pog_agent.kg.schema.classes import upward_closure
from pog_agent.kg.schema.summary import PSEUDO_CLASSES, SchemaClass, SchemaSummary
from pog_agent.language.english import english_pattern
from pog_agent.models import TopicEntity
from pog_agent.models.class_topics import ClassMention
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.answer_type import answers_who_or_where
from pog_agent.reading.question_words import FILLERS, QuestionWords, name_places
from pog_agent.reading.schema.matching import NameMatch, NameMatcher
from pog_agent.reading.schema.names import Token, name_forms, stems_of, tokens_of
from pog_agent.reading.wording import Wording, final_verb, read_wording
from pog_agent.terms import Term

MOST_HINTED: Final = 5
"""So many classes, those with the most instances, are hinted at by "who" or "where"."""
HINTED: Final = 0.3
_WHO_OR_WHERE: Final = {"person": "who", "place": "where"}


class ClassLinker:
    """Finds the classes of one schema summary in questions. It looks at names alone, never at instances."""

    def __init__(self, summary: SchemaSummary, encoder: Encoder, languages: Sequence[str] = ("en",)) -> None:
        self._classes = {item.iri: item for item in summary.classes if item.iri not in PSEUDO_CLASSES}
        self._relations = summary.relations
        self._encoder = encoder
        self._languages = tuple(languages)
        self._above = upward_closure(self._classes, {item.iri: item.superclasses for item in summary.classes})
        forms = [form for item in self._classes.values() for form in name_forms(item, self._languages)]
        self._matcher = NameMatcher(forms, encoder, self._is_under)

    def link(self, question: str, topics: Sequence[TopicEntity] = ()) -> tuple[ClassMention, ...]:
        """The classes that a question names, the one that is asked for first, then the surest; hints come last.

        Nothing is found in the names of `topics`, linked entities, unless these are classes or optional. Words are
        a class by likeness only where they name no relation. "Who" and "where" hint at classes of people and
        places if the question asks for an instance of no class that it names.
        """
        entities = [topic for topic in topics if topic.iri not in self._classes]
        wording = read_wording(question, entities)
        tokens = tokens_of(question, ((start, end) for start, end, _ in name_places(question, entities)))
        taken: set[int] = set()
        spelled = [*self._matcher.same_words(tokens, taken), *self._matcher.heads(tokens, taken)]
        verb = final_verb(question)
        found = [item for item in spelled if not _is_verb(item, tokens[item.last - 1], verb)]
        idle = self._relation_stems | {stem for word in (*FILLERS, *wording.cue) for stem in stems_of((word,))}
        leading = {item.first: item.iri for item in found if item.last - item.first == 1}
        alike = list(self._matcher.alike(tokens, taken, idle, leading))
        covered = {place for item in alike for place in range(item.first, item.last)}
        found = [*(item for item in found if item.first not in covered), *alike]
        asked = _asked(tokens, found, QuestionWords(question, entities, wording))
        mentions = [self._mention(question, tokens, item, is_asked=item.first == asked) for item in found]
        ranked = sorted(mentions, key=lambda item: (not item.asked, -item.score, item.start, item.iri))
        return (*ranked, *(() if asked is not None else self._hints(question, wording)))

    @cached_property
    def _relation_stems(self) -> frozenset[str]:
        forms = (form for item in self._relations for form in name_forms(item, self._languages))
        return frozenset(stem for form in forms for stem in form.stems)

    def _is_under(self, one: Term, other: Term) -> bool:
        return other in self._above[one]

    def _mention(self, question: str, tokens: Sequence[Token], match: NameMatch, is_asked: bool) -> ClassMention:
        start, end = tokens[match.first].start, tokens[match.last - 1].end
        return ClassMention(
            text=question[start:end],
            start=start,
            end=end,
            iri=match.iri,
            label=self._label(self._classes[match.iri]),
            score=round(match.score, 3),
            how=match.how,
            asked=is_asked,
        )

    def _label(self, item: SchemaClass) -> str:
        return item.shown(self._languages)

    def _hints(self, question: str, wording: Wording) -> tuple[ClassMention, ...]:
        """The widest classes whose instances answer to "who" or "where"."""
        asked = _WHO_OR_WHERE.get(wording.targets[0]) if len(wording.targets) == 1 else None
        word = english_pattern("asking", asked).search(question) if asked else None
        if word is None:
            return ()
        named = [item for item in self._classes.values() if not item.mediator]
        fit = {
            item.iri: item
            for item in named
            if answers_who_or_where(wording.targets, [self._label(item).casefold()], self._encoder)
        }
        widest = [item for iri, item in fit.items() if not (self._above[iri] - {iri}) & fit.keys()]
        largest = sorted(widest, key=lambda item: (-item.instances, item.iri))[:MOST_HINTED]
        return tuple(
            ClassMention(
                text=word.group(),
                start=word.start(),
                end=word.end(),
                iri=item.iri,
                label=self._label(item),
                score=HINTED,
                how="question_word",
            )
            for item in largest
        )


def _is_verb(match: NameMatch, token: Token, verb: tuple[int, int] | None) -> bool:
    """Whether a match is no noun: who painted something, or what somebody did paint, is asked for no painting."""
    return (match.how == "stem" and token.text.endswith("ed")) or (token.start, token.end) == verb


def _asked(tokens: Sequence[Token], found: Sequence[NameMatch], words: QuestionWords) -> int | None:
    """The first token of the match at the word that the question asks for, or in the phrase around it."""
    for rows in (words.targets[:1], words.targets[-1:]):
        starts = {words.content[row].start for run in rows for row in run}
        inside = [
            item.first
            for item in found
            if any(
                token.start <= start < token.end for token in tokens[item.first : item.last] for start in starts
            )
        ]
        if inside:
            return min(inside)
    return None
