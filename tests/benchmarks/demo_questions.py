"""Offline answers to the bundled questions and to the held-out ones, their rounds, and the seconds of each node.

Usage: python -m tests.benchmarks.demo_questions [--system pog] [--model offline] [--show]
"""

import argparse
import time
from collections import Counter
from importlib.resources import files
from pathlib import Path

from pog_agent.agent import Agent, open_system
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures import metrics
from pog_agent.systems.registry import SYSTEMS
from tests.benchmarks.rounds import RoundCounter
from tests.gold import read_questions

NODES_OF = "What country bordering France contains an airport that serves Nijmegen?"


def measure(agent: Agent, questions: list[Question], show: bool, rounds: RoundCounter) -> Counter[str]:
    counts: Counter[str] = Counter()
    for question in questions:
        answer = rounds.ask(agent, question.question)
        found = metrics.measure(answer, question)
        answerable = bool(question.answers)
        counts["n"] += 1
        counts["answerable"] += answerable
        counts["right"] += found.right
        counts["right_answerable"] += found.right and answerable
        counts["hits1_strict"] += found.hits1_strict
        counts["hits1_answerable"] += found.hits1_strict and answerable
        counts["supported"] += found.supported
        counts["supported_right"] += found.supported_right
        counts["supported_unanswerable"] += found.supported and not answerable
        if show:
            mark = "ok " if found.right else "-- "
            print(mark, question.id, question.question, "=>", answer.status, answer.text[:90])
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--system", default="pog", choices=SYSTEMS)
    parser.add_argument("--model", default="offline")
    parser.add_argument("--show", action="store_true", help="print each question")
    args = parser.parse_args()
    with open_system(args.system, kg="demo", model=args.model) as agent:
        for name in ("questions.jsonl", "held_out.jsonl"):
            path = Path(str(files("pog_agent.demo").joinpath(name)))
            rounds = RoundCounter()
            print(name, dict(measure(agent, read_questions(path), args.show, rounds)), flush=True)
            print(rounds.report(), flush=True)
        print(f"\n{NODES_OF} (models loaded)")
        for node, (seconds, cpu) in node_times(agent).items():
            print(f"  {node:24} {seconds:8.4f} s wall {cpu:8.4f} s CPU")


def node_times(agent: Agent) -> dict[str, tuple[float, float]]:
    """Wall and CPU seconds per node of one run."""
    times: dict[str, tuple[float, float]] = {}
    started = time.process_time()
    for event in agent.stream(NODES_OF):
        if event.type == "node_started":
            started = time.process_time()
        elif event.type == "node_finished":
            wall, cpu = times.get(event.node, (0.0, 0.0))
            times[event.node] = wall + event.seconds, cpu + time.process_time() - started
    return times


if __name__ == "__main__":
    main()
