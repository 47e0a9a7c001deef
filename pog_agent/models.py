"""Values that travel between layers and out to the user: patterns, topics, answers."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

AnswerKind = Literal["entities", "literal", "count", "boolean"]
Status = Literal["supported", "partial", "parametric", "abstained"]
Evidence = Literal["kg_only", "llm_inspired_kg", "kg_inspired_llm", "documents", "kg_and_documents"]
Phase = Literal["topic", "supplement", "expand", "final"]


class Value(BaseModel):
    """Base of the immutable values: hashable, compared by content, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Step(Value):
    """One step of a path pattern: a relation walked along (`forward`) or against its direction."""

    relation: str
    forward: bool


class Anchor(Value):
    """An entity that every path of a pattern has at this position (0 is the start)."""

    entity: str
    position: int


class PatternKey(Value):
    """The identity of a path pattern: its steps in order and the topic entities at fixed positions.

    The first anchor is at position 0. A pattern whose last position has an anchor joins its topics,
    otherwise it is open: it ends in whatever its steps reach.

    A beam search on single entities follows one path: then `nodes` has all its nodes, or all but the last, whose
    place is taken by everything that the last step reaches from there.
    """

    anchors: tuple[Anchor, ...]
    steps: tuple[Step, ...]
    nodes: tuple[str, ...] = ()

    @cached_property
    def fixed(self) -> dict[int, str]:
        """Anchored positions and the entity that stands there."""
        return {anchor.position: anchor.entity for anchor in self.anchors}

    @property
    def length(self) -> int:
        """Number of steps."""
        return len(self.steps)

    @property
    def is_open(self) -> bool:
        """Whether the end of the pattern is free."""
        return self.length not in self.fixed

    @property
    def topics(self) -> frozenset[str]:
        """The entities the pattern runs through by definition."""
        return frozenset(self.fixed.values())

    def prefix(self, position: int) -> "PatternKey":
        """The pattern cut after `position` steps."""
        return PatternKey(
            anchors=tuple(anchor for anchor in self.anchors if anchor.position <= position),
            steps=self.steps[:position],
            nodes=self.nodes[: position + 1],
        )


class PatternRef(Value):
    """A candidate in the state of a run: its key, its score from the last ranking, its display text."""

    key: PatternKey
    score: float = 0.0
    text: str = ""


class TopicEntity(Value):
    """An entity of the graph that the question mentions.

    An `optional` topic (a weak link, or a class such as "country") may be left off a path.
    """

    iri: str
    label: str
    mention: str = ""
    score: float = 1.0
    optional: bool = False


class IndicatorNode(Value):
    """A stop of the thinking indicator: a topic entity, the answer, or something unknown between them."""

    text: str
    kind: Literal["topic", "answer", "unknown"]


class Indicator(Value):
    """The thinking indicator of the paper (section 4.1) as a chain: node, relation, node, ...

    `relations` has one phrase between each two neighbouring `nodes`.
    """

    nodes: tuple[IndicatorNode, ...]
    relations: tuple[str, ...]

    @property
    def text(self) -> str:
        """The chain as one line, the way path candidates are embedded against it."""
        parts: list[str] = []
        for index, node in enumerate(self.nodes):
            parts.append(f"answer({node.text})" if node.kind == "answer" else node.text)
            parts.extend(self.relations[index : index + 1])
        return " - ".join(parts)

    @property
    def predicted_depth(self) -> int:
        """D_predict: the largest number of relations between the answer and any topic; 1 if undefined."""
        answers = [index for index, node in enumerate(self.nodes) if node.kind == "answer"]
        topics = [index for index, node in enumerate(self.nodes) if node.kind == "topic"]
        gaps = [min(abs(topic - answer) for answer in answers) for topic in topics if answers]
        return max(gaps, default=1) or 1

    @property
    def answer_slot(self) -> int | None:
        """How many topics stand before the answer; None without an answer in the chain."""
        for index, node in enumerate(self.nodes):
            if node.kind == "answer":
                return sum(other.kind == "topic" for other in self.nodes[:index])
        return None


