"""Follow-ups with a language model over HTTP: what it reads is held against what was said, and against rules."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent.agent import Agent, open_system
from pog_agent.models import Answer
from tests.conversations.talks import GRAPHS
from tests.llm_server import Body, Script, Scripted, ScriptedLLM, user_text
from tests.pipeline_fixtures import analysis, citing, mentions


def number_of(body: Body, label: str) -> int:
    """The number under which a thing is shown."""
    found = re.search(rf"^(\d+)\. {re.escape(label)}", user_text(body), re.MULTILINE)
    assert found, user_text(body)
    return int(found[1])


def rewriting(question: str, *labels: str, among: str = "", **fields: Any) -> Script:
    """A model that rewrites with the things of these labels, and answers every question by its first path."""

    def script(step: str, body: Body) -> Scripted:
        asked = user_text(body).rpartition("<question>")[2].partition("</question>")[0]
        if step == "rewrite_question":
            numbers = [f"{{{number_of(body, label)}}}" for label in labels]
            number = number_of(body, f"all of: {among}") if among else None
            return json.dumps({"question": question.format(*numbers), "among": number, **fields})
        if step == "recognize_topics":
            spotted = user_text(body).rpartition("<spotted>")[2].partition("</spotted>")[0]
            return mentions(*filter(None, spotted.strip().splitlines()))
        if step == "analyze_question":
            return analysis(splits=[asked or "?"])
        return citing((1, 1))(body) if step == "answer" else None

    return script


@contextmanager
def talk(script: Script) -> Iterator[tuple[Agent, ScriptedLLM]]:
    llm = ScriptedLLM()
    with (
        llm.serve(script) as url,
        open_system(
            "pog", kg=GRAPHS["press"], model="openai:scripted", base_url=url, checkpointer=InMemorySaver()
        ) as agent,
    ):
        yield agent, llm


def second(script: Script, first: str, then: str) -> tuple[Answer, ScriptedLLM]:
    with talk(script) as (agent, llm):
        agent.ask(first, thread="t")
        llm.requests.clear()
        return agent.ask(then, thread="t"), llm


def test_the_first_question_and_a_complete_one_ask_nothing_more() -> None:
    answer, llm = second(rewriting("x"), "Who wrote Winterglass?", "Where was Ines Corvath born?")
    assert "rewrite_question" not in llm.steps
    assert (answer.question, answer.asked) == ("Where was Ines Corvath born?", "")


def test_the_model_puts_the_thing_in_its_place() -> None:
    script = rewriting("Where was {} born?", "Mara Tolvane")
    answer, llm = second(script, "Who wrote Winterglass?", "Where was she born?")
    assert llm.steps[0] == "rewrite_question"
    assert (answer.question, answer.asked) == ("Where was Mara Tolvane born?", "Where was she born?")
    assert [topic.label for topic in answer.topic_entities] == ["Mara Tolvane"]
    assert answer.usage.by_step["rewrite_question"].llm_calls == 1


def test_what_rules_do_not_see_the_model_may_read() -> None:
    script = rewriting("Who is the manager of {}?", "Joren Pell")
    answer, _ = second(script, "When was Joren Pell born?", "Who is the manager?")
    assert answer.question == "Who is the manager of Joren Pell?"
    assert answer.status == "partial"
    assert any("only the language model reads 'Who is the manager?'" in text for text in answer.warnings)


def test_what_is_completed_by_rules_is_asked_in_no_other_way() -> None:
    """Only the thing was said anew: what is asked of it stays."""
    script = rewriting("What is the population of Turland?")
    answer, _ = second(script, "What is the capital of Marn?", "And Turland?")
    assert answer.question == "What is the capital of Turland?"
    assert any("it adds 'population'" in text for text in answer.warnings)
    answer, _ = second(rewriting("Where was Joren Pell born?"), "When was Mara Tolvane born?", "And Joren Pell?")
    assert answer.question == "When was Joren Pell born?"
    assert any("another question word" in text for text in answer.warnings)


def test_a_negation_is_not_lost() -> None:
    script = rewriting("Which countries border Selvia?", among="Marn, Quora, Selvia")
    with talk(script) as (agent, _):
        agent.ask("Which countries border Turland?", thread="t")
        answer = agent.ask("Which of them do not border Selvia?", thread="t")
    assert answer.question == "Which countries do not border Selvia?"
    assert any("leaves out a negation" in text for text in answer.warnings)


def test_a_namesake_that_rules_have_found_is_meant_by_its_name() -> None:
    with talk(rewriting("Who directed the film The Salt Road?")) as (agent, llm):
        agent.ask("Who wrote The Salt Road?", thread="t")
        answer = agent.ask("No, I meant the film", thread="t")
    assert llm.steps.count("rewrite_question") == 1
    assert {item.iri for item in answer.topic_entities} == {"http://example.org/press/saltroadfilm"}


def test_a_choice_among_what_was_asked_back_is_not_read_by_the_model() -> None:
    with talk(rewriting("What is the population of {}?", "Ostrel")) as (agent, llm):
        agent.ask("What is the capital of Marn?", thread="t")
        agent.ask("What is its population?", thread="t")
        answer = agent.ask("the country", thread="t")
    assert "rewrite_question" not in llm.steps
    assert answer.question == "What is Marn's population?"


def test_some_of_several_answers_are_not_all() -> None:
    with talk(rewriting("Which country borders Selvia?")) as (agent, _):
        agent.ask("Which countries border Turland?", thread="t")
        answer = agent.ask("Which of them borders Selvia?", thread="t")
    assert answer.among == ("Marn", "Quora", "Selvia")
    assert any("more than some of the answers" in text for text in answer.warnings)


@pytest.mark.parametrize(
    ("first", "then", "script", "named"),
    [
        (
            "When was Ines Corvath born?",
            "Who is her manager?",
            rewriting("Who is her manager?"),
            {"Ines Corvath"},
        ),
        (
            "What is the capital of Marn?",
            "Who is the mayor there?",
            rewriting("Who is the mayor of {}?", "Marn"),
            {"Ostrel", "Marn"},
        ),
    ],
)
def test_what_both_read_differently_is_asked_back(first: str, then: str, script: Script, named: set[str]) -> None:
    answer, llm = second(script, first, then)
    assert (answer.status, llm.steps) == ("abstained", ["rewrite_question"])
    assert answer.abstention is not None and answer.abstention.case == "reference_unclear"
    assert {item.label for item in answer.abstention.near} == named


def test_several_fitting_things_are_asked_back_without_a_call() -> None:
    script = rewriting("What is the population of {}?", "Marn")
    answer, llm = second(script, "What is the capital of Marn?", "What is its population?")
    assert (answer.status, llm.steps) == ("abstained", [])
    assert answer.text == "I could not tell what 'its' refers to: Ostrel or Marn?"


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        ("Where was Zelda Quist born?", "which nobody has said"),
        ("Who is the manager of {1}?", "it leaves out 'born'"),
        ("Where was {9} born?", "9 is not the number of a thing"),
    ],
)
def test_a_reading_with_something_else_in_it_is_not_used(question: str, problem: str) -> None:
    def script(step: str, body: Body) -> Scripted:
        return {"question": question} if step in ("rewrite_question", "repair") else rewriting("x")(step, body)

    answer, _ = second(script, "Who wrote Winterglass?", "Where was she born?")
    assert answer.question == "Where was Mara Tolvane born?"
    assert any(problem in text for text in answer.warnings)


def test_the_model_may_say_that_it_cannot_tell() -> None:
    script = rewriting("", unclear=[1, 2])
    answer, _ = second(script, "Who wrote Winterglass?", "Where was she born?")
    assert answer.abstention is not None
    assert {item.label for item in answer.abstention.near} == {"Winterglass", "Mara Tolvane"}


def test_some_of_several_answers() -> None:
    script = rewriting("Which country borders Selvia?", among="Marn, Quora, Selvia")
    with talk(script) as (agent, _):
        listed = agent.ask("Which countries border Turland?", thread="t")
        answer = agent.ask("Which of them borders Selvia?", thread="t")
    assert len(listed.answers) == 3
    assert answer.among == ("Marn", "Quora", "Selvia")
    assert {item.label for item in answer.answers} <= {"Marn"}


def test_what_is_chosen_by_its_iri_is_not_read_by_the_model() -> None:
    with talk(rewriting("Where was {} born?", "Mara Tolvane")) as (agent, llm):
        wrote = agent.ask("Who wrote Winterglass?", thread="t")
        llm.requests.clear()
        (topic,) = wrote.topic_entities
        again = agent.ask(topic.iri, thread="t")
    assert "rewrite_question" not in llm.steps
    assert (again.question, again.text) == (wrote.question, wrote.text)
