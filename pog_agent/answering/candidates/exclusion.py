"""When facts exclude something from what a query asks for, though more may be so than the graph has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pog_agent.answering.candidates.one_value import are_rivals
from pog_agent.answering.candidates.single_values import SingleValue, SingleValues
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.answering.shown_paths import term_labels
from pog_agent.models.query import ComparisonTest, Condition, Constant, GraphPattern, Operator, Query
from pog_agent.models.query_walk import has_aggregate, mentioned, read_variables
from pog_agent.terms import Term, Triple, is_blank, is_literal, literal, literal_datatype, literal_language

_OPPOSITES: Mapping[Operator, Operator] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@dataclass(frozen=True)
class ExcludingFacts:
    """Why something is not what a query asks for: statements in words, and the facts that show it."""

    statements: tuple[str, ...]
    facts: tuple[Triple, ...] = ()


class ExclusionFinder:
    """Looks for exclusions in one graph. All methods raise `GraphUnavailableError`."""

    def __init__(self, reader: GraphReader) -> None:
        self._reader = reader
        self._values = SingleValues(reader)

    async def of_term(self, query: Query, variable: str, term: Term) -> ExcludingFacts | None:
        """Why the variable of a query cannot be this term; None where it may be, for all that the graph has."""
        if is_blank(term):
            return None
        return (
            await self._not_named(query, variable, term)
            or await self._outranked(query, variable, term)
            or await self._denied(query, variable, term)
            or await self._contradicted(query, variable, term)
        )

    async def of_all_others(self, query: Query) -> ExcludingFacts | None:
        """Why a query has no other value: it computes one, or relations of one value lead to it."""
        column = query.columns[0].expression
        if query.form == "scalar" or query.ranks is not None or has_aggregate(column):
            return ExcludingFacts(("the value is computed over the whole graph",))
        values = await self._values_of(query.pattern, read_variables(column))
        return await self._shown(values) if values else None

    async def of_text(self, query: Query, text: str) -> ExcludingFacts | None:
        """Why the only value of a query, a text, is not another text; None where it may be."""
        values = await self._values_of(query.pattern, read_variables(query.columns[0].expression))
        if len(values) != 1 or not is_literal(values[0].term):
            return None
        known = values[0].term
        other = literal(text, literal_datatype(known), literal_language(known))
        return await self._conflict(values[0], SingleValue(other))

    async def of_any(self, query: Query) -> ExcludingFacts | None:
        """Why there can be no solution of a query; None where there may be one."""
        seeds = [*_constants(query.pattern).items()]
        return await self._contradicted(query, *seeds[0]) if seeds else None

    async def _values_of(self, pattern: GraphPattern, names: Sequence[str]) -> list[SingleValue]:
        """The only values of some variables, reached by facts; none where one of them may have another."""
        known: dict[str, SingleValue] = {}
        for name, term in _constants(pattern).items():
            known = await self._values.reached(pattern, name, term) | known
        found = [known[name] for name in names if name in known and known[name].facts]
        return found if len(found) == len(names) else []

    async def _not_named(self, query: Query, variable: str, term: Term) -> ExcludingFacts | None:
        """That the question asks which of some named things it is, and the term is none of them."""
        for item in query.pattern.elements:
            if item.kind == "constant" and item.variable == variable and term not in item.terms:
                labels = await term_labels(self._reader.run, item.terms)
                return ExcludingFacts((f"the question asks for one of {', '.join(labels.values())}",))
        return None

    async def _outranked(self, query: Query, variable: str, term: Term) -> ExcludingFacts | None:
        """That the term was compared with the others, or its group was counted, and is not among those sought."""
        if (query.ranks is None and not query.having) or not await self._is_solved(query.pattern, variable, term):
            return None
        return ExcludingFacts(
            (f"{await self._label(term)} was compared with the others, and is not the one sought",)
        )

    async def _denied(self, query: Query, variable: str, term: Term) -> ExcludingFacts | None:
        """That the graph has for the term what the query wants it not to have."""
        denied = [item for item in query.pattern.conditions if item.kind == "existence" and item.negated]
        others = tuple(item for item in query.pattern.conditions if item not in denied)
        if not denied or not await self._is_solved(_with(query.pattern, others), variable, term):
            return None
        for test in denied:
            if not await self._is_solved(_with(query.pattern, (*others, test)), variable, term):
                elements = (*query.pattern.elements, *test.pattern.elements)
                both = GraphPattern(elements=elements, conditions=test.pattern.conditions)
                shown = await self._reader.witness(both, {variable: term})
                facts = shown.triples if shown is not None else ()
                return ExcludingFacts((f"{await self._label(term)} has what the question excludes",), facts)
        return None

    async def _contradicted(self, query: Query, variable: str, term: Term) -> ExcludingFacts | None:
        """That a variable would have two values, or that known values do not fulfil a condition."""
        own = await self._values.reached(query.pattern, variable, term)
        every = dict(own)
        for name, seed in _constants(query.pattern).items():
            reached = await self._values.reached(query.pattern, name, seed) if name != variable else {}
            for shared in own.keys() & reached.keys():
                found = await self._conflict(own[shared], reached[shared])
                if found is not None:
                    return found
            every = reached | every
        return await self._failing_condition(query.pattern.conditions, every)

    async def _conflict(self, one: SingleValue, other: SingleValue) -> ExcludingFacts | None:
        """That two values of one variable exclude each other, of which the graph has one by a relation."""
        known, claimed = (one, other) if one.relation is not None else (other, one)
        if known.relation is None or known.term == claimed.term:
            return None
        is_other = await are_rivals(known.term, claimed.term, known.relation, self._reader)
        return await self._shown([known, claimed]) if is_other else None

    async def _failing_condition(
        self, conditions: Sequence[Condition], known: Mapping[str, SingleValue]
    ) -> ExcludingFacts | None:
        """That the values which a condition compares are known, and do not fulfil it."""
        for condition in conditions:
            names = set(mentioned(condition))
            if condition.kind != "comparison" or not names <= known.keys():
                continue
            values = {name: known[name] for name in sorted(names)}
            opposite = condition.model_copy(update={"operator": _OPPOSITES[condition.operator]})
            if not await self._holds(condition, values) and await self._holds(opposite, values):
                return await self._shown([*values.values()])
        return None

    async def _holds(self, condition: ComparisonTest, values: Mapping[str, SingleValue]) -> bool:
        fixed = tuple(Constant(variable=name, terms=(value.term,)) for name, value in values.items())
        return await self._has_solution(GraphPattern(elements=fixed, conditions=(condition,)))

    async def _is_solved(self, pattern: GraphPattern, variable: str, term: Term) -> bool:
        fixed = Constant(variable=variable, terms=(term,))
        return await self._has_solution(pattern.model_copy(update={"elements": (*pattern.elements, fixed)}))

    async def _has_solution(self, pattern: GraphPattern) -> bool:
        return bool((await self._reader.result(Query(form="exists", pattern=pattern))).truth)

    async def _shown(self, values: Sequence[SingleValue]) -> ExcludingFacts:
        """The values as what excludes something."""
        statements = [text for value in values for text in await self._values.told(value)]
        facts = [fact for value in values for fact in value.facts]
        named = [f"the question excludes {await self._label(value.term)}" for value in values]
        return ExcludingFacts(tuple(dict.fromkeys(statements or named)), tuple(dict.fromkeys(facts)))

    async def _label(self, term: Term) -> str:
        return (await term_labels(self._reader.run, [term]))[term]


def _constants(pattern: GraphPattern) -> dict[str, Term]:
    """The variables of a pattern that stand for one given term."""
    return {
        item.variable: item.terms[0]
        for item in pattern.elements
        if item.kind == "constant" and len(item.terms) == 1 and not is_blank(item.terms[0])
    }


def _with(pattern: GraphPattern, conditions: tuple[Condition, ...]) -> GraphPattern:
    return pattern.model_copy(update={"conditions": conditions})
