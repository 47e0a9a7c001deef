"""Names that no step used and names that several things bear keep an answer from being supported."""

from typing import Any

import pytest
import rdflib

from pog_agent import Answer, PathsOverGraph
from pog_agent.answering.computed.doubts import answers
from pog_agent.linking.names import NameLookup
from pog_agent.models.findings.finding import finding
from tests.finding_ids import ids
from tests.kg.rdf_store import RdfStore
from tests.pipeline_fixtures import analysis, citing, mentions, replies, run, small_graph

FILMS = small_graph(
    "Dust director Ada_Okoro",
    "Dust cast_member Petra_Novak",
    "Rain director Ada_Okoro",
    "Rain director Mo_Lind",
    "Dust a Film",
    "Rain a Film",
    "Petra_Novak a Person",
)
DIRECTED = "{Ada Okoro} <- director - {Dust, Rain}"


def told(name: str) -> str:
    return f"not fully supported: {finding('name-unused', name)}"


def asked(question: str, *names: str, kg: Any = FILMS, path: str = DIRECTED, **settings: Any) -> Answer:
    script = replies(
        recognize_topics=mentions(*names),
        analyze_question=analysis(f"!{names[0]}", "director", "?film"),
        answer=citing((path, 1)),
    )
    return run(question, script, kg, **{"encoder": "lexical", "d_max": 1, **settings}).answer


def test_a_topic_that_the_model_left_out_is_named_once() -> None:
    answer = asked("Which films with director Ada Okoro have the cast member Petra Novak?", "Ada Okoro")
    assert answer.status == "partial"
    assert [text for text in answer.warnings if "Petra Novak" in text] == [told("Petra Novak")]


def test_without_the_name_the_answer_is_supported() -> None:
    answer = asked("Which films have the director Ada Okoro?", "Ada Okoro")
    assert (answer.status, answer.warnings) == ("supported", ())


def test_it_holds_in_other_languages_too() -> None:
    question = "Welche Filme von Ada Okoro gibt es mit Petra Novak?"
    assert told("Petra Novak") in asked(question, "Ada Okoro", languages="de,en").warnings


def test_a_longer_name_around_the_topic_is_named() -> None:
    kg = small_graph("Mexico capital Mexico_City", "New_Mexico capital Santa_Fe")
    answer = asked(
        "What is the capital of New Mexico?", "Mexico", kg=kg, path="{Mexico} - capital -> {Mexico City}"
    )
    assert answer.status == "partial"
    assert told("New Mexico") in answer.warnings


def test_a_class_is_no_such_name() -> None:
    answer = asked("Which Film has the director Ada Okoro?", "Ada Okoro")
    assert "name-unused" not in ids(answer.findings)


def test_a_name_on_the_cited_path_is_used() -> None:
    answer = asked("Does Dust have the director Ada Okoro, or is it Rain?", "Ada Okoro")
    assert "name-unused" not in ids(answer.findings)


class TestCost:
    @pytest.fixture
    def looked_up(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        async def counted(lookup: NameLookup, texts: Any) -> Any:
            found.append(len(texts))
            return await named(lookup, texts)

        found: list[int] = []
        named = NameLookup.equal
        monkeypatch.setattr(NameLookup, "equal", counted)
        return found

    def test_without_a_name_nothing_is_looked_up_again(self, looked_up: list[int]) -> None:
        asked("Which films have the director Ada Okoro?", "Ada Okoro")
        assert len(looked_up) == 1

    def test_few_of_many_names_are_looked_up(self, looked_up: list[int]) -> None:
        names = [f"Tom{letter} Lee" for letter in "abcdefgh"]
        kg = FILMS + small_graph(*(f"{name.replace(' ', '_')} a Person" for name in names))
        answer = asked(f"Which films have the director Ada Okoro with {', '.join(names)}?", "Ada Okoro", kg=kg)
        assert looked_up[1:] == [5]
        assert set(map(told, names)) <= set(answer.warnings)


class TestNamesakes:
    """Two things named Ulm, of which one has a river and the other a mayor, and whatever else a test says."""

    PREFIXES = "@prefix x: <urn:x:> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> ."
    LABELS = """x:one rdfs:label "Ulm" . x:two rdfs:label "Ulm" . x:danube rdfs:label "Danube" .
        x:iller rdfs:label "Iller" . x:ann rdfs:label "Ann" . x:river rdfs:label "river" .
        x:mayor rdfs:label "mayor" ."""
    FACTS = "x:one x:river x:danube . x:two x:mayor x:ann ."

    def told_of_namesakes(self, more: str, question: str = "What is the river of Ulm?", *topics: str) -> list[str]:
        """The text of the answer, and what is told of namesakes."""
        graph = rdflib.Graph().parse(data=f"{self.PREFIXES} {self.LABELS} {self.FACTS} {more}", format="turtle")
        with PathsOverGraph(RdfStore(graph, "towns"), "offline:guess", encoder="lexical") as agent:
            answer = agent.ask(question, topics=topics)
        told = [text for text in answer.warnings if "may also mean" in text]
        assert answer.status == ("partial" if told else "supported")
        return [answer.text, *told]

    def test_one_with_the_same_relation_may_be_meant(self) -> None:
        assert self.told_of_namesakes("x:two x:river x:iller .") == [
            "Danube",
            "not fully supported: 'Ulm' may also mean urn:x:two",
        ]

    def test_one_whose_edges_are_too_many_may_be_meant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(answers, "EDGES_READ", 1)
        assert self.told_of_namesakes("x:two x:ferry x:iller .") == [
            "Danube",
            "not fully supported: 'Ulm' may also mean urn:x:two",
        ]

    @pytest.mark.parametrize(
        ("more", "question", "answer"),
        [
            ("", "What is the river of Ulm?", "Danube"),
            ("x:two x:river x:iller .", "Who is the mayor of Ulm?", "Ann"),
            ("x:iller x:river x:two .", "What is the river of Ulm?", "Danube"),
            ("x:iller x:river x:danube .", "What is the river of Ulm?", "Danube"),
        ],
        ids=["no relation of it", "another relation", "the relation the other way round", "another name"],
    )
    def test_one_without_the_same_step_is_not_meant(self, more: str, question: str, answer: str) -> None:
        assert self.told_of_namesakes(more, question) == [answer]

    def test_a_topic_given_by_iri_has_no_namesakes(self) -> None:
        asked_for = "What is the river of Ulm?"
        assert self.told_of_namesakes("x:two x:river x:iller .", asked_for, "urn:x:one") == ["Danube"]


def test_a_name_in_small_letters_beside_a_topic_is_named() -> None:
    kg = small_graph("Dust stars ibo", "Rain stars ibo", "Rain stars ambo", "ibo a person", "ambo a person")
    script = replies(
        recognize_topics=mentions("ibo"),
        analyze_question=analysis("!ibo", "stars", "?film"),
        answer=citing(("{ibo} <- stars - {Dust, Rain}", 1)),
    )
    answer = run("What stars both ibo and ambo?", script, kg, encoder="lexical", d_max=1).answer
    assert told("ambo") in answer.warnings
