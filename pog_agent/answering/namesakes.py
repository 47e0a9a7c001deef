"""Entities of one name of which the question may mean each."""

from collections import Counter
from collections.abc import Sequence

from pog_agent.answering.known_relations import TopicFacts, topic_facts
from pog_agent.answering.shown_paths import term_labels
from pog_agent.models import NearEntity, TopicEntity
from pog_agent.run.context import RunContext

NAMESAKES_READ = 5


async def bearers_of(topic: TopicEntity, question: str, run: RunContext) -> list[TopicEntity]:
    """The entities of exactly the name that a topic was found by, at most `NAMESAKES_READ`, the topic first.

    A topic that was given by IRI, or found by similarity, stands alone.
    """
    if run.config.topics or not topic.mention or topic.score < 1:
        return [topic]
    found = await run.linker.candidates(topic.mention, question, NAMESAKES_READ)
    others = [
        topic.model_copy(update={"iri": item.iri, "label": item.label})
        for item in found
        if "exact" in item.how and item.iri != topic.iri
    ]
    return [topic, *others]


async def namesakes_that_differ(
    question: str, topics: Sequence[TopicEntity], fact: TopicFacts, run: RunContext, *, least: float
) -> tuple[NearEntity, ...]:
    """The bearers of a topic's name, where another one has a relation that fits at least so well, and other ends.

    Empty where only the topic bears the name, or only it has what is asked for.
    """
    bearers = (await bearers_of(fact.topic, question, run))[1:]
    others = [await topic_facts(question, topics, bearer, run) for bearer in bearers]
    if not any(_asked_ends(other, least) - _asked_ends(fact, least) for other in others):
        return ()
    return await told_apart([fact, *others], run)


async def told_apart(facts: Sequence[TopicFacts], run: RunContext) -> tuple[NearEntity, ...]:
    """Namesakes, each with its class; where classes do not differ, with a fact that the others do not have."""
    classes = Counter(fact.kind for fact in facts)
    found = []
    for fact in facts:
        details = [fact.kind] if fact.kind else []
        if classes[fact.kind] > 1:
            others = [other for other in facts if other is not fact]
            details += await _own_fact(fact, others, run)
        found.append(
            NearEntity(
                mention=fact.topic.mention, iri=fact.topic.iri, label=fact.topic.label, detail=", ".join(details)
            )
        )
    return tuple(found)


def _asked_ends(fact: TopicFacts, least: float) -> set[tuple[str, str]]:
    """What the relations that fit at least so well lead to, with the relation."""
    return {
        (relation.iri, end)
        for fit, relation in fact.relations
        if fit >= least
        for end in fact.links.get((relation.iri, relation.forward), ())
    }


async def _own_fact(fact: TopicFacts, others: Sequence[TopicFacts], run: RunContext) -> list[str]:
    """A relation with an end that no namesake has there; none where all have the same facts."""
    for _, relation in fact.relations:
        link = (relation.iri, relation.forward)
        known = set().union(*(other.links.get(link, set()) for other in others))
        for end in sorted(fact.links.get(link, set()) - known):
            label = (await term_labels(run, [end]))[end]
            return [f"{'' if relation.forward else '<- '}{relation.label}: {label}"]
    return []
