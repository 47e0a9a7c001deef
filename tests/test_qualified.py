"""Questions on facts of more than two parts, from the bare question: what is supported is right."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.oxigraph_store import OxigraphStore
from pog_agent.models import Answer
from tests.benchmarks.everyday import outcome
from tests.gold import read_questions
from tests.pipeline_fixtures import YES, analysis, choosing, citing, mentions, replies, run

FOLDER = Path(__file__).parent / "qualified"
SETS = ("works", "stage")
SUPPORTED = {*("works-01", "works-03", "works-04", "stage-01", "stage-02", "stage-03", "stage-04")}
"""What the offline reasoner answers rightly and as supported."""
AT_KESTREL = "{Kestrel Works} <- employer / employment - {Anna Lind, Boris Vane, Clara Moss, Dario Pell}"


@pytest.fixture(scope="module", params=SETS)
def outcomes(request) -> Iterator[dict[str, str]]:
    questions = read_questions(FOLDER / request.param / "questions.jsonl")
    with PathsOverGraph(str(FOLDER / request.param / "kg.ttl"), "offline", reader="rules") as agent:
        yield {item.id: outcome(agent.ask(item.question), item) for item in questions}


def test_no_wrong_answer_is_supported(outcomes):
    assert not [name for name, seen in outcomes.items() if seen == "wrong, supported"]


def test_what_was_answered_rightly_stays_so(outcomes):
    wanted = SUPPORTED & outcomes.keys()
    assert {name for name, seen in outcomes.items() if seen == "right, supported"} >= wanted


def by_model(question: str) -> Answer:
    """A model that finds the people at Kestrel Works, and cites all of them."""
    script = replies(
        recognize_topics=mentions("Kestrel Works"),
        analyze_question=analysis("!Kestrel Works", "employer of", "post", "held by", "?person"),
        select_paths=choosing(AT_KESTREL),
        summarize_paths={"facts": [], "chain": ""},
        judge_sufficiency=YES,
        answer=citing((AT_KESTREL, 2)),
    )
    return run(question, script, compile_files([FOLDER / "works" / "kg.ttl"], "works")).answer


def test_a_role_and_a_year_leave_one_of_those_that_a_model_cites():
    answer = by_model("Which director did Kestrel Works employ in 2016?")
    assert (answer.text, answer.status) == ("Clara Moss", "supported")


def test_who_may_have_been_it_is_said_of_an_open_end():
    answer = by_model("Which director did Kestrel Works employ in 2023?")
    assert answer.status == "partial"
    assert any("does not tell" in text and "Dario Pell" in text for text in answer.warnings)


def test_an_oxigraph_store_answers_alike(tmp_path):
    build_store([str(FOLDER / "stage" / "kg.ttl")], str(tmp_path / "store"))
    with PathsOverGraph(OxigraphStore(tmp_path / "store"), "offline") as agent:
        answer = agent.ask("Who acted in Storm Song in 2011?")
    assert (answer.text, answer.status) == ("Nora Beck, Ole Finch", "supported")
