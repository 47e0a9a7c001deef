"""Enumeration of patterns: exactly those that have a simple path, and under a budget some of them, said so."""

import time
from itertools import pairwise

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from pog_agent.deadline import Deadline
from pog_agent.models import Step
from pog_agent.subgraph.exploration.enumerate import (
    NONE,
    EnumeratedPatterns,
    EnumerationBudget,
    joined_patterns,
    open_patterns,
)
from pog_agent.subgraph.exploration.explore import LengthWindow, explore_lists
from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import Triple
from tests.subgraph.brute_force import simple_paths
from tests.subgraph.graphs import LITERALS, NODES, RELATIONS, multigraphs

BUDGET = EnumerationBudget()
START, GOAL = NODES[:2]

Steps = tuple[Step, ...]
Score = list[float] | None


def patterns_in(graph: Subgraph, found: EnumeratedPatterns) -> set[Steps]:
    """The patterns as steps, once their rows are seen to be distinct, padded at the end and in order."""
    rows = [[code for code in row if code != NONE] for row in found.codes.tolist()]
    assert [len(row) for row in rows] == found.lengths.tolist()
    assert rows == sorted(rows, key=lambda row: (len(row), row))
    patterns = [tuple(graph.step(code) for code in row) for row in rows]
    assert len(set(patterns)) == len(patterns)
    assert all(
        row[len(codes) :] == [NONE] * (len(row) - len(codes))
        for row, codes in zip(found.codes.tolist(), rows, strict=True)
    )
    return set(patterns)


def joined(rows: list[Triple], longest: int, budget: EnumerationBudget = BUDGET, score: Score = None) -> tuple:
    """The patterns found between the first two nodes, and what was cut."""
    graph = Subgraph.from_triples(rows)
    ends = graph.nodes.id_of(START), graph.nodes.id_of(GOAL)
    if None in ends:
        return set(), None
    found = joined_patterns(graph, ends, longest, budget, lambda: worth_of(graph, score))
    return patterns_in(graph, found), found.truncated


def opened(rows: list[Triple], longest: int, budget: EnumerationBudget = BUDGET, score: Score = None) -> tuple:
    """The patterns found from the first node of the first triple, and what was cut."""
    graph = Subgraph.from_triples(rows)
    start = graph.nodes.id_of(rows[0][0])
    found = open_patterns(graph, start, longest, budget, lambda: worth_of(graph, score))
    return patterns_in(graph, found), found.truncated


def worth_of(graph: Subgraph, score: Score) -> np.ndarray | None:
    """A score per step code from one per relation."""
    return None if score is None else np.repeat([score[RELATIONS.index(name)] for name in graph.relations], 2)


def exact(rows: list[Triple], start: str, goal: str | None, longest: int) -> set[Steps]:
    return {steps for _, steps in simple_paths(rows, start, goal, longest)}


def best(patterns: set[Steps], score: dict[str, float]) -> list[float]:
    """The mean scores of some patterns, best first."""
    return sorted((sum(score[step.relation] for step in key) / len(key) for key in patterns), reverse=True)


# Nothing is lost and nothing is made up.


@settings(max_examples=60, deadline=None)
@given(multigraphs(smallest=10, largest=22), st.integers(7, 8))
def test_long_patterns_between_two_topics_are_exactly_those_with_a_simple_path(rows, longest):
    assert joined(rows, longest) == (exact(rows, START, GOAL, longest), None)


@settings(max_examples=60, deadline=None)
@given(multigraphs(nodes=7, smallest=8, relations=1), st.integers(1, 8))
def test_with_one_relation_paths_share_patterns_and_none_is_lost(rows, longest):
    assert joined(rows, longest) == (exact(rows, START, GOAL, longest), None)


@settings(max_examples=60, deadline=None)
@given(multigraphs(smallest=6, largest=24, relations=2), st.integers(1, 4))
def test_open_patterns_are_exactly_those_with_a_simple_path(rows, longest):
    assert opened(rows, longest) == (exact(rows, rows[0][0], None, longest), None)


def tournament(seed: int, nodes: int, density: float) -> list[Triple]:
    """Most pairs of nodes joined by one relation in a random direction: many paths to a node by the same steps."""
    random = np.random.default_rng(seed)
    pairs = [(first, second) for first in range(nodes) for second in range(first) if random.random() < density]
    turned = [pair if random.random() < 0.5 else pair[::-1] for pair in pairs]
    return [(NODES[head], RELATIONS[0], NODES[tail]) for head, tail in turned]


@pytest.mark.parametrize(("nodes", "density"), [(8, 1.0), (9, 0.45), (9, 0.55), (9, 0.65)])
@pytest.mark.parametrize("seed", range(4))
def test_where_groups_of_paths_are_large_their_representatives_lose_no_pattern(seed, nodes, density):
    rows = tournament(seed, nodes, density)
    assert joined(rows, 8) == (exact(rows, START, GOAL, 8), None)


