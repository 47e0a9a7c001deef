"""Paraphrases by the model that is to be checked: what only they say of a question is a doubt about its answer."""

from collections.abc import Iterator, Sequence
from typing import Final

from pog_agent.models import Reading
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.state import PogState

BRIDGED: Final = "by-paraphrase-alone"


def without_paraphrases(state: PogState) -> PogState:
    """The state without the paraphrases that a model made of the question; what a person has said stays."""
    analysis = state.get("analysis")
    if analysis is None:
        return state
    said = tuple(item for item in analysis.paraphrases if item in state.get("meant", ()))
    if said == analysis.paraphrases:
        return state
    return {**state, "analysis": analysis.model_copy(update={"paraphrases": said})}


def said_by_paraphrase_alone(
    reading: Reading, flaws: Sequence[Finding], bare: Reading, bare_flaws: Sequence[Finding]
) -> list[Finding]:
    """The doubts about a reading that the paraphrases have removed.

    `bare` and its flaws are those of the same query without paraphrases. A model that misreads a word also
    paraphrases it by what it takes it for, so its own paraphrase settles nothing.
    """
    hidden = [item for item in bare_flaws if item not in flaws]
    if not hidden:
        return []
    bridged = [finding(BRIDGED, said, relation) for said, relation in _bridged(reading, bare)]
    return list(dict.fromkeys(bridged or [item for item in hidden if item.kind == "meaning"]))


def _bridged(reading: Reading, bare: Reading) -> Iterator[tuple[str, str]]:
    """The words that ask for a relation with paraphrases, and not without them."""
    plain = {(item.text, item.asked_by) for item in bare.elements}
    for item in reading.elements:
        if item.role == "relation" and item.asked_by and (item.text, item.asked_by) not in plain:
            yield item.asked_by, item.text
