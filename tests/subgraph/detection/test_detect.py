"""Subgraph detection: nothing within reach is missing unless a limit is named."""

import hypothesis.strategies as st
import pytest
import rdflib
from hypothesis import given, settings

from pog_agent.kg.base import Neighborhood
from pog_agent.subgraph.detection.detect import open_detector
from pog_agent.subgraph.detection.limits import DetectionLimits, SearchExtent
from pog_agent.terms import is_literal, literal, literal_language, literal_value
from tests.kg.rdf_store import RdfStore
from tests.subgraph.brute_force import simple_paths
from tests.subgraph.detecting import detect
from tests.subgraph.graphs import compiled, triples_of

NODES = [f"http://e/{letter}" for letter in "abcdefgh"]
RELATIONS = [f"http://r/{number}" for number in range(2)]
LITERALS = [literal("1990"), literal("x", language="en")]
LIMITS = DetectionLimits()

triples = st.lists(
    st.tuples(st.sampled_from(NODES), st.sampled_from(RELATIONS), st.sampled_from([*NODES, *LITERALS])),
    min_size=1,
    max_size=14,
)


def node(term: str) -> rdflib.URIRef | rdflib.Literal:
    return rdflib.Literal(literal_value(term), literal_language(term)) if is_literal(term) else rdflib.URIRef(term)


class Recording(RdfStore):
    """A store that remembers what it was asked."""

    def __init__(self, rows: list[tuple[str, str, str]]) -> None:
        graph = rdflib.Graph()
        for head, relation, tail in rows:
            graph.add((rdflib.URIRef(head), rdflib.URIRef(relation), node(tail)))
        super().__init__(graph)
        self.asked: list[list[str]] = []

    async def neighbors(self, nodes, limit=None) -> Neighborhood:
        self.asked.append(list(nodes))
        return await super().neighbors(nodes, limit)


def distances(rows: list[tuple[str, str, str]], topics: list[str]) -> dict[str, int]:
    """Steps from the nearest topic; literals are reached and not walked through."""
    found = dict.fromkeys(topics, 0)
    frontier, depth = set(topics), 0
    while frontier:
        depth += 1
        ends = {
            other for head, _, tail in rows for here, other in ((head, tail), (tail, head)) if here in frontier
        } - set(found)
        found.update(dict.fromkeys(ends, depth))
        frontier = {term for term in ends if not is_literal(term)}
    return found


@settings(deadline=None, max_examples=80)
@given(triples, st.integers(1, 3))
async def test_every_edge_of_a_path_of_twice_the_hops_between_topics_is_there(rows, hops):
    topics = NODES[:2]
    detection = await detect(Recording(rows), topics, hops, LIMITS)
    present = set(triples_of(detection.graph))
    for nodes, steps in simple_paths(rows, *topics, 2 * hops):
        for source, step, target in zip(nodes, steps, nodes[1:], strict=False):
            assert (
                (source, step.relation, target) if step.forward else (target, step.relation, source)
            ) in present
    assert detection.warnings == ()


@settings(deadline=None, max_examples=80)
@given(triples, st.integers(1, 4), st.integers(1, 3))
async def test_the_subgraph_is_exactly_the_edges_with_an_end_nearer_than_the_hops(rows, hops, count):
    topics = NODES[:count]
    distance = distances(rows, topics)
    expected = {
        row
        for row in rows
        if any(distance.get(end, hops) < hops and not is_literal(end) for end in (row[0], row[2]))
    }
    assert set(triples_of((await detect(Recording(rows), topics, hops, LIMITS)).graph)) == expected


@settings(deadline=None, max_examples=40)
@given(triples, st.integers(1, 4))
async def test_each_hop_is_one_request_and_no_node_is_asked_for_twice(rows, hops):
    store = Recording(rows)
    await detect(store, NODES[:2], hops, LIMITS)
    asked = [term for batch in store.asked for term in batch]
    assert 1 <= len(store.asked) <= hops
    assert len(asked) == len(set(asked))
    assert not any(map(is_literal, asked))


def hub_and_spokes() -> list[tuple[str, str, str]]:
    return [("http://e/hub", "http://r/has", f"http://e/{number}") for number in range(10)]


async def test_a_hub_is_expanded_in_part_and_named():
    detection = await detect(Recording(hub_and_spokes()), ["http://e/hub"], 1, DetectionLimits(degree=4))
    assert len(triples_of(detection.graph)) == 4
    (warning,) = detection.warnings
    assert warning == (
        "1 node(s) have more than 4 edges (max_degree) at hop 1 and were expanded in part, "
        "the largest http://e/hub, 6 of its edges left out"
    )


async def test_the_hop_of_a_hub_and_the_largest_of_several_are_named():
    rows = [*hub_and_spokes(), ("http://e/a", "http://r/in", "http://e/hub")]
    rows += [("http://e/small", "http://r/has", f"http://f/{number}") for number in range(5)]
    rows += [("http://e/a", "http://r/in", "http://e/small")]
    (warning,) = (await detect(Recording(rows), ["http://e/a"], 2, DetectionLimits(degree=4))).warnings
    assert warning.startswith("2 node(s) have more than 4 edges (max_degree) at hop 2")
    assert "the largest http://e/hub, 7 of its edges" in warning


def test_what_a_store_has_cut_without_counting_it_is_a_warning_without_number():
    (warning,) = DetectionLimits(degree=4).hub_warnings({"http://e/hub": -1})
    assert warning.endswith("the largest http://e/hub")


async def test_over_the_limit_of_triples_detection_stops_after_the_hop_and_says_so():
    rows = [(f"http://e/{number}", "http://r/next", f"http://e/{number + 1}") for number in range(6)]
    detection = await detect(Recording(rows), ["http://e/0"], 5, DetectionLimits(triples=1))
    assert len(triples_of(detection.graph)) == 2
    assert detection.warnings == (
        "subgraph detection stopped after hop 2 of 5: 2 triples are over the limit of 1 (max_triples)",
    )


@pytest.mark.parametrize("hops", [1, 2])
async def test_a_detection_that_is_complete_is_not_called_stopped(hops):
    detection = await detect(Recording(hub_and_spokes()), ["http://e/hub"], hops, DetectionLimits(triples=1))
    assert len(triples_of(detection.graph)) == 10
    assert len(detection.warnings) == hops - 1  # at hop 2 the spokes were still to be asked for


@settings(deadline=None, max_examples=60)
@given(triples, st.integers(1, 3), st.lists(st.sampled_from(NODES[2:6]), max_size=3), st.integers(2, 6))
async def test_an_extension_adds_one_hop_and_repeats_no_warning_whatever_the_store(rows, hops, others, degree):
    found = []
    for store in (Recording(rows), compiled(rows)):
        detector = open_detector(store, NODES[:2], DetectionLimits(degree=degree))
        before = await detector.detected(SearchExtent(hops))
        after = await detector.extended(others)
        assert set(triples_of(before.graph)) <= set(triples_of(after.graph))
        assert not set(before.warnings) & set(after.warnings)
        found.append((set(triples_of(before.graph)), set(triples_of(after.graph)), detector.fetched))
    assert found[0] == found[1]


async def test_topics_without_edges_give_an_empty_subgraph():
    detection = await detect(Recording(hub_and_spokes()), ["http://e/alone"], 3, LIMITS)
    assert triples_of(detection.graph) == []
    assert detection.warnings == ()
