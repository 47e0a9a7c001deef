"""Answer verification: nothing is called supported that the graph does not show."""

from collections.abc import Sequence

from pog_agent.answering.account import Account, account_of
from pog_agent.answering.computed.doubts.answers import guessed_topics
from pog_agent.answering.computed.mutual import both_ways
from pog_agent.answering.computed.operation import Computed, computed_operation
from pog_agent.answering.computed.outcome import Outcome
from pog_agent.answering.computed.query_parts import constants_of
from pog_agent.answering.computed.statements import lost_triples
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.answering.confidence import beside, path_confidence
from pog_agent.answering.facts.cited_paths import cited_paths
from pog_agent.answering.profile import profile_items
from pog_agent.answering.proof.proving import Proof, proof_of
from pog_agent.answering.resolution import MAX_CITED_PATHS, Resolution, choose, resolve, triples_of
from pog_agent.answering.run_report import ended_early, status_of, unsupported_notes, with_run
from pog_agent.answering.shown_paths import answer_item
from pog_agent.answering.withholding import refuted_answer
from pog_agent.models import (
    Answer,
    AnswerDraft,
    AnswerItem,
    Evidence,
    Status,
)
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.query.sparql.select import sparql_of
from pog_agent.reading.answer_type import asked_date_part
from pog_agent.run.context import RunContext
from pog_agent.run.topics import topic_iris
from pog_agent.state import PogState
from pog_agent.terms import Term


async def verified_answer(state: PogState, run: RunContext) -> Answer:
    """The answer that a draft comes to, with the status that the graph allows.

    It is what its citations lead to, or what its operation over that comes to in the whole graph. In a run, what
    the same draft comes to on the same basis is looked up once.
    """
    draft = state.get("draft") or AnswerDraft()
    found = await run.workspace.once(run.basis(state, draft), lambda: _verified(draft, state, run))
    return with_run(found, state, [*found.warnings, *ended_early(state, run)])


async def _verified(draft: AnswerDraft, state: PogState, run: RunContext) -> Answer:
    resolution = await resolve(draft, state.get("shortlist", []), state, run)
    computed = await computed_operation(
        draft, resolution, topic_iris(state), run, asked_date_part(state["question"])
    )
    if computed is not None and computed.chosen:
        choose(resolution, computed.chosen)
    triples = triples_of(resolution)
    flat = list(dict.fromkeys(triple for path in triples for triple in path))
    exists = dict(zip(flat, await run.kg.contains(flat), strict=True))
    sound = [index for index, path in enumerate(triples) if all(exists[triple] for triple in path)]
    inexact = computed is None and any(not item.pattern.exact for item in resolution.cited)
    truncated = state.get("truncated", False) or inexact or (computed is not None and computed.truncated)
    flaws = [*resolution.flaws, *lost_triples(exists)]
    flaws += computed.flaws if computed is not None else _unshown(resolution, sound)
    flaws += _uncovered(state, resolution, sound, computed)
    if truncated and computed is not None and computed.rests_on_search:
        flaws.append(finding("search-cut"))
    found = bool(computed.outcome.answers) if computed is not None else _is_shown(draft, resolution, sound)
    stated = [condition.value.text for condition in resolution.conditions]
    walked = [resolution.paths[index] for index in sound] if found else []
    cited = await cited_paths(walked, run, stated)
    is_read = found and draft.kind != "profile"
    part = computed.date_part if computed is not None else None
    account = (
        await account_of(state, run, draft, resolution, cited.paths, date_part=part) if is_read else Account()
    )
    proof = await _proof(draft, resolution, computed, state, run) if found else Proof()
    flaws += await _left_out_the_other_way(proof, run)
    flaws += [*account.flaws, *(guessed_topics(state) if found else ()), *proof.flaws]
    status = status_of(flaws) if found else _status(draft, run)
    failure = computed.failure if computed is not None else None
    notes = [*unsupported_notes(flaws)] if found else [failure] if failure else []
    notes += [*account.notes, *resolution.warnings, *cited.warnings]
    notes += filter(None, [computed.evaluated_here if computed is not None else ""])
    notes += _notes(run, draft, resolution, found=found, inexact=inexact)
    sure = path_confidence(account.features, flaws) if account.features else None
    profile = await profile_items(resolution, run) if found and draft.kind == "profile" else ()
    outcome = computed.outcome if computed is not None else Outcome(resolution.kind)
    answer = Answer(
        question=state["question"],
        kind=outcome.kind if found else draft.kind,
        answers=profile or outcome.answers or _items(resolution, draft, status),
        status=status,
        evidence=_evidence(state, run, status, resolution),
        reason=_reason(draft, status, flaws, failure),
        paths=cited.paths,
        computations=computed.statements.computations if computed is not None else (),
        reading=account.reading,
        confidence=sure,
        alternatives=beside(account.alternatives, sure),
        sparql=proof.sparql,
        query=proof.query,
        query_lacks=proof.lacking,
        truncated=truncated,
        findings=tuple(dict.fromkeys(flaws)) if found else (),
        warnings=tuple(notes),
    )
    return refuted_answer(answer, flaws, run)


