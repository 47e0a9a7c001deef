"""The Paths-over-Graph workflow: which step follows which. The steps themselves are in `nodes/`.

With documents, what is written about the entities on the kept paths is read before these are judged.
"""

from dataclasses import replace
from typing import Any

from langgraph.graph import START

from pog_agent.answering.profile import profiled_topic
from pog_agent.config import PogConfig
from pog_agent.nodes.composing.compose_first import compose_first
from pog_agent.nodes.composing.compose_query import compose_query
from pog_agent.nodes.documented.retrieve_path_contexts import retrieve_path_contexts
from pog_agent.nodes.pog.analyze_question import analyze_question
from pog_agent.nodes.pog.branch_reduce_select import branch_reduce_select
from pog_agent.nodes.pog.check_sufficiency import check_sufficiency
from pog_agent.nodes.pog.detect_subgraph import detect_subgraph
from pog_agent.nodes.pog.expand_nodes import expand_nodes
from pog_agent.nodes.pog.explore_supplement_paths import explore_supplement_paths
from pog_agent.nodes.pog.explore_topic_paths import explore_topic_paths
from pog_agent.nodes.pog.fuzzy_select import fuzzy_select
from pog_agent.nodes.pog.generate_answer import generate_answer
from pog_agent.nodes.pog.pool_kept_paths import pool_kept_paths
from pog_agent.nodes.pog.precise_select import precise_select
from pog_agent.nodes.pog.predict_supplements import predict_supplements
from pog_agent.nodes.pog.recognize_topics import recognize_topics
from pog_agent.nodes.pog.reduce_subgraph import reduce_subgraph
from pog_agent.nodes.pog.summarize_paths import summarize_paths
from pog_agent.run.budget.budget import spent_search
from pog_agent.run.resources import Resources
from pog_agent.run.topics import required_iris
from pog_agent.state import HybridState, PogState
from pog_agent.systems.answering import ANSWERING
from pog_agent.systems.routing import OFF_BY_DEFAULT, Condition, Decision, Fork, Ways, counted, open_splits
from pog_agent.systems.wiring import CompiledSystem, Visits, Wiring, compile_graph


def after_recognition(state: PogState, config: PogConfig) -> Decision:
    """Without a topic entity there is nothing to explore; a question for all about one topic needs no search."""
    del config
    if profiled_topic(state["question"], state["topics"]):
        return Decision("describe_topic", "all about one topic", "all about one topic is asked")
    if state["topics"]:
        found = counted(len(state["topics"]), "topic")
        return Decision("analyze_question", "topics found", f"the graph has {found} of the question")
    return Decision("compose_query", "no topic", "the graph has no topic of the question")


def after_analysis(state: PogState, config: PogConfig) -> Decision:
    """A query that costs no call of a model is composed before the search."""
    del config
    if state["composes_first"]:
        return Decision("compose_first", "compose first", "a query costs no call of a model")
    return Decision("detect_subgraph", "search")


def after_composing_first(state: PogState, config: PogConfig) -> Decision:
    """A query that answers the question leaves nothing to search for."""
    del config
    if state.get("query_draft") is not None:
        return Decision("verify_answer", "query proven", "a query answers the whole question")
    return Decision("detect_subgraph", "no query", "no query answers the whole question")


def after_exploration(state: PogState, config: PogConfig) -> Decision:
    """Candidates are pruned; a round that found nothing new goes straight on to the next."""
    if state["new_candidates"]:
        return Decision("fuzzy_select", "new paths", f"{counted(state['new_candidates'], 'new path')} to prune")
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
    return Decision("compose_query", "no path", "without a path, passages about the topics are answered from")


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
    del config
    if state["supplements"]:
        found = counted(len(state["supplements"]), "predicted entity")
        return Decision("explore_supplement_paths", "predicted", f"{found} found around the topics")
    return Decision("pool_kept_paths", "none predicted", "no predicted entity is around the topics")


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
    ended = "supplements" if plan.phase == "supplement" else f"D_max = {config.d_max}"
    if plan.phase == "topic":
        if plan.depth < config.d_max:
            return Decision("explore_topic_paths", "deepen", f"deepen to D = {plan.depth + 1}: {cause}")
        # After D_max one more round of this phase joins smaller subsets of the topics.
        if len(required_iris(state)) > 1 and not plan.subsets:
            return Decision("explore_topic_paths", "fewer topics", f"join fewer topics after {ended}: {cause}")
        if config.supplements:
            return Decision("predict_supplements", "next phase", f"predict supplements after {ended}: {cause}")
    if plan.phase == "expand" and plan.depth < config.d_max:
        return Decision("expand_nodes", "deepen", f"expand to D = {plan.depth + 1}: {cause}")
    following = "expand nodes" if plan.phase != "expand" and config.node_expansion else "pool all paths"
    condition: Condition = "next phase" if plan.phase != "topic" else "no supplements"
    return Decision("pool_kept_paths", condition, f"{following} after {ended}: {cause}")


def _or_topics(following: Decision, state: PogState, config: PogConfig) -> Decision:
    """Where a search ends without any path, what is written about the topics is found before the answer."""
    if following.target == "compose_query" and config.docs is not None and not state.get("shortlist"):
        return Decision("retrieve_path_contexts", "with documents", "what is written about the topics is read")
    return following


