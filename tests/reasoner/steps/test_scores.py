"""The steps of Think-on-Graph and of the baselines over real HTTP: what is asked, what becomes of replies."""

from typing import Any

import pytest

from pog_agent.models import DirectAnswer, ShownNode
from pog_agent.reasoner.shown import Scored, ShownEntity, ShownRelation
from pog_agent.reasoner.steps.answer_io import AnswerPlainly
from pog_agent.reasoner.steps.score_entities import ScoreEntities
from pog_agent.reasoner.steps.score_relations import ScoreRelations
from tests.llm_server import fenced, user_text
from tests.reasoner.cases import CONTEXT, reasoner

RELATIONS = tuple(
    ShownRelation(number=number, text=text, forward=number != 2)
    for number, text in enumerate(("born in", "painter", "teacher"), start=1)
)
ENTITIES = tuple(
    ShownEntity(number=number, text=text, node=ShownNode(labels=(text,), total=1, kind="entity"))
    for number, text in enumerate(("Kelder House", "Tarnholm\nArena", "Hall"), start=1)
)
PATH = "{Ilse Brandvik}"


def scores(*pairs: tuple[Any, Any]) -> dict[str, Any]:
    return {"scores": [{"number": number, "score": score} for number, score in pairs]}


def scored(*pairs: tuple[int, float]) -> tuple[Scored, ...]:
    return tuple(Scored(number=number, score=score) for number, score in pairs)


async def test_relations_are_shown_with_number_and_direction() -> None:
    with reasoner(scores((2, 10))) as (agent, llm):
        await agent.ask(ScoreRelations(CONTEXT, PATH, RELATIONS, 2))
    shown = user_text(llm.requests[0])
    assert "[1] - born in ->\n[2] <- painter -\n[3] - teacher ->" in shown
    assert f"<path>{PATH}</path>" in shown
    assert "Keep: 2" in shown
    assert llm.requests[0]["temperature"] == 0.4


async def test_the_best_relations_come_first_with_scores_up_to_one() -> None:
    with reasoner(scores((1, 2), ("[2]", "9"), (3, 0))) as (agent, _):
        reply = await agent.ask(ScoreRelations(CONTEXT, PATH, RELATIONS, 3))
    assert reply.value == scored((2, 0.9), (1, 0.2))
    assert (reply.warnings, reply.usage.llm_calls) == ((), 1)


async def test_what_was_not_shown_is_dropped_and_the_width_holds() -> None:
    with reasoner(scores((9, 10), (1, 40), (2, -3), (3, 1), (1, 0))) as (agent, _):
        reply = await agent.ask(ScoreRelations(CONTEXT, PATH, RELATIONS, 1))
    assert reply.value == scored((1, 1.0))
    assert reply.warnings == ("score_relations: dropped candidates that do not exist: 9",)


@pytest.mark.parametrize("bad", ["The weather is nice.", {"scores": []}, scores((7, 3)), {"scores": [{"a": 1}]}])
async def test_unusable_scores_leave_the_order_given(bad: Any) -> None:
    with reasoner(bad) as (agent, _):
        relations = await agent.ask(ScoreRelations(CONTEXT, PATH, RELATIONS, 2))
        entities = await agent.ask(ScoreEntities(CONTEXT, PATH, ENTITIES))
    assert relations.value == scored((1, 0.5), (2, 0.5))
    assert relations.warnings[-1].endswith("the order of the ranking is kept")
    assert [item.number for item in entities.value] == [1, 2, 3]
    assert entities.warnings[-1].endswith("all candidates count alike")


async def test_no_entity_may_help() -> None:
    with reasoner(scores((1, 0))) as (agent, llm):
        reply = await agent.ask(ScoreEntities(CONTEXT, PATH, ENTITIES))
    assert (reply.value, reply.warnings) == ((), ())
    assert "[2] Tarnholm Arena\n[3] Hall" in user_text(llm.requests[0])


async def test_without_candidates_nothing_is_asked() -> None:
    with reasoner() as (agent, llm):
        assert (await agent.ask(ScoreRelations(CONTEXT, PATH, (), 3))).value == ()
        assert (await agent.ask(ScoreEntities(CONTEXT, PATH, ()))).value == ()
    assert llm.requests == []


async def test_a_bare_list_and_a_fence_are_understood() -> None:
    for text in ('[{"number": 3, "score": 10}]', fenced('{"scores": {"number": 3, "score": 10}}')):
        with reasoner(text) as (agent, _):
            assert (await agent.ask(ScoreEntities(CONTEXT, PATH, ENTITIES))).value == scored((3, 1.0))


@pytest.mark.parametrize(
    ("reply", "answers"),
    [({"answers": "Paris"}, ("Paris",)), ({"answers": [1999]}, ("1999",)), ('["a", "b"]', ("a", "b"))],
)
async def test_direct_answers_are_read_tolerantly(reply: Any, answers: tuple[str, ...]) -> None:
    with reasoner(reply) as (agent, _):
        assert (await agent.ask(AnswerPlainly(CONTEXT))).value == DirectAnswer(answers=answers)
