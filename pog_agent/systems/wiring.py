"""What the wiring of every system shares: steps, edges and routes become one compiled graph."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, get_type_hints

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.nodes.composing.take_reading import take_reading
from pog_agent.nodes.confirming.confirm_reading import confirm_reading
from pog_agent.nodes.conversing.rewrite_question import rewrite_question
from pog_agent.nodes.pog.verify_answer import verify_answer
from pog_agent.nodes.tog2.find_document_topics import find_document_topics
from pog_agent.reasoner.steps.at_once.read_question import ReadQuestion
from pog_agent.reasoner.steps.compose_query import ComposeQuery
from pog_agent.run.binding import bind_node
from pog_agent.run.checkpoints import with_own_types
from pog_agent.run.node import Node
from pog_agent.run.resources import Resources
from pog_agent.run.start import Opening, opening_of
from pog_agent.run.telemetry.summary import SHORT_TRACES
from pog_agent.state import RunInput, RunOutput, RunState
from pog_agent.systems.confirming import CONFIRMED, check_kept, confirmed_by_model
from pog_agent.systems.routing import Condition, Decision, Fork, bind_fork

CompiledSystem = CompiledStateGraph[Any, PogConfig, RunInput, RunOutput]

DOCS_UNREAD = "docs is for systems that read documents (pog, tog2, rag) and changes nothing here"
TOPICS_UNREAD = "document_topics is for the system tog2 and changes nothing here"
TOPICS_WITHOUT_DOCS = "document_topics changes nothing without docs, which names a document index"

Visits = Mapping[Node, int]
"""How often a run visits each step that asks a model."""


@dataclass(frozen=True)
class Part:
    """Steps that belong together, with the edges and forks between them and on from them.

    They are compiled with all others into one graph. A graph of their own inside it would hide its steps from a
    stream of updates and from a state that waits for a person, and add what its steps used to the run twice.
    """

    name: str
    steps: tuple[Node, ...]
    edges: tuple[tuple[str, str], ...]
    forks: tuple[Fork, ...] = ()


@dataclass(frozen=True)
class Wiring:
    """Which step follows which: edges as (from, to), forks where the state decides.

    `state` is the type of the system's state. `visits` gives two tables for previews of the cost: how often each
    step that asks a model is visited if one round suffices, and if every round runs. `needs` names the settings
    without which the system cannot answer. `parts` are drawn as one step each in the diagram of the loop, and
    apart; it leaves out what is `beside` the paper's loop.
    """

    name: str
    state: type[Any]
    steps: tuple[Node, ...]
    edges: tuple[tuple[str, str], ...]
    visits: Callable[[PogConfig], tuple[Visits, Visits]]
    forks: tuple[Fork, ...] = ()
    needs: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    beside: tuple[Node, ...] = ()

    @property
    def reads_documents(self) -> bool:
        """Whether it reads documents: then its state has the passages that the model is shown."""
        return "contexts" in get_type_hints(self.state)

    def unread(self, config: PogConfig) -> tuple[str, ...]:
        """Warnings about settings that were given and change nothing in this system."""
        found = []
        if config.docs is not None and not self.reads_documents:
            found.append(DOCS_UNREAD)
        if config.document_topics and find_document_topics not in self.steps:
            found.append(TOPICS_UNREAD)
        elif config.document_topics and config.docs is None:
            found.append(TOPICS_WITHOUT_DOCS)
        return tuple(found)

    @property
    def composes(self) -> bool:
        """Whether it composes queries over the schema of the graph."""
        return any(step.declared.asks is ComposeQuery for step in self.steps)

    @property
    def merges(self) -> bool:
        """Whether it can read a question in one call: then further steps may be merged, too."""
        return any(step.declared.merged is ReadQuestion for step in self.steps)

    def check(self, config: PogConfig) -> None:
        """Raises `SettingError` where a setting is missing that the system needs, or it has nothing to confirm."""
        self.check_confirming(config)
        for name in self.needs:
            if getattr(config, name) is None:
                what = PogConfig.model_fields[name].description
                raise SettingError(f"the system {self.name} needs --{name.replace('_', '-')}: {what}")

    def check_confirming(self, config: PogConfig) -> None:
        """Raises `SettingError` where a person is to confirm what the system has not."""
        known = dict.fromkeys(CONFIRMED[step].what for step in self.steps if step in CONFIRMED)
        for what in config.confirm:
            if what not in known:
                raise SettingError(f"the system {self.name} has no {what} to confirm; it has {', '.join(known)}")

    @property
    def steps_left(self) -> dict[str, int]:
        """How many steps the shortest way to the end has from each step, itself included."""
        ways = [*self.edges, *((fork.source, target) for fork in self.forks for target in fork.ways)]
        left = {END: 0}
        reached = {END}
        while reached:
            reached = {source for source, target in ways if target in reached} - left.keys()
            left |= dict.fromkeys(reached, max(left.values()) + 1)
        return left

    @property
    def with_confirmations(self) -> "Wiring":
        """The same with a step for a person after each that finds something to confirm.

        What followed such a step follows that for the person too. Between the verified answer and that person, the
        model may be asked what words mean.
        """
        asking = {step.name: CONFIRMED[step] for step in self.steps if step in CONFIRMED}
        edges = tuple(edge for edge in self.edges if edge[0] not in asking)
        forks: list[Fork] = []
        for fork in (*self.forks, *(_always(*edge) for edge in self.edges if edge[0] in asking)):
            if fork.source in asking:
                person = asking[fork.source]
                first = person.before(fork)
                forks += confirmed_by_model(first) if fork.source == verify_answer.name else [first]
                forks.append(replace(fork, source=person.step.name))
            else:
                forks.append(fork)
        steps = (*self.steps, confirm_reading, *(item.step for item in asking.values()))
        return replace(self, steps=steps, edges=edges, forks=tuple(forks))


def _always(source: str, target: str) -> Fork:
    """The one way on from a step."""

    def always(state: Any, config: PogConfig) -> Decision:
        del state, config
        return Decision(target, "go on")

    return Fork(source, always, {target: ("go on",)})


def compile_graph(wiring: Wiring, resources: Resources | None = None, checkpointer: Any = None) -> CompiledSystem:
    """Compiles a workflow; the step after START begins a run afresh.

    In a conversation that is `rewrite_question`, and `take_reading` where a reading was chosen.
    Settings come with each run as its context (`PogConfig`, or a mapping of some of its fields) on top of the
    defaults of `resources`; without either, environment variables and the paper's values hold. A run takes
    `question` or `messages` and returns `answer` and `messages`, and what the last step has `found`.
    """
    provider = resources or Resources()
    wiring = wiring.with_confirmations
    (first,) = (target for source, target in wiring.edges if source == START)
    bind = partial(
        bind_node,
        provider=provider,
        unread=wiring.unread,
        reads_documents=wiring.reads_documents,
        merges=wiring.merges,
    )
    graph = StateGraph(wiring.state, context_schema=PogConfig, input_schema=RunInput, output_schema=RunOutput)
    for step in wiring.steps:
        begins = wiring.state if step.name == first else None
        graph.add_node(step.name, bind(step, first=begins), trace_policy=SHORT_TRACES)
    for opens, step in _OTHER_OPENINGS.items():
        graph.add_node(step.name, bind(step, first=wiring.state, opens=opens), trace_policy=SHORT_TRACES)
    opening = _opening(wiring, first)
    graph.add_conditional_edges(START, bind_fork(opening, provider, begins=True), _by_label(opening))
    for source, target in (*wiring.edges, (take_reading.name, verify_answer.name)):
        if source != START:
            graph.add_edge(source, target)
    steps_left = wiring.steps_left
    ends = {step.name for step in wiring.steps if step.declared.ends is not None}
    for fork in (*wiring.forks, _after_reading(first)):
        shortest = None if fork.source in ends else min(fork.ways, key=steps_left.__getitem__)
        timed = fork if shortest is None else fork.with_way(shortest, "time is up")
        graph.add_conditional_edges(fork.source, bind_fork(timed, provider, shortest=shortest), _by_label(timed))
    saver = (
        with_own_types(checkpointer, wiring.state)
        if isinstance(checkpointer, BaseCheckpointSaver)
        else checkpointer
    )
    return graph.compile(checkpointer=saver, name=wiring.name)


def _by_label(fork: Fork) -> dict[Hashable, str]:
    """The targets of a fork by what the edge to each is labelled with."""
    return {label: target for target, label in fork.labels.items()}


_OTHER_OPENINGS: Mapping[Opening, Node] = {"follow_up": rewrite_question, "reading": take_reading}
"""The steps that begin a run in place of the first step of the system."""


def _opening(wiring: Wiring, first: str) -> Fork:
    """A run begins with the step for what it is asked with."""
    conditions: dict[Opening, Condition] = {"question": "question", "follow_up": "follow-up", "reading": "reading"}
    begun_by = {"question": first, **{opens: step.name for opens, step in _OTHER_OPENINGS.items()}}

    def opening(state: RunState, config: PogConfig) -> Decision:
        wiring.check_confirming(config)
        check_kept(config)
        opens = opening_of(state)
        return Decision(begun_by[opens], conditions[opens])

    return Fork(START, opening, {begun_by[opens]: (condition,) for opens, condition in conditions.items()})


def _after_reading(first: str) -> Fork:
    """What could not be read is asked back, without any search; what was not read in time is not searched for."""

    def after_reading(state: RunState, config: PogConfig) -> Decision:
        del config
        rewriting = state.get("rewriting")
        if rewriting is not None and rewriting.unclear is None:
            return Decision(first, "read", "the follow-up is a question of its own")
        return Decision(verify_answer.name, "unclear", "what the follow-up means is asked back")

    return Fork(rewrite_question.name, after_reading, {first: ("read",), verify_answer.name: ("unclear",)})