def _is_shown(draft: AnswerDraft, resolution: Resolution, sound: Sequence[int]) -> bool:
    """Whether a draft without an operation has answers on paths that are in the graph."""
    return draft.operation == "none" and bool(resolution.terms) and bool(sound)


async def _proof(
    draft: AnswerDraft, resolution: Resolution, computed: Computed | None, state: PogState, run: RunContext
) -> Proof:
    """The query that computed an answer; for one that was read from paths, the query that yields it."""
    if computed is None:
        return await proof_of(draft, resolution, topic_iris(state), run)
    if computed.query is None:
        return Proof(lacking=computed.lacking)
    return Proof(computed.query, sparql_of(computed.query))


async def _left_out_the_other_way(proof: Proof, run: RunContext) -> list[Finding]:
    """That the paths go one way by a relation which holds both ways, where the other way gives more."""
    wider = await both_ways(proof.query, GraphReader(run)) if proof.query is not None else None
    return [wider.flaw] if wider is not None else []


def _notes(
    run: RunContext, draft: AnswerDraft, resolution: Resolution, *, found: bool, inexact: bool
) -> list[str]:
    """What a reader of the answer must know besides its status."""
    notes = []
    if inexact:
        notes.append("a cited path is too branched to prove that everything on it lies on a simple path")
    if len(resolution.terms) > MAX_CITED_PATHS:
        notes.append(f"paths are cited for the first {MAX_CITED_PATHS} of {len(resolution.terms)} answers")
    if draft.own_answer and not found and not run.config.allow_parametric:
        notes.append("an answer from the model's own knowledge was withheld (allow_parametric is off)")
    return notes


def _unshown(resolution: Resolution, sound: list[int]) -> list[Finding]:
    """Answers without a concrete path whose triples exist and that has the answer at the cited position."""
    places = {(id(item.pattern), item.position) for item in resolution.cited}
    shown: set[Term] = set()
    for index in sound:
        pattern, path = resolution.paths[index]
        shown.update(term for position, term in enumerate(path) if (id(pattern), position) in places)
    missing = [term for term in resolution.terms[:MAX_CITED_PATHS] if term not in shown]
    return [finding("not-shown", f"{len(missing)} of the answers")] if missing else []


def _uncovered(
    state: PogState, resolution: Resolution, sound: Sequence[int], computed: Computed | None
) -> list[Finding]:
    """What of the question the cited paths and the computing query leave open.

    A topic that is itself among the answers is not reached.
    """
    answers = set(resolution.terms)
    on_paths: set[Term] = {*resolution.left_out, *(item.value.topic for item in resolution.conditions)}
    if computed is not None and computed.query is not None:
        on_paths.update(term for term in constants_of(computed.query) if term not in answers)
    for index in sound:
        pattern, path = resolution.paths[index]
        on_paths.update(pattern.key.topics, (node for node in path if node not in answers))
    flaws = [
        finding("name-unused", topic.label)
        for topic in state.get("topics", ())
        if not topic.optional and topic.iri not in on_paths
    ]
    starts = frozenset[Term]().union(*(resolution.paths[index][0].key.topics for index in sound))
    flaws += [
        finding("name-unsaid", topic.label) for topic in state.get("document_topics", ()) if topic.iri in starts
    ]
    verdict = state.get("verdict")
    if verdict is None or not verdict.sufficient or verdict.needs_passages:
        flaws.append(finding("not-judged-sufficient"))
    elif not all(split.covered for split in verdict.splits):
        flaws.append(finding("split-question-open"))
    return flaws


def _status(draft: AnswerDraft, run: RunContext) -> Status:
    """The status where the graph has no answer."""
    return "parametric" if draft.own_answer and run.config.allow_parametric else "abstained"


def _evidence(state: PogState, run: RunContext, status: Status, resolution: Resolution) -> Evidence | None:
    """Figure 8's sources: the graph, the graph with predicted entities, or the model's knowledge with it.

    None for the model's knowledge alone: where nothing of the graph was found or sought, nothing of it inspired.
    What is predicted without a language model is of the graph.
    """
    if status == "abstained":
        return None
    if status == "parametric":
        has_searched = state.get("plan") is not None or state.get("verdict") is not None
        return "kg_inspired_llm" if state.get("topics") and has_searched else None
    predicted = {item.iri for item in state.get("supplements", ())}
    inspired = any(item.pattern.key.topics & predicted for item in resolution.cited)
    return "llm_inspired_kg" if inspired and run.reasoner.understands_language else "kg_only"


def _items(resolution: Resolution, draft: AnswerDraft, status: Status) -> tuple[AnswerItem, ...]:
    if status == "abstained":
        return ()
    if status == "parametric":
        texts = (draft.own_answer or "", *draft.more_own_answers)
        return tuple(AnswerItem(value=text, label=text) for text in texts)
    return tuple(answer_item(term, resolution.labels[term]) for term in resolution.terms)


def _reason(draft: AnswerDraft, status: Status, flaws: list[Finding], failure: str | None) -> str:
    if status == "abstained":
        return (
            failure
            or draft.reason
            or "; ".join(map(str, flaws))
            or "the graph holds no path that answers the question"
        )
    return draft.reason
