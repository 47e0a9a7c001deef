"""Think-on-Graph and ToG-R (Sun et al., ICLR 2024): which step follows which. The steps are in `nodes/`.

The start (recognition), the judgement of the paths, the answer by citation and its verification are those of
Paths-over-Graph, so that both are compared on the search alone. Deviation from the paper: where the paths never
suffice, the last call may cite what they show, as a `partial` answer, before the model's own knowledge is used.
"""

from typing import Any

from langgraph.graph import END, START

from pog_agent.nodes.check_sufficiency import check_sufficiency
from pog_agent.nodes.generate_answer import generate_answer
from pog_agent.nodes.recognize_topics import recognize_topics
from pog_agent.nodes.tog import routing
from pog_agent.nodes.tog.prune_entities import prune_entities
from pog_agent.nodes.tog.prune_relations import prune_relations
from pog_agent.nodes.tog.sample_entities import sample_entities
from pog_agent.nodes.tog.search_entities import search_entities
from pog_agent.nodes.verify_answer import verify_answer
from pog_agent.resources import Resources
from pog_agent.wiring import PogGraph, Wiring, compile_graph

_EDGES = (
    (START, "recognize_topics"),
    ("generate_answer", "verify_answer"),
    ("verify_answer", END),
)

TOG = Wiring(
    "tog",
    steps=(recognize_topics, prune_relations, prune_entities, check_sufficiency, generate_answer, verify_answer),
    edges=_EDGES,
    routes=(
        ("recognize_topics", routing.after_recognition, ("prune_relations", "generate_answer")),
        ("prune_relations", routing.after_relations, ("prune_entities", "generate_answer")),
        ("prune_entities", routing.after_entities, ("check_sufficiency", "generate_answer")),
        ("check_sufficiency", routing.after_check, ("prune_relations", "generate_answer")),
    ),
)

TOG_R = Wiring(
    "tog-r",
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
    routes=(
        ("recognize_topics", routing.after_recognition, ("prune_relations", "generate_answer")),
        ("prune_relations", routing.after_relations_r, ("search_entities", "generate_answer")),
        ("check_sufficiency", routing.after_check_r, ("sample_entities", "generate_answer")),
        ("sample_entities", routing.after_sampling, ("prune_relations", "generate_answer")),
    ),
)


def build_tog(resources: Resources | None = None, checkpointer: Any = None) -> PogGraph:
    """Think-on-Graph: at most 2 * w_max * d_max + d_max + 1 calls after recognition, but for repairs."""
    return compile_graph(TOG, resources, checkpointer)


def build_tog_r(resources: Resources | None = None, checkpointer: Any = None) -> PogGraph:
    """ToG-R, with random entities: at most w_max * d_max + d_max + 1 calls after recognition, but for repairs."""
    return compile_graph(TOG_R, resources, checkpointer)
