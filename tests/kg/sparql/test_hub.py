"""Which edges of a hub are read from an endpoint: those of the links wanted most, or the first."""

from collections.abc import Mapping, Sequence
from itertools import permutations

import pytest
import rdflib

from pog_agent.kg.base import Link
from pog_agent.kg.meter import Meter
from pog_agent.kg.sparql.cache import AnswerFile
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.subgraph.detection.fetch import FetchingDetector
from pog_agent.subgraph.detection.limits import DetectionLimits, SearchExtent
from tests.servers import Answer, Request, serve_script, tsv_answer
from tests.subgraph.detecting import detect
from tests.subgraph.graphs import triples_of

EX = "http://ex/"
HUB = EX + "hub"
RARE, LARGE, INTO = EX + "rare", EX + "a_large", EX + "into"
LIMIT = 10


@pytest.fixture(scope="module")
def graph() -> rdflib.Graph:
    """A hub with 50 edges of one relation and 3 of another out of it, and 40 into it."""
    found = rdflib.Graph()
    for number in range(50):
        found.add(tuple(map(rdflib.URIRef, (HUB, LARGE, f"{EX}l{number:02}"))))
    for number in range(3):
        found.add(tuple(map(rdflib.URIRef, (HUB, RARE, f"{EX}r{number}"))))
    for number in range(40):
        found.add(tuple(map(rdflib.URIRef, (f"{EX}i{number:02}", INTO, HUB))))
    return found


class Wanting:
    """An order of links, that remembers what it was asked about."""

    def __init__(self, *links: Link) -> None:
        self.links = links
        self.counts: Mapping[Link, int] = {}

    async def __call__(self, counts: Mapping[Link, int]) -> Sequence[Link]:
        self.counts = counts
        return self.links


def metered(url: str, order: Wanting, **settings: object) -> SparqlStore:
    return SparqlStore(url, **settings).metered(Meter(10_000, 100, 100.0), order)


@pytest.mark.parametrize("cap", [12, 20, 10_000])
async def test_a_hub_keeps_the_edges_of_the_links_wanted_most(graph: rdflib.Graph, cap: int) -> None:
    order = Wanting((RARE, False), (INTO, True), (LARGE, False))
    with serve_script(lambda request: tsv_answer(graph, request.query, cap)) as script:
        around = await metered(script.url, order).neighbors([HUB], limit=LIMIT)
    kept = {(relation, other) for head, relation, tail in around.triples for other in (head, tail) if other != HUB}
    expected = {(RARE, f"{EX}r{number}") for number in range(3)} | {
        (INTO, f"{EX}i{number:02}") for number in range(LIMIT - 3)
    }
    assert kept == expected
    assert around.cut == {HUB: 93 - LIMIT}
    assert order.counts == {(LARGE, False): 50, (RARE, False): 3, (INTO, True): 40}


async def test_several_whole_links_are_read_together(graph: rdflib.Graph) -> None:
    order = Wanting((RARE, False), (LARGE, False), (INTO, True))
    with serve_script(lambda request: tsv_answer(graph, request.query, 60)) as script:
        around = await metered(script.url, order, page_size=45).neighbors([HUB], limit=70)
    kept = [relation for _, relation, _ in around.triples]
    assert [kept.count(relation) for relation in (RARE, LARGE, INTO)] == [3, 50, 17]
    assert around.cut == {HUB: 23}


async def test_where_the_endpoint_cannot_count_the_first_edges_are_kept_and_a_warning_says_so(
    graph: rdflib.Graph,
) -> None:
    def respond(request: Request) -> Answer:
        if "GROUP BY" in request.query:
            return Answer(status=500, body="Query timeout")
        return tsv_answer(graph, request.query, 20)

    with serve_script(respond) as script:
        around = await metered(script.url, Wanting((RARE, False))).neighbors([HUB], limit=LIMIT)
        limits = DetectionLimits(degree=LIMIT)
        found = await FetchingDetector(SparqlStore(script.url), [HUB], limits).detected(SearchExtent(1))
    kept = [relation for _, relation, _ in around.triples]
    assert (kept.count(LARGE), kept.count(INTO)) == (5, 5)
    assert (around.cut, around.unsorted) == ({HUB: 93 - LIMIT}, {HUB})
    large, first = found.warnings
    assert "more than 10 edges (max_degree) at hop 1" in large
    assert first.startswith("of 1 node(s) with more than 10 edges at hop 1 the first edges were read, not those")


