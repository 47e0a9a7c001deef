"""Relevance of passages: how much each helps with a query (Think-on-Graph 2, Figure 3, generative ranking)."""

from dataclasses import dataclass

from pog_agent.config import PogConfig
from pog_agent.reasoner.base import Fallback
from pog_agent.reasoner.scores import ScoreCandidates, alike
from pog_agent.reasoner.shown import TOKENS_OF_PASSAGE, Scored, ShownPassage
from pog_agent.reasoner.writing import passage_lines

LEAST_SHOWN = 30


def most_shown(config: PogConfig) -> int:
    """So many passages are shown in one call: more than are kept, few enough for a prompt."""
    return max(LEAST_SHOWN, config.contexts)


@dataclass(frozen=True)
class ScorePassages(ScoreCandidates):
    """The passages that help, best first."""

    name = "score_passages"
    reply_tokens = 250
    most_reply_tokens = 2_000
    exploring = False

    query: str
    passages: tuple[ShownPassage, ...]

    def values(self) -> dict[str, object]:
        """The query and the passages."""
        return {"query": self.query, "passages": passage_lines(self.passages)}

    def fallback(self) -> Fallback[tuple[Scored, ...]]:
        """All of them in the order given, all alike."""
        return Fallback(alike(self.numbers), "passages keep the order of their embeddings")

    @property
    def numbers(self) -> list[int]:
        """The numbers of the passages."""
        return [item.number for item in self.passages]

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """The passages of one call."""
        return most_shown(config) * TOKENS_OF_PASSAGE
