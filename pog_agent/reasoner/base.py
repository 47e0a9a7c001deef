"""The Reasoner seam: one typed method per LLM step of the paper.

Candidates are shown with numbers and chosen by number, so that a reasoner can neither invent nor misspell a
path. Every method returns a `Reply` and never raises for a bad model reply: it falls back as its docstring
says and adds a warning. Only `ModelUnavailableError` passes through.
"""

from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from pydantic import Field

from pog_agent.models import AnswerKind, PatternKey, QuestionAnalysis, StepUsage, Supplement, TopicEntity, Value

T = TypeVar("T")

NodeKind = Literal["topic", "entity", "literal", "mediator"]
Style = Literal["io", "cot"]
Operation = Literal["none", "count", "exists", "latest", "earliest", "largest", "smallest"]


@dataclass(frozen=True)
class Reply(Generic[T]):
    """What a step yields: its value, what it used, and what went wrong on the way."""

    value: T
    usage: StepUsage
    warnings: tuple[str, ...] = ()


class ShownNode(Value):
    """The entities a pattern has at one position: the first few labels, their classes, how many there are."""

    labels: tuple[str, ...]
    total: int
    kind: NodeKind
    types: tuple[str, ...] = ()


class ShownPath(Value):
    """A path pattern as a reasoner sees it.

    `nodes` has one more item than `relations` (labels) and `forward` (walked along the arrow or against it).
    `text` shows it all in one line with position numbers; `facts` are example triples of the pattern as text.
    `key` tells code which pattern it is; no model sees it.
    """

    number: int
    text: str
    nodes: tuple[ShownNode, ...]
    relations: tuple[str, ...]
    forward: tuple[bool, ...]
    score: float = 0.0
    facts: tuple[str, ...] = ()
    key: PatternKey | None = None


class QuestionContext(Value):
    """The question and what is known of it by now."""

    question: str
    topics: tuple[TopicEntity, ...] = ()
    analysis: QuestionAnalysis | None = None
    language: str = "en"

    @property
    def indicator(self) -> str:
        """The indicator's text, the question where there is none."""
        found = self.analysis.indicator if self.analysis else None
        return found.text if found else self.question

    @property
    def split_questions(self) -> tuple[str, ...]:
        """The split questions, the question itself where there are none."""
        return (self.analysis.split_questions if self.analysis else ()) or (self.question,)


class Summary(Value):
    """The condensed evidence: a chain of thought in words, and per path number the facts it rests on."""

    chain: str = ""
    facts: dict[int, tuple[int, ...]] = Field(default_factory=dict)


class SplitVerdict(Value):
    """Whether the paths with these numbers answer one split question."""

    covered: bool
    paths: tuple[int, ...] = ()


class Sufficiency(Value):
    """The judgement per split question, in their order, and for the main question."""

    sufficient: bool
    splits: tuple[SplitVerdict, ...] = ()
    reason: str = ""


class Citation(Value):
    """The answer stands at this position of the path with this number."""

    path: int
    position: int


class AnswerDraft(Value):
    """An answer in terms of numbered paths, before it is computed and verified by code.

    The answers are what stands at the cited positions (`only` restricts them to these labels). Citations of
    paths from different topics are intersected, of the same topics united. `operation` computes a count, an
    existence or an extreme; for the latter `key_position` names where on the first cited path the dates or
    numbers to compare stand. `own_answer` is the model's own knowledge, nothing of which is in the graph;
    `more_own_answers` follow it where there are several.
    """

    kind: AnswerKind = "entities"
    citations: tuple[Citation, ...] = ()
    only: tuple[str, ...] = ()
    operation: Operation = "none"
    key_position: int | None = None
    own_answer: str | None = None
    more_own_answers: tuple[str, ...] = ()
    reason: str = ""


class ShownRelation(Value):
    """A relation that leaves an entity, in words, along its arrow (`forward`) or against it."""

    number: int
    text: str
    forward: bool


class ShownEntity(Value):
    """An entity or value that a relation leads to; `text` says for an unnamed one what it joins."""

    number: int
    text: str
    node: ShownNode


class Scored(Value):
    """A numbered candidate and how much it helps to answer the question, from 0 to 1."""

    number: int
    score: float


class DirectAnswer(Value):
    """What a model answers without any graph: texts, and its line of thought."""

    answers: tuple[str, ...] = ()
    reason: str = ""


class Reasoner(Protocol):
    """Everything the pipeline asks of a language model, or of what stands in for one."""

    @property
    def name(self) -> str:
        """What to call it in reports."""
        ...

    async def recognize_topics(self, question: str, spotted: tuple[str, ...]) -> Reply[tuple[str, ...]]:
        """Mentions of entities in the question. Falls back to `spotted`, the graph's labels found in it."""
        ...

    async def analyze_question(
        self, question: str, topics: tuple[TopicEntity, ...], d_max: int
    ) -> Reply[QuestionAnalysis]:
        """Split questions, indicator, topic order, D_predict. Falls back to the question, no indicator, 1."""
        ...

    async def select_paths(
        self, context: QuestionContext, paths: tuple[ShownPath, ...], width: int
    ) -> Reply[tuple[int, ...]]:
        """Numbers of the best `width` paths, best first. Falls back to the order given."""
        ...

    async def summarize_paths(self, context: QuestionContext, paths: tuple[ShownPath, ...]) -> Reply[Summary]:
        """The facts that matter and a chain of thought over them. Falls back to an empty summary."""
        ...

    async def judge_sufficiency(
        self, context: QuestionContext, paths: tuple[ShownPath, ...], summary: Summary
    ) -> Reply[Sufficiency]:
        """Whether the paths answer each split question and the question. Falls back to insufficient."""
        ...

    async def predict_supplements(
        self, context: QuestionContext, paths: tuple[ShownPath, ...], count: int
    ) -> Reply[tuple[Supplement, ...]]:
        """Predicted answers or bridging entities, each with an indicator. Falls back to none."""
        ...

    async def answer(
        self, context: QuestionContext, paths: tuple[ShownPath, ...], summary: Summary, final: bool
    ) -> Reply[AnswerDraft]:
        """The answer by citation. `final`: the paths did not suffice, own knowledge may join in, labelled.

        Falls back to no answer.
        """
        ...

    async def answer_directly(
        self, context: QuestionContext, style: Style, sampled: bool = False
    ) -> Reply[DirectAnswer]:
        """The answer from own knowledge alone: at once (`io`) or after a chain of thought (`cot`).

        `sampled` asks at the temperature of exploring, so that chains differ. Falls back to no answer.
        """
        ...

    async def score_relations(
        self, context: QuestionContext, walked: str, relations: tuple[ShownRelation, ...], width: int
    ) -> Reply[tuple[Scored, ...]]:
        """The best `width` relations out of the last entity of the path `walked`, best first (ToG).

        Falls back to the order given, all alike.
        """
        ...

    async def score_entities(
        self, context: QuestionContext, walked: str, entities: tuple[ShownEntity, ...]
    ) -> Reply[tuple[Scored, ...]]:
        """The entities that help, best first; `walked` ends in the relation that leads to them (ToG).

        Falls back to all of them in the order given, all alike.
        """
        ...
