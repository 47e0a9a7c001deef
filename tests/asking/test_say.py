"""Candidates are said as plain questions."""

import asyncio

import pytest

from pog_agent.asking.reader import read_question
from tests.asking.fixtures import Boats

SAID = {
    "who owns the Kite?": "what is Kite owned by?",
    "Which boats are moored at Hull?": "which boat is moored at Hull?",
    "Which boat is the longest?": "which boat with the highest length in metres?",
    "How many boats are moored at Dover?": "how many boats that is moored at Dover are there?",
}


@pytest.mark.parametrize(("question", "said"), SAID.items())
def test_the_best_candidate_is_said(boats: Boats, question: str, said: str) -> None:
    ranking = asyncio.run(read_question(question, boats.asked, boats.kg, boats.result))
    assert ranking.candidates[0].said == said
    assert all(item.said for item in ranking.candidates)
