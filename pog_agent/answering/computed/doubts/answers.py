"""What speaks against a computed answer: of its result, of the topics, and of what the graph has."""

import json
import re
from collections.abc import Collection, Iterator, Sequence

from pydantic import ValidationError

from pog_agent.answering.computed.query_parts import (
    answer_columns,
    classes_of,
    connected,
    constants_of,
    relations_of,
    subject_of,
)
from pog_agent.answering.computed.query_words import QueryWords
from pog_agent.answering.computed.readings import says_something
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.kg.base import IndexedGraph
from pog_agent.kg.iri_names import is_code_of
from pog_agent.linking import STRONG_MATCH
from pog_agent.models import AnswerItem, TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import (
    Column,
    Edge,
    ExistenceTest,
    GraphPattern,
    PatternElement,
    Query,
    QueryResult,
    VariableValue,
)
from pog_agent.models.query_draft import QueryDraft
from pog_agent.models.query_walk import choices_of, mentioned
from pog_agent.reading.answer_type import is_agent
from pog_agent.reading.cues import superlatives
from pog_agent.reading.direction import is_against_the_wording, is_other_end
from pog_agent.reading.extremes import degree_of
from pog_agent.reading.names import numbers_in
from pog_agent.reading.query_account.parts import QueryParts, shown_variables
from pog_agent.reading.senses.event_order import OF_EVENTS
from pog_agent.reading.stems import content_stems
from pog_agent.reading.wording import without_topics
from pog_agent.state import PogState
from pog_agent.terms import Term, is_blank, is_literal
from pog_agent.words import folded, stem

_OUTSIDE = re.compile(r"\boutside\b", re.IGNORECASE)
_ALTERNATIVES = re.compile(r"\bor\b|^\W*(?:which|who)\s+(?:one\s+)?of\b", re.IGNORECASE)
_EVER = re.compile(r"\bever\b", re.IGNORECASE)
MOST_LEFT_OUT = 200
"""So many things that a class leaves out are looked at."""
MOST_NAMESAKES = 5
"""So many namesakes of topics are put into the query instead of them."""


def result_flaws(result: QueryResult) -> list[Finding]:
    """Why a result may lack something or be wrong."""
    flaws = [
        finding("rows-left-out", skipped.count, "row was" if skipped.count == 1 else "rows were", skipped.reason)
        for skipped in result.skipped
    ]
    flaws += (finding("result-doubtful", doubt) for doubt in result.doubts)
    if result.truncated:
        notes = result.notes or ("a limit cut the result of the query",)
        flaws += (finding("result-cut", note) for note in notes)
    return flaws


def draft_flaws(draft: QueryDraft) -> list[Finding]:
    """What the draft says against itself, and words of the question that it does not read."""
    return [
        *draft.flaws,
        *(finding("word-not-said", text) for text in draft.reading.unread),
    ]


