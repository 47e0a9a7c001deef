"""An answer from a graph whose files have been written again or deleted since it was opened."""

import asyncio

from pog_agent.answering.run_report import doubted
from pog_agent.kg.base import OpenedFromFiles
from pog_agent.models import Answer
from pog_agent.models.findings.finding import finding
from pog_agent.run.context import RunContext


async def as_of_opening(answer: Answer, run: RunContext) -> Answer:
    """The answer; where the graph has changed on disk, partial at best, with a warning that says so."""
    note = await asyncio.to_thread(_note, run.kg) if isinstance(run.kg, OpenedFromFiles) else ""
    if not note:
        return answer
    if answer.status in ("supported", "partial"):
        return doubted(answer, finding("result-cut", note))
    return answer.model_copy(update={"warnings": (*answer.warnings, note)})


def _note(kg: OpenedFromFiles) -> str:
    """What has become of a file; empty where they are as they were."""
    file = kg.changed_file()
    if file is None:
        return ""
    what, then = ("was written again", ": open it again") if file.exists() else ("was deleted", "")
    return f"{file} {what} since the graph was opened, and this is of what it was{then}"
