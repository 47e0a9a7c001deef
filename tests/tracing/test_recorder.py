"""A recorded run: its steps in order, what was selected, asked and decided, and the picture of its subgraph."""

import asyncio

import pytest
import rdflib

from pog_agent import PathsOverGraph, PogError
from pog_agent.errors import ModelUnavailableError
from pog_agent.models import Answer, AnswerItem, CitedPath, TopicEntity
from pog_agent.tracing.elements import MOST_CITED, subgraph_elements
from pog_agent.tracing.run_trace import RunTrace
from tests.llm_server import UNAUTHORIZED
from tests.pipeline_fixtures import E, T, analysis, citing, demo, mentions, replies, scripted, small_graph

ASKED = "Who is the founder of Acme?"
GRAPH = small_graph("Acme founder Ann", "Ann birthplace Rome", "Acme seat Rome", 'Acme opened "1990-05-01"')
FOUNDED = replies(
    recognize_topics=mentions("Acme"),
    analyze_question=analysis("!Acme", "founder", "?person"),
    answer=citing((1, 1)),
)


@pytest.fixture(scope="module")
def recorded():
    with scripted(FOUNDED, GRAPH, encoder="lexical") as (agent, llm), agent.recording() as recorder:
        answer = agent.ask(ASKED)
        return recorder.trace, answer, llm


def test_steps_stand_in_order_with_what_follows_and_why(recorded):
    run, answer, _ = recorded
    assert (run.question, run.system, run.model) == (ASKED, "pog", "scripted")
    assert set(answer.seconds) == {step.node for step in run.steps}
    assert [step.following for step in run.steps[:-1]] == [step.node for step in run.steps[1:]]
    assert all(step.began >= 0 for step in run.steps) and run.steps[-1].following is None
    (check,) = [step for step in run.steps if step.node == "check_sufficiency"]
    assert (check.route.target, check.route.why) == ("compose_query", "the paths suffice")
    assert all(step.route.target == step.following for step in run.steps if step.route is not None)


def test_prompts_and_replies_stand_at_their_step(recorded):
    run, _, llm = recorded
    calls = [call for step in run.steps for call in step.model_calls]
    assert [call.step for call in calls] == llm.steps
    assert ASKED in calls[0].messages[1][1] and "Acme" in calls[0].reply
    assert sum(call.prompt_tokens for call in calls) == run.answer.usage.prompt_tokens


def test_a_selection_says_how_many_candidates_there_were_and_are(recorded):
    run, answer, _ = recorded
    explored = next(step for step in run.steps if step.candidates is not None)
    fuzzy = next(step.pruning for step in run.steps if step.pruning is not None)
    assert explored.candidates == fuzzy.before == answer.candidates["explore_topic_paths"]
    assert fuzzy.after == answer.candidates["fuzzy_select"]
    assert any("founder" in kept.text for kept in fuzzy.kept)


def test_the_picture_has_topic_answer_path_and_what_surrounds_them(recorded):
    run, answer, _ = recorded
    picture = subgraph_elements(run)
    roles = {node.id: (node.role, node.label, node.distance) for node in picture.nodes}
    assert roles[T + "Acme"] == ("topic", "Acme", 0)
    assert roles[T + "Ann"] == ("answer", "Ann", 1)
    assert roles[T + "Rome"][0] == "surrounding"
    (path,) = [edge for edge in picture.edges if edge.role == "path"]
    assert (path.source, path.relation, path.target) == answer.paths[0].triples[0]
    drawn = {(edge.source, edge.relation, edge.target) for edge in picture.edges}
    assert len(drawn) + picture.left_out == answer.subgraph.reduced.triples


def test_recording_changes_no_answer_and_ends_with_the_block():
    with PathsOverGraph(GRAPH, encoder="lexical") as agent:
        plain = agent.ask(ASKED)
        with agent.recording() as recorder:
            watched = agent.ask(ASKED)
        agent.ask(ASKED)
    assert watched.model_dump(exclude={"seconds"}) == plain.model_dump(exclude={"seconds"})
    assert len(recorder.traces) == 1


