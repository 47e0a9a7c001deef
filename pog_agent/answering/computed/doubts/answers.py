"""What speaks against a computed answer: of its result, of the topics, and of what the graph has."""

import json
import re
from collections.abc import Collection, Sequence
from itertools import product

from pog_agent.answering.computed.query_parts import (
    answer_columns,
    classes_of,
    constants_of,
    relations_of,
    subject_of,
)
from pog_agent.answering.computed.query_words import QueryWords
from pog_agent.answering.computed.readings import says_something
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.errors import SettingError
from pog_agent.kg.iri_names import is_code_of
from pog_agent.language.english import english_pattern
from pog_agent.linking import STRONG_MATCH
from pog_agent.models import AnswerItem, TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import (
    GraphPattern,
    Query,
    QueryResult,
)
from pog_agent.models.query_draft import QueryDraft
from pog_agent.models.query_walk import choices_of, mentioned
from pog_agent.reading.cues import superlatives
from pog_agent.reading.direction import is_against_the_wording, is_other_end
from pog_agent.reading.elements import words_in_iri
from pog_agent.reading.extremes import degree_of
from pog_agent.reading.names import numbers_in
from pog_agent.reading.query_account.parts import QueryParts, shown_variables
from pog_agent.reading.senses.event_order import OF_EVENTS
from pog_agent.reading.stems import content_stems
from pog_agent.reading.wording import without_topics
from pog_agent.state import PogState
from pog_agent.terms import Term
from pog_agent.words import stem

EDGES_READ = 200
"""So many edges of a namesake are looked at where a graph evaluates no queries."""
_SHORT = 2
"""So short a name stands in a question by chance."""
MOST_NAMESAKES = 5
"""So many namesakes of topics are put into the query instead of them."""


def result_flaws(result: QueryResult) -> list[Finding]:
    """Why a result may lack something or be wrong."""
    flaws = [
        finding("rows-left-out", skipped.count, "row was" if skipped.count == 1 else "rows were", skipped.reason)
        for skipped in result.skipped
    ]
    flaws += (finding("result-cut", doubt) for doubt in result.doubts)
    if result.truncated:
        notes = result.notes or ("a limit cut the result of the query",)
        flaws += (finding("result-cut", note) for note in notes)
    return flaws


def draft_flaws(draft: QueryDraft) -> list[Finding]:
    """What the draft says against itself, and words of the question that it does not read."""
    return [
        *draft.flaws,
        *(finding("word-unread", text) for text in draft.reading.unread),
    ]


def topic_flaws(query: Query, state: PogState) -> list[Finding]:
    """Topics that the query leaves out, and topics in it that were guessed or need not be meant."""
    topics = state.get("topics", ())
    constants = {*constants_of(query)}
    named = constants | {item.class_ for item in classes_of(query)} | {*relations_of(query)}
    flaws = [
        finding("name-unused", topic.label) for topic in topics if not topic.optional and topic.iri not in named
    ]
    flaws += [
        finding("topic-not-meant", topic.label, topic.mention)
        for topic in topics
        if topic.optional and topic.iri in constants
    ]
    return [*flaws, *guessed_topics(state, frozenset(item.class_ for item in classes_of(query)))]


def guessed_topics(state: PogState, classes: Collection[Term] = ()) -> list[Finding]:
    """Topics whose name is only like the words that were taken for it, a sentence for each.

    Another form of the name of one of the `classes` that are asked for is no guess: "dwellings" for "dwelling".
    Nor is the code that a name ends in: "SY204" for "flight SY204".
    """
    guessed = (
        item
        for item in state.get("topics", ())
        if not item.optional and item.score < STRONG_MATCH and not is_code_of(item.mention, item.label)
    )
    return [
        finding("name-guessed", topic.mention, topic.label)
        for topic in guessed
        if topic.iri not in classes
        or content_stems(topic.mention.casefold()) != content_stems(topic.label.casefold())
    ]


def named_answer_flaws(query: Query, answers: Sequence[AnswerItem], state: PogState) -> list[Finding]:
    """Answers that the question names itself, where they are no alternatives of it, and numbers that it has.

    The things that a follow-up asks for some of are no names, nor is what was predicted.
    """
    shown = [item.expression.kind for item in answer_columns(query)]
    rest = without_topics(state["question"], state.get("topics", ()))
    numbers = numbers_in(rest) if shown == ["variable"] else ()
    rewriting = state.get("rewriting")
    members = rewriting.members if rewriting is not None else ()
    unsaid = {item.iri for item in (*members, *state.get("supplements", ()))}
    topics = {topic.iri for topic in state.get("topics", ()) if not topic.optional}
    others = unsaid | _alternatives(query, state["question"])
    named = {*constants_of(query), *topics, *_said(answers, rest)} - others
    return [
        *(finding("answer-said", item.label) for item in answers if item.iri in named),
        *(finding("answer-said", item.label) for item in answers if item.label in numbers),
    ]


def _said(answers: Sequence[AnswerItem], rest: str) -> set[Term | None]:
    """The answers whose names stand in a question without its topics."""
    names = {item.iri: rf"(?<!\w){re.escape(item.label)}(?!\w)" for item in answers if len(item.label) > _SHORT}
    return {iri for iri, name in names.items() if iri and re.search(name, rest, re.IGNORECASE)}


def _alternatives(query: Query, question: str) -> set[Term]:
    """The things of which a question asks which it is: "is it in York or Hull", "which is heavier, A or B"."""
    if query.order_by:
        return {*constants_of(query)}
    return {*choices_of(query)} if english_pattern("computing", "one_of_some").search(question) else set()


