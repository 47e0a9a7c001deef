"""Claims that compare two things, name the extreme of all, or state several things at once."""

from collections.abc import Sequence

from pog_agent.answering.claims.facts import (
    judged_by_amount,
    judged_by_fact,
    judged_by_name,
    judged_by_value,
    plain_number,
)
from pog_agent.answering.claims.judgement import judgement, truth_of
from pog_agent.answering.claims.open_questions import KnownFact, known_fact
from pog_agent.answering.computed.answer import computed_answer
from pog_agent.answering.computed.doubts.answers import guessed_topics
from pog_agent.models import Answer, Claim, TopicEntity
from pog_agent.reading.claims.compared import Order, compared_things, parts_of
from pog_agent.reading.claims.stated import allows_more, is_of_the_past, question_for_name
from pog_agent.reading.composing.composer import composed_query
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.terms import Term, is_literal
from pog_agent.values import read_literal


async def judged_by_extreme(claim: Claim, state: PogState, run: RunContext) -> Answer | None:
    """Whether a thing is the one that is most, as a claim says; None where it is not certain.

    The question which thing that is, is composed by rules. Of several that are equally so, none is "the" one. What
    has no class in common with it was perhaps not compared.
    """
    topic = _subject(claim, state)
    question = question_for_name(claim, topic.mention or topic.label) if topic is not None else None
    if topic is None or question is None or guessed_topics(state) or state.get("unlinked"):
        return None
    others = [item for item in state["topics"] if item != topic]
    found = await _composed(question, {**state, "question": question, "topics": others}, run)
    if found is None or found.query is None or found.query.ranks is None or len(found.answers) != 1:
        return None
    extreme = found.answers[0]
    if extreme.iri == topic.iri:
        return judgement(found, is_so=True, statements=())
    if extreme.iri is None or not await _have_class_in_common(topic.iri, extreme.iri, run):
        return None
    return judgement(found, is_so=False, statements=[f"the graph has {extreme.shown}, and not {topic.label}"])


def _subject(claim: Claim, state: PogState) -> TopicEntity | None:
    """The one thing at the beginning of a claim that excludes all others and is of the present."""
    statement = claim.statement.lower().removeprefix("the ")
    for topic in _named(state):
        name = topic.mention or topic.label
        if statement.startswith(name.lower()) and not topic.namesakes:
            return None if is_of_the_past(claim, [name], "") or allows_more(claim, [name]) else topic
    return None


async def _have_class_in_common(one: Term, other: Term, run: RunContext) -> bool:
    types = await run.kg.types([one, other])
    return not set(types.get(one, ())).isdisjoint(types.get(other, ()))


async def judged_by_comparison(claim: Claim, state: PogState, run: RunContext) -> Answer | None:
    """Whether a date or number of one thing is before or more than that of another; None where it is not certain.

    Both must have one value of the same relation.
    """
    topics = _named(state)
    if len(topics) != 2 or guessed_topics(state) or state.get("unlinked"):
        return None
    one, other = sorted(topics, key=lambda topic: claim.question.find(topic.mention or topic.label))
    asked = compared_things(claim, one.mention or one.label, other.mention or other.label)
    if asked is None:
        return None
    first, second = await known_fact(asked.one, one, state, run), await known_fact(asked.other, other, state, run)
    if first is None or second is None or first.relation != second.relation:
        return None
    is_so = _is_ordered(first, second, asked.order)
    if is_so is None:
        return None
    shown = [", ".join(item.shown for item in fact.answer.answers) for fact in (first, second)]
    told = f"{one.label}: {shown[0]}; {other.label}: {shown[1]}"
    return judgement(_joined([first.answer, second.answer]), is_so=is_so, statements=[told])


async def judged_by_parts(claim: Claim, state: PogState, run: RunContext) -> Answer | None:
    """Whether all is so that a claim states together; None where it is not certain. One part may refute it."""
    parts = parts_of(claim, [topic.mention or topic.label for topic in _named(state)])
    judged: list[Answer] = []
    for part in parts:
        answer = await _judged_part(part, state, run)
        is_so = None if answer is None else truth_of(answer) != part.negated
        if answer is not None and is_so is False:
            return judgement(answer, is_so=False, statements=[f"it is not so that {part.text}"])
        judged += [] if answer is None else [answer]
    if not parts or len(judged) < len(parts):
        return None
    return judgement(_joined(judged), is_so=True, statements=())


async def _judged_part(part: Claim, state: PogState, run: RunContext) -> Answer | None:
    topics = [topic for topic in state["topics"] if (topic.mention or topic.label) in part.text]
    unlinked = [name for name in state.get("unlinked", ()) if name in part.text]
    alone: PogState = {**state, "question": part.question, "topics": topics, "unlinked": unlinked}
    return (
        await judged_by_fact(part, alone, run)
        or await judged_by_value(part, alone, run)
        or await judged_by_amount(part, alone, run)
        or await judged_by_name(part, alone, run)
    )


async def _composed(question: str, asked: PogState, run: RunContext) -> Answer | None:
    """The supported answer of the query that the rules compose for a question."""
    vocabulary = await run.vocabulary(asked)
    if vocabulary is None:
        return None
    draft = composed_query(question, asked.get("topics", ()), vocabulary)
    found = await computed_answer({**asked, "query_draft": draft}, run)
    return found if found is not None and found.status == "supported" else None


def _is_ordered(one: KnownFact, other: KnownFact, order: Order) -> bool | None:
    """Whether the one value of a fact is less (or more) than that of another; None where it is not certain."""
    if len(one.values) != 1 or len(other.values) != 1:
        return None
    (first,), (second,) = one.values, other.values
    numbers = plain_number(first), plain_number(second)
    if numbers[0] is not None and numbers[1] is not None:
        units = {item.unit for fact in (one, other) for item in fact.answer.answers}
        if len(units) != 1:
            return None
        return numbers[0] < numbers[1] if order == "<" else numbers[0] > numbers[1]
    is_before, is_after = _is_before(first, second), _is_before(second, first)
    if not is_before and not is_after:
        return None
    return is_before if order == "<" else is_after


def _is_before(one: Term, other: Term) -> bool:
    """Whether a date is surely before another one."""
    dates = [read_literal(term) for term in (one, other) if is_literal(term)]
    if len(dates) != 2 or any(date.kind != "date" or date.span is None for date in dates):
        return False
    first, second = (date.span for date in dates)
    return first is not None and second is not None and first.surely_before(second)


def _joined(answers: Sequence[Answer]) -> Answer:
    """The first answer with the evidence of all. No one query yields it."""
    update = {
        "paths": tuple(path for answer in answers for path in answer.paths),
        "computations": tuple(item for answer in answers for item in answer.computations),
        "confidence": min((item.confidence for item in answers if item.confidence is not None), default=None),
        "query": None,
        "sparql": None,
    }
    return answers[0].model_copy(update=update)


def _named(state: PogState) -> list[TopicEntity]:
    return [topic for topic in state.get("topics", ()) if not topic.optional]
