"""The reader that generates and ranks queries: recall, right answers, and how sure it is, on graphs left out.

Usage: python -m tests.benchmarks.ranker [TASK] [--graphs NAME ...] [--by graphs|writers] [--cache DIR]

Without a task it measures: candidates by their prior, then a ranker that is fitted on the other folds only.
With `--by writers` the encoder of questions has still seen other sets of a writer.
`encoder` fits the encoder of questions on `tests/phrases`, and `fit`, after it, the ranker on all sets below; both
write into the package. The sets of `HELD_OUT` are never fitted on; give them as
`--graphs` to measure the weights of the package on them.
"""

import argparse
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import pog_agent.asking.encoder
import pog_agent.asking.ranking.weights
from pog_agent.answering.proposed.answer import LEAST_ANSWERED
from pog_agent.asking.encoder import FILE as ENCODER_FILE
from pog_agent.asking.encoder import EncoderAdditions, QuestionEncoder, question_encoder
from pog_agent.asking.ranking.rank import MOST_READ, AnswerShares, decided, second_features, sure_features
from pog_agent.asking.ranking.weights import (
    FILE,
    Arrays,
    LinearWeights,
    NetworkWeights,
    RankerWeights,
    packaged_weights,
)
from pog_agent.ranking.bert_model import BertModel
from pog_agent.ranking.encoder import CachedEncoder, open_encoder
from tests.benchmarks.encoder_fit import adapted_encoder, fitted_encoder, phrased_schemas
from tests.benchmarks.ranked_questions import RankedQuestion, collected, phrased_set
from tests.benchmarks.ranker_fit import (
    ListedQuestion,
    fitted_linear,
    fitted_logistic,
    fitted_network,
)
from tests.benchmarks.report import table

WRITERS = (
    ("filmclub", "harbour", "museum", "musicschool", "nursery", "railway", "rescue", "workshop"),
    ("cooperative", "playhouse", "radio", "toolhire"),
    ("bakery", "council", "dig", "missions", "recordings", "wildlife"),
    ("clinic", "cycling", "family", "freight", "kitchen", "services"),
    ("charity", "festival", "garage", "kennel", "letters", "manor"),
    ("comics", "library", "observatory", "university", "winery"),
    ("brewery", "hospital", "school", "shipwrecks", "theatre", "vineyardtours"),
    (
        *("airport", "auction", "elements", "hotelchain", "newspaper", "orchestra"),
        *("aquarium", "footballclub", "gamestudio", "lawfirm", "parliament", "rivers"),
    ),
    (
        *("boardgames", "bridges", "dynasty", "estateagency", "gym", "labsamples"),
        *("pharmacy", "podcasts", "skiresort", "tramnetwork", "translators", "volcanoes"),
    ),
    ("bookbindery", "coworking", "embassy", "marathon", "planetarium", "seedbank"),
    ("cheesemaker", "debating", "fashionhouse", "fireservice", "mountainhuts", "photoarchive"),
    ("canal", "lighthouses", "perfume", "puppetry", "racehorses", "typefoundry"),
)
"""The sets that came together: different groups have different writers."""
FITTED = tuple(sorted(name for group in WRITERS for name in group))
HELD_OUT = (
    *("bells", "caves", "cycleclub", "pottery", "seedpotato", "stunts"),
    *("costumes", "escaperooms", "ferry", "fungi", "quarry", "sleddogs"),
)
FOLDS = 6
RISKS = (0.01, 0.02, 0.05, 0.1)
BEST_FITTED, OTHERS_FITTED = 50, 4
"""So many candidates are fitted on by their prior, and one in so many of the others."""
_SEED = 1


@dataclass(frozen=True)
class Decided:
    """What the ranker decides of a question: if its best answer is right, if one of three is, how sure it is."""

    item: RankedQuestion
    right: bool
    among_three: bool
    sure: float
    nothing: float
    same: bool