@pytest.mark.parametrize("queries", range(2, 8))
async def test_a_limit_of_the_run_is_named_where_it_kept_a_hub_from_being_chosen(
    graph: rdflib.Graph, queries: int
) -> None:
    limits = DetectionLimits(degree=LIMIT, queries=queries)
    with serve_script(lambda request: tsv_answer(graph, request.query, 20)) as script:
        found = await FetchingDetector(SparqlStore(script.url), [HUB], limits).detected(SearchExtent(1))
    assert any(f"the limit of {queries} queries (max_queries) was reached" in text for text in found.warnings)
    assert not any("counted or read by relation" in text for text in found.warnings)


async def test_edges_to_blank_nodes_are_a_warning_of_their_own(tmp_path) -> None:
    graph = rdflib.Graph().parse(data=f"<{HUB}> <{RARE}> [ <{RARE}> 1 ], <{EX}one>, [ <{INTO}> 2 ] .")
    with serve_script(lambda request: tsv_answer(graph, request.query)) as script:
        for _ in range(2):  # from the endpoint, and from the cache
            store = SparqlStore(script.url, cache=AnswerFile(tmp_path / "cache.sqlite"))
            odd = 'http://ex/"odd"'
            found = await FetchingDetector(store, [HUB, odd], DetectionLimits(degree=10)).detected(SearchExtent(1))
            assert triples_of(found.graph) == [(HUB, RARE, f"{EX}one")]
            assert found.warnings == (
                "2 edge(s) of 1 node(s) at hop 1 lead to blank nodes, which have no lasting names at an endpoint, "
                "and were left out",
                f"1 node(s) at hop 1 were not expanded, since no query can name them, the first {odd}",
            )
            store.close()


async def test_what_one_run_wants_of_a_hub_is_not_kept_for_the_next(graph: rdflib.Graph, tmp_path) -> None:
    with serve_script(lambda request: tsv_answer(graph, request.query, 10_000)) as script:
        store = SparqlStore(script.url, cache=AnswerFile(tmp_path / "cache.sqlite"))
        for links in permutations(((RARE, False), (INTO, True), (LARGE, False))):
            run = store.metered(Meter(10_000, 100, 100.0), Wanting(*links))
            kept = {relation for _, relation, _ in (await run.neighbors([HUB], limit=LIMIT)).triples}
            assert kept == ({RARE, links[1][0]} if links[0][0] == RARE else {links[0][0]})
        assert {relation for _, relation, _ in (await store.neighbors([HUB], limit=LIMIT)).triples} == {
            LARGE,
            INTO,
        }
        store.close()


@pytest.mark.parametrize("known", [False, True])
async def test_the_subgraph_of_a_hub_has_its_closest_relations_and_its_links_to_topics(
    graph: rdflib.Graph, known: bool
) -> None:
    def similarity(relations: Sequence[str]) -> Sequence[float]:
        return [float(name == INTO) for name in relations]

    other = f"{EX}l49"
    limits = DetectionLimits(degree=5)
    with serve_script(lambda request: tsv_answer(graph, request.query, 20)) as script:
        found = await detect(SparqlStore(script.url), [HUB, other], 1, limits, similarity if known else None)
    triples = set(triples_of(found.graph))
    assert (HUB, LARGE, other) in triples
    kept = [relation for _, relation, tail in triples if tail != other]
    assert kept == [INTO] * 5 if known else sorted(kept) == [INTO, INTO, RARE, RARE, RARE]
    assert "more than 5 edges" in found.warnings[0]
