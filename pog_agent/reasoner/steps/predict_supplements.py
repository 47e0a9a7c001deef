"""Supplement prediction: entities that may answer or bridge, each with an indicator (paper section 4.2)."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import WithJsonSchema

from pog_agent.models import ShownPath, Supplement
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.chains import CHAIN_SCHEMA, loose_text, plain, read_chain
from pog_agent.reasoner.replies import ReplyModel, Text
from pog_agent.reasoner.reply_schema import JsonSchema
from pog_agent.reasoner.shown import QuestionContext, SurroundingEntity
from pog_agent.reasoner.writing import path_lines, question_values, topic_lines


class PredictionReply(ReplyModel):
    """One predicted entity."""

    prediction: Text
    chain: Annotated[Any, WithJsonSchema(CHAIN_SCHEMA)] = None


class SupplementsReply(ReplyModel):
    """Reply of predict_supplements."""

    list_field: ClassVar[str | None] = "predictions"
    cuttable: ClassVar[frozenset[str]] = frozenset({"predictions"})
    droppable: ClassVar[frozenset[str]] = frozenset({"predictions"})
    predictions: list[PredictionReply]


@dataclass(frozen=True)
class PredictSupplements(LlmStep[tuple[Supplement, ...]]):
    """At most `count` predicted answers or bridging entities, each with an indicator.

    `near` are entities around the topics, for who predicts without knowledge of its own.
    """

    name = "predict_supplements"
    reply = SupplementsReply
    reply_tokens = 250
    exploring = True

    context: QuestionContext
    paths: tuple[ShownPath, ...]
    count: int
    near: tuple[SurroundingEntity, ...] = ()

    def values(self) -> dict[str, object]:
        """The question, its topics, and the paths so far."""
        return {
            **question_values(self.context),
            "topics": topic_lines(self.context.topics),
            "paths": path_lines(self.paths),
            "count": self.count,
            "language": self.context.language,
        }

    def reply_schema(self) -> JsonSchema:
        """At most `count` predictions."""
        schema = super().reply_schema()
        schema["properties"]["predictions"]["maxItems"] = self.count
        return schema

    def convert(self, reply: SupplementsReply) -> Converted[tuple[Supplement, ...]]:
        """Different predictions that are no topics, each with its own indicator as text.

        The indicator of the question stands in for a chain that says nothing.
        """
        topics = self.context.topics
        seen = {plain(topic.label) for topic in topics}
        supplements: list[Supplement] = []
        warnings: list[str] = []
        for item in reply.predictions:
            prediction = item.prediction.strip()
            if not prediction or plain(prediction) in seen:
                warnings.append(f"dropped a prediction that adds nothing: {prediction or 'without a name'}")
                continue
            seen.add(plain(prediction))
            chain, _ = read_chain(item.chain, topics)
            text = chain.text if chain else loose_text(item.chain) or self.context.indicator
            supplements.append(Supplement(prediction=prediction, indicator=text))
        if not supplements:
            warnings.append("no prediction")
        if len(supplements) > self.count:
            warnings.append(f"left out predictions beyond {self.count}: {len(supplements) - self.count}")
        return Converted(tuple(supplements[: self.count]) or None, tuple(warnings))

    def fallback(self) -> Fallback[tuple[Supplement, ...]]:
        """No prediction."""
        return Fallback((), "nothing is predicted")
