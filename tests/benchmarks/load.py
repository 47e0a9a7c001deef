"""Many conversations at once on the served graph, over a slow model: errors, memory, and the time beside it.

Usage: python -m tests.benchmarks.load [--on server|library] [--conversations 200] [--questions 2000]
       [--turns 5] [--latency 0.3] [--json FILE]

`server` is `langgraph dev` with the graph `pog` over the bundled graph, asked over HTTP, a thread for each
conversation; `library` is one agent of this process with conversations in a SQLite file. The model server runs in
a process of its own and answers every call after the latency. A conversation has some turns, one after the other,
and then another takes its place. The thread of one that has ended is deleted at the server, which keeps threads in
memory. Columns:

failed        questions without an answer
per_second    questions a second
calls         model calls a question
p50, p95      seconds of a question that are not explained by waiting for the model: wall - calls * latency
memory        MiB of the asked process without the model server, after the first fifth and at the end
slope         KiB a question that memory grows by after the first fifth (least squares)
"""

import argparse
import asyncio
import multiprocessing
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import numpy as np

from pog_agent.agent import open_system
from tests.benchmarks.report import Row, save_json, table
from tests.benchmarks.throughput import serve
from tests.langgraph_dev import serve_langgraph

PLACES = ("France", "Germany", "Belgium", "Denmark", "Spain", "Italy")
SETTINGS = {"model": "openai:scripted", "encoder": "lexical", "kg": "demo"}
SAMPLES = 100

Ask = Callable[[str, str], Awaitable[int]]
"""Asks a question in a conversation, and gives the number of model calls that it took."""
End = Callable[[str], Awaitable[None]]


