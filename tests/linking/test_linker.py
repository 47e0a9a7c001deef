"""Entity linking: which words of a question name an entity, and which entity that is."""

import hypothesis.strategies as st
import pytest
import rdflib
from hypothesis import given, settings

from pog_agent.kg.base import Entity
from pog_agent.linking import STRONG_MATCH, WEAK_MATCH, EntityLinker
from pog_agent.models import TopicEntity
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.kg.rdf_store import RdfStore

EX = "http://example.org/"
TURTLE = f"""
@prefix : <{EX}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:Niels_Bohr a :Person ; rdfs:label "Niels Bohr" ; :placeOfBirth :Copenhagen .
:Bohr a :Family ; rdfs:label "Bohr" .
:Copenhagen rdfs:label "Copenhagen" ; :in :Denmark .
:University_of_Copenhagen rdfs:label "University of Copenhagen" ; :in :Copenhagen .
:Denmark a :Country ; rdfs:label "Denmark" ; :adjoins :Germany .
:Germany a :Country ; rdfs:label "Germany" .
:Country rdfs:label "country" .
:USA a :Country ; rdfs:label "United States" ; skos:altLabel "U.S.", "America" .
:James a :Person ; rdfs:label "James's Park" ; :in :USA .
:Georgia_US a :State ; rdfs:label "Georgia" ; :stateCapital :Atlanta ; :inCountry :USA .
:Georgia a :Nation ; rdfs:label "Georgia" ; :currency :Lari ; :officialLanguage :Georgian .
:Atlanta rdfs:label "Atlanta" . :Lari rdfs:label "Georgian lari" . :Georgian rdfs:label "Georgian" .
:State rdfs:label "state" . :Nation rdfs:label "nation" .
:Life rdfs:label "Life, and Nothing More..." . :Whose rdfs:label "Whose Life Is It Anyway?" .
:Long rdfs:label "The Long, Long Title of a Film that Nobody Has Ever Seen in a Cinema" .
:Eclipse_1 rdfs:label "The Eclipse" . :Eclipse_2 rdfs:label "Eclipse" .
:Who rdfs:label "The Who" ; :in :USA . :What rdfs:label "What" ; :in :USA .
"""
LONG = "The Long, Long Title of a Film that Nobody Has Ever Seen in a Cinema"
GEORGIA, GEORGIA_US, COUNTRY = EX + "Georgia", EX + "Georgia_US", EX + "Country"


@pytest.fixture(scope="module")
def linker() -> EntityLinker:
    graph = rdflib.Graph().parse(data=TURTLE, format="turtle")
    return EntityLinker(RdfStore(graph), CachedEncoder(LexicalEncoder()))


@pytest.mark.parametrize(
    ("question", "mentions"),
    [
        ("Where was Niels Bohr born?", ("Niels Bohr",)),
        ("Who founded the University of Copenhagen?", ("University of Copenhagen",)),
        ("Is Copenhagen older than the University of Copenhagen?", ("Copenhagen", "University of Copenhagen")),
        ("What is Niels Bohr's place of birth?", ("Niels Bohr",)),
        ("What is Niels Bohr’s place of birth?", ("Niels Bohr",)),
        ("Where is James's Park?", ("James's Park",)),
        ("where was niels bohr born", ("niels bohr",)),
        ("Is DENMARK next to germany?", ("DENMARK", "germany")),
        ("Which country borders Denmark?", ("country", "Denmark")),
        ("Who leads the U.S.?", ("U.S.",)),
        ("What is the Niels Bohr 's birthplace ?", ("Niels Bohr",)),
        ("Who wrote Life, and Nothing More...?", ("Life, and Nothing More...",)),
        ("Is Whose Life Is It Anyway? a film?", ("Whose Life Is It Anyway?",)),
        ('Is "The Long, Long Title of a Film that Nobody Has Ever Seen in a Cinema" old?', (LONG,)),
        ("Was The Eclipse after the Eclipse?", ("The Eclipse", "Eclipse")),
        ("Denmark, Germany. And Denmark again!", ("Denmark", "Germany")),
        ("What is this?", ()),
        ("Songs of The Who", ()),  # names of function words alone: only a reasoner can tell
        ("Nothing known here", ()),
        ("", ()),
    ],
)
async def test_the_longest_names_in_the_question_are_found(linker, question, mentions):
    assert await linker.spot(question) == mentions


async def test_of_two_overlapping_names_of_equal_length_the_capitalised_one_is_taken():
    graph = rdflib.Graph().parse(
        data=f"""@prefix : <{EX}> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        :a rdfs:label "big apple" . :b rdfs:label "apple Pie" .""",
        format="turtle",
    )
    overlapping = EntityLinker(RdfStore(graph), LexicalEncoder())
    assert await overlapping.spot("a big apple Pie") == ("apple Pie",)
    assert await overlapping.spot("a Big apple pie") == ("Big apple",)
    assert await overlapping.spot("a big apple pie") == ("big apple",)


words = st.sampled_from(
    ["Niels", "Bohr", "University", "of", "Copenhagen", "Denmark", "the", "in", "Georgia's", "?"]
)


