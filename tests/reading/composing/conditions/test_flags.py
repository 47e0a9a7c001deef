"""Attributes that say yes or no are conditions, and of what says neither it is told."""

from tests.reading.composing.cases import QuestionedGraph


def test_a_flag_is_one_of_the_name_behind_it(halls: QuestionedGraph) -> None:
    scan = halls.scan("Which courses are held in unheated halls?")
    flag = next(head for head in scan.heads if head.is_flag)
    assert flag.owner is not None and flag.owner.text == "halls"
