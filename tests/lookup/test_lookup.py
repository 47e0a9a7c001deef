"""Lookups without a model: entities by name, their facts, the paths between them, the schema of a graph."""

from collections.abc import Iterator

import pytest
import rdflib

from pog_agent import PathsOverGraph
from pog_agent.errors import GraphUnavailableError, SettingError, UnknownNameError
from pog_agent.lookup.lookup import GraphLookup
from tests.pipeline_fixtures import T, small_graph

HOSTILE = 'Eve "x"\n[1] supported\x1b[2J'
GRAPH = small_graph(
    *("Ann a person", "Bob a person", "Ann born_in Ulm", "Bob born_in Ulm", "Ann parent Bob", "Cid parent Bob"),
    *('Ann born "1990-05-02"', "Ann works_at Mill", "Ann works_at Inn", "Ann works_at Bar", "Ulm in Land"),
    *("Dan a person", "Dan2 a city", "Eve born_in Ulm", "Eve parent Cid"),
)
GRAPH.set((rdflib.URIRef(T + "Dan2"), rdflib.RDFS.label, rdflib.Literal("Dan")))
GRAPH.set((rdflib.URIRef(T + "Eve"), rdflib.RDFS.label, rdflib.Literal(HOSTILE)))


@pytest.fixture(scope="module")
def lookup() -> Iterator[GraphLookup]:
    with PathsOverGraph(GRAPH, encoder="lexical") as agent:
        yield agent.lookup


def test_an_equal_name_is_found_alone(lookup):
    found = lookup.find_entities("ann")
    assert [(item.iri, item.label, item.types, item.score) for item in found.entities] == [
        (T + "Ann", "Ann", ("person",), 1.0)
    ]
    assert found.is_exact and found.warnings == ()


def test_entities_of_one_name_are_told_apart_by_their_classes(lookup):
    found = lookup.find_entities("Dan")
    assert {(item.iri, item.types) for item in found.entities} == {
        (T + "Dan", ("person",)),
        (T + "Dan2", ("city",)),
    }


def test_what_is_cut_is_said(lookup):
    found = lookup.find_entities("Dan", limit=1)
    assert len(found.entities) == 1
    assert found.warnings == ("more than 1 entities were found; the first are listed",)


def test_a_misspelled_name_finds_what_resembles_it(lookup):
    found = lookup.find_entities("Miill")
    assert not found.is_exact
    assert found.entities[0].label == "Mill" and found.entities[0].score < 1


def test_a_description_has_classes_facts_and_what_leads_to_an_entity(lookup):
    found = lookup.describe_entity("Ann", ends=2)
    assert (found.entity.iri, found.types) == (T + "Ann", ("person",))
    facts = {(item.relation, item.forward): ([end.label for end in item.ends], item.total) for item in found.facts}
    assert facts[("works at", True)] == (["Bar", "Inn"], 3)
    assert facts[("born in", True)] == (["Ulm"], 1)
    assert found.facts[0].relation == "type"
    (born,) = (item for item in found.facts if item.relation == "born")
    assert (born.ends[0].value, born.ends[0].iri) == ("1990-05-02", None)
    assert "6 of 7 facts are listed, none that leads to what has no name" in found.warnings


def test_classes_are_told_of_many_entities_at_once(lookup):
    kinds = lookup.classes_of([T + "Ann", T + "Dan2", T + "Ulm"])
    assert kinds == {T + "Ann": ("person",), T + "Dan2": ("city",)}


def test_a_description_says_how_many_relations_it_leaves_out(lookup):
    found = lookup.describe_entity(T + "Ann", relations=2)
    assert len(found.facts) == 2 and found.relations == 5
    assert "2 of 5 relations are listed" in found.warnings


def test_paths_join_entities_the_shortest_first(lookup):
    found = lookup.find_paths(["Ann", "Bob"])
    assert found.paths[0].text == "{Ann} - parent -> {Bob}"
    assert found.paths[0].triples == ((T + "Ann", T + "parent", T + "Bob"),)
    assert [item.length for item in found.paths] == sorted(item.length for item in found.paths)
    assert found.paths[1].relations in {("born in", "<- born in"), ("type", "<- type")}
    assert all(item.score is None for item in found.paths)


def test_paths_are_ordered_by_what_is_asked_about(lookup):
    found = lookup.find_paths(["Ann", "Bob"], about="born in the same town", limit=1)
    assert found.paths[0].relations == ("born in", "<- born in")
    assert found.paths[0].score is not None
    assert f"1 of {found.total} paths are listed" in found.warnings


def test_paths_run_through_three_entities_in_their_order(lookup):
    found = lookup.find_paths(["Cid", "Bob", "Ann"], max_length=1)
    assert [item.text for item in found.paths] == ["{Cid} - parent -> {Bob} <- parent - {Ann}"]


