"""A question as one call reads it, by the rules that analyse it without a language model."""

from collections.abc import Mapping, Sequence

from pog_agent.models import (
    AskedOperation,
    Indicator,
    Operation,
    QuestionAnalysis,
    QuestionReading,
    StartWay,
    TopicEntity,
)
from pog_agent.reading.cues import asks_for_computing
from pog_agent.reading.wording import read_wording

_READ: Mapping[Operation, AskedOperation] = {
    "count": "count",
    "exists": "exists",
    **dict.fromkeys(("latest", "largest"), "most"),
    **dict.fromkeys(("earliest", "smallest"), "least"),
}
"""How a reading names what the wording asks for."""


def read_by_rules(question: str, topics: Sequence[TopicEntity], analysis: QuestionAnalysis) -> QuestionReading:
    """The reading that says what an analysis of the rules says."""
    starts = [topic for topic in topics if not topic.optional and topic.iri not in analysis.optional]
    found = analysis.indicator
    answer = next((node.text for node in found.nodes if node.kind == "answer"), "") if found else ""
    ways = tuple(StartWay(start=topic.label, relations=_followed(found, topic.label)) for topic in starts)
    operation: AskedOperation = _READ.get(read_wording(question, topics).operation, "list")
    if operation == "list" and asks_for_computing(question, topics):
        operation = "compare"
    return QuestionReading(asks_for=answer, ways=ways, operation=operation, language="en")


def _followed(indicator: Indicator | None, start: str) -> tuple[str, ...]:
    """The relations of an indicator from a topic to the nearest answer; none where it has no such way."""
    nodes = indicator.nodes if indicator is not None else ()
    begins = next((at for at, node in enumerate(nodes) if node.kind == "topic" and node.text == start), None)
    answers = [at for at, node in enumerate(nodes) if node.kind == "answer"]
    if indicator is None or begins is None or not answers:
        return ()
    end = min(answers, key=lambda at: abs(at - begins))
    return indicator.relations[begins:end] if begins < end else indicator.relations[end:begins][::-1]
