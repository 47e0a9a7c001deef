"""Think-on-Graph and ToG-R (Sun et al., ICLR 2024): which step follows which. The steps are in `nodes/`.

The start (recognition), the judgement of the paths, the answer by citation and its verification are those of
Paths-over-Graph, so that both are compared on the search alone. Deviation from the paper: where the paths never
suffice, the last call may cite what they show, as a `partial` answer, before the model's own knowledge is used.
"""

from langgraph.graph import END, START

from pog_agent.answering.walked_paths import going_on
from pog_agent.config import PogConfig
from pog_agent.nodes.pog.check_sufficiency import check_sufficiency
from pog_agent.nodes.pog.generate_answer import generate_answer
from pog_agent.nodes.pog.recognize_topics import recognize_topics
from pog_agent.nodes.pog.verify_answer import verify_answer
from pog_agent.nodes.tog.prune_entities import prune_entities
from pog_agent.nodes.tog.prune_relations import prune_relations
from pog_agent.nodes.tog.sample_entities import sample_entities
from pog_agent.nodes.tog.search_entities import search_entities
from pog_agent.run.budget.budget import spent_search
from pog_agent.run.node import Node
from pog_agent.state import TogState
from pog_agent.systems.routing import Condition, Decision, Fork, counted, open_splits
from pog_agent.systems.wiring import Visits, Wiring


def after_recognition(state: TogState, config: PogConfig) -> Decision:
    """Without a topic entity there is nowhere to start."""
    del config
    if state["topics"]:
        found = counted(len(state["topics"]), "topic")
        return Decision("prune_relations", "topics found", f"the graph has {found} of the question")
    return Decision("generate_answer", "no topic", "the graph has no topic of the question")


def after_relations(state: TogState, config: PogConfig) -> Decision:
    """Without a relation to follow the search is over (ToG)."""
    del config
    return _following(state, "prune_entities")


def after_relations_r(state: TogState, config: PogConfig) -> Decision:
    """Without a relation to follow the search is over (ToG-R)."""
    del config
    return _following(state, "search_entities")


def _following(state: TogState, target: str) -> Decision:
    if state["branches"]:
        return Decision(target, "relations", f"{counted(len(state['branches']), 'relation')} to follow")
    return Decision("generate_answer", "no relation", "there is no relation to follow")


def after_entities(state: TogState, config: PogConfig) -> Decision:
    """New paths are reasoned over; without any the search is over (ToG)."""
    del config
    if state["beam"]:
        return Decision("check_sufficiency", "new paths", f"{counted(len(state['beam']), 'path')} to judge")
    return Decision("generate_answer", "no path", "no path goes on")


def after_check(state: TogState, config: PogConfig) -> Decision:
    """One hop deeper, unless the paths suffice, are long enough, or all end in literals (ToG)."""
    onward = _onward(state, config, "prune_relations")
    if onward.condition == "deepen" and not going_on(state["beam"]):
        return Decision("generate_answer", "no way on", "all paths end in literals")
    return onward


def after_check_r(state: TogState, config: PogConfig) -> Decision:
    """One hop deeper, unless the paths suffice or are long enough (ToG-R)."""
    return _onward(state, config, "sample_entities")


def after_sampling(state: TogState, config: PogConfig) -> Decision:
    """Without an entity to go on from the search is over (ToG-R)."""
    del config
    if state["beam"]:
        return Decision("prune_relations", "entities", f"{counted(len(state['beam']), 'entity')} to go on from")
    return Decision("generate_answer", "no way on", "there is no entity to go on from")


def _onward(state: TogState, config: PogConfig, target: str) -> Decision:
    """One hop deeper, unless the paths suffice, are long enough, or the budget is spent."""
    depth, verdict = state["plan"].depth, state["verdict"]
    if verdict.sufficient:
        return Decision("generate_answer", "sufficient", "the paths suffice")
    if spent := spent_search(state, config):
        return Decision("generate_answer", "budget spent", spent)
    if depth >= config.d_max:
        return Decision("generate_answer", "D_max reached", f"D_max = {config.d_max} is reached")
    return Decision(target, "deepen", f"deepen to D = {depth + 1}: {open_splits(verdict)}")


def visits(config: PogConfig) -> tuple[Visits, Visits]:
    """How often a run of ToG visits the steps that ask: at one hop, and at most.

    That is 2 * w_max * d_max + d_max + 1 calls after recognition, but for repairs.
    """
    return _hops(1, prune_entities), _hops(config.d_max, prune_entities)


def visits_r(config: PogConfig) -> tuple[Visits, Visits]:
    """The same for ToG-R, which draws its entities without asking: w_max * d_max + d_max + 1 calls."""
    return _hops(1), _hops(config.d_max)


def _hops(depth: int, *pruning: Node) -> Visits:
    asked = dict.fromkeys((prune_relations, *pruning, check_sufficiency), depth)
    return {recognize_topics: 1, **asked, generate_answer: 1}


_EDGES = (
    (START, "recognize_topics"),
    ("generate_answer", "verify_answer"),
    ("verify_answer", END),
)

_STARTS = Fork(
    "recognize_topics", after_recognition, {"prune_relations": ("topics found",), "generate_answer": ("no topic",)}
)
_ENOUGH: tuple[Condition, ...] = ("sufficient", "D_max reached", "budget spent")

TOG = Wiring(
    "tog",
    TogState,
    steps=(recognize_topics, prune_relations, prune_entities, check_sufficiency, generate_answer, verify_answer),
    edges=_EDGES,
    visits=visits,
    forks=(
        _STARTS,
        Fork(
            "prune_relations",
            after_relations,
            {"prune_entities": ("relations",), "generate_answer": ("no relation",)},
        ),
        Fork(
            "prune_entities",
            after_entities,
            {"check_sufficiency": ("new paths",), "generate_answer": ("no path",)},
        ),
        Fork(
            "check_sufficiency",
            after_check,
            {"prune_relations": ("deepen",), "generate_answer": (*_ENOUGH, "no way on")},
        ),
    ),
)

TOG_R = Wiring(
    "tog-r",
    TogState,
    steps=(
        recognize_topics,
        prune_relations,
        search_entities,
        check_sufficiency,
        sample_entities,
        generate_answer,
        verify_answer,
    ),
    edges=(*_EDGES, ("search_entities", "check_sufficiency")),
    visits=visits_r,
    forks=(
        _STARTS,
        Fork(
            "prune_relations",
            after_relations_r,
            {"search_entities": ("relations",), "generate_answer": ("no relation",)},
        ),
        Fork("check_sufficiency", after_check_r, {"sample_entities": ("deepen",), "generate_answer": _ENOUGH}),
        Fork(
            "sample_entities",
            after_sampling,
            {"prune_relations": ("entities",), "generate_answer": ("no way on",)},
        ),
    ),
)
