"""Entity prune: how much each entity helps that a relation leads to (Think-on-Graph section 2.1)."""

from dataclasses import dataclass

from pog_agent.reasoner.base import Fallback
from pog_agent.reasoner.scores import ScoreCandidates, alike
from pog_agent.reasoner.shown import QuestionContext, Scored, ShownEntity
from pog_agent.reasoner.writing import lines


@dataclass(frozen=True)
class ScoreEntities(ScoreCandidates):
    """The entities that help, best first; `walked` ends in the relation that leads to them."""

    name = "score_entities"
    reply_tokens = 80

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

    def fallback(self) -> Fallback[tuple[Scored, ...]]:
        """All of them in the order given, all alike."""
        return Fallback(alike(self.numbers), "all candidates count alike")

    @property
    def numbers(self) -> list[int]:
        """The numbers of the entities."""
        return [item.number for item in self.entities]
