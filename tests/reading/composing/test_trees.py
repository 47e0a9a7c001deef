"""All heads of a question are joined to one tree around what is asked for."""

from math import inf

import pytest

from pog_agent.reading.composing import trees as room
from pog_agent.reading.composing.joins import Joiner
from pog_agent.reading.composing.trees import MOST_HEADS, JoinedTrees, Tree, joined_trees
from tests.finding_ids import ids
from tests.reading.composing.cases import EX, QuestionedGraph


def joined(graph: QuestionedGraph, question: str, *names: str) -> JoinedTrees:
    scan = graph.scan(question, *names)
    return joined_trees(scan, Joiner(scan, graph.lexicon()), scan.roots[0])


def trees(graph: QuestionedGraph, question: str, *names: str) -> tuple[Tree, ...]:
    return joined(graph, question, *names).trees


def edges(tree: Tree) -> set[tuple[int, int]]:
    """Which heads are joined."""
    return {(min(join.near, join.far), max(join.near, join.far)) for join in tree.joins}


def test_each_head_hangs_on_the_one_that_the_words_join_it_with(bakeries: QuestionedGraph) -> None:
    question = "Which bakers work at the bakery that is in the town of Hollen?"
    tree = trees(bakeries, question, "Hollen")[0]
    assert (tree.root, edges(tree)) == (0, {(0, 1), (1, 2)})
    assert tree.classes == {0: EX + "Baker", 1: EX + "Bakery", 2: EX + "Town"}
    assert tree.unread == ()
    assert not [relation for join in tree.joins for relation in join.unasked]


def test_the_children_of_a_head_are_seen_from_its_parent(bakeries: QuestionedGraph) -> None:
    question = "Which bakers work at the bakery that is in the town of Hollen?"
    tree = trees(bakeries, question, "Hollen")[0]
    assert [len(tree.children(*pair)) for pair in ((0, None), (1, 0), (2, 1))] == [1, 1, 0]


def test_trees_come_best_first(bakeries: QuestionedGraph) -> None:
    found = trees(bakeries, "Which bakers of Krume are there?", "Krume")
    assert len(found) > 1
    assert [tree.score for tree in found] == sorted((tree.score for tree in found), reverse=True)


@pytest.mark.parametrize("most", [1, 2])
def test_joins_of_a_pair_that_are_not_compared_are_left_out_of_the_trees(
    bakeries: QuestionedGraph, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    question = "Which bakers of Krume are there?"
    every = joined(bakeries, question, "Krume")
    monkeypatch.setattr(room, "_JOINS_OF_PAIR", most)
    some = joined(bakeries, question, "Krume")
    lost = [tree.score for tree in every.trees if tree not in some.trees]
    assert len(some.trees) == most and lost
    assert max(lost) <= some.left_out


def test_a_cut_is_told_where_it_may_matter(bakeries: QuestionedGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    alike, unlike = "Which bakers of Hollen are there?", "Which bakers of Krume are there?"
    assert "joins-not-compared" not in ids(bakeries.draft(alike, "Hollen").flaws)
    monkeypatch.setattr(room, "_JOINS_OF_PAIR", 1)
    assert "joins-not-compared" in ids(bakeries.draft(alike, "Hollen").flaws)
    assert "joins-not-compared" not in ids(bakeries.draft(unlike, "Krume").flaws)


def test_no_tree_that_is_left_out_has_a_better_score_than_is_told(
    bakeries: QuestionedGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "Which bakers work at the bakery that is in the town of Hollen?"
    every = joined(bakeries, question, "Hollen")
    assert every.left_out == -inf
    for most in (1, 2, 3, 5, 8, 20):
        monkeypatch.setattr(room, "MOST_TREES", most)
        some = joined(bakeries, question, "Hollen")
        assert len(some.trees) <= most
        lost = [tree.score for tree in every.trees if tree not in some.trees]
        assert some.left_out >= max(lost, default=-inf)
        assert lost or most > 1


def test_a_word_that_no_join_takes_is_unread_and_costs(bakeries: QuestionedGraph) -> None:
    plain = trees(bakeries, "Which breads are sold at Krume?", "Krume")[0]
    odd = trees(bakeries, "Which breads are secretly sold at Krume?", "Krume")[0]
    assert (plain.unread, odd.unread) == ((), (3,))
    assert odd.score < plain.score


def test_a_rank_stays_with_what_its_adjective_stands_before(bakeries: QuestionedGraph) -> None:
    tree = trees(bakeries, "Which baker bakes the heaviest bread?")[0]
    assert edges(tree) == {(0, 2), (1, 2)}


def test_there_is_no_tree_where_a_head_is_joined_with_nothing(rowing: QuestionedGraph) -> None:
    assert trees(rowing, "Which boats are on Wendesee?", "Wendesee") == ()


def test_there_is_no_tree_of_very_many_heads(bakeries: QuestionedGraph) -> None:
    question = "Which bakers bake the " + "bread of the bakery of the " * 4 + "town?"
    assert len(bakeries.scan(question).heads) > MOST_HEADS
    assert trees(bakeries, question) == ()


@pytest.mark.parametrize(
    ("question", "is_of_name"),
    [
        ("Which bakery in Hollen sells a bread?", False),
        ("Which bakery of the town Hollen sells a bread?", False),
        ("Which bakery in Hollen that sells a bread?", True),
        ("Which bakery does Hollen sell a bread for?", True),
    ],
)
def test_a_verb_behind_a_name_that_another_word_governs_is_not_said_of_the_name(
    bakeries: QuestionedGraph, question: str, is_of_name: bool
) -> None:
    chained = [tree for tree in trees(bakeries, question, "Hollen") if edges(tree) == {(0, 1), (1, 2)}]
    assert bool(chained) is is_of_name
