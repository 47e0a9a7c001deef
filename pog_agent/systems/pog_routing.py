"""Where a run of Paths-over-Graph goes on after each step of its loop, and why (paper, Algorithms 1 and 2).

The page of the system (`systems/pog.py`) declares the conditions under which each step leads where.
"""

from dataclasses import replace
from typing import Final

from pog_agent.answering.profile import profiled_topic
from pog_agent.config import PogConfig
from pog_agent.reading.asked.connections import asked_connections
from pog_agent.run.budget.budget import spent_search
from pog_agent.run.topics import required_iris
from pog_agent.state import PogState
from pog_agent.systems.routing import OFF_BY_DEFAULT, Condition, Decision, counted, open_splits

MOST_TREES: Final = 2
"""So many rounds show their candidates as a tree: one to the predicted depth, one with all that is left."""


def after_recognition(state: PogState, config: PogConfig) -> Decision:
    """Without a topic entity there is nothing to explore; a question for all about one topic needs no search.

    One for how topics are connected needs no reasoner. Where one call reads the question, that may name a topic.
    """
    del config
    if state.get("claim") is None and asked_connections(state["question"], state["topics"]):
        return Decision("connect_topics", "connections", "how topics are connected is asked")
    if profiled_topic(state["question"], state["topics"]):
        return Decision("describe_topic", "all about one topic", "all about one topic is asked")
    if state["topics"]:
        found = counted(len(state["topics"]), "topic")
        return Decision("analyze_question", "topics found", f"the graph has {found} of the question")
    if state.get("reads_at_once"):
        return Decision("analyze_question", "none spotted", "no name of the graph stands in the question")
    return Decision("compose_query", "no topic", "the graph has no topic of the question")


def after_analysis(state: PogState, config: PogConfig) -> Decision:
    """A query that costs no call of a model is composed before the search.

    A question that the analysis takes for one about connections alone needs no search by rounds. A reading that
    names no topic, either, leaves nothing to search from.
    """
    del config
    if not state["topics"]:
        return Decision("compose_query", "no start", "the graph has no topic of the question")
    asks_connection = state["analysis"].asks_connection and state.get("claim") is None
    if asks_connection and len(required_iris(state)) > 1:
        return Decision("connect_topics", "connections", "the analysis takes connections to be asked for")
    if state.get("composes_first"):
        reading = state.get("question_reading")
        why = (
            f"the question asks for {reading.operation}"
            if reading is not None
            else "a query costs no call of a model"
        )
        return Decision("compose_first", "compose first", why)
    return Decision("detect_subgraph", "search", "no query is tried before the search")


def after_composing_first(state: PogState, config: PogConfig) -> Decision:
    """A query that answers the question leaves nothing to search for."""
    del config
    if state.get("query_draft") is not None:
        return Decision("verify_answer", "query proven", "a query answers the whole question: no search is needed")
    return Decision("detect_subgraph", "no query", "no query answers the whole question")


def after_exploration(state: PogState, config: PogConfig) -> Decision:
    """Candidates are pruned; a round that found nothing new goes straight on to the next.

    Where the last depth has nothing new, paths that only waited for others are judged.
    """
    if state["new_candidates"]:
        return Decision("fuzzy_select", "new paths", f"{counted(state['new_candidates'], 'new path')} to prune")
    plan, verdict = state["plan"], state.get("verdict")
    if plan.phase == "topic" and plan.depth == config.d_max and verdict is not None and verdict.waits:
        return Decision("check_sufficiency", "nothing further", f"nothing new up to D_max = {config.d_max}")
    onward = next_exploration(state, config, f"nothing new at D = {state['plan'].depth}")
    if onward.condition not in OFF_BY_DEFAULT:
        onward = replace(onward, condition="nothing new")
    return _or_topics(onward, state, config)


def after_fuzzy(state: PogState, config: PogConfig) -> Decision:
    """The cases of Algorithm 2."""
    further = f"the strategy {config.strategy} prunes further"
    if config.strategy in ("fuzzy+branch", "three-step"):
        return Decision("branch_reduce_select", "prune further", further)
    if config.strategy == "fuzzy+precise":
        return Decision("precise_select", "prune further", further)
    return replace(after_pruning(state, config), condition="pruned early")


def after_branch(state: PogState, config: PogConfig) -> Decision:
    """Three-step search selects precisely after the branches."""
    if config.strategy == "three-step":
        return Decision("precise_select", "prune further", "the strategy three-step prunes further")
    return replace(after_pruning(state, config), condition="pruned early")


def after_pruning(state: PogState, config: PogConfig) -> Decision:
    """Pooled paths are expanded at once, all others are summarised and judged, or answered from."""
    plan, kept = state["plan"], counted(len(state.get("shortlist", ())), "path")
    if plan.phase == "expand" and plan.depth == 0:
        return Decision("expand_nodes", "pooled", f"the nodes of {kept} are expanded")
    if config.summarize:
        return Decision("summarize_paths", "pruned", f"{kept} kept")
    return replace(after_summary(state, config), condition="without summary")


