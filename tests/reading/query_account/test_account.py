"""Accounts of queries that language models might write: right ones have no flaw, erring ones have one."""

import pytest

from pog_agent.models import Paraphrase
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reading.query_account.account import QueryAccount, account_of_query
from tests.finding_ids import ids
from tests.reading.query_account.cases import ERRING, PAINTED, RIGHT, Asked, museum, workshop
from tests.schema_fixtures import everyday

DOUBTED = {
    "How many loans went to the Harbour Gallery?": "borrower",
    "Which staff members do not report to anyone?": "in which direction",
    "How many movies did Clara Voss direct?": "direct",
    "Which director directed the most movies?": "directed",
}
"""Right queries that are doubted all the same: no word of the question is like what the graph says."""


def account(asked: Asked) -> QueryAccount:
    graph = everyday(asked.graph)
    step = graph.step(asked.question, *asked.names)
    query = graph.query(asked.question, asked.names, **asked.reply)
    return account_of_query(asked.question, step.context.topics, query, step.vocabulary, graph.encoder)


@pytest.mark.parametrize(
    "asked", [case for case in RIGHT if case.question not in DOUBTED], ids=lambda case: case.question
)
def test_a_query_that_is_asked_for_has_no_flaw(asked: Asked) -> None:
    found = account(asked)
    assert found.flaws == ()
    assert found.reading.unread == ()
    assert found.reading.unasked == ()


@pytest.mark.parametrize(
    "asked", [case for case in RIGHT if case.question in DOUBTED], ids=lambda case: case.question
)
def test_where_the_words_do_not_tell_less_is_claimed(asked: Asked) -> None:
    assert any(DOUBTED[asked.question] in flaw.message for flaw in account(asked).flaws)


@pytest.mark.parametrize("asked", ERRING, ids=lambda case: f"{case.question} {case.wrong}")
def test_an_erring_query_has_a_flaw(asked: Asked) -> None:
    assert account(asked).flaws


def test_each_word_and_each_part_has_its_account() -> None:
    asked = museum(
        "Which museums were founded before 1960?",
        where=["m is class:museum", "m attribute:founded in y", "y < 1960"],
        select=["m"],
    )
    reading = account(asked).reading
    assert [(span.text, span.role, span.meaning) for span in reading.spans if span.role != "filler"] == [
        ("museums", "class", "museum"),
        ("founded", "relation", "founded in"),
        ("before", "operation", "before"),
        ("1960", "value", "1960"),
    ]
    assert [(item.role, item.text, item.asked_by) for item in reading.elements] == [
        ("relation", "founded in", "founded"),
        ("class", "museum", "museums"),
    ]


def test_what_need_not_be_asked_for_says_why() -> None:
    asked = museum(
        "Which paintings hang in rooms of the Brackwater Museum of Art?",
        "Brackwater Museum of Art",
        where=[
            *("w is class:painting", "w link:hangs in room r", "r is class:Room"),
            *("r link:room of m", "m is topic:Brackwater Museum of Art", "m is class:museum"),
        ],
        select=["w"],
    )
    needed = {item.text: item.needed for item in account(asked).reading.elements if item.needed}
    assert needed == {"museum": "a relation of it leads to nothing else"}


def test_a_text_of_the_graph_stands_for_its_attribute() -> None:
    asked = workshop(
        "Which brakes failed a test?",
        where=["x is class:Brake", "t link:tested item x", "t attribute:outcome o", "o is value:failed"],
        select=["x"],
    )
    reading = account(asked).reading
    assert ("failed", "value") in [(span.text, span.role) for span in reading.spans]
    assert next(item.needed for item in reading.elements if item.text == "outcome") == "it leads to 'failed'"


@pytest.mark.parametrize(
    ("question", "flaw"),
    [
        ("Which paintings are by Ilse Marwede?", "count-unasked"),
        ("How many famous paintings are by Ilse Marwede?", "word-not-said"),
        ("How many paintings are by Ilse Marwede and not restored?", "exclusion-not-made"),
        ("How many paintings are by Ilse Marwede or others?", "alternatives-not-made"),
        ("How many paintings on average are by Ilse Marwede?", "aggregate-not-taken"),
        ("How many of the largest paintings are by Ilse Marwede?", "extreme-not-taken"),
        ("How many paintings are by Ilse Marwede since 1900?", "comparison-not-made"),
        ("Are there paintings by Ilse Marwede?", "yes-no-not-given"),
        ("What share of the paintings is by Ilse Marwede?", "ratio-not-taken"),
        ("How many more paintings are by Ilse Marwede?", "difference-not-taken"),
    ],
)
def test_what_the_query_does_not_do_is_named(question: str, flaw: str) -> None:
    where = [*PAINTED, "a is topic:Ilse Marwede"]
    found = account(museum(question, "Ilse Marwede", where=where, select=["count(w)"])).flaws
    assert flaw in ids(found)


def test_paraphrases_of_the_model_are_read() -> None:
    graph = everyday("museum")
    question = "Which artists were apprentices of Ilse Marwede?"
    where = ["x is class:Artist", "x link:pupil of t", "t is topic:Ilse Marwede"]
    query = graph.query(question, ("Ilse Marwede",), where=where, select=["x"])
    step = graph.step(question, "Ilse Marwede")
    given = (question, step.context.topics, query, step.vocabulary, LexicalEncoder())
    assert account_of_query(*given).flaws
    paraphrases = [Paraphrase(words="apprentices", others=("pupil of", "student of"))]
    assert account_of_query(*given, paraphrases=paraphrases).flaws == ()


def test_a_topic_that_is_optional_is_guessed() -> None:
    graph = everyday("museum")
    question = "How many paintings are by Ilse Marwede?"
    asked = museum(question, "Ilse Marwede", where=[*PAINTED, "a is topic:Ilse Marwede"], select=["count(w)"])
    query = graph.query(question, asked.names, **asked.reply)
    step = graph.step(question, *asked.names)
    topics = [topic.model_copy(update={"optional": True}) for topic in step.context.topics]
    found = account_of_query(question, topics, query, step.vocabulary, graph.encoder)
    assert "name-unsaid" in ids(found.flaws)
