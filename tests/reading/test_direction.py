"""Which way round a question says a relation."""

import pytest

from pog_agent.reading.direction import is_of_another_doer
from pog_agent.reading.senses.mutual import is_symmetric
from tests.reading.paths import topic_named

ANN = topic_named("Ann")


def test_some_relations_mean_the_same_both_ways() -> None:
    labels = ("adjoining", "Sibling of", "reports to", "younger brother")
    assert [is_symmetric(label) for label in labels] == [True, True, False, False]


@pytest.mark.parametrize(
    ("question", "relation", "verb", "expected"),
    [
        ("Who bought Ann?", "bought from", "bought", True),
        ("Which shop purchased Ann?", "was bought from", "purchased", True),
        ("From whom was Ann bought?", "bought from", "bought", False),
        ("Who was Ann bought from?", "bought from", "bought", False),
        ("Who bought Ann?", "bought by", "bought", False),
        ("Who bought Ann?", "buyer", "bought", False),
    ],
)
def test_a_relation_with_from_tells_no_doer(question: str, relation: str, verb: str, expected: bool) -> None:
    assert is_of_another_doer(question, ANN, relation, verb) is expected
