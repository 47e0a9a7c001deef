"""The entry of this room: the answer of a run for which a query was composed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pog_agent.answering.computed.confidence import alternatives_to, confidence_of_query
from pog_agent.answering.computed.doubts.answers import (
    answers_are_named,
    draft_flaws,
    missing_values,
    result_flaws,
    topic_flaws,
)
from pog_agent.answering.computed.doubts.every import doubts_of_query
from pog_agent.answering.computed.doubts.identities import compared_namesakes
from pog_agent.answering.computed.evidence import EvidenceWriter
from pog_agent.answering.computed.looked_through import looked_through
from pog_agent.answering.computed.members import groups_left_out
from pog_agent.answering.computed.outcome import Outcome, outcome_of
from pog_agent.answering.computed.query_parts import answer_columns
from pog_agent.answering.computed.query_words import QueryWords, words_of
from pog_agent.answering.computed.readings import settled_reading, without_facts
from pog_agent.answering.computed.statements import CitedStatements, Evidence, cited, cited_cases
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.answering.confidence import beside
from pog_agent.answering.facts.cited_paths import PathCitations
from pog_agent.answering.guards import participants_flaws, parts_of_query
from pog_agent.answering.run_report import status_of, unsupported_notes, with_run
from pog_agent.answering.withholding import refuted_answer
from pog_agent.deadline import TIME_IS_UP, working_deadline
from pog_agent.errors import SettingError
from pog_agent.models import Alternative, Answer, CitedPath, Status
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Query
from pog_agent.models.query_draft import QueryDraft
from pog_agent.query.sparql.select import sparql_of
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.terms import Triple

PATHS_LEFT_OUT = f"the paths of the answer are not shown, since {TIME_IS_UP}"


@dataclass(frozen=True)
class _Verdict:
    """The status of an answer, the reason for it, why it is not supported, its evidence, how sure it is,
    other readings, and what a reader must know besides."""

    status: Status
    reason: str = ""
    flaws: tuple[Finding, ...] = ()
    statements: CitedStatements = field(default_factory=CitedStatements)
    paths: tuple[CitedPath, ...] = ()
    truncated: bool = False
    confidence: float | None = None
    alternatives: tuple[Alternative, ...] = ()
    notes: tuple[str, ...] = ()


async def computed_answer(state: PogState, run: RunContext) -> Answer | None:
    """The answer that the composed query of a run gives over the whole graph; None where none was composed.

    Raises `GraphUnavailableError`.
    """
    draft = state.get("query_draft")
    return await answer_of_query(draft, state, run) if draft is not None else None


async def answer_of_query(draft: QueryDraft, state: PogState, run: RunContext) -> Answer | None:
    """The answer that the query of a draft gives over the whole graph; None for a draft without one.

    It is supported if the draft has no flaw, the result is reliable, every answer has a name, and every statement
    of its evidence stands on triples of the graph. A result without rows or value is an abstention. Raises
    `GraphUnavailableError`. In a run, what the same draft comes to on the same basis is looked up once.
    """
    if draft.query is None:
        return None
    query = draft.query
    found = await run.workspace.once(run.basis(state, draft), lambda: _evaluated(draft, query, state, run))
    return with_run(found, state, found.warnings)


async def _evaluated(draft: QueryDraft, query: Query, state: PogState, run: RunContext) -> Answer:
    """The answer, or an abstention where the query cannot be evaluated."""
    try:
        return await _computed(draft, query, state, run)
    except SettingError as error:
        return _answer(draft, Outcome("entities"), _Verdict("abstained", str(error)), state)


async def _computed(draft: QueryDraft, query: Query, state: PogState, run: RunContext) -> Answer:
    reader = GraphReader(run)
    settled = await settled_reading(draft, query, reader)
    query, result = settled.read.query, settled.result
    draft = draft.model_copy(update={"query": query, "reading": settled.read.reading, "flaws": settled.read.flaws})
    words = await words_of(query, run)
    outcome = Outcome("entities")
    if query.form == "exists" or answer_columns(query):
        outcome = await outcome_of(query, result, run)
    flaws = [*draft_flaws(draft), *settled.flaws, *result_flaws(result), *outcome.flaws]
    is_named = answers_are_named(query, state["question"], words)
    flaws += () if is_named else outcome.unnamed
    if query.form == "exists" and not result.truth and settled.untold:
        verdict = _Verdict("abstained", settled.untold[0].message, truncated=result.truncated)
        return _answer(draft, Outcome("boolean"), verdict, state)
    if not outcome.answers:
        unread = [*result_flaws(result), *outcome.flaws]
        reason = await _why_nothing(query, unread, words, reader)
        return _answer(draft, outcome, _Verdict("abstained", reason, truncated=result.truncated), state)
    flaws += [
        *topic_flaws(query, state),
        *await doubts_of_query(query, outcome.answers, state, reader),
        *await missing_values(query, result, reader),
        *await participants_flaws(parts_of_query(query), state["question"], state.get("topics", ()), run),
        *await compared_namesakes(query, reader),
    ]
    evidence = await EvidenceWriter(words, reader).evidence_for(query, result, outcome.kept)
    if _is_nothing(query, outcome) and evidence.looked_through is None:
        flaws.append(finding("nothing-looked-through"))
    if _is_nothing(query, outcome) and any(item.needed for item in draft.reading.elements):
        flaws.append(finding("nothing-by-unasked-relation"))
    paths, known = await _paths_of(evidence, query, words, run)
    statements = await cited(evidence.statements, run, known)
    every = tuple(dict.fromkeys([*flaws, *evidence.flaws, *statements.flaws]))
    empty = await groups_left_out(query, words, reader) if query.is_grouped else []
    sure = draft.confidence
    if sure is None:
        sure = confidence_of_query(draft, every, outcome, is_nothing=_is_nothing(query, outcome))
    others = beside(alternatives_to(draft, settled.others), sure)
    factless = await without_facts(draft, query, result, reader)
    unnamed = map(str, outcome.unnamed if is_named else ())
    notes = (*empty, *factless, *unnamed, *filter(None, [result.evaluated_here]), *paths.warnings)
    verdict = _Verdict(
        status_of(every), draft.reason, every, statements, paths.paths, result.truncated, sure, others, notes
    )
    return refuted_answer(_answer(draft, outcome, verdict, state), every, run)


async def _paths_of(
    evidence: Evidence, query: Query, words: QueryWords, run: RunContext
) -> tuple[PathCitations, dict[Triple, bool]]:
    """The paths of what an answer rests on, and which of their triples exist; without time, its facts."""
    if not (evidence.cases and working_deadline().is_over):
        return await cited_cases(evidence.cases, query, run)
    evidence.state_cases(words)
    return PathCitations(warnings=(PATHS_LEFT_OUT,)), {}


def _answer(draft: QueryDraft, outcome: Outcome, verdict: _Verdict, state: PogState) -> Answer:
    is_answered = verdict.status != "abstained"
    return Answer(
        question=state["question"],
        by_reading=draft.chosen,
        kind=outcome.kind,
        answers=outcome.answers,
        columns=outcome.columns if is_answered else (),
        rows=outcome.rows,
        status=verdict.status,
        evidence="kg_only" if is_answered else None,
        reason=verdict.reason,
        paths=verdict.paths,
        computations=verdict.statements.computations,
        reading=draft.reading,
        confidence=verdict.confidence,
        alternatives=verdict.alternatives,
        query=draft.query,
        sparql=None if draft.query is None else sparql_of(draft.query),
        truncated=verdict.truncated,
        findings=verdict.flaws if is_answered else (),
        warnings=(*unsupported_notes(verdict.flaws), *verdict.notes) if is_answered else (),
    )


def _is_nothing(query: Query, outcome: Outcome) -> bool:
    """Whether the answer is that there is nothing: a no, or a computed 0."""
    is_computed = query.form == "exists" or (query.is_grouped and not query.keys)
    return is_computed and len(outcome.answers) == 1 and outcome.answers[0].value in ("false", "0")


async def _why_nothing(query: Query, flaws: Sequence[Finding], words: QueryWords, reader: GraphReader) -> str:
    """Why a query has no result, in words: what could not be read, else what was looked through."""
    what = words.query(query)
    if flaws:
        return f"the graph gives no {what}: {'; '.join(map(str, flaws))}"
    through = await looked_through(query, words, reader)
    found = f"; {through.sentence}" if through is not None else ""
    return f"the graph has no {what}{found}"
