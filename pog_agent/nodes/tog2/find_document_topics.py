"""Topics that documents lead to. It is not in the paper."""

import asyncio

from pog_agent.answering.documented.retrieval import needed_documents
from pog_agent.kg.base import Entity
from pog_agent.models import TopicEntity
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import Tog2State


def _found(update: Tog2State) -> str:
    return ", ".join(topic.label for topic in update["document_topics"]) or "nothing further"


@Declares(shows=_found, traces=("document_topics",))
async def find_document_topics(state: Tog2State, run: RunContext) -> Tog2State:
    """Of each of the chunks nearest to the question, the entity that its document is about; no call.

    That is the linked entity whose name is most like the document's title. It is a further candidate for the topic
    prune, and no topic of the question: an answer must still be about those.
    """
    index = needed_documents(run)
    found = await asyncio.to_thread(index.search, state["question"], run.config.document_topics)
    links = await asyncio.to_thread(index.entities_of, [item.chunk for item in found])
    linked = {key: [link.iri for link in of_chunk if link.in_graph] for key, of_chunk in links.items()}
    labels = await run.labels(iri for iris in linked.values() for iri in iris)
    known = {topic.iri for topic in state["topics"]}
    topics: dict[str, TopicEntity] = {}
    for item in found:
        entities = [Entity(iri=iri, label=labels[iri]) for iri in linked.get(item.chunk.key, ()) if iri in labels]
        entity, _ = await run.linker.align(item.chunk.title, entities)
        if entity is not None and entity.iri not in known:
            topic = TopicEntity(iri=entity.iri, label=entity.label, score=item.score, optional=True)
            topics.setdefault(entity.iri, topic)
    return {"document_topics": list(topics.values())}
