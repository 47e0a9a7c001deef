"""Rounds of the loop: where the searches of many questions ended, which phases they entered, and CPU seconds."""

import time
from collections import Counter
from collections.abc import Iterable
from statistics import median

from pog_agent import PathsOverGraph
from pog_agent.events import AnswerReady, Event, NodeFinished
from pog_agent.models import Answer
from tests.benchmarks.report import table

Round = tuple[str, int]
"""Phase and depth."""
WITHOUT_SEARCH = "no search"
LATER = {"supplement": "supplements", "expand": "expansion"}


def rounds_of(events: Iterable[Event]) -> list[Round]:
    """The rounds of a run in order: each exploration of paths that was carried out."""
    found = [
        (event.phase, event.depth)
        for event in events
        if isinstance(event, NodeFinished)
        and event.node in ("explore_topic_paths", "explore_supplement_paths", "expand_nodes")
        and event.phase is not None
        and event.depth is not None
    ]
    return list(dict.fromkeys(found))


def round_name(item: Round) -> str:
    """A round as a column calls it: the depth in the first phase, else the phase."""
    phase, depth = item
    return LATER.get(phase, f"D = {depth}")


class RoundCounter:
    """Asks questions and counts the rounds of their runs."""

    def __init__(self) -> None:
        self._ended: Counter[str] = Counter()
        self._entered: Counter[str] = Counter()
        self._cpu: list[float] = []

    def ask(self, agent: PathsOverGraph, question: str) -> Answer:
        """The answer of a run, which is counted."""
        started = time.process_time()
        events = [*agent.stream(question)]
        self._cpu.append(time.process_time() - started)
        names = [round_name(item) for item in rounds_of(events)] or [WITHOUT_SEARCH]
        self._ended[names[-1]] += 1
        self._entered.update(set(names))
        last = events[-1]
        assert isinstance(last, AnswerReady)
        return last.answer

    def report(self) -> str:
        """How many questions ended in, and how many entered, each round; the CPU seconds below."""
        names = [WITHOUT_SEARCH, "D = 1", "D = 2", "D = 3", *LATER.values()]
        rows = [
            {"questions that": said, **{name: counts[name] for name in names}}
            for said, counts in (("ended there", self._ended), ("entered it", self._entered))
        ]
        seconds = f"CPU seconds: median {median(self._cpu):.3f}, mean {sum(self._cpu) / len(self._cpu):.3f}"
        return f"{table(rows)}\n{seconds}, most {max(self._cpu):.3f} (n = {len(self._cpu)})"
