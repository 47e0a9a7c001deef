"""A run inside a step of another graph, which lends it the checkpointer: the run waits where that graph waits."""

from dataclasses import replace
from hashlib import sha256
from itertools import count
from typing import Any, Final

from langchain_core.runnables import RunnableConfig
from langgraph.config import get_config

from pog_agent.run.checkpoints import with_own_types

SAVER: Final = "__pregel_checkpointer"
"""Where LangGraph's configuration of a step has the checkpointer: a thread may have a name and none."""
SCRATCHPAD: Final = "__pregel_scratchpad"
"""Where it has what the runs inside one step share."""
NAMESPACE: Final = "checkpoint_ns"


def lent_saver() -> Any:
    """The checkpointer of the graph whose step this is called in; None outside of one that has any."""
    try:
        return get_config().get("configurable", {}).get(SAVER)
    except RuntimeError:  # there is no graph around
        return None


def lent_place(question: str, state: type[Any]) -> RunnableConfig:
    """Where a graph around keeps the run of a question, by a saver that knows the types of the run's `state`.

    LangGraph numbers the runs inside a step in the order in which they begin. For tools that are called at once it
    is not the same each time: a run would go on with the state of another one. So each question has its own place.
    Like LangGraph's numbers it is of digits alone, which views of sub-graphs leave out.
    """
    around = get_config()["configurable"]
    number = int.from_bytes(sha256(question.encode()).digest()[:8])
    own = replace(around[SCRATCHPAD], subgraph_counter=count().__next__)
    place = {NAMESPACE: f"{around[NAMESPACE]}|{number}", SCRATCHPAD: own}
    return {"configurable": {**around, **place, SAVER: with_own_types(around[SAVER], state)}}
