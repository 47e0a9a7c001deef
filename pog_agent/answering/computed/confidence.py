"""How sure a computed answer is, and what else its question may ask for."""

from collections.abc import Mapping, Sequence
from typing import Final

from pog_agent.answering.computed.readings import OtherReading
from pog_agent.answering.confidence import ANSWERS_OF_ALTERNATIVE, Calibration, with_flaws
from pog_agent.models import MOST_ALTERNATIVES, Alternative, Reading
from pog_agent.models.query_draft import QueryDraft

MOST_NEEDED: Final = 2
OF_QUERIES: Final = Calibration(
    intercept=0.89,
    weights={"margin": 0.56, "asked": 2.9, "needed": -0.85, "nothing": -2.52, "flawed": -2.49, "flaws": -0.25},
)
"""For answers that a query gives. Fitted as that of paths is, with `--of queries --judged`, and scaled to the 98
such answers to what was asked first of twelve more graphs (odds 1.09, 0.46 times as high)."""


def confidence_of_query(draft: QueryDraft, flaws: Sequence[str], *, is_nothing: bool) -> float:
    """The estimated probability (0 to 1) that the answer of a draft is right, whose query has a result."""
    return OF_QUERIES.confidence(query_features(draft, flaws, is_nothing=is_nothing))


def alternatives_to(draft: QueryDraft, others: Sequence[OtherReading]) -> tuple[Alternative, ...]:
    """The first other readings with their answers, as sure as a reading is that another one fits as well."""
    return tuple(
        Alternative(
            answers=other.outcome.answers[:ANSWERS_OF_ALTERNATIVE],
            path=other.words,
            confidence=confidence_of_query(
                draft.model_copy(update={"reading": other.read.reading, "margin": 0.0}),
                [*other.read.flaws, "another reading fits as well"],
                is_nothing=False,
            ),
            query=other.read.query,
        )
        for other in others[:MOST_ALTERNATIVES]
    )


def query_features(draft: QueryDraft, flaws: Sequence[str], *, is_nothing: bool) -> Mapping[str, float]:
    """What speaks for and against a computed answer, as numbers.

    `margin` is by how much the best other query is read worse (0 to 1), `asked` how like the least like relation
    is to the words that ask for it, `needed` how many relations no word asks for, `nothing` a no or a 0.
    """
    features = {
        "margin": max(min(draft.margin, 1.0), 0.0),
        "asked": _least_likeness(draft.reading),
        "needed": float(min(sum(bool(item.needed) for item in draft.reading.elements), MOST_NEEDED)),
        "nothing": float(is_nothing),
    }
    return with_flaws(features, flaws)


def _least_likeness(reading: Reading) -> float:
    return min((item.likeness for item in reading.elements if item.asked_by), default=1.0)
