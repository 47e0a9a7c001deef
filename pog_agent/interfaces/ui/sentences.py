"""Why an answer has its status, in a sentence for somebody who does not know what a status is."""

from collections.abc import Sequence

from pog_agent.answering.reply import shown_line
from pog_agent.interfaces.ui.doubts import WordDoubt
from pog_agent.models import AbstentionCase, Answer

SUPPORTED = "Every fact is in the {place}, and every word of your question was used."
AGREED = "Every fact is in the {place}, and two ways to read your question give the same answer."
CONFIRMED = "Every fact is in the {place}, and the language model confirmed what the words of your question mean."
MAY_MEAN = "This is in the {place}, but a word of your question may mean something else."
UNUSED = "This is in the {place}, but a part of your question was not used: {words}."
OPEN = "This is in the {place}, but one thing is open: {flaw}."
UNCERTAIN = "This is in the {place}, but something is missing or uncertain."
FROM_MEMORY = "The language model says this from memory. The graph does not say it, and nothing was checked."
NO_ANSWER: dict[AbstentionCase, str] = {
    "name_not_found": "The graph has nothing of a name that you say.",
    "operation_not_possible": "This cannot be worked out from what the graph has.",
    "relation_not_found": "The graph knows {topic}, but nothing about it that your words name.",
    "nothing_found": "The graph was looked through, and nothing in it fits.",
    "budget_spent": "The search was stopped before it was over.",
    "not_judged_sufficient": "The graph knows {topic}, but none of its facts surely answers this.",
}
"""Why there is no answer, in the cases whose messages go into details; these stand in the notes."""
BY_READING = "This is what the {place} says if your question is read as you chose."


def why_sentence(answer: Answer, doubts: Sequence[WordDoubt]) -> str:
    """The sentence below an answer, or in place of one."""
    place = "documents" if answer.evidence == "documents" else "graph"
    if answer.abstention is not None:
        topic = next((item.label for item in answer.topic_entities if not item.optional), "what you ask about")
        told = NO_ANSWER.get(answer.abstention.case, "").replace("{topic}", topic)
        return shown_line(told or answer.abstention.message)
    if answer.status == "abstained":
        return shown_line(answer.text)
    if answer.status == "partial":
        return _what_is_open(answer, doubts).replace("{place}", place)
    told = {"agreed": AGREED, "confirmed": CONFIRMED}.get(answer.basis or "", SUPPORTED)
    return told.replace("{place}", place) if answer.status == "supported" else FROM_MEMORY


def _what_is_open(answer: Answer, doubts: Sequence[WordDoubt]) -> str:
    if answer.by_reading:
        return BY_READING
    if doubts:
        return MAY_MEAN
    if answer.reading.unread:
        return UNUSED.replace("{words}", shown_line(", ".join(map(repr, dict.fromkeys(answer.reading.unread)))))
    if answer.findings:
        return OPEN.replace("{flaw}", shown_line(answer.findings[0].message.rstrip(".")))
    return UNCERTAIN
