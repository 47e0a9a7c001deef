"""Things that are called by a code of theirs: the local name of an IRI, or an identifier."""

from pathlib import Path

import pytest

from pog_agent import PathsOverGraph
from pog_agent.kg.open import open_kg
from pog_agent.linking import EntityLinker
from pog_agent.linking.codes import CodedNames, is_code
from pog_agent.ranking.encoder import LexicalEncoder

EX = "http://example.org/"
SAMPLES = f"""@prefix : <{EX}> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix dct: <http://purl.org/dc/terms/> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:ann rdfs:label "Ann Lee" . :bo rdfs:label "Bo Fox" .
:exp102 a :Experiment ; :plannedBy :ann . :exp104 a :Experiment ; :plannedBy :bo ; :followUpOf :exp102 .
:miniSeqOne a :Machine ; :keptBy :bo .
:s1 a :Seed ; dct:identifier "HM-0302" ; :collectedBy :ann . :s2 a :Seed ; :colour "HM-0303" ; :collectedBy :bo .
:s3 a :Seed ; skos:notation "QX7" ; :collectedBy :bo . :s4 a :Seed ; :code "AB1" . :s5 a :Seed ; :code "AB1" .
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("codes") / "kg.ttl"
    path.write_text(SAMPLES, encoding="utf-8")
    return path


@pytest.mark.parametrize("text", ["exp102", "HM-0302", "miniSeqOne", "old_mill", "R22", "RX/17.b"])
def test_letters_with_numbers_and_joined_words_are_codes(text):
    assert is_code(text)


@pytest.mark.parametrize("text", ["experiment", "1912", "2024-03-28", "well-known", "HM", "Ann Lee", "a", "7"])
def test_words_names_and_numbers_are_none(text):
    assert not is_code(text)


@pytest.mark.parametrize(
    ("code", "bearers"),
    [
        ("exp102", ["exp102"]),
        ("Exp104", ["exp104"]),
        ("miniseqone", []),
        ("miniSeqOne", ["miniSeqOne"]),
        ("HM-0302", ["s1"]),
        ("hm-0302", ["s1"]),
        ("HM-0303", []),
        ("QX7", ["s3"]),
        ("AB1", ["s4", "s5"]),
        ("plannedBy", []),
    ],
)
async def test_a_code_finds_what_has_it_as_local_name_or_identifier(file, code, bearers):
    found = await CodedNames(open_kg(str(file))).bearers([code])
    assert [iri.removeprefix(EX) for iri in found.get(code, ())] == bearers


async def test_codes_are_spotted_in_a_question_and_linked_for_sure(file):
    linker = EntityLinker(open_kg(str(file)), LexicalEncoder())
    assert await linker.spot("Who planned exp102, and who collected HM-0302?") == ("exp102", "HM-0302")
    linked = await linker.link(["HM-0302", "AB1"], "Who collected HM-0302 and AB1?")
    assert [(topic.iri.removeprefix(EX), topic.mention, topic.score) for topic in linked.topics] == [
        ("s1", "HM-0302", 1.0),
        ("s4", "AB1", 1.0),
    ]
    assert linked.warnings == (f"'AB1' is taken as {EX}s4; it could also be {EX}s5",)


def test_a_question_is_answered_of_a_thing_without_a_name(file):
    with PathsOverGraph(str(file), "offline") as agent:
        for question, name in (("Who planned exp102?", "Ann Lee"), ("Who collected HM-0302?", "Ann Lee")):
            assert agent.ask(question).text == name, question
        assert agent.ask("Is exp104 a follow-up of exp102?").text == "yes"
        assert agent.ask("Is exp102 a follow-up of exp104?").text == "no"
