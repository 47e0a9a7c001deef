"""Which of several candidates is the latest, earliest, largest or smallest, by what their values mean.

It is for values that no query orders: quantities in texts, dates of several kinds, numbers in names.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pog_agent.models import Operation
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.terms import Term
from pog_agent.values import TypedValue, compare_values, named_texts


@dataclass(frozen=True)
class ExtremeChoice:
    """The keys whose value is extreme.

    `flaws` say what was not compared, and what is not certain. `failure` says why there is none of several.
    """

    keys: tuple[Term, ...]
    flaws: tuple[Finding, ...]
    failure: str | None = None


def choose_extreme(
    values: Mapping[Term, TypedValue], operation: Operation, *, is_alone: bool = False
) -> ExtremeChoice:
    """The keys with the greatest value (`latest`, `largest`) or the least one. Those that tie stay.

    Where no value compares, or most do not, none stays, unless all are of one candidate (`is_alone`).
    """
    keys = [*values]
    comparison = compare_values([*values.values()])
    refusals = comparison.refusal_text()
    flaws = [finding("result-cut", refusals)] if refusals else []
    if not comparison.spans or len(comparison.spans) < len(comparison.refused):
        lacking = "too few values" if comparison.spans else "no date or number"
        reason = finding("too-few-values", lacking, operation)
        failure = f"{reason}: {refusals}" if refusals else reason.message
        stays = is_alone and bool(keys)
        return ExtremeChoice(tuple(keys if stays else ()), (*flaws, reason), None if stays else failure)
    extreme = comparison.extreme(largest=operation in ("latest", "largest"))
    if not extreme.certain:
        texts = sorted({values[keys[place]].text for place in extreme.places})
        flaws.append(finding("extreme-uncertain", operation, named_texts(texts)))
    return ExtremeChoice(tuple(keys[place] for place in extreme.places), tuple(flaws))
