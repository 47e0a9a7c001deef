"""Patterns around a class: what joins it with other things, as pieces of queries."""

import asyncio
import sys
from collections.abc import Callable, Iterable

import pytest

from pog_agent.kg.local.compile import compile_triples
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.local.triples import encode_triples
from pog_agent.kg.preset import generic
from pog_agent.kg.schema.summary import NO_CLASS_NO_LABEL, SchemaSummary
from pog_agent.models.class_topics import AttributeTerm, ClassPattern, ClassTerm, EntityTerm, PatternTerm
from pog_agent.models.query import Column, Query, VariableValue
from pog_agent.query.evaluate import evaluate
from pog_agent.ranking.encoder import Encoder, LexicalEncoder
from pog_agent.reading.schema.patterns import PatternFinder
from pog_agent.terms import Triple
from tests.reading.schema.graphs import EX, rivers, summary_of

RIVER, STATE, GOVERNOR = ClassTerm(iri=EX + "River"), ClassTerm(iri=EX + "State"), ClassTerm(iri=EX + "Governor")
S1 = EntityTerm(iri=EX + "s1", label="State number 1", classes=(EX + "State",))


def patterns(
    class_iri: str, terms: list[PatternTerm], question: str, encoder: Encoder, graph: SchemaSummary | None = None
) -> tuple[ClassPattern, ...]:
    finder = PatternFinder(graph or summary_of(rivers()), generic(), encoder)
    return finder.around(class_iri, terms, question)


def graph_of(triples: Iterable[Triple]) -> CompiledGraph:
    return CompiledGraph(compile_triples(encode_triples(triples)), "rivers")


@pytest.mark.parametrize(
    ("kind", "terms", "question", "text"),
    [
        ("River", [], "How many rivers are there?", "{river}"),
        ("River", [S1], "Which rivers run through it?", "{river} - runs through -> {State number 1}"),
        ("State", [RIVER], "Which states do rivers run through?", "{state} <- runs through - {river}"),
        ("State", [STATE], "Which states border a state?", "{state} - borders -> {state #2}"),
        ("State", [GOVERNOR], "Who held them?", "{state} <- held in / held by - {governor}"),
        ("River", [AttributeTerm(relation=EX + "length")], "How long?", "{river} - length -> {ucum}"),
        (
            "River",
            [AttributeTerm(relation=EX + "population")],
            "population of states it runs through",
            "{river} - runs through -> {state} - population -> {integer}",
        ),
        (
            "River",
            [STATE, S1],
            "Which rivers run through a state that borders it?",
            "{river} - runs through -> {state}; {state} - borders -> {State number 1}",
        ),
    ],
)
def test_the_best_pattern_joins_the_class_with_all_terms(
    kind: str, terms: list[PatternTerm], question: str, text: str, spelling: LexicalEncoder
) -> None:
    found = patterns(EX + kind, terms, question, spelling)
    assert found[0].text == text
    assert [item.score for item in found] == sorted((item.score for item in found), reverse=True)
    assert len({item.text for item in found}) == len(found)


def test_a_pattern_is_a_piece_of_a_query_that_runs(spelling: LexicalEncoder) -> None:
    best = patterns(EX + "River", [S1], "Which rivers run through it?", spelling)[0]
    assert ClassPattern.model_validate_json(best.model_dump_json()) == best
    column = Column(name="answer", expression=VariableValue(variable=best.variable))
    result = asyncio.run(evaluate(Query(pattern=best.pattern, columns=(column,)), graph_of(rivers(4))))
    assert result.rows == ((EX + "r1",),)
    everything = patterns(EX + "River", [], "How many rivers?", spelling)[0]
    query = Query(pattern=everything.pattern, columns=(column,))
    assert len(asyncio.run(evaluate(query, graph_of(rivers(4)))).rows) == 4


def test_relations_that_the_question_names_come_first(spelling: LexicalEncoder) -> None:
    state = EntityTerm(iri=EX + "s0", label="State number 0", classes=(EX + "State",))
    border = patterns(EX + "State", [state], "Which states border it?", spelling)
    assert border[0].text == "{state} - borders -> {State number 0}"
    river = patterns(EX + "River", [state], "Which rivers run through what borders it?", spelling)
    assert river[0].text == "{river} - runs through -> {State number 0}"
    assert "{river} - runs through -> {state} - borders -> {State number 0}" in [item.text for item in river]


def test_one_word_does_not_name_two_steps(spelling: LexicalEncoder) -> None:
    found = patterns(EX + "River", [STATE, S1], "Which rivers flow in states that border it?", spelling)
    assert found[0].text == "{river} - runs through -> {state}; {state} - borders -> {State number 1}"


def test_what_cannot_be_joined_has_no_pattern(spelling: LexicalEncoder) -> None:
    lost = EntityTerm(iri=EX + "wet", label="nass")
    assert patterns(EX + "River", [lost], "Which rivers are wet?", spelling) == ()
    assert patterns(EX + "River", [AttributeTerm(relation=EX + "nothing")], "Which?", spelling) == ()
    assert patterns(EX + "Nothing", [S1], "Which?", spelling) == ()
    assert patterns(NO_CLASS_NO_LABEL, [S1], "Which?", spelling) == ()


def test_a_question_without_content_words_is_ranked_by_counts(spelling: LexicalEncoder) -> None:
    found = patterns(EX + "River", [S1], "Which is it?", spelling)
    assert found[0].text == "{river} - runs through -> {State number 1}"
    assert found == patterns(EX + "River", [S1], "Which is it?", spelling)


def calls(work: Callable[[], object]) -> int:
    """How many Python calls a piece of work makes."""
    count = 0

    def counted(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def test_the_cost_does_not_depend_on_the_number_of_instances(spelling: LexicalEncoder) -> None:
    question = "Which rivers run through a state that borders it?"

    def cost(graph: SchemaSummary) -> int:
        finder = PatternFinder(graph, generic(), spelling)
        return calls(lambda: finder.around(EX + "River", [STATE, S1], question))

    few, many = summary_of(rivers(4)), summary_of(rivers(400))
    cost(few)
    assert cost(many) == pytest.approx(cost(few), rel=0.01)


def test_many_terms_are_bounded(spelling: LexicalEncoder) -> None:
    terms: list[PatternTerm] = [STATE, S1, GOVERNOR, RIVER, STATE, S1]
    assert 0 < len(patterns(EX + "River", terms, "Which rivers?", spelling)) <= 20
