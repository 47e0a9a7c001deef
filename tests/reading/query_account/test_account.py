"""What the account of a query that a language model wrote tells of each word and of each part."""

from typing import Any

import pytest

from pog_agent.models import Paraphrase
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reading.query_account.account import QueryAccount, account_of_query
from tests.schema_fixtures import everyday

PAINTED = ["w is class:painting", "w link:painted by a"]


def account(name: str, question: str, *names: str, **reply: Any) -> QueryAccount:
    graph = everyday(name)
    step, query = graph.step(question, *names), graph.query(question, names, **reply)
    return account_of_query(question, step.context.topics, query, step.vocabulary, graph.encoder)


def test_each_word_and_each_part_has_its_account() -> None:
    found = account(
        "museum",
        "Which museums were founded before 1960?",
        where=["m is class:museum", "m attribute:founded in y", "y < 1960"],
        select=["m"],
    )
    reading = found.reading
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
    found = account(
        "museum",
        "Which paintings hang in rooms of the Brackwater Museum of Art?",
        "Brackwater Museum of Art",
        where=[
            *("w is class:painting", "w link:hangs in room r", "r is class:Room"),
            *("r link:room of m", "m is topic:Brackwater Museum of Art", "m is class:museum"),
        ],
        select=["w"],
    )
    needed = {item.text: item.needed for item in found.reading.elements if item.needed}
    assert needed == {"museum": "a relation of it leads to nothing else"}


def test_a_text_of_the_graph_stands_for_its_attribute() -> None:
    found = account(
        "workshop",
        "Which brakes failed a test?",
        where=["x is class:Brake", "t link:tested item x", "t attribute:outcome o", "o is value:failed"],
        select=["x"],
    )
    reading = found.reading
    assert ("failed", "value") in [(span.text, span.role) for span in reading.spans]
    assert next(item.needed for item in reading.elements if item.text == "outcome") == "it leads to 'failed'"


@pytest.mark.parametrize(
    ("question", "flaw"),
    [
        ("Which paintings are by Ilse Marwede?", "operation-unasked"),
        ("How many famous paintings are by Ilse Marwede?", "word-unread"),
        ("How many paintings are by Ilse Marwede and not restored?", "cue-not-carried-out"),
        ("How many paintings are by Ilse Marwede or others?", "cue-not-carried-out"),
        ("How many paintings on average are by Ilse Marwede?", "cue-not-carried-out"),
        ("How many of the largest paintings are by Ilse Marwede?", "cue-not-carried-out"),
        ("How many paintings are by Ilse Marwede since 1900?", "cue-not-carried-out"),
        ("Are there paintings by Ilse Marwede?", "cue-not-carried-out"),
        ("What share of the paintings is by Ilse Marwede?", "cue-not-carried-out"),
        ("How many more paintings are by Ilse Marwede?", "cue-not-carried-out"),
    ],
)
def test_what_the_query_does_not_do_is_named(question: str, flaw: str) -> None:
    where = [*PAINTED, "a is topic:Ilse Marwede"]
    found = account("museum", question, "Ilse Marwede", where=where, select=["count(w)"]).flaws
    assert flaw in [item.id for item in found]


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
    where = [*PAINTED, "a is topic:Ilse Marwede"]
    query = graph.query(question, ("Ilse Marwede",), where=where, select=["count(w)"])
    step = graph.step(question, "Ilse Marwede")
    topics = [topic.model_copy(update={"optional": True}) for topic in step.context.topics]
    found = account_of_query(question, topics, query, step.vocabulary, graph.encoder)
    assert "name-unsaid" in [item.id for item in found.flaws]
