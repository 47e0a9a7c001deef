"""Facts that a query stands on and that are not so: they have ended, or never came to be."""

from collections.abc import Iterator, Sequence
from typing import Final

from pog_agent.answering.computed.doubts.presents import tells_end
from pog_agent.answering.computed.query_parts import aggregates_in
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.kg.schema.summary import STRING, TAGGED, SchemaSummary
from pog_agent.models import AnswerItem
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Column, Constant, Edge, GraphPattern, Query, VariableValue
from pog_agent.models.query_walk import read_variables
from pog_agent.reading.cues import asks_what_is, superlatives
from pog_agent.reading.extremes import AGES, degree_of
from pog_agent.reading.senses.undone import tells_undone
from pog_agent.terms import Term, is_literal, literal_value

MOST_STATES: Final = 50
"""So many texts of an attribute are read: one with more of them tells names or notes, and no states."""
_OF_FACT: Final = "of_the_fact"


async def facts_not_so(query: Query, question: str, reader: GraphReader) -> list[Finding]:
    """That some of the facts which a query stands on have ended, where what is so is asked for, or were refused.

    Such facts are what joins things and is neither named nor asked for.
    """
    schema = await reader.run.graph_schema()
    if schema is None or query.form == "exists":
        return []
    asks_now, found = asks_what_is(question), []
    for edge, relation in dict.fromkeys(_further_attributes(query, schema.summary)):
        name = schema.summary.names_of(relation).shown(reader.run.config.language_list)
        there = GraphPattern(elements=(*query.pattern.elements, edge), conditions=query.pattern.conditions)
        column = Column(name=_OF_FACT, expression=VariableValue(variable=_OF_FACT))
        if asks_now and tells_end(name) and (await reader.result(Query(form="exists", pattern=there))).truth:
            found.append(finding("facts-ended"))
        elif _is_text(relation, schema.summary):
            rows = await reader.rows(Query(pattern=there, columns=(column,)), MOST_STATES)
            texts = {literal_value(term) for row in rows for term in row.values() if term and is_literal(term)}
            undone = sorted(text for text in texts if tells_undone(text, question))
            found += [finding("relation-undone", name, text) for text in undone[:1]]
    return found


async def ended_extremes(
    query: Query, answers: Sequence[AnswerItem], question: str, reader: GraphReader
) -> list[Finding]:
    """That what "is the oldest" is no more: a thing chosen by its age that has a date of its end."""
    schema = await reader.run.graph_schema()
    is_of_age = any(degree_of(cue) in AGES for cue in superlatives(question))
    if schema is None or query.ranks is None or not (is_of_age and asks_what_is(question)):
        return []
    names = {item.relation: schema.summary.names_of(item.relation) for item in schema.summary.attributes}
    shown = {relation: name.shown(reader.run.config.language_list) for relation, name in names.items()}
    things = tuple(item.iri for item in answers if item.iri)
    flaws = []
    for relation in (relation for relation in sorted(shown) if things and tells_end(shown[relation])):
        thing = Constant(variable="thing", terms=things)
        there = GraphPattern(elements=(thing, Edge(source="thing", relation=relation, target=_OF_FACT)))
        if (await reader.result(Query(form="exists", pattern=there))).truth:
            flaws.append(finding("answer-ended", shown[relation]))
    return flaws


def _further_attributes(query: Query, summary: SchemaSummary) -> Iterator[tuple[Edge, Term]]:
    """The attributes of nameless things in a query that it does not use, each with an edge to its value."""
    named = {item.variable for item in query.pattern.elements if item.kind == "constant"}
    shown = {name for column in query.columns for name in read_variables(column.expression)}
    shown |= {name for item in aggregates_in(query) for name in item.over}
    named |= {item.variable for item in query.pattern.elements if item.kind == "instance"}
    edges = [item for item in query.pattern.elements if item.kind == "edge"]
    used = {edge.relation for edge in edges}
    for edge in (item for item in edges if item.source not in named | shown):
        owners = {link.source for link in summary.links if link.relation == edge.relation}
        for relation in sorted({item.relation for item in summary.attributes if item.source in owners} - used):
            yield Edge(source=edge.source, relation=relation, target=_OF_FACT), relation


def _is_text(relation: Term, summary: SchemaSummary) -> bool:
    kinds = {item.datatype for item in summary.attributes if item.relation == relation}
    return not kinds.isdisjoint((STRING, TAGGED))
