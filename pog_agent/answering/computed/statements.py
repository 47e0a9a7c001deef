"""Statements of evidence: sentences with terms in them, and the triples that they stand on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from pog_agent.answering.computed.looked_through import LookedThrough
from pog_agent.answering.computed.outcome import shown_literal
from pog_agent.answering.computed.query_parts import classes_of, constants_of
from pog_agent.answering.computed.query_words import QueryWords
from pog_agent.answering.computed.witness_paths import WitnessedCase, paths_of_cases
from pog_agent.answering.computed.witnesses import Witness
from pog_agent.answering.facts.cited_paths import PathCitations, cited_paths
from pog_agent.answering.shown_paths import term_labels
from pog_agent.models import CitedComputation
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Query
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, Triple, is_literal

MOST_SHOWN: Final = 10
"""So many answers, members of a count or values of an average are cited."""
OWN_COLUMN: Final = "shown_"
"""The columns that evidence adds to a query have names that begin so."""


@dataclass(frozen=True)
class Named:
    """A term in a statement, shown by its label."""

    term: Term


Text = tuple[str | Named, ...]


@dataclass(frozen=True)
class Statement:
    """A sentence in parts, and the triples that it stands on."""

    text: Text
    triples: tuple[Triple, ...] = ()


@dataclass
class Evidence:
    """Statements for a query, the cases it rests on, what of it no triple shows, and what it looked through."""

    statements: list[Statement] = field(default_factory=list)
    cases: list[WitnessedCase] = field(default_factory=list)
    flaws: list[Finding] = field(default_factory=list)
    looked_through: LookedThrough | None = None

    def say(self, *text: str | Named, triples: Iterable[Triple] = ()) -> None:
        """Adds a statement."""
        self.statements.append(Statement(text, tuple(dict.fromkeys(triples))))

    def check(self, witness: Witness | None, what: str) -> None:
        """That a witness has not all of the facts for `what` it is to show is a flaw."""
        if witness is None or not witness.is_whole:
            self.flaws.append(finding("not-shown", what))

    def rest_on(self, witness: Witness | None, what: str, ends: Sequence[Term] = ()) -> None:
        """Adds a case with the answers in it, which shows `what`."""
        self.check(witness, what)
        if witness is not None:
            self.cases.append(WitnessedCase(witness, tuple(ends)))

    def take(self, inner: "Evidence") -> None:
        """Adds what another query stands on that is part of this one."""
        self.statements += inner.statements
        self.cases += inner.cases
        self.flaws += inner.flaws

    def state_cases(self, words: QueryWords) -> None:
        """Says the facts of the cases, for where their paths are not shown."""
        for case in self.cases:
            self.say(*facts_of(case.witness, words), triples=case.witness.triples)


@dataclass(frozen=True)
class CitedStatements:
    """Statements as they are cited: without triples that the graph does not have, which are `flaws`."""

    computations: tuple[CitedComputation, ...] = ()
    flaws: tuple[Finding, ...] = ()


async def cited(
    statements: Sequence[Statement], run: RunContext, known: Mapping[Triple, bool] = MappingProxyType({})
) -> CitedStatements:
    """The statements with labels, each of their triples looked up in the graph, but for those that are `known`."""
    every = dict.fromkeys(triple for item in statements for triple in item.triples)
    triples = [triple for triple in every if triple not in known]
    exists = {**known, **dict(zip(triples, await run.kg.contains(triples), strict=True))}
    terms = [part.term for item in statements for part in item.text if isinstance(part, Named)]
    labels = await term_labels(run, list(dict.fromkeys(terms)))
    found = {
        CitedComputation(
            text="".join(_shown(part, labels) for part in item.text),
            triples=tuple(triple for triple in item.triples if exists[triple]),
        ): None
        for item in statements
    }
    return CitedStatements(tuple(found), tuple(lost_triples(exists)))


async def cited_cases(
    cases: Sequence[WitnessedCase], query: Query, run: RunContext
) -> tuple[PathCitations, dict[Triple, bool]]:
    """The paths of the cases whose triples are in the graph, and whether each of their triples is.

    They lead from what the query names to the answers. Raises `GraphUnavailableError`.
    """
    named = (*constants_of(query), *(item.class_ for item in classes_of(query)))
    walked = paths_of_cases(cases, named)
    triples = list(dict.fromkeys(triple for pattern, path in walked for triple in pattern.path_triples(path)))
    exists = dict(zip(triples, await run.kg.contains(triples), strict=True))
    sound = [
        (pattern, path) for pattern, path in walked if all(exists[item] for item in pattern.path_triples(path))
    ]
    return await cited_paths(sound, run), exists


def lost_triples(exists: Mapping[Triple, bool]) -> list[Finding]:
    """How many cited triples the graph does not have, as a sentence; none where it has all."""
    lost = sum(not found for found in exists.values())
    return [finding("triples-lost", lost)] if lost else []


def facts_of(witness: Witness, words: QueryWords) -> Text:
    """The triples of a witness in words; those of its classes only where there are no others."""
    told = [triple for triple in witness.triples if triple not in witness.memberships] or witness.triples
    facts = [(Named(head), f" - {words.relations[relation]} -> ", Named(tail)) for head, relation, tail in told]
    return listed(facts, "; ")


def listed(texts: Sequence[Text], separator: str = ", ") -> Text:
    """Several texts as one."""
    parts: list[str | Named] = []
    for number, text in enumerate(texts):
        parts += [separator, *text] if number else text
    return tuple(parts)


def _shown(part: str | Named, labels: Mapping[Term, str]) -> str:
    if isinstance(part, str):
        return part
    if is_literal(part.term):
        return shown_literal(part.term)
    return labels[part.term] if labels[part.term] != part.term else "(without a name)"
