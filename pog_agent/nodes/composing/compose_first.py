"""Query composing before the search, where it costs no call of a model: most questions need no search then."""

from dataclasses import replace

from pog_agent.answering.computed.answer import answer_of_query
from pog_agent.answering.proof.accounted import accounted
from pog_agent.deadline import untold
from pog_agent.models import QueryDraft
from pog_agent.models.query import Aggregate, InstanceOf, RankWindow
from pog_agent.models.query_walk import values_in
from pog_agent.reasoner.steps.compose_query import ComposeQuery
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import PogState
from pog_agent.words import LANGUAGE


def _is_over_classes(draft: QueryDraft) -> bool:
    """Whether a draft has a query that says more than a path: over things of a class, ranked, or of aggregates."""
    return any(isinstance(part, InstanceOf | Aggregate | RankWindow) for part in values_in(draft.query))


@Declares(
    shows=lambda update: "a query that answers the question" if "query_draft" in update else "no proven query",
    traces=("query_draft",),
    asks=ComposeQuery,
    calls=lambda config: int(config.merge_steps),
)
async def compose_first(state: PogState, run: RunContext) -> PogState:
    """Reads a query out of the question, and keeps one over classes whose answer is supported.

    Deviation: it is not in the paper. Then nothing is searched for: the paths that prove the answer are those of
    the query. What a path can say is left to the search, which holds it against the other paths of the topics; so
    is any other query. The rules read English. Without a query, the search and its own composing tell of what they
    leave undone: that there was no time for it here says nothing of their answer.

    A language model is asked where it has read that the question computes something. Its query is taken if it has
    an answer: one that leaves out what is asked, the model declines to write.
    """
    found = await (_asked_query(state, run) if run.reads_at_once else _proven_query(state, run))
    if "query_draft" not in found:
        untold()
    return found


async def _asked_query(state: PogState, run: RunContext) -> PogState:
    vocabulary = await run.vocabulary(state)
    if vocabulary is None:
        return {}
    reply = await run.reasoner.ask(ComposeQuery(run.context(state), vocabulary))
    spent: PogState = {"usage": [reply.usage], "warnings": list(reply.warnings)}
    if not isinstance(reply.value, QueryDraft) or reply.value.query is None:
        return spent
    draft = accounted(reply.value, state, run, vocabulary)
    answer = await answer_of_query(draft, state, run)
    if answer is None or not answer.answers:
        return spent
    return {**spent, "query_draft": draft, "warnings": [*vocabulary.notices, *reply.warnings]}


async def _proven_query(state: PogState, run: RunContext) -> PogState:
    waiting = replace(run, deadline=run.deadline.halfway)  # for a schema that is still being made
    vocabulary = await waiting.vocabulary(state) if run.config.language_list[0] == LANGUAGE else None
    if vocabulary is None:
        return {}
    reply = await run.composed(state, vocabulary)
    draft = reply.value
    if not isinstance(draft, QueryDraft) or draft.flaws or draft.reading.unread or not _is_over_classes(draft):
        return {}
    answer = await answer_of_query(draft, state, run)
    if answer is None or answer.status != "supported":
        return {}
    return {
        "query_draft": draft,
        "usage": [reply.usage],
        "warnings": [*vocabulary.notices, *reply.warnings],
    }
