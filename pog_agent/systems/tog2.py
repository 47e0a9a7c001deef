"""Think-on-Graph 2 (Ma et al., ICLR 2025): which step follows which. The steps are in `nodes/`.

Recognition of topics and verification of the answer are those of the other systems. Without documents it walks by
triples alone. In a run of D rounds it makes at most 2D + (D - 1) + 2 calls after recognition: the topic prune, the
reasoning before the first hop, in each round the relation prune and the reasoning, and between rounds the
reformulation of the query. The ranker ``llm`` adds a call before the first hop and one in each round. With
`self_consistency` chains of thought come before the search.
"""

from langgraph.graph import END, START

from pog_agent.answering.walked_paths import going_on
from pog_agent.config import PogConfig
from pog_agent.nodes.baselines.sample_chain import sample_chain
from pog_agent.nodes.pog.recognize_topics import recognize_topics
from pog_agent.nodes.pog.verify_answer import verify_answer
from pog_agent.nodes.tog2.answer_from_agreement import answer_from_agreement, is_decided
from pog_agent.nodes.tog2.discover_entities import discover_entities
from pog_agent.nodes.tog2.discover_relations import discover_relations
from pog_agent.nodes.tog2.find_document_topics import find_document_topics
from pog_agent.nodes.tog2.prune_topics import prune_topics
from pog_agent.nodes.tog2.reason_over_knowledge import reason_over_knowledge
from pog_agent.nodes.tog2.reformulate_query import reformulate_query
from pog_agent.nodes.tog2.retrieve_contexts import retrieve_contexts
from pog_agent.nodes.tog2.retrieve_topic_contexts import retrieve_topic_contexts
from pog_agent.nodes.tog2.select_entities import select_entities
from pog_agent.nodes.tog2.select_relations import select_relations
from pog_agent.run.budget.budget import spent_search
from pog_agent.state import Tog2State
from pog_agent.systems.wiring import Visits, Wiring


def after_recognition(state: Tog2State, config: PogConfig) -> str:
    """Own knowledge is asked for first where that is set, unless it would be withheld."""
    asks_first = _samples(config) and not spent_search(state, config)
    return "sample_chain" if asks_first else _start(state, config)


def after_chain(state: Tog2State, config: PogConfig) -> str:
    """The next chain, unless it cannot matter any more or the budget keeps the rest for the answer."""
    over = is_decided(state["samples"], config) or spent_search(state, config)
    return "answer_from_agreement" if over else "sample_chain"


def after_agreement(state: Tog2State, config: PogConfig) -> str:
    """Chains that do not agree leave the question to the search."""
    return "verify_answer" if state["draft"].own_answer else _start(state, config)


def after_finding(state: Tog2State, config: PogConfig) -> str:
    """Without a topic entity there is nowhere to start, and nothing to read."""
    del config
    return "prune_topics" if state["topics"] or state["document_topics"] else "reason_over_knowledge"


def after_relations(state: Tog2State, config: PogConfig) -> str:
    """Without a relation out of the beam the search is over."""
    del config
    return "select_relations" if state["options"] else _end(state)


def after_selection(state: Tog2State, config: PogConfig) -> str:
    """Without a relation worth following the search is over."""
    del config
    return "discover_entities" if state["branches"] else _end(state)


def after_reasoning(state: Tog2State, config: PogConfig) -> str:
    """One hop deeper, unless the knowledge suffices, the paths are long enough, or all end in literals.

    One call left is enough for it: that of the next reasoning, which gives the answer.
    """
    verdict, plan = state.get("verdict"), state.get("plan")
    depth = plan.depth if plan else 0
    if (verdict is not None and verdict.sufficient) or depth >= config.d_max:
        return "verify_answer"
    if spent_search(state, config, keeps_call=False):
        return "verify_answer"
    if not going_on(state.get("beam") or []):
        return "verify_answer"
    return "reformulate_query" if depth and config.clues else "discover_relations"


def _start(state: Tog2State, config: PogConfig) -> str:
    """Documents may lead to further topics. Without any there is nowhere to start, and nothing to read."""
    if config.document_topics and config.docs is not None:
        return "find_document_topics"
    return "prune_topics" if state["topics"] else "reason_over_knowledge"


def _samples(config: PogConfig) -> int:
    return config.self_consistency if config.allow_parametric else 0


def _end(state: Tog2State) -> str:
    """The answer is in the last reasoning. Where nothing was reasoned over yet, the model is asked now."""
    return "verify_answer" if state.get("verdict") else "reason_over_knowledge"


def visits(config: PogConfig) -> tuple[Visits, Visits]:
    """How often a run visits the steps that ask: at one hop, and at most."""
    return _hops(1, config), _hops(config.d_max, config)


def _hops(depth: int, config: PogConfig) -> Visits:
    return {
        recognize_topics: 1,
        sample_chain: _samples(config),
        prune_topics: 1,
        retrieve_topic_contexts: 1,
        select_relations: depth,
        retrieve_contexts: depth,
        reason_over_knowledge: depth + 1,
        reformulate_query: (depth - 1) * int(config.clues),
    }


_STARTS = ("find_document_topics", "prune_topics", "reason_over_knowledge")

TOG2 = Wiring(
    "tog2",
    Tog2State,
    steps=(
        recognize_topics,
        sample_chain,
        answer_from_agreement,
        find_document_topics,
        prune_topics,
        retrieve_topic_contexts,
        discover_relations,
        select_relations,
        discover_entities,
        retrieve_contexts,
        select_entities,
        reason_over_knowledge,
        reformulate_query,
        verify_answer,
    ),
    edges=(
        (START, "recognize_topics"),
        ("prune_topics", "retrieve_topic_contexts"),
        ("retrieve_topic_contexts", "reason_over_knowledge"),
        ("discover_entities", "retrieve_contexts"),
        ("retrieve_contexts", "select_entities"),
        ("select_entities", "reason_over_knowledge"),
        ("reformulate_query", "discover_relations"),
        ("verify_answer", END),
    ),
    visits=visits,
    routes=(
        ("recognize_topics", after_recognition, ("sample_chain", *_STARTS)),
        ("sample_chain", after_chain, ("sample_chain", "answer_from_agreement")),
        ("answer_from_agreement", after_agreement, (*_STARTS, "verify_answer")),
        ("find_document_topics", after_finding, ("prune_topics", "reason_over_knowledge")),
        ("discover_relations", after_relations, ("select_relations", "reason_over_knowledge", "verify_answer")),
        ("select_relations", after_selection, ("discover_entities", "reason_over_knowledge", "verify_answer")),
        ("reason_over_knowledge", after_reasoning, ("discover_relations", "reformulate_query", "verify_answer")),
    ),
)
