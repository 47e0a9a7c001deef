"""Concrete paths of many patterns under one bound."""

import pytest

from pog_agent.models import Anchor, PatternKey, Step
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.listing import concrete_paths
from pog_agent.subgraph.patterns.pattern import materialize

TRIPLES = [("a", "many", f"n{number}") for number in range(10)] + [("a", "one", "b"), ("a", "two", "b")]
GRAPH = Subgraph.from_triples([*TRIPLES, ("a", "two", "c")])


def key(relation: str) -> PatternKey:
    return PatternKey(anchors=(Anchor(entity="a", position=0),), steps=(Step(relation=relation, forward=True),))


KEYS = [key("many"), key("absent"), key("one"), key("two")]


def counts(limit: int) -> list[int]:
    listed = concrete_paths(GRAPH, KEYS, limit)
    return [*(listed.owners.count(number) for number in range(len(KEYS))), listed.cut]


def test_all_paths_are_listed_where_there_is_room():
    listed = concrete_paths(GRAPH, KEYS)
    expected = [path for one in KEYS if (found := materialize(GRAPH, one)) for path in found.paths()]
    assert sorted(listed.paths) == sorted(expected)
    assert listed.cut == 0
    for path, owner in zip(listed.paths, listed.owners, strict=True):
        assert path in materialize(GRAPH, KEYS[owner]).paths()


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        (13, [10, 0, 1, 2, 0]),
        (12, [9, 0, 1, 2, 1]),
        (8, [5, 0, 1, 2, 1]),
        (4, [2, 0, 1, 1, 2]),
        (3, [2, 0, 1, 0, 2]),
        (1, [1, 0, 0, 0, 4]),
    ],
)
def test_a_pattern_of_many_paths_takes_only_what_the_others_leave(limit, expected):
    assert counts(limit) == expected
