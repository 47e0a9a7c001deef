"""The entities at the relations most like a query are those that a walk over all triples finds."""

from hypothesis import given
from hypothesis import strategies as st

from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.nearest import nearest_entities

NODES = [f"urn:{letter}" for letter in "abcdef"]
ENDS = [*NODES, '"a text"']
RELATIONS = ["urn:p", "urn:q", "urn:r"]
TRIPLES = st.lists(
    st.tuples(st.sampled_from(NODES), st.sampled_from(RELATIONS), st.sampled_from(ENDS)), min_size=1, max_size=12
)


@given(TRIPLES, st.permutations([0.1, 0.5, 0.9]), st.sets(st.sampled_from(NODES)), st.integers(0, 7))
def test_each_entity_comes_with_its_most_similar_relation_best_first(
    triples: list[tuple[str, str, str]], figures: list[float], besides: set[str], most: int
) -> None:
    graph = Subgraph.from_triples(triples)
    similarity = dict(zip(RELATIONS, figures, strict=True))
    best: dict[str, str] = {}
    for head, relation, tail in sorted(triples, key=lambda triple: similarity[triple[1]]):
        best |= {node: relation for node in (head, tail) if node in NODES and node not in besides}
    found = nearest_entities(graph, [similarity[name] for name in graph.relations], besides, most)
    assert all(best[node] == relation for node, relation in found)
    assert len(dict(found)) == len(found) == min(most, len(best))
    scores = [similarity[relation] for _, relation in found]
    assert scores == sorted((similarity[relation] for relation in best.values()), reverse=True)[:most]
