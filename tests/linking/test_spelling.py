"""Misspelled names: which words of a question are taken for a name, and which names resemble a text."""

import asyncio

import pytest

from pog_agent import PathsOverGraph
from pog_agent.kg.open import open_kg
from pog_agent.linking import STRONG_MATCH, EntityLinker
from pog_agent.linking.build import build_entity_index
from pog_agent.linking.entity_index import EntityIndex
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.kg.rdf_store import RdfStore
from tests.pipeline_fixtures import T, mentions, replies, run, small_graph

WORLD = small_graph(
    "Titanic directed_by James_Cameron",
    "Avatar directed_by James_Cameron",
    "Albert_Einstein born_in Ulm",
    "Elsa_Einstein spouse Albert_Einstein",
    "Germany capital Berlin",
    "Chancellor_of_Germany office_of Germany",
    "Director_Kapital_AG headquarters Berlin",
    "Director_Kapital_AG directed_by James_Cameron",
    "Titanic a picture",
    "Schwarzenegger acted_in Avatar",
)


@pytest.fixture(scope="module", params=["rdflib", "compiled", "indexed"])
def linker(request, tmp_path_factory) -> EntityLinker:
    encoder = CachedEncoder(LexicalEncoder())
    if request.param == "rdflib":
        return EntityLinker(RdfStore(WORLD), encoder)
    folder = tmp_path_factory.mktemp("spelling")
    WORLD.serialize(folder / "kg.nt", format="nt", encoding="utf-8")
    store = open_kg(str(folder / "kg.nt"))
    if request.param == "compiled":
        return EntityLinker(store, encoder)
    asyncio.run(build_entity_index(store, folder / "index", None))
    return EntityLinker(store, encoder, index=EntityIndex(folder / "index"))


@pytest.mark.parametrize(
    ("question", "mention", "name"),
    [
        ("who directed titanik", "titanik", "Titanic"),
        ("who directed titnaic?", "titnaic", "Titanic"),
        ("where was albert einstien born", "albert einstien", "Albert_Einstein"),
        ("what is the capital of germnay", "germnay", "Germany"),
        ("what did schwarzeneger act in", "schwarzeneger", "Schwarzenegger"),
    ],
)
async def test_a_misspelled_name_is_a_topic_with_a_low_score_and_a_warning(linker, question, mention, name):
    linked = await linker.respelled(question, ())
    (topic,) = linked.topics
    assert (topic.iri, topic.label, topic.mention) == (T + name, name.replace("_", " "), mention)
    assert 0.5 < topic.score < STRONG_MATCH
    assert not topic.optional
    assert linked.warnings == (f"took {mention!r} for {topic.label}",)


@pytest.mark.parametrize(
    "question",
    [
        "where was einstien born",  # two of this name
        "who are the directer and the actor",  # almost a word of a relation
        "which pictures are there",  # an inflection of a class
        "who is avatars director",  # an inflection of a name
        "what is the capitol of France",  # as near to a relation as to a name
        "is there a pituanik",  # near to nothing
        "where is ulmm",  # too short to tell
        "Who directed Titannic?",  # meant as a name, which no entity has
        "who directed titanic",  # no misspelling
        "",
    ],
)
async def test_other_words_are_no_topics(linker, question):
    assert (await linker.respelled(question, ())).topics == ()


async def test_words_of_a_mention_are_left_alone(linker):
    assert (await linker.respelled("who directed titanik", ("titanik",))).topics == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Titannic", ["Titanic"]),
        ("Einstien", ["Albert Einstein", "Elsa Einstein"]),
        ("Chancellor", ["Chancellor of Germany"]),
        ("Zork", []),
    ],
)
async def test_names_that_resemble_a_text(linker, text, names):
    assert sorted(entity.label for entity in await linker.spelling.near(text, 3)) == names


async def test_without_all_names_the_search_of_the_store_finds_near_ones(monkeypatch):
    monkeypatch.setattr("pog_agent.linking.spelling.MAX_NAMES_HELD", 3)
    linker = EntityLinker(RdfStore(WORLD), CachedEncoder(LexicalEncoder()))
    assert [entity.label for entity in await linker.spelling.near("Titannic", 3)] == ["Titanic"]
    assert (await linker.respelled("who directed titanik", ())).topics == ()


def test_an_answer_about_a_misspelled_name_is_partial_and_says_what_was_taken():
    with PathsOverGraph(WORLD, "offline", encoder="lexical") as agent:
        answer = agent.ask("where was albert einstien born in?")
    assert ([item.label for item in answer.answers], answer.status) == (["Ulm"], "partial")
    assert answer.warnings[0] == "took 'albert einstien' for Albert Einstein"
    assert "not fully supported: 'albert einstien' was taken for 'Albert Einstein'" in answer.warnings


def test_where_the_model_has_recognised_a_topic_no_word_is_taken_for_another():
    script = replies(recognize_topics=mentions("Berlin"))
    answer = run("Is titanik in Berlin?", script, WORLD).answer
    assert [topic.label for topic in answer.topic_entities] == ["Berlin"]


async def test_small_words_between_capitals_are_a_part_of_a_shortened_name() -> None:
    world = small_graph("Parks_and_Leisure_Committee chair Ann_Hill", "Mill_Lane_Hall keeper Bo_Dene")
    linker = EntityLinker(RdfStore(world), CachedEncoder(LexicalEncoder()))
    linked = await linker.respelled("Who chairs Parks and Leisure?", ())
    assert [topic.mention for topic in linked.topics] == ["Parks and Leisure"]
    two = await linker.respelled("Is it in Parks and Mill Lane?", ())
    assert sorted(topic.mention for topic in two.topics) == ["Mill Lane", "Parks"]