def answers_are_named(query: Query, question: str, words: QueryWords) -> bool:
    """Whether a question asks for things of a class by its name: then one without a name is an answer, too.

    "Which orders are open" asks for orders, and an order may have a number alone; so has a sales order, but a line
    of an order is none.
    """
    asked = {item.expression.variable for item in answer_columns(query) if item.expression.kind == "variable"}
    said = content_stems(question.casefold())
    kinds = (item for item in query.pattern.elements if item.kind == "instance" and item.variable in asked)
    nouns = (words.labels[item.class_].casefold().split()[-1:] for item in kinds)
    return any(stem(noun) in said for found in nouns for noun in found)


def turned_relations(query: Query, state: PogState, words: QueryWords) -> list[Finding]:
    """Relations that the question says the other way round, of a topic or of what it asks for."""
    question, topics = state["question"], {topic.iri: topic for topic in state.get("topics", ())}
    parts = QueryParts.of_query(query)
    shown = set(shown_variables(query)) if query.form != "exists" else set()
    flaws: dict[Finding, None] = {}
    for part in parts.relations:
        name = words.relations[part.iri]
        for end, onward in ((part.source, True), (part.target, False)):
            named = [topics[term] for term in parts.terms_of(end) if term in topics]
            if end in shown and is_other_end(question, name, answer_is_target=not onward):
                flaws[finding("other-side-asked", name)] = None
            texts = filter(None, (name, words_in_iri(part.iri)))
            if any(is_against_the_wording(question, topic, text, onward) for topic, text in product(named, texts)):
                flaws[finding("turned", name, refutes=query.form == "rows")] = None
    return [*flaws]


async def lone_value(query: Query, question: str, reader: GraphReader) -> list[Finding]:
    """That there is one value alone to choose from, where the question asks for the first or the greatest ever."""
    subject = subject_of(query)
    is_order = any(degree_of(cue) in OF_EVENTS for cue in superlatives(question))
    if (
        not (is_order or english_pattern("when", "ever").search(question))
        or query.form != "rows"
        or query.ranks is None
        or query.is_grouped
        or subject not in query.pattern.variables
    ):
        return []
    count = await reader.count(query.pattern.elements, [subject]) if subject else None
    return [finding("only-one-value")] if count == 1 else []


async def missing_values(query: Query, result: QueryResult, reader: GraphReader) -> list[Finding]:
    """That a named thing lacks the value that is compared: then a no says nothing of it."""
    if query.form != "exists" or result.truth:
        return []
    compared = {name for condition in query.pattern.conditions for name in mentioned(condition)}
    named = {item.variable: item for item in query.pattern.elements if item.kind == "constant"}
    edges = [item for item in query.pattern.elements if item.kind == "edge" and item.source in named]
    for edge in edges:
        there = Query(form="exists", pattern=GraphPattern(elements=(named[edge.source], edge)))
        if edge.target in compared and not (await reader.result(there)).truth:
            return [finding("named-without-value")]
    return []


async def places_beside(query: Query, question: str, words: QueryWords, reader: GraphReader) -> list[Finding]:
    """That what is in a place may be elsewhere, too, where the question asks for what is outside of it."""
    said = english_pattern("computing", "outside").search(question)
    schema = await reader.run.graph_schema() if said else None
    if said is None or schema is None:
        return []
    denied = {part.iri for part in QueryParts.of_query(query).relations if part.negated}
    several = {link.relation for link in schema.summary.links if link.edges > link.sources}
    return [
        finding("several-places", said.group(), words.relations[relation]) for relation in sorted(denied & several)
    ]


async def namesake_flaws(query: Query, state: PogState, reader: GraphReader) -> list[Finding]:
    """Topics in whose place a namesake gives another answer."""
    constants = {*constants_of(query)}
    pairs = [
        (topic, other)
        for topic in state.get("topics", ())
        if topic.iri in constants and not reader.run.config.topics
        for other in topic.namesakes
        if other not in constants
    ]
    flaws = []
    for topic, other in pairs[:MOST_NAMESAKES]:
        if await _gives_another_answer(query, topic, other, reader):
            flaws.append(finding("namesake", topic.mention, other))
    if len(pairs) > MOST_NAMESAKES:
        flaws.append(finding("not-compared", f"{MOST_NAMESAKES} namesakes"))
    return flaws


async def _gives_another_answer(query: Query, topic: TopicEntity, other: Term, reader: GraphReader) -> bool:
    """Whether a namesake in place of a topic gives something else, or may: if it has the same relation."""
    try:
        own, found = await reader.result(query), await reader.result(_replaced(query, topic, other))
    except SettingError:  # this graph evaluates no queries
        around = await reader.run.kg.neighbors([other], EDGES_READ)
        there = {(relation, head == other) for head, relation, _ in around.triples}
        parts = QueryParts.of_query(query)
        ends = [(part, onward) for part in parts.relations for onward in (True, False)]
        steps = {
            (part.iri, onward)
            for part, onward in ends
            if topic.iri in parts.terms_of(part.source if onward else part.target)
        }
        return bool(around.cut) or not there.isdisjoint(steps)
    return says_something(found) and (found.rows, found.truth) != (own.rows, own.truth)


def _replaced(query: Query, topic: TopicEntity, other: str) -> Query:
    text = query.model_dump_json().replace(json.dumps(topic.iri, ensure_ascii=False), json.dumps(other))
    return Query.model_validate_json(text)
