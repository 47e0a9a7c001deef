"""How sure an answer is, and other readings of its question."""

import pytest

from pog_agent import PathsOverGraph
from pog_agent.answering.confidence import (
    MANY,
    MOST_SURE,
    OF_PATHS,
    WIDEST_MARGIN,
    features_of,
    path_confidence,
    with_flaws,
)
from pog_agent.models import AnswerDraft, Citation
from pog_agent.models.findings.finding import Finding, finding
from tests.pipeline_fixtures import small_graph

FILMS = small_graph(
    "Titanic director Cameron",
    "Titanic composer Horner",
    "Titanic lead_actor Kate",
    "Cameron a Person",
    "Horner a Person",
    "Kate a Person",
)


CITED = Citation(path=1, position=1)
ONE, OTHER = finding("operation-unasked", "a count"), finding("schema-unknown")


def sure(margin: float, *flaws: Finding, draft: AnswerDraft | None = None) -> float:
    return path_confidence(features_of(draft or AnswerDraft(), margin), flaws)


def test_every_coefficient_has_its_feature() -> None:
    assert {*with_flaws(features_of(AnswerDraft(), 0.0), []), "refuted"} == set(OF_PATHS.weights)


def test_a_flaw_that_refutes_an_answer_leaves_it_improbable() -> None:
    assert sure(WIDEST_MARGIN, finding("no-person", "Place")) < 0.5 < sure(WIDEST_MARGIN, ONE)


def test_a_wider_margin_makes_an_answer_surer_and_a_flaw_less_sure() -> None:
    assert 0 <= sure(0.1, ONE, OTHER) < sure(0.1, ONE) < sure(0.6, ONE) < sure(0.6) < 1


@pytest.mark.parametrize("margin", [-7.0, 7.0])
def test_a_margin_counts_up_to_a_width(margin: float) -> None:
    assert sure(margin) == sure(WIDEST_MARGIN if margin > 0 else -1.0)


def test_a_doubtful_yes_is_not_nearly_certain() -> None:
    assert sure(1.0, ONE, OTHER, draft=AnswerDraft(operation="exists", citations=(CITED,))) < 0.9


def test_a_long_list_is_less_sure_and_nothing_is_certain() -> None:
    few, many = (path_confidence(features_of(AnswerDraft(), 1.0, answers), []) for answers in (1, MANY))
    assert many < few == MOST_SURE < 1


def test_an_answer_has_a_confidence_and_other_readings_with_their_answers() -> None:
    with PathsOverGraph(FILMS, "offline:guess") as agent:
        clear = agent.ask("Who is the director of Titanic?")
        unclear = agent.ask("Who shot Titanic?")
        none = agent.ask("Who is the director of Casablanca?")
    assert clear.status == "supported"
    assert clear.confidence is not None and unclear.confidence is not None
    assert clear.confidence > unclear.confidence
    assert none.confidence is None and none.alternatives == ()
    taken = {item.label for item in clear.answers}
    assert clear.alternatives
    assert all(taken.isdisjoint(item.label for item in other.answers) for other in clear.alternatives)
    assert {other.path for other in clear.alternatives} <= {"composer", "lead actor"}
    assert all(other.confidence < clear.confidence for other in clear.alternatives)
