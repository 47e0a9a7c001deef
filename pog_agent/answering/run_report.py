"""What an answer tells of the run that found it, and of what speaks against it."""

from collections.abc import Collection, Iterable, Sequence

from pog_agent.answering.reply import UNSUPPORTED
from pog_agent.deadline import untold
from pog_agent.models import Answer, AnsweredIn, Status, SubgraphSizes, Usage
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.run.budget.budget import spent_search
from pog_agent.run.context import RunContext
from pog_agent.state import PogState


def with_run(answer: Answer, state: PogState, notes: Sequence[str]) -> Answer:
    """The answer with what is told of its run, however it was found; `notes` are further warnings."""
    phase, depth = _last_round(state)
    return answer.model_copy(
        update={
            "phase": phase,
            "depth": depth,
            "topic_entities": tuple(state.get("topics", ())),
            "subgraph": state.get("sizes") or SubgraphSizes(),
            "candidates": state.get("candidates", {}),
            "usage": Usage.total(state.get("usage", ())),
            "seconds": state.get("seconds", {}),
            "warnings": tuple(dict.fromkeys([*state.get("warnings", ()), *notes])),
        }
    )


def status_of(findings: Collection[Finding]) -> Status:
    """The status of an answer that was found: nothing may speak against it."""
    return "partial" if findings else "supported"


def unsupported_notes(findings: Iterable[Finding]) -> list[str]:
    """A warning for each reason why an answer is not supported."""
    return [f"{UNSUPPORTED}: {item.message}" for item in findings]


def doubted(answer: Answer, *findings: Finding) -> Answer:
    """The answer with further reasons why it is not supported; as it is without any."""
    every = tuple(dict.fromkeys([*answer.findings, *findings]))
    if every == answer.findings:
        return answer
    warnings = tuple(dict.fromkeys([*answer.warnings, *unsupported_notes(findings)]))
    status = status_of(every) if answer.status == "supported" else answer.status
    return answer.model_copy(update={"status": status, "findings": every, "warnings": warnings})


def without_findings(answer: Answer) -> tuple[str, ...]:
    """The warnings of an answer that say something else than why it is not supported."""
    notes = {*unsupported_notes(answer.findings)}
    return tuple(text for text in answer.warnings if text not in notes)


def checked_in_time(answer: Answer) -> Answer:
    """The answer, partial at best where its checks were cut: what was not looked at may speak against it."""
    notes = untold()
    if not notes:
        return answer
    cut = answer.model_copy(update={"truncated": True})
    if answer.status == "supported":
        return doubted(cut, *(finding("result-cut", note) for note in notes))
    return cut.model_copy(update={"warnings": (*answer.warnings, *notes)})


def ended_early(state: PogState, run: RunContext) -> list[str]:
    """A warning where the budget ended the search before the knowledge was judged sufficient."""
    spent = spent_search(state, run.config, keeps_call=False)
    open_still = not (state.get("verdict") and state["verdict"].sufficient)
    return [f"{spent}; the search ended early"] if spent and state.get("topics") and open_still else []


def _last_round(state: PogState) -> tuple[AnsweredIn | None, int | None]:
    """Phase and depth of the round that was answered from; where a query needed no search, no depth."""
    plan, draft = state.get("plan"), state.get("query_draft")
    if plan is None:
        return ("composed" if draft is not None and draft.query is not None else None), None
    return plan.phase, plan.depth
