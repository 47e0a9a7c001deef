"""Relations that lead to things of several kinds at once: a value that is no literal is read as none."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import rdflib
from hypothesis import strategies as st

from pog_agent import PathsOverGraph
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.oxigraph_store import OxigraphStore
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.terms import RDF_REIFIES, RDF_TYPE, RDFS_LABEL, XSD, is_blank, is_literal, literal
from tests.drawn import drawn
from tests.pipeline_fixtures import citing, mentions, replies, run
from tests.servers import oxigraph_of, serve_oxigraph

EX = "http://example.org/"
PREFIXES = f"@prefix : <{EX}> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
SITES = (
    PREFIXES
    + """
:Site rdfs:label "site" . :found rdfs:label "found" .
:a a :Site ; rdfs:label "Ann Arbor" ; :found "1887-10-28" .
:b a :Site ; rdfs:label "Bob Bell" ; :found :unknown , [] .
:c a :Site ; rdfs:label "Old Mill" ; :found "1850-01-02" .
"""
)
ANNOTATED = (
    PREFIXES
    + """
:Play rdfs:label "play" . :source rdfs:label "source" .
:nora rdfs:label "Nora Orr" ; :plays :hamlet {| :since "2011" ; :part :ghost |} .
:hamlet a :Play ; rdfs:label "Hamlet" ; :opened "1600-07-26" {| :source :register |} .
:ghost rdfs:label "Ghost" .
"""
)
BLANKS = (
    PREFIXES
    + """
