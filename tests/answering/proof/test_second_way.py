"""What a model cites is held against the query that rules read out of the question."""

import io
from collections.abc import Callable, Iterator

import pytest
import rdflib

from pog_agent import Answer, PathsOverGraph
from pog_agent.answering.proof import second_way
from pog_agent.models import QueryDraft
from pog_agent.models.query import Column, Constant, Edge, GraphPattern, Query, VariableValue
from pog_agent.ranking.encoder import CachedEncoder
from pog_agent.terms import RDF_TYPE
from tests.erring.scenarios import ModelReply
from tests.erring.scripted_model import FollowingModel
from tests.llm_server import ScriptedLLM

VETS = """
@prefix i: <http://vets.example/id/> .
@prefix c: <http://vets.example/def/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
c:Clinic rdfs:label "clinic" . c:Vet rdfs:label "vet" . c:Dog rdfs:label "dog" . c:Cat rdfs:label "cat" .
c:Animal rdfs:label "animal" . c:Dog rdfs:subClassOf c:Animal . c:Cat rdfs:subClassOf c:Animal .
c:Owner rdfs:label "owner" . c:ownedBy rdfs:label "owned by" . c:usualVet rdfs:label "usual vet" .
c:worksAt rdfs:label "works at" . c:livesIn rdfs:label "lives in" . c:locatedIn rdfs:label "located in" .
i:tarn a c:Town ; rdfs:label "Tarn" . i:leyburn a c:Town ; rdfs:label "Leyburn" .
i:river a c:Clinic ; rdfs:label "Riverside Clinic" ; c:locatedIn i:tarn .
i:mbele a c:Vet ; rdfs:label "Thabo Mbele" ; c:worksAt i:river ; c:born "1970-09-12"^^xsd:date ; c:livesIn i:tarn .
i:lund a c:Vet ; rdfs:label "Per Lund" ; c:worksAt i:river ; c:born "1985-06-21"^^xsd:date ; c:livesIn i:leyburn .
i:vance a c:Vet ; rdfs:label "Rita Vance" ; c:worksAt i:river ; c:born "1991-11-05"^^xsd:date ; c:livesIn i:tarn .
i:price a c:Owner ; rdfs:label "Dora Price" ; c:livesIn i:tarn .
i:bruno a c:Dog ; rdfs:label "Bruno" ; c:ownedBy i:price ; c:usualVet i:lund ; c:weight 34 .
i:fern a c:Dog ; rdfs:label "Fern" ; c:ownedBy i:price ; c:usualVet i:lund ; c:weight 12 .
i:milo a c:Cat ; rdfs:label "Milo" ; c:ownedBy i:price ; c:usualVet i:lund ; c:weight 5 .
"""
OWNED, STAFF = "{Dora Price} <- owned by - {?}", "{Riverside Clinic} <- works at - {?}"

Asking = Callable[..., Answer]


@pytest.fixture(scope="module")
def asked(meaning: CachedEncoder) -> Iterator[Asking]:
    """Asks a question of a model that cites a path; `settings` are those of the run."""
    model, graph = FollowingModel(), rdflib.Graph().parse(io.StringIO(VETS), format="turtle")

    def ask(question: str, topics: tuple[str, ...], *cites: str, **reply: object) -> Answer:
        said = {"kind": "-", "topics": topics, "splits": (question,), "cites": cites, **reply}
        model.follow(ModelReply.model_validate(said))
        return agent.ask(question)

    with (
        ScriptedLLM().serve(model) as url,
        PathsOverGraph(graph, "openai:scripted", base_url=url, encoder=meaning) as agent,
    ):
        yield ask


@pytest.mark.parametrize(
    ("question", "only", "condition"),
    [
        ("Which dogs does Dora Price own?", ("Bruno", "Fern"), RDF_TYPE),
        ("Which animals of Dora Price weigh more than 10?", ("Bruno", "Fern"), "http://vets.example/def/weight"),
        ("Which animal of Dora Price is the heaviest?", ("Bruno",), "http://vets.example/def/weight"),
    ],
    ids=["a class", "a comparison", "an extreme"],
)
def test_a_set_that_the_query_gives_as_well_is_supported_by_it(
    asked: Asking, question: str, only: tuple[str, ...], condition: str
) -> None:
    answer = asked(question, ("Dora Price",), OWNED, only=only)
    assert (answer.status, answer.text, answer.warnings) == ("supported", ", ".join(only), ())
    assert answer.query is not None and answer.sparql
    beside = [item.triple for path in answer.paths for item in path.qualifiers]
    meeting = {head for head, relation, _ in (*answer.cited_triples, *beside) if relation == condition}
    assert {item.iri for item in answer.answers} <= meeting, "each has the edge that meets the condition"
    assert answer.usage.llm_calls > 0


