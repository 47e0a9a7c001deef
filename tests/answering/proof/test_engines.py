"""The SPARQL of an answer yields the answer in engines that are not ours; `make bench` asks over all graphs."""

import pytest

from tests.benchmarks.proofs import DEMO, ProofEngines, answers_of, file_of


@pytest.mark.parametrize(
    "name", [pytest.param(DEMO, marks=pytest.mark.slow), "harbour", pytest.param("rescue", marks=pytest.mark.slow)]
)
def test_every_proof_yields_its_answer(name: str) -> None:
    engines = ProofEngines.holding(file_of(name))
    answers = list(answers_of(name, encoder="lexical"))
    proven = [answer for answer in answers if answer.sparql is not None]
    assert {answer.question: engines.disagreeing(answer) for answer in proven if engines.disagreeing(answer)} == {}
    unproven = [answer for answer in answers if answer.sparql is None]
    assert all(answer.query is None and answer.query_lacks for answer in unproven)
    assert proven
