"""Answer recall per stage is read off the run, and equals what listing every pattern gives."""

import pytest

from pog_agent import PathsOverGraph
from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.evaluation.measures.recall import STAGES, RecallTracker, gold_nodes
from pog_agent.subgraph.patterns.pattern import materialize
from pog_agent.terms import is_literal, literal_value
from tests.gold import read_questions
from tests.pipeline_fixtures import small_graph

TOPICS_ONLY = {"supplements": 0, "node_expansion": False}
DEMO = "pog_agent/demo/questions.jsonl"


async def listed(step, gold):
    """The gold answers at free places of all candidates, one pattern after the other."""
    found = set()
    graph = (await step.run.workspace.extended(step.run.scope(step.after))).graph
    for key in (await step.run.candidates(step.after)).patterns:
        pattern = materialize(graph, key)
        free = [place for place in range(1, key.length + 1) if place not in key.fixed] if pattern else []
        nodes = {node for place in free for node in pattern.nodes_at(place)}
        found |= {number for number, names in enumerate(gold.entities) if names & nodes}
        texts = {literal_value(node) for node in nodes if is_literal(node)}
        found |= {number for number, values in enumerate(gold.values) if values & texts}
    return found


@pytest.mark.parametrize("part", [slice(0, None, 6), pytest.param(slice(3, None, 6), marks=pytest.mark.slow)])
@pytest.mark.parametrize("strategy", ["fuzzy+precise", "three-step"])
async def test_explored_is_what_all_candidates_of_all_rounds_have(strategy, part):
    asked = [item for item in read_questions(DEMO) if item.answers and item.kind in ("entities", "literal")][part]
    with PathsOverGraph("demo", encoder="lexical", strategy=strategy, **TOPICS_ONLY) as agent:
        kg = agent.resources.open()
        for question in asked:
            gold = await gold_nodes(question.answers, kg, ("en",))
            reach, expected = RecallTracker(gold), set()

            async def observe(step, reach=reach, expected=expected, gold=gold):
                await reach.see(step)
                if step.node.name == "explore_topic_paths":
                    expected |= await listed(step, gold)

            agent.resources.observer = observe
            await agent.aask(question.question, topics=question.topics)
            found = reach.after(STAGES)
            assert found["explored"].any == bool(expected)
            assert found["explored"].all == (len(expected) == len(question.answers))
            assert found["explored"].any >= found["fuzzy"].any >= found["selected"].any
            if strategy == "three-step":
                assert found["fuzzy"].any >= found["branch"].any >= found["selected"].any
            else:
                assert not found["branch"].any


async def test_a_topic_entity_is_no_candidate_but_an_inner_node_is():
    graph = small_graph("Ann knows Bob", "Bob knows Cid", "Cid likes Dan")
    seen = {}
    with PathsOverGraph(graph, encoder="lexical", d_max=2) as agent:
        kg = agent.resources.open()
        for name in ("Ann", "Bob", "Cid", "Dan", "Eve"):
            gold = await gold_nodes([GoldItem(label=name)], kg, ("en",))
            reach = RecallTracker(gold)
            agent.resources.observer = reach.see
            await agent.aask("Whom does Ann hate?", topics=("urn:test:Ann",), **TOPICS_ONLY)
            seen[name] = (reach.after(STAGES)["explored"].any, gold.in_graph)
    assert seen == {
        "Ann": (False, True),
        "Bob": (True, True),
        "Cid": (True, True),
        "Dan": (False, True),
        "Eve": (False, None),
    }


async def test_gold_is_found_by_iri_by_name_and_as_a_literal():
    graph = small_graph('Ann born "1990-05-02"', 'Ann age "34"')
    with PathsOverGraph(graph, encoder="lexical") as agent:
        kg = agent.resources.open()
        gold = [GoldItem(value="1990-05-02T00:00:00"), GoldItem(label="34.0"), GoldItem(iri="urn:test:Ann")]
        nodes = await gold_nodes(gold, kg, ("en",))
        reach = RecallTracker(nodes)
        agent.resources.observer = reach.see
        await agent.aask("When was Ann born?", topics=("urn:test:Ann",))
    explored = reach.after(STAGES)["explored"]
    assert (explored.any, explored.all) == (True, False)
