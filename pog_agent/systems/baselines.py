"""The baselines without a graph search: plain prompting, chain of thought, self-consistency, plain retrieval."""

from langgraph.graph import END, START

from pog_agent.nodes.baselines.answer_by_thought import answer_by_thought
from pog_agent.nodes.baselines.answer_from_passages import answer_from_passages
from pog_agent.nodes.baselines.answer_plainly import answer_plainly
from pog_agent.nodes.baselines.retrieve_passages import retrieve_passages
from pog_agent.nodes.baselines.sample_chains import sample_chains
from pog_agent.nodes.baselines.take_question import take_question
from pog_agent.nodes.baselines.vote_for_answer import vote_for_answer
from pog_agent.nodes.pog.verify_answer import verify_answer
from pog_agent.run.node import Node
from pog_agent.state import BaselineState, PassageState
from pog_agent.systems.wiring import Visits, Wiring


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
    steps=(take_question, sample_chains, vote_for_answer, verify_answer),
    edges=(
        (START, "take_question"),
        ("take_question", "sample_chains"),
        ("sample_chains", "vote_for_answer"),
        ("vote_for_answer", "verify_answer"),
        ("verify_answer", END),
    ),
    visits=lambda _: _asked(sample_chains),
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
