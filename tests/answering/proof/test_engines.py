"""The SPARQL of an answer yields the answer in engines that are not ours; `make bench` asks over all graphs."""

from itertools import islice

import pytest

from tests.benchmarks.proofs import DEMO, ProofEngines, answers_of, file_of

FEW = 5


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("harbour", FEW),
        *(pytest.param(name, None, marks=pytest.mark.slow) for name in (DEMO, "harbour", "rescue")),
    ],
)
def test_every_proof_yields_its_answer(name: str, most: int | None) -> None:
    engines = ProofEngines.holding(file_of(name))
    answers = list(islice(answers_of(name, encoder="lexical"), most))
    proven = [answer for answer in answers if answer.sparql is not None]
    assert {answer.question: engines.disagreeing(answer) for answer in proven if engines.disagreeing(answer)} == {}
    unproven = [answer for answer in answers if answer.sparql is None]
    assert all(answer.query is None and answer.query_lacks for answer in unproven)
    assert proven
