"""Questions over small graphs and what is expected of them, which stand as data in `tests/cases`.

A case says what it asks about (`of`): the `answer` of the whole agent, the `draft` of a query that is composed
or the `scan` before it, a `claim`, the account of a `query` that a model might write, or what a reader
(`tests.cases.readers`) or a function of the package gives `with` some values. What it expects (`expect`) is some
of the parts that `tests.cases.seen` lists, and `is` the whole. A text with "…" at an end may go on there. Each
item of `has` is among those of its part. Of `either`, one has to hold, and of `not`, none.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cases.seen import OPENED, Case, See, agent, seen

FOLDER = Path(__file__).parent / "cases"
CASES = [json.loads(line) for file in sorted(FOLDER.glob("*.jsonl")) for line in file.open(encoding="utf-8")]


@pytest.fixture(scope="module", autouse=True)
def agents_are_closed() -> Iterator[None]:
    yield
    agent.cache_clear()
    OPENED.close()


def fits(wanted: Any, got: Any) -> bool:
    """Whether a part is as it is wanted."""
    if isinstance(wanted, str) and isinstance(got, str) and "…" in (wanted[:1], wanted[-1:]):
        text, before, behind = wanted.strip("…"), wanted[0] == "…", wanted[-1] == "…"
        return text in got if before and behind else got.endswith(text) if before else got.startswith(text)
    if isinstance(wanted, list) and isinstance(got, list):
        return len(wanted) == len(got) and all(map(fits, wanted, got))
    return type(wanted) is type(got) and bool(wanted == got)


def unmet(expect: Mapping[str, Any], see: See) -> list[str]:
    """What is expected and is not so."""
    found = []
    for part, wanted in expect.items():
        if part == "either":
            each = [unmet(other, see) for other in wanted]
            found += [" and ".join(text) for text in each] if all(each) else []
        elif part == "not":
            found += [f"not {other}" for other in wanted if not unmet(other, see)]
        elif part == "has":
            for many, items in wanted.items():
                got = see(many)
                missing = [item for item in items if not any(fits(item, one) for one in got)]
                found += [f"{many}: expected {item!r} among {got!r}" for item in missing]
        elif not fits(wanted, got := see(part)):
            found.append(f"{part}: expected {wanted!r}, got {got!r}")
    return found


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_what_is_expected_is_so(case: Case) -> None:
    found = unmet(case["expect"], seen(case))
    asked = case.get("question") or case["with"]
    assert not found, "\n".join([f"{case.get('graph', case['of'])}: {asked} ({case['why']})", *found])


def test_each_case_has_a_name_and_a_question_of_its_own() -> None:
    asked = [json.dumps({**case, "id": "", "why": "", "expect": ""}, sort_keys=True) for case in CASES]
    assert len({case["id"] for case in CASES}) == len(set(asked)) == len(CASES)
    assert all(case["expect"] for case in CASES)


@pytest.mark.parametrize(
    ("wanted", "got", "expected"),
    [
        ("a red boat", "a red boat", True),
        ("a red…", "a red boat", True),
        ("…boat", "a red boat", True),
        ("…red…", "a red boat", True),
        ("red…", "a red boat", False),
        ("…red", "a red boat", False),
        (["…red…"], ["a red boat"], True),
        (["…red…"], ["a red boat", "a sail"], False),
        (True, 1, False),
        (None, [], False),
    ],
)
def test_a_text_may_go_on_where_it_says_so(wanted: Any, got: Any, expected: bool) -> None:
    assert fits(wanted, got) is expected


@pytest.mark.parametrize(
    ("expect", "is_met"),
    [
        ({"status": "partial"}, True),
        ({"status": "supported"}, False),
        ({"not": [{"status": "supported"}]}, True),
        ({"not": [{"status": "partial", "labels": ["Ann"]}]}, True),
        ({"not": [{"status": "partial", "labels": ["Ann", "Bob"]}]}, False),
        ({"has": {"labels": ["Bob"]}}, True),
        ({"has": {"labels": ["Bob", "Cid"]}}, False),
        ({"either": [{"status": "abstained"}, {"has": {"labels": ["Ann"]}}]}, True),
        ({"either": [{"status": "abstained"}, {"labels": []}]}, False),
    ],
)
def test_what_is_unmet_is_told(expect: Mapping[str, Any], is_met: bool) -> None:
    parts = {"status": "partial", "labels": ["Ann", "Bob"]}
    assert (unmet(expect, parts.__getitem__) == []) is is_met
