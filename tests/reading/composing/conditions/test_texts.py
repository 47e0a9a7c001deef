"""What texts and names are like, and in which language they are, are conditions."""

from dataclasses import replace

from pog_agent.reading.composing.composer import composed_query
from tests.reading.composing.cases import QuestionedGraph


def test_containing_things_is_no_condition_on_texts(halls: QuestionedGraph) -> None:
    scan = halls.scan("Which halls contain courses?")
    assert not any(head.text_conditions for head in scan.heads)
    assert scan.unread == []


def test_a_graph_whose_names_are_not_known_is_asked_for_none(halls: QuestionedGraph) -> None:
    question = "Which halls have a name that starts with B?"
    draft = composed_query(question, (), replace(halls.vocabulary(question), names=None))
    assert draft.query is None
    assert draft.reason == "it is not known by which relations the graph names things"
