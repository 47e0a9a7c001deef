"""Each word of a question is spent once."""

import numpy as np

from pog_agent.asking.ranking.alignment import aligned

PADDING = 3


def spent(affinity: list[list[float]], parts: list[list[int]]) -> list[list[float]]:
    rows = np.array([*affinity, [0.0] * len(affinity[0])], np.float32)
    return aligned(rows, np.array(parts)).got.astype(float).round(2).tolist()


def test_a_word_that_two_parts_are_like_goes_to_the_likelier_one() -> None:
    affinity = [[0.9, 0.0], [0.8, 0.0], [0.0, 0.7]]
    assert spent(affinity, [[0, 1, 2]]) == [[0.9, 0.0, 0.7]]


def test_a_part_that_is_used_twice_needs_two_words() -> None:
    one_word, two_words = [[0.9, 0.0]], [[0.9, 0.9]]
    assert spent([*one_word, [0, 0], [0, 0]], [[0, 0]]) == [[0.9, 0.0]]
    assert spent([*two_words, [0, 0], [0, 0]], [[0, 0]]) == [[0.9, 0.9]]


def test_what_is_hardly_like_a_word_gets_nothing_and_padding_never_does() -> None:
    assert spent([[0.1], [0.0], [0.0]], [[0, PADDING]]) == [[0.0, 0.0]]


def test_candidates_do_not_take_words_from_each_other() -> None:
    affinity = [[0.9, 0.0], [0.8, 0.5], [0.0, 0.0]]
    assert spent(affinity, [[0, PADDING], [1, PADDING], [0, 1]]) == [[0.9, 0.0], [0.8, 0.0], [0.9, 0.5]]
