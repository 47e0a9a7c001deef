"""A new question on a thread finds nothing of the last one but what the state says is kept."""

from typing import Annotated, Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.types import Overwrite

from pog_agent.errors import SettingError
from pog_agent.models import Paraphrase
from pog_agent.run.start import asked_of, fresh_run, meant_in, new_question, question_in
from pog_agent.state import KEPT, BaselineState, RunState, TogState


class ToyState(RunState, total=False):
    notes: Annotated[list[str], lambda old, new: old + new]
    marks: Annotated[dict[str, int], KEPT]
    depth: int
    title: Annotated[str, "a description, no reducer"]


def test_every_field_that_is_not_kept_is_emptied() -> None:
    emptied = new_question(ToyState, {})
    assert emptied["notes"] == Overwrite([])
    assert emptied["depth"] is None
    assert emptied["title"] is None
    assert "marks" not in emptied
    assert "messages" not in emptied


def test_what_the_first_step_fills_replaces_what_was_there() -> None:
    update = {**fresh_run("Who?", ["seen", "seen"]), "notes": ["one"], "marks": {"a": 1}}
    whole = new_question(ToyState, update)
    assert whole["question"] == "Who?"
    assert whole["warnings"] == Overwrite(["seen"])
    assert whole["usage"] == Overwrite([])
    assert whole["notes"] == Overwrite(["one"])
    assert whole["marks"] == {"a": 1}


def test_a_reducer_that_langgraph_would_not_see_is_refused() -> None:
    class Wrong(RunState, total=False):
        notes: Annotated[list[str], lambda old, new: old + new, KEPT]

    with pytest.raises(TypeError, match="'notes' loses its reducer"):
        new_question(Wrong, {})


@pytest.mark.parametrize("state", [TogState, BaselineState])
def test_no_field_of_a_state_is_forgotten(state: type[Any]) -> None:
    kept = {"messages", "question", "meant"}
    assert new_question(state, {}).keys() == state.__annotations__.keys() - kept


def test_the_question_is_the_last_human_message_or_the_one_given() -> None:
    assert asked_of({"messages": [HumanMessage(" Who? ")], "question": "What?"}, "answer") == "Who?"
    assert asked_of({"messages": [AIMessage("Ann")], "question": "What?"}, "answer") == "What?"
    with pytest.raises(SettingError, match="the question is empty"):
        asked_of({"messages": [AIMessage("Ann")]}, "answer")


def test_what_words_mean_holds_where_the_question_says_them() -> None:
    boss, run = Paraphrase(words="boss", others=("manager",)), {"words": "Runs the", "others": ["manager"]}
    state = {"question": "Who is the boss of Ann?", "meant": [boss, run]}
    assert meant_in(state) == (boss,)
    assert meant_in({"question": "Who?"}) == ()
    with pytest.raises(SettingError, match="what is meant by words cannot be read"):
        meant_in({"question": "Who?", "meant": ["boss"]})


def test_half_of_a_character_is_refused_with_its_place() -> None:
    with pytest.raises(SettingError, match=r"character 7 of the question is '\\ud83d', half of a character"):
        asked_of({"question": "Who is\ud83d?"}, "answer")


def test_a_claim_is_asked_about_and_kept() -> None:
    asked = asked_of({"messages": [], "question": "Ann was not born in Rome."}, "verify")
    begun = fresh_run(asked, [])
    assert question_in(asked) == begun["question"] == "Was Ann born in Rome?"
    assert begun["claim"].text == "Ann was not born in Rome."
    with pytest.raises(SettingError, match="the claim is empty"):
        asked_of({"question": " "}, "verify")
