"""The relevance of passages over real HTTP: what is shown, what becomes of replies."""

from pog_agent.config import PogConfig
from pog_agent.reasoner.shown import Scored, ShownPassage
from pog_agent.reasoner.steps.documented.score_passages import LEAST_SHOWN, ScorePassages, most_shown
from tests.llm_server import user_text
from tests.reasoner.cases import QUESTION, reasoner

PASSAGES = (
    ShownPassage(number=1, title="Kelder House", text="It shows\nworks.", context="Kelder House in Tarnholm"),
    ShownPassage(number=2, title="Osk", text="A town."),
    ShownPassage(number=3, title="", text="", context="Tarnholm part of Osk"),
)


async def test_passages_are_shown_with_numbers_and_scored_at_the_temperature_of_reasoning() -> None:
    with reasoner({"scores": [{"number": "[P2]", "score": 9}, {"number": 1, "score": 4}]}) as (agent, llm):
        reply = await agent.ask(ScorePassages(QUESTION, PASSAGES))
    shown = user_text(llm.requests[0])
    assert "[P1] (Kelder House in Tarnholm) Kelder House: It shows works.\n[P2] Osk: A town.\n" in shown
    assert "[P3] (Tarnholm part of Osk)\n" in shown
    assert f"<question>{QUESTION}</question>" in shown
    assert llm.requests[0]["temperature"] == 0.0
    assert reply.value == (Scored(number=2, score=0.9), Scored(number=1, score=0.4))


async def test_numbers_that_were_not_shown_are_dropped_with_a_warning() -> None:
    with reasoner({"scores": [{"number": 7, "score": 9}, {"number": 1, "score": 4}]}) as (agent, _):
        reply = await agent.ask(ScorePassages(QUESTION, PASSAGES))
    assert [item.number for item in reply.value] == [1]
    assert any("do not exist: 7" in text for text in reply.warnings)


async def test_a_reply_without_a_score_leaves_the_order_as_it_is() -> None:
    with reasoner("no idea") as (agent, _):
        reply = await agent.ask(ScorePassages(QUESTION, PASSAGES))
    assert [item.number for item in reply.value] == [1, 2, 3]
    assert any("keep the order of their embeddings" in text for text in reply.warnings)


async def test_without_passages_nothing_is_asked() -> None:
    with reasoner({}) as (agent, llm):
        assert (await agent.ask(ScorePassages(QUESTION, ()))).value == ()
    assert llm.requests == []


def test_at_least_the_passages_that_are_kept_are_shown() -> None:
    assert most_shown(PogConfig(contexts=10)) == LEAST_SHOWN
    assert most_shown(PogConfig(contexts=100)) == 100
