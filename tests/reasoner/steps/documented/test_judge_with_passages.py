"""The sufficiency check over paths and passages: what counts as settled, and by what."""

from typing import Any

import pytest

from pog_agent.models import Summary
from pog_agent.reasoner.shown import ShownPassage
from pog_agent.reasoner.steps.documented.judge_with_passages import HybridSufficiencyReply, JudgeWithPassages
from tests.reasoner.cases import CONTEXT, PATHS, reasoner

PASSAGE = ShownPassage(number=1, title="Kelder House", text="It shows boats.", context="Osk near Kelder House")
STEP = JudgeWithPassages(CONTEXT, PATHS, (PASSAGE,), Summary())


def split(number: int, paths: tuple[int, ...] = (), passages: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"question": number, "covered": True, "paths": list(paths), "passages": list(passages)}


@pytest.mark.parametrize(
    ("second", "paths_suffice", "covered", "needs_passages"),
    [
        (split(2, paths=(2,)), True, True, False),
        (split(2, paths=(2,)), False, True, True),
        (split(2, passages=(1,)), True, True, True),
        (split(2, paths=(9,), passages=(9,)), True, False, False),
    ],
)
def test_paths_suffice_only_where_they_settle_each_split_question(
    second: dict[str, Any], paths_suffice: bool, covered: bool, needs_passages: bool
) -> None:
    reply = HybridSufficiencyReply.model_validate(
        {"splits": [split(1, paths=(1,)), second], "paths_suffice": paths_suffice, "sufficient": True}
    )
    verdict = STEP.convert(reply).value
    assert verdict is not None
    assert verdict.sufficient
    assert [item.covered for item in verdict.splits] == [True, covered]
    assert verdict.needs_passages == needs_passages


def test_a_reply_that_contradicts_itself_is_insufficient() -> None:
    reply = HybridSufficiencyReply.model_validate({"splits": [], "paths_suffice": True, "sufficient": False})
    verdict = STEP.convert(reply).value
    assert verdict is not None
    assert (verdict.sufficient, verdict.needs_passages) == (False, False)


async def test_the_passages_are_shown_behind_what_leads_to_them() -> None:
    with reasoner({"splits": [], "sufficient": False}) as (agent, llm):
        await agent.ask(STEP)
    (body,) = llm.requests
    assert "[P1] (Osk near Kelder House) Kelder House: It shows boats." in str(body["messages"])


async def test_an_unreadable_reply_is_insufficient() -> None:
    with reasoner("no idea") as (agent, _):
        reply = await agent.ask(STEP)
    assert not reply.value.sufficient
    assert any("paths and passages are taken as insufficient" in text for text in reply.warnings)
