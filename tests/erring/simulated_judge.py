"""A model's word on what a lookup means, played: it knows what is right, and lies at a given rate.

Nothing of it is a result of a language model. It shows what a judge that errs so often would do to the figures.
"""

import re
from dataclasses import dataclass
from typing import Any

from pog_agent.reasoner.exam.examination import exam_items
from tests.llm_server import Body, user_text


class SimulatedJudge:
    """Confirms every lookup or none, as it is told; the items of the exam it knows. It counts what it is asked."""

    steps = ("confirm_reading", "choose_reading")

    def __init__(self) -> None:
        self.confirms = True
        self.asked = 0
        self._known = {(item.question, item.lookup): item.same for item in exam_items()}
        self._lookup = ""

    def __call__(self, step: str, body: Body) -> dict[str, Any]:
        """The reply to one of its steps. The second one is asked about the lookup of the first."""
        self.asked += 1
        text = user_text(body)
        if step == "choose_reading":
            shown = [line.partition(". ")[2] for line in _tagged("lookups", text).splitlines()]
            return {"asks_for": "that", "number": shown.index(self._lookup) + 1 if self.confirms else 0}
        self._lookup = _tagged("lookup", text)
        same = self._known.get((_tagged("question", text), self._lookup), self.confirms)
        doubts = range(1, len(_tagged("doubts", text).splitlines()) + 1)
        return {
            "asks_for": "that",
            "differences": [] if same else ["other relation"],
            "doubts": [{"number": number, "yes": same} for number in doubts],
            "same": same,
        }


@dataclass(frozen=True)
class JudgeNoise:
    """How often a judge errs in a call: about a right lookup, and about a wrong one, which a model may repeat."""

    right: float
    wrong: float

    def confirmed(self, is_right: bool, calls: int) -> float:
        """The probability that all of so many independent calls confirm."""
        return ((1 - self.right) if is_right else self.wrong) ** calls

    def calls(self, is_right: bool, calls: int) -> float:
        """How many calls are made in the mean: a lookup that one denies is not asked about again."""
        yes = self.confirmed(is_right, 1)
        return sum(yes**place for place in range(calls))


def _tagged(tag: str, text: str) -> str:
    found = re.search(rf"<{tag}>\n?(.*?)\n?</{tag}>", text, re.DOTALL)
    return found[1].strip() if found else ""
