"""A question asked by another of its readings: from an answer, in a thread, by JSON, with and without a model."""

import asyncio
import json
from collections.abc import Iterator

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import PathsOverGraph, SettingError, open_system
from pog_agent.models import Alternative, Answer, AnswerItem, ChosenReading
from tests.finding_ids import ids
from tests.pipeline_fixtures import mentions, replies, scripted, small_graph
from tests.reading.composing.cases import questioned

FILMS = small_graph(
    "Titanic director Cameron",
    "Titanic composer Horner",
    "Titanic lead_actor Kate",
    "Cameron a Person",
    "Horner a Person",
    "Kate a Person",
    "Titanic a Film",
    "Horner born_in Ulm",
    "Cameron born_in Oslo",
)
SHOT = "Who shot Titanic?"
TWO_MEANINGS = "Which rowers are coached by the chair of Otter Club?"


@pytest.fixture(scope="module")
def films() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(FILMS, "offline:guess", encoder="lexical", checkpointer=InMemorySaver()) as agent:
        yield agent


@pytest.fixture(scope="module")
def rowing() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(questioned("rowing").kg, "offline", encoder="lexical") as agent:
        yield agent


def composed(answer: Answer) -> ChosenReading:
    """The reading of an answer that goes by the composer."""
    paths = [other.path for other in answer.alternatives]
    return answer.other_reading(paths.index("composer") + 1)


def labels(answer: Answer) -> list[str]:
    return [item.label for item in answer.answers]


def test_each_other_reading_gives_the_answers_that_it_was_shown_with(films: PathsOverGraph) -> None:
    first = films.ask(SHOT)
    assert first.alternatives and first.by_reading == ""
    for number, other in enumerate(first.alternatives, start=1):
        answer = films.ask(first.other_reading(number))
        assert (answer.answers, answer.by_reading, answer.question) == (other.answers, other.path, SHOT)
        assert answer.confidence == other.confidence


def test_it_has_evidence_and_proof_and_is_partial_since_it_was_chosen(films: PathsOverGraph) -> None:
    answer = films.ask(composed(films.ask(SHOT)))
    assert [(head[-7:], tail[-6:]) for head, _, tail in answer.cited_triples] == [("Titanic", "Horner")]
    assert answer.sparql is not None and "composer" in answer.sparql
    assert (answer.status, answer.evidence) == ("partial", "kg_only")
    assert "reading-chosen" in ids(answer.findings)
    assert any("'shot'" in text for text in answer.warnings)
    assert list(answer.seconds) == ["take_reading", "verify_answer"]


def test_a_choice_between_two_meanings_is_no_proof_of_what_is_meant(rowing: PathsOverGraph) -> None:
    first = rowing.ask(TWO_MEANINGS)
    for number, other in enumerate(first.alternatives, start=1):
        answer = rowing.ask(first.other_reading(number))
        assert (answer.status, answer.answers) == ("partial", other.answers)
        assert answer.cited


def test_with_a_model_no_call_is_made_for_it() -> None:
    with scripted(replies(recognize_topics=mentions("Titanic")), FILMS, encoder="lexical") as (agent, llm):
        first = agent.ask(SHOT)
        calls = len(llm.steps)
        answer = agent.ask(first.other_reading(1))
        assert (len(llm.steps), answer.usage.llm_calls) == (calls, 0)
    assert calls > 0
    assert answer.answers == first.alternatives[0].answers
    assert answer.status == "partial"


def test_the_reply_says_by_which_reading_it_is(films: PathsOverGraph) -> None:
    result = films.graph.invoke(
        {"question": SHOT, "chosen": composed(films.ask(SHOT))}, {"configurable": {"thread_id": "reply"}}
    )
    assert result["messages"][-1].text.splitlines()[1] == "(by the reading: composer)"


