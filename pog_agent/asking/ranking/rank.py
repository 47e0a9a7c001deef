"""The entry of the ranker: the most probable candidates of a question with their results, or none of them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pog_agent.asking.generating.bench import Bench
from pog_agent.asking.generating.shapes import CandidateQuery
from pog_agent.asking.likeness import Floats
from pog_agent.asking.ranking.features import FeatureTable, FeatureWriter, null_features
from pog_agent.asking.ranking.results import AnswerKey, ReadCandidate, result_features
from pog_agent.asking.ranking.weights import RankerWeights

MOST_READ: Final = 30
"""So many candidates are evaluated."""
_FAR: Final = 12.0

Read = Callable[[Sequence[CandidateQuery]], Awaitable[Sequence[ReadCandidate]]]


@dataclass(frozen=True)
class RankedQuery:
    """A candidate, and how probable it is that what it answers is right."""

    read: ReadCandidate
    probability: float


@dataclass(frozen=True)
class QueryRanking:
    """The candidates with different answers, the most probable first.

    `nothing` is how probable it is that the graph has no answer, and `has_unknown_name` whether the question has a
    capitalised word that nothing of the graph explains.
    """

    candidates: tuple[RankedQuery, ...] = ()
    nothing: float = 1.0
    has_unknown_name: bool = False


@dataclass(frozen=True)
class FirstRanking:
    """Candidates in the order of the ranker without their results; scores are above that of nothing."""

    candidates: Sequence[CandidateQuery]
    table: FeatureTable
    scores: NDArray[np.float64]
    nothing: dict[str, float]


def first_ranking(
    bench: Bench, candidates: Sequence[CandidateQuery], weights: RankerWeights
) -> FirstRanking | None:
    """The candidates in order; None where there is none."""
    if not candidates:
        return None
    table = FeatureWriter(bench).table(candidates)
    nothing = null_features(bench, table)
    scores = weights.first.of(dict(table.columns)) - weights.first_nothing.of(dict(nothing))
    order = np.argsort(-scores, kind="stable")
    columns = {name: values[order] for name, values in table.columns.items()}
    return FirstRanking([candidates[place] for place in order], FeatureTable(columns), scores[order], nothing)


async def ranked(
    bench: Bench, candidates: Sequence[CandidateQuery], weights: RankerWeights, read: Read
) -> QueryRanking:
    """The ranking of all candidates, of which the best are evaluated by `read`."""
    first = first_ranking(bench, candidates, weights)
    if first is None:
        return QueryRanking()
    best = await read(first.candidates[:MOST_READ])
    keys = [item.key for item in best]
    columns, nothing = second_features(
        dict(first.table.columns), result_features(bench, best), keys, first.scores, first.nothing
    )
    scores = weights.second.of(dict(columns)) - weights.second_nothing.of(dict(nothing))
    decision = decided(scores, keys)
    if not decision.answers:
        return QueryRanking()
    sure = sure_features(columns, decision, nothing)
    top = float(1 / (1 + np.exp(-weights.sure.of(dict(sure)))))
    left = 1 - top
    found = []
    for number, (place, share) in enumerate(decision.answers):
        rest = sum(other for _, other in decision.answers[1:]) + decision.nothing
        probability = top if number == 0 else left * share / max(rest, 1e-9)
        found.append(RankedQuery(best[place], float(probability)))
    return QueryRanking(tuple(found), decision.nothing, has_unknown_name=bool(first.nothing["capitals"]))


def second_features(
    first: Mapping[str, Floats],
    results: Mapping[str, Floats],
    keys: Sequence[AnswerKey],
    scores: NDArray[np.float64],
    nothing: Mapping[str, float],
) -> tuple[dict[str, Floats], dict[str, float]]:
    """The features of the evaluated candidates, the first of `first`, and those of nothing.

    Beside what each result tells, they say how much all that give the same answers share before.
    """
    size = len(keys)
    own = scores[:size]
    shares = np.exp(np.minimum(own, _FAR))
    shares /= 1 + shares.sum()
    mass: dict[AnswerKey, float] = {}
    for key, share in zip(keys, shares.tolist(), strict=True):
        mass[key] = mass.get(key, 0.0) + share
    columns = {name: values[:size] for name, values in first.items()} | dict(results)
    columns["mass"] = np.array([0.0 if key is None else mass[key] for key in keys], np.float32)
    columns["share"] = shares.astype(np.float32)
    columns["score"] = np.clip(own, -_FAR, _FAR).astype(np.float32)
    columns["behind"] = np.clip(own - own[0], -_FAR, 0).astype(np.float32)
    return columns, {
        **nothing,
        "share_of_nothing": float(1 - shares.sum()),
        "best_score": float(np.clip(own[0], -_FAR, _FAR)),
        "empty_share": float(np.mean([key is None for key in keys[:10]])),
    }


@dataclass(frozen=True)
class AnswerShares:
    """The places of the candidates that stand for each answer, with its share, and the share of nothing."""

    answers: tuple[tuple[int, float], ...]
    nothing: float


def decided(scores: NDArray[np.float64], keys: Sequence[AnswerKey]) -> AnswerShares:
    """Sums the shares of the candidates that give the same answers; those that give none speak for nothing."""
    everything = np.append(scores, 0.0)
    shares = np.exp(everything - everything.max())
    shares /= shares.sum()
    total: dict[AnswerKey, float] = {}
    place: dict[AnswerKey, int] = {}
    nothing = float(shares[-1])
    for number in np.argsort(-scores, kind="stable").tolist():
        key = keys[number]
        if key is None:
            nothing += float(shares[number])
            continue
        place.setdefault(key, number)
        total[key] = total.get(key, 0.0) + float(shares[number])
    ordered = sorted(total, key=lambda key: (-total[key], place[key]))
    return AnswerShares(tuple((place[key], total[key]) for key in ordered), nothing)


SURE_OF_BEST: Final = (
    *("cover", "missed", "missed_share", "link_cover", "value_cover", "spent", "spent_twice", "step_best_least"),
    *("step_lexical_least", "step_meant_best_least", "step_meant_whole_least", "step_got_least"),
    *("step_masked_least", "step_unsaid", "class_lexical_least", "steps"),
    *("classes", "links", "parts", "link_least", "agrees", "disagrees", "repeats", "leaning", "idle_extreme"),
    *("idle_comparison", "idle_denial", "idle_count", "idle_total", "head_any", "class_lexical", "gave_one"),
    *("gave_size", "gave_no", "gave_yes", "gave_zero", "gave_named", "does_denial", "does_extreme", "does_most"),
    *("does_comparison", "does_having", "does_whether", "mass", "whole_class"),
)


def sure_features(
    columns: dict[str, Floats], decision: AnswerShares, nothing: dict[str, float]
) -> dict[str, float]:
    """What tells whether the best answer is right."""
    place, share = decision.answers[0]
    second = decision.answers[1][1] if len(decision.answers) > 1 else 0.0
    found = {name: float(columns[name][place]) for name in SURE_OF_BEST if name in columns}
    return found | {
        "constant": 1.0,
        "best_share": share,
        "best_odds": float(np.log((share + 1e-4) / (1 - share + 1e-4))),
        "second_share": second,
        "nothing_share": decision.nothing,
        "capitals": nothing["capitals"],
        "length": nothing["length"],
        "first_share": float(columns["share"][place]),
    }
