"""A chat model that follows a reply of a scenario. It looks up paths in the prompt by their text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pog_agent.prompts import PromptLibrary
from tests.erring.scenarios import ModelReply
from tests.erring.simulated_judge import SimulatedJudge
from tests.erring.written_paths import ANSWER, ANYTHING, KEY, WrittenPath
from tests.llm_server import Body, Scripted
from tests.pipeline_fixtures import shown

_JSON_LINE = re.compile(r"^\{.*\}$", re.MULTILINE)


@dataclass(frozen=True)
class FoundPath:
    """A path that a scenario names by `text`, found in a prompt: its number, and the positions of the marks."""

    text: str
    number: int
    answer: int
    key: int | None


class FollowingModel:
    """The script of a model server that follows one reply at a time.

    `missing` has the paths of the reply that the answer step was not shown; all of them before that step.
    """

    def __init__(self) -> None:
        self._examples = {name: _examples(name) for name in PromptLibrary().names}
        self._reply = ModelReply(kind="none", topics=(), splits=())
        self._has_predicted = False
        self.missing: tuple[str, ...] = ()
        self.judge = SimulatedJudge()
        self._steps = {
            "recognize_topics": lambda body: {"mentions": list(self._reply.topics or ())},
            "analyze_question": lambda body: {
                "split_questions": list(self._reply.splits or ()),
                "paraphrases": self._reply.paraphrases,
                "chain": _chain(self._reply),
            },
            "select_paths": self._selection,
            "judge_sufficiency": self._verdict,
            "predict_supplements": self._predictions,
            "answer": self._answer,
        }

    def follow(self, reply: ModelReply) -> None:
        """Follows this reply from now on, for which topics and split questions are known."""
        self._reply = reply
        self._has_predicted = False
        self.missing = reply.cites

    def __call__(self, step: str, body: Body) -> Scripted:
        """The reply to a request of a step; None for a step that the scenario says nothing of."""
        if step in self._reply.copied:
            self.missing = () if step == "answer" else self.missing
            return self._examples[step][self._reply.copied[step] - 1]
        if step in SimulatedJudge.steps:
            return self.judge(step, body)
        return self._steps[step](body) if step in self._steps else None

    def _selection(self, body: Body) -> dict[str, Any]:
        return {"selected": [path.number for path in _found(body, self._meant)] or [1]}

    def _verdict(self, body: Body) -> dict[str, Any]:
        reply = self._reply
        numbers = {path.text: path.number for path in _found(body, self._meant)}
        waits = bool(reply.predictions) and not self._has_predicted
        sufficient = reply.at_once or (len(numbers) == len(self._meant) and not waits)
        rows = []
        for index in range(len(reply.splits or ())):
            settling = [self._meant[place - 1] for place in reply.covers[index]] if reply.covers else self._meant
            paths = [numbers[text] for text in settling if text in numbers] or [1] * reply.at_once
            rows.append({"question": index + 1, "covered": sufficient and bool(paths), "paths": paths})
        return {"splits": rows, "sufficient": sufficient, "reason": "" if sufficient else "Something is missing."}

    def _predictions(self, body: Body) -> dict[str, Any]:
        del body
        self._has_predicted = True
        named = self._reply.predictions
        return {"predictions": [{"prediction": name, "chain": [{"answer": name}]} for name in named]}

    def _answer(self, body: Body) -> dict[str, Any]:
        reply = self._reply
        found = _found(body, reply.cites)
        self.missing = tuple(text for text in reply.cites if text not in {path.text for path in found})
        return {
            "reason": "It stands there.",
            "kind": reply.answer_kind,
            "citations": [{"path": path.number, "position": path.answer} for path in found],
            "only": list(reply.only),
            "operation": reply.operation,
            "key_position": next((path.key for path in found if path.key is not None), None),
            "own_answer": reply.own,
        }

    @property
    def _meant(self) -> tuple[str, ...]:
        return (*self._reply.cites, *self._reply.beside)


def _examples(step: str) -> list[str]:
    """The replies in the examples of a prompt."""
    text = PromptLibrary().get(step).path.read_text(encoding="utf-8")
    return _JSON_LINE.findall(text.partition("## Examples")[2].partition("## User")[0])


def _found(body: Body, texts: Sequence[str]) -> list[FoundPath]:
    """Those of the paths that a request shows; without a mark the answer stands at the end."""
    lines = [(number, WrittenPath.read(line)) for number, line in shown(body, coded=True).items()]
    found = []
    for text in texts:
        named = WrittenPath.read(text)
        fitting = ((number, path, named.matching(path)) for number, path in lines)
        for number, path, meant in fitting:
            if meant is not None:
                answer = meant.position_of(ANSWER, path)
                place = path.positions[-1] if answer is None else answer
                found.append(FoundPath(text, number, place, meant.position_of(KEY, path)))
                break
    return found


def _chain(reply: ModelReply) -> list[dict[str, str]]:
    """The indicator of a reply: the first path that it cites, joined at its answer by the second."""
    if not reply.cites:
        return []
    first, *others = (WrittenPath.read(text) for text in reply.cites)
    stops, links = list(first.stops), list(first.links)
    if others and stops[-1] == ANSWER == others[0].stops[-1]:
        back = others[0].turned()
        stops, links = [*stops, *back.stops[1:]], [*links, *back.links]
    if ANSWER not in stops:
        stops[-1] = ANSWER
    rows = [_stop(stops[0])]
    for (_, stop), link in zip(pairwise(stops), links, strict=True):
        for relation in link.relations[:-1]:
            rows += [{"relation": relation}, {"unknown": "event"}]
        rows += [{"relation": link.relations[-1]}, _stop(stop)]
    return rows


def _stop(text: str) -> dict[str, str]:
    if text == ANSWER:
        return {"answer": "answer"}
    return {"unknown": "thing"} if text in (KEY, ANYTHING) else {"topic": text}
