"""The entry of this room: candidates held against the answer of the graph, each with a verdict and evidence."""

from collections.abc import Sequence
from dataclasses import dataclass

from pog_agent.answering.candidates.checked import AnswerCheck, CandidateVerdict, CheckedCandidate
from pog_agent.answering.candidates.exclusion import ExcludingFacts, ExclusionFinder
from pog_agent.answering.candidates.matching import matching_answers, surely_differs
from pog_agent.answering.candidates.said import SaidThing, listed_parts, said_thing, said_truth
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.answering.reply import names_text
from pog_agent.models import Answer, AnswerItem, CitedComputation
from pog_agent.models.query_walk import has_aggregate, read_variables
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, is_literal, literal_value

NOT_COMPLETE = "that the graph lacks it does not make it wrong"


async def checked_answer(
    answer: Answer, candidates: Sequence[str], *, complete: bool, run: RunContext
) -> AnswerCheck:
    """The candidates with their verdicts. With `complete`, the answers of the graph are taken for all there are.

    Raises `GraphUnavailableError`.
    """
    judge = CandidateJudge(answer, run, complete=complete)
    checked = [await judge.checked_text(text) for text in candidates]
    return AnswerCheck(question=answer.question, candidates=tuple(checked), answer=answer, complete=complete)


@dataclass(frozen=True)
class _Outcome:
    """What was found of a candidate, or of one of the things that it lists."""

    verdict: CandidateVerdict
    reason: str
    matched: tuple[AnswerItem, ...] = ()
    exclusion: ExcludingFacts | None = None


