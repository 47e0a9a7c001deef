"""Whether an event that an answer goes over was done to a named thing, where the question says so."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.answering.facts.event_parts import parts_beside
from pog_agent.answering.guards.examined import Examined
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.models import TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Query
from pog_agent.reading.asked.verbs import asked_verb
from pog_agent.reading.query_account.parts import QueryParts, shown_variables
from pog_agent.reading.question_words import name_places
from pog_agent.reading.senses.event_roles import is_doer, is_done_to, tells_who_did
from pog_agent.reading.stems import begins_alike
from pog_agent.reading.wording import without_topics
from pog_agent.run.context import RunContext
from pog_agent.terms import Term

_WHO: Final = english_pattern("judged_answers", "who")


@dataclass(frozen=True)
class TakenPart:
    """An event without a name has a topic by its `own` relation, and the answer by the `asked` one."""

    topic: Term
    own: Term
    asked: Term


async def roles_of_others(answer: Examined, run: RunContext) -> list[Finding]:
    """Answers on paths over an event that was done by its topic, or to something else."""
    return await participants_flaws(_parts_of_paths(answer), answer.question, answer.topics, run)


def parts_of_query(query: Query) -> Iterator[TakenPart]:
    """How the answers of a query take part in nameless events with named things."""
    parts = QueryParts.of_query(query)
    shown = frozenset(shown_variables(query)) if query.form != "exists" else frozenset()
    for asked in (item for item in parts.relations if item.target in shown and not item.negated):
        for own in parts.relations_at(asked.source):
            if own.source == asked.source and own.iri != asked.iri and not parts.classes_of(own.source):
                yield from (TakenPart(term, own.iri, asked.iri) for term in parts.terms_of(own.target))


async def participants_flaws(
    parts: Iterator[TakenPart], question: str, topics: Sequence[TopicEntity], run: RunContext
) -> list[Finding]:
    """Why the events do not tell what the question asks of the topics."""
    flaws = []
    said = re.findall(r"[^\W\d_]+", without_topics(question, topics).casefold())
    for part in dict.fromkeys(parts):
        words = await run.relation_labels([part.own, part.asked])
        own, asked = words[part.own], words[part.asked]
        name = next((topic.label for topic in topics if topic.iri == part.topic), "")
        places = [
            (start, end)
            for start, end, number in name_places(question, topics)
            if topics[number].iri == part.topic
        ]
        deed = _other_deed(question, name, own, asked)
        if deed:
            flaws.append(finding("doer-not-told", asked, deed))
        if deed or own == asked or begins_alike(said, [own]):
            continue
        others = await run.relation_labels(sorted(await parts_beside(part.own, run)))
        role = next((text for text in sorted(others.values()) if begins_alike(said, [text])), "")
        if role and role != asked:
            flaws.append(finding("role-unsaid", name, own))
            continue
        is_done = any(is_done_to(question, start, end) for start, end in places)
        if await _is_about_another(part, is_done_by=is_done and is_doer(own), run=run):
            flaws.append(finding("role-unsaid", name, own))
    return flaws


def _other_deed(question: str, name: str, own: str, asked: str) -> str:
    """The verb behind "who" that the relation to a topic has, and the one to the answer another; empty without.

    Whoever gives, makes or does something does what the event is: `given by` tells who vaccinated.
    """
    verb = asked_verb(question, name) if _WHO.match(question) else ""
    is_other = asked.casefold().endswith(" by") and not begins_alike([verb], [asked]) and not tells_who_did(asked)
    return verb if verb and is_other and begins_alike([verb], [own]) else ""


def _parts_of_paths(answer: Examined) -> Iterator[TakenPart]:
    """The topics that are one nameless event away from an answer, on either side, which has its facts."""
    for item in answer.read:
        path, place = item.path, item.position
        for end, event, own, asked in (
            (place - 2, place - 1, place - 2, place - 1),
            (place + 2, place + 1, place + 1, place),
        ):
            if path.key is None or not 0 <= end < len(path.nodes) or path.nodes[event].kind != "mediator":
                continue
            first, second = sorted((own, asked))
            if path.forward[first] or not path.forward[second]:
                continue  # not both relations are those of the event
            names = {label.casefold() for label in path.nodes[end].labels}
            for topic in (topic for topic in answer.topics if topic.label.casefold() in names):
                yield TakenPart(topic.iri, path.key.steps[own].relation, path.key.steps[asked].relation)


async def _is_about_another(part: TakenPart, *, is_done_by: bool, run: RunContext) -> bool:
    """Whether such events are done to what has another role in them than the topic, which may have done it.

    They are done to what is named after the deed ("given" beside "giver"), or else to what is of another kind than
    those who do it.
    """
    schema = await run.graph_schema()
    if schema is None:
        return is_done_by
    relations = _other_roles(part, schema.summary)
    words = await run.relation_labels(sorted({*relations, part.asked}))
    others = [item for item in relations if not (is_doer(words[item]) or _is_circumstance(words[item]))]
    if any(begins_alike(words[item].casefold().split(), [words[part.asked]]) for item in others):
        return True
    doers = _targets(schema.summary, part.asked)
    return is_done_by and any(doers.isdisjoint(_targets(schema.summary, item)) for item in others)


def _is_circumstance(relation: str) -> bool:
    """Whether a relation tells where, when or for whom something was done, and not to what: "collected at"."""
    return not english_words("of_circumstance").isdisjoint(relation.casefold().split()[1:][-1:])


def _other_roles(part: TakenPart, summary: SchemaSummary) -> set[Term]:
    """The other relations to things that events with both roles have."""
    own, asked = (
        {link.source for link in summary.links if link.relation == item} for item in (part.own, part.asked)
    )
    return {link.relation for link in summary.links if link.source in own & asked} - {part.own, part.asked}


def _targets(summary: SchemaSummary, relation: Term) -> set[Term]:
    return {link.target for link in summary.links if link.relation == relation}
