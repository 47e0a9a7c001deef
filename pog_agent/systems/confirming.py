"""Where a run may wait for a person, and where the model is asked what words mean: after which steps, and when.

Without the setting, or the exam that the model must have passed, no such step is visited.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from langgraph.runtime import Runtime, get_runtime

from pog_agent.config import Confirm, PogConfig
from pog_agent.confirmation.lending import lent_saver
from pog_agent.errors import SettingError
from pog_agent.nodes.composing.compose_query import compose_query
from pog_agent.nodes.confirming.confirm_answer import confirm_answer
from pog_agent.nodes.confirming.confirm_plan import confirm_plan
from pog_agent.nodes.confirming.confirm_query import confirm_query
from pog_agent.nodes.confirming.confirm_reading import confirm_reading
from pog_agent.nodes.confirming.confirm_topics import confirm_topics
from pog_agent.nodes.pog.analyze_question import analyze_question
from pog_agent.nodes.pog.recognize_topics import recognize_topics
from pog_agent.nodes.pog.verify_answer import verify_answer
from pog_agent.run.node import Node
from pog_agent.systems.routing import Decision, Fork

UNKEPT = "confirm needs a checkpointer and a thread, which keep the run while it waits for a reply"


@dataclass(frozen=True)
class Confirming:
    """The step that asks a person about `what` another step has found."""

    what: Confirm
    step: Node

    def before(self, following: Fork) -> Fork:
        """The fork that leads to the person where the settings say so, else straight on."""

        def confirming(state: Any, config: PogConfig) -> Decision:
            if self.what in config.confirm:
                return Decision(self.step.name, "confirm", f"a person confirms the {self.what}")
            return following.decide(state, config)

        return replace(following, decide=confirming).with_way(self.step.name, "confirm")


CONFIRMED: Mapping[Node, Confirming] = {
    recognize_topics: Confirming("topics", confirm_topics),
    analyze_question: Confirming("plan", confirm_plan),
    compose_query: Confirming("plan", confirm_query),
    verify_answer: Confirming("answer", confirm_answer),
}


def confirmed_by_model(following: Fork) -> tuple[Fork, Fork]:
    """The fork behind the verified answer, and the one behind the model that is asked about its open doubts.

    What followed the answer follows the model, too.
    """

    def confirming(state: Any, config: PogConfig) -> Decision:
        if state.get("unsettled") is not None:
            return Decision(confirm_reading.name, "doubts open", "it is open what words of the question mean")
        return following.decide(state, config)

    first = replace(following, decide=confirming).with_way(confirm_reading.name, "doubts open")
    return first, replace(following, source=confirm_reading.name)


def check_kept(config: PogConfig) -> None:
    """Raises `SettingError` where a run is to wait for a person, and nothing keeps it meanwhile."""
    runtime: Runtime[PogConfig] | None = get_runtime(PogConfig)  # None where a state is edited from outside
    if not config.confirm or runtime is None:
        return
    if lent_saver() is None:
        raise SettingError(UNKEPT)
