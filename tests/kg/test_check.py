"""What `pog-agent check` reports of endpoints that behave and that do not."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import rdflib
from rdflib.namespace import OWL, RDFS

from pog_agent.interfaces.cli import main
from pog_agent.kg.check import check_kg
from pog_agent.kg.graph_report import GraphFact, GraphReport
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.oxigraph_files import build_store
from tests.servers import Answer, Request, serve_graph, serve_script, tsv_answer

EX = "http://example.org/"
FREEBASE = "http://rdf.freebase.com/ns/"


def small_graph() -> rdflib.Graph:
    graph = rdflib.Graph()
    for number in range(60):
        node = rdflib.URIRef(f"{EX}n{number:02}")
        graph.add((node, rdflib.URIRef(EX + "next"), rdflib.URIRef(f"{EX}n{number + 1:02}")))
        if number % 3:
            graph.add((node, RDFS.label, rdflib.Literal(f"Node {number}", lang="en" if number % 2 else "de")))
    return graph


def freebase(parts: set[str]) -> rdflib.Graph:
    graph = rdflib.Graph()
    ann, marriage = (rdflib.URIRef(FREEBASE + "m." + name) for name in ("0ann", "0cvt"))
    graph.add((ann, rdflib.URIRef(FREEBASE + "people.person.spouse_s"), marriage))
    if "name" in parts:
        graph.add((ann, rdflib.URIRef(FREEBASE + "type.object.name"), rdflib.Literal("Ann", lang="en")))
    if "mediator" in parts:
        graph.add(
            (marriage, rdflib.URIRef(FREEBASE + "type.object.type"), rdflib.URIRef(FREEBASE + "people.marriage"))
        )
    if "inverse" in parts:
        graph.add((rdflib.URIRef(FREEBASE + "a.b.c"), OWL.inverseOf, rdflib.URIRef(FREEBASE + "d.e.f")))
    return graph


def served(graph: rdflib.Graph, cap: int | None = None, **headers: str) -> Callable[[Request], Answer]:
    def respond(request: Request) -> Answer:
        if "bif:" in request.query:
            return Answer(400, "no such function")
        return replace(tsv_answer(graph, request.query, cap), headers=headers)

    return respond


def checked(respond: Callable[[Request], Answer], preset: str = "auto") -> GraphReport:
    with serve_script(respond) as script:
        report = check_kg(script.url, preset=preset)
        assert report.queries == len(script.requests) <= 16
    return report


def fact(report: GraphReport, name: str) -> GraphFact:
    return next(fact for fact in report.facts if fact.name == name)


@pytest.fixture(scope="module")
def report() -> GraphReport:
    return checked(served(small_graph(), Server="TestEngine/1"))


def test_the_languages_of_the_labels_of_a_file(tmp_path):
    file = tmp_path / "graph.ttl"
    small_graph().serialize(file)
    assert fact(check_kg(str(file)), "languages").value == {"en": 20, "de": 20}


def test_the_facts_of_an_endpoint(report):
    assert fact(report, "triples").value == 100
    assert fact(report, "row_cap").value == "none seen in 100 rows"
    assert "TestEngine/1" in fact(report, "engine").value
    assert fact(report, "edges").value == {"share": 0.6, "sampled_triples": 100}
    assert fact(report, "labels").value["share"] == pytest.approx(0.66, abs=0.3)
    assert set(fact(report, "languages").value) == {"en", "de"}
    assert fact(report, "example").value["label"].startswith("Node")
    assert fact(report, "full_text").value == "none: the engine is not known to have one"
    assert fact(report, "time_cap").unknown == "no query of the check met one"
    assert fact(report, "preset_fits").value is True
    assert report.warnings == []
    assert all(fact.seconds is not None for fact in report.facts if fact.name in {"triples", "sample", "example"})


def test_a_row_cap_is_seen():
    assert fact(checked(served(small_graph(), cap=40)), "row_cap").value == 40


def test_what_fails_says_why_and_the_rest_is_learned():
    def respond(request: Request) -> Answer:
        if "COUNT(*)" in request.query:
            return Answer(
                500, "Virtuoso 42000 Error The estimated execution time 999 (sec) exceeds the limit of 400 (sec)"
            )
        return served(small_graph())(request)

    report = checked(respond)
    assert "estimated execution time" in fact(report, "triples").unknown
    assert fact(report, "time_cap").value == "400 s"
    assert fact(report, "example").value


def test_a_complete_freebase_has_its_parts_and_an_incomplete_one_is_warned_about():
    whole = checked(served(freebase({"name", "mediator", "inverse"})), "freebase")
    assert fact(whole, "freebase_ids").value["share"] > 0.5
    assert [fact(whole, f"freebase_{part}").value for part in ("names", "types", "inverses", "mediators")] == [
        True
    ] * 4
    assert [text for text in whole.warnings if text.startswith("no ")] == []
    part = checked(served(freebase(set())), "freebase")
    assert [text.partition(":")[0] for text in part.warnings if text.startswith("no ")] == [
        *("no type.object.name", "no types", "no inverse properties", "no mediators (CVTs)")
    ]


def test_a_preset_that_does_not_fit_is_warned_about():
    report = checked(served(freebase({"name"})), "wikidata")
    assert fact(report, "preset_fits").value is False
    assert any("is an edge; choose another" in text for text in report.warnings)
    assert any("--preset freebase" in text for text in report.warnings)


@pytest.fixture
def file(tmp_path) -> Iterator[str]:
    path = tmp_path / "small.ttl"
    small_graph().serialize(path, format="turtle")
    yield str(path)


def test_a_file_gets_the_facts_that_cost_nothing(file):
    report = check_kg(file)
    assert fact(report, "triples").value == compile_files([Path(file)], "x").triples == 100
    assert fact(report, "labels").value["share"] == pytest.approx(0.66, abs=0.1)
    assert fact(report, "engine").value == "CompiledGraph"


def test_a_check_says_which_namespaces_name_nodes_and_which_nodes_are_nameless(tmp_path):
    path = tmp_path / "partly.ttl"
    path.write_text(
        f"""@prefix : <{EX}> . @prefix d: <{EX}def#> . @prefix rdfs: <{RDFS}> .
        :c1 rdfs:label "Acme" ; d:seat :Stuttgart ; d:kind d:HyperDrive . :c2 rdfs:label "Globex" ; d:seat :Bonn .
        :loan_1 d:lender :c1 ; d:borrower :c2 . :loan_2 d:lender :c2 ; d:borrower :c1 .""",
        encoding="utf-8",
    )
    named = {EX: {"nodes": 2, "example": "Bonn"}, EX + "def#": {"nodes": 1, "example": "HyperDrive"}}
    nameless = {"nodes": 2, "namespaces": {EX: {"nodes": 2, "example": "loan_1"}}}
    build_store([str(path)], str(tmp_path / "store"))
    for kg in (str(path), f"oxigraph:{tmp_path / 'store'}"):
        report = check_kg(kg)
        assert fact(report, "named_by_iri").value == {"nodes": 3, "namespaces": named}
        assert fact(report, "nameless").value == nameless
    assert fact(check_kg(str(path)), "labels").value["share"] == pytest.approx(2 / 7, abs=0.001)
    remote = checked(served(rdflib.Graph().parse(path)))
    assert fact(remote, "named_by_iri").value["nodes"] == 0, "only heads are sampled at an endpoint"
    assert fact(remote, "nameless").value["nodes"] == 2


def test_an_endpoint_whose_things_have_names_in_its_own_words_is_told_of(tmp_path):
    path = tmp_path / "own.ttl"
    path.write_text(f'@prefix : <{EX}> . :a :name "Ann" ; :knows :b . :b :name "Bo" .', encoding="utf-8")
    warnings = checked(served(rdflib.Graph().parse(path))).warnings
    assert f"things seem to be named by <{EX}name>: put it into the labels of a preset of your own" in warnings


def test_the_command_prints_a_table_or_one_json_object(capsys, file):
    assert main(["check", file]) == 0
    table = capsys.readouterr().out
    assert "triples" in table and "preset generic" in " ".join(table.split())
    with serve_graph(small_graph()) as url:
        assert main(["check", url, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["facts"]["triples"]["value"] == 100
    assert {"kg", "preset", "facts", "warnings", "queries", "seconds"} == set(printed)
