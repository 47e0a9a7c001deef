"""The analysis of a question as a person is shown it, and as the reply leaves it."""

from typing import Any

from pog_agent.confirmation.replies import PlanReply, WrongReplyError, read_reply
from pog_agent.models import PlanShown, QuestionAnalysis
from pog_agent.reasoner.chains import read_chain
from pog_agent.state import PogState

REPLY = (
    "'accept', or an object with 'split_questions' (list of texts), 'predicted_depth' (1 to {}), 'indicator' "
    '(list such as [{{"topic": "France"}}, {{"relation": "capital"}}, {{"answer": "city"}}])'
)


def shown_plan(state: PogState, d_max: int) -> PlanShown:
    """The analysis for a person."""
    analysis = state["analysis"]
    return PlanShown(
        question=state["question"],
        reply=REPLY.format(d_max),
        split_questions=analysis.split_questions,
        indicator=analysis.indicator.text if analysis.indicator else "",
        predicted_depth=analysis.predicted_depth,
    )


def changed_plan(state: PogState, reply: Any, d_max: int) -> QuestionAnalysis:
    """The analysis that the reply leaves; a new indicator orders the topics and predicts the depth.

    A depth that is given wins. Raises `WrongReplyError` for a depth above `d_max`, and for an invalid indicator.
    """
    said, analysis = read_reply(PlanReply, reply), state["analysis"]
    if said is None:
        return analysis
    update: dict[str, Any] = {}
    if said.split_questions is not None:
        update["split_questions"] = said.split_questions
    if said.indicator is not None:
        indicator, visited = read_chain(said.indicator, tuple(state["topics"]))
        if indicator is None:
            raise WrongReplyError(
                "'indicator' alternates stops (topic, answer, unknown) and relations, begins and ends with "
                "a stop, and has an answer and one of the topics"
            )
        update["indicator"] = indicator
        update["order"] = tuple(dict.fromkeys((*visited, *analysis.order)))
        update["predicted_depth"] = min(indicator.predicted_depth, d_max)
    if said.predicted_depth is not None:
        if said.predicted_depth > d_max:
            raise WrongReplyError(f"'predicted_depth' is {said.predicted_depth}, more than d_max {d_max}")
        update["predicted_depth"] = said.predicted_depth
    return analysis.model_copy(update=update)
