"""Topic entity recognition and linking (paper section 4.1)."""

import time
import uuid
from typing import Any

from langchain_core.messages import HumanMessage
from langgraph.types import Overwrite

from pog_agent.errors import SettingError
from pog_agent.models import StepUsage
from pog_agent.nodes.run import Run
from pog_agent.state import PogState


async def recognize_topics(state: PogState, run: Run) -> dict[str, Any]:
    """Finds the entities of the graph that the question mentions, and starts the run afresh.

    Deviations from the paper: a label or alias that equals the mention wins over embedding similarity; a weak
    match or a class becomes an optional topic; entities given by IRI skip recognition. If nothing that was
    recognised can be linked, the graph's own labels found in the question are used, with a warning.
    """
    question = question_of(state)
    usage: list[StepUsage] = []
    warnings = list(run.notices)
    if run.config.topics:
        linking = await run.linker.given(run.config.topics, question)
        warnings += linking.warnings
    else:
        spotted = await run.linker.spot(question)
        reply = await run.reasoner.recognize_topics(question, spotted)
        usage.append(reply.usage)
        linking = await run.linker.link(reply.value, question)
        warnings += [*reply.warnings, *linking.warnings]
        if not linking.topics and spotted and set(spotted) != set(reply.value):
            linking = await run.linker.link(spotted, question)
            warnings += [
                f"no recognised mention could be linked; labels found in the question are used: "
                f"{', '.join(spotted)}",
                *linking.warnings,
            ]
    if not linking.topics:
        warnings.append("no entity of the graph was found in the question")
    return {
        "question": question,
        "run_id": uuid.uuid4().hex,
        "started": time.time(),
        "topics": list(linking.topics),
        "usage": Overwrite(usage),
        "warnings": Overwrite(list(dict.fromkeys(warnings))),
        **_FRESH,
    }


_FRESH: dict[str, object] = {
    "analysis": None,
    "sizes": None,
    "plan": None,
    "new_candidates": 0,
    "shortlist": [],
    "kept": {},
    "supplements": [],
    "visited": [],
    "summary": None,
    "verdict": None,
    "draft": None,
    "truncated": False,
    "answer": None,
}


def question_of(state: PogState) -> str:
    """The question of a run: the last message if a human wrote it, else the given question."""
    last = next(reversed(state.get("messages", [])), None)
    text = str(last.text) if isinstance(last, HumanMessage) else state.get("question", "")
    if not text.strip():
        raise SettingError("the question is empty: give one, or messages that end with a human message")
    return text.strip()
