"""Looking names up in an entity index, and linking with it."""

import asyncio
import re
from pathlib import Path

import hypothesis.strategies as st
import pytest
import rdflib
from hypothesis import given, settings

from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.names import EntityName, normalize
from pog_agent.linking import EntityLinker
from pog_agent.linking.build import build_entity_index
from pog_agent.linking.candidates import resemblance
from pog_agent.linking.entity_index import EntityIndex
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.kg.rdf_store import RdfStore
from tests.linking.graphs import Names, labels

EX = "http://example.org/"
TURTLE = f"""
@prefix : <{EX}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:SF a :Team ; rdfs:label "San Francisco Giants" ; :champion :Series .
:NY a :Team ; rdfs:label "New York Giants" ; :champion :Bowl .
:Series a :Event ; rdfs:label "World Series" . :Bowl a :Event ; rdfs:label "Super Bowl" .
:Team rdfs:label "team" . :Event rdfs:label "event" .
:Paris_FR a :City ; rdfs:label "Paris" ; :in :France . :France rdfs:label "France" .
:Paris_TX a :City ; rdfs:label "Paris" ; :in :Lamar . :Lamar rdfs:label "Lamar County" ; :of :Texas .
:Texas rdfs:label "Texas" ; skos:altLabel "Lone Star State" . :City rdfs:label "city" .
:Cologne rdfs:label "Köln" .
"""
ENCODER = CachedEncoder(LexicalEncoder())


@pytest.fixture(scope="module", params=[True, False], ids=["embeddings", "no-embeddings"])
def index(request, tmp_path_factory) -> EntityIndex:
    folder = tmp_path_factory.mktemp("index")
    (folder / "graph.ttl").write_text(TURTLE, encoding="utf-8")
    graph = compile_files([folder / "graph.ttl"], "graph")
    asyncio.run(build_entity_index(graph, folder / "index", ENCODER if request.param else None))
    return EntityIndex(folder / "index")


@pytest.fixture(scope="module")
def linker(index) -> EntityLinker:
    return EntityLinker(RdfStore(rdflib.Graph().parse(data=TURTLE, format="turtle")), ENCODER, index=index)


def test_equal_names_are_found_whatever_their_case_and_space(index):
    found = index.find(["  WORLD series", "lone star state", "Paris", "nothing", ""])
    assert {text: [(item.iri, item.alias) for item in items] for text, items in found.items()} == {
        "  WORLD series": [(EX + "Series", False)],
        "lone star state": [(EX + "Texas", True)],
        "Paris": [(EX + "Paris_FR", False), (EX + "Paris_TX", False)],
    }


@pytest.mark.parametrize(
    ("mention", "label", "how"),
    [
        ("World Series", "world series", "exact"),
        ("Wrold Series", "world series", "text"),
        ("world serie", "world series", "text"),
        ("Series, World", "world series", "text"),
        ("San Fransisco Gaints", "san francisco giants", "text"),
        ("Koln", "köln", "text"),
        ("Pris", "paris", "text"),
        ("lone star", "lone star state", "text"),
    ],
)
def test_the_best_candidate_of_a_mention(index, mention, label, how):
    best = index.candidates(mention, ENCODER, 5)[0]
    assert best.label == label
    assert how in best.how.split("+")
    assert (best.score == 1) == (how == "exact")


@pytest.mark.parametrize("mention", ["", "  ", "?!", '"', "a OR b NOT (", "* NEAR/2 ^x", "zzyzx", "\x00", "名前"])
def test_no_mention_upsets_the_index(index, mention):
    assert all(item.score < 1 for item in index.candidates(mention, ENCODER, 5))


names = st.text(st.sampled_from("abé AB_.'\"-*(1"), min_size=1, max_size=8)