@pytest.mark.parametrize("hubs", [1, 2, 3])
def test_paths_that_must_each_pick_another_hub_are_found(hubs):
    # Each half has many ways through the same hubs, but together they need one hub each.
    rows = [(START, "r:in", f"e:left{number}") for number in range(6)]
    rows += [(f"e:left{number}", "r:up", f"e:hub{hub}") for number in range(6) for hub in range(hubs)]
    rows += [(f"e:hub{hub}", "r:over", "e:middle") for hub in range(hubs)]
    rows += [("e:middle", "r:down", f"e:hub{hub}") for hub in range(hubs)]
    rows += [(f"e:hub{hub}", "r:out", GOAL) for hub in range(hubs)]
    names = ["r:in", "r:up", "r:over", "r:down", "r:out"]
    through_two = tuple(Step(relation=name, forward=True) for name in names)
    found, cut = joined(rows, 6)
    assert (found, cut) == (exact(rows, START, GOAL, 6), None)
    assert (through_two in found) == (hubs > 1)


@pytest.mark.parametrize("taken", range(6))
def test_of_many_ways_to_a_node_one_is_left_that_the_rest_of_the_path_does_not_need(taken):
    # All ways to x take the same steps; the path goes on from x through the first of the nodes they use.
    ways = [f"e:m{number:02}" for number in range(12)]
    rows = [(START, "r:in", way) for way in ways] + [(way, "r:on", "e:x") for way in ways]
    onward = ["e:x", *ways[:taken], GOAL]
    rows += [(head, f"r:{place}", tail) for place, (head, tail) in enumerate(pairwise(onward))]
    names = ["r:in", "r:on", *(f"r:{place}" for place in range(taken + 1))]
    whole = tuple(Step(relation=name, forward=True) for name in names)
    other = {START: GOAL, GOAL: START}
    turned = [(other.get(head, head), name, other.get(tail, tail)) for head, name, tail in rows]
    for triples in (rows, turned):
        assert joined(triples, 8) == (exact(triples, START, GOAL, 8), None)
    assert whole in joined(rows, 8)[0]
    assert opened(rows, 4) == (exact(rows, START, None, 4), None)


def test_a_literal_ends_a_path_and_is_never_passed():
    rows = [(START, RELATIONS[0], LITERALS[0]), (GOAL, RELATIONS[0], LITERALS[0])]
    assert joined(rows, 8) == (set(), None)
    assert opened(rows, 4) == ({(Step(relation=RELATIONS[0], forward=True),)}, None)
    graph = Subgraph.from_triples(rows)
    assert len(open_patterns(graph, graph.nodes.id_of(LITERALS[0]), 4, BUDGET).codes) == 0


def test_a_topic_has_no_pattern_to_itself():
    graph = Subgraph.from_triples([(START, RELATIONS[0], START), (START, RELATIONS[0], GOAL)])
    start = graph.nodes.id_of(START)
    assert len(joined_patterns(graph, (start, start), 4, BUDGET).codes) == 0


# Budgets.

bounds = st.sampled_from([1, 2, 5, 12, 100_000])
budgets = st.builds(EnumerationBudget, patterns=bounds, edges=bounds, pairs=bounds)
scores = st.none() | st.lists(st.floats(-1, 1, allow_subnormal=False), min_size=3, max_size=3)


@settings(max_examples=120, deadline=None)
@given(multigraphs(nodes=6, smallest=8, largest=18), st.integers(1, 6), budgets, scores)
def test_a_budget_leaves_true_patterns_and_says_so_if_it_left_any_out(rows, longest, budget, score):
    for (found, truncated), every in (
        (joined(rows, longest, budget, score), exact(rows, START, GOAL, longest)),
        (opened(rows, min(longest, 4), budget, score), exact(rows, rows[0][0], None, min(longest, 4))),
    ):
        assert found <= every
        assert len(found) <= budget.patterns
        assert truncated or found == every


@settings(max_examples=60, deadline=None)
@given(multigraphs(nodes=5, smallest=8, largest=18), st.lists(st.floats(-1, 1), min_size=3, max_size=3))
def test_of_too_many_patterns_the_best_scored_are_kept(rows, score):
    every = exact(rows, rows[0][0], None, 3)
    limit = (len(every) + 1) // 2
    found, truncated = opened(rows, 3, EnumerationBudget(patterns=limit), score)
    by_name = dict(zip(RELATIONS, score, strict=True))
    assert best(found, by_name) == pytest.approx(best(every, by_name)[:limit])
    assert truncated == (f"{limit} of {len(every)} patterns kept, the best" if limit < len(every) else None)


@settings(max_examples=40, deadline=None)
@given(multigraphs(nodes=5, smallest=8, largest=18))
def test_of_too_many_patterns_without_scores_the_shortest_are_kept(rows):
    every = exact(rows, rows[0][0], None, 3)
    limit = (len(every) + 1) // 2
    found, truncated = opened(rows, 3, EnumerationBudget(patterns=limit))
    assert sorted(map(len, found)) == sorted(map(len, every))[:limit]
    assert truncated == (f"{limit} of {len(every)} patterns kept, the shortest" if limit < len(every) else None)


