"""What the facts on cited paths state besides: mediators, statements, bounds and failures."""

from typing import Any

import pytest
import rdflib
from rdflib.namespace import RDF, RDFS

from pog_agent import PathsOverGraph
from pog_agent.answering.facts.qualified_paths import first_of_each, notes_of
from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.local.compile import compile_files
from pog_agent.models import Qualifier
from tests.kg.rdf_store import RdfStore
from tests.kg.test_reification import PREFIXES
from tests.pipeline_fixtures import T, small_graph

MEDIATED = (
    *("Anna a person", "Anna employment m1", "m1 employer Acme", "m1 a Employment", 'm1 role "engineer"'),
    *('m1 from "2012"', "m1 place Oslo", "m1 source m2", "Boss manages m1"),
)
QUESTION = "Which employer does Anna have?"


def asked(kg: Any, question: str = QUESTION, **settings: Any):
    with PathsOverGraph(kg, "offline", **settings) as agent:
        return agent.ask(question)


def texts(answer) -> list[str]:
    return [item.text for path in answer.paths for item in path.qualifiers]


def test_a_cited_path_shows_what_else_its_mediator_states():
    answer = asked(RdfStore(small_graph(*MEDIATED, unnamed="m1 m2")))
    [path] = answer.paths
    assert path.text.endswith("-> {Acme} (<- manages: Boss; from: 2012; place: Oslo; role: engineer)")
    assert texts(answer) == ["<- manages: Boss", "from: 2012", "place: Oslo", "role: engineer"]
    [boss, _, place, _] = path.qualifiers
    assert (boss.term, place.term) == (T + "Boss", T + "Oslo")
    assert place.fact == T + "m1" and place.position == 2


def test_neither_classes_nor_nameless_nodes_nor_the_path_itself_are_qualifiers():
    answer = asked(RdfStore(small_graph(*MEDIATED, "m1 employee Anna", unnamed="m1 m2")))
    assert not {"type", "source", "employee", "employer"} & {item.relation for item in answer.paths[0].qualifiers}


def test_a_path_without_such_facts_has_none():
    answer = asked(RdfStore(small_graph("Anna employer Acme", 'Acme role "engineer"')))
    assert answer.paths[0].text == "{Anna} - employer -> {Acme}"
    assert answer.paths[0].qualifiers == ()


def test_at_most_six_are_shown_and_the_rest_is_counted():
    lines = [f'm1 q{number} "{number * 11}"' for number in range(9)]
    answer = asked(RdfStore(small_graph(*MEDIATED[:4], *lines, unnamed="m1 m2")))
    assert len(answer.paths[0].qualifiers) == 6
    assert answer.paths[0].text.endswith("; 3 more)")


def qualifier(relation: str, value: str, fact: str = "f", position: int = 1) -> Qualifier:
    return Qualifier(relation=relation, value=value, fact=fact, position=position, triple=(fact, relation, value))


def test_what_the_question_states_is_shown_before_the_rest():
    every = [qualifier(f"r{number}", f"v{number}") for number in range(9)]
    few = first_of_each(every, ["V8"])
    assert [item.value for item in few] == ["v0", "v1", "v2", "v3", "v4", "v8"]
    assert notes_of(every, few) == {1: " (r0: v0; r1: v1; r2: v2; r3: v3; r4: v4; r8: v8; 3 more)"}


def test_each_fact_has_brackets_of_its_own():
    every = [qualifier("year", "1", "f"), qualifier("year", "2", "g"), qualifier("year", "3", "h", position=2)]
    assert notes_of(every, every) == {1: " (year: 1) (year: 2)", 2: " (year: 3)"}


@pytest.mark.parametrize("form", ["reified", "annotated"])
def test_statements_about_a_cited_triple_are_its_qualifiers(tmp_path, form):
    said = ':year 2011 ; :part "Ghost"'
    about = "[] a rdf:Statement ; rdf:subject :Nora ; rdf:predicate :playedIn ; rdf:object :Hamlet ;"
    body = f":Nora :playedIn :Hamlet . {about} {said} ."
    body = body if form == "reified" else f":Nora :playedIn :Hamlet {{| {said} |}} ."
    file = tmp_path / "graph.ttl"
    file.write_text(PREFIXES + body + f' :Nora <{RDFS.label}> "Nora" . :Hamlet <{RDFS.label}> "Hamlet" .')
    answer = asked(compile_files([file], "test"), "What was played in by Nora?")
    assert answer.paths[0].text == "{Nora} - played in -> {Hamlet} (part: Ghost; year: 2011)"


class Failing(RdfStore):
    """A store that cannot tell statements about triples."""

    async def statements_about(self, triples: Any, limit: int) -> Any:
        raise GraphUnavailableError("gone")


def test_what_cannot_be_fetched_is_a_warning_and_the_answer_stays():
    answer = asked(Failing(small_graph("Anna employer Acme")))
    assert answer.text == "Acme"
    assert "what else the facts on the paths state could not be fetched: gone" in answer.warnings


def test_edges_of_a_mediator_that_were_cut_are_a_warning():
    lines = [f'm1 q{number} "{number * 11}"' for number in range(9)]
    graph = small_graph(*MEDIATED[:4], *lines, unnamed="m1 m2")
    answer = asked(RdfStore(graph), max_degree=5)
    assert any("(max_degree)" in text for text in answer.warnings)


class Counting(RdfStore):
    """A store that counts its calls."""

    def __init__(self, graph: rdflib.Graph) -> None:
        super().__init__(graph)
        self.calls = 0

    async def statements_about(self, triples: Any, limit: int) -> Any:
        self.calls += 1
        return await super().statements_about(triples, limit)


def test_a_run_asks_for_the_statements_about_a_triple_once():
    graph = small_graph("Anna employer Acme")
    graph.add((rdflib.URIRef(T + "Acme"), RDF.type, rdflib.URIRef(T + "company")))
    store = Counting(graph)
    asked(store)
    first = store.calls
    assert 0 < first <= 3
