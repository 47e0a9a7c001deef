"""Relation prune of Think-on-Graph 2, of one entity or of all together (section 3.2.1, equations 2 and 3)."""

from dataclasses import dataclass
from itertools import chain, zip_longest

from pog_agent.reasoner.base import Fallback
from pog_agent.reasoner.scores import ScoreCandidates
from pog_agent.reasoner.shown import QuestionContext, Scored, ShownRelations
from pog_agent.reasoner.writing import relation_groups


@dataclass(frozen=True)
class SelectRelations(ScoreCandidates):
    """The relations that help, best first, out of the last entities of some paths; `width` for each of them."""

    name = "select_relations"
    reply_tokens = 80
    exploring = False

    context: QuestionContext
    groups: tuple[ShownRelations, ...]
    width: int
    query: str
    clues: str

    def values(self) -> dict[str, object]:
        """The question, what is known and looked for, and the relations by entity."""
        return {
            "question": self.context.question,
            "query": self.query,
            "clues": self.clues,
            "relations": relation_groups(self.groups),
            "width": self.width,
        }

    def fallback(self) -> Fallback[tuple[Scored, ...]]:
        """The first relations of each group in turn, `width` in all."""
        rows = [[item.number for item in group.relations] for group in self.groups]
        in_turn = [number for number in chain.from_iterable(zip_longest(*rows)) if number is not None]
        kept = tuple(Scored(number=number, score=1.0) for number in in_turn[: self.width])
        return Fallback(kept, "the order of the ranking is kept")

    @property
    def numbers(self) -> list[int]:
        """The numbers of all relations."""
        return [item.number for group in self.groups for item in group.relations]
