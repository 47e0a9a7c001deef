"""How far the words of a question speak of the relations of a path."""

import numpy as np
import pytest

from pog_agent.models import ShownNode, ShownPath, TopicEntity
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reading.elements import relation_groups
from pog_agent.reading.wording import read_wording
from pog_agent.reasoner.offline.justification import UNKNOWN, Justification, monotone
from pog_agent.reasoner.offline.text_similarity import TextSimilarity

MARS = TopicEntity(iri="http://example.org/Mars", label="Mars", mention="Mars")
NODES = (
    ShownNode(labels=("Mars",), total=1, kind="topic"),
    ShownNode(labels=("one",), total=1, kind="entity"),
    ShownNode(labels=("two",), total=1, kind="entity"),
)


def path(*relations: str) -> ShownPath:
    nodes = NODES[: len(relations) + 1]
    return ShownPath(number=1, text="", nodes=nodes, relations=relations, forward=(True,) * len(relations))


def justification(question: str) -> Justification:
    return Justification(read_wording(question, [MARS]), TextSimilarity(LexicalEncoder()))


def test_a_word_of_the_question_justifies_one_relation() -> None:
    first, second = justification("the parent of Mars").by_phrases(relation_groups(path("parent", "parent")))
    assert first == pytest.approx(1.0) and second == 0.0


def test_a_question_without_words_of_its_own_speaks_half_of_each_relation() -> None:
    found = justification("Mars?").by_phrases(relation_groups(path("parent", "heir")))
    assert found.tolist() == [UNKNOWN, UNKNOWN]


def test_words_near_the_topic_justify_what_is_near_it_on_the_path() -> None:
    asked = justification("the heir of the parent of Mars")
    right, turned = path("parent", "heir"), path("heir", "parent")
    assert asked.in_order(right, relation_groups(right)).tolist() == pytest.approx([1.0, 1.0])
    assert asked.in_order(turned, relation_groups(turned)).sum() < 1.5


def test_words_are_given_to_relations_in_order() -> None:
    fit = np.array([[0.1, 0.9], [0.8, 0.3]], dtype=np.float32)
    assert monotone(fit) == (pytest.approx(1.2), [1, 1])
    assert monotone(fit[::-1]) == (pytest.approx(1.7), [0, 1])
    assert monotone(np.ones((3, 2), dtype=np.float32)) == (pytest.approx(3.0), [0, 0, 0]), "the first of equals"


def test_an_order_is_never_worse_than_all_others() -> None:
    random = np.random.default_rng(0)
    for _ in range(50):
        fit = random.random((4, 3)).astype(np.float32)
        best = max(
            sum(float(fit[row, column]) for row, column in enumerate((a, b, c, d)))
            for a in range(3)
            for b in range(a, 3)
            for c in range(b, 3)
            for d in range(c, 3)
        )
        total, columns = monotone(fit)
        assert total == pytest.approx(best)
        assert columns == sorted(columns)