class QuestionAnalysis(Value):
    """What question analysis yields (paper section 4.1).

    `order` lists topic IRIs the way the indicator runs through them. `indicator` is None when the reasoner
    gave none that is valid; then the question itself steers the ranking. `optional` are topics that were linked
    but need not be meant: words of the question that happen to be names.
    """

    split_questions: tuple[str, ...]
    indicator: Indicator | None = None
    order: tuple[str, ...] = ()
    predicted_depth: int = 1
    optional: tuple[str, ...] = ()


class Supplement(Value):
    """A predicted entity and the indicator that leads to it (paper section 4.2, second phase)."""

    prediction: str
    indicator: str
    iri: str | None = None
    score: float = 0.0


class AnswerItem(Value):
    """One answer: an entity (`iri`) or a value (`value`), with the label to show."""

    iri: str | None = None
    value: str | None = None
    label: str = ""


class CitedPath(Value):
    """A path the answer stands on: display text, and the triples in the direction the graph has them."""

    text: str
    triples: tuple[tuple[str, str, str], ...]


class StepUsage(Value):
    """What the calls of one LLM step have used."""

    step: str
    llm_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


class Usage(Value):
    """Totals of a run, and the same per LLM step."""

    llm_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    by_step: dict[str, StepUsage] = Field(default_factory=dict)

    @classmethod
    def total(cls, parts: Iterable[StepUsage]) -> "Usage":
        """Adds up the uses of all steps."""
        by_step: dict[str, StepUsage] = {}
        for part in parts:
            old = by_step.get(part.step, StepUsage(step=part.step))
            by_step[part.step] = StepUsage(
                step=part.step,
                llm_calls=old.llm_calls + part.llm_calls,
                prompt_tokens=old.prompt_tokens + part.prompt_tokens,
                completion_tokens=old.completion_tokens + part.completion_tokens,
            )
        rows = by_step.values()
        return cls(
            llm_calls=sum(row.llm_calls for row in rows),
            prompt_tokens=sum(row.prompt_tokens for row in rows),
            completion_tokens=sum(row.completion_tokens for row in rows),
            by_step=by_step,
        )


class GraphSize(Value):
    """Size of a subgraph; literals count as neither entities nor relations but their triples count."""

    entities: int = 0
    triples: int = 0
    clustered_edges: int = 0


class Fetched(Value):
    """What was asked of an endpoint for edges: queries, rows of the responses, and seconds of waiting for them."""

    queries: int = 0
    rows: int = 0
    seconds: float = 0.0


class SubgraphSizes(Value):
    """The question subgraph as detected, after reduction, and what of it lies on paths of the first round.

    `on_paths` is None where the search was cut or the graph is too large to tell; `fetched` where the graph is
    held locally.
    """

    detected: GraphSize = GraphSize()
    reduced: GraphSize = GraphSize()
    on_paths: GraphSize | None = None
    fetched: Fetched | None = None


class Answer(Value):
    """The result of a run, with everything it stands on.

    `evidence` is None when the system abstained, and for an answer in which nothing of the graph took part.
    `seconds` is per node, `candidates` counts the path patterns each node left.
    """

    question: str
    kind: AnswerKind = "entities"
    answers: tuple[AnswerItem, ...] = ()
    status: Status = "abstained"
    evidence: Evidence | None = None
    phase: Phase | None = None
    depth: int | None = None
    reason: str = ""
    paths: tuple[CitedPath, ...] = ()
    topic_entities: tuple[TopicEntity, ...] = ()
    subgraph: SubgraphSizes = SubgraphSizes()
    candidates: dict[str, int] = Field(default_factory=dict)
    usage: Usage = Usage()
    seconds: dict[str, float] = Field(default_factory=dict)
    truncated: bool = False
    warnings: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The answer as a sentence fragment for a chat: labels, or why there is none."""
        if self.answers:
            return ", ".join(item.label for item in self.answers)
        return self.reason or "The knowledge graph does not answer this question."

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object: an answer has `iri` or `value`, never both."""
        record = self.model_dump(mode="json")
        record["answers"] = [item.model_dump(exclude_none=True) for item in self.answers]
        return record
