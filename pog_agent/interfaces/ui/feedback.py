"""What people say of answers, as lines of a question file that `pog-agent eval --data` reads."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal, Self
from uuid import uuid4

from pog_agent.errors import SettingError
from pog_agent.interfaces.ui.choices import graph_name
from pog_agent.interfaces.ui.kept_runs import KeptRun
from pog_agent.models import Answer, AnswerItem
from pog_agent.words import one_line

LARGEST_FILE: Final = 10_000_000
MOST_EXPECTED: Final = 200
LONGEST_EXPECTED: Final = 1000
Opinion = Literal["right", "wrong"]


@dataclass(frozen=True)
class Feedback:
    """What somebody says of the answer of a run.

    Of a wrong one, `expected` are the right answers, an empty tuple where the graph has none, and None where that
    was not said.
    """

    run: str
    opinion: Opinion
    expected: tuple[str, ...] | None = None

    @classmethod
    def sent(cls, sent: object) -> Self:
        """What the page has sent. Raises `SettingError` where it is no feedback."""
        if not isinstance(sent, Mapping) or sent.get("opinion") not in ("right", "wrong"):
            raise SettingError("the page sent no feedback: reload it")
        expected = sent.get("expected")
        if expected is not None:
            if not isinstance(expected, Sequence) or isinstance(expected, str) or len(expected) > MOST_EXPECTED:
                raise SettingError(f"the right answers are a list of at most {MOST_EXPECTED} texts")
            expected = tuple(text for item in expected if (text := one_line(str(item), LONGEST_EXPECTED)))
        return cls(str(sent.get("run")), sent["opinion"], expected)


class FeedbackFolder:
    """A folder with a file of feedback for each graph; nothing is written before somebody says something."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def write(self, kept: KeptRun, said: Feedback) -> Path:
        """Adds a line to the file of the graph. Raises `SettingError` where that is full or cannot be written."""
        name = re.sub(r"[^\w.-]+", "-", graph_name(kept.graph)).strip("-.") or "graph"
        file = (self._folder / f"feedback-{name}.jsonl").absolute()
        line = json.dumps(feedback_line(kept, said), ensure_ascii=False) + "\n"
        try:
            if file.exists() and file.stat().st_size + len(line.encode()) > LARGEST_FILE:
                raise SettingError(f"{file} is full ({LARGEST_FILE:,} bytes): move it away")
            with file.open("a", encoding="utf-8") as stream:
                stream.write(line)
        except OSError as error:
            raise SettingError(f"{file} cannot be written ({error.strerror or error})") from error
        return file


def feedback_line(kept: KeptRun, said: Feedback) -> dict[str, Any]:
    """A question with its answer as gold where it is right, else with the expected ones.

    A wrong answer without expected ones is a question that nobody has answered: its gold is disputed, so that an
    evaluation scores it apart.
    """
    answer = kept.trace.answer
    if answer is None:
        raise SettingError("this run has no answer to judge")
    given = [] if answer.status == "abstained" else _gold(answer)
    expected = [{"label": text} for text in said.expected or ()]
    claim = {"task": "verify"} if answer.verdict is not None else {}
    return {
        "id": f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{uuid4().hex[:8]}",
        "question": kept.trace.claim or answer.question,
        **claim,
        "type": "feedback",
        "kind": answer.kind,
        "answers": given if said.opinion == "right" else expected,
        "gold_disputed": said.opinion == "wrong" and said.expected is None,
        "opinion": said.opinion,
        "status": answer.status,
        "given": given,
        "said": answer.asked or answer.question,
    }


def _gold(answer: Answer) -> list[dict[str, Any]]:
    if answer.verdict is not None:
        return [{"value": answer.verdict}]
    if answer.columns:
        return [{"value": [None if cell is None else _item(cell) for cell in row]} for row in answer.rows]
    return [_item(item) for item in answer.answers]


def _item(item: AnswerItem) -> dict[str, str]:
    told = {"iri": item.iri, "value": item.value, "label": item.label}
    return {name: text for name, text in told.items() if text}
