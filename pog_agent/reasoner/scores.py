"""What the pruning steps of Think-on-Graph have in common: scores of numbered candidates, from 0 to 1."""

import math
from abc import abstractmethod
from collections.abc import Collection, Sequence
from typing import Annotated, ClassVar

from pog_agent.config import PogConfig
from pog_agent.reasoner.base import Converted, LlmStep
from pog_agent.reasoner.replies import AsList, Number, ReplyModel
from pog_agent.reasoner.reply_schema import JsonSchema, schema_of
from pog_agent.reasoner.shown import Scored

HIGHEST = 10.0
TOKENS_OF_CANDIDATES = 20 * 12
"""How many tokens the candidates of one call usually take."""


class ScoreReply(ReplyModel):
    """The score of one candidate, 0 to 10."""

    number: Number
    score: float


class ScoresReply(ReplyModel):
    """Reply of score_relations, score_entities and score_passages."""

    list_field: ClassVar[str | None] = "scores"
    scores: Annotated[list[ScoreReply], AsList]


class ScoreCandidates(LlmStep[tuple[Scored, ...]]):
    """Scores of numbered candidates, best first; a subclass for what is scored."""

    reply = ScoresReply
    exploring = True

    @property
    @abstractmethod
    def numbers(self) -> list[int]:
        """The numbers of the candidates, in the order given."""

    @property
    def wanted(self) -> int:
        """How many of them are kept at most; all of them by default."""
        return len(self.numbers)

    def reply_schema(self) -> JsonSchema:
        """Scores only candidates that are shown."""
        schema = schema_of(self.reply, {"scores.number": self.numbers})
        schema["properties"]["scores"]["maxItems"] = len(self.numbers)
        return schema

    def convert(self, reply: ScoresReply) -> Converted[tuple[Scored, ...]]:
        """Scores from 0 to 1 of the candidates that exist."""
        return to_scores(reply, self.numbers, self.wanted)

    def without_call(self) -> tuple[Scored, ...] | None:
        """No candidates, no call."""
        return None if self.numbers else ()

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """The candidates of one call."""
        del config
        return TOKENS_OF_CANDIDATES


def to_scores(reply: ScoresReply, numbers: Collection[int], width: int) -> Converted[tuple[Scored, ...]]:
    """The best `width` of the candidates that exist and have a score above 0, divided by the highest score.

    None when the reply scores no candidate that exists; an empty tuple when it says that none of them helps.
    """
    scores: dict[int, float] = {}
    for item in reply.scores:
        if math.isfinite(item.score):
            scores.setdefault(item.number, min(max(item.score, 0.0), HIGHEST) / HIGHEST)
    known = {number: score for number, score in scores.items() if number in numbers}
    unknown = sorted(scores.keys() - known.keys())
    warnings = (f"dropped candidates that do not exist: {', '.join(map(str, unknown))}",) if unknown else ()
    if not known:
        return Converted(None, (*warnings, "no candidate is scored"))
    ranked = sorted(known, key=lambda number: -known[number])
    kept = [Scored(number=number, score=known[number]) for number in ranked if known[number] > 0]
    return Converted(tuple(kept[:width]), warnings)


def alike(numbers: Sequence[int]) -> tuple[Scored, ...]:
    """All candidates with the same score, in the order given."""
    return tuple(Scored(number=number, score=1 / len(numbers)) for number in numbers)
