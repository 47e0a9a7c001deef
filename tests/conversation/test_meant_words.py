"""What a person says that words mean: it is read so in the question, and in later ones of the thread."""

import pytest

from pog_agent import PathsOverGraph
from pog_agent.models import Answer, Paraphrase
from tests.pipeline_fixtures import small_graph

GRAPH = small_graph(
    *("Sales headed_by Ann", "Depot headed_by Bob", "Sales a department", "Depot a department"),
    *("Ann a person", "Bob a person"),
)
LEADS = Paraphrase(words="leads", others=("headed by",))


def last(agent: PathsOverGraph, question: str, thread: str, **said: object) -> Answer:
    *_, event = agent.stream(question, thread, **said)
    return event.answer


def test_it_makes_the_answer_sure_and_holds_for_its_thread_alone():
    with PathsOverGraph(GRAPH, encoder="auto", checkpointer="memory") as agent:
        assert last(agent, "Who leads Sales?", "other").status == "partial"
        sure = last(agent, "Who leads Sales?", "ann", meant=[LEADS])
        assert (sure.status, [item.label for item in sure.answers]) == ("supported", ["Ann"])
        assert last(agent, "Who leads Depot?", "ann").status == "supported"
        assert last(agent, "Who leads Depot?", "other").status == "partial"


@pytest.mark.parametrize("words", ["runs", "lead"])
def test_other_words_are_not_read_by_it(words):
    with PathsOverGraph(GRAPH, encoder="auto", checkpointer="memory") as agent:
        meant = [Paraphrase(words=words, others=("headed by",))]
        assert last(agent, "Who leads Sales?", "ann", meant=meant).status == "partial"
