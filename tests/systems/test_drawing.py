"""Diagrams: the loop of the paper with its conditions, parts apart, and the same labels in the compiled graph."""

import re

import pytest
from langgraph.graph import END, START

from pog_agent.systems.drawing import LOOP, loop_diagram, part_diagram
from pog_agent.systems.pog import POG
from pog_agent.systems.registry import SYSTEMS
from pog_agent.systems.wiring import Wiring

EDGE = re.compile(r'^    (\w+) (-->|-\.->)(?:\|"(.+)"\|)? (\w+)$', re.MULTILINE)
LEFT_OUT = {
    "confirm_topics",
    "confirm_plan",
    "confirm_query",
    "confirm_answer",
    "rewrite_question",
    "take_reading",
}
OF_THE_PAPER = {
    *("recognize_topics", "analyze_question", "detect_subgraph", "reduce_subgraph", "explore_topic_paths"),
    *("fuzzy_select", "branch_reduce_select", "precise_select", "summarize_paths", "check_sufficiency"),
    *("predict_supplements", "explore_supplement_paths", "pool_kept_paths", "expand_nodes"),
}

Drawn = dict[tuple[str, str], tuple[str, tuple[str, ...]]]


def edges(diagram: str) -> Drawn:
    """Arrow and conditions by the ends of each edge."""
    found = EDGE.findall(diagram)
    assert len(found) == diagram.count("-->") + diagram.count("-.->")
    return {
        (source, target): (arrow, tuple(filter(None, label.split(", ")))) for source, arrow, label, target in found
    }


def names(drawn: Drawn) -> set[str]:
    return {name for ends in drawn for name in ends}


def test_the_loop_has_the_steps_of_the_paper_and_one_for_the_answer() -> None:
    assert names(edges(loop_diagram(POG))) == OF_THE_PAPER | {"start", "answer", "stop"}


def test_edges_say_by_which_condition_they_are_taken_and_turns_are_dotted() -> None:
    drawn = edges(loop_diagram(POG))
    assert drawn["check_sufficiency", "answer"] == ("-->", ("sufficient",))
    assert drawn["check_sufficiency", "explore_topic_paths"] == ("-.->", ("deepen", "fewer topics"))
    assert drawn["check_sufficiency", "predict_supplements"] == ("-.->", ("next phase",))
    assert drawn["explore_topic_paths", "explore_topic_paths"] == ("-.->", ("nothing new",))
    assert drawn["fuzzy_select", "precise_select"] == ("-->", ("prune further",))
    assert drawn["detect_subgraph", "reduce_subgraph"] == ("-->", ())


def test_the_part_that_answers_is_entered_from_the_loop() -> None:
    drawn = edges(part_diagram(POG, POG.parts[0]))
    steps = {step.name for step in POG.parts[0].steps}
    assert steps == {"describe_topic", "connect_topics", "compose_query", "generate_answer", "verify_answer"}
    assert names(drawn) == {LOOP, "stop", *steps}
    entered = {
        condition for (source, _), (_, conditions) in drawn.items() if source == LOOP for condition in conditions
    }
    assert drawn[LOOP, "verify_answer"] == ("-->", ("query proven",))
    into_the_step = edges(loop_diagram(POG)).items()
    assert entered - {"query proven"} == {
        name for (_, target), (_, conditions) in into_the_step if target == "answer" for name in conditions
    }


@pytest.mark.parametrize("name", SYSTEMS)
def test_each_step_is_drawn_in_the_loop_or_in_a_part_or_is_beside(name: str) -> None:
    wiring = SYSTEMS[name].wiring
    parts = [part_diagram(wiring, part) for part in wiring.parts]
    drawn = set().union(*(names(edges(text)) for text in (loop_diagram(wiring), *parts)))
    boxes = {"start", "stop", LOOP, *(part.name for part in wiring.parts)}
    assert drawn - boxes == {step.name for step in wiring.steps} - {step.name for step in wiring.beside}


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_loop_leads_from_the_question_to_each_step_and_on_to_the_end(name: str) -> None:
    drawn = edges(loop_diagram(SYSTEMS[name].wiring))
    for first, way in (("start", [*drawn]), ("stop", [(target, source) for source, target in drawn])):
        reached = {first}
        while more := {target for source, target in way if source in reached} - reached:
            reached |= more
        assert reached == names(drawn)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_compiled_graph_has_the_same_conditions_and_everything_else(name: str) -> None:
    wiring = SYSTEMS[name].wiring
    graph = SYSTEMS[name].build().get_graph()
    compiled = {(edge.source, edge.target): str(edge.data or "") for edge in graph.edges}
    confirming = {step.name for step in wiring.with_confirmations.steps}
    assert set(graph.nodes) == {START, END, *confirming, "rewrite_question", "take_reading"}
    for fork in wiring.with_confirmations.forks:
        for target, conditions in fork.ways.items():
            label = compiled[fork.source, target]
            assert label.partition(":")[0].split(", ")[: len(conditions)] == [*conditions], (fork.source, target)


def test_a_label_that_two_ways_share_names_the_target_in_the_compiled_graph() -> None:
    (fork,) = [fork for fork in POG.forks if fork.source == "explore_topic_paths"]
    assert fork.labels["predict_supplements"] == "nothing new: predict supplements"
    assert fork.labels["fuzzy_select"] == "new paths"


def test_nothing_that_is_off_by_default_is_drawn() -> None:
    def text(wiring: Wiring) -> str:
        return "".join((loop_diagram(wiring), *(part_diagram(wiring, part) for part in wiring.parts)))

    for system in SYSTEMS.values():
        drawn = text(system.wiring)
        assert not [name for name in ("budget spent", "time is up", "confirm", *LEFT_OUT) if name in drawn]
