"""Precision, recall and F1 of the values that a query gives, as the client of the TEXT2SPARQL challenge counts.

All columns are one set of values, without types and languages. A yes or no is the one value ``true``: a gold no is
never found, and a gold yes is found by any query for yes or no. A question whose gold query gives nothing does not
count at all.
"""

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from pog_agent.errors import QueryFailedError, QueryTextError
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.foreign_queries.answering import QueryTable, answer_query
from pog_agent.kg.foreign_queries.process import QueryBounds
from pog_agent.kg.foreign_queries.query import ForeignQuery
from pog_agent.terms import Term, is_blank, is_literal, literal_value

BOUNDS = QueryBounds(rows=100_000, bytes=50_000_000, seconds=60.0)


class ResultSetScores(BaseModel):
    """The scores of one question."""

    model_config = ConfigDict(frozen=True)

    precision: float = 0.0
    recall: float = 0.0
    f1: float = 0.0


@dataclass(frozen=True)
class ValueSet:
    """The values of a result: all that it names, and those of them that are right where it is the gold one."""

    named: frozenset[str] = frozenset()
    right: frozenset[str] = frozenset()

    @classmethod
    def of(cls, table: QueryTable) -> "ValueSet":
        """The values of the rows, or of a yes or no."""
        if table.truth is not None:
            return cls(frozenset({"true"}), frozenset({"true"} if table.truth else ()))
        values = frozenset(_text(term) for row in table.rows for term in row if term)
        return cls(values, values)


async def result_of(sparql: str, kg: KnowledgeGraph) -> QueryTable:
    """The whole result of a query over a graph. Raises what `answer_query` raises."""
    return await answer_query(ForeignQuery.read(sparql), kg, BOUNDS)


async def score_query(sparql: str | None, gold: ValueSet | None, kg: KnowledgeGraph) -> ResultSetScores | None:
    """The scores of an answer's query; None where the gold result names nothing, or there is none.

    A query that fails, like none at all, gives nothing. Raises `GraphUnavailableError`.
    """
    if gold is None or not gold.named:
        return None
    if sparql is None:
        return ResultSetScores()
    try:
        found = ValueSet.of(await result_of(sparql, kg))
    except (QueryTextError, QueryFailedError):
        return ResultSetScores()
    return scores(found, gold)


def scores(found: ValueSet, gold: ValueSet) -> ResultSetScores:
    """How well the values of a result are those of the gold one."""
    right = len(found.named & gold.right)
    precision = right / len(found.named) if found.named else 0.0
    recall = right / len(gold.right) if gold.right else 0.0
    f1 = 2 * precision * recall / (precision + recall) if right else 0.0
    return ResultSetScores(precision=precision, recall=recall, f1=f1)


def _text(term: Term) -> str:
    if is_literal(term):
        return literal_value(term)
    return term[2:] if is_blank(term) else term
