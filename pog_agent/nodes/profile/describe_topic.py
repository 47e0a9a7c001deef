"""A profile of the one topic that a question asks everything about. It is not in the paper."""

from pog_agent.answering.namesakes import bearers_of
from pog_agent.answering.profile import profile_facts, profiled_topic
from pog_agent.models import AnswerDraft, PathCitation, Sufficiency
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import ExplorationPlan, PogState


@Declares(shows=lambda update: f"{len(update['shortlist'])} facts", traces=("shortlist", "draft"))
async def describe_topic(state: PogState, run: RunContext) -> PogState:
    """Cites the edges of the topic, by code: nothing needs to be searched or judged.

    A name that several entities have is no topic to describe: then nothing is cited.
    """
    plan = ExplorationPlan(phase="topic", depth=1)
    topic = profiled_topic(state["question"], state["topics"])
    if topic is None or len(await bearers_of(topic, state["question"], run)) > 1:
        draft = AnswerDraft(kind="profile", reason="several entities have this name")
        return {"plan": plan, "shortlist": [], "draft": draft}
    found = await profile_facts(topic, run)
    warnings = [*found.warnings]
    if found.more:
        warnings.append(f"the graph has {found.more} more facts of {topic.label} than are shown")
    citations = tuple(PathCitation(path=number, position=1) for number in range(1, len(found.paths) + 1))
    return {
        "plan": plan,
        "shortlist": list(found.paths),
        "verdict": Sufficiency(sufficient=True),
        "draft": AnswerDraft(kind="profile", citations=citations),
        "truncated": bool(found.warnings),
        "warnings": warnings,
    }