def test_a_thread_goes_on_from_it(films: PathsOverGraph) -> None:
    first = films.ask(SHOT, thread="talk")
    films.ask(composed(first), thread="talk")
    answer = films.ask("Where was he born?", thread="talk")
    assert (labels(answer), answer.question) == (["Ulm"], "Where was Horner born?")
    again = films.ask(SHOT, thread="talk")
    assert (labels(again), again.by_reading) == (["Cameron"], "")


def test_who_keeps_the_turns_asks_by_it_too(films: PathsOverGraph) -> None:
    *_, first = films.stream(SHOT)
    *_, chosen = films.stream(composed(first.answer), earlier=[first.turn])
    assert labels(chosen.answer) == ["Horner"]
    *_, after = films.stream("Where was he born?", earlier=[first.turn, chosen.turn])
    assert labels(after.answer) == ["Ulm"]


def test_asynchronous_callers_ask_by_it(films: PathsOverGraph) -> None:
    answer = asyncio.run(films.aask(composed(films.ask(SHOT))))
    assert labels(answer) == ["Horner"]


def test_json_carries_it_to_any_client_of_the_graph(films: PathsOverGraph) -> None:
    record = json.loads(json.dumps(films.ask(SHOT).to_json()))
    (other,) = [item for item in record["alternatives"] if item["path"] == "composer"]
    chosen = {name: other[name] for name in ("query", "confidence")}
    chosen |= {"question": SHOT, "topics": record["topic_entities"]}
    given = {"messages": [HumanMessage(SHOT)], "chosen": chosen}
    answer = films.graph.invoke(given, {"configurable": {"thread_id": "json"}})["answer"]
    assert (labels(answer), answer.by_reading) == (["Horner"], "another reading")


@pytest.mark.parametrize("system", ["tog", "pog-e"])
def test_other_systems_answer_by_it(films: PathsOverGraph, system: str) -> None:
    chosen = composed(films.ask(SHOT))
    with open_system(system, kg=FILMS, model="offline", encoder="lexical") as agent:
        assert labels(agent.ask(chosen)) == ["Horner"]


def test_a_withheld_answer_is_given_to_whoever_chooses_it(films: PathsOverGraph) -> None:
    withheld = films.ask(SHOT, min_confidence=0.999)
    assert withheld.answers == ()
    answer = films.ask(withheld.other_reading(1), min_confidence=0.999)
    assert labels(answer) == ["Cameron"]


def test_the_words_are_not_read_in_another_language_or_without_a_schema(films: PathsOverGraph) -> None:
    chosen = composed(films.ask(SHOT))
    for settings, why in (({"languages": "de"}, "made for 'en'"), ({"compose": "off"}, "no schema")):
        answer = films.ask(chosen, **settings)
        assert (labels(answer), answer.status) == (["Horner"], "partial")
        assert any(why in text for text in answer.warnings)


def test_a_reading_of_another_question_is_not_answered_by(films: PathsOverGraph) -> None:
    given = {"question": "Who is the director of Titanic?", "chosen": composed(films.ask(SHOT))}
    answer = films.graph.invoke(given, {"configurable": {"thread_id": "other"}})["answer"]
    assert (labels(answer), answer.by_reading) == (["Cameron"], "")


def test_what_is_no_reading_is_a_clear_error(films: PathsOverGraph) -> None:
    first = films.ask(SHOT)
    for number in (0, -1, len(first.alternatives) + 1):
        with pytest.raises(SettingError, match=f"there is no other reading {number}: the answer has"):
            first.other_reading(number)
    with pytest.raises(SettingError, match="the chosen reading cannot be read"):
        films.graph.invoke({"question": SHOT, "chosen": {"query": 1}}, {"configurable": {"thread_id": "bad"}})
    with pytest.raises(SettingError, match="a claim is not judged by another reading"):
        films.ask(first.other_reading(1), task="verify")
    told = Alternative(answers=(AnswerItem(value="7", label="7"),), confidence=0.5)
    with pytest.raises(SettingError, match="cannot be asked by reading 1: no query says it"):
        Answer(question="q", alternatives=(told,)).other_reading(1)
