"""What the words of a question do not allow keeps an answer from being supported, and nothing else does."""

import pytest

from pog_agent import Answer, PathsOverGraph
from pog_agent.answering.guards.examined import Examined
from pog_agent.answering.guards.operations import operation_flaws
from pog_agent.answering.resolution import Resolution
from pog_agent.models import AnswerDraft
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from pog_agent.reading.reader import QuestionReader
from tests.finding_ids import ids
from tests.pipeline_fixtures import small_graph
from tests.reading.paths import node_of, path_of, start_at, topic_named


def told(answer: Answer, words: str) -> bool:
    """Whether a warning has some words."""
    return any(words in text for text in answer.warnings)


def test_a_date_is_no_measure() -> None:
    graph = small_graph('Ann died "1989-03-01"', "Ann a person")
    with PathsOverGraph(graph, "offline:guess", encoder="lexical") as agent:
        answer = agent.ask("How old was Ann when she died?")
    assert answer.status != "supported"
    assert told(answer, "the answer is a date")


class TestSuperlatives:
    TOWNS = small_graph(
        "Ulm a town", "Bonn a town", "Ulm part_of Bavaria", "Bonn part_of Westphalia", "Bavaria a land",
        "Westphalia a land", 'Ulm inhabitants "120"', 'Bonn inhabitants "330"', 'Bavaria inhabitants "900"',
    )  # fmt: skip
    WOODS = small_graph(
        "Bavaria forest Spessart", "Bavaria forest Steigerwald", 'Spessart area "5"', 'Steigerwald area "3"',
        "Oldest_Inn table T1", "Oldest_Inn table T2", 'T1 length "3"', 'T2 length "4"',
    )  # fmt: skip

    def test_two_are_not_one_extreme(self) -> None:
        with PathsOverGraph(self.TOWNS, "offline:guess", encoder="lexical") as agent:
            answer = agent.ask(
                "Which is the largest town of the smallest land by inhabitants?", topics=["urn:test:land"]
            )
        assert told(answer, "'largest' and 'smallest'")
        assert answer.status != "supported"

    @pytest.mark.parametrize(
        ("cue", "key", "found"),
        [
            ("most rooms", "number of rooms", True),
            ("most rooms", "rooms", True),
            ("most films", "film length", False),
        ],
    )
    def test_the_most_of_a_kind_is_the_extreme_of_its_number(self, cue: str, key: str, found: bool) -> None:
        ends = node_of("Inn", "Mill"), node_of("4", "9", kind="literal")
        path = path_of(start_at("Ann"), "<built by", ends[0], key, ends[1])
        topics = (topic_named("Ann"),)
        question, encoder = f"Which house by Ann has the {cue}?", LexicalEncoder()
        reader = QuestionReader(question, topics, encoder)
        reader.learn([path])
        draft = AnswerDraft(operation="largest", key_position=2)
        read = (reader.read(path, 1, 2),)
        flaws = operation_flaws(Examined(question, topics, draft, Resolution("entities"), reader, read, encoder))
        assert ("cue-not-carried-out" not in ids(flaws)) is found

    @pytest.mark.parametrize(
        ("question", "text"),
        [
            ("Which is the largest forest of Bavaria by area?", "Spessart"),
            ("What is the longest table of the Oldest Inn by length?", "T2"),
        ],
        ids=["beside a word that ends like one", "beside a name that has one"],
    )
    def test_one_is_an_extreme(self, question: str, text: str, meaning: CachedEncoder) -> None:
        with PathsOverGraph(self.WOODS, "offline:guess", encoder=meaning) as agent:
            answer = agent.ask(question)
        assert (answer.text, answer.status, answer.warnings) == (text, "supported", ())


JOINED = ("Bike a Machine", "Bike has_part Brake", "Brake has_part Pad")


class TestRoles:
    """An answer is what has the role that is asked for, not what it belongs to."""

    BIKE = small_graph(
        "Bike a Machine", "Brake a Device", "Pad a Device", "Bike has_part Brake", "Brake has_part Pad"
    )
    PARTS = small_graph(
        "Bike a Machine", "Brake a Part", "Pad a Part", "Bike has_part Brake", "Brake has_part Pad"
    )
    PEOPLE = small_graph("Ann sibling Bob", "Bob knows Cid")

    @pytest.mark.parametrize("question", ["Which part does Pad have?", "Which parts does Pad have?"])
    def test_the_other_end_of_the_role_is_not_asked_for(self, question: str, meaning: CachedEncoder) -> None:
        with PathsOverGraph(self.BIKE, "offline:guess", encoder=meaning) as agent:
            answer = agent.ask(question)
        assert answer.status != "supported"
        assert "role-turned" in ids(answer.findings)

    def test_an_end_without_the_relation_gives_no_supported_answer(self) -> None:
        graph = small_graph("Bike a Machine", "Bike has_part Brake", "Brake a Device")
        with PathsOverGraph(graph, "offline:guess", encoder="lexical") as agent:
            assert agent.ask("Which part does Brake have?").status != "supported"

    @pytest.mark.parametrize(
        ("graph", "question", "text"),
        [
            (BIKE, "Which parts does Brake have?", "Pad"),
            (BIKE, "Whose part is Pad?", "Brake"),
            (PARTS, "What part is Pad on?", "Brake"),
            (PEOPLE, "Which sibling does Bob have?", "Ann"),
        ],
        ids=["along the arrow", "whose", "a class of that name", "a symmetric relation"],
    )
    def test_what_is_asked_for_is_supported(
        self, graph: object, question: str, text: str, meaning: CachedEncoder
    ) -> None:
        with PathsOverGraph(graph, "offline:guess", encoder=meaning) as agent:
            answer = agent.ask(question)
        assert (answer.text, answer.status, answer.warnings) == (text, "supported", ())


class TestWhoAndWhereByTheRelation:
    """Things without a class are told by the relation that leads to them."""

    PEOPLE = small_graph(
        "Ann spouse Dan", "Ann birth_place Ulm", "Eve born_in Rome", "Rome a City",
        "Games owner Rome", "Expo owner Ulm",
    )  # fmt: skip

    @pytest.mark.parametrize(
        ("question", "flaw"),
        [
            ("Where is the spouse of Ann?", "person-for-place"),
            ("Where is the owner of Expo?", "person-for-place"),
            ("Who is the birth place of Ann?", "place-for-person"),
        ],
    )
    def test_a_spouse_is_no_place_and_a_birth_place_nobody(
        self, question: str, flaw: str, meaning: CachedEncoder
    ) -> None:
        with PathsOverGraph(self.PEOPLE, "offline:guess", encoder=meaning) as agent:
            answer = agent.ask(question)
        assert (answer.status, ids(answer.findings)) == ("partial", [flaw])

    @pytest.mark.parametrize(
        ("question", "text"),
        [
            ("Who is the spouse of Ann?", "Dan"),
            ("Where is the birth place of Ann?", "Ulm"),
            ("Who was born in Rome?", "Eve"),
            ("Where is the owner of Games?", "Rome"),
        ],
        ids=["somebody", "a place", "against the arrow", "a thing with a class"],
    )
    def test_what_is_asked_for_is_supported(self, question: str, text: str, meaning: CachedEncoder) -> None:
        with PathsOverGraph(self.PEOPLE, "offline:guess", encoder=meaning) as agent:
            answer = agent.ask(question)
        assert (answer.text, answer.status, answer.warnings) == (text, "supported", ())
