"""What is less sure than asked for is not given, and stays to be looked at."""

from types import SimpleNamespace

import pytest

from pog_agent import PathsOverGraph, PogConfig
from pog_agent.answering.withholding import confident_answer
from pog_agent.conversation.finishing import finished_late
from pog_agent.models import Alternative, Answer, AnswerItem, CitedPath
from pog_agent.terms import humanize, local_name
from tests.pipeline_fixtures import small_graph

ULM = AnswerItem(iri="e:ulm", label="Ulm")
PATH = CitedPath(text="{Ann} - born in -> {Ulm}", triples=(("e:ann", "r/born_in", "e:ulm"),))
TWO_STEPS = CitedPath(
    text="", triples=(("e:f", "r/director", "e:a"), ("e:a", "r/born_in", "e:u"), ("e:b", "r/born_in", "e:u"))
)


def given(**fields) -> Answer:
    basics = {
        "question": "Where?",
        "answers": (ULM,),
        "status": "supported",
        "evidence": "kg_only",
        "paths": (PATH,),
    }
    return Answer(**{**basics, "reason": "As cited.", **fields})


def other(label: str, confidence: float) -> Alternative:
    return Alternative(
        answers=(AnswerItem(iri=f"e:{label}", label=label),), path="lived in", confidence=confidence
    )


async def after(answer: Answer, least: float) -> Answer:
    """The answer that is given for this `min_confidence`."""

    async def relation_labels(relations):
        return {name: humanize(local_name(name)) for name in relations}

    run = SimpleNamespace(config=PogConfig(min_confidence=least), relation_labels=relation_labels)
    return await confident_answer(answer, {"question": ""}, run)


@pytest.mark.parametrize("status", ["supported", "partial"])
async def test_a_less_confident_answer_becomes_the_first_alternative(status):
    found = await after(given(status=status, confidence=0.31, alternatives=(other("Rom", 0.2),)), 0.5)
    assert (found.status, found.answers, found.paths, found.evidence) == ("abstained", (), (), None)
    assert found.reason == "the best answer has a confidence of 0.31, less than min_confidence 0.5"
    assert found.text == found.reason
    assert found.confidence is None
    assert found.alternatives == (
        Alternative(answers=(ULM,), path="born in", confidence=0.31),
        other("Rom", 0.2),
    )


@pytest.mark.parametrize("by_reading", ["", "lived in"])
def test_what_a_person_asked_for_holds_where_time_is_up(by_reading):
    run = SimpleNamespace(config=PogConfig(min_confidence=0.5, confirm="answer"))
    found = finished_late(given(confidence=0.31, by_reading=by_reading), {"question": "Where?"}, run)
    if by_reading:  # whoever chose it has seen how sure it is
        assert found["held"].answers == (ULM,)
    else:
        assert found["answer"].alternatives == (Alternative(answers=(ULM,), path=PATH.text, confidence=0.31),)
        assert found["answer"].status == "abstained"


@pytest.mark.parametrize("confidence", [0.5, 0.51, 1.0])
async def test_a_confidence_that_suffices_changes_nothing(confidence):
    answer = given(confidence=confidence)
    assert await after(answer, 0.5) == answer


async def test_by_default_the_least_confident_answer_is_given():
    answer = given(confidence=0.0)
    assert PogConfig().min_confidence == 0.0
    assert await after(answer, 0.0) == answer


@pytest.mark.parametrize("fields", [{"status": "parametric"}, {"status": "abstained", "answers": (), "paths": ()}])
async def test_other_statuses_are_left_as_they_are(fields):
    answer = given(confidence=0.1, **fields)
    assert await after(answer, 0.9) == answer


async def test_an_answer_without_a_confidence_is_given_with_a_warning():
    found = await after(given(warnings=("first",)), 0.5)
    assert (found.status, found.answers) == ("supported", (ULM,))
    assert found.warnings == ("first", "the answer has no confidence, so min_confidence 0.5 does not withhold it")
    assert (await after(given(), 0.0)).warnings == ()


async def test_no_more_alternatives_are_kept_than_an_answer_has():
    others = tuple(other(name, 0.1) for name in ("Rom", "Oslo", "Bonn"))
    found = await after(given(confidence=0.3, alternatives=others), 0.5)
    assert [reading.answers[0].label for reading in found.alternatives] == ["Ulm", "Rom", "Oslo"]


@pytest.mark.parametrize(("paths", "words"), [((), ""), ((TWO_STEPS, PATH), "director / born in")])
async def test_the_withheld_answer_says_by_which_relations_it_was_reached(paths, words):
    found = await after(given(confidence=0.3, paths=paths), 0.5)
    assert found.alternatives[0].path == words


async def test_a_confidence_just_below_is_not_rounded_up():
    found = await after(given(confidence=0.4999), 0.5)
    assert "a confidence of 0.49, less than min_confidence 0.5" in found.reason


def test_a_run_withholds_its_answer_for_one_question_only(monkeypatch):
    from pog_agent.nodes.pog import verify_answer

    verified = verify_answer.verified_answer

    async def unsure(state, run):
        return (await verified(state, run)).model_copy(update={"confidence": 0.31})

    monkeypatch.setattr(verify_answer, "verified_answer", unsure)
    question = "Who is the founder of Acme?"
    with PathsOverGraph(small_graph("Acme founder Ann"), encoder="lexical") as agent:
        open_answer = agent.ask(question)
        withheld = agent.ask(question, min_confidence=0.5)
    assert (open_answer.status, open_answer.text, open_answer.confidence) == ("supported", "Ann", 0.31)
    assert (withheld.status, withheld.answers) == ("abstained", ())
    (held,) = withheld.alternatives
    assert (held.answers, held.path, held.confidence) == (open_answer.answers, "founder", 0.31)
    assert held.query == open_answer.query
