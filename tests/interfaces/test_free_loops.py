"""No loop that serves others computes: the page, the MCP server, an application that awaits an agent itself."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager

import httpx
import pytest
from mcp import Client

from pog_agent.agent import Agent
from pog_agent.config import PogConfig
from pog_agent.interfaces.mcp.server import build_server
from pog_agent.interfaces.ui.app import build_app
from pog_agent.interfaces.ui.choices import PageChoices
from pog_agent.interfaces.ui.desk import QuestionDesk
from tests.loop_monitor import monitored
from tests.pipeline_fixtures import FIGURE_1, demo

MOST = 0.02
"""CPU seconds of a callback."""
LONG = "Which country has Nijmegen " + "and which award did somebody receive after 1921 " * 40 + "?"
SETTINGS = {"encoder": "lexical", "d_max": 2, "max_seconds": 3}


Work = Callable[[], Awaitable[None]]


@asynccontextmanager
async def from_python() -> AsyncIterator[Work]:
    with Agent(demo(), **SETTINGS) as agent:

        async def work() -> None:
            await asyncio.gather(*(agent.aask(question) for question in (FIGURE_1, LONG)))
            await agent.graph.ainvoke({"question": FIGURE_1})
            async with aclosing(agent.astream(FIGURE_1)) as events:
                assert [event async for event in events]
            await agent.lookup.afind_paths(["France", "Nijmegen"], "airport", 3)
            await agent.lookup.adescribe_entity("France")
            await agent.lookup.aschema()
            await agent.aschema()

        yield work


@asynccontextmanager
async def over_mcp() -> AsyncIterator[Work]:
    with Agent(demo(), **SETTINGS) as agent:
        async with Client(build_server(agent)) as client:

            async def work() -> None:
                await client.call_tool("ask", {"question": FIGURE_1})
                await asyncio.gather(
                    client.call_tool("ask", {"question": LONG}),
                    client.call_tool("find_paths", {"entities": ["France", "Nijmegen"], "about": "airport"}),
                    client.call_tool("schema", {}),
                )

            yield work


@asynccontextmanager
async def on_the_page() -> AsyncIterator[Work]:
    desk = QuestionDesk("pog", {**SETTINGS, "kg": "demo"})
    app = build_app(PageChoices(["demo"], "pog", PogConfig.create({}, kg="demo", **SETTINGS)), desk, None)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://page") as client:

        async def work() -> None:
            await client.get("/")
            await client.get("/card")
            replies = await asyncio.gather(
                *(client.post("/ask", json={"question": question}, timeout=60) for question in (FIGURE_1, LONG))
            )
            assert all('"type": "run"' in reply.text for reply in replies)

        yield work
    await desk.close()


@pytest.mark.parametrize("use", [from_python, over_mcp, on_the_page])
async def test_no_callback_of_the_loop_computes_for_long(
    use: Callable[[], AbstractAsyncContextManager[Work]],
) -> None:
    async with use() as work:
        await work()  # imports and compiles once
        with monitored(asyncio.get_running_loop()) as monitor:
            await work()
    assert len(monitor.callbacks) > 10
    assert monitor.longest[0] < MOST, monitor.longest
