"""Questions per second of `pog-agent eval` at several jobs, over a model server that takes its time.

Usage: python -m tests.benchmarks.throughput DATA_DIR [--limit N] [--jobs 1 8 32] [--latency 0.5] [--json FILE]

DATA_DIR holds `kg.nt.gz` and `dev.jsonl`. The server runs in a process of its own, answers every call after the
latency, and always with the same reply for a step. Columns:

per_second  finished questions a second, graph and encoder opened before
calls       model calls a question
outside     share of the time that is not explained by waiting for the model: 1 - calls * latency / (jobs * wall)
cpu         CPU seconds of the evaluating process a question
"""

import argparse
import asyncio
import multiprocessing
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

from pog_agent.agent import open_system
from pog_agent.evaluation.run_folder import RunFolder
from pog_agent.evaluation.runner import Evaluation, run_all
from pog_agent.kg.open import open_kg
from tests.benchmarks.report import Row, save_json, table
from tests.gold import read_questions
from tests.llm_server import DEFAULT_REPLIES, Reply, ScriptedLLM


def serve(latency: float, ends: Connection) -> None:
    """Serves until the other end of the pipe closes."""
    replies = {step: Reply(_text(step), hang=latency) for step in DEFAULT_REPLIES}
    with ScriptedLLM(replies).serve() as url:
        ends.send(url)
        ends.poll(None)


def _text(step: str) -> str:
    llm = ScriptedLLM()
    return str(llm.reply_to(lambda *_: DEFAULT_REPLIES[step], {"messages": []}).text)


def measure(data: Path, url: str, jobs: int, args: argparse.Namespace) -> Row:
    """One run of the first questions."""
    questions = read_questions(data / "dev.jsonl", args.limit)
    kg = open_kg(str(data / "kg.nt.gz"))
    settings = {"model": "openai:scripted", "base_url": url, "encoder": args.encoder}
    with open_system("pog", kg=kg, **settings) as system, tempfile.TemporaryDirectory() as folder:
        system.open()
        system.ask(questions[-1].question, topics=questions[-1].topics)
        evaluation, out = Evaluation(system, kg), RunFolder(Path(folder) / "run")
        with out.open({}, {}):
            wall, cpu = time.perf_counter(), time.process_time()
            asyncio.run(run_all(evaluation, questions, out, jobs))
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        records = out.records()
    calls = sum(record.llm_calls for record in records)
    return {
        "jobs": jobs,
        "n": len(records),
        "failed": sum(record.failure is not None for record in records),
        "per_second": len(records) / wall,
        "calls": calls / len(records),
        "outside": 1 - calls * args.latency / (min(jobs, len(records)) * wall),
        "cpu": cpu / len(records),
        "wall": wall,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--limit", type=int, default=64)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 8, 32])
    parser.add_argument("--latency", type=float, default=0.5)
    parser.add_argument("--encoder", default="auto")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(args.latency, theirs), daemon=True)
    server.start()
    url = ours.recv()
    rows = [measure(args.data, url, jobs, args) for jobs in args.jobs]
    ours.send("done")
    server.join()
    print(table(rows))
    if args.json:
        save_json(args.json, rows)


if __name__ == "__main__":
    main()
