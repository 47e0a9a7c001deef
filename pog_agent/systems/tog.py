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
from pog_agent.systems.wiring import Visits, Wiring


def after_recognition(state: TogState, config: PogConfig) -> str:
    """Without a topic entity there is nowhere to start."""
    del config
    return "prune_relations" if state["topics"] else "generate_answer"


def after_relations(state: TogState, config: PogConfig) -> str:
    """Without a relation to follow the search is over (ToG)."""
    del config
    return "prune_entities" if state["branches"] else "generate_answer"


def after_relations_r(state: TogState, config: PogConfig) -> str:
    """Without a relation to follow the search is over (ToG-R)."""
    del config
    return "search_entities" if state["branches"] else "generate_answer"


def after_entities(state: TogState, config: PogConfig) -> str:
    """New paths are reasoned over; without any the search is over (ToG)."""
    del config
    return "check_sufficiency" if state["beam"] else "generate_answer"


def after_check(state: TogState, config: PogConfig) -> str:
    """One hop deeper, unless the paths suffice, are long enough, or all end in literals (ToG)."""
    return "prune_relations" if _goes_on(state, config) and going_on(state["beam"]) else "generate_answer"


def after_check_r(state: TogState, config: PogConfig) -> str:
    """One hop deeper, unless the paths suffice or are long enough (ToG-R)."""
    return "sample_entities" if _goes_on(state, config) else "generate_answer"


def after_sampling(state: TogState, config: PogConfig) -> str:
    """Without an entity to go on from the search is over (ToG-R)."""
    del config
    return "prune_relations" if state["beam"] else "generate_answer"


def _goes_on(state: TogState, config: PogConfig) -> bool:
    deeper = state["plan"].depth < config.d_max
    return deeper and not state["verdict"].sufficient and not spent_search(state, config)


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

TOG = Wiring(
    "tog",
    TogState,
    steps=(recognize_topics, prune_relations, prune_entities, check_sufficiency, generate_answer, verify_answer),
    edges=_EDGES,
    visits=visits,
    routes=(
        ("recognize_topics", after_recognition, ("prune_relations", "generate_answer")),
        ("prune_relations", after_relations, ("prune_entities", "generate_answer")),
        ("prune_entities", after_entities, ("check_sufficiency", "generate_answer")),
        ("check_sufficiency", after_check, ("prune_relations", "generate_answer")),
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
    routes=(
        ("recognize_topics", after_recognition, ("prune_relations", "generate_answer")),
        ("prune_relations", after_relations_r, ("search_entities", "generate_answer")),
        ("check_sufficiency", after_check_r, ("sample_entities", "generate_answer")),
        ("sample_entities", after_sampling, ("prune_relations", "generate_answer")),
    ),
)
