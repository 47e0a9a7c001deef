"""Composing before the search: what it has no time for is told where the final answer lacks it, and only there."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

from pog_agent.deadline import Deadline, untold, working_until
from pog_agent.kg.meter import Meter
from pog_agent.nodes.composing.compose_first import compose_first
from pog_agent.nodes.composing.compose_query import compose_query
from pog_agent.reading.schema.vocabulary import GraphSchema
from pog_agent.state import PogState
from tests.answering.computed.museums import compiled, run_of

NOT_READ = "the schema of the graph was not read in the time left for it (max_seconds)"


class SchemaInTheMaking:
    """A schema that is not there while the step waits for it."""

    is_local = True

    async def open(self, meter: Meter) -> GraphSchema | None:
        del meter
        await asyncio.Event().wait()
        return None


async def test_a_schema_that_comes_late_is_told_of_by_the_step_that_answers_without_it(tmp_path: Path) -> None:
    schema: Any = SchemaInTheMaking()
    state: PogState = {"question": "Which museums are in France?", "topics": []}
    told = []
    for step in (compose_first, compose_query):
        run = replace(run_of(compiled(tmp_path)), schema=schema, deadline=Deadline.after(0.05))
        with working_until(run.deadline):
            assert await step(state, run) == {}
            told.append(untold())
    assert told == [[], [NOT_READ]]
