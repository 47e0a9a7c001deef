"""The baselines without a graph: plain prompting, chain of thought, self-consistency. Wiring only."""

from typing import Any

from langgraph.graph import END, START

from pog_agent.nodes.baselines.answer_directly import answer_by_thought, answer_plainly
from pog_agent.nodes.baselines.sample_chain import after_chain, sample_chain
from pog_agent.nodes.baselines.take_question import take_question
from pog_agent.nodes.baselines.vote_for_answer import vote_for_answer
from pog_agent.nodes.pog.verify_answer import verify_answer
from pog_agent.run.resources import Resources
from pog_agent.systems.wiring import PogGraph, Wiring, compile_graph

IO = Wiring(
    "io",
    steps=(take_question, answer_plainly, verify_answer),
    edges=(
        (START, "take_question"),
        ("take_question", "answer_plainly"),
        ("answer_plainly", "verify_answer"),
        ("verify_answer", END),
    ),
)

COT = Wiring(
    "cot",
    steps=(take_question, answer_by_thought, verify_answer),
    edges=(
        (START, "take_question"),
        ("take_question", "answer_by_thought"),
        ("answer_by_thought", "verify_answer"),
        ("verify_answer", END),
    ),
)

SC = Wiring(
    "sc",
    steps=(take_question, sample_chain, vote_for_answer, verify_answer),
    edges=(
        (START, "take_question"),
        ("take_question", "sample_chain"),
        ("vote_for_answer", "verify_answer"),
        ("verify_answer", END),
    ),
    routes=(("sample_chain", after_chain, ("sample_chain", "vote_for_answer")),),
)


def build_io(resources: Resources | None = None, checkpointer: Any = None) -> PogGraph:
    """Plain prompting: one call, the answer at once."""
    return compile_graph(IO, resources, checkpointer)


def build_cot(resources: Resources | None = None, checkpointer: Any = None) -> PogGraph:
    """Chain of thought: one call, thinking before the answer."""
    return compile_graph(COT, resources, checkpointer)


def build_sc(resources: Resources | None = None, checkpointer: Any = None) -> PogGraph:
    """Self-consistency: the majority of `samples` chains of thought."""
    return compile_graph(SC, resources, checkpointer)
