"""The Paths-over-Graph workflow: which step follows which. The steps themselves are in `nodes/`."""

from typing import Any

from langgraph.graph import END, START

from pog_agent.nodes import routing
from pog_agent.nodes.analyze_question import analyze_question
from pog_agent.nodes.bind import Route, Step
from pog_agent.nodes.branch_reduce_select import branch_reduce_select
from pog_agent.nodes.check_sufficiency import check_sufficiency
from pog_agent.nodes.detect_subgraph import detect_subgraph
from pog_agent.nodes.expand_nodes import expand_nodes
from pog_agent.nodes.explore_supplement_paths import explore_supplement_paths
from pog_agent.nodes.explore_topic_paths import explore_topic_paths
from pog_agent.nodes.fuzzy_select import fuzzy_select
from pog_agent.nodes.generate_answer import generate_answer
from pog_agent.nodes.pool_kept_paths import pool_kept_paths
from pog_agent.nodes.precise_select import precise_select
from pog_agent.nodes.predict_supplements import predict_supplements
from pog_agent.nodes.recognize_topics import recognize_topics
from pog_agent.nodes.reduce_subgraph import reduce_subgraph
from pog_agent.nodes.summarize_paths import summarize_paths
from pog_agent.nodes.verify_answer import verify_answer
from pog_agent.resources import Resources
from pog_agent.wiring import PogGraph, Wiring, compile_graph

__all__ = ["PogGraph", "build_pog"]

STEPS: tuple[Step, ...] = (
    recognize_topics,
    analyze_question,
    detect_subgraph,
    reduce_subgraph,
    explore_topic_paths,
    fuzzy_select,
    branch_reduce_select,
    precise_select,
    summarize_paths,
    check_sufficiency,
    predict_supplements,
    explore_supplement_paths,
    pool_kept_paths,
    expand_nodes,
    generate_answer,
    verify_answer,
)

EDGES = (
    (START, "recognize_topics"),
    ("analyze_question", "detect_subgraph"),
    ("detect_subgraph", "reduce_subgraph"),
    ("reduce_subgraph", "explore_topic_paths"),
    ("generate_answer", "verify_answer"),
    ("verify_answer", END),
)

_PRUNED = ("expand_nodes", "summarize_paths", "check_sufficiency", "generate_answer")

ROUTES: tuple[tuple[str, Route, tuple[str, ...]], ...] = (
    ("recognize_topics", routing.after_recognition, ("analyze_question", "generate_answer")),
    (
        "explore_topic_paths",
        routing.after_exploration,
        ("fuzzy_select", "explore_topic_paths", "predict_supplements", "pool_kept_paths", "generate_answer"),
    ),
    (
        "explore_supplement_paths",
        routing.after_exploration,
        ("fuzzy_select", "pool_kept_paths", "generate_answer"),
    ),
    (
        "expand_nodes",
        routing.after_exploration,
        ("fuzzy_select", "expand_nodes", "pool_kept_paths", "generate_answer"),
    ),
    ("fuzzy_select", routing.after_fuzzy, ("branch_reduce_select", "precise_select", *_PRUNED)),
    ("branch_reduce_select", routing.after_branch, ("precise_select", *_PRUNED)),
    ("precise_select", routing.after_pruning, _PRUNED),
    ("summarize_paths", routing.after_summary, ("check_sufficiency", "generate_answer")),
    (
        "check_sufficiency",
        routing.after_check,
        ("explore_topic_paths", "predict_supplements", "expand_nodes", "pool_kept_paths", "generate_answer"),
    ),
    ("predict_supplements", routing.after_prediction, ("explore_supplement_paths", "pool_kept_paths")),
    ("pool_kept_paths", routing.after_pooling, ("fuzzy_select", "generate_answer")),
)


def build_pog(resources: Resources | None = None, checkpointer: Any = None) -> PogGraph:
    """Compiles the workflow; `compile_graph` says what a run takes and returns."""
    return compile_graph(Wiring("pog", STEPS, EDGES, ROUTES), resources, checkpointer)
