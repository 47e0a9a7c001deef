"""The topic entities of a run, in order."""

from pog_agent.state import PogState


def topic_iris(state: PogState) -> list[str]:
    """The topic entities in the order of the indicator, else of their mentions."""
    found = [topic.iri for topic in state.get("topics", ())]
    analysis = state.get("analysis")
    order = [iri for iri in (analysis.order if analysis else ()) if iri in found]
    return [*order, *(iri for iri in found if iri not in order)]


def required_iris(state: PogState) -> list[str]:
    """The topic entities that every answer must reach; all of them where all are optional."""
    optional = {topic.iri for topic in state.get("topics", ()) if topic.optional}
    return [iri for iri in topic_iris(state) if iri not in optional] or topic_iris(state)
