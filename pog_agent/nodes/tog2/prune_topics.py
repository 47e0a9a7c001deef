"""Topic prune (Think-on-Graph 2 section 3.1)."""

from pog_agent.models import PatternRef, StepUsage
from pog_agent.reasoner.steps.prune_topics import PruneTopics
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import Tog2State
from pog_agent.subgraph.patterns.single import start_at


@Declares(
    shows=lambda update: f"{len(update['beam'])} topic entities to start from",
    traces=("beam",),
    asks=PruneTopics,
    calls=lambda config: int(config.topic_prune),
)
async def prune_topics(state: Tog2State, run: RunContext) -> Tog2State:
    """Chooses the topic entities to start from, at most W_max; no call where there is no choice.

    Without `topic_prune` the first ones are started from. Deviations from the paper: where the model finds none
    worth it, all are kept; an answer must still be about those that it has left out, to be supported.
    """
    topics = (*state["topics"], *state.get("document_topics", ()))
    kept, usage, warnings = list(topics), list[StepUsage](), list[str]()
    if run.config.topic_prune:
        reply = await run.reasoner.ask(PruneTopics(state["question"], topics))
        kept = [topics[number - 1] for number in reply.value]
        usage, warnings = [reply.usage], list(reply.warnings)
    width = run.config.w_max
    left_out = len(kept) - width
    notes = [f"{left_out} topic entities beyond w_max={width} were not started from"] if left_out > 0 else []
    return {
        "beam": [PatternRef(key=start_at(topic.iri)) for topic in kept[:width]],
        "search_query": state["question"],
        "truncated": state.get("truncated", False) or bool(notes),
        "usage": usage,
        "warnings": [*warnings, *notes],
    }
