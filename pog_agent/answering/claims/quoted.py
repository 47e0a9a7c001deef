"""Claims that a passage states: a quoted sentence that has all of it."""

from collections.abc import Iterator

from pog_agent.answering.claims.stated import with_truth
from pog_agent.answering.documented.answer import documented_answer
from pog_agent.answering.documented.quotes import find_words
from pog_agent.models import Answer, Claim, Quotation
from pog_agent.reading.claims.stated import question_for_name, stated_value
from pog_agent.run.context import RunContext
from pog_agent.state import HybridState


async def judged_by_passage(claim: Claim, state: HybridState, run: RunContext) -> Answer | None:
    """That a quoted sentence states what a claim says; None where none does for certain.

    The sentence must answer the question for a part of the claim with just that part, by the rules for all answers
    from passages. No sentence contradicts a claim.
    """
    draft = state.get("draft")
    if draft is None or not draft.quotations:
        return None
    for question, part in _parts(claim, state):
        quotations = [_answering(item, part) for item in draft.quotations if find_words(part, item.quote)]
        if not quotations:
            continue
        changes = {"quotations": tuple(quotations), "citations": (), "kind": "entities", "operation": "none"}
        asked: HybridState = {
            **state,
            "question": question,
            "topics": [topic for topic in state.get("topics", []) if part not in (topic.mention, topic.label)],
            "unlinked": [name for name in state.get("unlinked", []) if name != part],
            "draft": draft.model_copy(update=changes),
        }
        found = await documented_answer(asked, run)
        if found is not None and found.status == "supported" and found.passages:
            return with_truth(found, is_so=True)
    return None


def _parts(claim: Claim, state: HybridState) -> Iterator[tuple[str, str]]:
    """The questions that a claim answers, each with the part of it that answers it.

    A part is a name, a date or number, or what the reasoner says that a quotation gives.
    """
    names = [topic.mention or topic.label for topic in state.get("topics", []) if not topic.optional]
    given = [item.answer for item in state["draft"].quotations if item.answer.strip()]
    for name in dict.fromkeys([*names, *state.get("unlinked", []), *given]):
        question = question_for_name(claim, name)
        if question is not None:
            yield question, name
    stated = stated_value(claim)
    if stated is not None:
        yield stated.question, stated.said


def _answering(quotation: Quotation, part: str) -> Quotation:
    return quotation.model_copy(update={"answer": part})
