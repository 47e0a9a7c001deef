"""A language model in a conversation: what it reads in each follow-up, rightly or wrongly, and what it answers.

Each line of `model_replies.jsonl` is about what is said in one turn: the `right` question, with ``{name}`` for a
thing of the conversation, `among` which answers it asks (one of them), or with `unclear` that the model cannot
tell. `wrong` are readings that err: about another `thing`, another `question` about the right one, or with
something `added`; `answers` are those that the model then cites.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver

from pog_agent.agent import Agent, open_system
from pog_agent.events import AnswerReady
from pog_agent.models import Answer
from pog_agent.models.conversation.turns import Turn
from pog_agent.words import folded
from tests.conversations.talks import FOLDER, GRAPHS, Said, said, turns_of
from tests.llm_server import Body, Scripted, ScriptedLLM, user_text
from tests.pipeline_fixtures import analysis, mentions, shown

ENDINGS = ("not asked", "asked back", "read by rules", "followed, not supported", "followed, supported")
_NAME = re.compile(r"\{([^}]+)\}")
_CLASS = re.compile(r" \([^()]*\)$")


@dataclass
class TalkingModel:
    """The script of one conversation: what it reads in what is said, and the answers that it looks for."""

    readings: dict[str, dict[str, Any]]
    known: list[str] = field(default_factory=list)

    def __call__(self, step: str, body: Body) -> Scripted:
        asked = _within(body, "question")
        if step in ("rewrite_question", "repair"):
            return self._read(asked, body)
        if step == "recognize_topics":
            return mentions(*filter(None, _within(body, "spotted").splitlines()))
        if step == "analyze_question":
            return analysis(splits=[asked or "?"])
        if step == "judge_sufficiency":
            return {
                "splits": [{"question": 1, "covered": True, "paths": [self._place(body)[0]]}],
                "sufficient": True,
            }
        if step == "answer":
            return {"reason": "As cited.", "kind": "entities", "citations": ["{}{}".format(*self._place(body))]}
        return None

    def _read(self, said: str, body: Body) -> Scripted:
        reading = self.readings.get(said, {"right": said})
        things = re.findall(r"^(\d+)\. (.+)$", _within(body, "things"), re.MULTILINE)
        numbers = {_CLASS.sub("", text): int(number) for number, text in reversed(things)}
        numbers |= {text: int(number) for number, text in things}
        sought = reading.get("among")
        sets = (number for text, number in numbers.items() if text.startswith("all of: ") and str(sought) in text)
        question = _NAME.sub(
            lambda match: f"{{{numbers[match[1]]}}}" if match[1] in numbers else match[1], reading.get("right", "")
        )
        return {"question": question, "among": next(sets, None), "unclear": reading.get("unclear", [])}

    def _place(self, body: Body) -> tuple[int, str]:
        """The path and the place in it where a known answer stands, else the second place of the first path."""
        for path in shown(body, coded=True).values():
            for number, place, label in re.findall(r"(?<!\S)(\d+)([a-z])\{([^{}]*)\}", path):
                if {label, *label.split(", ")} & {*self.known}:
                    return int(number), place
        return 1, "b"


@dataclass(frozen=True)
class Erred:
    """A follow-up that the model read wrongly, and what came of it; `was_asked` is whether the model was."""

    turn: dict[str, Any]
    wrong: dict[str, Any]
    answer: Answer
    was_asked: bool

    @property
    def ending(self) -> str:
        """One of `ENDINGS`."""
        if not self.was_asked:
            return "not asked"
        if self.answer.abstention is not None and self.answer.abstention.case == "reference_unclear":
            return "asked back"
        read = _NAME.sub(lambda match: _CLASS.sub("", match[1]), self.wrong["question"])
        is_right = sorted(item.label for item in self.answer.answers) == sorted(self.turn.get("answers", ("?",)))
        if folded(self.answer.question) != folded(read) or self.answer.among or is_right:
            return "read by rules"
        return "followed, supported" if self.answer.status == "supported" else "followed, not supported"


@dataclass
class ScriptedTalk:
    """A conversation with a model that may err, over HTTP."""

    name: str
    agent: Agent
    model: TalkingModel
    llm: ScriptedLLM

    def rightly(self) -> Iterator[Said]:
        """The conversation with a model that reads all follow-ups rightly."""
        for turn in turns_of(self.name)[1]:
            self.model.known = turn.get("answers", [])
            yield said(turn, self.agent, self.name)

    def wrongly(self) -> Iterator[Erred]:
        """Each follow-up as the model reads it wrongly, after all before were read rightly."""
        earlier: list[Turn] = []
        for turn in turns_of(self.name)[1]:
            row = self.model.readings.get(turn["say"], {"right": turn["say"], "wrong": []})
            for wrong in row["wrong"]:
                self.model.readings[turn["say"]] = {"right": wrong["question"]}
                answer, _ = self._asked(turn["say"], wrong["answers"], earlier)
                yield Erred(turn, wrong, answer, "rewrite_question" in self.llm.steps)
            self.model.readings[turn["say"]] = row
            earlier.append(self._asked(turn["say"], turn.get("answers", []), earlier)[1])

    def _asked(self, question: str, known: list[str], earlier: list[Turn]) -> tuple[Answer, Turn]:
        self.model.known = known
        self.llm.requests.clear()
        *_, last = self.agent.stream(question, earlier=earlier)
        assert isinstance(last, AnswerReady) and last.turn is not None
        return last.answer, last.turn


@contextmanager
def scripted_talk(name: str, **settings: Any) -> Iterator[ScriptedTalk]:
    """A conversation of this name, with a model that speaks HTTP on this machine."""
    rows = map(json.loads, (FOLDER / "model_replies.jsonl").read_text(encoding="utf-8").splitlines())
    model = TalkingModel({row["say"]: row for row in rows if row["talk"] == name})
    llm = ScriptedLLM()
    options = {"kg": GRAPHS[turns_of(name)[0]], "model": "openai:scripted", **settings}
    with (
        llm.serve(model) as url,
        open_system("pog", base_url=url, checkpointer=InMemorySaver(), **options) as agent,
    ):
        yield ScriptedTalk(name, agent, model, llm)


def _within(body: Body, tag: str) -> str:
    return user_text(body).rpartition(f"<{tag}>")[2].partition(f"</{tag}>")[0].strip()
