"""What an answer takes words of the question to mean without being sure, so that the page can ask."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pog_agent.answering.reply import shown_line
from pog_agent.models import Answer, Paraphrase, SpanReading

ROLES = ("relation", "class")


@dataclass(frozen=True)
class WordDoubt:
    """Words of the question, and the name of the relation or class that they were taken for."""

    words: str
    meaning: str

    @property
    def paraphrase(self) -> str:
        """What is sent with the question where somebody says yes, as JSON."""
        return Paraphrase(words=self.words, others=(self.meaning,)).model_dump_json()


def doubts_of(answer: Answer) -> list[WordDoubt]:
    """The words of a partial answer that may mean something else than they were taken for."""
    if answer.status != "partial":
        return []
    vague = [
        WordDoubt(shown_line(span.text), shown_line(span.meaning))
        for span in answer.reading.spans
        if span.role in ROLES and span.meaning and _is_vague(span)
    ]
    return list(dict.fromkeys([*vague, *_unsaid(answer)]))


def _is_vague(span: SpanReading) -> bool:
    from pog_agent.reading.alignment import LEAST_CERTAIN  # noqa: PLC0415 (numpy: the agent has imported it)
    from pog_agent.reading.stems import begins_alike  # noqa: PLC0415

    return span.likeness < LEAST_CERTAIN and not begins_alike(span.text.casefold().split(), [span.meaning])


def _unsaid(answer: Answer) -> Iterator[WordDoubt]:
    """The only words that nothing stands for, where the answer has one relation that no word asks for."""
    relations = {item.text for item in answer.reading.elements if item.role == "relation" and not item.asked_by}
    unread = [*_joined([span for span in answer.reading.spans if span.role == "unread"], answer.question)]
    if len(relations) == len(unread) == 1:
        yield WordDoubt(shown_line(unread[0]), shown_line(relations.pop()))


def _joined(spans: Sequence[SpanReading], question: str) -> Iterator[str]:
    """Texts of spans, one for those that only blanks part."""
    begin = 0
    for number, span in enumerate(spans):
        following = spans[number + 1] if number + 1 < len(spans) else None
        if following is None or question[span.end : following.start].strip():
            yield question[spans[begin].start : span.end]
            begin = number + 1
