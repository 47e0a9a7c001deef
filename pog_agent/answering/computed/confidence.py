"""How sure a computed answer is, and what else its question may ask for."""

from collections.abc import Mapping, Sequence
from typing import Final

from pog_agent.answering.computed.outcome import Outcome
from pog_agent.answering.computed.readings import OtherReading
from pog_agent.answering.confidence import ANSWERS_OF_ALTERNATIVE, MANY, Calibration, with_flaws
from pog_agent.models import MOST_ALTERNATIVES, Alternative, Reading
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query_draft import QueryDraft

MOST_NEEDED: Final = 2
OF_QUERIES: Final = Calibration(
    intercept=4.24,
    weights={"asked": 2.03, "needed": -0.85, "nothing": -0.69, "many": -2.07, "flawed": -2.91, "flaws": -1.23},
)
"""For answers that a query gives. Fitted as that of paths is; the margin to the next query told nothing."""


def confidence_of_query(
    draft: QueryDraft, flaws: Sequence[Finding], outcome: Outcome, *, is_nothing: bool = False
) -> float:
    """The estimated probability (0 to 1) that the answer of a draft is right, whose query has this outcome."""
    return OF_QUERIES.confidence(query_features(draft, flaws, outcome, is_nothing=is_nothing))


def alternatives_to(draft: QueryDraft, others: Sequence[OtherReading]) -> tuple[Alternative, ...]:
    """The first other readings with their answers, as sure as a reading is that another one fits as well."""
    return tuple(
        Alternative(
            answers=other.outcome.answers[:ANSWERS_OF_ALTERNATIVE],
            path=other.words,
            confidence=confidence_of_query(
                draft.model_copy(update={"reading": other.read.reading}),
                [*other.read.flaws, finding("other-reading-fits")],
                other.outcome,
            ),
            query=other.read.query,
        )
        for other in others[:MOST_ALTERNATIVES]
    )


def query_features(
    draft: QueryDraft, flaws: Sequence[Finding], outcome: Outcome, *, is_nothing: bool
) -> Mapping[str, float]:
    """What speaks for and against a computed answer, as numbers.

    `asked` is how like the least like relation is to the words that ask for it, `needed` how many relations no
    word asks for, `nothing` a no or a 0, `many` an answer of `MANY` things or more.
    """
    is_list = outcome.kind in ("entities", "literal")
    features = {
        "asked": _least_likeness(draft.reading),
        "needed": float(min(sum(bool(item.needed) for item in draft.reading.elements), MOST_NEEDED)),
        "nothing": float(is_nothing),
        "many": float(is_list and len(outcome.answers) >= MANY),
    }
    return with_flaws(features, flaws)


def _least_likeness(reading: Reading) -> float:
    return min((item.likeness for item in reading.elements if item.asked_by), default=1.0)
