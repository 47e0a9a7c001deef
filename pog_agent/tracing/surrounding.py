"""What lies around the paths of a run, as much of it as can be drawn."""

from collections.abc import Iterable

import numpy as np

from pog_agent.kg.base import SummarizedGraph
from pog_agent.models import Answer
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import Term, Triple, is_literal, literal_value
from pog_agent.tracing.run_trace import Surrounding

MOST_TRIPLES = 60
MOST_PER_NODE = 8


async def surrounding_of(answer: Answer, state: PogState, run: RunContext) -> Surrounding:
    """The triples of the reduced subgraph next to topics, answers and cited paths, with words for every term.

    Nothing is fetched for it but labels. A system that holds no subgraph has no triples to show, nor has a run
    that a query answered before any search.
    """
    near = nodes_of(answer)
    triples, left_out = list[Triple](), 0
    sizes = state.get("sizes")
    if sizes is not None and sizes.detected.triples and "plan" in state:
        graph = await run.workspace.reduced(run.scope(state))
        triples = nearest_triples(graph, near, known=set(answer.cited_triples))
        left_out = len(graph.heads) - len({*triples, *answer.cited_triples})
    labels = await _labels([*triples, *answer.cited_triples], near, run)
    preset = run.kg.preset if isinstance(run.kg, SummarizedGraph) else None
    found = Surrounding(triples=tuple(triples), left_out=max(left_out, 0), labels=labels)
    if preset is None:
        return found
    return found.model_copy(update={"class_relations": (*preset.types, *preset.subclasses)})


def nodes_of(answer: Answer) -> list[Term]:
    """Topics, answers and all nodes of what is cited, in this order."""
    topics = [topic.iri for topic in answer.topic_entities]
    answers = [item.iri for item in answer.answers if item.iri]
    cited = [node for head, _, tail in answer.cited_triples for node in (head, tail)]
    return [*dict.fromkeys([*topics, *answers, *cited])]


def nearest_triples(graph: Subgraph, near: Iterable[Term], known: set[Triple]) -> list[Triple]:
    """Triples at the given nodes that are not known yet, a few of each node and `MOST_TRIPLES` in all."""
    ids = [number for node in near if (number := graph.nodes.id_of(node)) is not None]
    found: dict[Triple, None] = {}
    for number in ids:
        places = np.flatnonzero((graph.heads == number) | (graph.tails == number))
        own = 0
        for place in places.tolist():
            triple = _triple(graph, place)
            if own == MOST_PER_NODE or len(found) == MOST_TRIPLES:
                break
            if triple not in known and triple not in found:
                found[triple] = None
                own += 1
    return [*found]


def _triple(graph: Subgraph, place: int) -> Triple:
    head, tail = graph.nodes[int(graph.heads[place])], graph.nodes[int(graph.tails[place])]
    return head, graph.relations[int(graph.relations_of[place])], tail


async def _labels(triples: list[Triple], near: list[Term], run: RunContext) -> dict[str, str]:
    nodes = [*dict.fromkeys([*near, *(node for head, _, tail in triples for node in (head, tail))])]
    entities = [node for node in nodes if not is_literal(node)]
    labels = await run.labels(entities)
    words = await run.relation_labels(sorted({relation for _, relation, _ in triples}))
    values: dict[Term, str] = {node: literal_value(node) for node in nodes if is_literal(node)}
    return {**labels, **values, **words}