@pytest.mark.parametrize("only", [("Bruno",), ("Bruno", "Milo"), ()], ids=["too few", "another one", "all"])
def test_another_set_is_not_supported(asked: Asking, only: tuple[str, ...]) -> None:
    answer = asked("Which dogs does Dora Price own?", ("Dora Price",), OWNED, only=only)
    assert answer.status == "partial"


@pytest.mark.parametrize("only", [("Bruno",), ("Bruno", "Milo")], ids=["too few", "another one"])
def test_what_the_query_gives_instead_is_an_alternative(asked: Asking, only: tuple[str, ...]) -> None:
    answer = asked("Which dogs does Dora Price own?", ("Dora Price",), OWNED, only=only)
    assert [item.label for item in answer.alternatives[0].answers] == ["Bruno", "Fern"]
    assert answer.alternatives[0].path
    assert answer.confidence is not None and answer.confidence < 0.3 < answer.alternatives[0].confidence


@pytest.mark.parametrize(
    ("question", "cites", "status", "text"),
    [
        (
            "Who owns Bruno?",
            ("{Bruno} - owned by -> {?}", "{Bruno} - usual vet -> {?}"),
            "supported",
            "Dora Price",
        ),
        (
            "Who owns Bruno?",
            ("{Bruno} - usual vet -> {?}", "{Bruno} - owned by -> {?}"),
            "supported",
            "Dora Price",
        ),
        ("Who owns Bruno?", ("{Bruno} - usual vet -> {?}", "{Bruno} - type -> {?}"), "partial", "dog, Per Lund"),
    ],
    ids=["the first", "the second", "neither"],
)
def test_places_cited_beside_the_one_that_the_query_gives_are_left_out(
    asked: Asking, question: str, cites: tuple[str, ...], status: str, text: str
) -> None:
    answer = asked(question, ("Bruno",), *cites)
    assert (answer.status, answer.text) == (status, text)
    told = "Per Lund: cited as well, and not what the words of the question ask for"
    assert (told in answer.warnings) == (status == "supported")


def test_an_abstention_has_what_the_query_gives_as_an_alternative(asked: Asking) -> None:
    answer = asked(
        "Which dogs does Dora Price own?", ("Dora Price",), "{Dora Price} - lives in -> {?}", only=("X",)
    )
    assert (answer.status, answer.answers) == ("abstained", ())
    assert [item.label for item in answer.alternatives[0].answers] == ["Bruno", "Fern"]


def test_a_relation_that_both_ways_take_needs_no_word(asked: Asking) -> None:
    answer = asked(
        "Which vets at the Riverside Clinic were born before 1980?",
        ("Riverside Clinic",),
        STAFF,
        only=("Thabo Mbele",),
    )
    assert (answer.status, answer.text) == ("supported", "Thabo Mbele")


@pytest.mark.parametrize(
    ("question", "only", "status"),
    [
        ("Which vets of the Riverside Clinic live in Leyburn?", ("Per Lund",), "supported"),
        ("Which vets of the Riverside Clinic live in Leyburn?", ("Thabo Mbele",), "partial"),
        ("Which vets of the Riverside Clinic do not live in Leyburn?", ("Thabo Mbele", "Rita Vance"), "supported"),
        ("Which vets of the Riverside Clinic do not live in Leyburn?", ("Per Lund",), "partial"),
        ("Which vets of the Riverside Clinic live in Grinton?", ("Per Lund",), "partial"),
    ],
    ids=["there", "elsewhere", "not there", "not elsewhere", "unknown"],
)
def test_a_topic_that_the_model_did_not_recognise_is_looked_up(
    asked: Asking, question: str, only: tuple[str, ...], status: str
) -> None:
    assert asked(question, ("Riverside Clinic",), STAFF, only=only).status == status


