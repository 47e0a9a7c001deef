"""The conditional edges of Think-on-Graph and ToG-R."""

from pog_agent.config import PogConfig
from pog_agent.nodes.run import spent_search
from pog_agent.nodes.tog.prune_relations import going_on
from pog_agent.state import PogState


def after_recognition(state: PogState, config: PogConfig) -> str:
    """Without a topic entity there is nowhere to start."""
    del config
    return "prune_relations" if state["topics"] else "generate_answer"


def after_relations(state: PogState, config: PogConfig) -> str:
    """Without a relation to follow the search is over (ToG)."""
    del config
    return "prune_entities" if state["branches"] else "generate_answer"


def after_relations_r(state: PogState, config: PogConfig) -> str:
    """Without a relation to follow the search is over (ToG-R)."""
    del config
    return "search_entities" if state["branches"] else "generate_answer"


def after_entities(state: PogState, config: PogConfig) -> str:
    """New paths are reasoned over; without any the search is over (ToG)."""
    del config
    return "check_sufficiency" if state["beam"] else "generate_answer"


def after_check(state: PogState, config: PogConfig) -> str:
    """One hop deeper, unless the paths suffice, are long enough, or all end in literals (ToG)."""
    return "prune_relations" if _goes_on(state, config) and going_on(state["beam"]) else "generate_answer"


def after_check_r(state: PogState, config: PogConfig) -> str:
    """One hop deeper, unless the paths suffice or are long enough (ToG-R)."""
    return "sample_entities" if _goes_on(state, config) else "generate_answer"


def after_sampling(state: PogState, config: PogConfig) -> str:
    """Without an entity to go on from the search is over (ToG-R)."""
    del config
    return "prune_relations" if state["beam"] else "generate_answer"


def _goes_on(state: PogState, config: PogConfig) -> bool:
    deeper = state["plan"].depth < config.d_max
    return deeper and not state["verdict"].sufficient and not spent_search(state, config)
