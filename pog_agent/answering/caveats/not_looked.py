"""Why nothing can be said of the graph: a step that nothing stood in for has failed."""

from collections.abc import Iterable, Sequence

from pog_agent.errors import GraphUnavailableError
from pog_agent.models import Abstention, NearEntity, StepUsage
from pog_agent.redaction import redacted
from pog_agent.state import RunState


def unread_replies(state: RunState) -> Abstention | None:
    """The steps whose last reply could not be read, where nothing stood in for it; None where there are none."""
    lost = [part for part in _last_of_each(state.get("usage", ())) if part.unread and part.is_lost]
    if not lost:
        return None
    causes = "; ".join(f"{part.step}: {part.unread}" for part in lost)
    return _not_looked(f"the replies of the model could not be read ({causes})")


def is_unrecognized(state: RunState) -> bool:
    """Whether the budget kept a step from being asked that nothing stood in for."""
    return any(part.refused and part.is_lost for part in _last_of_each(state.get("usage", ())))


def failed_graph(error: GraphUnavailableError) -> Abstention:
    """That the graph failed when it was asked what is near to the question."""
    return _not_looked(f"the graph failed: {error}")


def unsearched_names(notices: Sequence[str], near: Sequence[NearEntity]) -> Abstention:
    """That not all names of the graph could be searched, and what the names of the question may mean."""
    found = _not_looked(f"not all names of the graph could be searched: {'; '.join(notices)}")
    return found.model_copy(update={"near": tuple(near)})


def _not_looked(cause: str) -> Abstention:
    return Abstention(case="could_not_look", message=redacted(f"I could not look this up: {cause.rstrip('.')}."))


def _last_of_each(usage: Iterable[StepUsage]) -> list[StepUsage]:
    """What each step has used when it was asked last."""
    return list({part.step: part for part in usage}.values())
