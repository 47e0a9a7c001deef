"""The Paths-over-Graph workflow: which step follows which. The steps themselves are in `nodes/`.

With documents, what is written about the entities on the kept paths is read before these are judged.
"""

from typing import Any

from langgraph.graph import END, START

from pog_agent.answering.profile import profiled_topic
from pog_agent.config import PogConfig
from pog_agent.nodes.composing.compose_query import compose_query
from pog_agent.nodes.connecting.connect_topics import connect_topics
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
from pog_agent.nodes.pog.verify_answer import verify_answer
from pog_agent.nodes.profile.describe_topic import describe_topic
from pog_agent.reading.asked.connections import asked_connections
from pog_agent.run.binding import Route
from pog_agent.run.budget.budget import spent_search
from pog_agent.run.resources import Resources
from pog_agent.run.topics import required_iris
from pog_agent.state import HybridState, PogState
from pog_agent.systems.wiring import CompiledSystem, Visits, Wiring, compile_graph


def after_recognition(state: PogState, config: PogConfig) -> str:
    """Without a topic entity there is nothing to explore; a question for all about one topic needs no search.

    One for how topics are connected needs no reasoner.
    """
    del config
    if state.get("claim") is None and asked_connections(state["question"], state["topics"]):
        return "connect_topics"
    if profiled_topic(state["question"], state["topics"]):
        return "describe_topic"
    return "analyze_question" if state["topics"] else "compose_query"


def after_analysis(state: PogState, config: PogConfig) -> str:
    """A question that the analysis takes for one about connections alone needs no search by rounds."""
    del config
    is_asked = state["analysis"].asks_connection and state.get("claim") is None and len(required_iris(state)) > 1
    return "connect_topics" if is_asked else "detect_subgraph"


def after_exploration(state: PogState, config: PogConfig) -> str:
    """Candidates are pruned; a round that found nothing new goes straight on to the next."""
    if state["new_candidates"]:
        return "fuzzy_select"
    return _or_topics(next_exploration(state, config), state, config)


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
    """With documents, the passages about the paths are found first. The final paths are not judged."""
    return "retrieve_path_contexts" if config.docs is not None else _judging(state)


def after_retrieval(state: PogState, config: PogConfig) -> str:
    """Passages about paths go with these; those about the topics alone are answered from."""
    del config
    return _judging(state) if state["new_candidates"] else "compose_query"


def _judging(state: PogState) -> str:
    """The final paths are answered from without another check."""
    return "compose_query" if state["plan"].phase == "final" else "check_sufficiency"


def after_check(state: PogState, config: PogConfig) -> str:
    """Sufficient paths, or a spent budget, lead to the answer; else the search goes on."""
    if state["verdict"].sufficient or spent_search(state, config):
        return "compose_query"
    return next_exploration(state, config)


def after_prediction(state: PogState, config: PogConfig) -> str:
    """Supplements that the graph has are explored; without any the next phase begins."""
    del config
    return "explore_supplement_paths" if state["supplements"] else "pool_kept_paths"


def after_pooling(state: PogState, config: PogConfig) -> str:
    """Without any kept path there is nothing left to search."""
    return "fuzzy_select" if state["new_candidates"] else _or_topics("compose_query", state, config)


def next_exploration(state: PogState, config: PogConfig) -> str:
    """Deepens the phase, or enters the next one; a spent budget ends the search."""
    plan = state["plan"]
    if spent_search(state, config):
        return "compose_query"
    if plan.phase == "topic":
        # After D_max one more round of this phase joins smaller subsets of the topics.
        more_subsets = len(required_iris(state)) > 1 and not plan.subsets
        if plan.depth < config.d_max or more_subsets:
            return "explore_topic_paths"
        return "predict_supplements" if config.supplements else "pool_kept_paths"
    if plan.phase == "expand" and plan.depth < config.d_max:
        return "expand_nodes"
    return "pool_kept_paths"


def _or_topics(following: str, state: PogState, config: PogConfig) -> str:
    """Where a search ends without any path, what is written about the topics is found before the answer."""
    reads_topics = following == "compose_query" and config.docs is not None and not state.get("shortlist")
    return "retrieve_path_contexts" if reads_topics else following


def after_composing(state: PogState, config: PogConfig) -> str:
    """A query, or an answer given in its place, is verified; without either the paths are answered from."""
    del config
    draft = state.get("query_draft")
    is_composed = draft is not None and draft.query is not None
    return "verify_answer" if is_composed or state.get("draft") is not None else "generate_answer"


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
    describe_topic,
    connect_topics,
    analyze_question,
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
    compose_query,
    generate_answer,
    verify_answer,
)

EDGES = (
    (START, "recognize_topics"),
    ("detect_subgraph", "reduce_subgraph"),
    ("reduce_subgraph", "explore_topic_paths"),
    ("describe_topic", "verify_answer"),
    ("connect_topics", "verify_answer"),
    ("generate_answer", "verify_answer"),
    ("verify_answer", END),
)

_PRUNED = ("expand_nodes", "summarize_paths", "retrieve_path_contexts", "check_sufficiency", "compose_query")
_SEARCHED = ("retrieve_path_contexts", "compose_query")

ROUTES: tuple[tuple[str, Route, tuple[str, ...]], ...] = (
    (
        "recognize_topics",
        after_recognition,
        ("analyze_question", "describe_topic", "connect_topics", "compose_query"),
    ),
    ("analyze_question", after_analysis, ("detect_subgraph", "connect_topics")),
    (
        "explore_topic_paths",
        after_exploration,
        ("fuzzy_select", "explore_topic_paths", "predict_supplements", "pool_kept_paths", *_SEARCHED),
    ),
    (
        "explore_supplement_paths",
        after_exploration,
        ("fuzzy_select", "pool_kept_paths", *_SEARCHED),
    ),
    (
        "expand_nodes",
        after_exploration,
        ("fuzzy_select", "expand_nodes", "pool_kept_paths", *_SEARCHED),
    ),
    ("fuzzy_select", after_fuzzy, ("branch_reduce_select", "precise_select", *_PRUNED)),
    ("branch_reduce_select", after_branch, ("precise_select", *_PRUNED)),
    ("precise_select", after_pruning, _PRUNED),
    ("summarize_paths", after_summary, ("retrieve_path_contexts", "check_sufficiency", "compose_query")),
    ("retrieve_path_contexts", after_retrieval, ("check_sufficiency", "compose_query")),
    (
        "check_sufficiency",
        after_check,
        ("explore_topic_paths", "predict_supplements", "expand_nodes", "pool_kept_paths", "compose_query"),
    ),
    ("compose_query", after_composing, ("verify_answer", "generate_answer")),
    ("predict_supplements", after_prediction, ("explore_supplement_paths", "pool_kept_paths")),
    ("pool_kept_paths", after_pooling, ("fuzzy_select", *_SEARCHED)),
)

POG = Wiring("pog", HybridState, STEPS, EDGES, visits, ROUTES)


def build_pog(resources: Resources | None = None, checkpointer: Any = None) -> CompiledSystem:
    """Compiles the workflow; `compile_graph` says what a run takes and returns."""
    return compile_graph(POG, resources, checkpointer)
