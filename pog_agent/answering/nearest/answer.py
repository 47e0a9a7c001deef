"""An abstention with the relation that is nearest to the question: as a partial answer, or as another reading."""

from pog_agent.answering.computed.answer import answer_of_query
from pog_agent.answering.confidence import ANSWERS_OF_ALTERNATIVE
from pog_agent.answering.facts.wider_classes import known_classes
from pog_agent.answering.known_relations import TopicFacts, topic_facts
from pog_agent.answering.nearest.candidates import Candidate, Way, candidates_of
from pog_agent.answering.nearest.choice import confidence_of, is_plain, nearest_reading
from pog_agent.answering.nearest.nearness import by_nearness
from pog_agent.answering.proof.accounted import accounted
from pog_agent.answering.shown_paths import answer_item, clipped, term_labels
from pog_agent.errors import GraphUnavailableError
from pog_agent.models import MOST_ALTERNATIVES, Alternative, Answer, QueryDraft
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Column, Constant, Edge, GraphPattern, Query, VariableValue
from pog_agent.reading.answer_type import answers_who_or_where
from pog_agent.reading.asked.kinds import AskedKind, asked_kind
from pog_agent.reading.wording import without_topics
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.terms import Term, is_iri
from pog_agent.words import LANGUAGE

READ_ON = ("relation_not_found", "not_judged_sufficient")
"""The cases of abstention in which a question may mean a relation that no word of it names."""
_KINDS = {
    "person": "to somebody",
    "place": "to a place",
    "date": "to a date",
    "number": "to such a number",
    "duration": "to a duration",
    "money": "to a sum of money",
}


async def with_nearest(answer: Answer, state: PogState, run: RunContext) -> Answer:
    """An answer as it is; an abstention with the nearest relations of the only topic as other readings.

    Without a language model, the only one that leads to the kind of thing asked for, or one that is clearly nearer
    than all others, is answered by. That is partial. Where the graph cannot be asked, a warning says so.
    """
    case = answer.abstention.case if answer.abstention is not None else ""
    if case not in READ_ON or run.config.language_list[0] != LANGUAGE or state.get("claim") is not None:
        return answer
    try:
        return await _read_by_nearest(answer, state, run)
    except GraphUnavailableError as error:
        warning = f"relations that may be meant could not be looked up: {error}"
        return answer.model_copy(update={"warnings": (*answer.warnings, warning)})


async def _read_by_nearest(answer: Answer, state: PogState, run: RunContext) -> Answer:
    question, topics = answer.question, answer.topic_entities
    required = [topic for topic in topics if not topic.optional]
    asked = asked_kind(without_topics(question, required))
    if asked is None or len(required) != 1 or not is_iri(required[0].iri):
        return answer
    facts = await topic_facts(question, topics, required[0], run)
    if not is_plain(question, topics, facts.kind):
        return answer
    refuted = _refuted_ways(state)
    open_ways = [item for item in await candidates_of(question, facts, asked, run) if item.way not in refuted]
    found = by_nearness(question, facts, open_ways, run.encoder)
    labels, is_person = await _relations_of_graph(run), await _is_person(facts, run)
    read = nearest_reading(question, facts.topic, found, labels, is_person=is_person)
    chosen = None if run.reasoner.understands_language else read.chosen
    found_answer = None
    if chosen is not None:
        found_answer = await _answered(
            chosen, facts, _flaw(chosen, facts, asked, is_only=read.is_only), state, run
        )
    left = [item for item in (read.chosen, *read.others) if item is not None]
    left = left[1:] if found_answer is not None else left
    alternatives = [await _alternative(item, facts, run) for item in left[:MOST_ALTERNATIVES]]
    if found_answer is not None:
        return found_answer.model_copy(update={"alternatives": tuple(alternatives)})
    return answer.model_copy(update={"alternatives": (*answer.alternatives, *alternatives)[:MOST_ALTERNATIVES]})


def _refuted_ways(state: PogState) -> set[Way]:
    """The steps of the paths that a draft cites, whose answers were not given: they were refuted."""
    draft, shown = state.get("draft"), state.get("shortlist", ())
    places = [citation.path - 1 for citation in draft.citations] if draft is not None else []
    keys = (shown[place].key for place in places if 0 <= place < len(shown))
    return {tuple((step.relation, step.forward) for step in key.steps) for key in keys}


async def _relations_of_graph(run: RunContext) -> list[str]:
    """The relations of the graph in words, as far as its schema is known."""
    schema = await run.graph_schema()
    relations = [item.iri for item in schema.summary.relations] if schema is not None else []
    return [*(await run.relation_labels(relations)).values()]


async def _is_person(facts: TopicFacts, run: RunContext) -> bool:
    """Whether a topic is somebody, by its class."""
    kind = facts.kind.casefold()
    known = await known_classes(run)
    if not kind or kind in known.people:
        return bool(kind)
    own, person, company = run.encoder.encode([kind, "person", "organization"])
    return bool(own @ person > own @ company) and answers_who_or_where(("person",), [kind], run.encoder)


async def _answered(
    chosen: Candidate, facts: TopicFacts, flaw: Finding, state: PogState, run: RunContext
) -> Answer | None:
    """The answer by one candidate; None where the query gives none, or it is less sure than is asked for."""
    sure = confidence_of(chosen)
    if sure < run.config.min_confidence:
        return None
    draft = QueryDraft(query=_query(chosen, facts.topic.iri), confidence=sure, flaws=(flaw,))
    read = accounted(draft, state, run, await run.vocabulary(state))
    answer = await answer_of_query(read, state, run)
    return answer if answer is not None and answer.status == "partial" else None


def _flaw(chosen: Candidate, facts: TopicFacts, asked: AskedKind, *, is_only: bool) -> Finding:
    """What the reading rests on."""
    why = f"which of the relations of {facts.topic.label} is the nearest to the question"
    if is_only and asked.kind in _KINDS:
        why = f"the only relation of {facts.topic.label} that leads {_KINDS[asked.kind]}"
    return finding("nearest-relation", chosen.label, why)


async def _alternative(item: Candidate, facts: TopicFacts, run: RunContext) -> Alternative:
    ends = sorted(item.ends)[:ANSWERS_OF_ALTERNATIVE]
    labels = await term_labels(run, ends)
    return Alternative(
        answers=tuple(answer_item(term, clipped(labels[term])) for term in ends),
        path=item.label,
        confidence=confidence_of(item),
        query=_query(item, facts.topic.iri),
    )


def _query(item: Candidate, topic: Term) -> Query:
    """What stands at the end of a candidate's steps."""
    names = ("topic", "between", "answer") if len(item.way) > 1 else ("topic", "answer")
    edges = [
        Edge(source=here if forward else there, relation=relation, target=there if forward else here)
        for (relation, forward), here, there in zip(item.way, names[:-1], names[1:], strict=True)
    ]
    pattern = GraphPattern(elements=(Constant(variable="topic", terms=(topic,)), *edges))
    return Query(pattern=pattern, columns=(Column(name="answer", expression=VariableValue(variable="answer")),))
