"""A profile: what the graph has of one entity, for questions that ask nothing else."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pog_agent.answering.resolution import Resolution
from pog_agent.answering.shown_paths import answer_item, step_words, term_labels
from pog_agent.models import AnswerItem, PatternKey, PatternRef, Step, TopicEntity
from pog_agent.run.context import RunContext
from pog_agent.subgraph.patterns.single import start_at, targets_of, walked
from pog_agent.terms import Term, is_literal

RELATIONS_SHOWN = 20
ENDS_SHOWN = 5
ENDS_READ = 25

_TOPIC = "\ue000"
_ABOUT = re.compile(
    rf"(?:please |can you |could you )*"
    rf"(?:what (?:do|can|could) (?:you|we|i) (?:know|say|tell (?:me|us)|find out) about"
    rf"|what is (?:there )?known (?:about|of)"
    rf"|(?:tell|show|give) (?:me|us) (?:something |more |everything |all |information |facts )*(?:about|on)"
    rf"|describe) (?:the )?{_TOPIC}(?: please)?"
)
_IS = re.compile(rf"(?:who|what)(?: is| was| are| were|['’]s) {_TOPIC}")


def profiled_topic(question: str, topics: Sequence[TopicEntity]) -> TopicEntity | None:
    """The topic that a question asks everything about, and nothing else; None for other questions.

    "Who is X?" and "What is X?" are such questions where X is a plain name, not a description: without an article
    before it and without "of" in it, which offices and titles have.
    """
    required = [topic for topic in topics if not topic.optional]
    if len(required) != 1 or not required[0].mention:
        return None
    (topic,) = required
    marked = re.sub(rf"(?<!\w){re.escape(topic.mention)}(?!\w)", _TOPIC, question, count=1, flags=re.IGNORECASE)
    text = " ".join(re.sub(r"[?!.,\"“”]", " ", marked).casefold().split())
    is_description = re.search(r"\bof\b", topic.mention.casefold())
    asked = _ABOUT.fullmatch(text) or (not is_description and _IS.fullmatch(text))
    return topic if asked else None


@dataclass(frozen=True)
class ProfileFacts:
    """The facts of a profile as paths of one step, and how many the graph has besides."""

    paths: tuple[PatternRef, ...]
    more: int
    warnings: tuple[str, ...]


async def profile_facts(topic: TopicEntity, run: RunContext) -> ProfileFacts:
    """The edges of a topic by relation: its classes, then what it has, then what leads to it.

    At most `ENDS_SHOWN` for each of `RELATIONS_SHOWN` relations. What has no name is not shown.
    """
    start = start_at(topic.iri)
    edges = (await run.workspace.surroundings.edges_of([topic.iri]))[topic.iri]
    found = targets_of(start, edges)
    classes = set((await run.kg.types([topic.iri])).get(topic.iri, ()))
    words = await run.relation_labels(sorted({step.relation for step in found}))
    order = sorted(found, key=lambda step: (*_rank(step, found[step], classes), words[step.relation]))
    paths: list[PatternRef] = []
    labels = await term_labels(run, [end for step in order for end in found[step][:ENDS_READ]])
    for step in order[:RELATIONS_SHOWN]:
        named = [end for end in found[step][:ENDS_READ] if is_literal(end) or labels[end] != end]
        paths += [PatternRef(key=walked(start, step, end)) for end in named[:ENDS_SHOWN]]
    more = sum(map(len, found.values())) - len(paths)
    return ProfileFacts(tuple(paths), more, run.workspace.surroundings.warnings([topic.iri]))


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
