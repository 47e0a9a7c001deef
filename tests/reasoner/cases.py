"""A question with its paths, and a ChatReasoner on a scripted server, for the tests of the reasoner."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from pog_agent.models import (
    Indicator,
    IndicatorNode,
    QuestionAnalysis,
    ShownNode,
    ShownPath,
    StepUsage,
    TopicEntity,
)
from pog_agent.reasoner.base import LlmStep
from pog_agent.reasoner.chat.models import open_chat_model
from pog_agent.reasoner.chat.reasoner import ChatReasoner
from pog_agent.reasoner.shown import QuestionContext
from pog_agent.reasoner.steps.select_paths import SelectPaths
from tests import llm_server
from tests.llm_server import ScriptedLLM, in_turn

QUESTION = "Which museum in Tarnholm shows a painting by Ilse Brandvik?"
TARNHOLM = TopicEntity(iri="urn:tarnholm", label="Tarnholm")
BRANDVIK = TopicEntity(iri="urn:brandvik", label="Ilse Brandvik", mention="Brandvik")
TOPICS = (BRANDVIK, TARNHOLM)
CHAIN = [
    {"topic": "Tarnholm"},
    {"relation": "is location of"},
    {"answer": "museum"},
    {"relation": "shows"},
    {"unknown": "painting"},
    {"relation": "painted by"},
    {"topic": "Brandvik"},
]
ANALYSIS = QuestionAnalysis(
    split_questions=("Which museums are in Tarnholm?", "Which show a painting by Ilse Brandvik?"),
    indicator=Indicator(
        nodes=(
            IndicatorNode(text="Tarnholm", kind="topic"),
            IndicatorNode(text="museum", kind="answer"),
            IndicatorNode(text="Ilse Brandvik", kind="topic"),
        ),
        relations=("is location of", "shows work by"),
    ),
    order=("urn:tarnholm", "urn:brandvik"),
)
CONTEXT = QuestionContext(question=QUESTION, topics=TOPICS, analysis=ANALYSIS, language="de")


def shown(number: int, *labels: str, literal: bool = False) -> ShownPath:
    nodes = tuple(ShownNode(labels=(label,), total=1, kind="entity") for label in labels)
    if literal:
        nodes = (*nodes[:-1], nodes[-1].model_copy(update={"kind": "literal"}))
    return ShownPath(
        number=number,
        text=" - r -> ".join(f"{{{label}}}" for label in labels),
        nodes=nodes,
        relations=("r",) * (len(labels) - 1),
        forward=(True,) * (len(labels) - 1),
        facts=tuple(f"{head}, r, {tail}" for head, tail in pairwise(labels)),
    )


PATHS = (
    shown(1, "Tarnholm", "Osk", "Ilse Brandvik"),
    shown(2, "Tarnholm", "Kelder House", "Grey Harbour", "Ilse Brandvik"),
    shown(3, "Tarnholm", "1951-09-30", literal=True),
)


class Refusals:
    """A budget that answers each request for a call as it is told: with a reason, or None."""

    def __init__(self, answer: Callable[[], str | None]) -> None:
        self._answer = answer

    def refusal(self, step: LlmStep[Any], estimate: StepUsage) -> str | None:
        return self._answer()

    def seconds(self, step: LlmStep[Any]) -> float | None:
        return None

    def late(self, step: LlmStep[Any]) -> str:
        raise AssertionError("nothing bounds the time")

    def used(self, estimate: StepUsage, usage: StepUsage) -> None:
        pass


@contextmanager
def reasoner(
    script: llm_server.Script | llm_server.Scripted = None, timeout: float = 10.0, retries: int = 0, **options: Any
) -> Iterator[tuple[ChatReasoner, ScriptedLLM]]:
    llm = ScriptedLLM()
    with llm.serve(script if callable(script) else in_turn(script)) as base_url:
        yield ChatReasoner(open_chat_model("openai:scripted", base_url, timeout, retries), **options), llm


def select(agent: ChatReasoner, width: int = 2) -> Any:
    return agent.ask(SelectPaths(CONTEXT, PATHS, width))
