"""Paths that lead elsewhere than a question goes keep an answer from being supported, and no others do."""

import pytest
import rdflib
from rdflib import RDFS, URIRef

from pog_agent import PathsOverGraph
from pog_agent.answering.guards.examined import Examined
from pog_agent.answering.guards.paths import members_of_a_class_between, relations_united
from pog_agent.answering.resolution import Resolution
from pog_agent.models import Answer, AnswerDraft, PatternKey, QueryDraft, ShownPath, Step, TopicEntity
from pog_agent.models.patterns import Anchor
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from pog_agent.reading.reader import QuestionReader
from pog_agent.reasoner.offline import reasoner
from tests.finding_ids import ids
from tests.pipeline_fixtures import T, small_graph
from tests.reading.paths import node_of, path_of, start_at, topic_named


class TestSubclasses:
    LINES = (
        "Ann a employee", "Ann born_on \"1970-01-01\"", "Bob a gardener", "Bob born_on \"1999-01-01\"",
        "Ann works_in Ulm", "Bob works_in Bonn",
    )  # fmt: skip

    @staticmethod
    def answer(kg: rdflib.Graph, monkeypatch: pytest.MonkeyPatch) -> Answer:
        """The answer of paths, as no query is composed."""
        monkeypatch.setattr(reasoner, "composed_query", lambda *_, **__: QueryDraft(reason="not read"))
        with PathsOverGraph(kg, "offline:guess", encoder="lexical") as agent:
            return agent.ask("Which employee has the latest born on?")

    def test_members_of_subclasses_are_missed_by_a_path(self, monkeypatch: pytest.MonkeyPatch) -> None:
        kg = small_graph(*self.LINES)
        kg.add((URIRef(T + "gardener"), RDFS.subClassOf, URIRef(T + "employee")))
        answer = self.answer(kg, monkeypatch)
        assert answer.status != "supported"
        assert any(
            "'employee' themselves were looked at, not those of its subclasses" in x for x in answer.warnings
        )

    def test_a_class_without_subclasses_is_whole(self, monkeypatch: pytest.MonkeyPatch) -> None:
        answer = self.answer(small_graph(*self.LINES), monkeypatch)
        assert answer.answers and not any("subclasses" in text for text in answer.warnings)


class TestDoers:
    GRAPH = small_graph("Rose bought_from Grove", "Rose a plant", "Grove a nursery")

    @pytest.mark.parametrize(
        ("question", "supported"),
        [("Which nursery bought Rose?", False), ("From which nursery was Rose bought?", True)],
    )
    def test_what_is_behind_from_is_no_doer(self, question: str, supported: bool, meaning: CachedEncoder) -> None:
        with PathsOverGraph(self.GRAPH, "offline:guess", encoder=meaning, compose="off") as agent:
            answer = agent.ask(question)
        assert answer.text == "Grove"
        assert (answer.status == "supported") is supported
        assert ("not fully supported: 'bought from' does not tell who bought" in answer.warnings) is not supported


TOWN = topic_named("town", optional=True)
ULM, BAVARIA = topic_named("Ulm"), topic_named("Bavaria")
LANDS = node_of("Bavaria", "Westphalia", types="land")
OVER_ANY = path_of(start_at("town"), "<type", node_of("Bonn", "Ulm", types="town"), "in land", LANDS)
OVER_ULM = path_of(start_at("town"), "<type", start_at("Ulm", types="town"), "in land", LANDS)
OVER_BOOKS = path_of(start_at("town"), "<about", node_of("Guide", types="book"), "in land", LANDS)
FROM_A_LAND = path_of(start_at("Bavaria"), "<in land", node_of("Ulm", types="town"), "type", node_of("town"))


@pytest.mark.parametrize(
    ("path", "position", "topics", "found"),
    [
        (OVER_ANY, 2, [TOWN], ["over-class-members"]),
        (OVER_ANY, 1, [TOWN], []),
        (OVER_ULM, 2, [TOWN, ULM], []),
        (OVER_ANY, 2, [topic_named("town")], []),
        (OVER_BOOKS, 2, [TOWN], []),
        (FROM_A_LAND, 2, [BAVARIA, TOWN], []),
    ],
    ids=[
        "any member",
        "the members are the answer",
        "a topic",
        "a class given as a topic",
        "no members",
        "not from the class",
    ],
)
def test_a_path_goes_over_any_member_of_a_class(
    path: ShownPath, position: int, topics: list[TopicEntity], found: list[str], spelling: LexicalEncoder
) -> None:
    question = "In which land is the town Ulm of Bavaria?"
    reader = QuestionReader(question, topics, spelling)
    reader.learn([path])
    read = (reader.read(path, position),)
    resolution = Resolution(kind="entities")
    answer = Examined(question, tuple(topics), AnswerDraft(), resolution, reader, read, spelling)
    assert ids(members_of_a_class_between(answer)) == found


class TestYesOverAClass:
    """What two things have in common as things of one class says nothing of either."""

    @pytest.mark.parametrize(
        ("question", "text"),
        [
            ("Is the euro the currency of Germany?", "yes"),
            ("Is the euro the currency of Denmark?", "no"),
            ("Is the Danish krone the currency of Germany?", "no"),
        ],
    )
    def test_the_thing_that_is_asked_about_stands_on_the_path(
        self, question: str, text: str, meaning: CachedEncoder
    ) -> None:
        with PathsOverGraph(encoder=meaning) as agent:
            answer = agent.ask(question)
        assert answer.text == text


@pytest.mark.parametrize(
    ("question", "found"),
    [
        (
            "Who is the head of government of Bavaria?",
            ["answers-united"],
        ),
        ("Who are the head of government and the king of Bavaria?", []),
        ("Who rules Bavaria?", []),
    ],
    ids=["one is said", "both are said", "none is said"],
)
def test_answers_by_a_relation_that_is_not_said_are_not_united_with_others(
    question: str, found: list[str], spelling: LexicalEncoder
) -> None:
    reader = QuestionReader(question, (BAVARIA,), spelling)
    steps = {"head of government": "urn:r:head", "king": "urn:r:king"}
    paths = [
        path_of(start_at("Bavaria"), name, node_of("Ann", "Bob")).model_copy(
            update={
                "key": PatternKey(
                    anchors=(Anchor(entity="urn:test:Bavaria", position=0),),
                    steps=(Step(relation=relation, forward=True),),
                )
            }
        )
        for name, relation in steps.items()
    ]
    reader.learn(paths)
    read = tuple(reader.read(path, 1) for path in paths)
    answer = Examined(question, (BAVARIA,), AnswerDraft(), Resolution("entities"), reader, read, spelling)
    assert ids(relations_united(answer)) == found
