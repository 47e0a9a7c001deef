"""Plainer questions have the names of the whole one at their own places, and their readings its places."""

from pog_agent.reading.composing.composer import composed_query
from pog_agent.reading.composing.forms.subquestions import WholeQuestion
from tests.reading.composing.cases import QuestionedGraph

TEXT = "How much heavier is the rye bread Dunkel than Weissling?"


def whole(graph: QuestionedGraph) -> WholeQuestion:
    names = ("Dunkel", "Weissling")
    return WholeQuestion(TEXT, graph.topics(*names), graph.vocabulary(TEXT, *names), composed_query)


def test_a_reading_stands_at_the_words_of_the_whole_question(bakeries: QuestionedGraph) -> None:
    start, end = TEXT.index("the rye"), TEXT.index(" than")
    draft = whole(bakeries).draft("What is the weight of ", (start, end), "?")
    assert draft.query is not None
    assert bakeries.rows(draft.query) == ["1000"]
    assert [TEXT[span.start : span.end] for span in draft.reading.spans] == ["rye bread Dunkel"]


def test_a_class_is_named_by_all_words_of_a_place(bakeries: QuestionedGraph) -> None:
    question, noun = whole(bakeries), TEXT.index("rye")
    found = question.class_at((TEXT.index("the rye"), TEXT.index(" Dunkel")))
    assert found is not None
    assert found.label == "rye bread"
    assert question.class_at((noun, TEXT.index(" than"))) is None
