"""Supplement prediction (paper section 4.2, Algorithm 1 line 15)."""

import asyncio

from pog_agent.answering.shown_paths import show_paths
from pog_agent.kg.base import Entity
from pog_agent.models import Supplement
from pog_agent.reasoner.shown import SurroundingEntity
from pog_agent.reasoner.steps.predict_supplements import PredictSupplements
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import PogState
from pog_agent.subgraph.nearest import nearest_entities

ALIGNMENT_THRESHOLD = 0.6
MOST_NEAR = 60
"""So many entities around the topics are shown to a reasoner that has no knowledge of its own."""


def _predicted(update: PogState) -> str:
    names = ", ".join(item.prediction for item in update["supplements"])
    return names or "nothing in the subgraph is predicted"


@Declares(
    shows=_predicted,
    traces=("supplements",),
    asks=PredictSupplements,
)
async def predict_supplements(state: PogState, run: RunContext) -> PogState:
    """Asks for predicted entities with indicators and aligns each with the detected subgraph.

    The subgraph is the unreduced one. A prediction that resembles no entity of it, or one that is a topic or
    predicted already, is dropped with a warning. Deviation from the paper: a reasoner without a language model
    chooses among the entities of the subgraph, and predicts none where none is close to the question.
    """
    refs = state.get("kept", {}).get("topic", [])
    paths = await show_paths(run, state, [ref.key for ref in refs], last=True)
    near = () if run.reasoner.understands_language else await _near_entities(state, run)
    reply = await run.reasoner.ask(PredictSupplements(run.context(state), paths, run.config.supplements, near))
    warnings = list(reply.warnings)
    topics = {topic.iri: topic.label for topic in state["topics"]}
    chosen = {item.iri for item in near}
    is_aligned = all(item.iri in chosen for item in reply.value)
    entities = [] if is_aligned else await _labelled_entities(state, run)
    aligned: dict[str, Supplement] = {}
    for item in reply.value[: run.config.supplements]:
        if item.iri in chosen:
            aligned[str(item.iri)] = item
            continue
        entity, score = await run.linker.align(item.prediction, entities)
        if entity is None or score < ALIGNMENT_THRESHOLD:
            warnings.append(f"predicted {item.prediction!r} resembles no entity around the topics")
        elif entity.iri in topics:
            label = topics[entity.iri]
            warnings.append(f"predicted {item.prediction!r} is the topic {label}, which is searched anyway")
        elif entity.iri in aligned:
            warnings.append(f"predicted {item.prediction!r} is {entity.label}, as another prediction is")
        else:
            aligned[entity.iri] = item.model_copy(update={"iri": entity.iri, "score": round(score, 4)})
    return {"supplements": list(aligned.values()), "usage": [reply.usage], "warnings": warnings}


async def _labelled_entities(state: PogState, run: RunContext) -> list[Entity]:
    graph = (await run.workspace.detected(run.scope(state))).graph
    nodes = graph.entities()
    labels = await run.labels(nodes)
    return [Entity(iri=iri, label=label) for iri, label in labels.items()]


async def _near_entities(state: PogState, run: RunContext) -> tuple[SurroundingEntity, ...]:
    """The named entities of the detected subgraph at the relations most like the question, topics left out."""
    scope = run.scope(state)
    graph = (await run.workspace.detected(scope)).graph
    similarity = await scope.prepare_similarity(graph.relations)
    scores = await asyncio.to_thread(similarity, graph.relations)
    topics = {topic.iri for topic in state["topics"]}
    found = await asyncio.to_thread(nearest_entities, graph, scores, topics, MOST_NEAR)
    labels = await run.labels([term for term, _ in found])
    words = await run.relation_labels(sorted({relation for _, relation in found}))
    return tuple(
        SurroundingEntity(iri=term, name=labels[term], relation=words[relation])
        for term, relation in found
        if term in labels
    )
