"""The verb of a plain question: what stands behind a genitive is a noun."""

import pytest

from pog_agent.reading.asked.verbs import asked_verb


@pytest.mark.parametrize(
    ("question", "verb"),
    [
        ("Who runs Ann?", "runs"),
        ("When was Ann built?", "built"),
        ("When was Ann's hull's deck made?", "made"),
        ("What is the Ann 's country 's recording ?", ""),
        ("What is Ann's recording?", ""),
        ("Who is the owner of Ann?", ""),
    ],
)
def test_the_verb_of_a_plain_question(question: str, verb: str) -> None:
    assert asked_verb(question, "Ann") == verb