def topic_flaws(query: Query, state: PogState) -> list[Finding]:
    """Topics that the query leaves out, and topics in it that were guessed or need not be meant."""
    topics = state.get("topics", ())
    constants = {*constants_of(query)}
    named = constants | {item.class_ for item in classes_of(query)} | {*relations_of(query)}
    flaws = [
        finding("topic-not-in-query", topic.label)
        for topic in topics
        if not topic.optional and topic.iri not in named
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

    The things that a follow-up asks for some of are no names.
    """
    shown = [item.expression.kind for item in answer_columns(query)]
    numbers = (
        numbers_in(without_topics(state["question"], state.get("topics", ()))) if shown == ["variable"] else ()
    )
    rewriting = state.get("rewriting")
    members = {item.iri for item in rewriting.members} if rewriting is not None else set()
    named = {*constants_of(query)} - members - _alternatives(query, state["question"])
    return [
        *(finding("answer-named", item.label) for item in answers if item.iri in named),
        *(finding("answer-is-number-said", item.label) for item in answers if item.label in numbers),
        *(finding("answer-text-said", text) for text in _texts_said(answers, state["question"])),
    ]


def _texts_said(answers: Sequence[AnswerItem], question: str) -> Iterator[str]:
    """Answers of one word that stand in the question, where it does not ask which of several it is."""
    for text in (item.value for item in answers if item.value and not item.iri and item.value.isalpha()):
        said = re.search(rf"(?<!\w){re.escape(text)}(?!\w)", question, re.IGNORECASE)
        if said and text.casefold() not in ("true", "false") and not _ALTERNATIVES.search(question):
            yield text


def _alternatives(query: Query, question: str) -> set[Term]:
    """The things of which a question asks which it is: "is it in York or Hull", "which is heavier, A or B"."""
    if query.order_by:
        return {*constants_of(query)}
    return {*choices_of(query)} if _ALTERNATIVES.search(question) else set()


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
            is_turned = end in shown and is_other_end(question, name, answer_is_target=not onward)
            if is_turned or any(is_against_the_wording(question, topic, name, onward) for topic in named):
                flaws[finding("relation-turned-in-query", name, refutes=query.form == "rows")] = None
    return [*flaws]


async def lone_value(query: Query, question: str, reader: GraphReader) -> list[Finding]:
    """That there is one value alone to choose from, where the question asks for the first or the greatest ever."""
    subject = subject_of(query)
    is_order = any(degree_of(cue) in OF_EVENTS for cue in superlatives(question))
    if (
        not (is_order or _EVER.search(question))
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


async def same_named_classes(query: Query, reader: GraphReader) -> list[Finding]:
    """Other classes of the name of one in the query with things which this one has not.

    Those of a class whose name ends with it, an "audio book", count where the relations of the query hold of them.
    """
    schema = await reader.run.graph_schema()
    if schema is None:
        return []
    said = {item.class_: item for item in classes_of(query)}
    flaws = []
    for own in said.values():
        known = schema.summary.class_of(own.class_)
        names = {folded(text) for text in known.texts} if known is not None else set()
        others = (item for item in schema.summary.classes if item.iri not in said)
        for other in (item for item in others if any(_ends_with(text, names) for text in item.texts)):
            another = own.model_copy(update={"class_": other.iri})
            without = ExistenceTest(pattern=GraphPattern(elements=(own,)), negated=True)
            is_same = not names.isdisjoint(map(folded, other.texts))
            rest = tuple(item for item in query.pattern.elements if item != own and not is_same)
            elements = connected((another, *rest), own.variable)
            further = Query(form="exists", pattern=GraphPattern(elements=elements, conditions=(without,)))
            if (await reader.result(further)).truth:
                name = other.shown(reader.run.config.language_list)
                flaws.append(finding("same-named-class", name, other.iri))
    return flaws


def _ends_with(text: str, names: Collection[str]) -> bool:
    """Whether the name of a class is one of some names, or a kind of one: a "government organization"."""
    return folded(text) in names or any(folded(text).endswith(f" {name}") for name in names)


async def left_out_by_class(query: Query, words: QueryWords, reader: GraphReader) -> list[Finding]:
    """That the class of what is asked for leaves out things of which the rest of the query holds.

    They have no class at all, or the class is named after who does something, which others may do, too.
    """
    subject = subject_of(query)
    kinds = [item for item in query.pattern.elements if item.kind == "instance" and item.variable == subject]
    rest = tuple(item for item in query.pattern.elements if item not in kinds)
    is_joined = any(item.kind == "edge" and subject in (item.source, item.target) for item in rest)
    if query.form == "exists" or query.ranks is not None or len(kinds) != 1 or not is_joined:
        return []
    without = ExistenceTest(pattern=GraphPattern(elements=(kinds[0],)), negated=True)
    column = Column(name="left_out", expression=VariableValue(variable=kinds[0].variable))
    try:
        others = Query(
            pattern=GraphPattern(elements=rest, conditions=(*query.pattern.conditions, without)), columns=(column,)
        )
    except ValidationError:
        return [finding("other-classes-not-looked-at", words.labels[kinds[0].class_])]
    found = {term for row in await reader.rows(others, MOST_LEFT_OUT) for term in row.values()}
    things = [term for term in found if term is not None and not is_literal(term) and not is_blank(term)]
    types = await reader.run.kg.types(things)
    number = sum(not types.get(term) for term in things)
    label = words.labels[kinds[0].class_]
    if number:
        return [finding("classless-left-out", number, "thing" if number == 1 else "things")]
    if len(found) == MOST_LEFT_OUT:
        return [finding("other-classes-cut", label, MOST_LEFT_OUT)]
    return [finding("outside-class-left-out", label)] if things and is_agent(label) else []


async def places_beside(query: Query, question: str, words: QueryWords, reader: GraphReader) -> list[Finding]:
    """That what is in a place may be elsewhere, too, where the question asks for what is outside of it."""
    said = _OUTSIDE.search(question)
    schema = await reader.run.graph_schema() if said else None
    if said is None or schema is None:
        return []
    denied = {part.iri for part in QueryParts.of_query(query).relations if part.negated}
    several = {link.relation for link in schema.summary.links if link.edges > link.sources}
    return [
        finding("several-places", said.group(), words.relations[relation]) for relation in sorted(denied & several)
    ]


async def namesake_flaws(query: Query, result: QueryResult, state: PogState, reader: GraphReader) -> list[Finding]:
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
        found = await reader.result(_replaced(query, topic, other))
        if says_something(found) and (found.rows, found.truth) != (result.rows, result.truth):
            flaws.append(finding("namesake-otherwise", topic.mention, other))
    if len(pairs) > MOST_NAMESAKES:
        flaws.append(finding("namesakes-not-looked-at", len(pairs) - MOST_NAMESAKES))
    return flaws


async def unknown_parts(query: Query, words: QueryWords, reader: GraphReader) -> list[Finding]:
    """Relations and classes of the query that a remote graph does not have; a local result tells itself."""
    if isinstance(reader.run.kg, IndexedGraph):
        return []
    flaws = []
    for relation in relations_of(query):
        if not await _there_is(Edge(source="one", relation=relation, target="other"), reader):
            flaws.append(finding("relation-unknown", words.relations[relation], relation))
    for membership in classes_of(query):
        if not await _there_is(membership, reader):
            flaws.append(finding("class-unknown", words.labels[membership.class_]))
    return flaws


async def _there_is(element: PatternElement, reader: GraphReader) -> bool:
    query = Query(form="exists", pattern=GraphPattern(elements=(element,)))
    return bool((await reader.result(query)).truth)


def _replaced(query: Query, topic: TopicEntity, other: str) -> Query:
    text = query.model_dump_json().replace(json.dumps(topic.iri, ensure_ascii=False), json.dumps(other))
    return Query.model_validate_json(text)
