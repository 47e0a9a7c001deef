"""Conversations as data: what is said turn by turn, and what each follow-up refers to.

The first line of a file says on which graph it is held and in which style. A turn has the text (`say`), and at
most one of these: the labels that it `refers` to, the labels of the answers that it is asked `among`, the text
that it `reads` into the last question, or what it `asks` back. `answers` are right if all before was understood.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pog_agent.agent import Agent
from pog_agent.models import Answer, Rewriting

FOLDER = Path(__file__).parent
GRAPHS = {
    "press": str(FOLDER / "press.ttl"),
    "world": "demo",
    "observatory": str(FOLDER / "observatory.ttl"),
}
STYLES = ("pronoun", "ellipsis", "correction", "subject")
TALKS = tuple(f"{style}_{graph}" for graph in ("press", "world") for style in STYLES)
HELD_OUT = ("held_out_press", "held_out_world")
OF_A_READER = ("mixed_observatory", "turning_observatory")


@dataclass(frozen=True)
class Said:
    """A turn as it went: what was to be understood, the answer, and what the follow-up was read as."""

    turn: dict[str, Any]
    answer: Answer
    rewriting: Rewriting | None

    @property
    def outcome(self) -> str:
        """How the follow-up was understood: right, asked back, other, or self-contained as it should be."""
        read, turn = self.rewriting, self.turn
        if read is not None and read.unclear is not None:
            return "asked back as it should" if "asks" in turn else "asked back"
        if not {"refers", "among", "reads"} & turn.keys():
            if read is None or not read.is_changed:
                return "as said"
            return "resolved" if turn.get("fine") else "wrong"
        return "resolved" if read is not None and self._is_meant(read) else "wrong"

    @property
    def is_wrong_and_supported(self) -> bool:
        """Whether an answer that is called supported is not the right one."""
        right = self.turn.get("fine", self.turn.get("answers"))
        given = sorted(item.label for item in self.answer.answers)
        return self.answer.status == "supported" and right is not None and sorted(right) != given

    def _is_meant(self, read: Rewriting) -> bool:
        labels = {item.label for item in read.referents}
        if "among" in self.turn:
            return {item.label for item in read.members} == set(self.turn["among"])
        return set(self.turn.get("refers", ())) <= labels and str(self.turn.get("reads", "")) in read.question


@dataclass
class Tally:
    """How many follow-ups ended how."""

    outcomes: Counter[str] = field(default_factory=Counter)
    wrong_and_supported: list[str] = field(default_factory=list)

    def add(self, said: Said) -> None:
        self.outcomes[said.outcome] += 1
        if said.is_wrong_and_supported:
            self.wrong_and_supported.append(said.turn["say"])


def turns_of(name: str) -> tuple[str, list[dict[str, Any]]]:
    """The graph of a conversation, and its turns."""
    head, *turns = map(json.loads, (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    return head["graph"], turns


def held(name: str, agent: Agent) -> Iterator[Said]:
    """Holds a conversation on a thread of its name."""
    return (said(turn, agent, name) for turn in turns_of(name)[1])


def said(turn: dict[str, Any], agent: Agent, thread: str) -> Said:
    """Says what a turn says on a thread."""
    answer = agent.ask(turn["say"], thread=thread)
    values = agent.graph.get_state({"configurable": {"thread_id": thread}}).values
    return Said(turn, answer, values.get("rewriting"))
