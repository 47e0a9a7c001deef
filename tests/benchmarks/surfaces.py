"""How long each way of asking takes from its start to the first answer, and a later question to its first event.

    python -m tests.benchmarks.surfaces [--python PYTHON] [--runs 3] [--only NAME ...]

PYTHON is the interpreter of an environment in which pog-agent is installed; the one that runs this, by default.
Bundled graph, no language model. CPU seconds are those of all processes that were started for it.
"""

import argparse
import asyncio
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from langgraph_sdk import get_sync_client
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.langgraph_dev import serve_langgraph

FIRST, LATER = "Which actors starred in films directed by Christopher Nolan?", "What is the capital of France?"
TICKS = os.sysconf("SC_CLK_TCK")
LIBRARY = """
import sys, time
begun = time.monotonic()
from pog_agent import PathsOverGraph
with PathsOverGraph("demo") as pog:
    pog.ask(sys.argv[1])
    print(time.monotonic() - begun, time.process_time())
    asked = time.monotonic()
    later = pog.stream(sys.argv[2])
    next(later)
    event = time.monotonic() - asked
    list(later)
    print(event, time.monotonic() - asked)
"""


@dataclass(frozen=True)
class Timed:
    """Seconds: to the first answer by the clock and of the CPU; of a later question, where there is one."""

    answer: float
    cpu: float
    event: float | None = None
    later: float | None = None


def group_cpu(group: int) -> float:
    """CPU seconds of the processes of a group that are alive, and of their children that have ended."""
    spent = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            spent += sum(map(int, fields[11:15])) / TICKS
    return spent


@contextmanager
def started(*command: str) -> Iterator[subprocess.Popen[str]]:
    """A process in a group of its own, ended behind."""
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.communicate()


def library(python: str) -> Timed:
    """Python: import, open, ask."""
    said = subprocess.run([python, "-c", LIBRARY, FIRST, LATER], capture_output=True, text=True, check=True)
    (answer, cpu), (event, later) = (map(float, line.split()) for line in said.stdout.splitlines()[-2:])
    return Timed(answer, cpu, event, later)


def terminal(python: str) -> Timed:
    """`pog-agent ask`."""
    before, begun = os.times(), time.monotonic()
    command = [python, "-m", "pog_agent.interfaces.cli", "ask", FIRST, "--quiet"]
    subprocess.run(command, capture_output=True, check=True)
    answer, after = time.monotonic() - begun, os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Timed(answer, cpu)


def chat(python: str) -> Timed:
    """`pog-agent chat`, two questions by a pipe."""
    begun = time.monotonic()
    with started(python, "-m", "pog_agent.interfaces.cli", "chat", "--kg", "demo") as process:
        assert process.stdin is not None and process.stdout is not None

        def asked(question: str, said: subprocess.Popen[str]) -> tuple[float, float]:
            assert said.stdin is not None and said.stdout is not None
            at = time.monotonic()
            said.stdin.write(f"{question}\n")
            said.stdin.flush()
            events = (time.monotonic() - at for line in said.stdout if "recognize_topics" in line)
            event = next(events)
            next(line for line in said.stdout if line.startswith("╰"))
            return event, time.monotonic() - at

        asked(FIRST, process)
        answer, cpu = time.monotonic() - begun, group_cpu(process.pid)
        return Timed(answer, cpu, *asked(LATER, process))


def page(python: str) -> Timed:
    """`pog-agent ui`, asked as the page does."""
    begun = time.monotonic()
    command = (python, "-m", "pog_agent.interfaces.cli", "ui", "demo", "--no-browser", "--port", "0")
    with started(*command) as process:
        assert process.stderr is not None
        address = re.search(r"http://\S+?/", process.stderr.readline())
        assert address is not None

        def asked(question: str, url: str) -> tuple[float, float]:
            at = time.monotonic()
            with httpx.stream(
                "POST", f"{url}ask", json={"question": question}, timeout=120, trust_env=False
            ) as told:
                lines = told.iter_lines()
                next(lines)
                event = time.monotonic() - at
                assert "Paris" in [*lines][-1] or question == FIRST
            return event, time.monotonic() - at

        asked(FIRST, address[0])
        answer, cpu = time.monotonic() - begun, group_cpu(process.pid)
        return Timed(answer, cpu, *asked(LATER, address[0]))


def mcp_server(python: str) -> Timed:
    """`pog-agent mcp` over standard streams; its events are notifications of progress."""

    async def called() -> Timed:
        begun = time.monotonic()
        before = os.times()
        parameters = StdioServerParameters(
            command=python, args=["-m", "pog_agent.interfaces.cli", "mcp"], env={**os.environ}
        )
        events: list[float] = []

        async def progress(*_: object) -> None:
            events.append(time.monotonic())

        with tempfile.TemporaryFile("w") as nowhere:
            async with Client(stdio_client(parameters, errlog=nowhere)) as client:
                await client.call_tool("ask", {"question": FIRST})
                answer = time.monotonic() - begun
                asked = time.monotonic()
                await client.call_tool("ask", {"question": LATER}, progress_callback=progress)
                later = time.monotonic() - asked
        after = os.times()
        cpu = after.children_user + after.children_system - before.children_user - before.children_system
        return Timed(answer, cpu, events[0] - asked, later)

    return asyncio.run(called())


def langgraph_server(python: str) -> Timed:
    """`langgraph dev`, asked through the SDK; it runs in this environment, whatever `python` is."""
    del python
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, serve_langgraph(Path(folder), settings={}) as server:
        client = get_sync_client(url=server.url)

        def asked(question: str) -> tuple[float, float]:
            at = time.monotonic()
            parts = client.runs.stream(None, "pog", input={"question": question}, stream_mode="custom")
            event = next(time.monotonic() - at for part in parts if part.event == "custom")
            assert [part for part in parts if part.event == "custom"][-1].data["type"] == "answer"
            return event, time.monotonic() - at

        asked(FIRST)
        answer, cpu = time.monotonic() - begun, group_cpu(server.pid)
        return Timed(answer, cpu, *asked(LATER))


SURFACES: dict[str, Callable[[str], Timed]] = {
    "Python": library,
    "ask": terminal,
    "chat": chat,
    "ui": page,
    "mcp": mcp_server,
    "langgraph dev": langgraph_server,
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", nargs="+", default=list(SURFACES), choices=SURFACES)
    options = parser.parse_args()
    print("| asked by | s to the first answer | CPU s | s to an event | s to a later answer |")
    for name in options.only:
        timed = [SURFACES[name](options.python) for _ in range(options.runs)]
        columns = [[getattr(one, field) for one in timed] for field in ("answer", "cpu", "event", "later")]
        figures = ("" if column[0] is None else f"{statistics.median(column):.2f}" for column in columns)
        print(f"| {name} | " + " | ".join(figures) + " |", flush=True)


if __name__ == "__main__":
    main()
