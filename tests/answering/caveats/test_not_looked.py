"""What failed is no fact of the graph: an abstention says that it could not look, and why."""

import pytest

from pog_agent import Answer
from pog_agent.models import Abstention
from tests import llm_server
from tests.answering.test_abstention import PEOPLE
from tests.kg.sparql.test_hostile_endpoints import HOSTILE, small_graph
from tests.llm_server import Reply, Script, Scripted
from tests.pipeline_fixtures import NO, citing, mentions, replies, scripted
from tests.servers import Answer as Response
from tests.servers import Request, serve_script, tsv_answer

UNREADABLE: dict[str, tuple[Scripted, str]] = {
    "empty": (llm_server.EMPTY, "the reply is empty"),
    "blank": (Reply("\n \n"), "the reply is empty"),
    "prose": (llm_server.PROSE, "there is no JSON object in the reply"),
    "refusal": (llm_server.REFUSAL, "the model refused"),
    "other": (Reply('{"weather": "nice"}'), "field required"),
}
ANSWERED_BY = {
    "pog": "answer",
    "tog": "answer",
    "tog2": "reason_over_knowledge",
    "io": "answer_io",
    "sc": "answer_cot",
}


def asked(question: str, script: Script, kg: object = PEOPLE, **settings: object) -> Answer:
    with scripted(script, kg, encoder="lexical", **settings) as (agent, _):
        return agent.ask(question)


def could_not_look(answer: Answer) -> Abstention:
    assert answer.status == "abstained"
    found = answer.abstention
    assert found is not None
    assert found.case == "could_not_look"
    assert found.message.startswith("I could not look this up: ")
    assert found.relations == ()
    return found


@pytest.mark.parametrize("system", ANSWERED_BY)
@pytest.mark.parametrize("mode", ["empty", "prose"])
def test_a_model_that_says_nothing_of_use_is_the_reason_in_every_system(mode, system):
    reply, cause = UNREADABLE[mode]
    found = could_not_look(asked("Who is the mayor of Ulm?", lambda *_: reply, system=system))
    assert f"{ANSWERED_BY[system]}: {cause}" in found.message


@pytest.mark.parametrize("mode", UNREADABLE)
def test_every_kind_of_unreadable_answer_is_told(mode):
    reply, cause = UNREADABLE[mode]
    script = replies(recognize_topics=mentions("Ann"), judge_sufficiency=NO, answer=reply, repair=reply)
    found = could_not_look(asked("Who is a friend of Ann?", script))
    assert cause in found.message


def test_a_question_whose_names_nobody_read_is_not_said_to_name_nothing():
    script = replies(recognize_topics=llm_server.EMPTY, repair=llm_server.EMPTY, answer=citing())
    found = could_not_look(asked("Who is the chief of Xyzzyx?", script, allow_parametric=False))
    assert "recognize_topics: the reply is empty" in found.message


def test_a_reply_that_is_mended_is_no_failure():
    script = replies(recognize_topics=llm_server.EMPTY, repair=mentions("Titannic"), answer=citing())
    answer = asked("Who is the chief of Titannic?", script, allow_parametric=False)
    assert answer.abstention is not None
    assert answer.abstention.case == "name_not_found"


def test_a_budget_that_left_the_names_unread_is_the_reason():
    answer = asked("Who is the chief of Xyzzyx?", replies(), max_tokens=10, allow_parametric=False)
    assert answer.abstention is not None
    assert answer.abstention.case == "budget_spent"


def test_chains_of_thought_that_cannot_be_read_are_no_votes():
    said = [llm_server.PROSE, {"answers": ["Ulm"]}, llm_server.PROSE]
    answer = asked("Where was Ann born?", replies(answer_cot=said, repair=llm_server.PROSE), system="sc")
    assert (answer.status, answer.text) == ("parametric", "Ulm")


def test_names_that_an_endpoint_could_not_tell_are_not_said_to_be_missing():
    graph = small_graph()

    def respond(request: Request) -> Response:
        is_survey = "?s ?p ?o" in request.query and "LIMIT 500" in request.query
        return HOSTILE["page"][0]() if is_survey else tsv_answer(graph, request.query)

    with serve_script(respond) as script:
        answer = asked("Who is the founder of Amce?", replies(), script.url, model="offline")
    found = could_not_look(answer)
    assert "not all names of the graph could be searched: names from IRIs could not be decided" in found.message
    assert [item.label for item in found.near] == ["Acme"]
    assert answer.graph_failed
