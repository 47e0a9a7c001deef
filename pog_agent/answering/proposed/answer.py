"""An abstention or an unsure answer with the most probable queries: "did you mean", or a partial answer."""

from collections.abc import Sequence
from typing import Final

from pog_agent.answering.computed.answer import answer_of_query
from pog_agent.answering.computed.outcome import Outcome, outcome_of
from pog_agent.answering.computed.query_words import words_of
from pog_agent.answering.confidence import ANSWERS_OF_ALTERNATIVE
from pog_agent.answering.proof.accounted import accounted
from pog_agent.answering.run_report import doubted
from pog_agent.asking.ranking.rank import QueryRanking, RankedQuery
from pog_agent.asking.ranking.results import MOST_ROWS
from pog_agent.asking.reader import read_question
from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.base import IndexedGraph
from pog_agent.models import MOST_ALTERNATIVES, Alternative, Answer, AnswerItem, QueryDraft
from pog_agent.models.abstention import AbstentionCase
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Query, QueryResult
from pog_agent.query.evaluate import evaluate
from pog_agent.query.limits import QueryLimits
from pog_agent.run.context import RunContext
from pog_agent.state import PogState

LIMITS: Final = QueryLimits(rows=MOST_ROWS, fetched_edges=0)
"""What the evaluation of a query takes before it is proposed."""
LEAST_PROPOSED: Final = 0.02
"""A query that is less probable is not proposed."""
LEAST_ANSWERED: Final = 0.5
"""So probable the best one must be to be answered by, as a partial answer."""
LEAST_PREFERRED: Final = 0.8
"""So probable it must be to come before another answer that is partial, too, or to speak against a model's."""
LEAVING_OUT: Final = frozenset(("name-unused", "number-unread"))
"""The checks that find a thing or number of the question of which an answer tells nothing."""
NOT_ASKED: Final[frozenset[AbstentionCase]] = frozenset(
    ("could_not_look", "reference_unclear", "budget_spent", "rejected")
)
"""The cases in which nothing is proposed: the graph was not looked at, or the question is not known."""


async def with_proposals(answer: Answer, state: PogState, run: RunContext) -> Answer:
    """An answer with the most probable queries as other readings; a supported one as it is.

    Where there is none and a query is probable, or a partial one and a query is very probable, the answer of the
    query is given: that is partial. What a language model says is doubted where a very probable query gives
    something else. Where the graph cannot be asked, a warning says so. With the rules alone, another encoder
    than MiniLM or a language without cues nothing is ranked.
    """
    case = answer.abstention.case if answer.abstention is not None else None
    is_settled = answer.status == "parametric" or (answer.status == "supported" and not _is_of_model(answer, run))
    is_ranked = run.config.reader == "both" and not is_settled and case not in NOT_ASKED
    if not is_ranked or state.get("claim") is not None or answer.by_reading:
        return answer
    try:
        ranking = await _ranking(state["question"], run)
        if ranking is None or ranking.has_unknown_name:
            return answer  # a query without a name of the question is not what was asked
        if answer.status == "supported":
            return await _held_against(answer, ranking.candidates, run)
        return await _proposed(answer, ranking.candidates, state, run)
    except GraphUnavailableError as error:
        warning = f"other readings of the question could not be looked up: {error}"
        return answer.model_copy(update={"warnings": (*answer.warnings, warning)})


async def weighed_answer(answer: Answer, state: PogState, run: RunContext) -> Answer:
    """An answer whose words are in doubt, held against a query that is very probable by the question alone.

    One that gives something else speaks against it. One that gives the same settles nothing: likeness of words
    misleads a ranker as it misleads a model. Words that no rule reads are not ranked.
    """
    is_foreign = any(item.id == "language-not-read" for item in answer.findings)
    if run.config.reader != "both" or is_foreign or not _is_of_model(answer, run):
        return answer
    ranking = await _ranking(state["question"], run)
    if ranking is None or ranking.has_unknown_name:
        return answer
    outcome = await _probable_outcome(ranking.candidates, run)
    if outcome is None or _terms(outcome.answers) == _terms(answer.answers):
        return answer
    return doubted(answer, _gives_other(outcome))


def _is_of_model(answer: Answer, run: RunContext) -> bool:
    """Whether a language model read an answer from a graph here, which is things or values in one column.

    Behind an endpoint no schema is asked for only to hold an answer against it.
    """
    is_plain = answer.kind not in ("profile", "paths") and not answer.rows and not answer.passages
    return run.reasoner.understands_language and isinstance(run.kg, IndexedGraph) and is_plain