@dataclass
class Load:
    """What has happened so far; memory is in MiB, taken by `size` at every `SAMPLES`-th part of the questions."""

    questions: int
    size: Callable[[], float]
    asked: int = 0
    failures: list[str] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    memory: list[tuple[int, float]] = field(default_factory=list)

    def finished(self, calls: int, seconds: float, failure: str = "") -> None:
        """Counts a question."""
        if failure:
            self.failures.append(failure)
        else:
            self.calls.append(calls)
            self.seconds.append(seconds)
        done = len(self.calls) + len(self.failures)
        if done % max(self.questions // SAMPLES, 1) == 0:
            self.memory.append((done, self.size()))

    def grew(self) -> str:
        """Memory at every tenth of the questions, in MiB."""
        return ", ".join(f"{done}: {size:.0f}" for done, size in self.memory[9::10])

    def row(self, latency: float, wall: float) -> Row:
        """The figures."""
        outside = np.array(self.seconds) - np.array(self.calls) * latency
        later = [(done, size) for done, size in self.memory if done >= self.questions / 5]
        slope = float(np.polyfit(*zip(*later, strict=True), 1)[0]) if len(later) > 2 else float("nan")
        return {
            "questions": len(self.calls) + len(self.failures),
            "failed": len(self.failures),
            "per_second": len(self.calls) / wall,
            "calls": float(np.mean(self.calls)) if self.calls else 0.0,
            "p50": float(np.percentile(outside, 50)) if self.calls else 0.0,
            "p95": float(np.percentile(outside, 95)) if self.calls else 0.0,
            "memory_before": later[0][1] if later else 0.0,
            "memory_after": later[-1][1] if later else 0.0,
            "slope": slope * 1024,
            "wall": wall,
        }


def resident(pid: int) -> float:
    """MiB of a process."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")), 0) / 1024


def resident_with_children(pid: int) -> float:
    """MiB of a process and all below it."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    children = {int(child) for task in tasks for child in task.read_text(encoding="utf-8").split()}
    return resident(pid) + sum(map(resident_with_children, children))


async def conversations(
    load: Load, ask: Ask, number: int, turns: int, end: Callable[[str], Awaitable[None]]
) -> None:
    """Asks all questions, in so many conversations at once."""

    async def talk(place: int) -> None:
        round_ = 0
        while load.asked < load.questions:
            name, round_ = f"talk-{place}-{round_}", round_ + 1
            for turn in range(turns):
                if load.asked >= load.questions:
                    break
                load.asked += 1
                begin = time.perf_counter()
                try:
                    calls = await ask(name, f"What is the capital of {PLACES[(place + turn) % len(PLACES)]}?")
                except Exception as error:  # noqa: BLE001 (whatever fails is counted)
                    load.finished(0, 0.0, f"{type(error).__name__}: {error}"[:300])
                else:
                    load.finished(calls, time.perf_counter() - begin)
            await end(name)

    await asyncio.gather(*(talk(place) for place in range(number)))


async def on_server(args: argparse.Namespace, url: str, load: Load) -> None:
    """Asks a LangGraph server over HTTP."""
    # The server closes connections that were idle for 5 s: one must not be used at that moment.
    limits = httpx.Limits(max_connections=args.conversations + 10, keepalive_expiry=2)
    threads: dict[str, str] = {}
    async with httpx.AsyncClient(base_url=url, timeout=600, limits=limits) as client:

        async def ask(name: str, question: str) -> int:
            if name not in threads:
                made = await client.post("/threads", json={})
                threads[name] = made.raise_for_status().json()["thread_id"]
            body = {"assistant_id": "pog", "input": {"question": question}}
            reply = await client.post(f"/threads/{threads[name]}/runs/wait", json=body)
            return calls_of(reply.raise_for_status().json())

        async def end(name: str) -> None:
            await client.delete(f"/threads/{threads.pop(name)}")

        await conversations(load, ask, args.conversations, args.turns, end)


def calls_of(state: dict[str, Any]) -> int:
    """The model calls of a run, which must have come to an answer."""
    answer = state.get("answer")
    if not answer:
        raise RuntimeError(f"no answer: {str(state)[:200]}")
    return int(answer["usage"]["llm_calls"])


async def in_library(args: argparse.Namespace, model: str, folder: Path, load: Load) -> None:
    """Asks one agent of this process."""
    settings: dict[str, Any] = {**SETTINGS, "base_url": model, "checkpointer": str(folder / "talks.sqlite")}
    with open_system("pog", **settings) as agent:
        agent.open()

        async def ask(name: str, question: str) -> int:
            return (await agent.aask(question, thread=name)).usage.llm_calls

        async def end(name: str) -> None:
            del name

        await conversations(load, ask, args.conversations, args.turns, end)


def measure(args: argparse.Namespace, model: str) -> tuple[Row, list[str]]:
    """The figures of one load, and what failed."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        os.environ.setdefault("OPENAI_API_KEY", "not-needed")
        begin, complaints = time.perf_counter(), list[str]()
        if args.on == "server":
            given = {f"POG_AGENT_{name.upper()}": value for name, value in {**SETTINGS, "base_url": model}.items()}
            jobs = ("--n-jobs-per-worker", str(args.conversations), "--server-log-level", "ERROR")
            server = stack.enter_context(serve_langgraph(folder, *jobs, settings=given))
            load, begin = Load(args.questions, partial(resident_with_children, server.pid)), time.perf_counter()
            asyncio.run(on_server(args, server.url, load))
            said = server.log.read_text(encoding="utf-8", errors="replace").splitlines()
            complaints = [f"the server says: {line[:300]}" for line in said if "error" in line.lower()][-5:]
        else:
            load = Load(args.questions, partial(resident, os.getpid()))
            asyncio.run(in_library(args, model, folder, load))
        row = load.row(args.latency, time.perf_counter() - begin)
        print(f"memory after so many questions: {load.grew()}")
        return row, load.failures + complaints if load.failures else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--on", choices=("server", "library"), default="server")
    parser.add_argument("--conversations", type=int, default=200)
    parser.add_argument("--questions", type=int, default=2000)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--latency", type=float, default=0.3)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    ours, theirs = multiprocessing.Pipe()
    model = multiprocessing.get_context("spawn").Process(target=serve, args=(args.latency, theirs), daemon=True)
    model.start()
    row, failures = measure(args, ours.recv())
    ours.send("done")
    model.join()
    print(table([{"on": args.on, **row}]))
    for failure in sorted(set(failures))[:5]:
        print(f"! {failures.count(failure)} times: {failure}")
    if args.json:
        save_json(args.json, [{"on": args.on, **row}])


if __name__ == "__main__":
    main()
