"""The baselines without a graph search: plain prompting, chain of thought, self-consistency, plain retrieval."""

from langgraph.graph import END, START

from pog_agent.config import PogConfig
from pog_agent.nodes.baselines.answer_by_thought import answer_by_thought
from pog_agent.nodes.baselines.answer_from_passages import answer_from_passages
from pog_agent.nodes.baselines.answer_plainly import answer_plainly
from pog_agent.nodes.baselines.retrieve_passages import retrieve_passages
from pog_agent.nodes.baselines.sample_chain import sample_chain
from pog_agent.nodes.baselines.take_question import take_question
from pog_agent.nodes.baselines.vote_for_answer import vote_for_answer
from pog_agent.nodes.pog.verify_answer import verify_answer
from pog_agent.run.budget.budget import spent_budget
from pog_agent.run.node import Node
from pog_agent.state import BaselineState, PassageState
from pog_agent.systems.routing import Decision, Fork
from pog_agent.systems.wiring import Visits, Wiring


def after_chain(state: BaselineState, config: PogConfig) -> Decision:
    """The next chain, or the vote when all are there or the budget is spent."""
    if len(state["samples"]) >= config.samples:
        return Decision("vote_for_answer", "chains done", f"all {config.samples} chains are sampled")
    if spent := spent_budget(state, config):
        return Decision("vote_for_answer", "budget spent", spent)
    return Decision(
        "sample_chain", "next chain", f"{len(state['samples'])} of {config.samples} chains are sampled"
    )


def _asked(step: Node, times: int = 1) -> tuple[Visits, Visits]:
    return {step: times}, {step: times}


IO = Wiring(
    "io",
    BaselineState,
    steps=(take_question, answer_plainly, verify_answer),
    edges=(
        (START, "take_question"),
        ("take_question", "answer_plainly"),
        ("answer_plainly", "verify_answer"),
        ("verify_answer", END),
    ),
    visits=lambda _: _asked(answer_plainly),
)

COT = Wiring(
    "cot",
    BaselineState,
    steps=(take_question, answer_by_thought, verify_answer),
    edges=(
        (START, "take_question"),
        ("take_question", "answer_by_thought"),
        ("answer_by_thought", "verify_answer"),
        ("verify_answer", END),
    ),
    visits=lambda _: _asked(answer_by_thought),
)

SC = Wiring(
    "sc",
    BaselineState,
    steps=(take_question, sample_chain, vote_for_answer, verify_answer),
    edges=(
        (START, "take_question"),
        ("take_question", "sample_chain"),
        ("vote_for_answer", "verify_answer"),
        ("verify_answer", END),
    ),
    visits=lambda config: _asked(sample_chain, config.samples),
    forks=(
        Fork(
            "sample_chain",
            after_chain,
            {"sample_chain": ("next chain",), "vote_for_answer": ("chains done", "budget spent")},
        ),
    ),
)

_ONE_RETRIEVAL: Visits = {retrieve_passages: 1, answer_from_passages: 1}

RAG = Wiring(
    "rag",
    PassageState,
    steps=(retrieve_passages, answer_from_passages, verify_answer),
    edges=(
        (START, "retrieve_passages"),
        ("retrieve_passages", "answer_from_passages"),
        ("answer_from_passages", "verify_answer"),
        ("verify_answer", END),
    ),
    visits=lambda _: (_ONE_RETRIEVAL, _ONE_RETRIEVAL),
    needs=("docs",),
)
