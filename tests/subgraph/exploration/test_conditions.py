"""Paths under conditions are all there are, and no others: compared with a plain search over random graphs."""

import random

import pytest

from pog_agent.ranking.connections import ConnectionRanking
from pog_agent.subgraph.exploration.conditions import PathConditions, allowed_part, paths_under
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import LengthWindow, find_entity_paths
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.pattern import materialize
from tests.subgraph.brute_force import Path, joint_paths

NAMES = [f"n{number}" for number in range(8)]


def random_triples(source: random.Random) -> list[tuple[str, str, str]]:
    return sorted({(source.choice(NAMES), source.choice("pqr"), source.choice(NAMES)) for _ in range(14)})


def random_conditions(source: random.Random) -> PathConditions:
    sets = [frozenset(source.sample(NAMES, source.randint(1, 3))) for _ in range(source.randint(0, 2))]
    return PathConditions(
        through=tuple(sets),
        avoided=frozenset(source.sample(NAMES, source.randint(0, 2))),
        relations=source.choice([None, frozenset("pq"), frozenset("r")]),
    )


def is_under(path: Path, entities: list[str], conditions: PathConditions) -> bool:
    nodes, steps = path
    between = set(nodes) - set(entities)
    allowed = conditions.relations
    return (
        not set(nodes) & conditions.avoided
        and all(between & wanted for wanted in conditions.through)
        and (allowed is None or all(step.relation in allowed for step in steps))
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_paths_under_conditions_are_those_of_a_plain_search(seed):
    source = random.Random(seed)
    triples, drawn = random_triples(source), random_conditions(source)
    entities = source.sample(NAMES, source.choice([2, 2, 3]))
    ends = frozenset(entities)
    conditions = PathConditions(
        tuple(wanted - ends for wanted in drawn.through), drawn.avoided - ends, drawn.relations
    )
    longest = 4 if len(entities) == 2 else 5
    graph = allowed_part(Subgraph.from_triples(triples), conditions)
    window = LengthWindow(above=0, up_to=longest, per_segment=4)
    found = find_entity_paths(graph, entities, window, EnumerationBudget())
    listed = [
        (path, key.steps)
        for key in found.patterns
        if (pattern := materialize(graph, key)) is not None
        for path in paths_under(pattern, conditions)
    ]
    expected = {
        path for path in joint_paths(triples, entities, 4, longest) if is_under(path, entities, conditions)
    }
    assert set(listed) == expected
    assert found.truncated == ()


def test_without_conditions_the_graph_is_the_same():
    graph = Subgraph.from_triples([("a", "p", "b")])
    assert allowed_part(graph, PathConditions(avoided=frozenset({"z"}))) is graph


def test_paths_that_were_not_walked_are_told(monkeypatch):
    """Five paths go through both; where two are walked, the answer must not read as if it were whole."""
    inner = [f"m{number}" for number in range(5)]
    triples = [*(("a", "p", name) for name in inner), *((name, "p", "z") for name in inner)]
    triples += [("z", "q", "k"), ("k", "q", "b")]
    graph = Subgraph.from_triples(triples)
    conditions = PathConditions(through=(frozenset(inner), frozenset({"k"})))
    found = find_entity_paths(
        graph, ["a", "b"], LengthWindow(above=0, up_to=4, per_segment=4), EnumerationBudget()
    )
    ranking = ConnectionRanking(graph, graph, conditions)
    whole = ranking.ranked(found.patterns, 6)
    monkeypatch.setattr("pog_agent.subgraph.exploration.conditions.MOST_WALKED", 2)
    cut = ranking.ranked(found.patterns, 6)
    assert (len(whole.listed), whole.cuts) == (1, ())
    assert cut.cuts == ("the first 2 paths under the conditions were looked at: there are more",)
