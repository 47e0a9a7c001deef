"""The beginning of a run by a reading that somebody chose: its query stands in place of a search."""

from pog_agent.answering.proof.accounted import accounted
from pog_agent.conversation.thread import without_answers
from pog_agent.errors import SettingError
from pog_agent.models import QueryDraft
from pog_agent.models.findings.finding import finding
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.start import chosen_in, fresh_run
from pog_agent.state import PogState, RunState

UNNAMED = "another reading"


def _taken(update: RunState) -> str:
    return f"by the reading: {update['query_draft'].chosen}"


@Declares(shows=_taken, traces=("query_draft",))
async def take_reading(state: RunState, run: RunContext) -> RunState:
    """Takes the query of the chosen reading, held against the question. No model is asked; it is not in the paper.

    The facts of its answer are checked as those of any other. That they are asked for is the word of who chose the
    reading: so the answer is partial at best. Raises `SettingError` for a claim.
    """
    chosen = chosen_in(state)
    if chosen is None or run.config.task == "verify":
        raise SettingError("a claim is not judged by another reading: ask it as a question")
    question, topics = chosen.question.strip(), [*chosen.topics]
    asked: PogState = {"question": question, "topics": topics}
    draft = QueryDraft(
        query=chosen.query,
        chosen=chosen.words or UNNAMED,
        confidence=chosen.confidence,
        flaws=(finding("reading-chosen"),),
    )
    return {
        **fresh_run(question, run.notices),
        "topics": topics,
        "query_draft": accounted(draft, asked, run, await run.vocabulary(asked)),
        "messages": [*without_answers(state.get("messages", []))],
    }
