"""The entry of this room: what an answer says of the claim that is judged."""

from pog_agent.answering.claims.compared import judged_by_comparison, judged_by_extreme, judged_by_parts
from pog_agent.answering.claims.counts import judged_by_count
from pog_agent.answering.claims.facts import judged_by_amount, judged_by_name, judged_by_value
from pog_agent.answering.claims.judgement import truth_of
from pog_agent.answering.claims.quoted import judged_by_passage
from pog_agent.answering.run_report import doubted, without_findings
from pog_agent.models import Answer, AnswerItem, Claim, Verdict
from pog_agent.models.findings.finding import finding
from pog_agent.run.context import RunContext
from pog_agent.state import HybridState


async def judged_answer(answer: Answer, state: HybridState, run: RunContext) -> Answer:
    """The answer to the question of a claim, or a better one that says whether the claim is so.

    A yes or no that is supported stands, but for a no since the graph has others there. Else the claim is judged
    by what it states: by the number of things, by the value or name that the graph has in its place, by the
    sentence of a passage. A no for which nothing is cited is no answer. The answer to what is no claim is
    unchanged. Raises `GraphUnavailableError`.
    """
    claim = state.get("claim")
    if claim is None:
        return answer
    if claim.unread:
        return doubted(answer, finding("claim-not-read", claim.unread))
    if denies_a_link(answer):
        answer = doubted(answer, finding("only-another-there"))
    elif answer.status == "supported":
        return answer if truth_of(answer) is not None else doubted(answer, finding("neither-yes-nor-no"))
    judged = (
        await judged_by_count(claim, state, run)
        or await judged_by_value(claim, state, run)
        or await judged_by_amount(claim, state, run)
        or await judged_by_extreme(claim, state, run)
        or await judged_by_comparison(claim, state, run)
        or await judged_by_parts(claim, state, run)
        or (None if _is_stated(answer) else await judged_by_name(claim, state, run))
        or await judged_by_passage(claim, state, run)
    )
    return judged or _without_mere_no(answer)


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


def _is_stated(answer: Answer) -> bool:
    """Whether one fact of the graph joins what a claim names, even if another one may be meant."""
    return answer.status == "partial" and any(len(path.triples) == 1 for path in answer.paths)


def denies_a_link(answer: Answer) -> bool:
    """Whether a no says that one relation does not join two named things: there may be what the graph lacks."""
    if truth_of(answer) is not False or answer.query is None or answer.query.form != "exists":
        return False
    pattern = answer.query.pattern
    return (
        sorted(item.kind for item in pattern.elements) == ["constant", "constant", "edge"]
        and not pattern.conditions
    )


def _without_mere_no(answer: Answer) -> Answer:
    """The answer; an abstention in place of a no that cites nothing: that no path is found proves nothing."""
    if answer.status != "partial" or truth_of(answer) is not False or answer.cited:
        return answer
    update = {"answers": (), "status": "abstained", "evidence": None, "confidence": None, "alternatives": ()}
    return answer.model_copy(update={**update, "findings": (), "warnings": without_findings(answer)})
