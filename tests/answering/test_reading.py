"""Words of a question that nothing has read keep an answer from being supported."""

import pytest

from pog_agent import PathsOverGraph
from pog_agent.answering.reading import asks_for_a_measure, is_against_the_wording, unread_cues, unread_mentions
from pog_agent.models import Operation, TopicEntity
from tests.pipeline_fixtures import small_graph

ULM = TopicEntity(iri="urn:ulm", label="Ulm", mention="Ulm")
SHOWN = ["{Ulm} - located in -> {Germany}", "{Ulm} - founded -> {1184-01-01}", "{Ulm} - height -> {478}"]


def unread_parts(
    question: str, topics: list[TopicEntity], shown: list[str], operation: Operation = "none"
) -> list[str]:
    return [*unread_cues(question, topics, operation), *unread_mentions(question, topics, shown)]


@pytest.mark.parametrize(
    "question",
    [
        "Which river runs through Ulm?",
        "Where is Ulm?",
        "Is Ulm a German city?",
        "What is 478 in Ulm?",
        "Ulm, Germany: who founded it?",
    ],
)
def test_a_question_whose_words_are_on_the_path_is_read(question: str) -> None:
    assert unread_parts(question, [ULM], SHOWN) == []


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("Which people were not born in Ulm?", "says 'not'"),
        ("Which people weren't born in Ulm?", 'says "weren\'t"'),
        ("Which people weren’t born in Ulm?", "says 'weren’t'"),
        ("Which towns have no river but Ulm?", "says 'no'"),
        ("Which towns border Ulm except for Neu?", "says 'except for'"),
        ("Who lives in Ulm other than Ann?", "says 'other than'"),
        ("Who lives only in Ulm?", "says 'only'"),
        ("Which rivers of Ulm are longer than the Iller?", "says 'longer than'"),
        ("Is Ulm in Bavaria or in Hesse?", "says 'or'"),
        ("Which is the oldest bridge of Ulm?", "says 'oldest'"),
        ("Which town near Ulm has the most bridges?", "says 'most bridges'"),
        ("What joined Ulm in 1812?", "the number 1812"),
        ("Which 3 towns are near Ulm?", "the number 3"),
        ("Did Foo Ltd found Ulm?", "names 'Foo Ltd'"),
        ('Who sang "blue moon" in Ulm?', "names 'blue moon'"),
    ],
)
def test_what_no_step_reads_is_said(question: str, part: str) -> None:
    assert any(part in text for text in unread_parts(question, [ULM], SHOWN))


def test_a_superlative_is_read_by_an_answer_that_is_an_extreme() -> None:
    assert unread_parts("Which is the oldest bridge of Ulm?", [ULM], SHOWN, "earliest") == []
    assert unread_parts("Which town near Ulm has the most bridges?", [ULM], SHOWN, "largest")


def test_words_that_only_look_like_superlatives_are_none() -> None:
    assert unread_parts("Which forest lies west of Ulm?", [ULM], SHOWN) == []
    assert unread_parts("Which host is guest in Budapest near Ulm?", [ULM], [*SHOWN, "Budapest"]) == []


@pytest.mark.parametrize(
    ("question", "relation", "onward", "against"),
    [
        ("Who reports to Ann?", "reports to", True, True),
        ("Who reports to Ann?", "reports to", False, False),
        ("Whom does Ann report to?", "reports to", True, False),
        ("What is Ann replaced by?", "replaced by", True, False),
        ("What is Ann replaced by?", "replaced by", False, True),
        ("Who was born in the Ann?", "born in", False, False),
        ("Who is the manager of Ann?", "manager", True, False),
        ("Who is married to Ann?", "married to", True, False),
        ("Which films were directed by Ann and produced by Bob?", "produced by", False, False),
    ],
)
def test_who_stands_before_a_predicate_is_its_subject(
    question: str, relation: str, onward: bool, against: bool
) -> None:
    ann = TopicEntity(iri="urn:ann", label="Ann", mention="Ann")
    assert is_against_the_wording(question, ann, relation, onward) is against


def test_a_measure_is_asked_for_by_how() -> None:
    assert asks_for_a_measure("How old was Ann?") == "How old"
    assert asks_for_a_measure("How did Ann come to Ulm?") is None


def test_the_first_word_of_a_sentence_is_no_name() -> None:
    assert unread_parts("Hello. Which river runs through Ulm?", [ULM], SHOWN) == []


PEOPLE = small_graph(
    "Ann a person",
    "Bob a person",
    "Ann born_in Ulm",
    "Bob born_in Oslo",
    'Ann birth_year "1950"',
    "Ulm part_of Bavaria",
)


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("Where was Ann born?", "supported"),
        ("Who was not born in Ulm?", "partial"),
        ("Where was Ann born in 1812?", "partial"),
        ("Where was Ann Frank born?", "partial"),
    ],
)
def test_an_answer_to_half_a_question_is_partial(question: str, status: str) -> None:
    with PathsOverGraph(PEOPLE, "offline:guess", encoder="lexical") as agent:
        answer = agent.ask(question)
    assert answer.answers
    assert answer.status == status


def test_topics_given_by_iri_need_not_be_spelled_as_the_graph_does() -> None:
    with PathsOverGraph(PEOPLE, "offline:guess", encoder="lexical") as agent:
        given = agent.ask("Where was Annie born?", topics=("urn:test:Ann",))
        named = agent.ask("Where was Ann Annie born?")
        negated = agent.ask("Who was not born there?", topics=("urn:test:Ulm",))
    assert given.answers and named.answers and negated.answers
    assert any("'not'" in text for text in negated.warnings)
    assert not any("Annie" in text for text in given.warnings)
    assert any("'Annie'" in text for text in named.warnings)


class TestNodesWithoutAName:
    GRAPH = small_graph("Acme makes x1", "Acme makes x2", 'x1 weight "12"', 'x2 weight "30"', unnamed="x1 x2")

    def test_they_are_no_answer(self) -> None:
        with PathsOverGraph(self.GRAPH, "offline:guess", encoder="lexical") as agent:
            answer = agent.ask("What does Acme make?")
        assert not any(item.iri for item in answer.answers)

    def test_an_extreme_over_them_is_asked_in_vain(self) -> None:
        with PathsOverGraph(self.GRAPH, encoder="lexical") as agent:
            answer = agent.ask("What is the heaviest thing Acme makes?")
        assert answer.status == "abstained"


class TestDirection:
    GRAPH = small_graph("Bob reports_to Ann", "Ann reports_to Eve", "Ann a person", "Bob a person", "Eve a person")

    @pytest.mark.parametrize(
        ("question", "right"), [("Who reports to Ann?", "Bob"), ("Who does Ann report to?", "Eve")]
    )
    def test_an_answer_the_wrong_way_round_is_never_supported(self, question: str, right: str) -> None:
        with PathsOverGraph(self.GRAPH, "offline:guess", encoder="lexical") as agent:
            answer = agent.ask(question)
        assert answer.text == right or answer.status != "supported"


def test_a_date_is_no_measure() -> None:
    graph = small_graph('Ann died "1989-03-01"', "Ann a person")
    with PathsOverGraph(graph, "offline:guess", encoder="lexical") as agent:
        answer = agent.ask("How old was Ann when she died?")
    assert answer.status != "supported"
    assert any("the answer is a date" in text for text in answer.warnings)
