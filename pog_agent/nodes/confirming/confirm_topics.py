"""Confirmation of the linked entities by a person."""

from pog_agent.confirmation.asking import confirmed
from pog_agent.confirmation.topics import topic_choices
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import RunState


@Declares(
    shows=lambda update: ", ".join(topic.label for topic in update["topics"]) or "no topic", traces=("topics",)
)
async def confirm_topics(state: RunState, run: RunContext) -> RunState:
    """Shows the topics with their alternatives, and goes on with those that the reply leaves.

    It is not in the paper. What was changed is a warning.
    """
    choices = await topic_choices(state, run)
    chosen = await confirmed(choices.shown(), choices.read)
    return {"topics": list(chosen.topics), "warnings": list(chosen.changes)}
