"""Claims that state a name, a date or a number: the graph is asked what it has in its place."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import permutations

from pog_agent.answering.claims.judgement import judgement
from pog_agent.answering.claims.one_value import are_rivals, things_with_one_value
from pog_agent.answering.claims.open_questions import KnownFact, known_fact
from pog_agent.answering.computed.doubts.answers import guessed_topics
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.models import Answer, Claim, TopicEntity
from pog_agent.reading.claims.stated import (
    ClaimedValue,
    allows_more,
    is_of_the_past,
    question_for_name,
    stated_count,
    stated_value,
)
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.terms import Term, is_literal
from pog_agent.values import agrees_in_number, agrees_in_time, read_literal, read_text


async def judged_by_name(claim: Claim, state: PogState, run: RunContext) -> Answer | None:
    """That the graph has another thing in the place of one that a claim names; None where it is not certain.

    The claim must name two things. The relation must have one value of each thing, and the two values must exclude
    each other, in the whole graph. That the graph lacks what is claimed proves nothing.
    """
    topics = _named(state)
    if len(topics) != 2 or guessed_topics(state) or state.get("unlinked"):
        return None
    one, other = topics
    return await _contradicted(claim, one, other, state, run) or await _contradicted(claim, other, one, state, run)


async def judged_by_value(claim: Claim, state: PogState, run: RunContext) -> Answer | None:
    """Whether the graph has the date or number that a claim states; None where it is not certain.

    Another value contradicts the claim only where the relation has one value of each thing.
    """
    stated, topics = stated_value(claim), _named(state)
    if stated is None or len(topics) != 1 or guessed_topics(state) or _names_beside(state, stated):
        return None
    if any(name.endswith(stated.said) for name in _names(topics)):
        return None
    fact = await known_fact(stated.question, topics[0], state, run)
    if fact is None or any(item.unit for item in fact.answer.answers):
        return None
    outcomes = [_is_stated(value, stated) for value in fact.values]
    if True in outcomes:
        return judgement(fact.answer, is_so=True, statements=())
    if None in outcomes:
        return None
    claimed = stated.said if stated.order == "in" else f"{stated.order} {stated.said}"
    return await _false(claim, fact, claimed, topics, run)


async def judged_by_amount(claim: Claim, state: PogState, run: RunContext) -> Answer | None:
    """Whether the graph has a number as a claim has it of things ("has 80 beds"); None where it is not certain."""
    stated, topics = stated_count(claim), _named(state)
    if stated is None or len(topics) != 1 or guessed_topics(state) or state.get("unlinked"):
        return None
    fact = await known_fact(stated.question, topics[0], state, run)
    if fact is None or len(fact.values) != 1 or any(item.unit for item in fact.answer.answers):
        return None
    number = plain_number(fact.values[0])
    if number is None or number != int(number):
        return None
    if stated.holds(int(number)):
        return judgement(fact.answer, is_so=True, statements=())
    return await _false(claim, fact, stated.said, topics, run)


def plain_number(term: Term) -> Decimal | None:
    """The number that a literal is, without a unit and without a doubt; None for anything else."""
    known = read_literal(term) if is_literal(term) else None
    if known is None or known.kind != "number" or known.span is None or known.by_comma is not None:
        return None
    return Decimal(str(known.span.low[0])) if known.span.low == known.span.high else None


async def judged_by_fact(claim: Claim, state: PogState, run: RunContext) -> Answer | None:
    """That one relation joins the two things that a claim names, as it says; None where it is not certain."""
    topics = _named(state)
    if (
        len(topics) != 2
        or guessed_topics(state)
        or state.get("unlinked")
        or is_of_the_past(claim, _names(topics), "")
    ):
        return None
    for topic, claimed in permutations(topics):
        question = question_for_name(claim, claimed.mention or claimed.label)
        fact = await known_fact(question, topic, state, run) if question and not claimed.namesakes else None
        if fact is not None and claimed.iri in fact.values:
            return judgement(fact.answer, is_so=True, statements=())
    return None


async def _contradicted(
    claim: Claim, topic: TopicEntity, claimed: TopicEntity, state: PogState, run: RunContext
) -> Answer | None:
    """That the graph has one other thing where a claim has `claimed`."""
    question = question_for_name(claim, claimed.mention or claimed.label)
    fact = await known_fact(question, topic, state, run) if question else None
    if fact is None or len(fact.values) != 1 or fact.values[0] in claimed.namesakes:
        return None
    if not await are_rivals(fact.values[0], claimed.iri, fact.relation, GraphReader(run)):
        return None
    return await _false(claim, fact, claimed.label, (topic, claimed), run)


async def _false(
    claim: Claim, fact: KnownFact, claimed: str, topics: Sequence[TopicEntity], run: RunContext
) -> Answer | None:
    """That what is claimed is not so; None where the relation may have several values, or had others once."""
    label = (await run.relation_labels([fact.relation]))[fact.relation]
    if is_of_the_past(claim, _names(topics), label) or allows_more(claim, _names(topics), label):
        return None
    things = await things_with_one_value(fact.relation, GraphReader(run))
    if things is None:
        return None
    known = ", ".join(item.shown for item in fact.answer.answers)
    statements = (
        f"the graph has {known}, and not {claimed}",
        f"{things:,} things have {label!r}, each of them one value of it",
    )
    return judgement(fact.answer, is_so=False, statements=statements)


def _is_stated(term: Term, stated: ClaimedValue) -> bool | None:
    """Whether a value is the stated one; None where it is not certain that it is, or is not."""
    known, claimed = read_literal(term) if is_literal(term) else None, read_text(stated.text)
    if known is None or known.span is None:
        return None
    return agrees_in_time(known, claimed, stated.order) if stated.is_date else agrees_in_number(known, claimed)


def _names_beside(state: PogState, stated: ClaimedValue) -> list[str]:
    """Names that the graph does not have, but for words of the stated date."""
    return [name for name in state.get("unlinked", ()) if name not in stated.said]


def _named(state: PogState) -> list[TopicEntity]:
    return [topic for topic in state.get("topics", ()) if not topic.optional]


def _names(topics: Sequence[TopicEntity]) -> list[str]:
    return [name for topic in topics for name in (topic.mention, topic.label) if name]
