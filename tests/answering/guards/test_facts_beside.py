"""What a model cites is held against the other roles, texts and parts of the facts that it goes over."""

import io
from collections.abc import Callable, Iterator

import pytest
import rdflib

from pog_agent import Answer, PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder
from tests.erring.scenarios import ModelReply
from tests.erring.scripted_model import FollowingModel
from tests.finding_ids import ids
from tests.llm_server import ScriptedLLM

Cited = Callable[[str, str, str], Answer]

RACES = """
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix : <http://races.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:luca a :Runner ; rdfs:label "Luca Ferrante" . :mia a :Runner ; rdfs:label "Mia Solano" ; :father :luca .
:coast a :Race ; rdfs:label "Coast Race" . :fell a :Race ; rdfs:label "Fell Race" .
:hill a :Race ; rdfs:label "Hill Race" ; :replaces :fell ; :finishesIn :tirre ; :raceDate "2021-05-06"^^xsd:date .
[] a :Result ; :runner :luca ; :race :coast . [] a :Result ; :runner :mia ; :race :fell .
[] a :Pacing ; :pacer :luca ; :race :fell . [] a :Result ; :runner :mia ; :race :coast .
[] a :Posting ; :envoy :luca ; :sendingCountry :ormany ; :receivingCountry :tirre .
[] a :Posting ; :envoy :mia ; :sendingCountry :tirre ; :receivingCountry :ormany .
:ormany a :Country ; rdfs:label "Ormany" . :tirre a :Country ; rdfs:label "Tirre" .
:psalter a :Book ; rdfs:label "Auer Psalter" .
:job a :Job ; rdfs:label "Job One" ; :book :psalter ; :doneBy :luca , :mia ;
  :step [ :kind "leaf repair" ; :hours 3 ] .
[] :bookedBy :scouts ; :show :red . :scouts a :Group ; rdfs:label "Scouts" .
:red a :Show ; rdfs:label "Red Worlds Revisited" ; :follows :old . :old a :Show ; rdfs:label "Red Worlds" .
:titan a :Moon ; rdfs:label "Titan" ; :orbits :saturn . :saturn a :Planet ; rdfs:label "Saturn" ; :orbits :sun .
:sun a :Star ; rdfs:label "Sun" .
"""


@pytest.fixture(scope="module")
def cited(meaning: CachedEncoder) -> Iterator[Cited]:
    """The answer where a model finds one topic and cites one path, named as the erring models name it."""
    model, graph = FollowingModel(), rdflib.Graph().parse(io.StringIO(RACES), format="turtle")
    words = {
        "circles": ("orbits", "orbited by"),
        "booked": ("booked by",),
        "repair": ("job",),
        "paternal grandfather": ("father",),
        "finish line": ("finishes in",),
    }
    with (
        ScriptedLLM().serve(model) as url,
        PathsOverGraph(graph, "openai:scripted", base_url=url, encoder=meaning) as agent,
    ):

        def asked(question: str, topic: str, path: str) -> Answer:
            own = {word: others for word, others in words.items() if word in question}
            reply = ModelReply(kind="cited", topics=(topic,), splits=(question,), cites=(path,), paraphrases=own)
            model.follow(reply)
            answer = agent.ask(question)
            assert not model.missing
            return answer

        yield asked


@pytest.mark.parametrize(
    ("question", "topic", "path", "doubt"),
    [
        (
            "Which races did Luca Ferrante run in?",
            "Luca Ferrante",
            "{Luca Ferrante} <- pacer / race - {?}",
            "verb-of-role",
        ),
        (
            "To which country was Luca Ferrante posted as envoy?",
            "Luca Ferrante",
            "{Luca Ferrante} <- envoy / sending country - {?}",
            "relation-unasked",
        ),
        (
            "Who was the leaf repair of the Auer Psalter done by?",
            "Auer Psalter",
            "{Auer Psalter} <- book - {*} - done by -> {?}",
            "word-unread",
        ),
        (
            "Who is the paternal grandfather of Mia Solano?",
            "Mia Solano",
            "{Mia Solano} - father -> {?}",
            "word-unread",
        ),
        (
            "What's the number of moons of Saturn?",
            "Saturn",
            "{Saturn} <- orbits - {?}",
            "no-number",
        ),
        (
            "What circles Saturn?",
            "Saturn",
            "{Saturn} - orbits -> {?}",
            "turned",
        ),
        (
            "Which show was booked by the Scouts?",
            "Scouts",
            "{Scouts} <- booked by / show - {*} - follows -> {?}",
            "relation-unasked",
        ),
    ],
)
def test_a_path_over_another_part_of_the_facts_is_not_supported(
    cited: Cited, question: str, topic: str, path: str, doubt: str
) -> None:
    answer = cited(question, topic, path)
    assert answer.status == "partial"
    assert doubt in ids(answer.findings), answer.warnings


@pytest.mark.parametrize(
    ("question", "topic", "path", "text"),
    [
        (
            "Which races did Luca Ferrante run in?",
            "Luca Ferrante",
            "{Luca Ferrante} <- runner / race - {?}",
            "Coast Race",
        ),
        ("What circles Saturn?", "Saturn", "{Saturn} <- orbits - {?}", "Titan"),
        ("Which races have their finish line in Tirre?", "Tirre", "{Tirre} <- finishes in - {?}", "Hill Race"),
        (
            "What does the Hill Race replace these days?",
            "Hill Race",
            "{Hill Race} - replaces -> {?}",
            "Fell Race",
        ),
        ("What are the dates of the Hill Race?", "Hill Race", "{Hill Race} - race date -> {?}", "2021-05-06"),
        (
            "Which show does Red Worlds Revisited follow?",
            "Red Worlds Revisited",
            "{Red Worlds Revisited} - follows -> {?}",
            "Red Worlds",
        ),
    ],
)
def test_the_part_that_is_asked_for_is(cited: Cited, question: str, topic: str, path: str, text: str) -> None:
    answer = cited(question, topic, path)
    assert (answer.text, answer.status) == (text, "supported"), answer.warnings