async def _held_against(answer: Answer, candidates: Sequence[RankedQuery], run: RunContext) -> Answer:
    """A supported answer, doubted where the best query is very probable and gives something else."""
    outcome = await _probable_outcome(candidates, run)
    if outcome is None or _terms(outcome.answers) == _terms(answer.answers):
        return answer
    others = (*await _alternatives(candidates[:1], [answer.query], run), *answer.alternatives)
    beside = answer.model_copy(update={"alternatives": others[:MOST_ALTERNATIVES]})
    return doubted(beside, _gives_other(outcome))


async def _probable_outcome(candidates: Sequence[RankedQuery], run: RunContext) -> Outcome | None:
    """What the best query gives, if it is very probable; None where it gives nothing.

    So it is where a limit cut its result: what was left out may be what the model says.
    """
    best = candidates[0] if candidates else None
    if best is None or best.probability < LEAST_PREFERRED or best.read.query is None or best.read.result is None:
        return None
    if best.read.result.truncated:
        return None
    outcome = await outcome_of(best.read.query, best.read.result, run)
    return outcome if outcome.answers else None


def _gives_other(outcome: Outcome) -> Finding:
    shown = ", ".join(item.shown for item in outcome.answers[:ANSWERS_OF_ALTERNATIVE])
    return finding("query-gives-other", shown)


async def _ranking(question: str, run: RunContext) -> QueryRanking | None:
    graph = await run.asked_graph()
    if graph is None:
        return None

    async def result(query: Query) -> QueryResult:
        return await evaluate(query, run.kg, index=run.query_index, limits=LIMITS)

    return await read_question(question, graph, run.kg, result)


async def _proposed(answer: Answer, candidates: Sequence[RankedQuery], state: PogState, run: RunContext) -> Answer:
    """The answer with what is proposed beside it, or answered by the best of these."""
    proposals = [item for item in candidates if item.probability >= LEAST_PROPOSED]
    if proposals and not run.reasoner.understands_language:
        least = LEAST_ANSWERED if answer.status == "abstained" else LEAST_PREFERRED
        is_probable = proposals[0].probability >= max(least, run.config.min_confidence)
        found = await _answered(proposals[0], state, run) if is_probable else None
        if found is not None and _terms(found.answers) != _terms(answer.answers):
            others = [*await _as_alternative(answer, run), *await _alternatives(proposals[1:], [found.query], run)]
            return found.model_copy(update={"alternatives": tuple(others[:MOST_ALTERNATIVES])})
    known = {_terms(answer.answers), *(_terms(item.answers) for item in answer.alternatives)}
    own = await _alternatives(proposals, [answer.query], run)
    fresh = [item for item in own if _terms(item.answers) not in known]
    merged = sorted((*answer.alternatives, *fresh), key=lambda item: -item.confidence)
    return answer.model_copy(update={"alternatives": tuple(merged[:MOST_ALTERNATIVES])})


async def _as_alternative(answer: Answer, run: RunContext) -> list[Alternative]:
    """A partial answer as another reading beside a more probable one."""
    if not answer.answers:
        return []
    path = answer.paths[0].text if answer.paths else ""
    if answer.query is not None:
        path = (await words_of(answer.query, run)).question(answer.query)
    shown = answer.answers[:ANSWERS_OF_ALTERNATIVE]
    return [Alternative(answers=shown, path=path, confidence=answer.confidence or 0.0, query=answer.query)]


def _terms(items: Sequence[AnswerItem]) -> frozenset[str | None]:
    """The things or values that some answers are."""
    return frozenset(item.iri or item.value for item in items)


async def _answered(best: RankedQuery, state: PogState, run: RunContext) -> Answer | None:
    """The answer by a query that nothing but its probability speaks for; None where it gives none.

    A yes or no is not given so: it is right by chance half of the time. Nor is one that leaves out what is named.
    """
    query = best.read.query
    if query is None or query.form == "exists":
        return None
    doubt = finding("most-probable-query", (await words_of(query, run)).question(query))
    draft = QueryDraft(query=query, confidence=round(best.probability, 2), flaws=(doubt,))
    read = accounted(draft, state, run, await run.vocabulary(state))
    if any(item.id in LEAVING_OUT for item in read.flaws):
        return None
    answer = await answer_of_query(read, state, run)
    return answer if answer is not None and answer.status == "partial" else None


async def _alternatives(
    proposals: Sequence[RankedQuery], given: Sequence[Query | None], run: RunContext
) -> tuple[Alternative, ...]:
    """The proposals said in words with their answers, without those of queries that are given already."""
    found: list[Alternative] = []
    for item in proposals:
        query, result = item.read.query, item.read.result
        if query is None or result is None or query in given or len(found) == MOST_ALTERNATIVES:
            continue
        outcome = await outcome_of(query, result, run)
        if outcome.answers:
            found.append(
                Alternative(
                    answers=outcome.answers[:ANSWERS_OF_ALTERNATIVE],
                    path=(await words_of(query, run)).question(query),
                    confidence=round(item.probability, 2),
                    query=query,
                )
            )
    return tuple(found)
