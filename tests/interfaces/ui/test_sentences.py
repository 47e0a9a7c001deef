"""Why an answer has its status, in one sentence; and what is asked back where a word is in doubt."""

import pytest

from pog_agent.interfaces.ui.doubts import doubts_of
from pog_agent.interfaces.ui.sentences import why_sentence
from pog_agent.models import Abstention, Answer, ElementReading, Reading, SpanReading, TopicEntity
from pog_agent.models.findings.finding import Finding

QUESTION = "Who looks after Mill?"
FLAW = Finding(id="subclasses-left-out", message="what is not of the class '{artist}' was left out")


def span(text: str, role: str, meaning: str = "", likeness: float = 1.0) -> SpanReading:
    start = QUESTION.index(text)
    return SpanReading(
        text=text, start=start, end=start + len(text), role=role, meaning=meaning, likeness=likeness
    )


def partial(*spans: SpanReading, relations: tuple[str, ...] = (), **fields: object) -> Answer:
    elements = tuple(ElementReading(role="relation", text=text) for text in relations)
    return Answer(question=QUESTION, status="partial", reading=Reading(spans=spans, elements=elements), **fields)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answer(question="q", status="supported"), "every word of your question was used"),
        (Answer(question="q", status="supported", evidence="documents"), "Every fact is in the documents"),
        (Answer(question="q", status="parametric"), "from memory"),
        (partial(findings=(FLAW,)), "one thing is open: what is not of the class '{artist}' was left out."),
        (partial(span("looks", "unread"), span("Mill", "unread")), "was not used: 'looks', 'Mill'."),
        (partial(warnings=("cut",)), "something is missing or uncertain"),
        (partial(findings=(FLAW,), by_reading="keeper"), "read as you chose"),
        (partial(span("looks", "relation", "keeper", 0.5)), "a word of your question may mean something else"),
    ],
)
def test_a_status_has_one_sentence(answer, said):
    sentence = why_sentence(answer, doubts_of(answer))
    assert said in sentence and sentence.count(". ") <= 1


def test_an_abstention_names_its_thing_and_none_of_our_words():
    topic = TopicEntity(iri="http://example.org/mill", label="Mill {x}", mention="Mill")
    for case in ("relation_not_found", "not_judged_sufficient"):
        abstention = Abstention(case=case, message="no relation")
        text = why_sentence(Answer(question="q", abstention=abstention, topic_entities=(topic,)), [])
        assert "Mill {x}" in text and "relation" not in text
    asked_back = Abstention(case="ambiguous", message="'Mill' may mean a or b. Which one do you mean?")
    assert why_sentence(Answer(question="q", abstention=asked_back), []) == asked_back.message


def test_a_word_that_is_little_like_its_meaning_is_in_doubt():
    (doubt,) = doubts_of(partial(span("looks", "relation", "keeper", 0.5), span("after", "class", "afters", 0.5)))
    assert (doubt.words, doubt.meaning) == ("looks", "keeper")
    assert doubt.paraphrase == '{"words":"looks","others":["keeper"]}'
    assert doubts_of(partial(span("looks", "relation", "keeper", 0.9))) == []


def test_words_that_nothing_stands_for_are_in_doubt_as_a_whole_where_one_relation_is_not_asked_for():
    words = span("looks", "unread"), span("after", "unread")
    (doubt,) = doubts_of(partial(*words, relations=("keeper",)))
    assert (doubt.words, doubt.meaning) == ("looks after", "keeper")
    assert doubts_of(partial(*words, relations=("keeper", "owner"))) == []
    assert doubts_of(partial(words[0], span("Mill", "unread"), relations=("keeper",))) == []
    assert doubts_of(partial(*words, relations=("keeper",)).model_copy(update={"status": "supported"})) == []
