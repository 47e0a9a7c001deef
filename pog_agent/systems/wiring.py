"""What the wiring of every system shares: steps, edges and routes become one compiled graph."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from pog_agent.config import PogConfig
from pog_agent.run.binding import Route, Step, bind_route, bind_step
from pog_agent.run.resources import Resources
from pog_agent.state import PogInput, PogOutput, PogState

PogGraph = CompiledStateGraph[PogState, PogConfig, PogInput, PogOutput]
Builder = Callable[[Resources, Any], PogGraph]


@dataclass(frozen=True)
class Wiring:
    """Which step follows which: edges as (from, to), routes as (from, decision, possible targets)."""

    name: str
    steps: tuple[Step, ...]
    edges: tuple[tuple[str, str], ...]
    routes: tuple[tuple[str, Route, tuple[str, ...]], ...] = ()


def compile_graph(wiring: Wiring, resources: Resources | None = None, checkpointer: Any = None) -> PogGraph:
    """Compiles a workflow; the step after START begins a run afresh.

    Settings come with each run as its context (`PogConfig`, or a mapping of some of its fields) on top of the
    defaults of `resources`; without either, environment variables and the paper's values hold. A run takes
    `question` or `messages` and returns `answer` and `messages`.
    """
    provider = resources or Resources()
    first = {target for source, target in wiring.edges if source == START}
    graph = StateGraph(PogState, context_schema=PogConfig, input_schema=PogInput, output_schema=PogOutput)
    for step in wiring.steps:
        node = step.__name__
        graph.add_node(node, bind_step(node, step, provider, first=node in first))
    for source, target in wiring.edges:
        graph.add_edge(source, target)
    for source, route, targets in wiring.routes:
        graph.add_conditional_edges(source, bind_route(route, provider), list(targets))
    return graph.compile(checkpointer=checkpointer, name=wiring.name)
