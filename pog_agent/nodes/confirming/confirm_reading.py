"""Confirmation of what words mean by the model of the run, where nothing else speaks against an answer."""

from collections.abc import Iterator

from pog_agent.answering.confirming.open_doubts import put_in_words, settled_answer
from pog_agent.answering.run_report import doubted
from pog_agent.conversation.finishing import concluded_answer, finished, finished_late
from pog_agent.errors import GraphUnavailableError, ModelUnavailableError
from pog_agent.models import StepUsage, Usage
from pog_agent.reasoner.base import LlmStep
from pog_agent.reasoner.steps.confirming.choose_reading import ChooseReading
from pog_agent.reasoner.steps.confirming.confirm_reading import ConfirmedReading, ConfirmReading, LookupSaidBack
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import HybridState, RunState

NOT_ASKED = "what the words of the question mean was not confirmed"


def _judged(update: RunState) -> str:
    answer = update.get("answer") or update["held"]
    basis = f" ({answer.basis})" if answer.basis else ""
    return f"{answer.status}{basis}: {answer.text}"


def _late(state: HybridState, run: RunContext, reason: str) -> RunState:
    """The answer as it is, since there is no time to ask about it."""
    answer = state["unsettled"]
    told = answer.model_copy(update={"warnings": (*answer.warnings, f"{NOT_ASKED}: {reason}")})
    return finished_late(told, state, run)


@Declares(shows=_judged, asks=ConfirmReading, calls=lambda config: 2 if config.trust == "twice" else 1, ends=_late)
async def confirm_reading(state: HybridState, run: RunContext) -> RunState:
    """Asks whether the lookup, said back in words, is what the question asks for, and settles the doubts by that.

    It is not in the paper. The model sees neither the answer nor the paths. With `trust` twice it must also find
    the lookup among others without being told which one was made; what the first reply denies is not asked again.
    Where it cannot be asked, or words in doubt name another relation that is there, the answer stays partial.
    """
    answer, query = state["unsettled"], state["unsettled"].query
    usage: list[StepUsage] = []
    notes: list[str] = []
    is_settled = False
    try:
        if query is not None:
            said, proven = await put_in_words(answer, query, run)
            answer = doubted(answer, *proven)
            is_settled = not proven and await _is_confirmed(said, run, usage, notes)
    except (GraphUnavailableError, ModelUnavailableError) as error:
        notes.append(f"{NOT_ASKED}: {error}")
    told = settled_answer(answer, "model", state) if is_settled else answer
    total = Usage.total([*state.get("usage", ()), *usage])
    told = told.model_copy(update={"usage": total, "warnings": (*told.warnings, *notes)})
    update = await finished(await concluded_answer(told, state, run), state, run)
    return {**update, "usage": usage}


async def _is_confirmed(said: LookupSaidBack, run: RunContext, usage: list[StepUsage], notes: list[str]) -> bool:
    """Whether every reply says that the lookup is what was asked for; the first other one ends it."""
    for step in _steps(said, run):
        reply = await run.reasoner.ask(step)
        usage.append(reply.usage)
        notes += reply.warnings
        if not reply.value.is_same:
            if reply.value.differs:
                notes.append(f"the model does not confirm what the words mean: {reply.value.differs}")
            return False
    return True


def _steps(said: LookupSaidBack, run: RunContext) -> Iterator[LlmStep[ConfirmedReading]]:
    yield ConfirmReading(said)
    if run.config.trust == "twice":
        yield ChooseReading(said)
