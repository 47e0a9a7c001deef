"""The exam: right and wrong lookups over the bundled graph, said back, and what a model says to each.

Half of them are right, in other words than the graph has. The wrong ones err as models do. What rules demote may
only be restored by a model that tells them apart.
"""

import asyncio
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from pog_agent.models import StepUsage, Usage, Value
from pog_agent.prompts import PromptLibrary
from pog_agent.reasoner.base import Reasoner, Reply
from pog_agent.reasoner.steps.confirming.confirm_reading import ConfirmedReading, ConfirmReading, LookupSaidBack

MOST_WRONG_YES: Final = 2
MOST_WRONG_NO: Final = 4
"""A model that says yes to more wrong lookups, or no to more right ones, does not pass."""
ASKED_AT_ONCE: Final = 4


class ExamItem(LookupSaidBack):
    """A question with a lookup that is the same or not; `kind` is the error of one that is not."""

    kind: str
    same: bool

    @property
    def said(self) -> LookupSaidBack:
        """What a model is shown of it."""
        return LookupSaidBack.model_validate(self.model_dump(exclude={"kind", "same"}))


class ExamResult(Value):
    """How a model did. `version` tells the items and the prompt; `unread` replies could not be used."""

    model: str
    server: str = ""
    version: str
    items: int
    wrong_yes: int
    wrong_no: int
    unread: int
    usage: StepUsage

    @property
    def is_passed(self) -> bool:
        """Whether the model may confirm what words mean."""
        return self.wrong_yes <= MOST_WRONG_YES and self.wrong_no <= MOST_WRONG_NO

    @property
    def told(self) -> str:
        """The result in a sentence."""
        verdict = "passed: it may confirm what words mean" if self.is_passed else "not passed: rules decide alone"
        return (
            f"{verdict} ({self.wrong_yes} of the wrong lookups confirmed, {self.wrong_no} of the right ones not, "
            f"of {self.items} in all{f'; {self.unread} replies could not be read' if self.unread else ''})"
        )


@cache
def exam_items() -> tuple[ExamItem, ...]:
    """The items of the exam."""
    return tuple(ExamItem.model_validate_json(line) for line in _text().splitlines())


def exam_version(prompts: PromptLibrary) -> str:
    """What a result holds for: these items, asked by this prompt."""
    prompt = prompts.get(ConfirmReading.name)
    return sha256("\n".join((_text(), prompt.system, prompt.user)).encode()).hexdigest()[:16]


async def exam_of(reasoner: Reasoner, server: str, prompts: PromptLibrary) -> ExamResult:
    """Has a model sit the exam: one call an item. Raises `ModelUnavailableError` where it cannot be reached."""
    places = asyncio.Semaphore(ASKED_AT_ONCE)

    async def ask(item: ExamItem) -> Reply[ConfirmedReading]:
        async with places:
            return await reasoner.ask(ConfirmReading(item.said))

    items = exam_items()
    replies = await asyncio.gather(*map(ask, items))
    return _graded(items, replies, reasoner.name, server, exam_version(prompts))


def _graded(
    items: Sequence[ExamItem], replies: Sequence[Reply[ConfirmedReading]], model: str, server: str, version: str
) -> ExamResult:
    verdicts = list(zip(items, (reply.value.is_same for reply in replies), strict=True))
    return ExamResult(
        model=model,
        server=server,
        version=version,
        items=len(items),
        wrong_yes=sum(said and not item.same for item, said in verdicts),
        wrong_no=sum(item.same and not said for item, said in verdicts),
        unread=sum(bool(reply.usage.unread) for reply in replies),
        usage=Usage.total([reply.usage for reply in replies]).by_step[ConfirmReading.name],
    )


@cache
def _text() -> str:
    return files("pog_agent.reasoner.exam").joinpath("items.jsonl").read_text(encoding="utf-8").strip()
