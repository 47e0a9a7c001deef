"""Self-consistency, the second half: the answer that most chains of thought arrive at."""

from collections import Counter
from collections.abc import Sequence

from pog_agent.models import DirectAnswer
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.progress import own_answer
from pog_agent.state import BaselineState
from pog_agent.words import folded

Ballot = frozenset[str]


@Declares(shows=own_answer, traces=("draft",))
async def vote_for_answer(state: BaselineState, run: RunContext) -> BaselineState:
    """Takes the answer of the majority; of equally frequent ones the first that was sampled.

    A ballot is the whole set of answers of a chain, case, spacing and a final full stop aside. A chain without
    an answer has no vote.
    """
    samples = state["samples"]
    warnings = []
    if len(samples) < run.config.samples:
        warnings.append(f"the budget left {len(samples)} of {run.config.samples} chains of thought")
    winner, votes = elected(samples)
    draft = winner.as_draft()
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
