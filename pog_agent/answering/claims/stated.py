"""What a claim states, held against the graph's answers to the questions that the claim answers."""

from collections.abc import AsyncIterator

from pog_agent.answering.candidates.checked import CheckedCandidate
from pog_agent.answering.candidates.said import SaidThing, said_value
from pog_agent.answering.candidates.verdicts import CandidateJudge, truth_of
from pog_agent.answering.claims.known_fact import known_fact
from pog_agent.answering.computed.answer import answer_of_query
from pog_agent.answering.computed.doubts.answers import guessed_topics
from pog_agent.answering.computed.query_parts import every_query, relations_of
from pog_agent.models import Answer, AnswerItem, CitedComputation, Claim, TopicEntity
from pog_agent.reading.claims.parts import parts_of
from pog_agent.reading.claims.stated import ClaimedValue, allows_more, claimed_values, is_of_the_past
from pog_agent.reading.composing.composer import composed_query
from pog_agent.run.context import RunContext
from pog_agent.state import PogState


async def judged_by_values(
    claim: Claim, state: PogState, run: RunContext, answer: Answer | None = None
) -> Answer | None:
    """Whether the graph has what a claim states in one place, by the answer to the question for it.

    None where no answer is certain. Another value contradicts a claim by the rules for candidate answers: that the
    graph lacks what is claimed proves nothing. `answer` is that to the claim's own question, if it was asked:
    paths that gave no yes do not prove what it names, and one that joins what it names speaks against a no.
    Raises `GraphUnavailableError`.
    """
    topics = _named(state)
    called = {topic.mention or topic.label: topic for topic in topics}
    for value in () if guessed_topics(state) else claimed_values(claim, [*called]):
        claimed = called.get(value.said)
        unlinked = [name for name in state.get("unlinked", ()) if name not in value.said]
        if unlinked or (claimed is not None and (claimed.namesakes or _is_stated(answer))):
            continue
        others = [topic for topic in topics if topic != claimed]
        asked: PogState = {**state, "question": value.question, "topics": others, "unlinked": []}
        async for found, checked in _held(value, claimed, asked, run, may_walk=answer is None):
            if await is_decided(checked, claim, found, state, run):
                return judgement(found, checked)
    return None


async def _held(
    value: ClaimedValue, claimed: TopicEntity | None, asked: PogState, run: RunContext, *, may_walk: bool
) -> AsyncIterator[tuple[Answer, CheckedCandidate]]:
    """What is claimed, held against each certain answer. With `may_walk` paths may prove a name, too."""
    iris = () if claimed is None else (claimed.iri,)
    thing = SaidThing(value.said, iris, said_value(value.text, value.question), value.comparator)
    for way in (_composed_answer, known_fact):
        found = await way(asked, run)
        if found is None or not _is_certain(found):
            continue
        checked = await CandidateJudge(found, run).checked(value.said, [thing])
        if may_walk or way is _composed_answer or not (claimed and checked.verdict == "proven"):
            yield found, checked


async def judged_by_parts(claim: Claim, state: PogState, run: RunContext) -> Answer | None:
    """Whether all is so that a claim states together; None where it is not certain. One part may refute it."""
    parts = parts_of(claim, [topic.mention or topic.label for topic in _named(state)])
    judged: list[Answer] = []
    for part in parts:
        alone: PogState = {
            **state,
            "topics": [topic for topic in state["topics"] if (topic.mention or topic.label) in part.text],
            "unlinked": [name for name in state.get("unlinked", ()) if name in part.text],
        }
        answer = await judged_by_values(part, alone, run)
        if answer is not None and truth_of(answer) == part.negated:
            told = CitedComputation(text=f"it is not so that {part.text}")
            return with_truth(answer, is_so=False, told=(told,))
        judged += [] if answer is None else [answer]
    if not parts or len(judged) < len(parts):
        return None
    update = {
        "paths": tuple(path for answer in judged for path in answer.paths),
        "computations": tuple(item for answer in judged for item in answer.computations),
        "confidence": min((item.confidence for item in judged if item.confidence is not None), default=None),
        "query": None,
        "sparql": None,
    }
    return with_truth(judged[0].model_copy(update=update), is_so=True)


async def is_decided(
    checked: CheckedCandidate, claim: Claim, found: Answer, state: PogState, run: RunContext
) -> bool:
    """Whether a verdict on what a claim states holds of the claim: it speaks of the present, and of one value."""
    if checked.verdict == "undecided":
        return False
    names = [name for topic in _named(state) for name in (topic.mention, topic.label) if name]
    relations = await run.relation_labels(relations_of(found.query) if found.query is not None else ())
    label = " ".join(relations.values())
    is_open = checked.verdict == "contradicted" and found.kind != "count" and allows_more(claim, names, label)
    return not is_open and not is_of_the_past(claim, names, label)


def judgement(found: Answer, checked: CheckedCandidate) -> Answer:
    """That what a claim states is so, or is not, as a value that was held against an answer shows."""
    is_so = checked.verdict == "proven"
    reason = () if is_so or found.kind == "boolean" else (CitedComputation(text=checked.reason),)
    shown = found.model_copy(update={"paths": checked.paths, "computations": checked.computations})
    return with_truth(shown, is_so=is_so, told=reason)


def with_truth(found: Answer, *, is_so: bool, told: tuple[CitedComputation, ...] = ()) -> Answer:
    """A yes or no by an answer to another question; `told` says how it follows."""
    item = AnswerItem(value="true" if is_so else "false", label="yes" if is_so else "no")
    return found.model_copy(
        update={
            "kind": "boolean",
            "answers": (item,),
            "columns": (),
            "rows": (),
            "computations": (*told, *found.computations),
            "alternatives": (),
            "reason": "; ".join(part.text for part in told),
        }
    )


async def _composed_answer(asked: PogState, run: RunContext) -> Answer | None:
    """The answer to a question by the query that the rules compose for it."""
    vocabulary = await run.vocabulary(asked)
    if vocabulary is None:
        return None
    return await answer_of_query(composed_query(asked["question"], asked["topics"], vocabulary), asked, run)


def _is_certain(found: Answer) -> bool:
    """Whether an answer is supported, has no unit, and is no number or one of several of what is most.

    "First climbed two peaks" was read as those that were climbed first.
    """
    is_ranked = found.query is not None and any(query.ranks for query in every_query(found.query))
    is_one = len(found.answers) == 1 and found.kind != "count"
    has_unit = any(item.unit for item in found.answers)
    return found.status == "supported" and not has_unit and (is_one or not is_ranked)


def _is_stated(answer: Answer | None) -> bool:
    """Whether one fact of the graph joins what a claim names, even if another one may be meant."""
    return answer is not None and answer.status == "partial" and any(len(it.triples) == 1 for it in answer.paths)


def _named(state: PogState) -> list[TopicEntity]:
    return [topic for topic in state.get("topics", ()) if not topic.optional]
