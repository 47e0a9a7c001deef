"""What a reasoner makes of the kept paths: a summary, a judgement, an answer before it is verified."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from pog_agent.models.answer import AnswerKind
from pog_agent.models.passages import Quotation
from pog_agent.models.value import Value
from pog_agent.words import folded

Operation = Literal["none", "count", "exists", "latest", "earliest", "largest", "smallest"]
EXTREMES: frozenset[Operation] = frozenset({"latest", "earliest", "largest", "smallest"})


class Summary(Value):
    """The condensed evidence: a chain of thought in words, and per path number the facts it rests on."""

    chain: str = ""
    facts: dict[int, tuple[int, ...]] = Field(default_factory=dict)


class SplitVerdict(Value):
    """Whether one split question is answered, and the numbers of the paths that do; none where passages do."""

    covered: bool
    paths: tuple[int, ...] = ()


class Sufficiency(Value):
    """The judgement per split question, in their order, and for the main question.

    `needs_passages` says that the paths do not suffice without passages, `waits` that they would, if no further
    paths followed that may say it better.
    """

    sufficient: bool
    waits: bool = False
    needs_passages: bool = False
    splits: tuple[SplitVerdict, ...] = ()
    reason: str = ""


class PathCitation(Value):
    """The answer stands at this position of the path with this number."""

    kind: Literal["path"] = Field("path", exclude=True)
    path: int
    position: int


Citation = PathCitation
"""What an answer may cite. Each kind of evidence has a class of its own, told apart by `kind`."""


class AnswerDraft(Value):
    """An answer in terms of numbered paths, before it is computed and verified by code.

    The answers are what stands at the cited positions (`only` restricts them to these labels). Citations of
    paths from different topics are intersected, of the same topics united. `operation` computes a count, an
    existence or an extreme; for the latter `key_position` names where on the first cited path the dates or
    numbers to compare stand. `own_answer` is the model's own knowledge, nothing of which is in the graph;
    `more_own_answers` follow it where there are several. `quotations` are answers that stand in passages.
    """

    kind: AnswerKind = "entities"
    citations: tuple[Citation, ...] = ()
    quotations: tuple[Quotation, ...] = ()
    only: tuple[str, ...] = ()
    operation: Operation = "none"
    key_position: int | None = None
    own_answer: str | None = None
    more_own_answers: tuple[str, ...] = ()
    reason: str = ""

    @property
    def summary(self) -> str:
        """What it rests on, in a few words."""
        if self.citations:
            return "cites path " + ", ".join(str(item.path) for item in self.citations)
        if self.quotations:
            return "quotes passage " + ", ".join(str(item.passage) for item in self.quotations)
        return "own knowledge" if self.own_answer else "no answer"


class HybridReasoning(Value):
    """What was reasoned over paths and passages together (Think-on-Graph 2, equation 7).

    `draft` is the best answer so far, also where the knowledge is not `sufficient`. `clues` sum up what helps, and
    `kept` numbers the passages that say it.
    """

    sufficient: bool = False
    draft: AnswerDraft = AnswerDraft()
    clues: str = ""
    kept: tuple[int, ...] = ()


class DirectAnswer(Value):
    """What a model answers without any graph: texts, and its line of thought.

    `is_unread` says that it stands for a reply that could not be read.
    """

    answers: tuple[str, ...] = ()
    reason: str = ""
    is_unread: bool = False

    def as_draft(self) -> AnswerDraft:
        """The answer as the model's own knowledge, which verification labels or withholds."""
        first, *more = self.answers or ("",)
        return AnswerDraft(own_answer=first or None, more_own_answers=tuple(more), reason=self.reason)


def elected(samples: Sequence[DirectAnswer]) -> tuple[DirectAnswer, int]:
    """The first sample with the most frequent answer, and how many have that answer.

    A ballot is the whole set of answers of a sample, case, spacing and a final full stop aside. A sample without
    an answer has no vote.
    """
    ballots = [(ballot, sample) for sample in samples if (ballot := _ballot(sample))]
    if not ballots:
        return (samples[0] if samples else DirectAnswer()), 0
    most, votes = Counter(ballot for ballot, _ in ballots).most_common(1)[0]
    return next(sample for ballot, sample in ballots if ballot == most), votes


def _ballot(sample: DirectAnswer) -> frozenset[str]:
    return frozenset(folded(answer.rstrip(".")) for answer in sample.answers)