def wanted(item: RankedQuestion, places: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which of some candidates are to win, with an entry for nothing; and which are left out of fitting."""
    right, same, keys = item.right[places], item.same[places], item.keys[places]
    if not item.is_answerable:
        return np.append(keys == -1, True), np.zeros(len(places), bool)
    best = same if same.any() else right
    return np.append(best, not best.any()), right & ~best


First = tuple[LinearWeights, LinearWeights]
"""Weights of candidates and of nothing."""
Network = tuple[NetworkWeights, LinearWeights]


class Fitting:
    """Fits all weights on some questions.

    The second ranker is fitted on what a first one makes of graphs that it was not fitted on, and so is how sure
    the best answer is.
    """

    def __init__(self, questions: Sequence[RankedQuestion]) -> None:
        self.questions = [item for item in questions if len(item.right)]
        self._halves = np.array([hash_of(item.graph) % 2 for item in self.questions])

    def weights(self) -> RankerWeights:
        """The weights of both rankers, and of their confidence."""
        lists = [self._first(item) for item in self.questions]
        names, nothing = self.questions[0].names, list(self.questions[0].nothing)
        first = fitted_linear(lists, names, nothing)
        seconds: list[tuple[RankedQuestion, Second]] = []
        for half in (0, 1):
            part = fitted_linear([lists[place] for place in np.flatnonzero(self._halves != half)], names, nothing)
            own = (self.questions[place] for place in np.flatnonzero(self._halves == half))
            seconds += [(item, found) for item in own if (found := second_of(item, part)) is not None]
        names, nothing = list(seconds[0][1].columns), list(seconds[0][1].nothing)
        lists = [found.listed(item, names, nothing) for item, found in seconds]
        second = fitted_network(lists, names, nothing)
        return RankerWeights(*first, *second, self._sure(seconds, lists, names, nothing))

    def _sure(
        self,
        seconds: Sequence[tuple["RankedQuestion", "Second"]],
        lists: Sequence[ListedQuestion],
        names: Sequence[str],
        nothing: Sequence[str],
    ) -> LinearWeights:
        rows, right = [], []
        halves = np.array([hash_of(item.graph) % 2 for item, _ in seconds])
        for half in (0, 1):
            part = fitted_network([lists[place] for place in np.flatnonzero(halves != half)], names, nothing)
            for place in np.flatnonzero(halves == half):
                item, found = seconds[place]
                decision = found.decision(part)
                if decision.answers:
                    rows.append(sure_features(found.columns, decision, found.nothing))
                    right.append(bool(item.right[found.places[decision.answers[0][0]]]))
        matrix = np.array([list(row.values()) for row in rows], np.float32)
        return fitted_logistic(matrix, np.array(right), list(rows[0]))

    def _first(self, item: RankedQuestion) -> ListedQuestion:
        """Those that are right, the first of the prior, and some of the others."""
        every = np.arange(len(item.right))
        chosen = every[(every < BEST_FITTED) | (every % OTHERS_FITTED == 0) | item.right]
        right, skipped = wanted(item, chosen)
        nothing = np.array(list(item.nothing.values()), np.float32)
        return ListedQuestion(item.matrix[chosen], nothing, right, skipped)


@dataclass(frozen=True)
class Second:
    """The best candidates of a question by the first ranker, with the features for the second one."""

    places: NDArray[np.int64]
    columns: dict[str, NDArray[np.float32]]
    nothing: dict[str, float]
    keys: list[int | None]

    def listed(self, item: RankedQuestion, names: Sequence[str], nothing: Sequence[str]) -> ListedQuestion:
        """The same for fitting."""
        right, left_out = wanted(item, self.places)
        rows = np.stack([self.columns[name].astype(np.float32) for name in names], axis=1)
        return ListedQuestion(
            rows, np.array([self.nothing[name] for name in nothing], np.float32), right, left_out
        )

    def decision(self, second: Network) -> AnswerShares:
        """What the second ranker makes of it."""
        return decided(second[0].of(self.columns) - second[1].of(self.nothing), self.keys)


def second_of(item: RankedQuestion, first: First) -> Second | None:
    """The best candidates of a question; None where it has none."""
    if not len(item.right):
        return None
    scores = first[0].of(dict(zip(item.names, item.matrix.T, strict=True))) - first[1].of(dict(item.nothing))
    best = np.argsort(-scores, kind="stable")[:MOST_READ]
    keys = [None if key < 0 else int(key) for key in item.keys[best]]
    columns = dict(zip(item.names, item.matrix[best].T, strict=True))
    results = {name: values[best].astype(np.float32) for name, values in item.results.items()}
    found, nothing = second_features(columns, results, keys, scores[best], item.nothing)
    return Second(best, found, nothing, keys)


def decided_by(weights: RankerWeights, item: RankedQuestion) -> Decided:
    """What some weights decide of a question."""
    second = second_of(item, (weights.first, weights.first_nothing))
    decision = second.decision((weights.second, weights.second_nothing)) if second is not None else None
    if second is None or decision is None or not decision.answers:
        return Decided(item, False, False, 0.0, 1.0, False)
    places = [second.places[place] for place, _ in decision.answers[:3]]
    sure = weights.sure.of(sure_features(second.columns, decision, second.nothing))
    return Decided(
        item,
        bool(item.right[places[0]]),
        bool(item.right[places].any()),
        float(1 / (1 + np.exp(-sure))),
        decision.nothing,
        bool(item.same[places[0]]),
    )


def hash_of(name: str) -> int:
    """A number of a name that is the same on every machine."""
    return sum(place * ord(letter) for place, letter in enumerate(name, 1))


def folds_of(names: Sequence[str], by: str) -> Sequence[tuple[str, ...]]:
    """The sets of each fold: by graph at random, or those of the same writers together."""
    if by == "writers":
        folds = (tuple(name for name in group if name in names) for group in WRITERS)
        return [fold for fold in folds if fold]
    order = np.random.default_rng(_SEED).permutation(len(names))
    return [tuple(names[place] for place in order[fold::FOLDS]) for fold in range(FOLDS)]


def left_out(
    questions: Sequence[RankedQuestion], lacking: Sequence[RankedQuestion], by: str
) -> tuple[list[Decided], list[Decided]]:
    """What rankers decide of both kinds of questions over graphs that they were not fitted on."""
    found: tuple[list[Decided], list[Decided]] = ([], [])
    every = [*questions, *lacking]
    for fold in folds_of(sorted({item.graph for item in questions}), by):
        weights = Fitting([item for item in every if item.graph not in fold]).weights()
        for kind, own in zip((questions, lacking), found, strict=True):
            own += [decided_by(weights, item) for item in kind if item.graph in fold]
    return found


def area(decisions: Sequence[Decided]) -> float:
    """The area under the curve of confidence against being right."""
    right = np.array([item.sure for item in decisions if item.right])
    wrong = np.array([item.sure for item in decisions if not item.right])
    if not len(right) or not len(wrong):
        return float("nan")
    return float(np.mean((right[:, None] > wrong) + 0.5 * (right[:, None] == wrong)))


def right_at(decisions: Sequence[Decided], risk: float) -> int:
    """How many are right where so much of what is accepted may be wrong."""
    ordered = sorted(decisions, key=lambda item: -item.sure)
    right = np.cumsum([item.right for item in ordered])
    wrong = np.arange(1, len(ordered) + 1) - right
    good = np.flatnonzero(wrong <= risk * (right + wrong))
    return int(right[good[-1]]) if len(good) else 0


def rows_of(decisions: Sequence[Decided]) -> list[dict[str, object]]:
    """The figures for near, far and all words."""
    found = []
    for words in ("near", "far", ""):
        own = [item for item in decisions if not words or item.item.words == words]
        answerable = [item for item in own if item.item.is_answerable]
        others = [item for item in own if not item.item.is_answerable]
        share: Callable[[list[bool]], str] = lambda flags: f"{np.mean(flags):.3f}" if flags else ""  # noqa: E731
        found.append(
            {
                "words": words or "all",
                "n": len(own),
                "answerable": len(answerable),
                **{
                    f"recall@{most}": share(
                        [item.item.rank is not None and item.item.rank < most for item in answerable]
                    )
                    for most in (50, 200)
                },
                "top-1": share([item.right for item in answerable]),
                "by gold relations": share([item.same for item in answerable]),
                "top-3": share([item.among_three for item in answerable]),
                "AUC": f"{area(own):.3f}",
                **{f"right at {risk:.0%} wrong": right_at(own, risk) for risk in RISKS},
                "unanswerable rejected": share([item.nothing > item.sure for item in others]),
                "answerable rejected": share([item.nothing > item.sure for item in answerable]),
                "answered without answer": share([item.sure >= LEAST_ANSWERED for item in others]),
            }
        )
    return found


def seconds_of(questions: Sequence[RankedQuestion]) -> list[dict[str, object]]:
    """CPU seconds of each part, median and most of 95 percent."""
    return [
        {"part": part, "median": f"{np.median(own):.4f}", "95%": f"{np.quantile(own, 0.95):.4f}"}
        for part in questions[0].seconds
        if (own := [item.seconds[part] for item in questions])
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("task", nargs="?", choices=("measure", "encoder", "fit", "collect"), default="measure")
    parser.add_argument("--graphs", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--by", choices=("graphs", "writers"), default="graphs")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "pog-agent-ranker")
    args = parser.parse_args()
    encoder = open_encoder("auto", print)
    if not encoder.is_published:
        parser.error("MiniLM is not installed")
    if args.task == "encoder":
        fit_encoders(encoder, args.cache)
        return
    names = args.graphs or FITTED
    model = encoder.published_model()
    packaged = question_encoder(model)
    if set(names) <= set(HELD_OUT):
        questions = collected(names, encoder, dict.fromkeys(names, packaged), args.cache / "held-out")
        print_figures([decided_by(packaged_weights(), item) for item in questions])
        return
    if set(names) & set(HELD_OUT):
        parser.error("some of these sets are held out")
    if not (args.cache / "encoder1.npz").exists():
        parser.error(f"no encoders in {args.cache}: fit them first (the task encoder)")
    meanings = encoders_of_others(model, args.cache)
    questions = collected(names, encoder, meanings, args.cache / "sets")
    lacking = collected(names, encoder, meanings, args.cache / "sets", lacking=True)
    if args.task == "measure":
        for title, own in zip(("as asked", "lacking"), left_out(questions, lacking, args.by), strict=True):
            print(title)
            print_figures(own)
    elif args.task == "fit":
        write(pog_agent.asking.ranking.weights.__file__, FILE, Fitting([*questions, *lacking]).weights().written())
        print(f"fitted on {len(questions)} questions and {len(lacking)} that lack a relation")


def fit_encoders(encoder: CachedEncoder, cache: Path) -> None:
    """Fits the encoder of the package on all lines and sets; and one for each half of the sets, on the others.

    The ranker is fitted on what an encoder makes of graphs that it was not fitted on. What was kept of features is
    deleted: it is that of other encoders.
    """
    for stale in cache.glob("*/*.pickle"):
        stale.unlink()
    model, phrased = encoder.published_model(), list(phrased_schemas())
    start = fitted_encoder(model, phrased)
    plain = QuestionEncoder(model, start)
    sets = {name: phrased_set(name, encoder, plain) for name in FITTED}
    for half, own in enumerate(halves()):
        others = [sets[name] for name in FITTED if name not in own]
        written = adapted_encoder(model, start, others, phrased).written()
        cache.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(cache / f"encoder{half}.npz", **written)
    everything = adapted_encoder(model, start, list(sets.values()), phrased)
    write(pog_agent.asking.encoder.__file__, ENCODER_FILE, everything.written())


def halves() -> Sequence[tuple[str, ...]]:
    """The fitted sets in two parts at random."""
    order = np.random.default_rng(_SEED).permutation(len(FITTED))
    return [tuple(FITTED[place] for place in order[half::2]) for half in (0, 1)]


def encoders_of_others(model: BertModel, cache: Path) -> dict[str, QuestionEncoder]:
    """For each fitted set the encoder that was fitted without it."""
    found = {}
    for half, own in enumerate(halves()):
        with np.load(cache / f"encoder{half}.npz") as written:
            found |= dict.fromkeys(own, QuestionEncoder(model, EncoderAdditions.read(dict(written))))
    return found


def write(module: str, name: str, arrays: Arrays) -> None:
    """Writes arrays beside a module; the same arrays are the same file."""
    np.savez_compressed(Path(module).with_name(name), **arrays)


def print_figures(decisions: Sequence[Decided]) -> None:
    """Prints what was decided, and CPU seconds."""
    print(table(rows_of(decisions)))
    print(table(seconds_of([item.item for item in decisions])))


if __name__ == "__main__":
    main()
