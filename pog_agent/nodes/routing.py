"""The conditional edges: which node comes next (Algorithm 1's loops, Algorithm 2's cases)."""

from pog_agent.config import PogConfig
from pog_agent.nodes.run import spent_search
from pog_agent.nodes.topics import required_iris
from pog_agent.state import PogState


def after_recognition(state: PogState, config: PogConfig) -> str:
    """Without a topic entity there is nothing to explore."""
    del config
    return "analyze_question" if state["topics"] else "generate_answer"


def after_exploration(state: PogState, config: PogConfig) -> str:
    """Candidates are pruned; a round that found nothing new goes straight on to the next."""
    return "fuzzy_select" if state["new_candidates"] else next_exploration(state, config)


def after_fuzzy(state: PogState, config: PogConfig) -> str:
    """The cases of Algorithm 2."""
    if config.strategy in ("fuzzy+branch", "three-step"):
        return "branch_reduce_select"
    return "precise_select" if config.strategy == "fuzzy+precise" else after_pruning(state, config)


def after_branch(state: PogState, config: PogConfig) -> str:
    """Three-step search selects precisely after the branches."""
    return "precise_select" if config.strategy == "three-step" else after_pruning(state, config)


def after_pruning(state: PogState, config: PogConfig) -> str:
    """Pooled paths are expanded at once, all others are summarised and judged, or answered from."""
    plan = state["plan"]
    if plan.phase == "expand" and plan.depth == 0:
        return "expand_nodes"
    return "summarize_paths" if config.summarize else after_summary(state, config)


def after_summary(state: PogState, config: PogConfig) -> str:
    """The final paths are answered from without another check."""
    del config
    return "generate_answer" if state["plan"].phase == "final" else "check_sufficiency"


def after_check(state: PogState, config: PogConfig) -> str:
    """Sufficient paths, or a spent budget, lead to the answer; else the search goes on."""
    if state["verdict"].sufficient or spent_search(state, config):
        return "generate_answer"
    return next_exploration(state, config)


def after_prediction(state: PogState, config: PogConfig) -> str:
    """Supplements that the graph has are explored; without any the next phase begins."""
    del config
    return "explore_supplement_paths" if state["supplements"] else "pool_kept_paths"


def after_pooling(state: PogState, config: PogConfig) -> str:
    """Without any kept path there is nothing left to search."""
    del config
    return "fuzzy_select" if state["new_candidates"] else "generate_answer"


def next_exploration(state: PogState, config: PogConfig) -> str:
    """Deepens the phase, or enters the next one; a spent budget ends the search."""
    plan = state["plan"]
    if spent_search(state, config):
        return "generate_answer"
    if plan.phase == "topic":
        more_subsets = len(required_iris(state)) > 1 and not plan.subsets
        if plan.depth < config.d_max or more_subsets:
            return "explore_topic_paths"
        return "predict_supplements" if config.supplements else "pool_kept_paths"
    if plan.phase == "expand" and plan.depth < config.d_max:
        return "expand_nodes"
    return "pool_kept_paths"