@settings(deadline=None, max_examples=25)
@given(st.lists(names, min_size=1, max_size=12))
async def test_every_name_is_found_and_is_its_own_best_candidate(tmp_path_factory, texts):
    folder = tmp_path_factory.mktemp("any")
    await build_entity_index(Names(labels(*texts)), folder, ENCODER)
    with_index = EntityIndex(folder)
    found = with_index.find(texts)
    for text in texts:
        bearers = {f"http://e/{place}" for place, other in enumerate(texts) if normalize(other) == normalize(text)}
        if normalize(text):
            assert {bearer.iri for bearer in found[text]} == bearers
            best = with_index.candidates(text, ENCODER, 20)
            assert {item.iri for item in best if item.score == 1} == bearers
        else:
            assert text not in found
    with_index.close()


async def test_a_mention_that_several_names_fit_goes_to_the_one_near_the_other_mentions(linker):
    for other, team, event in (("World Series", "SF", "Series"), ("Super Bowl", "NY", "Bowl")):
        linking = await linker.link(["Giants", other], f"When did the Giants win the {other}?")
        assert [topic.iri for topic in linking.topics] == [EX + team, EX + event]


@pytest.mark.parametrize(("other", "iri"), [("Texas", "Paris_TX"), ("France", "Paris_FR")])
async def test_of_two_with_the_same_name_the_connected_one_is_taken_and_the_other_reported(linker, other, iri):
    linking = await linker.link(["Paris", other], f"Is Paris in {other}?")
    assert linking.topics[0].iri == EX + iri
    (warning,) = linking.warnings[-1:]
    assert re.match(f"'Paris' is taken as {EX + iri}; it could also be {EX}Paris_", warning)


async def test_candidates_are_listed_under_their_labels_with_scores(linker):
    found = await linker.candidates("Giants", "Which Giants?", 3)
    assert {item.label for item in found[:2]} == {"San Francisco Giants", "New York Giants"}
    assert all(0 < item.score < 1 for item in found)
    (texas,) = await linker.candidates("lone star state", "q", 1)
    assert (texas.label, texas.score, texas.alias, texas.how.split("+")[0]) == ("Texas", 1.0, True, "exact")


async def test_misspelled_names_in_capitals_are_spotted_too(linker):
    question = "Did the San Francisco Gaints play the Worlds Series in Nowhereland?"
    assert await linker.spot(question) == ("San Francisco Gaints", "Worlds Series")


async def test_an_index_of_another_state_of_the_graph_is_a_warning_that_says_what_to_do(linker, index):
    linking = await linker.link(["Texas"], "Where is Texas?")
    (warning,) = linking.warnings
    assert "was made from another state of the graph" in warning
    assert warning.endswith(f"run pog-agent index graph --out {index.directory}")


async def test_an_index_of_this_state_is_none(tmp_path: Path):
    (tmp_path / "graph.ttl").write_text(TURTLE, encoding="utf-8")
    graph = compile_files([tmp_path / "graph.ttl"], "graph")
    await build_entity_index(graph, tmp_path / "index", ENCODER)
    linker = EntityLinker(graph, ENCODER, index=EntityIndex(tmp_path / "index"))
    assert (await linker.link(["Texas"], "Where is Texas?")).warnings == ()


def test_short_different_names_stay_apart_and_misspelled_long_ones_do_not():
    assert resemblance("Iran", "Iraq", 0.0) < 0.75
    assert resemblance("Copenhagn", "Copenhagen", 0.0) > 0.9
    assert resemblance("a", "a", 1.0) < 1


def test_a_misspelling_that_is_a_word_of_another_name_is_seen_through(tmp_path, monkeypatch):
    monkeypatch.setattr("pog_agent.linking.word_search.MOST_POSTINGS", 1)
    texts = ("Bakers Hill", "Baker Street", *(f"{word} Street" for word in ("High", "Low", "Long")))
    asyncio.run(build_entity_index(Names(labels(*texts)), tmp_path, None))
    assert EntityIndex(tmp_path).candidates("Bakers Street", ENCODER, 1)[0].label == "baker street"


def test_a_name_of_many_bearers_shows_some(tmp_path):
    same = [EntityName(f"http://e/{number:03}", "John", False) for number in range(100)]
    asyncio.run(build_entity_index(Names(same, page=100), tmp_path, ENCODER))
    index = EntityIndex(tmp_path)
    assert len(index.find(["John"])["John"]) == len(index.candidates("john", ENCODER, 50)) == 20
