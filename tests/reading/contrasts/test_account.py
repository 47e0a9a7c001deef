"""No relation carries a word of which its name is the opposite, or a word that changes what is asked."""

import pytest

from pog_agent.reading.contrasts.account import ContrastedRelation, contrast_flaws
from pog_agent.reading.contrasts.opposites import contrast
from pog_agent.reading.question_words import QuestionWords
from pog_agent.reading.wording import read_wording
from tests.reading.paths import topic_named

NAME = "Ann Lee"


def flaws_of(question, relation, *, onward=True, aliases=(), said=(), **computing):
    topics = [topic_named(NAME)]
    words = QuestionWords(question, topics, read_wording(question, topics))
    return list(contrast_flaws(words, [ContrastedRelation(relation, aliases, onward)], said, **computing))


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("maximum", "minimum", "opposite"),
        ("lowest", "highest", "opposite"),
        ("younger", "older", "opposite"),
        ("denied", "admits", "opposite"),
        ("untied", "tied", "opposite"),
        ("monthly", "annual", "opposite"),
        ("buyer", "seller", "converse"),
        ("sold", "buys", "converse"),
        ("tenants", "landlord", "converse"),
        ("yearly", "annual", None),
        ("highest", "maximum", None),
        ("opened", "opening", None),
        ("uncle", "clean", None),
    ],
)
def test_forms_of_two_words_are_opposites_or_sides_either_way(one, other, kind):
    assert contrast(one, other) == contrast(other, one) == kind


@pytest.mark.parametrize(
    ("question", "relation", "told"),
    [
        ("What is the gross income of Ann Lee?", "net income", "'gross' is the opposite of 'net'"),
        ("Which songs does Ann Lee hate?", "loves", "'hate' is the opposite of 'loves'"),
        ("What is the low-cost fare of Ann Lee?", "high-cost fare", "'low' is the opposite of 'high'"),
        ("What did Ann Lee sell?", "bought", "'sell' is the opposite of 'bought'"),
        ("Who is the assistant coach of Ann Lee?", "coach", "'assistant' changes what is asked"),
        ("Who is Ann Lee's mother-in-law?", "mother", "'mother-in-law' changes what is asked"),
        ("What did Ann Lee refuse to eat?", "ate", "'refuse' changes what is asked"),
        ("Who nearly beat Ann Lee?", "beaten by", "'nearly' changes what is asked"),
        ("Which road should Ann Lee take?", "took", "'should' changes what is asked"),
        ("Which road could Ann Lee take?", "took road", "'could' changes what is asked"),
        ("What is the average mark of Ann Lee?", "mark", "'average' changes what is asked"),
    ],
)
def test_what_a_relation_contradicts_or_does_not_tell_is_said_in_one_sentence(question, relation, told):
    (found,) = flaws_of(question, relation)
    assert told in found.message
    assert relation.split()[0].partition("-")[0] in found.message
    assert len(found.message.split()) <= 25


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("What is the highest income of Ann Lee?", "maximum income"),
        ("Who is the deputy coach of Ann Lee?", "assistant coach"),
        ("Who is Ann Lee's mother-in-law?", "mother-in-law"),
        ("What did Ann Lee decline to eat?", "refused to eat"),
        ("What must Ann Lee wear?", "required clothes"),
        ("Whom should I call about Ann Lee?", "phone"),
        ("Where can I buy what Ann Lee makes?", "sold at"),
        ("Which road will Ann Lee take?", "road"),
        ("Is Ann Lee, I mean the coach, here?", "coach"),
        ("Who is the assistant of Ann Lee?", "assistant"),
        ("Did Ann Lee win almost 20 cups?", "cups"),
        ("Which of Ann Lee's shops are not open?", "closed on"),
        ("Did the new owner of Ann Lee's old boat repaint it?", "old boat"),
    ],
)
def test_what_the_names_of_the_graph_say_is_told(question, relation):
    assert flaws_of(question, relation) == []


def test_another_name_or_class_of_the_graph_carries_a_word():
    assert flaws_of("What did Ann Lee sell?", "bought", aliases=("sold",)) == []
    assert flaws_of("Who is the acting coach of Ann Lee?", "coach", said=("deputy",)) == []


def test_the_other_side_of_a_relation_is_told_by_the_other_word():
    assert flaws_of("Who is Ann Lee's pupil?", "teacher", onward=False) == []
    assert flaws_of("Who is Ann Lee's pupil?", "teacher", onward=True)
    assert flaws_of("Who is Ann Lee's pupil?", "teacher of", onward=True) == []
    assert flaws_of("Who did Ann Lee learn it from in 1990?", "teacher", onward=True) == []
    assert flaws_of("Ann Lee reports to whom?", "has manager", onward=True) == []
    assert flaws_of("Who has Ann Lee as a pupil?", "teacher", onward=True) == []
    assert flaws_of("Whose pupil is Ann Lee?", "teacher", onward=True) == []


def test_one_step_of_a_path_tells_the_other_side_of_another():
    topics = [topic_named(NAME)]
    question = "Who are the other children of the mother of Ann Lee?"
    words = QuestionWords(question, topics, read_wording(question, topics))
    up, down = ContrastedRelation("parent", onward=True), ContrastedRelation("parent", onward=False)
    assert list(contrast_flaws(words, [up, down])) == []


def test_a_superlative_may_order_things_by_what_a_relation_tells_and_an_average_be_computed():
    question = "Which pool of Ann Lee has the lowest depth?"
    assert flaws_of(question, "maximum depth")
    assert flaws_of(question, "maximum depth", orders=True) == []
    assert flaws_of("What is the average mark of Ann Lee?", "mark", aggregates=True) == []
