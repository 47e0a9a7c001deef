"""Entity prune: how much each entity helps that a relation leads to (Think-on-Graph section 2.1)."""

from dataclasses import dataclass

from pog_agent.config import PogConfig
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.scores import TOKENS_OF_CANDIDATES, ScoresReply, alike, to_scores
from pog_agent.reasoner.shown import QuestionContext, Scored, ShownEntity
from pog_agent.reasoner.writing import lines


@dataclass(frozen=True)
class ScoreEntities(LlmStep[tuple[Scored, ...]]):
    """The entities that help, best first; `walked` ends in the relation that leads to them."""

    name = "score_entities"
    reply = ScoresReply
    reply_tokens = 80
    exploring = True

    context: QuestionContext
    walked: str
    entities: tuple[ShownEntity, ...]

    def values(self) -> dict[str, object]:
        """The question, the path, and the entities it leads to."""
        return {
            "question": self.context.question,
            "path": self.walked,
            "entities": lines(f"[{item.number}] {item.text}" for item in self.entities),
        }

    def convert(self, reply: ScoresReply) -> Converted[tuple[Scored, ...]]:
        """Scores from 0 to 1 of the entities that exist."""
        return to_scores(reply, self._numbers, len(self.entities))

    def fallback(self) -> Fallback[tuple[Scored, ...]]:
        """All of them in the order given, all alike."""
        return Fallback(alike(self._numbers), "all candidates count alike")

    def without_call(self) -> tuple[Scored, ...] | None:
        """No entities, no call."""
        return None if self.entities else ()

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """The entities that one relation leads to."""
        del config
        return TOKENS_OF_CANDIDATES

    @property
    def _numbers(self) -> list[int]:
        return [entity.number for entity in self.entities]