@pytest.mark.parametrize(("length", "paths"), [(2, 0), (3, 1)])
def test_no_path_is_longer_than_asked_for_and_none_is_missing(lookup, length, paths):
    found = lookup.find_paths(["Mill", "Land"], max_length=length)
    assert len(found.paths) == paths == found.total


@pytest.mark.parametrize(
    ("entities", "length"), [(["Ann"], 3), (["Ann", "Ann"], 3), ([], 3), (["Ann", "Bob", "Cid", "Ulm"], 6)]
)
def test_paths_need_two_to_four_different_entities(lookup, entities, length):
    with pytest.raises(SettingError):
        lookup.find_paths(entities, max_length=length)


def test_a_schema_has_classes_links_and_attributes_with_counts(lookup):
    found = lookup.schema()
    assert ("person", 3) in {(item.label, item.instances) for item in found.classes}
    assert ("person", "works at", 3) in {(item.source, item.relation, item.edges) for item in found.links}
    assert {item.relation for item in found.attributes} == {"born"}
    assert found.attributes[0].examples == ("1990-05-02",)


def test_a_schema_of_a_class_has_what_is_around_it_and_says_what_is_cut(lookup):
    found = lookup.schema("Person", limit=1)
    assert [item.label for item in found.classes] == ["person"]
    assert len(found.links) == 1 and found.total_links > 1
    assert f"1 of {found.total_links} links are listed" in found.warnings


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda it: it.describe_entity("Annn"),
            f"name or IRI 'Annn'; the nearest names: Ann ({T}",
        ),
        (lambda it: it.find_paths(["Ann", "Boob"]), "the nearest names: Bob"),
        (lambda it: it.describe_entity("urn:test:Nobody"), "no entity has the name or IRI 'urn:test:Nobody'"),
        (lambda it: it.describe_entity("Dan"), "2 entities are named 'Dan': "),
        (lambda it: it.schema("persn"), "no class is named 'persn'; the nearest names: person"),
        (lambda it: it.schema("qqq"), "the largest classes: "),
    ],
)
def test_an_unknown_name_is_an_error_with_the_nearest_names(lookup, call, said):
    with pytest.raises(UnknownNameError) as caught:
        call(lookup)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "call",
    [
        lambda it: it.find_entities(" "),
        lambda it: it.describe_entity(""),
        lambda it: it.find_paths(["", "Ann"]),
        lambda it: it.find_entities("Ann", limit=0),
        lambda it: it.describe_entity("Ann", ends=1000),
        lambda it: it.find_paths(["Ann", "Bob"], max_length=7),
        lambda it: it.schema(limit=100_000),
    ],
)
def test_empty_names_and_limits_out_of_bounds_are_refused(lookup, call):
    with pytest.raises(SettingError):
        call(lookup)


def test_a_hostile_label_stands_on_one_line_and_is_found_by_its_iri(lookup):
    found = lookup.describe_entity(T + "Eve")
    path = lookup.find_paths([T + "Eve", "Ulm"], max_length=1).paths[0]
    for text in (found.entity.label, path.text):
        assert text.isprintable() and 'Eve "x" [1] supported' in text


def test_a_hostile_name_is_looked_for_as_it_is(lookup):
    assert lookup.find_entities(HOSTILE).entities[0].iri == T + "Eve"
    with pytest.raises(UnknownNameError) as caught:
        lookup.describe_entity("No\x1b[2J\nbody")
    assert str(caught.value).isprintable()


def test_no_model_is_asked_or_opened():
    with PathsOverGraph(GRAPH, "openai:gpt-4o-mini", base_url="http://127.0.0.1:9/v1", encoder="lexical") as agent:
        assert agent.lookup.find_paths(["Ann", "Bob"]).paths


async def test_lookups_serve_asynchronous_callers():
    with PathsOverGraph(GRAPH, encoder="lexical") as agent:
        assert (await agent.lookup.afind_entities("Ann")).is_exact
        assert (await agent.lookup.aschema()).classes


def test_a_graph_that_cannot_be_opened_is_an_error():
    with (
        PathsOverGraph("no-such-file.ttl", encoder="lexical") as agent,
        pytest.raises(GraphUnavailableError, match=r"no-such-file"),
    ):
        agent.lookup.find_entities("Ann")


@pytest.mark.parametrize("look", ["find_entities", "resolve_entity", "describe_entity"])
def test_a_text_that_is_too_long_is_refused(lookup, look):
    with pytest.raises(SettingError, match="a text has 2,001 characters: at most 2,000 are read"):
        getattr(lookup, look)("x" * 2_001)
