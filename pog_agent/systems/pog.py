"""The Paths-over-Graph workflow: which step follows which. The steps themselves are in `nodes/`.

With documents, what is written about the entities on the kept paths is read before these are judged.
"""

from typing import Any

from langgraph.graph import START

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
from pog_agent.run.resources import Resources
from pog_agent.state import HybridState
from pog_agent.systems.answering import ANSWERING
from pog_agent.systems.pog_routing import (
    MOST_TREES,
    after_analysis,
    after_branch,
    after_check,
    after_composing_first,
    after_exploration,
    after_fuzzy,
    after_pooling,
    after_prediction,
    after_pruning,
    after_recognition,
    after_retrieval,
    after_summary,
)
from pog_agent.systems.routing import Fork, Ways
from pog_agent.systems.wiring import CompiledSystem, Visits, Wiring, compile_graph


def visits(config: PogConfig) -> tuple[Visits, Visits]:
    """How often a run visits the steps that ask: with one round, and with all rounds of all phases."""
    start = {analyze_question: 1} if config.merge_steps else {recognize_topics: 1, analyze_question: 1}
    # A language model that is asked for a query answers in the same reply.
    last = {generate_answer if config.compose == "off" else compose_query: 1}
    if config.answers_from_tree:
        return {**start, check_sufficiency: 1}, {**start, check_sufficiency: MOST_TREES, **last}
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
        **last,
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
            "analyze_question": ("topics found", "none spotted"),
            "describe_topic": ("all about one topic",),
            "connect_topics": ("connections",),
            "compose_query": ("no topic",),
        },
    ),
    Fork(
        "analyze_question",
        after_analysis,
        {
            "compose_first": ("compose first",),
            "detect_subgraph": ("search",),
            "connect_topics": ("connections",),
            "compose_query": ("no start",),
        },
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
            "check_sufficiency": ("nothing further",),
            "predict_supplements": ("nothing new",),
            "pool_kept_paths": ("no supplements",),
            **_SEARCHED,
            "compose_query": ("budget spent", "no more rounds"),
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
        {"check_sufficiency": ("judge",), "compose_query": ("final paths", "with documents")},
    ),
    Fork(
        "check_sufficiency",
        after_check,
        {
            "compose_query": ("sufficient", "budget spent", "no more rounds"),
            "explore_topic_paths": ("deepen", "fewer topics", "show what is new"),
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
    beside=(compose_first, retrieve_path_contexts),
)


def build_pog(resources: Resources | None = None, checkpointer: Any = None) -> CompiledSystem:
    """Compiles the workflow; `compile_graph` says what a run takes and returns."""
    return compile_graph(POG, resources, checkpointer)
