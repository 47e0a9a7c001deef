"""Names that stand together: counts, weights, thresholds, places."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pog_agent.documents.values import Document
from pog_agent.errors import SettingError
from pog_agent.extraction.cooccurrence import (
    MOST_JOINED,
    CooccurrenceCounts,
    CooccurrenceThresholds,
    cooccurrence_graph,
    count_together,
)
from pog_agent.extraction.graph import MOST_SOURCES, ExtractedGraph, TextSource
from pog_agent.extraction.names import find_names

TEXT = "They met Ann Lee in Osk. Then Bob Ray came. Later Ann Lee and Bob Ray left Osk."
PLACE = TextSource(document="d", start=0, end=1)


def graph_of(*texts: str, chunk_words: int = 150, titles: tuple[str, ...] = (), **more: object) -> ExtractedGraph:
    documents = [
        Document(id=f"d{number}", title=titles[number] if titles else "", text=text)
        for number, text in enumerate(texts)
    ]
    thresholds = CooccurrenceThresholds(**more)
    table = find_names(documents, thresholds.min_mentions)
    counts = count_together(documents, table, thresholds.scope, chunk_words)
    return cooccurrence_graph(table, counts, thresholds)


def pairs(graph: ExtractedGraph) -> dict[tuple[str, str], int]:
    return {(edge.head, edge.tail): edge.count for edge in graph.edges}


def test_names_of_one_sentence_are_joined_with_the_place():
    graph = graph_of(TEXT)
    assert pairs(graph) == {("ann lee", "osk"): 2, ("ann lee", "bob ray"): 1, ("bob ray", "osk"): 1}
    (edge,) = (edge for edge in graph.edges if edge.count == 2)
    spans = [TEXT[place.start : place.end] for place in edge.sources]
    assert spans == ["They met Ann Lee in Osk.", "Later Ann Lee and Bob Ray left Osk."]


def test_names_of_one_chunk_are_joined_where_that_is_the_scope():
    graph = graph_of(TEXT, scope="chunk", chunk_words=10)
    assert pairs(graph) == {("ann lee", "bob ray"): 2, ("ann lee", "osk"): 2, ("bob ray", "osk"): 2}
    assert [(place.start, place.end) for place in graph.edges[0].sources] == [(0, 43), (44, len(TEXT))]


def test_a_title_stands_in_all_sentences_of_its_document():
    graph = graph_of("It rains. They met Ann Lee. We met Ann Lee.", titles=("Osk",))
    assert pairs(graph) == {("ann lee", "osk"): 2}


def test_a_name_is_not_joined_with_itself():
    assert graph_of("They met Ann Lee and Ann Lee.").edges == ()


def test_only_so_many_places_are_named():
    graph = graph_of("He met Ann Lee in Osk. " * (MOST_SOURCES + 5))
    (edge,) = graph.edges
    assert (edge.count, len(edge.sources)) == (MOST_SOURCES + 5, MOST_SOURCES)


def test_names_are_kept_without_an_edge_if_they_are_titles():
    graph = graph_of("He met Bob Ray. He met Bob Ray.", "It rains.", titles=("", "Osk"))
    assert [entity.label for entity in graph.entities] == ["Osk"]


@pytest.mark.parametrize(("min_count", "count"), [(1, 3), (2, 1), (3, 0)])
def test_edges_of_few_places_are_cut(min_count, count):
    assert len(graph_of(TEXT, min_count=min_count).edges) == count


def test_edges_that_chance_would_give_are_cut():
    text = "He met Ann Lee in Osk. " + "He saw Ann Lee. He saw Osk. " * 50
    assert graph_of(text).edges == ()
    assert len(graph_of(text, min_weight=-1).edges) == 1


def test_weights_tell_nothing_in_a_small_corpus_unless_it_is_asked_for():
    text = "He met Ann Lee in Osk. " + "He saw Ann Lee. He saw Osk. " * 3
    assert len(graph_of(text).edges) == 1
    assert graph_of(text, min_weight=0).edges == ()


def test_a_name_that_stands_everywhere_keeps_its_edges():
    assert len(graph_of("He met Ann Lee in Osk. She met Ann Lee in Osk.", min_weight=0).edges) == 1


def test_an_edge_needs_to_be_among_the_best_of_one_end_only():
    text = "He met Ann Lee in Osk. " * 3 + "He met Ann Lee and Bob Ray. He saw Bob Ray. Eve Dow met Ann Lee. "
    assert pairs(graph_of(text + "He met Eve Dow.", max_edges=1)).keys() == {
        ("ann lee", "osk"),
        ("ann lee", "bob ray"),
        ("ann lee", "eve dow"),
    }
    triangle = "He met Ann Lee and Bob Ray in Osk. " * 2 + "He met Ann Lee in Osk. He met Bob Ray and Ann Lee."
    assert ("bob ray", "osk") not in pairs(graph_of(triangle, max_edges=1))


def test_a_list_of_names_joins_none_of_them_and_is_told():
    counts = CooccurrenceCounts()
    counts.add((str(number) for number in range(MOST_JOINED + 1)), PLACE)
    assert (counts.pairs.total(), counts.crowded) == (0, ["d, 0-1"])


@given(st.lists(st.sets(st.sampled_from("abcd")), min_size=1, max_size=30))
def test_the_weight_is_the_normalised_mutual_information(units):
    counts = CooccurrenceCounts()
    for unit in units:
        counts.add(unit, PLACE)
    for one, other in counts.pairs:
        both = sum({one, other} <= unit for unit in units) / len(units)
        alone = [sum(name in unit for unit in units) / len(units) for name in (one, other)]
        expected = 0.0 if both == 1 else math.log(both / (alone[0] * alone[1])) / -math.log(both)
        assert counts.weight((one, other)) == pytest.approx(expected, abs=0.0006)
        assert -1 <= counts.weight((one, other)) <= 1


@pytest.mark.parametrize(
    "wrong", [{"scope": "page"}, {"min_mentions": 0}, {"min_count": 0}, {"max_edges": 0}, {"min_weight": 1.1}]
)
def test_thresholds_that_cannot_be_are_named(wrong):
    with pytest.raises(SettingError, match=next(iter(wrong.values())) if "scope" in wrong else next(iter(wrong))):
        CooccurrenceThresholds(**wrong)
