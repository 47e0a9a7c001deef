"""Relation prune: how much each relation helps (Think-on-Graph section 2.1)."""

from dataclasses import dataclass

from pog_agent.reasoner.base import Fallback
from pog_agent.reasoner.scores import ScoreCandidates, alike
from pog_agent.reasoner.shown import QuestionContext, Scored, ShownRelation
from pog_agent.reasoner.writing import relation_lines


@dataclass(frozen=True)
class ScoreRelations(ScoreCandidates):
    """The best `width` relations out of the last entity of the path `walked`, best first."""

    name = "score_relations"
    reply_tokens = 60

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

    def fallback(self) -> Fallback[tuple[Scored, ...]]:
        """The first `width` relations in the order given, all alike."""
        return Fallback(alike(self.numbers[: self.width]), "the order of the ranking is kept")

    @property
    def numbers(self) -> list[int]:
        """The numbers of the relations."""
        return [item.number for item in self.relations]

    @property
    def wanted(self) -> int:
        """As many as the beam is wide."""
        return self.width