def ladder() -> Subgraph:
    """Ten relations from a to b, ten from there to c."""
    rows = [("e:a", f"r:{number}", "e:b") for number in range(10)]
    return Subgraph.from_triples(rows + [("e:b", f"s:{number}", "e:c") for number in range(10)])


def favour(graph: Subgraph, *names: str) -> np.ndarray:
    return np.repeat([1.0 if name in names else 0.0 for name in graph.relations], 2)


def test_over_the_budget_of_pairs_the_best_are_formed():
    graph = ladder()
    ends = graph.nodes.id_of("e:a"), graph.nodes.id_of("e:c")
    found = joined_patterns(graph, ends, 4, EnumerationBudget(pairs=1), lambda: favour(graph, "r:7", "s:3"))
    assert patterns_in(graph, found) == {
        (Step(relation="r:7", forward=True), Step(relation="s:3", forward=True)),
    }
    assert found.truncated == "1 of 100 meeting pairs formed, the best first"


def test_over_the_budget_of_edges_the_best_partial_paths_go_on():
    rows = [("e:a", f"r:{number}", f"e:m{number}") for number in range(10)]
    rows += [(f"e:m{number}", "r:on", f"e:c{number}") for number in range(10)]
    graph = Subgraph.from_triples(rows)
    budget = EnumerationBudget(edges=2)
    found = open_patterns(graph, graph.nodes.id_of("e:a"), 2, budget, lambda: favour(graph, "r:7"))
    long = {key for key in patterns_in(graph, found) if len(key) == 2}
    assert long == {(Step(relation="r:7", forward=True), Step(relation="r:on", forward=True))}
    assert found.truncated == "step 2: 9 partial paths over the limit of 2 edges"


def test_scores_are_asked_for_only_over_a_budget():
    graph = ladder()

    def unexpected() -> None:
        raise AssertionError("no choice was necessary")

    ends = graph.nodes.id_of("e:a"), graph.nodes.id_of("e:c")
    exactly = EnumerationBudget(patterns=100, pairs=100, edges=200)
    found = joined_patterns(graph, ends, 4, exactly, unexpected)
    assert (len(found.codes), found.truncated) == (100, None)
    start = graph.nodes.id_of("e:b")
    found = open_patterns(graph, start, 3, EnumerationBudget(patterns=20, edges=200), unexpected)
    assert (len(found.codes), found.truncated) == (20, None)


# Deadlines.


@settings(deadline=None, max_examples=60)
@given(multigraphs(largest=20), st.integers(1, 5), st.booleans())
def test_what_is_found_before_a_deadline_is_real_and_what_is_missing_is_said(rows, longest, is_over):
    budget = EnumerationBudget(deadline=Deadline.after(0 if is_over else 600))
    for find, goal in ((joined, GOAL), (opened, None)):
        found, truncated = find(rows, longest, budget)
        everything, _ = find(rows, longest)
        assert found <= everything
        assert (truncated is None) == (found == everything) or is_over
        if goal is None and is_over and longest > 1:
            assert "not walked, since the time of the run (max_seconds) is used up" in truncated


def dense(nodes: int = 300, relations: int = 8, edges: int = 20_000) -> Subgraph:
    """A graph in which the patterns of six steps are beyond any bound."""
    draw = np.random.default_rng(7)
    heads, tails = draw.integers(0, nodes, (2, edges))
    named = zip(heads.tolist(), draw.integers(0, relations, edges).tolist(), tails.tolist(), strict=True)
    return Subgraph.from_triples([(f"e:{one}", f"r:{by}", f"e:{other}") for one, by, other in named])


def test_a_dense_graph_takes_no_longer_than_it_may():
    graph = dense()
    ends = graph.nodes.id_of("e:0"), graph.nodes.id_of("e:1")
    start = time.monotonic()
    found = joined_patterns(graph, ends, 6, EnumerationBudget(deadline=Deadline.after(1.0)))
    assert time.monotonic() - start < 3
    assert {2, 3} <= set(found.lengths.tolist())  # the short ones are asked for first
    assert "that the time left allows (max_seconds)" in found.truncated
    assert "length 6: " in found.truncated


def test_of_several_lists_the_first_is_always_searched():
    graph, window = ladder(), LengthWindow(0, 2, 2)
    lists = [["e:a", "e:c"], ["e:a", "e:b"], ["e:b", "e:c"]]
    late = EnumerationBudget(deadline=Deadline.after(0))
    found = explore_lists(graph, lists, [window] * 3, late)
    assert any("1 of 3 lists of entities were searched, since" in text for text in found.truncated)
    assert len(explore_lists(graph, lists, [window] * 3, EnumerationBudget()).patterns) == 120
