"""What a reading of a question says of the search: indicator, order and depth."""

from collections.abc import Sequence

from pog_agent.models import Indicator, IndicatorNode, QuestionAnalysis, QuestionReading, TopicEntity
from pog_agent.reasoner.chains import find_topic

BETWEEN = "?"
"""A stop between two relations that nothing is said of."""


def analysis_of(
    reading: QuestionReading, question: str, topics: Sequence[TopicEntity], d_max: int, given: bool
) -> QuestionAnalysis:
    """The analysis over the topics that are linked: the starts come first, in the order of the reading.

    Other topics are optional where there is a start among the topics, but for topics `given` by IRI. The question
    is not split: it is answered as a whole.
    """
    starts = {
        topic.iri: (topic.label, way.relations)
        for way in reading.ways
        if (topic := find_topic(way.start, tuple(topics))) is not None
    }
    indicator = _indicator(reading.asks_for or BETWEEN, [*starts.values()])
    rest = tuple(topic.iri for topic in topics if topic.iri not in starts)
    return QuestionAnalysis(
        split_questions=(question,),
        indicator=indicator,
        order=(*starts, *rest),
        predicted_depth=min(indicator.predicted_depth, d_max) if indicator is not None else 1,
        optional=rest if starts and not given else (),
        paraphrases=reading.paraphrases,
        asks_connection=reading.operation == "connection",
    )


def _indicator(asked: str, starts: Sequence[tuple[str, tuple[str, ...]]]) -> Indicator | None:
    """A chain from the first start to the answer, from there back to the next one, and so on to the last.

    A start that is no end of the chain is gone on from to the answer again.
    """
    if not starts:
        return None
    nodes, relations = _walked(*starts[0], asked)
    for place, (label, followed) in enumerate(starts[1:], start=2):
        back_nodes, back = _walked(label, followed, asked)
        nodes += back_nodes[-2::-1]
        relations += back[::-1]
        if place < len(starts):
            nodes += back_nodes[1:]
            relations += back
    return Indicator(nodes=tuple(nodes), relations=tuple(relations))


def _walked(label: str, followed: Sequence[str], asked: str) -> tuple[list[IndicatorNode], list[str]]:
    """The stops from a start to the answer, and the relations between them."""
    relations = [*followed] or [asked]
    between = [IndicatorNode(text=BETWEEN, kind="unknown")] * (len(relations) - 1)
    start, answer = IndicatorNode(text=label, kind="topic"), IndicatorNode(text=asked, kind="answer")
    return [start, *between, answer], relations
