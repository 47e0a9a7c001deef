"""Which of several candidates is the latest, earliest, largest or smallest, by their values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pog_agent.models import Operation
from pog_agent.terms import Term
from pog_agent.values import TypedValue, compare_values

TEXTS_NAMED = 3


@dataclass(frozen=True)
class ExtremeChoice:
    """The candidates that the graph shows to be extreme.

    `flaws` say what was not compared, and what is not certain. `failure` says why there is none of several.
    """

    terms: list[Term]
    flaws: list[str]
    failure: str | None = None


def choose_extreme(
    candidates: Mapping[Term, Sequence[TypedValue]], labels: Mapping[Term, str], operation: Operation
) -> ExtremeChoice:
    """The candidates with the greatest value (`latest`, `largest`) or the least one, of all their values together.

    Where no value compares, or most do not, a single candidate stays, and none of several. Those that tie stay.
    """
    values = [(term, value) for term, found in candidates.items() for value in found]
    comparison = compare_values([value for _, value in values])
    refusals = comparison.refusal_text()
    flaws = [refusals] if refusals else []
    if not comparison.spans or len(comparison.spans) < len(comparison.refused):
        reason = f"{'too few values' if comparison.spans else 'no date or number'} to find the {operation} by"
        failure = f"{reason}: {refusals}" if refusals else reason
        alone = len(candidates) == 1
        return ExtremeChoice([*candidates] if alone else [], [*flaws, reason], None if alone else failure)
    missing = [labels[term] for term, found in candidates.items() if not found]
    if missing:
        flaws.append(f"{len(missing)} candidates have no value to compare: {named_texts(missing)}")
    extreme = comparison.extreme(largest=operation in ("latest", "largest"))
    if not extreme.certain:
        texts = sorted({values[place][1].text for place in extreme.places})
        flaws.append(f"it is not certain which is the {operation}: {named_texts(texts)}")
    best = {values[place][0] for place in extreme.places}
    return ExtremeChoice([term for term in candidates if term in best], flaws)


def named_texts(texts: Sequence[str]) -> str:
    """The first of several texts, and how many more there are."""
    shown = ", ".join(repr(text) for text in texts[:TEXTS_NAMED])
    return f"{shown} and {len(texts) - TEXTS_NAMED} more" if len(texts) > TEXTS_NAMED else shown
