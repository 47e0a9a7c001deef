"""What a run starts from, goes on with, and ends with."""

from typing import Any, Final

from langchain_core.runnables import RunnableConfig
from langgraph.types import Command, StateSnapshot
from pydantic import TypeAdapter

from pog_agent.config import PogConfig
from pog_agent.confirmation.lending import lent_saver
from pog_agent.errors import ConfirmationNeededError, SettingError
from pog_agent.models import Answer, ChosenReading, Confirmation
from pog_agent.state import RunInput
from pog_agent.systems.wiring import CompiledSystem

MOST_STEPS: Final = 10_000
"""More than any run takes: its rounds are bounded. Inside a LangChain tool the limit would be 25 without it."""


_SHOWN: Final[TypeAdapter[Confirmation]] = TypeAdapter(Confirmation)


def run_input_of(question: object) -> RunInput:
    """What a run takes of a question. Raises `SettingError` for what is none."""
    if isinstance(question, ChosenReading):
        return {"question": question.question, "chosen": question}
    if not isinstance(question, str):
        raise SettingError(f"a question is a text, not {question!r}")
    return {"question": question}


def unless_begun(asked: RunInput, begun: StateSnapshot | None) -> RunInput | None:
    """What a run starts from; None where the thread has an unfinished run of the same question."""
    if begun is None or not begun.next or "chosen" in asked:
        return asked
    return None if asked["question"].strip() in _asked_before(begun) else asked


def _asked_before(begun: StateSnapshot) -> tuple[str, ...]:
    """What was asked when a run began: the question, the claim that it judges, and a follow-up as it was said."""
    claim, rewriting = begun.values.get("claim"), begun.values.get("rewriting")
    question = claim.text if claim is not None else begun.values.get("question", "").strip()
    return (question,) if rewriting is None else (question, rewriting.said)


def reply_to(waiting: StateSnapshot, reply: object, thread: str) -> Command[Any]:
    """What a run that waits goes on with. It names the interrupt: an empty object would be no reply else."""
    if not waiting.interrupts:
        raise SettingError(f"no run of the thread {thread!r} waits for a reply")
    return Command(resume={waiting.interrupts[0].id: reply})


def is_lent(config: PogConfig, thread: str | None) -> bool:
    """Whether the run waits for a person where the graph around it does."""
    return bool(config.confirm) and thread is None and lent_saver() is not None


def answer_of(result: Any, place: RunnableConfig | None = None) -> Answer:
    """The answer of a run that ended. Raises `ConfirmationNeededError` for one at a `place` that waits."""
    waiting = result.get("__interrupt__")
    if waiting and place is not None:
        raise ConfirmationNeededError(_SHOWN.validate_python(waiting[0].value), place["configurable"]["thread_id"])
    answer = result["answer"]
    if not isinstance(answer, Answer):
        raise TypeError(f"the run ended without an answer: {answer!r}")
    return answer


def runnable(graph: CompiledSystem) -> CompiledSystem:
    """The graph to run: without a checkpointer it takes none from a graph around it."""
    return graph if graph.checkpointer is not None else graph.copy({"checkpointer": False})
