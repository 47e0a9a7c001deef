"""What the tool that checks answers gives: the verdict of each candidate, bounded in size."""

from pydantic import Field

from pog_agent.answering.candidates.checked import AnswerCheck, CandidateVerdict, CheckedCandidate
from pog_agent.answering.candidates.told import check_text
from pog_agent.answering.reply import shown_line
from pog_agent.interfaces.mcp.results import (
    AnswerResult,
    AnswerValue,
    CitedText,
    answer_result,
    answer_value,
    cited_texts,
)
from pog_agent.models import Value

MOST_VALUES = 20


class CandidateResult(Value):
    """A candidate answer with its verdict."""

    candidate: str = Field(description="the candidate as it was given")
    verdict: CandidateVerdict = Field(
        description="proven: the graph has it; contradicted: the graph excludes it; undecided: neither is certain"
    )
    reason: str = Field(description="why, in a sentence")
    matched: tuple[AnswerValue, ...] = Field(description=f"answers that it names; the first {MOST_VALUES}")
    instead: tuple[AnswerValue, ...] = Field(description=f"what the graph has instead; the first {MOST_VALUES}")
    citations: tuple[CitedText, ...] = Field(description="what the verdict stands on")


class CheckResult(Value):
    """Candidate answers to a question, each held against the graph."""

    text: str = Field(description="a line for each candidate, then numbered citations")
    candidates: tuple[CandidateResult, ...] = Field(description="in the order in which they were given")
    answer: AnswerResult = Field(description="the answer of the graph that they were held against")


def check_result(check: AnswerCheck) -> CheckResult:
    """The result for a client. Of many answers and citations the first are listed."""
    return CheckResult(
        text=check_text(check),
        candidates=tuple(map(_candidate, check.candidates)),
        answer=answer_result(check.answer, MOST_VALUES),
    )


def _candidate(item: CheckedCandidate) -> CandidateResult:
    return CandidateResult(
        candidate=shown_line(item.candidate),
        verdict=item.verdict,
        reason=shown_line(item.reason),
        matched=tuple(map(answer_value, item.matched[:MOST_VALUES])),
        instead=tuple(map(answer_value, item.instead[:MOST_VALUES])),
        citations=cited_texts(item.cited),
    )
