"""The result of a run, with everything it stands on."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any, Literal

from pydantic import Field, model_validator

from pog_agent.errors import SettingError
from pog_agent.models.abstention import Abstention
from pog_agent.models.findings.finding import Finding
from pog_agent.models.passages import CitedPassage
from pog_agent.models.qualifiers import Qualifier
from pog_agent.models.query import Query
from pog_agent.models.query_draft import ChosenReading
from pog_agent.models.question import TopicEntity
from pog_agent.models.reading import Reading
from pog_agent.models.usage import SubgraphSizes, Usage
from pog_agent.models.value import Value

AnswerKind = Literal["entities", "literal", "count", "boolean", "profile", "paths"]
Status = Literal["supported", "partial", "parametric", "abstained"]
Evidence = Literal["kg_only", "llm_inspired_kg", "kg_inspired_llm", "documents", "kg_and_documents"]
Verdict = Literal["true", "false", "not enough"]
Basis = Literal["proven", "agreed", "confirmed"]
"""What a supported answer rests on: nothing speaks against it; another way to it settled what did, or a model."""
Phase = Literal["topic", "supplement", "expand", "final"]
AnsweredIn = Phase | Literal["composed"]
"""The phase that a search ended in, or that a composed query answered before any search."""

MOST_ALTERNATIVES = 3
LEADING_STATEMENTS = 3
"""So many statements of a computed answer stand before its paths, the others behind them."""


class AnswerItem(Value):
    """One answer: an entity (`iri`) or a value (`value`), with the label to show.

    `unit` is what a number is in, as far as it is known. In a profile, `relation` says in words what it is to the
    topic; with ``<-`` in front, what the topic is to it.
    """

    iri: str | None = None
    value: str | None = None
    label: str = ""
    relation: str | None = None
    unit: str | None = None

    @property
    def shown(self) -> str:
        """The label, with the unit of a number."""
        return f"{self.label} {self.unit}" if self.unit else self.label


class Alternative(Value):
    """Another reading of the question: its answers, how they are reached in words, and its confidence (0 to 1).

    `path` names the relations, such as ``director / place of birth``, or says the reading as a question ("what is
    the director of Titanic?"); it is empty where there are none to name.
    `query` says the reading, None where no query can: then the question cannot be asked by it.
    """

    answers: tuple[AnswerItem, ...]
    path: str = ""
    confidence: float = Field(ge=0, le=1)
    query: Query | None = None


class CitedPath(Value):
    """A path the answer stands on: display text, and the triples in the direction the graph has them.

    `graphs` names the source graph of each triple, None where the store keeps none; it is empty where the store
    keeps none at all. `qualifiers` are what else the facts on the path state, the first few of each fact.
    `sources` say where each triple of a graph from documents was read; it is empty where the graph does not tell.
    """

    kind: Literal["path"] = Field("path", exclude=True)
    text: str
    triples: tuple[tuple[str, str, str], ...]
    graphs: tuple[str | None, ...] = ()
    qualifiers: tuple[Qualifier, ...] = ()
    sources: tuple[tuple[str, ...], ...] = ()


class CitedComputation(Value):
    """What a computed answer stands on: a statement in words, and the triples that show it.

    A statement of how many things were looked through or compared may have no triples.
    """

    kind: Literal["computation"] = Field("computation", exclude=True)
    text: str
    triples: tuple[tuple[str, str, str], ...] = ()


CitedEvidence = CitedPath | CitedComputation | CitedPassage
"""What an answer stands on. Each kind of evidence has a class of its own, told apart by `kind`."""
AnswerRow = tuple[AnswerItem | None, ...]
"""The cells of a row of a table, None where one is empty."""


class Answer(Value):
    """The result of a run, with everything it stands on.

    `asked` is what was said in a conversation, where it was read as `question`; it is empty otherwise, and
    `among` are the things that the question is limited to then, by label. `evidence` is None when the system
    abstained, and for an answer in which nothing of the graph took part. `abstention` says why the system
    abstained, None where it did not; `reason` is the reasoner's own word. `reading` tells what each word of
    the question became. `seconds` is per node, `candidates` counts the path patterns each node left.
    `confidence` is the estimated probability that the answer is right, from 0 to 1; it is None without an
    answer, and where the system estimates none. `alternatives` are other readings of the question, the best
    first; `by_reading` names the one that the question was asked by, empty where it was asked by none. `query`
    yields the answer over the whole graph, and `sparql` is its SPARQL; where an answer was read
    from the graph and no query yields it, `query_lacks` says why. `paths`, `computations` and `passages` are
    what the answer stands on; of the kind `paths` these are the answer, and `answers` what lies between the
    entities, or what they share, with its relation where it is the same. An answer of several columns is a table:
    it has the names of its `columns`, its `rows` have a cell for each of them, and `answers` are the first column.
    `verdict` is that of a claim: "true" or "false" where the answer is supported, else "not enough"; it is None
    for a question. `findings` are why the answer is not supported, each with the id of its check, or what refuted
    one that is not given; `warnings` tell the former, too, and what else a reader must know. `settled` are those
    that spoke against it until something settled them, and `basis` is what a supported answer rests on by that.
    `graph_failed` says that an endpoint failed on the way: a warning or the abstention says at what.
    """

    question: str
    asked: str = ""
    by_reading: str = ""
    among: tuple[str, ...] = ()
    kind: AnswerKind = "entities"
    verdict: Verdict | None = None
    answers: tuple[AnswerItem, ...] = ()
    status: Status = "abstained"
    evidence: Evidence | None = None
    phase: AnsweredIn | None = None
    depth: int | None = None
    reason: str = ""
    abstention: Abstention | None = None
    columns: tuple[str, ...] = ()
    rows: tuple[AnswerRow, ...] = ()
    paths: tuple[CitedPath, ...] = ()
    computations: tuple[CitedComputation, ...] = ()
    passages: tuple[CitedPassage, ...] = ()
    reading: Reading = Reading()
    topic_entities: tuple[TopicEntity, ...] = ()
    subgraph: SubgraphSizes = SubgraphSizes()
    candidates: dict[str, int] = Field(default_factory=dict)
    usage: Usage = Usage()
    seconds: dict[str, float] = Field(default_factory=dict)
    truncated: bool = False
    graph_failed: bool = False
    findings: tuple[Finding, ...] = ()
    settled: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()
    confidence: float | None = Field(None, ge=0, le=1)
    alternatives: tuple[Alternative, ...] = Field((), max_length=MOST_ALTERNATIVES)
    sparql: str | None = None
    query: Query | None = None
    query_lacks: str = ""

    @model_validator(mode="before")
    @classmethod
    def _without_derived(cls, given: Any) -> Any:
        """The JSON of an answer is read back without what it derives from other fields."""
        if isinstance(given, Mapping) and "basis" in given:
            return {name: value for name, value in given.items() if name != "basis"}
        return given

    @property
    def basis(self) -> Basis | None:
        """What a supported answer rests on, the weakest part of it; None for any other answer."""
        if self.status != "supported":
            return None
        ways = {item.settled_by for item in self.settled}
        return "confirmed" if "model" in ways else "agreed" if ways else "proven"

    @property
    def cited(self) -> tuple[CitedEvidence, ...]:
        """Everything the answer stands on, what tells most first: views show the beginning.

        That are paths where these are the answer, else what was computed, and then the paths.
        """
        first = 0 if self.kind == "paths" else LEADING_STATEMENTS
        return (*self.computations[:first], *self.paths, *self.computations[first:], *self.passages)

    @property
    def cited_triples(self) -> tuple[tuple[str, str, str], ...]:
        """The triples of the graph that the answer stands on."""
        cited: tuple[CitedPath | CitedComputation, ...] = (*self.paths, *self.computations)
        return tuple(triple for item in cited for triple in item.triples)

    @property
    def table(self) -> tuple[AnswerRow, ...]:
        """The rows of any answer: those of a table, else one row of one cell for each answer."""
        return self.rows if self.columns else tuple((item,) for item in self.answers)

    def other_reading(self, number: int) -> ChosenReading:
        """The other reading of a number from 1 on, to ask the question by.

        Raises `SettingError` where there is none of this number, or none that can be asked by.
        """
        if not 1 <= number <= len(self.alternatives):
            raise SettingError(f"there is no other reading {number}: the answer has {len(self.alternatives)}")
        chosen = self.alternatives[number - 1]
        if chosen.query is None or self.verdict is not None:
            raise SettingError(f"the question cannot be asked by reading {number}: no query says it")
        return ChosenReading(
            question=self.question,
            query=chosen.query,
            confidence=chosen.confidence,
            words=chosen.path,
            topics=self.topic_entities,
        )

    @property
    def profile_lines(self) -> list[str]:
        """A profile as one text for each relation, with all that it leads to; empty for other answers."""
        grouped = groupby((item for item in self.answers if item.relation), key=lambda item: item.relation)
        return [f"{relation}: {', '.join(item.shown for item in items)}" for relation, items in grouped]

    @property
    def text(self) -> str:
        """The answer as a sentence fragment for a chat: a verdict, labels, or why there is none."""
        if self.verdict == "not enough":
            why = self.abstention.message if self.abstention is not None else self.reason
            return f"{self.verdict}: {why}" if why else self.verdict
        if self.kind == "profile" and self.answers:
            names = [topic.label for topic in self.topic_entities if not topic.optional]
            return " - ".join([*names[:1], "; ".join(self.profile_lines)])
        if self.kind == "paths" and self.cited:
            return "; ".join(item.text for item in self.cited)
        if self.rows:
            return "; ".join(", ".join(item.shown if item else "-" for item in row) for row in self.rows)
        if self.answers:
            return ", ".join(item.shown for item in self.answers)
        told = self.abstention.message if self.abstention is not None else self.reason
        return told or "The knowledge graph does not answer this question."

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object: an answer has `iri` or `value`, never both."""
        record = self.model_dump(mode="json")
        record["basis"] = self.basis
        record["answers"] = items_to_json(self.answers)
        record["rows"] = [[None if item is None else _item_to_json(item) for item in row] for row in self.rows]
        for reading, shown in zip(self.alternatives, record["alternatives"], strict=True):
            shown["answers"] = items_to_json(reading.answers)
        return record


def items_to_json(items: tuple[AnswerItem, ...]) -> list[dict[str, str]]:
    """Answers as JSON objects: each has `iri` or `value`, never both."""
    return [*map(_item_to_json, items)]


def _item_to_json(item: AnswerItem) -> dict[str, str]:
    return item.model_dump(exclude_none=True)
