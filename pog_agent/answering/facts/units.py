"""The units of numbers that are answers, as the schema summary tells them for the cited facts."""

from collections.abc import Iterable
from typing import TypeGuard

from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.models import Answer, AnswerItem
from pog_agent.models.query_walk import NUMBER_TYPES
from pog_agent.run.context import RunContext
from pog_agent.terms import LiteralTerm, Term, is_literal, literal_datatype, literal_value

Fact = tuple[Term, Term, Term]


def with_units(answer: Answer, run: RunContext) -> Answer:
    """The answer whose numbers on paths have units, where all facts that have a number are in one.

    Nothing is asked of the graph: without a summary that is open no unit is known. A computed answer has its units
    from its query.
    """
    summary = run.schema.opened_summary if run.schema is not None else None
    if summary is None or not any(item.value is not None and not item.unit for item in answer.answers):
        return answer
    facts = [fact for path in answer.paths for fact in path.triples]
    return answer.model_copy(
        update={"answers": tuple(_with_unit(item, facts, summary) for item in answer.answers)}
    )


def _with_unit(item: AnswerItem, facts: Iterable[Fact], summary: SchemaSummary) -> AnswerItem:
    if item.value is None or item.unit:
        return item
    relations = {relation for _, relation, tail in facts if _is_number(tail) and literal_value(tail) == item.value}
    units = {summary.unit_of(relation) for relation in relations}
    unit = units.pop() if len(units) == 1 else ""
    return item.model_copy(update={"unit": unit}) if unit else item


def _is_number(term: Term) -> TypeGuard[LiteralTerm]:
    return is_literal(term) and literal_datatype(term) in NUMBER_TYPES
