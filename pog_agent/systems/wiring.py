"""What the wiring of every system shares: steps, edges and routes become one compiled graph."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.run.binding import Route, bind_node, bind_route
from pog_agent.run.checkpoints import with_own_types
from pog_agent.run.node import Node
from pog_agent.run.resources import Resources
from pog_agent.run.telemetry.summary import SHORT_TRACES
from pog_agent.state import RunInput, RunOutput

CompiledSystem = CompiledStateGraph[Any, PogConfig, RunInput, RunOutput]

Visits = Mapping[Node, int]
"""How often a run visits each step that asks a model."""


@dataclass(frozen=True)
class Wiring:
    """Which step follows which: edges as (from, to), routes as (from, decision, possible targets).

    `state` is the type of the system's state. `visits` gives two tables for previews of the cost: how often each
    step that asks a model is visited if one round suffices, and if every round runs. `needs` names the settings
    without which the system cannot answer.
    """

    name: str
    state: type[Any]
    steps: tuple[Node, ...]
    edges: tuple[tuple[str, str], ...]
    visits: Callable[[PogConfig], tuple[Visits, Visits]]
    routes: tuple[tuple[str, Route, tuple[str, ...]], ...] = ()
    needs: tuple[str, ...] = ()

    @property
    def reads_documents(self) -> bool:
        """Whether it reads documents: then its state has the passages that the model is shown."""
        return "contexts" in get_type_hints(self.state)

    def check(self, config: PogConfig) -> None:
        """Raises `SettingError` where a setting is missing that the system needs."""
        for name in self.needs:
            if getattr(config, name) is None:
                what = PogConfig.model_fields[name].description
                raise SettingError(f"the system {self.name} needs --{name.replace('_', '-')}: {what}")


def compile_graph(wiring: Wiring, resources: Resources | None = None, checkpointer: Any = None) -> CompiledSystem:
    """Compiles a workflow; the step after START begins a run afresh.

    Settings come with each run as its context (`PogConfig`, or a mapping of some of its fields) on top of the
    defaults of `resources`; without either, environment variables and the paper's values hold. A run takes
    `question` or `messages` and returns `answer` and `messages`.
    """
    provider = resources or Resources()
    first = {target for source, target in wiring.edges if source == START}
    reads_documents = wiring.reads_documents
    graph = StateGraph(wiring.state, context_schema=PogConfig, input_schema=RunInput, output_schema=RunOutput)
    for step in wiring.steps:
        begins = wiring.state if step.name in first else None
        bound = bind_node(step, provider, begins, reads_documents=reads_documents)
        graph.add_node(step.name, bound, trace_policy=SHORT_TRACES)
    for source, target in wiring.edges:
        graph.add_edge(source, target)
    for source, route, targets in wiring.routes:
        graph.add_conditional_edges(source, bind_route(route, provider), list(targets))
    saver = (
        with_own_types(checkpointer, wiring.state)
        if isinstance(checkpointer, BaseCheckpointSaver)
        else checkpointer
    )
    return graph.compile(checkpointer=saver, name=wiring.name)