async def test_runs_at_the_same_time_are_recorded_apart():
    async def ask(agent, question):
        with agent.recording() as recorder:
            await agent.aask(question)
        return [run.question for run in recorder.traces]

    with PathsOverGraph(GRAPH, encoder="lexical") as agent:
        others = "Where is the seat of Acme?"
        assert await asyncio.gather(ask(agent, ASKED), ask(agent, others)) == [[ASKED], [others]]


def test_a_streamed_run_is_recorded_too():
    with PathsOverGraph(GRAPH, encoder="lexical") as agent, agent.recording() as recorder:
        *_, last = agent.stream(ASKED)
    assert recorder.trace.answer == last.answer


def test_a_count_has_the_things_counted_in_its_picture_and_an_abstention_its_topics():
    with PathsOverGraph(demo(), encoder="lexical") as agent, agent.recording() as recorder:
        agent.ask("How many rivers flow through Germany?")
        agent.ask("Who is the dentist of Niels Bohr?")
    counted, abstained = recorder.traces
    edges = [edge for edge in subgraph_elements(counted).edges if edge.role != "surrounding"]
    assert {edge.relation for edge in edges if edge.role == "class"} == {str(rdflib.RDF.type)}
    assert {(edge.source, edge.relation, edge.target) for edge in edges} == set(counted.answer.cited_triples)
    assert abstained.answer.status == "abstained"
    assert E + "Niels_Bohr" in {node.id for node in subgraph_elements(abstained).nodes if node.role == "topic"}


def test_a_picture_of_very_many_cited_triples_is_cut_and_says_so(recorded):
    run, answer, _ = recorded
    triples = tuple((T + "Acme", T + "founder", f"{T}Ann{number}") for number in range(MOST_CITED + 7))
    many = answer.model_copy(update={"paths": (CitedPath(text="", triples=triples),)})
    picture = subgraph_elements(run.model_copy(update={"answer": many}))
    assert len([edge for edge in picture.edges if edge.role == "path"]) == MOST_CITED
    assert picture.left_out == run.surrounding.left_out + 7


def test_a_run_that_fails_is_recorded_with_its_reason():
    def refuse(step, body):
        return UNAUTHORIZED

    with scripted(refuse, GRAPH, encoder="lexical") as (agent, _), agent.recording() as recorder:
        with pytest.raises(ModelUnavailableError):
            agent.ask(ASKED)
        run = recorder.trace
    assert run.answer is None and "ModelUnavailableError" in run.failure
    assert run.steps[-1].problem == run.failure
    assert subgraph_elements(run).nodes == ()


def test_without_a_run_there_is_no_trace():
    with PathsOverGraph(GRAPH) as agent, agent.recording() as recorder, pytest.raises(PogError, match="no run"):
        recorder.trace  # noqa: B018


def test_steps_count_from_the_topics_that_an_answer_must_reach_and_not_from_its_class():
    kind, topic, thing = E + "kind", E + "topic", E + "thing"
    paths = [(topic, E + "has", E + "part"), (E + "part", E + "of", thing), (thing, E + "type", kind)]
    topics = [
        TopicEntity(iri=iri, label=iri, mention=iri, optional=optional)
        for iri, optional in ((kind, True), (topic, False))
    ]
    answer = Answer(
        question="q",
        answers=(AnswerItem(iri=thing, label="thing"),),
        paths=(CitedPath(text="p", triples=tuple(paths)),),
        topic_entities=tuple(topics),
    )
    run = RunTrace(run_id="r", system="pog", question="q", started="now", seconds=0, answer=answer)
    steps = {node.id.removeprefix(E): node.distance for node in subgraph_elements(run).nodes}
    assert steps == {"topic": 0, "part": 1, "thing": 2, "kind": 3}
