"""What the names of a question may mean besides: topics that it does not name, namesakes, names without use."""

from collections.abc import Iterator, Sequence

from pog_agent.answering.guards.examined import Examined
from pog_agent.answering.resolution import Resolution
from pog_agent.linking.other_forms import is_firm_called
from pog_agent.models import TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.cues import exclusion_of
from pog_agent.reading.names import names_in
from pog_agent.run.context import RunContext

MAX_NAMES_CHECKED = 5


def topics_not_named(answer: Examined) -> Iterator[Finding]:
    """Topics whose name does not stand in the question: another name was taken for theirs."""
    for label in answer.reader.unplaced:
        yield finding("name-unsaid", label)


async def names_left_out(
    question: str, resolution: Resolution, topics: Sequence[TopicEntity], run: RunContext
) -> tuple[str, ...]:
    """What the question calls each thing that a draft left out, or else its label. It takes a look-up at most."""
    called = {term: resolution.labels[term] for term in resolution.left_out[:MAX_NAMES_CHECKED]}
    called |= {topic.iri: topic.mention for topic in topics if topic.iri in called and topic.mention}
    if len(resolution.left_out) > MAX_NAMES_CHECKED:
        return tuple(resolution.labels[term] for term in resolution.left_out)
    if not called or exclusion_of(question, list(called.values())):
        return tuple(called.values())
    names = [name for name, _, _ in names_in(question)]
    bearers = await run.linker.names.equal(names[:MAX_NAMES_CHECKED]) if names else {}
    called |= {iri: name for name, iris in bearers.items() for iri in iris if iri in called}
    called |= {term: name for name in names for term, label in called.items() if is_firm_called(name, label)}
    return tuple(called.values())


async def names_without_use(answer: Examined, names: Sequence[str], run: RunContext) -> list[str]:
    """Those of the first names that belong to a thing of the graph, and to none on the cited paths.

    Classes and relations are no such things. It takes two look-ups, none without names.
    """
    bearers = await run.linker.names.equal(names[:MAX_NAMES_CHECKED]) if names else {}
    every = sorted({iri for iris in bearers.values() for iri in iris})
    used = {topic.iri for topic in answer.topics} | set(answer.resolution.terms)
    used |= set(answer.resolution.left_out) if answer.exclusion else set()
    for pattern, path in answer.resolution.paths:
        used |= {*path, *(step.relation for step in pattern.key.steps)}
    classes = await run.kg.classes(every) if every else set()
    return [name for name, iris in bearers.items() if used.isdisjoint(iris) and not classes.issuperset(iris)]
