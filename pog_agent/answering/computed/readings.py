"""Other readings of a question for which a query was composed, and what the question takes for granted."""

from dataclasses import dataclass

from pog_agent.answering.computed.mutual import both_ways
from pog_agent.answering.computed.outcome import Outcome, outcome_of
from pog_agent.answering.computed.query_parts import answer_columns
from pog_agent.answering.computed.query_words import words_of
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.answering.shown_paths import term_labels
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Query, QueryResult
from pog_agent.models.query_draft import QueryDraft, ReadQuery
from pog_agent.terms import Term, is_literal, literal_value

ANSWERS_SHOWN = 3


@dataclass(frozen=True)
class OtherReading:
    """Another reading of a question: its query in words, and what comes of it."""

    read: ReadQuery
    words: str
    outcome: Outcome


@dataclass(frozen=True)
class SettledReading:
    """The query that is answered by, its result, and what speaks against its being the one that is meant.

    `others` are other readings, as good as it, with other results. `untold` says of what the graph does not tell
    whether it is so.
    """

    read: ReadQuery
    result: QueryResult
    flaws: tuple[Finding, ...] = ()
    others: tuple[OtherReading, ...] = ()
    untold: tuple[Finding, ...] = ()


async def settled_reading(draft: QueryDraft, query: Query, reader: GraphReader) -> SettledReading:
    """The query of a draft, or the first of its rivals with a result if it has none; other results are a flaw."""
    first = ReadQuery(query=query, reading=draft.reading, flaws=draft.flaws)
    found = [await _both_ways(read, reader) for read in (first, *draft.rivals)]
    first = found[0][0]
    read, result = next((item for item in found if says_something(item[1])), found[0])
    chosen = read.query
    others = [
        await _other_reading(other, its_result, reader)
        for other, its_result in found
        if other is not read
        and says_something(its_result)
        and not _is_same(its_result, result, other.query, chosen)
    ]
    flaws = [_otherwise(others[0])] if others else []
    if read is not first:
        flaws.append(finding("best-reading-empty"))
        if _edges(read.query) == _turned_edges(first.query):
            asked = await words_of(first.query, reader.run)
            flaws.append(finding("only-other-way", asked.query(first.query)))
    for needed in draft.presupposed:
        if not (await reader.result(needed)).truth:
            words = await words_of(needed, reader.run)
            flaws.append(finding("presupposition-lacking", words.query(needed)))
    untold = [sentence for query in draft.untold if (sentence := await _untold(query, reader))]
    if draft.asks_for_one and len(_answers(chosen, result)) > 1 and chosen.ranks is None:
        flaws.append(finding("several-fit", len(_answers(chosen, result))))
    return SettledReading(read, result, (*flaws, *untold), tuple(others), tuple(untold))


def _edges(query: Query) -> frozenset[tuple[str, Term, str]]:
    """The relations of a query between its variables."""
    edges = (item for item in query.pattern.elements if item.kind == "edge")
    return frozenset((edge.source, edge.relation, edge.target) for edge in edges)


def _turned_edges(query: Query) -> frozenset[tuple[str, Term, str]]:
    """The same relations, each the other way round."""
    return frozenset((target, relation, source) for source, relation, target in _edges(query))


async def _both_ways(read: ReadQuery, reader: GraphReader) -> tuple[ReadQuery, QueryResult]:
    """A reading that follows mutual relations both ways, with its result; where they only may be, with a flaw."""
    result = await reader.result(read.query)
    wider = await both_ways(read.query, reader, result)
    if wider is None:
        return read, result
    if wider.is_certain:
        return read.model_copy(update={"query": wider.query}), wider.result
    return read.model_copy(update={"flaws": (*read.flaws, wider.flaw)}), result


async def without_facts(draft: QueryDraft, query: Query, result: QueryResult, reader: GraphReader) -> list[str]:
    """That more than half of the answers are answers since they have no fact of a relation that is denied."""
    if query.form == "exists" or not draft.factless:
        return []
    number = literal_value(result.scalar) if result.scalar is not None and is_literal(result.scalar) else ""
    count = int(number) if number.isdecimal() else len(_answers(query, result))
    found = [(item, len((await reader.result(item)).rows)) for item in draft.factless]
    return [
        f"{lacking:,} of {count:,} have no {await _denied(item, reader)} at all"
        for item, lacking in found
        if 2 * lacking > count
    ]


async def _denied(query: Query, reader: GraphReader) -> str:
    """The relations that the things of a query lack, in words."""
    tests = (item for item in query.pattern.conditions if item.kind == "existence" and item.negated)
    relations = [edge.relation for item in tests for edge in item.pattern.elements if edge.kind == "edge"]
    words = await reader.run.relation_labels(sorted(set(relations)))
    return " / ".join(repr(words[relation]) for relation in dict.fromkeys(relations))


async def _untold(query: Query, reader: GraphReader) -> Finding | None:
    """Of how many things the graph does not tell whether they are so; None where it tells of all."""
    rows = (await reader.result(query)).rows
    if not rows:
        return None
    words = await words_of(query, reader.run)
    kind = words.kind(query.pattern, query.columns[0].name)
    first = [row[0] for row in rows[:ANSWERS_SHOWN] if row[0] is not None]
    shown = ", ".join((await term_labels(reader.run, first)).values())
    return finding("not-told", kind.counted(len(rows)), _and_more(shown, len(rows)))


def says_something(result: QueryResult) -> bool:
    """Whether a result is not nothing: a row, a yes, or a number that is not 0."""
    if result.scalar is not None and is_literal(result.scalar):
        return literal_value(result.scalar) != "0"
    return bool(result.rows) or bool(result.truth)


def _answers(query: Query, result: QueryResult) -> set[tuple[str | None, ...]]:
    """The distinct rows of a result in the columns that are part of the answer."""
    places = [result.columns.index(column.name) for column in answer_columns(query)]
    return {tuple(row[place] for place in places) for row in result.rows}


def _is_same(one: QueryResult, other: QueryResult, of_one: Query, of_other: Query) -> bool:
    return one.truth == other.truth and _answers(of_one, one) == _answers(of_other, other)


async def _other_reading(read: ReadQuery, result: QueryResult, reader: GraphReader) -> OtherReading:
    words = await words_of(read.query, reader.run)
    return OtherReading(read, words.query(read.query), await outcome_of(read.query, result, reader.run))


def _otherwise(other: OtherReading) -> Finding:
    """Another reading in words, with its answers."""
    answers = other.outcome.answers
    shown = ", ".join(item.label for item in answers[:ANSWERS_SHOWN])
    return finding("other-reading", other.words, _and_more(shown, len(answers)))


def _and_more(shown: str, count: int) -> str:
    """The first names of so many, with how many there are besides."""
    return f"{shown} and {count - ANSWERS_SHOWN} more" if count > ANSWERS_SHOWN else shown
