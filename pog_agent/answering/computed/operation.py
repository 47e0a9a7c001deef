"""The operation of an answer draft over the whole graph: a count, an extreme, a part of dates, or a yes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from pog_agent.answering.computed.doubts.answers import result_flaws
from pog_agent.answering.computed.evidence import EvidenceWriter
from pog_agent.answering.computed.extremes import choose_extreme
from pog_agent.answering.computed.outcome import Outcome, outcome_of
from pog_agent.answering.computed.query_words import words_of
from pog_agent.answering.computed.statements import MOST_SHOWN, CitedStatements, Evidence, Named, cited, listed
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.answering.distinct import distinct_literals
from pog_agent.answering.proof.cited_shape import ANSWER
from pog_agent.answering.proof.composition import key_variable, parts_of_dates, query_of, ranked, restricted
from pog_agent.answering.resolution import Resolution, alike_citations, standing_at
from pog_agent.answering.shown_paths import term_labels
from pog_agent.errors import SettingError
from pog_agent.kg.base import IndexedGraph
from pog_agent.models import EXTREMES, AnswerDraft, AnswerItem
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Query, QueryResult
from pog_agent.query.local.literals import DATE, OTHER, YEAR, parse_literal
from pog_agent.reading.answer_type import DatePartName
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, is_blank, is_literal
from pog_agent.values import TypedValue, named_texts, read_literal, read_name


@dataclass(frozen=True)
class Computed:
    """What an operation comes to.

    `query` yields the answers of the `outcome`; without one, `lacking` says why. `chosen` are the answers of an
    extreme with their labels. `flaws` are reasons why the answer is not supported, `failure` why there is none.
    With `rests_on_search` it is over single things that the search has found, or that it has found none.
    `date_part` is what of the dates on the paths is the answer, `evaluated_here` why the query was not sent.
    """

    outcome: Outcome
    query: Query | None = None
    lacking: str = ""
    chosen: dict[Term, str] = field(default_factory=dict)
    statements: CitedStatements = field(default_factory=CitedStatements)
    flaws: tuple[Finding, ...] = ()
    failure: str | None = None
    rests_on_search: bool = False
    truncated: bool = False
    date_part: DatePartName | None = None
    evaluated_here: str = ""


async def computed_operation(
    draft: AnswerDraft,
    resolution: Resolution,
    topics: Collection[Term],
    run: RunContext,
    asked_part: DatePartName | None = None,
) -> Computed | None:
    """The operation of a draft over all that its citations say of the whole graph.

    Without one, the operation is the part of the dates that a question asks for, where the citations lead to more
    than that. None for a draft without an operation, or whose citations lead to nothing. A no, which cites
    nothing, is not computed. Raises `GraphUnavailableError`.
    """
    if draft.operation == "exists" and not draft.citations:
        answer = AnswerItem(value="false", label="no")
        lacking = "a no cites no path"
        return Computed(
            Outcome("boolean", (answer,)), lacking=lacking, flaws=(finding("no-such-path"),), rests_on_search=True
        )
    part = asked_part if draft.operation == "none" and _have_more(resolution.terms, asked_part) else None
    if (draft.operation == "none" and part is None) or not (resolution.showing or resolution.terms):
        return None
    composed = query_of(draft, resolution, topics)
    if composed.query is None:
        return _without_query(draft, composed.lacking)
    operation = _Operation(draft, resolution, topics, GraphReader(run), part)
    try:
        return await operation.carried_out(composed.query)
    except SettingError as error:
        return _without_query(draft, str(error))


def _without_query(draft: AnswerDraft, lacking: str) -> Computed | None:
    """Why there is no operation; None for a part of dates, which are the answer themselves then."""
    if draft.operation == "none":
        return None
    return Computed(Outcome(draft.kind), lacking=lacking, failure=lacking)


def _have_more(terms: Sequence[Term], part: DatePartName | None) -> bool:
    """Whether all terms are dates or years, and not all of them are the part itself."""
    kinds = {parse_literal(term).kind if is_literal(term) else OTHER for term in terms}
    return min(kinds, default=OTHER) >= DATE and not (part == "year" and kinds == {YEAR})


@dataclass(frozen=True)
class _Choice:
    """The query that chooses the extreme of candidates, None where `failure` says why there is none."""

    query: Query | None
    flaws: tuple[Finding, ...] = ()
    failure: str | None = None
    evidence: Evidence = field(default_factory=Evidence)


@dataclass(frozen=True)
class _Operation:
    """A draft whose citations were followed, and the graph that its operation is carried out over."""

    draft: AnswerDraft
    resolution: Resolution
    topics: Collection[Term]
    reader: GraphReader
    part: DatePartName | None = None

    async def carried_out(self, longer: Query) -> Computed:
        """What the operation comes to. `longer` is the query that tests that no node stands twice on a path."""
        query, result = await self._plainest(longer)
        if self.part is not None:
            query = parts_of_dates(query, self.part)
            result = await self.reader.result(query)
        choice = _Choice(query)
        if self.draft.operation in EXTREMES:
            choice = await self._choice(query, result)
            if choice.query is None:
                return Computed(Outcome(self.draft.kind), flaws=choice.flaws, failure=choice.failure)
            query, result = choice.query, await self.reader.result(choice.query)
        outcome = await outcome_of(query, result, self.reader.run)
        flaws = [*choice.flaws, *self._unsaid(), *result_flaws(result), *outcome.flaws, *outcome.unnamed]
        writer = EvidenceWriter(await words_of(query, self.reader.run), self.reader)
        evidence = await writer.evidence_for(query, result, outcome.kept)
        statements = await cited([*choice.evidence.statements, *evidence.statements], self.reader.run)
        flaws += [*evidence.flaws, *statements.flaws]
        return Computed(
            outcome,
            query,
            chosen=await self._chosen(outcome),
            statements=statements,
            flaws=tuple(dict.fromkeys(flaws)),
            failure=None if outcome.answers else "; ".join(map(str, flaws)) or "the graph gives no value",
            rests_on_search=self._rests_on_search(),
            truncated=result.truncated,
            date_part=self.part,
            evaluated_here=result.evaluated_here,
        )

    async def _plainest(self, longer: Query) -> tuple[Query, QueryResult]:
        """The query without tests that nodes differ where it has the same result; else the longer one.

        An endpoint is asked for one of them only.
        """
        result = await self.reader.result(longer)
        if isinstance(self.reader.run.kg, IndexedGraph):
            shorter = query_of(self.draft, self.resolution, self.topics, differing=False).query
            if shorter is not None and shorter != longer:
                other = await self.reader.result(shorter)
                if (other.rows, other.truth, other.truncated) == (result.rows, result.truth, result.truncated):
                    return shorter, other
        return longer, result

    async def _choice(self, candidates: Query, result: QueryResult) -> _Choice:
        """The query of the extreme of some candidates: by an order, or else by what their values mean."""
        operation, is_own = self.draft.operation, key_variable(candidates) == ANSWER
        keys = [term for term in dict.fromkeys(row[-1] for row in result.rows) if term is not None]
        literals = [term for term in keys if is_literal(term)]
        flaws, evidence = result_flaws(result), Evidence()
        query = ranked(candidates, literals, operation) if not is_own or literals == keys else None
        if query is None:
            values = await self._own_values(keys) if is_own else self._values_at_key(literals)
            is_alone = len({row[0] for row in result.rows}) == 1
            choice = choose_extreme(values, operation, is_alone=is_alone)
            flaws += choice.flaws
            if choice.failure is not None:
                return _Choice(None, tuple(flaws), choice.failure)
            if any(map(is_blank, choice.keys)):
                return _Choice(None, tuple(flaws), f"the {operation} is a node that no query can name")
            query = restricted(candidates, choice.keys)
            best = listed([(Named(term),) for term in choice.keys[:MOST_SHOWN]])
            evidence.say(f"compared {len(values):,} values by what they mean; the {operation}: ", *best)
        having = {row[0] for row in result.rows if is_own or (row[-1] is not None and is_literal(row[-1]))}
        missing = [self.resolution.labels[term] for term in self.resolution.terms if term not in having]
        if missing:
            flaws.append(finding("candidates-without-value", len(missing), named_texts(missing)))
        return _Choice(query, tuple(flaws), evidence=evidence)

    async def _own_values(self, terms: Sequence[Term]) -> dict[Term, TypedValue]:
        """What candidates say themselves: as literals, or by the numbers in their names."""
        labels = await term_labels(self.reader.run, terms)
        return {term: read_literal(term) if is_literal(term) else read_name(labels[term]) for term in terms}

    def _values_at_key(self, literals: Collection[Term]) -> dict[Term, TypedValue]:
        """The distinct values among the literals at the key position."""
        position, alike = self.draft.key_position or 0, alike_citations(self.resolution.cited)
        standing = (edge for item in alike for edge in standing_at(item, position))
        distinct = distinct_literals(literals, standing, self.reader.run.config.language_list)
        return {term: read_literal(term) for term in distinct.distinct_terms(literals) if is_literal(term)}

    def _unsaid(self) -> list[Finding]:
        """That the query says less than the question: it cannot name the blank nodes that a condition leaves."""
        is_count = self.draft.operation == "count"
        unnamed = any(
            is_blank(node)
            for item in self.resolution.cited
            for path in item.carrying or ()
            for node in (path[item.position : item.position + 1] if is_count else path)
        )
        return [finding("condition-not-in-query")] if unnamed else []

    def _rests_on_search(self) -> bool:
        """Whether the query names what is counted or chosen from: single nodes, or one spelling of each value."""
        single = any(item.position < len(item.pattern.key.nodes) for item in self.resolution.cited)
        return self.draft.operation != "exists" and (
            single or set(self.resolution.candidates) != set(self.resolution.terms)
        )

    async def _chosen(self, outcome: Outcome) -> dict[Term, str]:
        if self.draft.operation not in EXTREMES:
            return {}
        terms = dict.fromkeys(term for row in outcome.kept if (term := row[ANSWER]) is not None)
        return await term_labels(self.reader.run, [*terms])
