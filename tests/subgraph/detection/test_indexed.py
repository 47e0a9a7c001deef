"""Detection by ids: the same triples as through the protocol, and what its limits leave."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from pog_agent.kg.base import Neighborhood
from pog_agent.subgraph.detection.detect import open_detector
from pog_agent.subgraph.detection.indexed import read_subgraph
from pog_agent.subgraph.detection.limits import DetectedSubgraph, DetectionLimits, SearchExtent
from pog_agent.subgraph.detection.reduce import reduce_graph
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import LengthWindow, find_entity_paths
from pog_agent.subgraph.graph import UNREACHED, Subgraph
from pog_agent.subgraph.similarity import RelationSimilarity
from pog_agent.terms import RDFS_LABEL, Triple, is_literal
from tests.subgraph.detecting import detect
from tests.subgraph.graphs import LITERALS, NODES, compiled, multigraphs, rdf_store, steps_from, triples_of

LIMITS = DetectionLimits()

topics_of = st.lists(st.sampled_from([*NODES[:4], LITERALS[0], "http://e/none"]), max_size=4)
others_of = st.lists(st.sampled_from([*NODES[3:], LITERALS[1], "http://e/none"]), max_size=3)


def detected(
    rows: list[Triple],
    topics: list[str],
    hops: int,
    limits: DetectionLimits = LIMITS,
    *,
    similarity: RelationSimilarity | None = None,
    others: list[str] | None = None,
) -> DetectedSubgraph:
    return read_subgraph(compiled(rows), (topics, others or []), hops, limits, similarity)


# Without limits.


@settings(deadline=None, max_examples=100)
@given(multigraphs(), topics_of, others_of, st.integers(1, 4))
async def test_the_triples_are_those_found_hop_by_hop_and_one_hop_of_each_further_entity(
    rows, topics, others, hops
):
    store = rdf_store(rows)
    generic = await detect(store, topics, hops, LIMITS)
    around = await store.neighbors(others)
    for own, more in (([], Neighborhood()), (others, around)):
        detection = detected(rows, topics, hops, others=own)
        expected = Subgraph.from_triples([*triples_of(generic.graph), *more.triples])
        graph = detection.graph
        assert sorted(triples_of(graph)) == triples_of(expected)
        assert graph.entities() == expected.entities()
        assert (graph.relations, graph.literals, graph.size()) == (
            expected.relations,
            expected.literals,
            expected.size(),
        )
        assert detection.warnings == ()


@settings(deadline=None, max_examples=30)
@given(multigraphs(), st.integers(1, 3))
async def test_a_local_graph_is_read_by_ids_when_it_is_asked_like_any_other(rows, hops):
    found = await detect(compiled(rows), NODES[:2], hops, LIMITS)
    assert triples_of(found.graph) == triples_of(detected(rows, NODES[:2], hops).graph)


def entity_distances(graph: Subgraph, topics: list[str], limit: int) -> dict[tuple[str, str], int]:
    """Distances that the subgraph gives from each topic to each entity."""
    return {
        (topic, node): int(step)
        for topic in topics
        if (source := graph.nodes.id_of(topic)) is not None
        for place, step in enumerate(graph.distances(source, limit))
        if step != UNREACHED and not is_literal(node := graph.nodes[place])
    }


def true_distances(graph: Subgraph, topics: list[str]) -> dict[tuple[str, str], int]:
    rows = triples_of(graph)
    return {
        (topic, node): step
        for topic in topics
        if graph.nodes.id_of(topic) is not None
        for node, step in steps_from(rows, topic).items()
        if not is_literal(node)
    }


@settings(deadline=None, max_examples=100)
@given(multigraphs(), st.integers(1, 4), st.integers(1, 4), st.integers(1, 4))
def test_distances_learnt_on_the_way_are_those_in_the_subgraph(rows, count, hops, limit):
    topics = NODES[:count]
    for others in ([], NODES[3:5]):
        graph = detected(rows, topics, hops, others=others).graph
        known, true = entity_distances(graph, topics, limit), true_distances(graph, topics)
        assert {pair: step for pair, step in known.items() if step <= limit} == {
            pair: step for pair, step in true.items() if step <= limit
        }


def test_distances_learnt_on_the_way_include_literals():
    graph = detected([(NODES[0], "http://r/0", LITERALS[0])], [NODES[0]], 2).graph
    assert graph.distances(graph.nodes.id_of(NODES[0]), 1).tolist() == [1, 0]


def test_a_topic_that_has_a_name_but_no_edge_changes_nothing_for_the_others():
    rows = [("http://e/a", "http://r/0", "http://e/b"), ("http://e/z", RDFS_LABEL, '"z"@en')]
    found = detected(rows, ["http://e/a", "http://e/z"], 3).graph
    assert triples_of(found) == rows[:1]
    assert found.nodes.id_of("http://e/z") is None
    start = found.nodes.id_of("http://e/a")
    assert found.distances(start, 2).tolist() == [0, 1]


# Hubs.


def hub() -> list[Triple]:
    """A node with 3 + 2 + 4 edges by three relations, one of them against the arrow."""
    rows = [("e:hub", "r:a", f"e:a{number}") for number in range(3)]
    rows += [(f"e:b{number}", "r:b", "e:hub") for number in range(2)]
    rows += [("e:hub", "r:c", f"e:c{number}") for number in range(4)]
    return rows


def kept_of(
    limit: int, similarity: RelationSimilarity | None = None, more: tuple[Triple, ...] = ()
) -> list[Triple]:
    topics, limits = ["e:hub", "e:t", "e:u"], DetectionLimits(degree=limit)
    return sorted(triples_of(detected([*hub(), *more], topics, 1, limits, similarity=similarity).graph))


def by_relation(*names: str, limit: int, more: tuple[Triple, ...] = ()) -> list[Triple]:
    """The first triples of the hub when its relations are taken one after another."""
    taken = [row for name in names for row in sorted(hub()) if row[1] == name]
    return sorted([*more, *taken][:limit])


@pytest.mark.parametrize("limit", range(1, 9))
def test_without_similarity_the_rarest_relations_of_a_hub_are_kept_first(limit):
    assert kept_of(limit) == by_relation("r:b", "r:a", "r:c", limit=limit)


@pytest.mark.parametrize("limit", range(1, 9))
def test_the_closest_relations_of_a_hub_are_kept_first(limit):
    asked = []

    def similarity(relations: list[str]) -> list[float]:
        asked.append(list(relations))
        return [{"r:a": 0.2, "r:b": -0.5, "r:c": 0.9}[name] for name in relations]

    assert kept_of(limit, similarity) == by_relation("r:c", "r:a", "r:b", limit=limit)
    assert asked == [["r:a", "r:b", "r:c"]]


@pytest.mark.parametrize("limit", range(2, 11))
def test_edges_of_a_hub_to_topics_are_kept_before_all_others(limit):
    # The topics have one edge each: only the hub's own choice decides.
    joined = (("e:hub", "r:z", "e:t"), ("e:hub", "r:z", "e:u"))
    kept = kept_of(limit, lambda relations: [-float(name == "r:z") for name in relations], joined)
    assert kept == by_relation("r:a", "r:b", "r:c", limit=limit, more=joined)


@settings(deadline=None, max_examples=80)
@given(multigraphs(smallest=8, largest=24), st.integers(1, 6), st.booleans())
def test_of_a_topic_over_the_limit_exactly_as_many_edges_are_kept(rows, limit, with_similarity):
    rows = [row for row in rows if row[0] != row[2]]
    similarity = (lambda relations: [len(name) / 100 for name in relations]) if with_similarity else None
    edges = {row for row in rows if NODES[0] in (row[0], row[2])}
    if not rows:
        return
    detection = detected(rows, NODES[:1], 1, DetectionLimits(degree=limit), similarity=similarity)
    kept = triples_of(detection.graph)
    assert set(kept) <= edges
    assert len(kept) == len(set(kept)) == min(limit, len(edges))
    left_out = len(edges) - limit
    assert detection.warnings == (
        (
            f"1 node(s) have more than {limit} edges (max_degree) at hop 1 and were expanded in part, "
            f"the largest {NODES[0]}, {left_out} of its edges left out",
        )
        if left_out > 0
        else ()
    )


def test_similarity_is_not_asked_for_where_no_node_is_over_the_limit():
    def unexpected(_: list[str]) -> list[float]:
        raise AssertionError("no choice was necessary")

    found = detected(hub(), ["e:hub"], 3, DetectionLimits(degree=9), similarity=unexpected)
    assert len(triples_of(found.graph)) == 9


async def test_the_words_of_relations_are_not_asked_for_where_no_node_of_the_graph_is_over_the_limit():
    async def unexpected(_: list[str]) -> RelationSimilarity:
        raise AssertionError("no choice can be necessary")

    detector = open_detector(compiled(hub()), ["e:hub"], DetectionLimits(degree=9), unexpected)
    assert len(triples_of((await detector.detected(SearchExtent(3))).graph)) == 9


def test_a_hub_is_named_once_at_the_hop_where_it_is_met():
    rows = [("e:t", "r:to", "e:hub"), *hub()]
    (warning,) = detected(rows, ["e:t"], 3, DetectionLimits(degree=4)).warnings
    assert warning == (
        "1 node(s) have more than 4 edges (max_degree) at hop 2 and were expanded in part, "
        "the largest e:hub, 6 of its edges left out"
    )


@settings(deadline=None, max_examples=80)
@given(multigraphs(smallest=8, largest=24), st.integers(1, 5), st.integers(1, 3), others_of)
async def test_under_a_limit_of_edges_a_part_of_the_whole_is_found_and_the_cut_is_said(rows, limit, hops, others):
    whole = set(triples_of(detected(rows, NODES[:2], hops, others=others).graph))
    detection = detected(rows, NODES[:2], hops, DetectionLimits(degree=limit), others=others)
    kept = triples_of(detection.graph)
    assert len(kept) == len(set(kept))
    assert set(kept) <= whole
    assert detection.warnings or set(kept) == whole


def far_side_of_a_hub() -> list[Triple]:
    """From t over the hub x to y and u. Of x the rarer relation is kept, but y has the edge as well."""
    return [
        ("e:t", "r:r", "e:x"),
        ("e:u", "r:r", "e:y"),
        ("e:x", "r:many", "e:y"),
        ("e:x", "r:few", "e:z"),
    ]


def test_a_path_in_the_subgraph_over_a_hub_that_was_cut_is_found():
    graph = detected(far_side_of_a_hub(), ["e:t", "e:u"], 3, DetectionLimits(degree=2)).graph
    assert set(triples_of(graph)) == set(far_side_of_a_hub())
    assert entity_distances(graph, ["e:t"], 3) == true_distances(graph, ["e:t"])
    reduced = reduce_graph(graph, ["e:t", "e:u"], 3)
    assert (
        len(find_entity_paths(reduced, ["e:t", "e:u"], LengthWindow(0, 6, 6), EnumerationBudget()).patterns) == 1
    )


def test_a_loop_is_one_edge_of_its_node():
    rows = [("e:a", "r:a", "e:b"), ("e:a", "r:b", "e:c"), ("e:a", "r:c", "e:a")]
    detection = detected(rows, ["e:a"], 1, DetectionLimits(degree=3))
    assert (sorted(triples_of(detection.graph)), detection.warnings) == (rows, ())


# Many triples.


def chain() -> list[Triple]:
    return [(f"e:{number}", "r:next", f"e:{number + 1}") for number in range(6)]


def test_over_the_limit_of_triples_detection_stops_and_says_so():
    detection = detected(chain(), ["e:0"], 5, DetectionLimits(triples=4))
    kept = triples_of(detection.graph)
    assert kept == chain()[: len(kept)]
    assert 0 < len(kept) <= 4
    (warning,) = detection.warnings
    assert warning.startswith("subgraph detection stopped after hop 4 of 5: ")
    assert warning.endswith(" triples are over the limit of 4 (max_triples)")


@settings(deadline=None, max_examples=80)
@given(multigraphs(), st.integers(1, 4), st.integers(1, 30))
def test_a_detection_that_stopped_is_whole_up_to_the_hop_it_names(rows, hops, limit):
    topics = NODES[:2]
    detection = detected(rows, topics, hops, DetectionLimits(triples=limit))
    reached = int(detection.warnings[-1].split("after hop ")[1].split()[0]) if detection.warnings else hops
    assert set(triples_of(detection.graph)) == set(triples_of(detected(rows, topics, reached).graph))
    known, true = entity_distances(detection.graph, topics, 4), true_distances(detection.graph, topics)
    assert known == {pair: step for pair, step in true.items() if step <= max(known.values(), default=0)}


def test_as_many_triples_as_the_limit_allows_are_not_too_many():
    detection = detected(chain()[:2], ["e:0"], 2, DetectionLimits(triples=2))
    assert (triples_of(detection.graph), detection.warnings) == (chain()[:2], ())


def test_edges_that_a_hub_loses_anyway_do_not_stop_the_detection():
    rows = [("e:t", "r:in", "e:hub")] + [("e:hub", "r:has", f"e:{number:03}") for number in range(100)]
    detection = detected(rows, ["e:t"], 2, DetectionLimits(degree=10, triples=50))
    assert len(triples_of(detection.graph)) == 10
    assert "stopped" not in " ".join(detection.warnings)


def test_ids_are_those_of_the_graph_in_the_same_order():
    kg = compiled(chain())
    graph = read_subgraph(kg, (["e:2"], []), 1, LIMITS).graph
    names = [graph.nodes[place] for place in range(len(graph.nodes))]
    assert names == ["e:1", "e:2", "e:3"]
    assert np.diff([kg.terms.id_of(name) for name in names]).min() > 0
