"""Self-consistency, the second half: the answer that most chains of thought arrive at."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pog_agent.nodes.baselines.answer_directly import as_draft
from pog_agent.reasoner.base import DirectAnswer
from pog_agent.run.context import Run
from pog_agent.state import PogState
from pog_agent.words import folded

Ballot = frozenset[str]


async def vote_for_answer(state: PogState, run: Run) -> dict[str, Any]:
    """Takes the answer of the majority; of equally frequent ones the first that was sampled.

    A ballot is the whole set of answers of a chain, case, spacing and a final full stop aside. A chain without
    an answer has no vote.
    """
    samples = state["samples"]
    warnings = []
    if len(samples) < run.config.samples:
        warnings.append(f"the budget left {len(samples)} of {run.config.samples} chains of thought")
    winner, votes = elected(samples)
    draft = as_draft(winner)
    if winner.answers:
        reason = f"{votes} of {len(samples)} chains of thought agree. {winner.reason}".strip()
        draft = draft.model_copy(update={"reason": reason})
    return {"draft": draft, "warnings": warnings}


def elected(samples: Sequence[DirectAnswer]) -> tuple[DirectAnswer, int]:
    """The first sample with the most frequent answer, and how many have that answer."""
    ballots = [(ballot, sample) for sample in samples if (ballot := _ballot(sample))]
    if not ballots:
        return (samples[0] if samples else DirectAnswer()), 0
    most, votes = Counter(ballot for ballot, _ in ballots).most_common(1)[0]
    return next(sample for ballot, sample in ballots if ballot == most), votes


def _ballot(sample: DirectAnswer) -> Ballot:
    return frozenset(folded(answer.rstrip(".")) for answer in sample.answers)
