"""Plainer questions inside of a question: parts of it with words between them, composed on their own."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TypeVar

from pog_agent.language.english import english_pattern
from pog_agent.models import Reading, SpanReading, TopicEntity
from pog_agent.models.class_topics import ClassMention, TextMention
from pog_agent.models.query_draft import QueryDraft
from pog_agent.models.reading import SpanRole
from pog_agent.reading.composing.scan import question_words
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.words import FUNCTION_WORDS

Compose = Callable[[str, Sequence[TopicEntity], QueryVocabulary], QueryDraft]
Mention = TypeVar("Mention", ClassMention, TextMention)
Span = tuple[int, int]
"""Characters of a question, from the first to the one behind the last."""


@dataclass(frozen=True)
class WholeQuestion:
    """A question with its topics, what it names of a graph, and what composes plain questions."""

    text: str
    topics: Sequence[TopicEntity]
    vocabulary: QueryVocabulary
    compose: Compose

    def draft(self, *parts: str | Span) -> QueryDraft:
        """What is composed for a plainer question, with the reading of the words that are of this question."""
        texts = [part if isinstance(part, str) else self.text[part[0] : part[1]] for part in parts]
        starts = [0, *accumulate(map(len, texts))]
        kept = [(part, start) for part, start in zip(parts, starts, strict=False) if not isinstance(part, str)]
        vocabulary = replace(
            self.vocabulary,
            classes=tuple(moved for item in self.vocabulary.classes for moved in _moved(item, kept)),
            texts=tuple(moved for item in self.vocabulary.texts for moved in _moved(item, kept)),
        )
        found = self.compose("".join(texts), self.topics, vocabulary)
        return found.model_copy(update={"reading": _moved_reading(found.reading, kept)})

    def class_at(self, span: Span) -> ClassMention | None:
        """The class that the words of a span name, with or without an article before them."""
        return next((item for item in self.named_classes() if self._is_all_of(item, span)), None)

    def named_classes(self) -> list[ClassMention]:
        """The classes that words of the question name, other than "who" and "where"."""
        return [item for item in self.vocabulary.classes if item.how != "question_word"]

    def span(self, place: Span, role: SpanRole, meaning: str) -> SpanReading:
        """What the words of a place became."""
        start, end = place
        return SpanReading(text=self.text[start:end], start=start, end=end, role=role, meaning=meaning)

    def topic_span(self, place: tuple[int, int, int]) -> SpanReading:
        """The name at a place of `name_places`, which is that of a topic."""
        start, end, number = place
        return self.span((start, end), "topic", self.topics[number].label)

    def _is_all_of(self, item: ClassMention, span: Span) -> bool:
        start, end = span
        is_there = start <= item.start and item.end <= end and not self.text[item.end : end].strip()
        return is_there and bool(
            english_pattern("words", "article_or_none").fullmatch(self.text[start : item.start])
        )


def operation_spans(question: WholeQuestion, reading: Reading, meaning: str) -> tuple[SpanReading, ...]:
    """The words that say something and that a reading does not account for: they ask for an operation."""
    asking = {word for item in reading.elements for word in item.asked_by.lower().split()}
    found = []
    for word in question_words(question.text):
        is_read = any(span.start < word.end and word.start < span.end for span in reading.spans)
        if not is_read and word.text not in asking | FUNCTION_WORDS:
            text = question.text[word.start : word.end]
            found.append(SpanReading(text=text, start=word.start, end=word.end, role="operation", meaning=meaning))
    return tuple(found)


def _moved(item: Mention, kept: Sequence[tuple[Span, int]]) -> Iterator[Mention]:
    """A name in the question at its place in each part that has it."""
    for part, at in kept:
        if part[0] <= item.start and item.end <= part[1]:
            by = at - part[0]
            yield item.model_copy(update={"start": item.start + by, "end": item.end + by})


def _moved_reading(reading: Reading, kept: Sequence[tuple[Span, int]]) -> Reading:
    """A reading of the plainer question, with its places in the whole one; words that were put in are left out."""
    spans = []
    for span in reading.spans:
        for part, at in kept:
            start, end = max(span.start, at), min(span.end, at + part[1] - part[0])
            if start < end:
                by = part[0] - at
                spans.append(span.model_copy(update={"start": start + by, "end": end + by}))
    return reading.model_copy(update={"spans": tuple(spans)})
