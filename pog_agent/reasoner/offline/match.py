"""The fit of one path and a question: its parts, their weights, and the score that paths are ranked by."""

from dataclasses import dataclass, replace

from pog_agent.models import ShownPath

ENOUGH_COVERAGE = 0.55
LEAST_COVERAGE = 0.20
ENOUGH_JUSTIFICATION = 0.30
ENOUGH_TYPE_FIT = 0.30
ENOUGH_AIM = 0.60
WEIGHTS = {
    "similarity": 3.2,
    "mean_justification": 1.0,
    "balance": 2.2,
    "ordered_balance": 5.4,
    "aim": 4.8,
    "type_fit": 4.0,
    "steps": -0.63,
    "excess": -0.46,
    "shortfall": -0.3,
    "missed": -4.0,
    "lacks_key": -2.5,
    "unread": -0.34,
    "unasked": -1.0,
}
"""How much each part of a match counts: chosen on odd lines of question sets (tests.benchmarks.offline_weights),
but for the last two, in which the candidates there do not vary."""
EXPLAINING = 1.0


@dataclass(frozen=True)
class Match:
    """The fit of one path, all parts but the counts between 0 and 1.

    `similarity` is that of all relations to the question. `coverage` is how well the path explains the least
    explained content word of the question, `justification` how well the question explains the least explained
    relation; `balance` weighs the relations explained, whole ones, against all of the path and all that the
    question speaks of, `ordered_balance` the same where words near the topic explain what is near it on the path,
    and so on. `aim` is how well the relations at the answer name what is asked for, `type_fit` whether its
    position holds that. `steps` counts a mediator's two relations as one, `excess` is the number of those beyond
    the parts of the question, `shortfall` that of parts beyond the steps. `missed` is the number of required
    topics that the path does not reach. `lacks_key` marks a path without values to compare where the question
    asks for an extreme. `unread` counts the content words that stand for nothing on the path, `unasked` the
    relations of the path that no word asks for; where both are none by a strict measure, it `is_complete`. What
    stands at the position `is_named` by the relation that leads there, unless the step leads away from that. A
    path of several relations `is_roundabout` where "when" or "where" asks alone. A path `is_turned` that goes from
    a topic the other way round than the question says.
    """

    path: ShownPath
    position: int
    key_position: int | None
    similarity: float
    coverage: float
    mean_coverage: float
    justification: float
    mean_justification: float
    balance: float
    ordered_balance: float
    aim: float
    type_fit: float
    steps: int
    excess: int
    shortfall: int
    missed: int
    lacks_key: bool
    unread: int
    unasked: int
    is_named: bool = False
    is_complete: bool = False
    is_roundabout: bool = False
    is_turned: bool = False

    @property
    def score(self) -> float:
        """One figure to rank by, the weighted parts; a path that explains the question is preferred a little."""
        weighted = sum(weight * getattr(self, part) for part, weight in WEIGHTS.items())
        return float(weighted) + EXPLAINING * self.explains

    @property
    def highest(self) -> float:
        """The score that it has at most, once it is aligned: no word is unread then, and no relation unasked."""
        return replace(self, unread=0, unasked=0, is_complete=True).score

    @property
    def explains(self) -> bool:
        """Whether path and question explain each other, and the answer is of the kind asked for."""
        return self.is_complete or (self.covers and self.is_justified and self.fits_type)

    @property
    def covers(self) -> bool:
        """Whether the path leaves no word of the question unexplained."""
        return self.mean_coverage >= ENOUGH_COVERAGE and self.coverage >= LEAST_COVERAGE

    @property
    def is_justified(self) -> bool:
        """Whether the question speaks of every relation of the path."""
        return self.justification >= ENOUGH_JUSTIFICATION

    @property
    def fits_type(self) -> bool:
        """Whether what is asked for may stand at the answer position: by its class, or as what a relation names.

        The sequel to a film is a film, and no class is called sequel.
        """
        return self.type_fit >= ENOUGH_TYPE_FIT or (self.is_named and self.aim >= ENOUGH_AIM)
