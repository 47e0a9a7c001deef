"""An answer from a graph whose files have been written again since it was opened."""

import asyncio

from pog_agent.answering.run_report import unsupported_notes
from pog_agent.kg.base import OpenedFromFiles
from pog_agent.models import Answer
from pog_agent.run.context import RunContext


async def as_of_opening(answer: Answer, run: RunContext) -> Answer:
    """The answer; where the graph has changed on disk, partial at best, with a warning that says so."""
    file = await asyncio.to_thread(run.kg.changed_file) if isinstance(run.kg, OpenedFromFiles) else None
    if file is None:
        return answer
    note = f"{file} was written again since the graph was opened, and this is of what it was: open it again"
    notes = unsupported_notes([note]) if answer.status in ("supported", "partial") else [note]
    status = "partial" if answer.status == "supported" else answer.status
    return answer.model_copy(update={"status": status, "warnings": (*answer.warnings, *notes)})
