"""The instruments of the benchmarks: generated graphs, the yardstick, and the reports."""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import blake2b
from mmap import mmap

import numpy as np
import pytest

from pog_agent.kg.adjacency import Adjacency
from tests.benchmarks import report, yardstick
from tests.benchmarks.generated import SIZES, GeneratedGraph, entity_id, make, more_questions, ntriples, questions
from tests.benchmarks.report import Point, compare, exponent, growth_plot, load_json, measure, save_json, table
from tests.benchmarks.yardstick import Codes, Patterns, joined_patterns, open_patterns

ARRAYS = {
    "heads": "1418304ae7cacd4214a709b60dc70362",
    "relations": "403293c47d08b8e6b55d5dde059a1d5a",
    "tails": "538b0eac1d8e080e580f7a6703dfdc07",
    "is_mediator": "f143e654de67f6729c281ee9620de51f",
    "types": "386031dfba0ca57e5662a39853bbc67b",
}
QUESTIONS = "9cb183ccf80ece043eb98865ae83d1de"
NTRIPLES = "fdbc830f6d52f070734cc9cd6a2def2c"

Triples = list[tuple[int, int, int]]
Found = dict[Codes, int]


def digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


@pytest.fixture(scope="module")
def small() -> GeneratedGraph:
    return make("S")


def test_the_default_seed_always_gives_the_same_arrays(small):
    assert {name: digest(getattr(small, name).tobytes()) for name in ARRAYS} == ARRAYS


def test_the_default_seed_always_gives_the_same_questions(small):
    text = json.dumps([asdict(question) for question in questions(small)], indent=1)
    assert digest(text.encode()) == QUESTIONS


def test_the_default_seed_always_gives_the_same_ntriples(small):
    assert digest("".join(ntriples(small)).encode()) == NTRIPLES


def test_generated_triples_are_distinct_without_loops_and_as_many_as_the_size_says(small):
    assert (small.entities, len(small.heads)) == SIZES["S"]
    assert (
        len(set(zip(small.heads.tolist(), small.relations.tolist(), small.tails.tolist(), strict=True))) == 40_000
    )
    assert not (small.heads == small.tails).any()


def test_a_saved_graph_is_read_back(small, tmp_path):
    small.save(tmp_path / "S.npz")
    again = GeneratedGraph.load(tmp_path / "S.npz")
    assert all(np.array_equal(getattr(again, name), getattr(small, name)) for name in ARRAYS)


def test_more_questions_have_distinct_topics_two_or_three_steps_apart(small):
    asked = more_questions(small, two=5, three=3)
    assert [len(question.topics) for question in asked] == [2] * 5 + [3] * 3
    adjacency = small.adjacency()
    for question in asked:
        assert len(set(question.topics)) == len(question.topics)
        assert not small.is_mediator[question.topics].any()
        assert question.ids == [entity_id(topic) for topic in question.topics]
        assert question.degree == adjacency.degree(np.array(question.topics)).tolist()
        for first, second, apart in zip(question.topics, question.topics[1:], question.dist, strict=False):
            lengths = joined_patterns(adjacency, first, second).paths
            assert min(length for length, paths in lengths.items() if paths) == apart in (2, 3)


def random_triples(seed: int) -> tuple[int, Triples]:
    """A small multigraph with loops and parallel edges in both directions."""
    rng = np.random.default_rng(seed)
    nodes, count = int(rng.integers(2, 9)), int(rng.integers(1, 22))
    ends = rng.integers(0, nodes, (count, 2))
    triples = {(int(head), int(rng.integers(0, 3)), int(tail)) for head, tail in ends}
    return nodes, sorted(triples)


def compiled(nodes: int, triples: Triples, literals: int = 0) -> Adjacency:
    heads, relations, tails = (np.array(column) for column in zip(*triples, strict=True))
    return Adjacency.from_triples(heads, relations, tails, nodes=nodes, relation_count=3, literals=literals)


def simple_paths(
    triples: Triples, start: int, length: int, literals: int
) -> Iterator[tuple[tuple[int, ...], Codes]]:
    """Depth first, all simple paths of 1 to `length` steps as nodes and step codes."""
    onward = defaultdict(list)
    for head, relation, tail in triples:
        onward[head].append((2 * relation, tail))
        onward[tail].append((2 * relation + 1, head))

    def walk(nodes: tuple[int, ...], codes: Codes) -> Iterator[tuple[tuple[int, ...], Codes]]:
        if codes:
            yield nodes, codes
        if len(codes) < length and nodes[-1] >= literals:
            for code, target in onward[nodes[-1]]:
                if target not in nodes:
                    yield from walk((*nodes, target), (*codes, code))

    yield from walk((start,), ())


