"""A profile: what the graph has of one entity, for questions that ask nothing else."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pog_agent.answering.resolution import Resolution
from pog_agent.answering.shown_paths import answer_item, step_words, term_labels
from pog_agent.language.english import english_pattern
from pog_agent.models import AnswerItem, PatternKey, PatternRef, Step, TopicEntity
from pog_agent.run.context import RunContext
from pog_agent.subgraph.patterns.single import start_at, targets_of, walked
from pog_agent.terms import Term, is_literal

RELATIONS_SHOWN = 20
ENDS_SHOWN = 5
ENDS_READ = 5
"""So many ends are read for each that is shown: some have no name."""

_TOPIC = "\ue000"
_ABOUT, _IS = (english_pattern("profile", name, topic=_TOPIC) for name in ("about", "is"))


def profiled_topic(question: str, topics: Sequence[TopicEntity]) -> TopicEntity | None:
    """The topic that a question asks everything about, and nothing else; None for other questions.

    "Who is X?" and "What is X?" are such questions where X is a plain name, not a description: without an article
    before a small word and without "of" in it, which offices and titles have.
    """
    required = [topic for topic in topics if not topic.optional]
    if len(required) != 1 or not required[0].mention:
        return None
    (topic,) = required
    marked = re.sub(rf"(?<!\w){re.escape(topic.mention)}(?!\w)", _TOPIC, question, count=1, flags=re.IGNORECASE)
    text = " ".join(re.sub(r"[?!.,\"“”]", " ", marked).casefold().split())
    is_noun = topic.mention.islower() and english_pattern("naming", "article_first").match(topic.mention)
    is_description = is_noun or "of" in topic.mention.casefold().split()
    asked = _ABOUT.fullmatch(text) or (not is_description and _IS.fullmatch(text))
    return topic if asked else None


@dataclass(frozen=True)
class ProfileFacts:
    """The facts of a profile as paths of one step, and how many the graph has besides."""

    paths: tuple[PatternRef, ...]
    more: int
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class RelationEnds:
    """What one step out of an entity leads to: the first ends that have a name, and how many ends there are."""

    step: Step
    ends: tuple[Term, ...]
    total: int


@dataclass(frozen=True)
class EntityEdges:
    """The edges of an entity by relation; `relations` and `facts` count all, also those that are not listed.

    `labels` are those of the ends, `words` those of the relations.
    """

    of: tuple[RelationEnds, ...]
    relations: int
    facts: int
    labels: Mapping[Term, str]
    words: Mapping[str, str]
    warnings: tuple[str, ...]


async def profile_facts(topic: TopicEntity, run: RunContext) -> ProfileFacts:
    """The edges of a topic as paths: at most `ENDS_SHOWN` for each of `RELATIONS_SHOWN` relations."""
    start = start_at(topic.iri)
    edges = await edges_by_relation(topic.iri, run, RELATIONS_SHOWN, ENDS_SHOWN)
    paths = tuple(PatternRef(key=walked(start, item.step, end)) for item in edges.of for end in item.ends)
    return ProfileFacts(paths, edges.facts - len(paths), edges.warnings)


async def edges_by_relation(iri: Term, run: RunContext, most_relations: int, most_ends: int) -> EntityEdges:
    """The edges of an entity by relation: its classes, then what it has, then what leads to it.

    An end without a name is not shown. Raises `GraphUnavailableError`.
    """
    edges = (await run.workspace.surroundings.edges_of([iri]))[iri]
    found = targets_of(start_at(iri), edges)
    classes = set((await run.kg.types([iri])).get(iri, ()))
    words = await run.relation_labels(sorted({step.relation for step in found}))
    order = sorted(found, key=lambda step: (*_rank(step, found[step], classes), words[step.relation]))
    first = {step: found[step][: most_ends * ENDS_READ] for step in order[:most_relations]}
    labels = await term_labels(run, [end for ends in first.values() for end in ends])
    return EntityEdges(
        of=tuple(
            RelationEnds(step, _named(ends, labels)[:most_ends], len(found[step])) for step, ends in first.items()
        ),
        relations=len(found),
        facts=sum(map(len, found.values())),
        labels=labels,
        words=words,
        warnings=run.workspace.surroundings.warnings([iri]),
    )


def _named(ends: Sequence[Term], labels: Mapping[Term, str]) -> tuple[Term, ...]:
    return tuple(end for end in ends if is_literal(end) or labels[end] != end)


async def profile_items(resolution: Resolution, run: RunContext) -> tuple[AnswerItem, ...]:
    """The cited facts in their order, each with its relation."""
    keys: list[PatternKey] = [item.pattern.key for item in resolution.cited]
    words = await step_words(run, keys)
    items = []
    for cited in resolution.cited:
        step = cited.pattern.key.steps[-1]
        relation = words[step.relation] if step.forward else f"<- {words[step.relation]}"
        named = [end for end in cited.nodes if end in resolution.labels]
        items += [answer_item(end, resolution.labels[end], relation) for end in named]
    return tuple(items)


def _rank(step: Step, ends: Sequence[Term], classes: set[Term]) -> tuple[bool, bool]:
    """Classes come first, then what a topic has, then what leads to it."""
    return not (step.forward and classes.issuperset(ends)), not step.forward