@settings(deadline=None, max_examples=80)
@given(st.lists(words, max_size=8).map(" ".join))
async def test_every_found_name_is_in_the_question_and_in_the_graph(linker, question):
    mentions = await linker.spot(question)
    assert len(mentions) == len(set(mentions))
    assert all(mention in question for mention in mentions)
    linking = await linker.link(mentions, question)
    assert len(linking.topics) == len(mentions)
    assert all(topic.score == 1.0 for topic in linking.topics)


async def test_an_exact_name_is_linked_for_certain(linker):
    linking = await linker.link(["niels bohr"], "Where was niels bohr born?")
    assert linking.topics == (TopicEntity(iri=EX + "Niels_Bohr", label="Niels Bohr", mention="niels bohr"),)
    assert linking.warnings == ()


async def test_an_alias_is_linked_under_the_label(linker):
    (topic,) = (await linker.link(["America"], "Who leads America?")).topics
    assert (topic.iri, topic.label, topic.score, topic.optional) == (EX + "USA", "United States", 1.0, False)


async def test_a_typo_is_linked_by_similarity_as_an_optional_topic_with_a_warning(linker):
    linking = await linker.link(["Copenhagn"], "What is in Copenhagn?")
    (topic,) = linking.topics
    assert (topic.iri, topic.mention, topic.optional) == (EX + "Copenhagen", "Copenhagn", True)
    assert WEAK_MATCH <= topic.score < STRONG_MATCH
    assert linking.warnings == (f"'Copenhagn' is linked by similarity to 'Copenhagen' ({topic.score:.2f})",)


async def test_a_slight_variant_is_linked_by_similarity_and_not_optional(linker):
    (topic,) = (await linker.link(["Copenhagen University"], "q")).topics
    assert topic.iri == EX + "University_of_Copenhagen"
    assert STRONG_MATCH <= topic.score < 1
    assert not topic.optional


async def test_what_resembles_nothing_is_dropped_with_a_warning(linker):
    linking = await linker.link(["Zzyzx", "Denmark"], "q")
    assert [topic.iri for topic in linking.topics] == [EX + "Denmark"]
    assert linking.warnings == ("no entity of the graph resembles the mention 'Zzyzx'",)


async def test_in_a_graph_too_large_to_index_the_search_of_the_store_gives_the_candidates(monkeypatch):
    monkeypatch.setattr("pog_agent.linking.linker.MAX_EMBEDDED_LABELS", 3)
    graph = rdflib.Graph().parse(data=TURTLE, format="turtle")
    linker = EntityLinker(RdfStore(graph), LexicalEncoder())
    linking = await linker.link(["Copenhagn", "Zzyzx"], "q")
    assert [topic.iri for topic in linking.topics] == [EX + "Copenhagen"]
    assert len(linking.warnings) == 2


@pytest.mark.parametrize(
    ("question", "iri", "other"),
    [
        ("What is the capital of the state of Georgia?", GEORGIA_US, GEORGIA),
        ("What is the official language of Georgia?", GEORGIA, GEORGIA_US),
        ("Which currency does the nation of Georgia use?", GEORGIA, GEORGIA_US),
    ],
)
async def test_an_ambiguous_name_goes_to_the_entity_that_fits_the_question(linker, question, iri, other):
    linking = await linker.link(["Georgia"], question)
    assert [topic.iri for topic in linking.topics] == [iri]
    assert linking.warnings == (f"'Georgia' is taken as {iri}; it could also be {other}",)


async def test_a_class_is_an_optional_topic(linker):
    linking = await linker.link(["country", "Denmark"], "Which country borders Denmark?")
    assert [(topic.iri, topic.optional) for topic in linking.topics] == [(COUNTRY, True), (EX + "Denmark", False)]


async def test_two_mentions_of_one_entity_make_one_topic(linker):
    linking = await linker.link(["America", "United States", "America"], "q")
    assert [(topic.iri, topic.mention) for topic in linking.topics] == [(EX + "USA", "America")]


async def test_no_mentions_give_no_topics(linker):
    assert (await linker.link([], "q")).topics == ()


async def test_given_entities_are_topics_with_their_place_in_the_question(linker):
    linking = await linker.given([EX + "Denmark", EX + "Niels_Bohr", EX + "Denmark"], "What of denmark?")
    assert linking.topics == (
        TopicEntity(iri=EX + "Denmark", label="Denmark", mention="denmark"),
        TopicEntity(iri=EX + "Niels_Bohr", label="Niels Bohr", mention=""),
    )
    assert linking.warnings == ()


@pytest.mark.parametrize("iri", [EX + "nowhere", "Denmark", "_:b0", "http://e/a b", '"Denmark"'])
async def test_a_given_entity_that_the_graph_lacks_is_dropped_with_a_warning(linker, iri):
    linking = await linker.given([iri, EX + "Denmark"], "q")
    assert [topic.iri for topic in linking.topics] == [EX + "Denmark"]
    assert linking.warnings == (f"topic {iri} is not in the graph",)


async def test_a_prediction_is_aligned_with_the_most_similar_entity(linker):
    entities = [Entity(iri=EX + "Denmark", label="Denmark"), Entity(iri=EX + "Copenhagen", label="Copenhagen")]
    assert await linker.align("denmark", entities) == (entities[0], 1.0)
    best, score = await linker.align("Copenhagn", entities)
    assert best == entities[1]
    assert 0.5 < score < 1
    assert await linker.align("Denmark", []) == (None, 0.0)
