"""What the names of a question may mean besides: topics that it does not name, namesakes, names without use."""

from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz

from pog_agent.answering.guards.examined import Examined
from pog_agent.answering.resolution import Resolution
from pog_agent.linking.candidates import MOST_BUT_EXACT, words_of
from pog_agent.linking.other_forms import is_firm_called
from pog_agent.models import TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.cues import exclusion_of
from pog_agent.reading.names import names_in
from pog_agent.run.context import RunContext
from pog_agent.words import FUNCTION_WORDS, content_words, stem

EDGES_READ = 200
"""So many edges of a namesake are looked at."""
MAX_NAMES_CHECKED = 5
LEAST_SPELLED = 75.0
"""So much of a word must be right, in percent, if it is another one misspelled."""


def topics_not_named(answer: Examined) -> Iterator[Finding]:
    """Topics whose name does not stand in the question: another name was taken for theirs."""
    for label in answer.reader.unplaced:
        yield finding("topic-not-named", label)
    for topic in answer.topics:
        if not topic.optional and topic.mention and topic.score < MOST_BUT_EXACT:
            other = _other_word(topic.mention.casefold(), topic.label.casefold())
            if other:
                yield finding("name-of-another", topic.mention, topic.label, other)


def _other_word(mention: str, label: str) -> str:
    """A word of a mention that is none of a label, in another spelling either; empty where all are.

    "Third Growth" is not "Second Growth", however alike the two are.
    """
    spoken, own = words_of(mention), words_of(label)
    letters = "".join(own)
    for word in spoken:
        forms = (
            word == name or stem(word) == stem(name) or fuzz.ratio(word, name) >= LEAST_SPELLED for name in own
        )
        if word not in letters and word not in FUNCTION_WORDS and not any(forms):
            return word
    return ""


async def namesakes_with_the_same_step(answer: Examined, run: RunContext) -> list[Finding]:
    """Topics whose namesakes have the first step from the topic, too: each of them may be meant."""
    namesakes = {topic.iri: topic for topic in answer.topics if topic.namesakes and not topic.optional}
    steps = {(topic, *step) for topic in namesakes for step in answer.steps_from(topic)}
    if not steps:
        return []
    around = await run.kg.neighbors(
        sorted({iri for item in namesakes.values() for iri in item.namesakes}), EDGES_READ
    )
    there = {(head, relation, True) for head, relation, _ in around.triples}
    there |= {(tail, relation, False) for _, relation, tail in around.triples}
    found = {
        (topic, other): other in around.cut and (other, relation, forward) not in there
        for topic, relation, forward in sorted(steps)
        for other in namesakes[topic].namesakes
        if (other, relation, forward) in there or other in around.cut
    }
    return [
        finding(
            "namesake-same-step",
            namesakes[topic].mention,
            other,
            "has too many edges to look at" if is_unknown else "has the same relation",
        )
        for (topic, other), is_unknown in found.items()
    ]


async def things_left_out_of_a_yes(answer: Examined, run: RunContext) -> list[Finding]:
    """Things that a question for a yes or no names, and that no cited path has, though they need not be meant.

    A class is no such thing, nor is a name whose words stand on the paths, as that of a relation does.
    """
    if answer.draft.operation != "exists" or not answer.read:
        return []
    there = {node for _, path in answer.resolution.paths for node in path}
    left = [
        topic
        for topic in answer.topics
        if topic.optional and there.isdisjoint((topic.iri, *topic.namesakes)) and topic.mention
    ]
    classes = await run.kg.classes([topic.iri for topic in left]) if left else set()
    said = {stem(word) for text in answer.named for word in content_words(text)}
    return [
        finding("name-on-no-path", topic.mention)
        for topic in left
        if topic.iri not in classes and not said.issuperset(map(stem, content_words(topic.mention)))
    ]


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

    Classes and relations are no such things, and a name that a condition states is used. It takes two look-ups,
    none without names.
    """
    if answer.condition is not None:
        names = [name for name in names if name.casefold() not in answer.condition.text.casefold()]
    bearers = await run.linker.names.equal(names[:MAX_NAMES_CHECKED]) if names else {}
    every = sorted({iri for iris in bearers.values() for iri in iris})
    used = {topic.iri for topic in answer.topics} | set(answer.resolution.terms)
    used |= set(answer.resolution.left_out) if answer.exclusion else set()
    for pattern, path in answer.resolution.paths:
        used |= {*path, *(step.relation for step in pattern.key.steps)}
    classes = await run.kg.classes(every) if every else set()
    return [name for name, iris in bearers.items() if used.isdisjoint(iris) and not classes.issuperset(iris)]