def after_summary(state: PogState, config: PogConfig) -> Decision:
    """With documents, the passages about the paths are found first. The final paths are not judged."""
    if config.docs is not None:
        return Decision("retrieve_path_contexts", "with documents", "what is written about the paths is read")
    return _judging(state)


def after_retrieval(state: PogState, config: PogConfig) -> Decision:
    """Passages about paths go with these; those about the topics alone are answered from."""
    del config
    if state["new_candidates"]:
        return _judging(state)
    return Decision("compose_query", "with documents", "no path: passages about the topics are answered from")


def _judging(state: PogState) -> Decision:
    """The final paths are answered from without another check."""
    kept = counted(len(state.get("shortlist", ())), "path")
    if state["plan"].phase == "final":
        return Decision("compose_query", "final paths", f"the search is over: {kept} to answer from")
    return Decision("check_sufficiency", "judge", f"{kept} to judge")


def after_check(state: PogState, config: PogConfig) -> Decision:
    """Sufficient paths, or a spent budget, lead to the answer; else the search goes on."""
    if state["verdict"].sufficient:
        return Decision("compose_query", "sufficient", "the paths suffice")
    return next_exploration(state, config, open_splits(state["verdict"]))


def after_prediction(state: PogState, config: PogConfig) -> Decision:
    """Supplements that the graph has are explored; without any the next phase begins."""
    if state["supplements"]:
        found = counted(len(state["supplements"]), "predicted entity")
        return Decision("explore_supplement_paths", "predicted", f"{found} found around the topics")
    following = _after_pool(state, config)
    return Decision("pool_kept_paths", "none predicted", f"{following}: no predicted entity is around the topics")


def after_pooling(state: PogState, config: PogConfig) -> Decision:
    """Without any kept path there is nothing left to search."""
    if state["new_candidates"]:
        pooled = counted(state["new_candidates"], "kept path")
        return Decision("fuzzy_select", "kept paths", f"{pooled} to prune once more")
    return _or_topics(Decision("compose_query", "nothing kept", "no phase has kept a path"), state, config)


def next_exploration(state: PogState, config: PogConfig, cause: str) -> Decision:
    """Deepens the phase, or enters the next one, for this cause; a spent budget ends the search."""
    plan = state["plan"]
    if spent := spent_search(state, config):
        return Decision("compose_query", "budget spent", spent)
    seen = state.get("seen")
    if seen is not None and plan.subsets:
        return Decision("compose_query", "no more rounds", f"{counted(seen.rounds, 'tree')} shown: {cause}")
    if seen is not None:
        return Decision("explore_topic_paths", "show what is new", f"all lengths and topics: {cause}")
    return _next_phase(state, config, cause) if plan.phase == "topic" else _next_pool(state, config, cause)


def _next_phase(state: PogState, config: PogConfig, cause: str) -> Decision:
    """Deepens the search from the topics, or ends it."""
    plan = state["plan"]
    if plan.depth < config.d_max:
        return Decision("explore_topic_paths", "deepen", f"deepen to D = {plan.depth + 1}: {cause}")
    # After D_max one more round of this phase joins smaller subsets of the topics.
    if len(required_iris(state)) > 1 and not plan.subsets:
        return Decision(
            "explore_topic_paths", "fewer topics", f"join fewer topics after {_end(state, config)}: {cause}"
        )
    if config.supplements:
        why = f"predict supplements after {_end(state, config)}: {cause}"
        return Decision("predict_supplements", "next phase", why)
    return _next_pool(state, config, cause)


def _next_pool(state: PogState, config: PogConfig, cause: str) -> Decision:
    """Deepens the expansion of nodes, or pools what was kept."""
    plan = state["plan"]
    if plan.phase == "expand" and plan.depth < config.d_max:
        return Decision("expand_nodes", "deepen", f"expand to D = {plan.depth + 1}: {cause}")
    condition: Condition = "next phase" if plan.phase != "topic" else "no supplements"
    why = f"{_after_pool(state, config)} after {_end(state, config)}: {cause}"
    return Decision("pool_kept_paths", condition, why)


def _end(state: PogState, config: PogConfig) -> str:
    """What a phase went as far as."""
    return "supplements" if state["plan"].phase == "supplement" else f"D_max = {config.d_max}"


def _after_pool(state: PogState, config: PogConfig) -> str:
    """What kept paths are pooled for."""
    return "expand nodes" if state["plan"].phase != "expand" and config.node_expansion else "pool all paths"


def _or_topics(following: Decision, state: PogState, config: PogConfig) -> Decision:
    """Where a search ends without any path, what is written about the topics is found before the answer."""
    if following.target == "compose_query" and config.docs is not None and not state.get("shortlist"):
        return Decision("retrieve_path_contexts", "with documents", "what is written about the topics is read")
    return following