@pytest.mark.parametrize(
    ("question", "words", "only", "status"),
    [
        (
            "Which vets treat at the Riverside Clinic who were born after 1990?",
            "treat",
            ("Rita Vance",),
            "supported",
        ),
        ("Which vets treat at the Riverside Clinic who were born after 1990?", "treat", ("Per Lund",), "partial"),
        ("Which vets treat at the Riverside Clinic who were born after 1990?", "", ("Per Lund",), "partial"),
        ("Which vets treat at the Riverside Clinic who were born after 1990?", "", ("Rita Vance",), "partial"),
    ],
    ids=["told", "another set", "not told, another set", "not told"],
)
def test_a_paraphrase_tells_the_rules_what_a_word_means(
    asked: Asking, question: str, words: str, only: tuple[str, ...], status: str
) -> None:
    said = {words: ("works at",)} if words else {}
    answer = asked(question, ("Riverside Clinic",), STAFF, only=only, paraphrases=said)
    assert answer.status == status


def test_a_set_by_a_date_behind_it_is_proven_by_the_query(asked: Asking) -> None:
    path = "{Riverside Clinic} <- works at - {?} - born -> {*}"
    question = "Which vets at the Riverside Clinic were born before 1980?"
    right = asked(question, ("Riverside Clinic",), path, only=("Thabo Mbele",))
    assert (right.status, right.text) == ("supported", "Thabo Mbele")
    assert asked(question, ("Riverside Clinic",), path, only=("Per Lund",)).status == "partial"


def test_without_composed_queries_nothing_is_confirmed(meaning: CachedEncoder) -> None:
    model, graph = FollowingModel(), rdflib.Graph().parse(io.StringIO(VETS), format="turtle")
    question = "Which animal of Dora Price is the heaviest?"
    reply = ModelReply(kind="-", topics=("Dora Price",), splits=(question,), cites=(OWNED,), only=("Bruno",))
    model.follow(reply)
    settings = {"encoder": meaning, "compose": "off"}
    with (
        ScriptedLLM().serve(model) as url,
        PathsOverGraph(graph, "openai:scripted", base_url=url, **settings) as agent,
    ):
        assert agent.ask(question).status == "partial"


def test_another_answer_by_the_query_is_a_doubt(asked: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    named = Constant(variable="x", terms=("http://vets.example/id/bruno",))
    edge = Edge(source="x", relation="http://vets.example/def/usualVet", target="vet")
    columns = (Column(name="vet", expression=VariableValue(variable="vet")),)
    draft = QueryDraft(query=Query(pattern=GraphPattern(elements=(named, edge)), columns=columns))

    async def read_query(*_: object) -> QueryDraft:
        return draft

    monkeypatch.setattr(second_way, "_read_query", read_query)
    monkeypatch.setattr("pog_agent.answering.computed.answer.topic_flaws", lambda *_: [])
    answer = asked("Which vets work at the Riverside Clinic?", ("Riverside Clinic",), STAFF)
    doubt = "not fully supported: the words of the question, read as a query, give Per Lund"
    assert (answer.status, answer.warnings) == ("partial", (doubt,))
    assert [item.label for item in answer.alternatives[0].answers] == ["Per Lund"]
    assert answer.text == "Per Lund, Thabo Mbele, Rita Vance"


def test_a_place_is_not_taken_alone_where_another_topic_narrows_it(
    asked: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = Constant(variable="x", terms=("http://vets.example/id/river",))
    edge = Edge(source="vet", relation="http://vets.example/def/worksAt", target="x")
    columns = (Column(name="vet", expression=VariableValue(variable="vet")),)
    draft = QueryDraft(query=Query(pattern=GraphPattern(elements=(named, edge)), columns=columns))

    async def read_query(*_: object) -> QueryDraft:
        return draft

    monkeypatch.setattr(second_way, "_read_query", read_query)
    monkeypatch.setattr("pog_agent.answering.computed.answer.topic_flaws", lambda *_: [])
    question = "Which keen vets of the Riverside Clinic are in Leyburn?"
    answer = asked(question, ("Riverside Clinic", "Leyburn"), STAFF, "{Leyburn} <- lives in - {?}")
    assert (answer.text, answer.status) == ("Per Lund", "partial")
