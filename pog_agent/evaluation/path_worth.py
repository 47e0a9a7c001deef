"""How much what stands on a path is worth by the gold answers."""

from dataclasses import dataclass

from pog_agent.evaluation.measures.recall import GoldNodes
from pog_agent.subgraph.patterns.pattern import PathPattern
from pog_agent.terms import is_literal, literal_value
from pog_agent.values.spellings import plain


@dataclass(frozen=True)
class PathWorth:
    """The best answer position of a path, and the F1 of all that stands there against the gold answers.

    `supported` says whether verification could call an answer at that place supported: not in the middle of an
    open path. Such a place is better than any other, whatever the F1.
    """

    supported: bool = False
    f1: float = 0.0
    position: int = 0

    @property
    def order(self) -> tuple[bool, float]:
        """What ranks it."""
        return self.supported, self.f1


def worth_at(pattern: PathPattern, place: int, gold: GoldNodes) -> PathWorth:
    """The worth of all that stands at one place of a pattern."""
    terms = pattern.nodes_at(place)
    entities = frozenset[str]().union(*gold.entities)
    values = frozenset[str]().union(*gold.values)
    right = sum(plain(literal_value(term)) in values if is_literal(term) else term in entities for term in terms)
    on_the_way = max(pattern.key.fixed) < place < pattern.key.length
    return PathWorth(not on_the_way and right > 0, 2 * right / (len(terms) + len(gold.entities)), place)
