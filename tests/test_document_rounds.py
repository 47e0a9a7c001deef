"""The benchmark of systems that read documents: what a run has handed over by the end of each of its rounds."""

import asyncio
from itertools import pairwise

import pytest

from pog_agent.documents import open_index
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.evaluation.measures.retrieval import retrieval
from pog_agent.ranking.encoder import open_encoder
from tests.benchmarks.choosers import HandedOver, Ideal, Watcher
from tests.benchmarks.tog2 import Measured, after, differences, measured, recall_at_equal_numbers, runs
from tests.documents.corpora import built, write_graph

HOPS = Question(
    id="hops",
    question="In which country was Edvard Grieg born?",
    answers=(GoldItem(label="Norway"),),
    supporting_docs=("d1", "d2"),
)
NOWHERE = Question(id="nowhere", question="Who is Zxq?", answers=(), supporting_docs=("d1",))


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rounds")
    kg = write_graph(folder)
    built(folder, kg=kg)
    return {"kg": kg, "docs": str(folder / "index"), "encoder": open_encoder("lexical", print), "compose": "off"}


@pytest.fixture(scope="module")
def index(settings):
    return open_index(settings["docs"], settings["encoder"])


def ran(settings, reasoner, system, *questions, **more):
    return asyncio.run(runs(reasoner, questions, name=system, **settings, **more))


@pytest.mark.parametrize("system", ["tog2", "pog"])
def test_each_round_adds_chunks_calls_and_time_to_those_before_it(settings, system):
    steps = ran(settings, Watcher(settings["encoder"]), system, HOPS)[HOPS]
    assert len(steps) > 2
    for earlier, later in pairwise(steps):
        assert later.chunks[: len(earlier.chunks)] == earlier.chunks
        assert (earlier.calls, earlier.seconds) <= (later.calls, later.seconds)
    assert steps[0].calls > 0 and steps[-1].calls > steps[0].calls


def test_the_documents_of_the_second_hop_are_handed_over_after_the_first_round(settings, index):
    handed = ran(settings, Ideal(settings["encoder"], index), "tog2", HOPS)
    (before,) = (steps[0] for steps in handed.values())
    (first,) = measured(handed, index, "tog2", 1)
    assert retrieval(HOPS, before.chunks, index).recall[30] == 0.5
    assert first.found.recall[30] == 1.0 and first.found.has_answer


def test_a_run_without_a_round_counts_with_what_it_handed_over(settings, index):
    handed = ran(settings, Watcher(settings["encoder"]), "tog2", NOWHERE)
    assert [measured(handed, index, "tog2", number)[0].handed.chunks for number in (1, 3, None)] == [(), (), ()]


def test_rounds_are_counted_from_the_first_step_of_a_system():
    steps = [HandedOver((), number, 0.0) for number in range(4)]
    assert [after(steps, "pog", number).calls for number in (1, 2, 3, 4, None)] == [0, 1, 2, 3, 3]
    assert [after(steps, "tog2", number).calls for number in (0, 1, 2, 3, 4, None)] == [0, 1, 2, 3, 3, 3]
    assert after(steps, "pog", 0) == HandedOver((), 0, 0.0)


def test_runs_are_compared_with_as_many_chunks_as_the_one_with_fewer(index):
    every = [chunk.key for name in ("d3", "d1", "d2") for chunk in index.document(name)]
    plain, short = (measured_by(chunks, index) for chunks in (every, index_keys(index, "d1")))
    assert plain.found.recall[30] == 1.0 and short.found.recall[30] == 0.5
    assert recall_at_equal_numbers(plain, short, index) == (0.0, 0.5)
    gains = differences([plain] * 3, [short] * 3, index)
    assert (gains["@30"], gains["equal"]) == ("-50 (-50 to -50)", "+50 (+50 to +50)")


def measured_by(chunks, index):
    return Measured(HOPS, HandedOver(tuple(chunks), 1, 0.0), retrieval(HOPS, chunks, index))


def index_keys(index, name):
    return [chunk.key for chunk in index.document(name)]
