"""The search for a query that gives the gold answer: what it finds, what it refuses, and when it ends."""

import asyncio

import pytest

from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.query_search import search
from pog_agent.evaluation.query_search.search import QuerySearch, is_answer
from pog_agent.evaluation.query_search.vocabulary import Vocabulary, named_parts
from pog_agent.kg.local.compile import compile_files
from pog_agent.models.query import QueryResult
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.evaluate import evaluate_locally
from pog_agent.query.local.index import QueryIndex

EX = "http://example.org/"
GRAPH = """
@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:lyon a :City ; rdfs:label "Lyon" ; :population 500 ; :in :france .
:nice a :City ; rdfs:label "Nice" ; :population 300 ; :in :france .
:paris a :City ; rdfs:label "Paris" ; :population 2000 ; :in :france .
:rome a :City ; rdfs:label "Rome" ; :population 2800 ; :area 100 ; :in :italy .
:turin a :City ; rdfs:label "Turin" ; :population 800 ; :area 50 ; :in :italy .
:valletta a :City ; rdfs:label "Valletta" ; :population 6 ; :in :malta .
:france a :Country ; rdfs:label "France" ; :founded 1792 .
:italy a :Country ; rdfs:label "Italy" ; :founded 1946 .
:malta a :Country ; rdfs:label "Malta" ; :founded 1964 ; :on :europe .
:europe a :Continent ; rdfs:label "Europe" .
:seine a :River ; rdfs:label "Seine" ; :flows :france ; :kind "stream" .
:population rdfs:label "population" .
"""


@pytest.fixture(scope="module")
def vocabulary(tmp_path_factory):
    file = tmp_path_factory.mktemp("graph") / "kg.ttl"
    file.write_text(GRAPH)
    graph = compile_files([file], "kg")
    return Vocabulary.read(QueryIndex(graph), asyncio.run(graph.schema()))


def asked(text, type_, *answers, ops=(), topics=()):
    gold = [{"iri": EX + answer} if isinstance(answer, str) else {"value": answer} for answer in answers]
    given = [{"iri": EX + topic, "label": topic.title()} for topic in topics]
    record = {"id": "q", "question": text, "type": type_, "ops": ops, "answers": gold, "topic_entities": given}
    return Question.model_validate(record)


@pytest.mark.parametrize(
    "question",
    [
        asked("Which cities are in France?", "lookup", "lyon", "nice", "paris", topics=["france"]),
        asked("How many cities are in Italy?", "count", 2, ops=["count"], topics=["italy"]),
        asked("How many rivers flow in Malta?", "count", 0, ops=["count"], topics=["malta"]),
        asked("The largest city of France?", "superlative", "paris", ops=["superlative"], topics=["france"]),
        asked("Which are the 2 largest cities?", "superlative", "rome", "paris", ops=["superlative"]),
        asked("Which cities have more than 1000 people?", "comparison", "rome", "paris", ops=["comparison"]),
        asked("Which countries have no river?", "negation", "italy", "malta", ops=["negation"]),
        asked("Which country has the most cities?", "group", "france", ops=["group"]),
        asked("Which have more than 1 city?", "group", "france", "italy", ops=["comparison", "group"]),
        asked("Which country has most people?", "group", "italy", ops=["aggregate", "group"]),
        asked("Cities in France or Malta", "setop", *("lyon", "nice", "paris", "valletta"), ops=["setop"]),
        asked("What is the average population in Italy?", "aggregate", 1800, ops=["aggregate"], topics=["italy"]),
        asked(
            "What is the average population per area in Italy?",
            "aggregate",
            22,
            ops=["aggregate"],
            topics=["italy"],
        ),
        asked("How many cities has each country?", "group", 3, 2, 1, ops=["count", "group"]),
        asked("Above the average?", "comparison", "rome", "paris", ops=["aggregate", "comparison"]),
    ],
    ids=lambda question: question.question,
)
def test_a_query_of_each_kind_is_found_and_gives_the_gold_answer(vocabulary, question):
    query = QuerySearch(vocabulary, question, 20).run()
    assert query is not None
    assert is_answer(evaluate_locally(query, vocabulary.index, QueryLimits()), question)


def test_an_answer_that_no_query_gives_is_not_found(vocabulary):
    assert QuerySearch(vocabulary, asked("How many?", "count", 77, ops=["count"]), 0.5).run() is None


def test_no_time_finds_nothing(vocabulary):
    question = asked("How many cities are in Italy?", "count", 2, ops=["count"], topics=["italy"])
    assert QuerySearch(vocabulary, question, 0).run() is None


def test_a_query_has_to_do_what_the_gold_query_does(vocabulary):
    """The river's country is found without it, but not by the negation that the question asks for."""
    assert QuerySearch(vocabulary, asked("Where is a river?", "lookup", "france"), 5).run() is not None
    unasked = asked("Which are not?", "negation", *("lyon", "nice", "paris", "rome", "turin", "valletta"))
    assert QuerySearch(vocabulary, unasked, 1).run() is None


def test_a_question_names_topics_numbers_and_values_but_no_relations(vocabulary):
    question = asked("Which population of Lyon or 2 cities of France is 300?", "lookup", "lyon", topics=["france"])
    parts = named_parts(question, vocabulary)
    assert parts.required == {"france", "lyon", "300", "2"}
    assert parts.numbers == ("2", "300")


@pytest.mark.parametrize(
    "question",
    [
        asked("Not by the Seine?", "negation", "rome", "turin", "valletta", ops=["negation"]),
        asked(
            *("By the Seine or in Malta?", "setop", "lyon", "nice", "paris", "valletta"),
            ops=["setop"],
            topics=["malta"],
        ),
    ],
    ids=lambda question: question.type,
)
def test_what_is_left_to_the_gold_answer_is_joined_before_its_turn(vocabulary, question, monkeypatch):
    monkeypatch.setattr(search, "MOST_PARTS", 4)
    query = QuerySearch(vocabulary, question, 20).run()
    assert query is not None
    assert is_answer(evaluate_locally(query, vocabulary.index, QueryLimits()), question)


@pytest.mark.parametrize(
    ("text", "anchors", "required"),
    [
        ("Which is 'Rome'?", {"rome"}, {"rome"}),
        ("Which rivers are streams?", {"stream"}, {"stream"}),
        ("Which Romes are there?", {"rome"}, set()),
        ("Which are European?", {"europe"}, set()),
    ],
)
def test_other_forms_of_a_name_may_be_named_and_only_those_of_a_value_must(vocabulary, text, anchors, required):
    parts = named_parts(asked(text, "lookup", "rome"), vocabulary)
    assert {anchor for selection in parts.selections for anchor in selection.anchors} == anchors
    assert parts.required == required


def test_the_first_column_answers_and_a_gold_row_takes_all_columns():
    result = QueryResult(columns=("x", "n"), rows=((EX + "rome", '"3"'), (EX + "rome", '"4"')))
    assert is_answer(result, asked("?", "lookup", "rome"))
    table = Question(id="q", question="?", answers=[{"value": [{"iri": EX + "rome"}, n]} for n in (3, 4)])
    assert is_answer(result, table)
    assert not is_answer(QueryResult(columns=("x",)), asked("?", "lookup", "rome"))