def expected(triples: Triples, start: int, goal: int | None, length: int, literals: int = 0) -> Patterns:
    codes = {steps: [] for steps in range(1, length + 1)}
    for nodes, steps in simple_paths(triples, start, length, literals):
        if goal in (None, nodes[-1]):
            codes[len(steps)].append(steps)
    return Patterns(
        codes={steps: sorted(set(found)) for steps, found in codes.items()},
        paths={steps: len(found) for steps, found in codes.items()},
    )


@pytest.mark.parametrize("hops", [1, 2, 3])
@pytest.mark.parametrize("seed", range(20))
def test_the_yardstick_joins_the_patterns_that_a_search_of_all_simple_paths_finds(seed, hops):
    nodes, triples = random_triples(seed)
    assert joined_patterns(compiled(nodes, triples), 0, nodes - 1, hops) == expected(
        triples, 0, nodes - 1, 2 * hops
    )


@pytest.mark.parametrize("seed", range(20))
def test_the_yardstick_opens_the_patterns_that_a_search_of_all_simple_paths_finds(seed):
    nodes, triples = random_triples(seed)
    assert open_patterns(compiled(nodes, triples), 0) == expected(triples, 0, None, 3)


def test_the_yardstick_passes_no_literal_but_may_end_in_one():
    triples = [(2, 0, 0), (3, 1, 0), (2, 2, 3)]
    adjacency = compiled(4, triples, literals=1)
    assert joined_patterns(adjacency, 2, 3) == expected(triples, 2, 3, 6, literals=1)
    assert open_patterns(adjacency, 2) == expected(triples, 2, None, 3, literals=1)


def test_the_yardstick_finds_the_same_in_small_pieces(monkeypatch):
    nodes, triples = random_triples(3)
    monkeypatch.setattr(yardstick, "ROWS_AT_ONCE", 2)
    assert joined_patterns(compiled(nodes, triples), 0, nodes - 1) == expected(triples, 0, nodes - 1, 6)


def test_a_topic_has_no_pattern_to_itself():
    nodes, triples = random_triples(5)
    assert not any(joined_patterns(compiled(nodes, triples), 0, 0).paths.values())


def test_measure_gives_the_time_and_the_peak_of_one_call_only():
    # Fresh pages of the system: an allocator may give again what other tests have freed.
    large = measure(lambda: np.frombuffer(mmap(-1, 64 * 2**20), np.uint8).fill(1))
    small = measure(lambda: None)
    assert 0 < large.cpu_seconds < 5 and 0 < large.wall_seconds < 5
    if large.peak_mib is None:
        pytest.skip("this system does not let a process reset its peak of memory")
    assert large.peak_mib - large.base_mib > 60
    assert small.peak_mib - small.base_mib < 5


def test_measure_says_nothing_about_memory_where_the_peak_cannot_be_reset(monkeypatch, tmp_path):
    monkeypatch.setattr(report, "CLEAR_REFS", tmp_path / "missing" / "clear_refs")
    figures = measure(lambda: None)
    assert figures.peak_mib is None and figures.base_mib is None


def test_a_table_aligns_numbers_to_the_right_and_marks_what_is_missing():
    rows = [{"graph": "S", "cpu": 0.12345, "paths": 7}, {"graph": "XL", "cpu": 1234.5, "peak": None}]
    assert table(rows).splitlines() == [
        "graph    cpu  paths  peak",
        "S      0.123      7  -",
        "XL      1234      -  -",
    ]


def test_a_run_is_compared_with_a_saved_one_by_its_key(tmp_path):
    save_json(tmp_path / "run.json", [{"graph": "S", "cpu": 2.0, "paths": 5}, {"graph": "M", "cpu": 1.0}])
    now = [{"graph": "S", "cpu": 1.0, "paths": 5}, {"graph": "L", "cpu": 3.0}]
    assert compare(now, load_json(tmp_path / "run.json"), "graph").splitlines() == [
        "graph  cpu  paths",
        "S      0.5      1",
        "only now: L",
        "only earlier: M",
    ]


def test_the_exponent_of_a_power_law_is_found():
    assert exponent([10, 100, 1000], [3 * size**1.5 for size in (10, 100, 1000)]) == pytest.approx(1.5)


def test_growth_is_drawn_to_a_png(tmp_path):
    pytest.importorskip("matplotlib")
    points = [Point(curve, size, size**0.5, 10.0 + size) for curve in ("now", "then") for size in (10, 100, 1000)]
    growth_plot(points, tmp_path / "growth.png")
    assert (tmp_path / "growth.png").read_bytes().startswith(b"\x89PNG")


def test_a_plot_without_matplotlib_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(SystemExit, match="pip install matplotlib"):
        growth_plot([], tmp_path / "growth.png")
