"""Whatever holds a graph, file, store or endpoint: the same detections, patterns, paths and answers."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from importlib.resources import as_file, files

import pyoxigraph
import pytest
import rdflib

from pog_agent import PathsOverGraph
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.open import open_kg
from pog_agent.models import Answer
from pog_agent.subgraph.detection.limits import DetectionLimits
from pog_agent.subgraph.detection.reduce import reduce_graph
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import LengthWindow, find_entity_paths
from tests.benchmarks.engine import fixed_score
from tests.benchmarks.generated import NAMESPACE, make, ntriples, questions
from tests.servers import serve_oxigraph
from tests.subgraph.detecting import detect
from tests.subgraph.graphs import triples_of
from tests.virtuoso import MISSING, is_installed, serve_virtuoso

HOPS = 3
ENGINES = (
    "store",
    "oxigraph",
    pytest.param("virtuoso", marks=pytest.mark.skipif(not is_installed(), reason=MISSING)),
)
Places = dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def places(tmp_path_factory) -> Iterator[Places]:
    """Per engine what --kg takes for two graphs: the bundled one without blank nodes, and a generated one."""
    folder = tmp_path_factory.mktemp("engines")
    graphs = {"world": folder / "world.nt", "generated": folder / "generated.nt"}
    with as_file(files("pog_agent.demo").joinpath("world.ttl")) as path:
        world = rdflib.Graph().parse(path)
    for triple in list(world):
        if any(isinstance(term, rdflib.BNode) for term in triple):
            world.remove(triple)
    world.serialize(graphs["world"], format="nt", encoding="utf-8")
    graphs["generated"].write_text("".join(ntriples(make("S"))), encoding="utf-8")
    found: Places = {"file": {name: str(file) for name, file in graphs.items()}, "store": {}, "oxigraph": {}}
    with ExitStack() as stack:
        for name, file in graphs.items():
            build_store([str(file)], str(folder / name))
            found["store"][name] = f"oxigraph:{folder / name}"
            store = pyoxigraph.Store.read_only(str(folder / name))
            found["oxigraph"][name] = stack.enter_context(serve_oxigraph(store))
        if is_installed():
            urls = stack.enter_context(serve_virtuoso(list(graphs.values())))
            found["virtuoso"] = dict(zip(graphs, urls, strict=True))
        yield found


@cache
def topics_of_a_question(count: int) -> list[str]:
    """The topics of a question that has so many."""
    by_count = {len(question.ids): question.ids for question in reversed(questions(make("S")))}
    return [NAMESPACE + name for name in by_count[count]]


def patterns(kg: KnowledgeGraph, topics: list[str]) -> tuple[set[tuple[str, str, str]], set[object]]:
    """The triples around the topics, and the patterns through them."""
    found = asyncio.run(detect(kg, topics, HOPS, DetectionLimits()))
    reduced = reduce_graph(found.graph, topics, HOPS)
    window = LengthWindow(0, HOPS * len(topics), 2 * HOPS)
    explored = find_entity_paths(reduced, topics, window, EnumerationBudget(patterns=200_000), fixed_score)
    assert not found.warnings
    return set(triples_of(found.graph)), set(explored.patterns)


@pytest.fixture(
    scope="module",
    params=[2, *(pytest.param(count, marks=pytest.mark.slow) for count in (1, 3))],
    ids="topics={}".format,
)
def in_file(request, places) -> tuple[list[str], tuple[set[tuple[str, str, str]], set[object]]]:
    """The topics of a generated question, and its patterns in the file."""
    topics = topics_of_a_question(request.param)
    return topics, patterns(open_kg(places["file"]["generated"]), topics)


@pytest.mark.parametrize("engine", ENGINES)
def test_generated_questions_of_one_to_three_topics_have_the_same_patterns(places, in_file, engine):
    topics, expected = in_file
    other = open_kg(places[engine]["generated"])
    assert all(expected)
    assert patterns(other, topics) == expected
    other.close()


NO_QUERY = {"query": None, "sparql": None, "query_lacks": ""}


def answers(kg: str, asked: list[tuple[str, tuple[str, ...]]], **settings: int) -> list[Answer]:
    """The answers without seconds and sizes: of an endpoint only what a round needs is fetched.

    Without queries, too: only a compiled graph evaluates them, and may then give a shorter one.
    """
    with PathsOverGraph(kg=kg, encoder="lexical", compose="off", **settings) as system:
        found = [system.ask(question, topics=topics) for question, topics in asked]
    return [answer.model_copy(update={"seconds": {}, "subgraph": None, **NO_QUERY}) for answer in found]


def asked(graph: str, part: slice) -> list[tuple[str, tuple[str, ...]]]:
    if graph == "generated":
        return [("How are they connected?", tuple(topics_of_a_question(3)))]
    lines = files("pog_agent.demo").joinpath("questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [(json.loads(line)["question"], ()) for line in lines[::5][part]]


@pytest.fixture(scope="module")
def expected(places) -> Callable[[str, slice], list[Answer]]:
    """The answers from the file, asked for once."""
    found: dict[tuple[str, str], list[Answer]] = {}

    def of(graph: str, part: slice) -> list[Answer]:
        key = (graph, str(part))
        if key not in found:
            found[key] = answers(places["file"][graph], asked(graph, part))
        return found[key]

    return of


FEW, MORE = slice(0, 1), slice(1, None)


@pytest.mark.parametrize(
    ("graph", "part"),
    [
        ("world", FEW),
        pytest.param("generated", FEW, marks=pytest.mark.slow),
        pytest.param("world", MORE, marks=pytest.mark.slow),
    ],
    ids=["world", "generated", "more of world"],
)
@pytest.mark.parametrize("engine", ENGINES)
def test_runs_give_the_same_answers_paths_and_counts(places, expected, engine, graph, part):
    assert answers(places[engine][graph], asked(graph, part)) == expected(graph, part)
    assert any(answer.candidates for answer in expected(graph, part))
