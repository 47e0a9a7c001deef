"""Which answers have nothing but the meaning of words against them, and what is left when that is settled."""

import pytest

from pog_agent.answering.computed.confidence import OF_QUERIES
from pog_agent.answering.confidence import OF_PATHS, given_back, path_confidence
from pog_agent.answering.confirming.named_relations import other_relation_named
from pog_agent.answering.confirming.open_doubts import MOST_DOUBTS, has_open_doubts, settled_answer
from pog_agent.answering.confirming.paraphrases import said_by_paraphrase_alone, without_paraphrases
from pog_agent.answering.run_report import doubted, unsupported_notes
from pog_agent.models import Answer, AnswerItem, ElementReading, Paraphrase, QuestionAnalysis, Reading, SpanReading
from pog_agent.models.findings.finding import finding
from pog_agent.models.query import Column, Constant, Edge, GraphPattern, Query, VariableValue

UNREAD, UNASKED = finding("word-unread", "runs"), finding("relation-unasked", "manager")
PROVEN = finding("name-unused", "Osk")
QUERY = Query(
    pattern=GraphPattern(
        elements=(
            Edge(source="start", relation="urn:manager", target="answer"),
            Constant(variable="start", terms=("urn:kelder",)),
        )
    ),
    columns=(Column(name="answer", expression=VariableValue(variable="answer")),),
)


def answer(*findings, **fields) -> Answer:
    given = {
        "question": "Who runs Kelder?", "answers": (AnswerItem(iri="urn:ann", label="Ann"),), "status": "partial",
        "query": QUERY, "findings": findings, "confidence": 0.2,
        "warnings": ("a note", *unsupported_notes(findings)), **fields,
    }  # fmt: skip
    return Answer.model_validate(given)


@pytest.mark.parametrize(
    ("given", "is_open"),
    [
        (answer(UNREAD, UNASKED), True),
        (answer(UNREAD, PROVEN), False),
        (answer(), False),
        (answer(UNREAD, query=None), False),
        (answer(UNREAD, status="abstained"), False),
        (answer(UNREAD, kind="profile"), False),
        (answer(UNREAD, by_reading="another one"), False),
        (answer(finding("other-end-said", "owner", "owned", refutes=True)), False),
        (answer(*(finding("word-unread", str(number)) for number in range(MOST_DOUBTS + 1))), False),
    ],
)
def test_an_answer_is_doubted_for_words_alone_where_nothing_is_proven_against_it(given, is_open):
    assert has_open_doubts(given) is is_open


def test_a_settled_answer_is_supported_and_says_by_what():
    settled = settled_answer(answer(UNREAD, UNASKED), "model", {"question": "?"})
    assert (settled.status, settled.basis, settled.findings) == ("supported", "confirmed", ())
    assert [item.id for item in settled.settled] == ["word-unread", "relation-unasked"]
    assert settled.warnings == ("a note",)


def test_what_is_proven_is_never_settled():
    settled = settled_answer(answer(UNREAD, PROVEN), "model", {"question": "?"})
    assert (settled.status, settled.basis, settled.findings) == ("partial", None, (PROVEN,))
    assert settled.warnings == ("a note", *unsupported_notes([PROVEN]))


def test_a_later_doubt_leaves_no_basis():
    settled = settled_answer(answer(UNREAD), "agreement", {"question": "?"})
    assert settled.basis == "agreed"
    assert doubted(settled, PROVEN).basis is None


def test_the_weakest_way_is_the_basis():
    both = tuple(UNREAD.model_copy(update={"settled_by": by}) for by in ("agreement", "model"))
    assert answer(status="supported", settled=both).basis == "confirmed"
    assert answer(status="supported").basis == "proven"


def test_the_confidence_of_a_settled_answer_is_that_of_one_without_the_doubts():
    features = {"margin": 0.0, "extreme": 0.0, "denied": 0.0, "many": 1.0}
    whole = path_confidence(features, [])
    doubtful = path_confidence(features, [UNREAD, UNASKED])
    assert given_back(doubtful, OF_PATHS, [UNREAD, UNASKED], []) == pytest.approx(whole, abs=0.05)
    assert given_back(0.4, OF_QUERIES, [UNREAD], [UNREAD]) == 0.4


def reading(asked_by: str) -> Reading:
    return Reading(elements=(ElementReading(role="relation", text="manager", asked_by=asked_by),))


def test_a_relation_that_only_a_paraphrase_names_is_a_doubt():
    found = said_by_paraphrase_alone(reading("runs"), [], reading(""), [UNREAD, UNASKED])
    assert found == [finding("by-paraphrase-alone", "runs", "manager")]
    assert found[0].kind == "meaning"


def test_what_the_words_say_themselves_needs_no_paraphrase():
    assert said_by_paraphrase_alone(reading("managed"), [], reading("managed"), []) == []
    assert said_by_paraphrase_alone(reading("runs"), [UNREAD], reading("runs"), [UNREAD]) == []


def test_what_a_person_has_said_stays_when_the_paraphrases_of_a_model_are_left_out():
    person, model = Paraphrase(words="runs", others=("manager",)), Paraphrase(words="runs", others=("owner",))
    analysis = QuestionAnalysis(split_questions=(), paraphrases=(person, model))
    state = {"question": "?", "meant": [person], "analysis": analysis}
    assert without_paraphrases(state)["analysis"].paraphrases == (person,)
    bare = {"question": "?", "analysis": analysis.model_copy(update={"paraphrases": ()})}
    assert without_paraphrases(bare) is bare


def unread(word: str) -> Answer:
    spans = (SpanReading(text=word, start=0, end=len(word), role="unread"),)
    return answer(UNREAD, reading=Reading(spans=spans, elements=reading("").elements))


@pytest.mark.parametrize(
    ("word", "others", "named"),
    [
        ("owns", ("owner", "architect"), True),
        ("directed", ("director",), True),
        ("runs", ("owner", "architect"), False),
        ("managed", ("management board",), False),
    ],
)
def test_a_word_that_names_another_relation_there_is_no_matter_of_meaning(word, others, named):
    found = other_relation_named(unread(word), others)
    assert [item.kind for item in found] == ["proof"] * named
