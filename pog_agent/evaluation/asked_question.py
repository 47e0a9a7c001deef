"""What is seen of one question while a system works on it, its gold answers beside it."""

from dataclasses import dataclass, field
from typing import Any

from typing_extensions import override

from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures.recall import GoldNodes, RecallTracker
from pog_agent.evaluation.measures.retrieval import RetrievalTracker
from pog_agent.events import RouteTaken
from pog_agent.models import StepUsage
from pog_agent.run.telemetry.observation import Observation, RunWatcher
from pog_agent.state import RunState
from pog_agent.tracing.recorder import RunRecorder
from pog_agent.tracing.run_trace import RunTrace
from pog_agent.tracing.step_record import step_record


@dataclass
class AskedQuestion(RunWatcher):
    """What is seen of the question that is being asked."""

    question: Question
    steps: list[dict[str, Any]] = field(default_factory=list)
    retrieval: RetrievalTracker = field(default_factory=RetrievalTracker)
    recall: RecallTracker | None = None
    recorder: RunRecorder | None = None
    gold: GoldNodes | None = None
    in_graph: bool | None = None
    last: Observation | None = None
    used: list[StepUsage] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def run(self) -> RunTrace | None:
        """The recorded run; None where runs are not recorded, and before it begins."""
        traces = self.recorder.traces if self.recorder else []
        return traces[-1] if traces else None

    @override
    def routed(self, state: RunState, route: RouteTaken) -> None:
        """Takes note of where the question's run goes on after the last step."""
        self.steps[-1]["route"] = {"target": route.target, "condition": route.condition, "why": route.why}

    async def see(self, step: Observation) -> None:
        """Takes note of a step of the question's run."""
        self.last = step
        self.steps.append(step_record(step))
        self.retrieval.see(step)
        self.used += step.after.get("usage", []) if step.update.get("usage") else []
        self.seconds = step.after["seconds"]
        if self.recall is not None:
            await self.recall.see(step)
