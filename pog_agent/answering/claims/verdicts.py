"""The entry of this room: what an answer says of the claim that is judged."""

from pog_agent.answering.candidates.verdicts import CandidateJudge, denies_a_link, truth_of
from pog_agent.answering.claims.quoted import judged_by_passage
from pog_agent.answering.claims.stated import is_decided, judged_by_parts, judged_by_values, judgement
from pog_agent.answering.run_report import doubted, without_findings
from pog_agent.models import Answer, AnswerItem, Claim, Verdict
from pog_agent.models.findings.finding import finding
from pog_agent.run.context import RunContext
from pog_agent.state import HybridState


async def judged_answer(answer: Answer, state: HybridState, run: RunContext) -> Answer:
    """The answer to the question of a claim, or a better one that says whether the claim is so.

    A yes or no that is supported stands, but for a no since the graph has others there. Else the claim is judged
    by what it states: the questions that it answers are asked, and what it states is held against their answers as
    candidates are; or by the sentence of a passage. A no for which nothing is cited is no answer. The answer to
    what is no claim is unchanged. Raises `GraphUnavailableError`.
    """
    claim = state.get("claim")
    if claim is None:
        return answer
    if claim.unread:
        return doubted(answer, finding("claim-not-read", claim.unread))
    is_open = denies_a_link(answer)
    if answer.status == "supported" and not is_open:
        return answer if truth_of(answer) is not None else doubted(answer, finding("neither-yes-nor-no"))
    return (
        await judged_by_values(claim, state, run, answer)
        or await judged_by_parts(claim, state, run)
        or (await _judged_no(claim, answer, state, run) if is_open else None)
        or await judged_by_passage(claim, state, run)
        or _without_mere_no(doubted(answer, finding("only-another-there")) if is_open else answer)
    )


async def _judged_no(claim: Claim, answer: Answer, state: HybridState, run: RunContext) -> Answer | None:
    """A no since the graph has others there, where facts show that there can be no more."""
    checked = await CandidateJudge(answer, run).checked("yes", ())
    return judgement(answer, checked) if await is_decided(checked, claim, answer, state, run) else None


def with_verdict(answer: Answer, claim: Claim | None) -> Answer:
    """The answer with the verdict of its claim, and with true and false in place of yes and no."""
    if claim is None:
        return answer
    truth = truth_of(answer)
    verdict: Verdict = "not enough"
    items = answer.answers
    if truth is not None:
        said: Verdict = "true" if truth != claim.negated else "false"
        items = (AnswerItem(value=said, label=said),)
        verdict = said if answer.status == "supported" else verdict
    return answer.model_copy(update={"question": claim.text, "verdict": verdict, "answers": items})


def _without_mere_no(answer: Answer) -> Answer:
    """The answer; an abstention in place of a no that cites nothing: that no path is found proves nothing."""
    if answer.status != "partial" or truth_of(answer) is not False or answer.cited:
        return answer
    update = {"answers": (), "status": "abstained", "evidence": None, "confidence": None, "alternatives": ()}
    return answer.model_copy(update={**update, "findings": (), "warnings": without_findings(answer)})
