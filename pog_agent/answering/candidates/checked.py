"""What the graph says of candidate answers that another system has to a question."""

from typing import Any, Literal

from pog_agent.models import Answer, AnswerItem, CitedComputation, CitedEvidence, CitedPassage, CitedPath, Value
from pog_agent.models.answer import items_to_json

CandidateVerdict = Literal["proven", "contradicted", "undecided"]


class CheckedCandidate(Value):
    """A candidate answer with its verdict, and why, in a sentence.

    `matched` are the answers of the graph that the candidate names, `instead` what the graph has in its place.
    `paths`, `computations` and `passages` are what the verdict stands on, as those of an `Answer`.
    """

    candidate: str
    verdict: CandidateVerdict
    reason: str
    matched: tuple[AnswerItem, ...] = ()
    instead: tuple[AnswerItem, ...] = ()
    paths: tuple[CitedPath, ...] = ()
    computations: tuple[CitedComputation, ...] = ()
    passages: tuple[CitedPassage, ...] = ()

    @property
    def cited(self) -> tuple[CitedEvidence, ...]:
        """Everything that the verdict stands on, statements first."""
        return (*self.computations, *self.paths, *self.passages)


class AnswerCheck(Value):
    """Candidate answers to a question, each with its verdict, in the order in which they were given.

    `answer` is the graph's own answer, which they were held against. `complete` says that its set of answers was
    taken for complete.
    """

    question: str
    candidates: tuple[CheckedCandidate, ...]
    answer: Answer
    complete: bool = False

    def to_json(self) -> dict[str, Any]:
        """The documented JSON object."""
        record = self.model_dump(mode="json", exclude={"answer"})
        for item, shown in zip(self.candidates, record["candidates"], strict=True):
            shown |= {"matched": items_to_json(item.matched), "instead": items_to_json(item.instead)}
        return {**record, "answer": self.answer.to_json()}
