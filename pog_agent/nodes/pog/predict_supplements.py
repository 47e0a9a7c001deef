"""Supplement prediction (paper section 4.2, Algorithm 1 line 15)."""

from pog_agent.answering.shown_paths import show_paths
from pog_agent.kg.base import Entity
from pog_agent.models import Supplement
from pog_agent.reasoner.steps.predict_supplements import PredictSupplements
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import PogState

ALIGNMENT_THRESHOLD = 0.6


@Declares(
    shows=lambda update: ", ".join(item.prediction for item in update["supplements"]),
    traces=("supplements",),
    asks=PredictSupplements,
)
async def predict_supplements(state: PogState, run: RunContext) -> PogState:
    """Asks for predicted entities with indicators and aligns each with the detected subgraph.

    The subgraph is the unreduced one. A prediction that resembles no entity of it, or one that is a topic or
    predicted already, is dropped with a warning.
    """
    refs = state.get("kept", {}).get("topic", [])
    paths = await show_paths(run, state, [ref.key for ref in refs], last=True)
    reply = await run.reasoner.ask(PredictSupplements(run.context(state), paths, run.config.supplements))
    warnings = list(reply.warnings)
    topics = {topic.iri: topic.label for topic in state["topics"]}
    entities = await _labelled_entities(state, run) if reply.value else []
    aligned: dict[str, Supplement] = {}
    for item in reply.value[: run.config.supplements]:
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
