"""The connections that a question asks for."""

from collections.abc import Sequence

from pog_agent.answering.connecting.search import ConnectionSearch
from pog_agent.answering.connecting.shared import shared_things
from pog_agent.models import AnswerDraft, ConnectionQuestion, PatternRef, SubgraphSizes, Sufficiency, TopicEntity
from pog_agent.reading.asked.connections import asked_connections
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.topics import required_iris
from pog_agent.state import ExplorationPlan, PogState


def _found(update: PogState) -> str:
    found = update["connections"]
    shown = len(found.listed) + len(found.roles)
    return f"{found.total} connections, {shown} listed" if shown else "no connection"


@Declares(shows=_found, traces=("connections", "plan", "sizes"), counts="new_candidates", stage="explored")
async def connect_topics(state: PogState, run: RunContext) -> PogState:
    """Finds how the topics are connected, or what they have in common, by code alone.

    A question that no frame of words fits is one that the analysis took for such a question: then all its topics
    are meant. Deviation: the paper asks for entities and values alone.
    """
    asked = asked_connections(state["question"], state["topics"]) or ConnectionQuestion(
        between=tuple(required_iris(state)), by_model=True
    )
    topics = _in_order(state["topics"], asked.between)
    sizes = SubgraphSizes()
    if asked.form == "shared":
        found, plan = await shared_things(asked, run), ExplorationPlan(phase="topic", depth=1)
    else:
        found, last = await ConnectionSearch(asked, state["question"], topics, run).found()
        plan, scope = last["plan"], run.scope(last)
        detected, reduced = await run.workspace.detected(scope), await run.workspace.reduced(scope)
        sizes = SubgraphSizes(
            detected=detected.graph.size(), reduced=reduced.size(), fetched=run.workspace.fetched()
        )
    return {
        "topics": topics,
        "plan": plan,
        "sizes": sizes,
        "connections": found,
        "new_candidates": found.total,
        "shortlist": [PatternRef(key=item.path) for item in found.listed],
        "verdict": Sufficiency(sufficient=True),
        "draft": AnswerDraft(kind="paths"),
        "truncated": bool(found.cuts),
    }


def _in_order(topics: Sequence[TopicEntity], between: Sequence[str]) -> list[TopicEntity]:
    """The topics to connect, in this order, and behind them those of conditions, which are optional."""
    ends = [topic for iri in between for topic in topics if topic.iri == iri]
    others = [topic for topic in topics if topic.iri not in between]
    marked = ((topic, topic in others) for topic in (*ends, *others))
    return [topic.model_copy(update={"optional": is_other}) for topic, is_other in marked]
