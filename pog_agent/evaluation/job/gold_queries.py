"""Gold answers of questions that come with a query: the graph that is searched gives them."""

from collections.abc import Sequence
from typing import Any

from pog_agent.errors import QueryFailedError, QueryTextError, SettingError
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.evaluation.measures.result_sets import ValueSet, result_of
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.foreign_queries.answering import QueryTable
from pog_agent.terms import Term, is_literal, literal_value


async def with_gold_results(questions: Sequence[Question], kg: KnowledgeGraph) -> list[Question]:
    """The questions, those with a gold query with its result.

    Raises `SettingError` for a query that fails, and `GraphUnavailableError`.
    """
    return [await _with_result(item, kg) if item.gold_sparql else item for item in questions]


async def _with_result(question: Question, kg: KnowledgeGraph) -> Question:
    try:
        table = await result_of(question.gold_sparql, kg)
    except (QueryTextError, QueryFailedError) as error:
        raise SettingError(f"the gold query of {question.id}: {error}") from error
    if table.is_cut:
        raise SettingError(f"the gold query of {question.id} has more than {len(table.rows):,} rows")
    return question.model_copy(update={"answers": _items(table), "gold_values": ValueSet.of(table)})


def _items(table: QueryTable) -> tuple[GoldItem, ...]:
    if table.truth is not None:
        return (GoldItem.model_validate({"value": table.truth}),)
    return tuple(GoldItem.model_validate(_item(row)) for row in dict.fromkeys(table.rows) if any(row))


def _item(row: Sequence[Term]) -> dict[str, Any]:
    cells = [_cell(term) for term in row]
    return cells[0] if len(cells) == 1 and cells[0] else {"value": cells}


def _cell(term: Term) -> dict[str, Any] | None:
    if not term:
        return None
    return {"value": literal_value(term)} if is_literal(term) else {"iri": term}