def visits(config: PogConfig) -> tuple[Visits, Visits]:
    """How often a run visits the steps that ask: with one round, and with all rounds of all phases."""
    pruning = {
        "fuzzy": (),
        "fuzzy+precise": (precise_select,),
        "fuzzy+branch": (branch_reduce_select,),
        "three-step": (branch_reduce_select, precise_select),
    }[config.strategy]
    expansions = config.d_max if config.node_expansion else 0
    predictions = int(bool(config.supplements))
    rounds = config.d_max + 1 + predictions + expansions
    pools = 2 if config.node_expansion else 1
    start = {recognize_topics: 1, analyze_question: 1}
    one = {
        **start,
        **dict.fromkeys(pruning, 1),
        summarize_paths: int(config.summarize),
        retrieve_path_contexts: int(config.docs is not None),
        check_sufficiency: 1,
        generate_answer: 1,
    }
    most = {
        **start,
        **dict.fromkeys(pruning, rounds + pools),
        summarize_paths: (rounds + 1) * int(config.summarize),
        retrieve_path_contexts: (rounds + 1) * int(config.docs is not None),
        check_sufficiency: rounds,
        predict_supplements: predictions,
        # A language model that is asked for a query answers in the same reply.
        generate_answer if config.compose == "off" else compose_query: 1,
    }
    return one, most


STEPS = (
    recognize_topics,
    analyze_question,
    compose_first,
    detect_subgraph,
    reduce_subgraph,
    explore_topic_paths,
    fuzzy_select,
    branch_reduce_select,
    precise_select,
    summarize_paths,
    retrieve_path_contexts,
    check_sufficiency,
    predict_supplements,
    explore_supplement_paths,
    pool_kept_paths,
    expand_nodes,
)

EDGES = (
    (START, "recognize_topics"),
    ("detect_subgraph", "reduce_subgraph"),
    ("reduce_subgraph", "explore_topic_paths"),
)

_SEARCHED: Ways = {"compose_query": ("budget spent",), "retrieve_path_contexts": ("with documents",)}
_UNSUMMARISED = ("check_sufficiency", "retrieve_path_contexts", "compose_query")
_PRUNED: Ways = {
    "summarize_paths": ("pruned",),
    "expand_nodes": ("pooled",),
    **dict.fromkeys(_UNSUMMARISED, ("without summary",)),
}
_PRUNED_EARLY: Ways = dict.fromkeys(_PRUNED, ("pruned early",))
_JUDGED: Ways = {"check_sufficiency": ("judge",), "compose_query": ("final paths",)}

FORKS = (
    Fork(
        "recognize_topics",
        after_recognition,
        {
            "analyze_question": ("topics found",),
            "describe_topic": ("all about one topic",),
            "compose_query": ("no topic",),
        },
    ),
    Fork(
        "analyze_question",
        after_analysis,
        {"compose_first": ("compose first",), "detect_subgraph": ("search",)},
    ),
    Fork(
        "compose_first",
        after_composing_first,
        {"verify_answer": ("query proven",), "detect_subgraph": ("no query",)},
    ),
    Fork(
        "explore_topic_paths",
        after_exploration,
        {
            "fuzzy_select": ("new paths",),
            "explore_topic_paths": ("nothing new",),
            "predict_supplements": ("nothing new",),
            "pool_kept_paths": ("no supplements",),
            **_SEARCHED,
        },
    ),
    Fork(
        "explore_supplement_paths",
        after_exploration,
        {"fuzzy_select": ("new paths",), "pool_kept_paths": ("nothing new",), **_SEARCHED},
    ),
    Fork(
        "expand_nodes",
        after_exploration,
        {
            "fuzzy_select": ("new paths",),
            "expand_nodes": ("nothing new",),
            "pool_kept_paths": ("nothing new",),
            **_SEARCHED,
        },
    ),
    Fork(
        "fuzzy_select",
        after_fuzzy,
        {"branch_reduce_select": ("prune further",), "precise_select": ("prune further",), **_PRUNED_EARLY},
    ),
    Fork("branch_reduce_select", after_branch, {"precise_select": ("prune further",), **_PRUNED_EARLY}),
    Fork("precise_select", after_pruning, _PRUNED),
    Fork("summarize_paths", after_summary, {**_JUDGED, "retrieve_path_contexts": ("with documents",)}),
    Fork(
        "retrieve_path_contexts",
        after_retrieval,
        {"check_sufficiency": ("judge",), "compose_query": ("final paths", "no path")},
    ),
    Fork(
        "check_sufficiency",
        after_check,
        {
            "compose_query": ("sufficient", "budget spent"),
            "explore_topic_paths": ("deepen", "fewer topics"),
            "expand_nodes": ("deepen",),
            "predict_supplements": ("next phase",),
            "pool_kept_paths": ("next phase", "no supplements"),
        },
    ),
    Fork(
        "predict_supplements",
        after_prediction,
        {"explore_supplement_paths": ("predicted",), "pool_kept_paths": ("none predicted",)},
    ),
    Fork(
        "pool_kept_paths",
        after_pooling,
        {
            "fuzzy_select": ("kept paths",),
            "compose_query": ("nothing kept",),
            "retrieve_path_contexts": ("with documents",),
        },
    ),
)

POG = Wiring(
    "pog",
    HybridState,
    steps=(*STEPS, *ANSWERING.steps),
    edges=(*EDGES, *ANSWERING.edges),
    visits=visits,
    forks=(*FORKS, *ANSWERING.forks),
    parts=(ANSWERING,),
    beside=(retrieve_path_contexts,),
)


def build_pog(resources: Resources | None = None, checkpointer: Any = None) -> CompiledSystem:
    """Compiles the workflow; `compile_graph` says what a run takes and returns."""
    return compile_graph(POG, resources, checkpointer)