class CandidateJudge:
    """Judges candidates by one answer of a graph. All methods raise `GraphUnavailableError`."""

    def __init__(self, answer: Answer, run: RunContext, *, complete: bool = False) -> None:
        self.answer, self.run, self.complete = answer, run, complete
        self._finder = ExclusionFinder(GraphReader(run))

    async def checked_text(self, text: str) -> CheckedCandidate:
        """A candidate in words, which may list several things, with its verdict and evidence."""
        things = [SaidThing(text)]
        if self._is_decidable and self.answer.kind != "boolean":
            things = [await said_thing(text, self.answer.question, self.run)]
            is_found = things[0].is_known or await matching_answers(things[0], self.answer.answers, self.run)
            parts = [] if is_found else listed_parts(text)
            if len(parts) > 1:
                things = [await said_thing(part, self.answer.question, self.run) for part in parts]
        return await self.checked(text, things)

    async def checked(self, text: str, things: Sequence[SaidThing]) -> CheckedCandidate:
        """A candidate that says these things, each of which counts, with its verdict and evidence."""
        if not self._is_decidable:
            outcome = _Outcome("undecided", self._doubt())
        elif self.answer.kind == "boolean":
            outcome = await self._yes_or_no(text)
        else:
            outcome = await self._several(things)
        return self._shown(text, outcome)

    @property
    def _is_decidable(self) -> bool:
        """Whether the answer has things or values that a candidate can be held against."""
        is_whole = self.answer.kind in ("profile", "paths") or bool(self.answer.columns)
        return bool(self.answer.answers) and not is_whole

    def _shown(self, text: str, outcome: _Outcome) -> CheckedCandidate:
        if outcome.verdict == "undecided":
            return CheckedCandidate(
                candidate=text, verdict="undecided", reason=outcome.reason, matched=outcome.matched
            )
        is_proven = outcome.verdict == "proven"
        named = {item.iri or item.value for item in outcome.matched}
        paths = [path for path in self.answer.paths if not is_proven or _shows(path.triples, named)]
        return CheckedCandidate(
            candidate=text,
            verdict=outcome.verdict,
            reason=outcome.reason,
            matched=outcome.matched,
            instead=() if is_proven else self.answer.answers,
            paths=tuple(paths) or self.answer.paths,
            computations=(*_statements(outcome.exclusion, self.answer), *self.answer.computations),
            passages=self.answer.passages,
        )

    async def _several(self, things: Sequence[SaidThing]) -> _Outcome:
        """Of several things that a candidate lists, one that is not proven decides."""
        matched: dict[AnswerItem, None] = {}
        missing: list[_Outcome] = []
        for thing in things:
            named = await matching_answers(thing, self.answer.answers, self.run)
            matched |= dict.fromkeys(named)
            missing += [] if named else [await self._missing(thing)]
        for verdict in ("contradicted", "undecided"):
            for outcome in missing:
                if outcome.verdict == verdict:
                    return outcome
        return self._proven([*matched])

    def _proven(self, matched: Sequence[AnswerItem]) -> _Outcome:
        number, most = len(matched), len(self.answer.answers)
        if self.answer.status != "supported":
            return _Outcome("undecided", f"{self._doubt()}; it has {names_text(matched)}, too", tuple(matched))
        if most == 1:
            return _Outcome("proven", "it is the answer of the graph", tuple(matched))
        return _Outcome("proven", f"it names {number} of {most} answers of the graph", tuple(matched))

    async def _missing(self, thing: SaidThing) -> _Outcome:
        """What is none of the answers: contradicted where the graph excludes it, or is taken for complete."""
        if self.answer.status != "supported":
            return _Outcome("undecided", self._doubt())
        known = names_text(self.answer.answers)
        exclusion = await self._exclusion(thing)
        if exclusion is not None:
            return _Outcome("contradicted", f"the graph has {known}, and not {thing.text}", exclusion=exclusion)
        if self.complete and thing.is_known and await self._is_other_of_their_kind(thing):
            taken = "its answers are taken for complete"
            return _Outcome("contradicted", f"the graph has {known}, and not {thing.text}; {taken}")
        if not thing.is_known:
            near = f"; the nearest names are {', '.join(thing.near)}" if thing.near else ""
            return _Outcome("undecided", f"the graph knows no {thing.text!r}{near}")
        return _Outcome("undecided", f"the graph has {known}, and not {thing.text}: {NOT_COMPLETE}")

    async def _is_other_of_their_kind(self, thing: SaidThing) -> bool:
        """Whether a thing has a class in common with the answers, or is surely another number or date than each.

        Who was born in Copenhagen was born in Denmark, too, which is no city.
        """
        iris = [item.iri for item in self.answer.answers if item.iri is not None]
        if not iris or not thing.iris:
            return not iris and all(surely_differs(thing, item) for item in self.answer.answers)
        types = await self.run.kg.types([*thing.iris, *iris])
        own, theirs = ({kind for iri in some for kind in types.get(iri, ())} for some in (thing.iris, iris))
        return not own.isdisjoint(theirs) or not (own or theirs)

    async def _exclusion(self, thing: SaidThing) -> ExcludingFacts | None:
        query = self.answer.query
        if query is None:
            return None
        if all(item.value is not None for item in self.answer.answers):
            if all(surely_differs(thing, item) for item in self.answer.answers):
                return await self._finder.of_all_others(query)
            return None if thing.is_known else await self._finder.of_text(query, thing.text)
        variables = read_variables(query.columns[0].expression) if query.columns else ()
        if len(variables) != 1 or has_aggregate(query.columns[0].expression) or not thing.iris:
            return None
        found = [await self._finder.of_term(query, variables[0], iri) for iri in thing.iris]
        return found[0] if all(found) else None

    async def _yes_or_no(self, text: str) -> _Outcome:
        said, truth = said_truth(text), truth_of(self.answer)
        if said is None or truth is None:
            return _Outcome("undecided", f"the question asks for a yes or no, and {text.strip()!r} is neither")
        if self.answer.status != "supported":
            return self._proven(self.answer.answers) if said == truth else _Outcome("undecided", self._doubt())
        exclusion = None
        if denies_a_link(self.answer) and not self.complete:
            exclusion = await self._finder.of_any(self.answer.query) if self.answer.query is not None else None
            if exclusion is None:
                return _Outcome("undecided", f"the graph does not have it: {NOT_COMPLETE}")
        shown = names_text(self.answer.answers)
        verdict: CandidateVerdict = "proven" if said == truth else "contradicted"
        matched = self.answer.answers if said == truth else ()
        return _Outcome(verdict, f"the answer of the graph is {shown}", matched, exclusion)

    def _doubt(self) -> str:
        """Why the answer of the graph decides nothing."""
        if not self.answer.answers:
            return self.answer.text
        if self.answer.status == "supported":
            return "the question asks for more than a candidate can be held against"
        why = f" ({self.answer.findings[0]})" if self.answer.findings else ""
        return f"the graph's own answer is not certain{why}"


def truth_of(answer: Answer) -> bool | None:
    """Whether an answer is a yes or a no; None where it is neither."""
    return said_truth(answer.answers[0].value or "") if len(answer.answers) == 1 else None


def denies_a_link(answer: Answer) -> bool:
    """Whether a no says that one relation does not join two named things: there may be what the graph lacks."""
    if truth_of(answer) is not False or answer.query is None or answer.query.form != "exists":
        return False
    pattern = answer.query.pattern
    return (
        sorted(item.kind for item in pattern.elements) == ["constant", "constant", "edge"]
        and not pattern.conditions
    )


def _statements(exclusion: ExcludingFacts | None, answer: Answer) -> list[CitedComputation]:
    """The statements of an exclusion, the first one with its facts, but for those that are paths of the answer."""
    if exclusion is None:
        return []
    shown = {path.text for path in answer.paths}
    facts = [exclusion.facts, *[()] * len(exclusion.statements)]
    told = zip(exclusion.statements, facts, strict=False)
    return [CitedComputation(text=text, triples=triples) for text, triples in told if text not in shown]


def _shows(triples: Sequence[tuple[Term, Term, Term]], named: set[str | None]) -> bool:
    """Whether one of the named entities or values stands in some triples."""
    terms = [term for triple in triples for term in triple]
    return any((literal_value(term) if is_literal(term) else term) in named for term in terms)
