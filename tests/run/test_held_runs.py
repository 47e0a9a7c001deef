"""What is held for runs: those at work are kept, however many; abandoned ones go."""

import pytest

from pog_agent import PogConfig
from pog_agent.run import held_runs as room
from pog_agent.run.resources import Resources
from tests.pipeline_fixtures import demo


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Resources:
    monkeypatch.setattr(room, "MAX_RUNS_HELD", 2)
    return Resources(PogConfig.create({}, encoder="lexical"), kg=demo())


async def enter(resources: Resources, name: str) -> object:
    return (await resources.run_for({"run_id": name, "question": "Who?"}, resources.settings(None))).workspace


async def test_runs_at_work_keep_their_workspaces_however_many(held: Resources) -> None:
    first = [await enter(held, str(number)) for number in range(5)]
    again = [await enter(held, str(number)) for number in range(5)]
    assert all(one is other for one, other in zip(first, again, strict=True))


async def test_of_too_many_runs_those_that_stood_still_are_let_go_of(
    held: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await enter(held, "old")
    monkeypatch.setattr(room, "ABANDONED_AFTER", -1.0)
    await enter(held, "a")
    await enter(held, "b")
    assert await enter(held, "old") is not old


async def test_a_finished_run_is_not_held(held: Resources) -> None:
    first = await enter(held, "a")
    held.finished("a")
    assert await enter(held, "a") is not first
