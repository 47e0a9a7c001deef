"""Relation prune: how much each relation helps (Think-on-Graph section 2.1)."""

from dataclasses import dataclass

from pog_agent.config import PogConfig
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.scores import TOKENS_OF_CANDIDATES, ScoresReply, alike, to_scores
from pog_agent.reasoner.shown import QuestionContext, Scored, ShownRelation
from pog_agent.reasoner.writing import relation_lines


@dataclass(frozen=True)
class ScoreRelations(LlmStep[tuple[Scored, ...]]):
    """The best `width` relations out of the last entity of the path `walked`, best first."""

    name = "score_relations"
    reply = ScoresReply
    reply_tokens = 60
    exploring = True

    context: QuestionContext
    walked: str
    relations: tuple[ShownRelation, ...]
    width: int

    def values(self) -> dict[str, object]:
        """The question, the path, and the relations that lead on."""
        return {
            "question": self.context.question,
            "path": self.walked,
            "relations": relation_lines(self.relations),
            "width": self.width,
        }

    def convert(self, reply: ScoresReply) -> Converted[tuple[Scored, ...]]:
        """Scores from 0 to 1 of the relations that exist."""
        return to_scores(reply, self._numbers, self.width)

    def fallback(self) -> Fallback[tuple[Scored, ...]]:
        """The first `width` relations in the order given, all alike."""
        return Fallback(alike(self._numbers[: self.width]), "the order of the ranking is kept")

    def without_call(self) -> tuple[Scored, ...] | None:
        """No relations, no call."""
        return None if self.relations else ()

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """The relations of one entity."""
        del config
        return TOKENS_OF_CANDIDATES

    @property
    def _numbers(self) -> list[int]:
        return [relation.number for relation in self.relations]