:mill rdfs:label "Old Mill" ; :motto "  " ; :owner :x1 . :x1 rdfs:label "\u00a0" .
:barn rdfs:label "Barn" ; :motto "Ora" , " " ; :owner :eve . :eve rdfs:label "Eve Orr" .
:motto rdfs:label "motto" . :owner rdfs:label "owner" .
"""
)


@contextmanager
def opened(kind: str, turtle: str, folder: Path) -> Iterator[KnowledgeGraph]:
    """The graph in a store of this kind."""
    file = folder / "graph.ttl"
    file.write_text(turtle, encoding="utf-8")
    if kind == "endpoint":
        with serve_oxigraph(oxigraph_of(rdflib.Graph().parse(file))) as url:
            store = SparqlStore(url)
            yield store
            store.close()
    elif kind == "oxigraph":
        build_store([str(file)], str(folder / "store"))
        yield OxigraphStore(folder / "store")
    else:
        yield compile_files([file], "test")


@pytest.mark.parametrize("kind", ["compiled", "oxigraph", "endpoint"])
def test_days_are_told_and_put_in_order_though_things_stand_among_them(kind: str, tmp_path: Path) -> None:
    with opened(kind, SITES, tmp_path) as kg, PathsOverGraph(kg, encoder="lexical") as agent:
        one, first = agent.ask("When was Ann Arbor found?"), agent.ask("Which site was found first?")
    assert ([item.label for item in one.answers], one.status) == (["1887-10-28"], "supported")
    assert ([item.label for item in first.answers], first.status) == (["Old Mill"], "partial")
    assert [warning for warning in first.warnings if "have no value to compare: 'Bob Bell'" in warning]


def test_a_model_answers_over_a_graph_with_things_among_texts_of_days(tmp_path: Path) -> None:
    script = replies(recognize_topics=mentions("Ann Arbor"), answer=citing((1, 1), kind="literal"))
    with opened("compiled", SITES, tmp_path) as kg:
        told = run("When was Ann Arbor found?", script, kg, encoder="lexical")
    assert told.labels == ["1887-10-28"]


@pytest.mark.parametrize("kind", ["compiled", "oxigraph"])
def test_questions_are_answered_over_triples_about_triples(kind: str, tmp_path: Path) -> None:
    with opened(kind, ANNOTATED, tmp_path) as kg, PathsOverGraph(kg, encoder="lexical") as agent:
        answer = agent.ask("What does Nora Orr play?")
        assert [item.label for item in answer.answers] == ["Hamlet"]
        assert agent.ask("When was Hamlet opened?").answers[0].label == "1600-07-26"


@pytest.mark.parametrize("kind", ["compiled", "oxigraph", "endpoint"])
def test_what_has_nothing_but_blanks_for_a_name_is_no_answer_to_rely_on(kind: str, tmp_path: Path) -> None:
    with opened(kind, BLANKS, tmp_path) as kg, PathsOverGraph(kg, encoder="lexical") as agent:
        assert agent.ask("What is the motto of the Old Mill?").answers == ()
        barn = agent.ask("What is the motto of the Barn?")
        assert ([item.label for item in barn.answers], barn.status) == (["Ora"], "partial")
        assert agent.ask("Who is the owner of the Old Mill?").status in ("partial", "abstained")
        assert agent.ask("Who is the owner of the Barn?").status == "supported"


TEXTS = (
    *("", " ", "5 kg", "1,5 m", "1887-10-28", "-0044-03-15", "12", "9" * 4400, "NaN", "INF", "true"),
    *('q"\\\n', "ä\U0001f600"),
)
DATATYPES = (
    *(XSD + name for name in ("string", "integer", "decimal", "double", "boolean", "date", "dateTime", "gYear")),
    *(XSD + name for name in ("gYearMonth", "time", "duration", "anyURI", "token")),
    *(EX + "own", "https://w3id.org/cdt/ucum"),
)
THINGS = tuple(f"{EX}{name}" for name in ("ann", "bob", "cid", "Site", "found"))
RELATIONS = (*(EX + name for name in ("found", "weight", "unit", "identifier")), RDF_TYPE, RDFS_LABEL)
NAMES = ("Ann Arbor", "Bob Bell", "Cid Orr", "site", "found")
QUESTIONS = (
    *("When was Ann Arbor found?", "Which site was found first?", "What is the unit of Bob Bell?"),
    *("How many sites have a weight of more than 5 kg?", "Is the weight of Cid Orr 12?"),
    "Which is the heaviest site, Ann Arbor or B7?",
)

nodes = st.sampled_from((*THINGS, "_:one", "_:two"))
texts = st.sampled_from(TEXTS)
days = st.sampled_from(("1887-10-28", "1850-01-02", "-0044-03-15", "2001-02-30"))
values = (
    *(st.builds(literal, some) for some in (texts, days, st.sampled_from(("5 kg", "70 g", "1,5 m")))),
    *(st.builds(literal, texts, st.just(datatype)) for datatype in DATATYPES),
    st.builds(literal, texts, language=st.sampled_from(("en", "de-at"))),
)


@st.composite
def edges(draw: st.DrawFn) -> list[tuple[str, str, str]]:
    """Edges of a few relations, each with values of one sort or two, and now and then with a node for a value."""
    found = []
    for relation in draw(st.lists(st.sampled_from(RELATIONS), min_size=1, max_size=3, unique=True)):
        sorts = draw(st.lists(st.sampled_from(values), min_size=1, max_size=2))
        ends = st.one_of(*sorts, *sorts, nodes)
        found += [(head, relation, draw(ends)) for head in draw(st.lists(nodes, min_size=1, max_size=6))]
    return found


def line(triple: tuple[str, str, str]) -> str:
    return f"{' '.join(map(written, triple))} ."


def statement(triple: tuple[str, str, str], said: tuple[str, str, str]) -> str:
    """That a statement about the triple has the relation and value of another."""
    about = f"_:said <{RDF_REIFIES}> <<( {' '.join(map(written, triple))} )>> ."
    return f"{about}\n{line(('_:said', *said[1:]))}"


def written(term: str) -> str:
    return term if is_literal(term) or is_blank(term) else f"<{term}>"


@drawn(
    few=12,
    many=300,
    kind=st.sampled_from(["compiled", "oxigraph"]),
    question=st.sampled_from(QUESTIONS),
    plain=edges(),
    said=edges(),
)
def test_no_question_over_any_small_graph_ends_in_an_error(
    kind: str, question: str, plain: list[tuple[str, str, str]], said: list[tuple[str, str, str]]
) -> None:
    known = [(iri, RDFS_LABEL, literal(name)) for iri, name in zip(THINGS, NAMES, strict=True)]
    known += [(iri, RDF_TYPE, EX + "Site") for iri in THINGS[:3]]
    text = "\n".join((*map(line, (*known, *plain)), *map(statement, plain, said)))
    with (
        TemporaryDirectory() as folder,
        opened(kind, text, Path(folder)) as kg,
        PathsOverGraph(kg, encoder="lexical") as agent,
    ):
        assert agent.schema().has_classes
        assert agent.ask(question).question == question
