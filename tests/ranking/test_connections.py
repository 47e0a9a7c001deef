"""Which connections are listed first, and which say nothing new."""

from pog_agent.deadline import Deadline
from pog_agent.ranking.connections import ConnectionRanking, RankedConnections
from pog_agent.subgraph.exploration.conditions import PathConditions
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import LengthWindow, find_entity_paths
from pog_agent.subgraph.graph import Subgraph


def ranked(*lines: str, most: int = 9, shortest: bool = False, **conditions: frozenset[str]) -> RankedConnections:
    """The connections of a and b in a graph of lines such as ``a p x``."""
    graph = Subgraph.from_triples([(head, name, tail) for head, name, tail in map(str.split, lines)])
    found = find_entity_paths(graph, ["a", "b"], LengthWindow(0, 4, 4), EnumerationBudget())
    through = tuple(conditions.values())
    ranking = ConnectionRanking(graph, graph, PathConditions(through=through))
    return ranking.ranked(found.patterns, most, shortest=shortest)


def between(found: RankedConnections) -> list[str]:
    return ["".join(item.path.nodes[1:-1]) for item in found.listed]


def test_short_ones_come_before_long_ones():
    assert between(ranked("a p x", "x p y", "y p b", "a q z", "z q b")) == ["z", "xy"]


def test_a_hub_comes_after_a_longer_way_over_rare_facts():
    crowd = [f"m{number} in hub" for number in range(200)]
    assert between(ranked("a in hub", "b in hub", "a p x", "x p y", "y p b", *crowd)) == ["xy", "hub"]


def test_a_detour_and_another_relation_over_the_same_nodes_are_counted_and_not_listed():
    found = ranked("a p x", "x p b", "x q b", "x p y", "y p b", "a q w", "w q b")
    assert sorted(between(found)) == ["w", "x"]
    assert found.total == 4


def test_direct_facts_are_told_apart_by_their_relation():
    found = ranked("a spouse b", "b spouse a", "a boss b")
    assert sorted(item.path.steps[0].relation for item in found.listed) == ["boss", "spouse"]
    assert found.total == 3


def test_nodes_that_were_shown_give_way_to_new_ones():
    found = ranked("a p x", "x p y", "y p b", "x q z", "z q b", "a r u", "u r v", "v r b", most=2)
    assert "uv" in between(found)


def test_a_pattern_is_listed_by_its_rarest_path_with_the_next_ones():
    crowd = [f"m{number} p x" for number in range(30)]
    item = ranked("a p x", "b p x", "a p y", "b p y", *crowd).listed[0]
    assert (item.path.nodes, item.others, item.more) == (("a", "y", "b"), (("a", "x", "b"),), 0)


def test_the_shortest_alone():
    found = ranked("a p x", "x p y", "y p b", "a q u", "u q v", "v q w", "w q b", shortest=True)
    assert (between(found), found.total) == (["xy"], 1)


def test_patterns_without_a_path_through_what_is_wanted_do_not_count():
    found = ranked("a p x", "x p b", "a p y", "y p b", "a q z", "z q b", wanted=frozenset({"y"}))
    assert (between(found), found.total) == (["y"], 1)


def test_a_time_that_is_up_is_told():
    graph = Subgraph.from_triples([("a", "p", "b"), ("a", "q", "b")])
    found = find_entity_paths(graph, ["a", "b"], LengthWindow(0, 2, 2), EnumerationBudget())
    ranking = ConnectionRanking(graph, graph, deadline=Deadline(0.0))
    (cut,) = ranking.ranked(found.patterns, 5).cuts
    assert cut.startswith("1 of 2 connections were compared")
