"""How sure an answer is, and what else its question may mean."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.answering.proof.proving import query_of_path
from pog_agent.answering.shown_paths import answer_item, clipped, term_labels
from pog_agent.deadline import while_in_time
from pog_agent.models import (
    EXTREMES,
    MOST_ALTERNATIVES,
    Alternative,
    AnswerDraft,
    PatternRef,
    ShownPath,
)
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.alignment import Alignment
from pog_agent.reading.elements import relation_groups
from pog_agent.reading.reader import QuestionReader, ReadPath
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.subgraph.patterns.pattern import PathPattern
from pog_agent.terms import Term

MOST_COUNTED = 4
ANSWERS_OF_ALTERNATIVE = 25
WIDEST_MARGIN: Final = 0.5
MANY: Final = 4
MOST_SURE: Final = 0.98
"""Of answers to new graphs that nothing spoke against, 1 to 3 of a hundred were wrong."""


@dataclass(frozen=True)
class Calibration:
    """A logistic regression from the features of an answer to the probability that it is right."""

    intercept: float
    weights: Mapping[str, float]

    def confidence(self, features: Mapping[str, float]) -> float:
        """The estimated probability that an answer with these features is right; to two decimals.

        It is `MOST_SURE` at most.
        """
        total = self.intercept + sum(weight * features[name] for name, weight in self.weights.items())
        return min(round(1 / (1 + math.exp(-total)), 2), MOST_SURE)


OF_PATHS: Final = Calibration(
    intercept=4.58,
    weights={
        **{"margin": 1.76, "extreme": 0.71, "denied": 2.89, "many": -3.16},
        **{"flawed": -3.08, "flaws": -0.59, "refuted": -3.0},
    },
)
"""For answers read from paths. Fitted by `python -m tests.benchmarks.calibrate` on what was answered to 1,120
everyday questions over twenty graphs; the code had been worked with on six of them by then. An answer that a flaw
refutes is not given without a model; of 22 that were given before, none was right, hence the weight of `refuted`.
How alike words and relations are, the steps, and the linking score made the calibration of graphs left out
worse."""


def features_of(draft: AnswerDraft, margin: float, answers: int = 1) -> dict[str, float]:
    """What speaks for and against an answer, as numbers.

    `margin` is by how much the best other reading explains the question worse, per word; a wide one counts as
    `WIDEST_MARGIN`. `denied` is a no for want of a path, `many` an answer of `MANY` things or more.
    """
    return {
        "margin": max(min(margin, WIDEST_MARGIN), -1.0),
        "extreme": float(draft.operation in EXTREMES),
        "denied": float(draft.operation == "exists" and not draft.citations),
        "many": float(draft.operation == "none" and answers >= MANY),
    }


def with_flaws(features: Mapping[str, float], flaws: Sequence[Finding]) -> dict[str, float]:
    """The features with how much there is against the answer: nothing, something, much."""
    return {**features, "flawed": float(bool(flaws)), "flaws": float(min(len(flaws), MOST_COUNTED))}


def path_confidence(features: Mapping[str, float], flaws: Sequence[Finding]) -> float:
    """The estimated probability (0 to 1) that an answer read from paths is right, by its `features_of` and flaws.

    `refuted` says whether one of the flaws shows that it is not what was asked.
    """
    refuted = float(any(flaw.refutes for flaw in flaws))
    return OF_PATHS.confidence({**with_flaws(features, flaws), "refuted": refuted})


def given_back(sure: float, calibration: Calibration, flaws: Sequence[Finding], left: Sequence[Finding]) -> float:
    """The confidence of an answer once some of its flaws are settled: without what these took from it."""
    before, after = with_flaws({}, flaws), with_flaws({}, left)
    taken = sum(calibration.weights[name] * (before[name] - after[name]) for name in before)
    odds = min(max(sure, 0.01), 0.99)
    return min(round(1 / (1 + math.exp(taken - math.log(odds / (1 - odds)))), 2), MOST_SURE)


def held_against(own: float, other: float) -> float:
    """The probability that an answer is right, where another one may be instead, and both cannot.

    `own` and `other` are what each has by itself. They were found independently.
    """
    at_most_one = 1 - own * other
    return round(own * (1 - other) / at_most_one, 2) if at_most_one else 0.5


def beside(alternatives: Sequence[Alternative], sure: float | None) -> tuple[Alternative, ...]:
    """Other readings as sure as they are beside an answer that is so sure, where at most one is right."""
    if sure is None:
        return tuple(alternatives)
    return tuple(
        item.model_copy(update={"confidence": held_against(item.confidence, sure)}) for item in alternatives
    )


def quality(alignment: Alignment) -> float:
    """How well an alignment explains a question, per word and relation."""
    return alignment.total / max(len(alignment.words) + len(alignment.relations), 1)


@dataclass(frozen=True)
class RivalPath:
    """A kept path that is not cited, read at its answer position, and how well it explains the question."""

    quality: float
    read: ReadPath
    pattern: PathPattern

    @property
    def nodes(self) -> list[Term]:
        """What stands at the answer position."""
        return self.pattern.nodes_at(self.read.position)


async def other_readings(
    reader: QuestionReader,
    refs: Sequence[PatternRef],
    shown: Sequence[ShownPath],
    state: PogState,
    run: RunContext,
) -> list[RivalPath]:
    """The kept paths that are not cited, each at the position that explains the question best; the best first."""
    found = []
    pairs = list(zip(refs, shown, strict=True))
    for ref, path in while_in_time(pairs, "kept paths beside the answer"):
        places = [place for place in range(1, len(path.nodes)) if path.nodes[place].kind in ("entity", "literal")]
        pattern = await run.pattern(state, ref.key) if places else None
        if pattern is None:
            continue
        best = max((reader.read(path, place) for place in places), key=lambda item: quality(item.alignment))
        found.append(RivalPath(quality(best.alignment), best, pattern))
    return sorted(found, key=lambda item: -item.quality)


async def alternatives_of(
    others: Sequence[RivalPath], own: float, answers: Sequence[Term], run: RunContext
) -> tuple[Alternative, ...]:
    """Up to three other readings that lead to other answers. `own` is the quality of the one that was taken."""
    chosen: list[Alternative] = []
    seen = {tuple(sorted(answers))}
    for other in others:
        nodes = other.nodes
        if tuple(nodes) in seen or len(chosen) == MOST_ALTERNATIVES:
            continue
        seen.add(tuple(nodes))
        labels = await term_labels(run, nodes[:ANSWERS_OF_ALTERNATIVE])
        items = tuple(answer_item(term, clipped(labels[term])) for term in nodes[:ANSWERS_OF_ALTERNATIVE])
        features = features_of(AnswerDraft(), other.quality - own)
        words = " / ".join(group.text for group in relation_groups(other.read.path))
        sure = path_confidence(features, [finding("other-reading-fits")])
        query = await query_of_path(other.pattern, other.read.position, run)
        chosen.append(Alternative(answers=items, path=words, confidence=sure, query=query))
    return tuple(chosen)
