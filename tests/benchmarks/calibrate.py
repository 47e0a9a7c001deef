"""Fits a confidence: a logistic regression from features of answers to the probability that an answer is right.

Usage: python -m tests.benchmarks.calibrate FILE.jsonl ... [--penalty P]

A line of a file is `{"set": NAME, "features": {NAME: NUMBER, ...}, "right": BOOLEAN}`; all lines have the same
features. Each set in turn is left out: a regression that is fitted on the other sets gives its answers a
confidence. The table has the calibration of these, and of the regression on the answers that it was fitted on.
`chance` is the calibration error that a perfectly calibrated system would show, `brier flat` the Brier score where
every answer gets the share right of the other sets. The coefficients printed at the end are fitted on all sets.

The regression minimises the sum of log losses over the answers, and half the penalty times the squared weights of
features in units of their standard deviation. The intercept is not penalised.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError
from scipy.optimize import minimize
from scipy.special import expit

from pog_agent.evaluation.measures.calibration import (
    aurc,
    brier_score,
    calibration_error,
    equal_mass,
    error_by_chance,
)
from tests.benchmarks.report import Row, table

Floats = NDArray[np.float64]


class FeatureLine(BaseModel):
    """A line of a file: an answer's data set, its features, and whether it is right."""

    model_config = ConfigDict(extra="forbid", strict=True)

    set: str
    features: dict[str, FiniteFloat] = Field(min_length=1)
    right: bool


@dataclass(frozen=True, eq=False)
class JudgedFeatures:
    """Answers: sets (answers,), feature names, features (answers, features), and 1 for right, 0 for wrong."""

    sets: NDArray[np.str_]
    names: tuple[str, ...]
    features: Floats
    right: Floats


@dataclass(frozen=True, eq=False)
class LogisticRegression:
    """A probability from features: weights in the order of the features, in their own units."""

    weights: Floats
    intercept: float

    def confidences(self, features: Floats) -> Floats:
        """The probabilities of rows of features, shape (answers,)."""
        found: Floats = expit(self.intercept + features @ self.weights)
        return found


def read_features(files: Sequence[Path]) -> JudgedFeatures:
    """The answers of all files. Ends the program with one line where a line cannot be used."""
    lines: list[FeatureLine] = []
    for file in files:
        try:
            texts = file.read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise SystemExit(f"{file}: cannot be read ({error.strerror or error})") from error
        for number, text in enumerate(texts, start=1):
            if text.strip():
                lines.append(_read_line(text, f"{file}, line {number}"))
                if lines[-1].features.keys() != lines[0].features.keys():
                    raise SystemExit(f"{file}, line {number}: not the features of the first line")
    if not lines:
        raise SystemExit("no answers in these files")
    names = tuple(sorted(lines[0].features))
    return JudgedFeatures(
        sets=np.array([line.set for line in lines]),
        names=names,
        features=np.array([[line.features[name] for name in names] for line in lines], dtype=float),
        right=np.array([line.right for line in lines], dtype=float),
    )


def _read_line(text: str, place: str) -> FeatureLine:
    try:
        return FeatureLine.model_validate_json(text)
    except ValidationError as error:
        problem = error.errors()[0]
        raise SystemExit(f"{place}: {'.'.join(map(str, problem['loc']))}: {problem['msg']}") from error


def fitted(features: Floats, right: Floats, penalty: float) -> LogisticRegression:
    """The regression of least penalised loss. Raises `ValueError` where all answers are right, or all wrong.

    A feature that is the same for all answers has the weight 0.
    """
    if not 0 < right.mean() < 1:
        raise ValueError("right and wrong answers are needed")
    mean, spread = features.mean(axis=0), features.std(axis=0)
    constant = spread <= 1e-12 * np.abs(features).max(axis=0)
    scaled = np.where(constant, 0.0, (features - mean) / np.where(constant, 1.0, spread))

    def loss(parameters: Floats) -> tuple[float, Floats]:
        intercept, weights = parameters[0], parameters[1:]
        odds = intercept + scaled @ weights
        gaps = expit(odds) - right
        slope = np.concatenate(([gaps.sum()], scaled.T @ gaps + penalty * weights))
        return float(np.logaddexp(0, odds).sum() - right @ odds + penalty / 2 * weights @ weights), slope

    found = minimize(loss, np.zeros(1 + features.shape[1]), jac=True, method="BFGS", options={"gtol": 1e-6}).x
    weights = np.where(constant, 0.0, found[1:] / np.where(constant, 1.0, spread))
    return LogisticRegression(weights, float(found[0] - weights @ mean))


def held_out_confidences(answers: JudgedFeatures, penalty: float) -> tuple[Floats, Floats]:
    """For each answer the confidence of a regression on the other sets, and the share right of these.

    Raises `ValueError` for one set alone, and where the other sets are all right or all wrong.
    """
    names = np.unique(answers.sets)
    if len(names) < 2:
        raise ValueError("two sets or more are needed: each in turn is left out")
    confidences, rates = np.zeros(len(answers.right)), np.zeros(len(answers.right))
    for name in names:
        out = answers.sets == name
        try:
            regression = fitted(answers.features[~out], answers.right[~out], penalty)
        except ValueError as error:
            raise ValueError(f"without the set {str(name)!r}: {error}") from error
        confidences[out] = regression.confidences(answers.features[out])
        rates[out] = answers.right[~out].mean()
    return confidences, rates


def calibration_row(title: str, confidences: Floats, right: Floats, rates: Floats) -> Row:
    """One line of the table."""
    groups = equal_mass(confidences)
    return {
        "held out": title,
        "n": len(right),
        "right": float(right.mean()),
        "confidence": float(confidences.mean()),
        "ece": calibration_error(confidences, right, groups),
        "chance": error_by_chance(confidences, groups),
        "brier": brier_score(confidences, right),
        "brier flat": brier_score(rates, right),
        "aurc": aurc(confidences, right),
    }


def coefficients(names: Sequence[str], regression: LogisticRegression) -> str:
    """The regression as Python."""
    rows = [f'    "{name}": {weight:.4g},' for name, weight in zip(names, regression.weights, strict=True)]
    return "\n".join([f"INTERCEPT = {regression.intercept:.4g}", "COEFFICIENTS = {", *rows, "}"])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.jsonl")
    parser.add_argument("--penalty", type=float, default=1.0, help="on squared weights (default 1)")
    args = parser.parse_args(arguments)
    if not 0 <= args.penalty < float("inf"):
        parser.error(f"--penalty is {args.penalty:g}; it must be 0 or more")
    answers = read_features(args.files)
    try:
        confidences, rates = held_out_confidences(answers, args.penalty)
        regression = fitted(answers.features, answers.right, args.penalty)
    except ValueError as error:
        raise SystemExit(str(error)) from error
    rows = []
    for name in np.unique(answers.sets):
        out = answers.sets == name
        rows.append(calibration_row(str(name), confidences[out], answers.right[out], rates[out]))
    rows.append(calibration_row("all", confidences, answers.right, rates))
    own = regression.confidences(answers.features)
    rows.append(calibration_row("(none)", own, answers.right, np.full(len(own), answers.right.mean())))
    print(table(rows))
    print(f"\n{coefficients(answers.names, regression)}")


if __name__ == "__main__":
    main()
