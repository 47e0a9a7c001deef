"""The things that a follow-up refers to, as topics of its question."""

from collections.abc import Sequence

from pog_agent.models import Referent, TopicEntity
from pog_agent.words import folded


def with_referents(
    topics: Sequence[TopicEntity], referents: Sequence[Referent], question: str
) -> tuple[TopicEntity, ...]:
    """The topics with those that are known in place of what was linked by the same words.

    No other entity may stand for the name of a thing that is meant, nor for a longer name around it.
    """
    meant = [item for item in referents if folded(item.name) in folded(question)]
    kept = [topic for topic in topics if not any(_is_called(topic, item) for item in meant)]
    known = [TopicEntity(iri=item.iri, label=item.label, mention=item.name) for item in meant]
    return (*known, *kept)


def _is_called(topic: TopicEntity, referent: Referent) -> bool:
    return topic.iri == referent.iri or folded(referent.name) in folded(topic.mention or topic.label)
