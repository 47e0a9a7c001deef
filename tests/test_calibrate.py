"""The fit of a confidence finds known coefficients, and is judged on data sets that it has not seen."""

import json

import numpy as np
import pytest
from scipy.special import expit

from tests.benchmarks.calibrate import fitted, held_out_confidences, main, read_features

WEIGHTS, INTERCEPT = np.array([2.0, -1.0, 0.0]), -0.5


def answers(number, seed=0, intercept=INTERCEPT):
    """Features of different units, and answers that are right as the known coefficients say."""
    rng = np.random.default_rng(seed)
    features = np.column_stack([rng.normal(1, 1, number), rng.random(number) * 4, rng.normal(0, 50, number)])
    right = rng.random(number) < expit(intercept + features @ WEIGHTS)
    return features, right.astype(float)


def write(path, **sets):
    """A file with the answers of each set."""
    lines = [
        {"set": name, "features": dict(zip(("near", "far", "noise"), row, strict=True)), "right": bool(hit)}
        for name, (features, right) in sets.items()
        for row, hit in zip(features.tolist(), right, strict=True)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_known_coefficients_are_found():
    regression = fitted(*answers(40_000), penalty=1.0)
    assert regression.weights == pytest.approx(WEIGHTS, abs=0.1)
    assert regression.intercept == pytest.approx(INTERCEPT, abs=0.1)


def test_the_fit_is_where_the_penalised_loss_is_flat():
    features, right = answers(300)
    penalty = 3.0
    regression = fitted(features, right, penalty)
    gaps = regression.confidences(features) - right
    spread = features.std(axis=0)
    assert gaps.sum() == pytest.approx(0, abs=1e-3)
    scaled = (features - features.mean(axis=0)) / spread
    assert scaled.T @ gaps + penalty * regression.weights * spread == pytest.approx(0, abs=1e-3)


def test_the_penalty_shrinks_weights_and_leaves_the_mean_confidence():
    features, right = answers(500)
    free, bound = (fitted(features, right, penalty) for penalty in (0.01, 1e6))
    assert np.abs(bound.weights[:2]).max() < 0.01 < np.abs(free.weights[:2]).min()
    assert bound.confidences(features).mean() == pytest.approx(right.mean(), abs=1e-4)


def test_units_of_features_do_not_matter():
    features, right = answers(500)
    units = np.array([1000.0, 0.001, 1.0])
    one, other = fitted(features, right, 1.0), fitted(features * units + 7, right, 1.0)
    assert other.weights * units == pytest.approx(one.weights, rel=1e-3, abs=1e-6)
    assert other.confidences(features * units + 7) == pytest.approx(one.confidences(features), abs=1e-4)


def test_a_feature_that_never_changes_has_no_weight():
    features, right = answers(200)
    same = np.column_stack([features, np.full(200, 0.1)])
    assert fitted(same, right, 1.0).weights[-1] == 0
    assert fitted(same, right, 1.0).weights[:3] == pytest.approx(fitted(features, right, 1.0).weights, abs=1e-4)


def test_answers_that_features_tell_apart_keep_finite_weights():
    features = np.array([[0.0], [1.0], [2.0], [3.0]])
    regression = fitted(features, np.array([0.0, 0.0, 1.0, 1.0]), 1.0)
    assert 0 < regression.weights[0] < 10
    assert regression.intercept + 1.5 * regression.weights[0] == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize("right", [0.0, 1.0])
def test_right_and_wrong_answers_are_needed(right):
    with pytest.raises(ValueError, match="right and wrong answers are needed"):
        fitted(np.ones((3, 1)), np.full(3, right), 1.0)


def test_a_set_is_judged_by_the_other_sets_alone(tmp_path):
    one, two = answers(400, seed=1), answers(300, seed=2)
    found = read_features([write(tmp_path / "f.jsonl", one=one, two=two)])
    confidences, rates = held_out_confidences(found, 1.0)
    regression = fitted(found.features[:400], found.right[:400], 1.0)
    assert confidences[400:] == pytest.approx(regression.confidences(found.features[400:]), abs=1e-6)
    assert rates[400:] == pytest.approx(one[1].mean())
    changed = read_features([write(tmp_path / "g.jsonl", one=one, two=(two[0], 1 - two[1]))])
    assert held_out_confidences(changed, 1.0)[0][400:] == pytest.approx(confidences[400:], abs=1e-6)


def shown(text):
    """The table as rows by their first column."""
    lines = text.partition("\n\n")[0].splitlines()
    return {line.split()[0]: [float(cell) for cell in line.split()[1:]] for line in lines[1:]}


def test_the_table_tells_a_set_that_is_unlike_the_others(tmp_path, capsys):
    alike = {name: answers(2000, seed) for seed, name in enumerate(("a", "b", "c"))}
    write(tmp_path / "one.jsonl", **alike)
    write(tmp_path / "two.jsonl", odd=answers(2000, seed=9, intercept=INTERCEPT - 2))
    main([str(tmp_path / "one.jsonl")])
    rows = shown(capsys.readouterr().out)
    assert list(rows) == ["a", "b", "c", "all", "(none)"]
    ece, chance, brier, flat = rows["all"][3:7]
    assert ece < 3 * chance and brier < flat
    main([str(tmp_path / "one.jsonl"), str(tmp_path / "two.jsonl")])
    rows = shown(capsys.readouterr().out)
    n, right, confidence, ece, chance = rows["odd"][:5]
    assert n == 2000 and confidence > right + 0.1 and ece > 5 * chance


def test_the_coefficients_can_be_pasted(tmp_path, capsys):
    sets = {name: answers(500, seed) for seed, name in enumerate("ab")}
    main([str(write(tmp_path / "f.jsonl", **sets)), "--penalty", "2"])
    pasted = {}
    exec(capsys.readouterr().out.partition("\n\n")[2], pasted)
    features, right = (np.concatenate(parts) for parts in zip(*sets.values(), strict=True))
    regression = fitted(features, right, 2.0)
    given = [pasted["COEFFICIENTS"][name] for name in ("near", "far", "noise")]
    assert given == pytest.approx(regression.weights, rel=0.01, abs=1e-4)
    assert pasted["INTERCEPT"] == pytest.approx(regression.intercept, rel=1e-2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "no answers"),
        ("{", "line 1"),
        ('{"set": "a", "features": {"x": 1}}', "line 1: right: Field required"),
        ('{"set": "a", "features": {}, "right": true}', "line 1: features"),
        ('{"set": "a", "features": {"x": NaN}, "right": true}', "line 1: features.x"),
        ('{"set": "a", "features": {"x": "1"}, "right": true}', "line 1: features.x"),
        ('{"set": "a", "features": {"x": 1}, "right": "yes"}', "line 1: right"),
        (
            "\n\n".join(f'{{"set": "a", "features": {{"{name}": 1}}, "right": true}}' for name in "xy"),
            "line 3: not the features",
        ),
        ('{"set": "a", "features": {"x": 1}, "right": true}', "two sets or more"),
        (
            "\n".join(f'{{"set": "{name}", "features": {{"x": 1}}, "right": true}}' for name in "ab"),
            "without the set 'a': right and wrong answers are needed",
        ),
    ],
)
def test_what_cannot_be_fitted_is_one_line(tmp_path, text, expected):
    (tmp_path / "f.jsonl").write_text(text)
    with pytest.raises(SystemExit) as stop:
        main([str(tmp_path / "f.jsonl")])
    assert expected in str(stop.value) and "\n" not in str(stop.value)


def test_a_file_that_is_missing_and_a_wrong_penalty_are_one_line(tmp_path, capsys):
    with pytest.raises(SystemExit, match=r"none\.jsonl: cannot be read"):
        main([str(tmp_path / "none.jsonl")])
    for penalty in ("-1", "nan", "inf"):
        with pytest.raises(SystemExit):
            main([str(tmp_path), "--penalty", penalty])
        assert "it must be 0 or more" in capsys.readouterr().err
