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
from pog_agent.nodes.tog2.sample_chain import sample_chain
from pog_agent.nodes.tog2.select_entities import select_entities
from pog_agent.nodes.tog2.select_relations import select_relations
from pog_agent.run.budget.budget import spent_search
from pog_agent.state import Tog2State
from pog_agent.systems.routing import Decision, Fork, Ways, counted
from pog_agent.systems.wiring import Visits, Wiring


def after_recognition(state: Tog2State, config: PogConfig) -> Decision:
    """Own knowledge is asked for first where that is set, unless it would be withheld."""
    if _samples(config) and not spent_search(state, config):
        return Decision("sample_chain", "chains first", "the model's own knowledge is asked first")
    return _start(state, config)


def after_chain(state: Tog2State, config: PogConfig) -> Decision:
    """The next chain, unless it cannot matter any more or the budget keeps the rest for the answer."""
    if is_decided(state["samples"], config):
        return Decision("answer_from_agreement", "chains done", "a further chain would decide nothing")
    if spent := spent_search(state, config):
        return Decision("answer_from_agreement", "budget spent", spent)
    asked = len(state["samples"])
    return Decision("sample_chain", "next chain", f"{asked} of {_samples(config)} chains are sampled")


def after_agreement(state: Tog2State, config: PogConfig) -> Decision:
    """Chains that do not agree leave the question to the search."""
    if state["draft"].own_answer:
        return Decision("verify_answer", "chains agree", "the chains agree")
    return _start(state, config)


def after_finding(state: Tog2State, config: PogConfig) -> Decision:
    """Without a topic entity there is nowhere to start, and nothing to read."""
    del config
    return _from_topics(len(state["topics"]) + len(state["document_topics"]))


def after_relations(state: Tog2State, config: PogConfig) -> Decision:
    """Without a relation out of the beam the search is over."""
    del config
    if state["options"]:
        found = counted(len(state["options"]), "relation")
        return Decision("select_relations", "relations", f"{found} out of the beam")
    return _end(state, "no relation leads out of the beam")


def after_selection(state: Tog2State, config: PogConfig) -> Decision:
    """Without a relation worth following the search is over."""
    del config
    if state["branches"]:
        return Decision(
            "discover_entities", "relations", f"{counted(len(state['branches']), 'relation')} to follow"
        )
    return _end(state, "no relation is worth following")


def after_reasoning(state: Tog2State, config: PogConfig) -> Decision:
    """One hop deeper, unless the knowledge suffices, the paths are long enough, or all end in literals.

    One call left is enough for it: that of the next reasoning, which gives the answer.
    """
    verdict, plan = state.get("verdict"), state.get("plan")
    depth = plan.depth if plan else 0
    if verdict is not None and verdict.sufficient:
        return Decision("verify_answer", "sufficient", "the knowledge suffices")
    if depth >= config.d_max:
        return Decision("verify_answer", "D_max reached", f"D_max = {config.d_max} is reached")
    if spent := spent_search(state, config, keeps_call=False):
        return Decision("verify_answer", "budget spent", spent)
    if not going_on(state.get("beam") or []):
        return Decision("verify_answer", "no way on", "no path can be walked on")
    following = "reformulate_query" if depth and config.clues else "discover_relations"
    return Decision(following, "deepen", f"deepen to D = {depth + 1}: the knowledge does not suffice")


def _start(state: Tog2State, config: PogConfig) -> Decision:
    """Documents may lead to further topics. Without any there is nowhere to start, and nothing to read."""
    if config.document_topics and config.docs is not None:
        return Decision("find_document_topics", "with documents", "documents may lead to further topics")
    return _from_topics(len(state["topics"]))


def _from_topics(topics: int) -> Decision:
    if topics:
        return Decision("prune_topics", "topics found", f"{counted(topics, 'topic')} to start from")
    return Decision("reason_over_knowledge", "no topic", "there is no topic to start from")


def _end(state: Tog2State, why: str) -> Decision:
    """The answer is in the last reasoning. Where nothing was reasoned over yet, the model is asked now."""
    return Decision("verify_answer" if state.get("verdict") else "reason_over_knowledge", "no relation", why)


def _samples(config: PogConfig) -> int:
    return config.self_consistency if config.allow_parametric else 0


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


_FROM_TOPICS: Ways = {"prune_topics": ("topics found",), "reason_over_knowledge": ("no topic",)}
_STARTS: Ways = {**_FROM_TOPICS, "find_document_topics": ("with documents",)}
_ENDS: Ways = {"reason_over_knowledge": ("no relation",), "verify_answer": ("no relation",)}

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
    forks=(
        Fork("recognize_topics", after_recognition, {"sample_chain": ("chains first",), **_STARTS}),
        Fork(
            "sample_chain",
            after_chain,
            {"sample_chain": ("next chain",), "answer_from_agreement": ("chains done", "budget spent")},
        ),
        Fork("answer_from_agreement", after_agreement, {"verify_answer": ("chains agree",), **_STARTS}),
        Fork("find_document_topics", after_finding, _FROM_TOPICS),
        Fork("discover_relations", after_relations, {"select_relations": ("relations",), **_ENDS}),
        Fork("select_relations", after_selection, {"discover_entities": ("relations",), **_ENDS}),
        Fork(
            "reason_over_knowledge",
            after_reasoning,
            {
                "discover_relations": ("deepen",),
                "reformulate_query": ("deepen",),
                "verify_answer": ("sufficient", "D_max reached", "budget spent", "no way on"),
            },
        ),
    ),
    beside=(sample_chain, answer_from_agreement, find_document_topics),
)
