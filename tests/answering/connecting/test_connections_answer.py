"""Answers to questions for connections: what they list, how sure they are, and what is told without any."""

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest
import rdflib
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import Answer, PathsOverGraph
from pog_agent.answering.reply import reply_text
from pog_agent.models import Step
from pog_agent.tracing.elements import subgraph_elements
from tests.pipeline_fixtures import T, analysis, mentions, replies, run, scripted, small_graph
from tests.servers import oxigraph_of, serve_oxigraph
from tests.subgraph.brute_force import Path, joint_paths

FIRMS = (
    *("Ann a person", "Bob a person", "Cid a person", "Dot a person", "Mill a firm", "Ulm a city", "Bonn a city"),
    *("Ann works_for Mill", "Bob works_for Mill", "Cid lives_in Ulm", "Ann lives_in Ulm", "Bob born_in Ulm"),
    *("Dot lives_in Bonn", "Bob sold Job_1", "Job_1 buyer Cid", "firm subClassOf company"),
)
PEOPLE = small_graph(*FIRMS, unnamed="Job_1")
PEOPLE.add((rdflib.URIRef(T + "firm"), rdflib.RDFS.subClassOf, rdflib.URIRef(T + "company")))
CONNECTED = "How are Ann and Bob connected"


def asked(question: str, kg: Any = PEOPLE, **settings: Any) -> Answer:
    with PathsOverGraph(kg, "offline", encoder="lexical", **settings) as agent:
        return agent.ask(question)


def texts(answer: Answer) -> list[str]:
    return [item.text for item in answer.cited]


def test_connections_are_said_in_sentences_with_their_triples_the_closest_first():
    answer = asked(f"{CONNECTED}?")
    assert (answer.kind, answer.status, answer.evidence) == ("paths", "supported", "kg_only")
    assert texts(answer)[:2] == [
        "Ann: lives in Ulm; Bob: born in Ulm",
        "Ann: works for Mill; Bob: works for Mill",
    ]
    assert answer.paths[1].triples == tuple((T + name, T + "works_for", T + "Mill") for name in ("Ann", "Bob"))
    assert [item.label for item in answer.answers[:2]] == ["Ulm", "Mill"]
    assert not any("type" in text for text in texts(answer))
    assert answer.text.startswith("Ann: lives in Ulm; Bob: born in Ulm; Ann: works for Mill")
    assert answer.to_json()["kind"] == "paths"


def test_a_direct_connection_is_answered_by_its_relation():
    answer = asked("What links Ann and Mill?")
    assert (answer.answers[0].value, answer.paths[0].text) == ("works for", "Ann: works for Mill")


def test_what_is_shared_without_a_name_counts_with_all_that_it_has():
    kg = small_graph(
        *("Ann page P", "Bob page P", "Job_2 hit Ann", "Job_2 hit Bob", "Job_2 at Ulm", 'Job_2 day "1998-11-30"'),
        unnamed="P Job_2",
    )
    answer = asked("What do Ann and Bob have in common?", kg)
    assert texts(answer) == [
        f"{T}Job_2: hit Ann and Bob, at Ulm, day 1998-11-30",
        f"Ann and Bob have the same 'page': {T}P",
    ]
    assert [item.iri for item in answer.answers] == [T + "Job_2", T + "P"]
    assert answer.reason == "2 shared"


def test_to_be_of_one_class_is_no_connection():
    kg = small_graph(
        *("Ann a person", "Dot a person", "Dot lives_in Bonn", "Bonn a city", "Ulm a city", "Ann lives_in Ulm")
    )
    for question in ("Is there a link between Ann and Bonn?", "What is the shortest path from Ann to Dot?"):
        answer = asked(question, kg)
        assert answer.abstention is not None
        assert answer.abstention.case == "not_connected"
        assert answer.text.endswith(", classes aside.")
    assert texts(asked("How is Ann related to Dot by type only?", kg)) == ["Ann: type person; Dot: type person"]
    assert texts(asked("How are Ann and the city connected?", kg))[0] == "Ann: lives in Ulm; Ulm: type city"


@pytest.mark.parametrize("question", ["Is Ann related to Bob?", "Does anything connect Ann and Bob?"])
def test_whether_things_are_connected_is_answered_by_how(question):
    assert texts(asked(question)) == texts(asked(f"{CONNECTED}?"))


def test_what_is_shared_is_told_as_the_same_value_neighbour_role_and_class():
    kg = small_graph(
        *("Ann a person", "Bob a person", "Ann born_in Ulm", "Bob born_in Ulm", 'Ann age "30"', 'Bob age "30"'),
        *(
            'Ann floor "7"',
            'Bob room "7"',
            'Ann town "Wels"',
            'Bob home "Wels"',
            "Mill owner Ann",
            "Mill chief Bob",
        ),
        *(
            "Cid parent Ann",
            "Dot parent Bob",
            "Ann got Prize_1",
            "Prize_1 of Cup",
            "Bob got Prize_2",
            "Prize_2 of Cup",
        ),
        unnamed="Prize_1 Prize_2",
    )
    answer = asked("What do Ann and Bob have in common?", kg)
    assert sorted(texts(answer)) == [
        "Ann and Bob have the same 'age': 30",
        "Ann and Bob have the same 'born in': Ulm",
        "Ann and Bob have the same 'got / of': Cup",
        "Ann and Bob have the same 'type': person",
        "Ann: town Wels; Bob: home Wels",
        "In the same role: Cid: parent Ann; Dot: parent Bob",
        "Mill: owner Ann, chief Bob",
    ]
    assert answer.status == "supported"
    assert texts(answer)[-2] == "Ann and Bob have the same 'type': person"
    assert {(item.label, item.relation) for item in answer.answers} >= {("Ulm", "born in"), ("30", "age")}


@pytest.mark.parametrize("order", [("Ann", "Cid", "Bob"), ("Cid", "Ann", "Bob"), ("Bob", "Cid", "Ann")])
def test_three_entities_are_joined_in_the_order_of_the_shortest_paths(order):
    kg = small_graph("Ann knows Bob", "Bob knows Cid", "Ann at X", "X of Y", "Y of Cid")
    answer = asked(f"How are {order[0]}, {order[1]} and {order[2]} connected?", kg)
    assert set(answer.paths[0].triples) == {
        (T + "Ann", T + "knows", T + "Bob"),
        (T + "Bob", T + "knows", T + "Cid"),
    }
    assert re.search("(Ann, Bob and Cid|Cid, Bob and Ann) in this order", " ".join(answer.warnings))


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 8, 50])
@pytest.mark.parametrize("name", ["max_patterns", "max_degree", "max_triples"])
def test_a_search_is_whole_or_says_what_was_cut(name, limit):
    whole, answer = asked(f"{CONNECTED} within 4 steps?"), asked(f"{CONNECTED} within 4 steps?", **{name: limit})
    if answer.status == "supported":
        assert (texts(answer)[0], answer.truncated) == (texts(whole)[0], False)
    elif answer.status == "partial":
        assert answer.truncated
        assert any("not fully supported" in text for text in answer.warnings)
    else:
        assert answer.abstention is not None
        assert answer.abstention.case == "budget_spent"


def test_the_picture_has_all_listed_connections():
    with (
        PathsOverGraph(PEOPLE, "offline", encoder="lexical") as agent,
        agent.recording() as recorder,
    ):
        answer = agent.ask(f"{CONNECTED}?")
    picture = subgraph_elements(recorder.trace)
    drawn = {(edge.source, edge.relation, edge.target) for edge in picture.edges if edge.role == "path"}
    assert drawn == set(answer.cited_triples)
    assert {node.id for node in picture.nodes if node.role == "topic"} == {T + "Ann", T + "Bob"}


def test_a_chat_gets_the_sentences_numbered():
    lines = reply_text(asked(f"{CONNECTED}?")).splitlines()
    assert lines[:3] == [
        "What connects Ann and Bob: [1][2]",
        "Status: supported (evidence kg_only)",
        "[1] Ann: lives in Ulm; Bob: born in Ulm",
    ]


def test_an_endpoint_gives_the_same():
    with serve_oxigraph(oxigraph_of(PEOPLE)) as url:
        for question in (
            f"{CONNECTED}?",
            f"{CONNECTED} through a company?",
            "What do Ann and Bob have in common?",
        ):
            here, there = asked(question), asked(question, url)
            assert (texts(there), there.status) == (texts(here), here.status)


def test_with_a_model_it_is_asked_for_the_topics_alone():
    traced = run(f"{CONNECTED}?", replies(recognize_topics=mentions("Ann", "Bob")), PEOPLE)
    assert traced.steps == ["recognize_topics"]
    assert traced.nodes == ["recognize_topics", "connect_topics", "verify_answer"]
    assert traced.answer.status == "supported"


def test_other_words_are_taken_by_the_analysis_and_leave_the_answer_partial():
    read = {**analysis("!Ann", "knows", "?person"), "connection": True}
    question = "What is the story behind Ann and Bob?"
    traced = run(question, replies(recognize_topics=mentions("Ann", "Bob"), analyze_question=read), PEOPLE)
    assert traced.steps == ["recognize_topics", "analyze_question"]
    assert (traced.answer.kind, traced.answer.status) == ("paths", "partial")


def test_a_conversation_goes_on_after_it():
    with PathsOverGraph(PEOPLE, "offline", encoder="lexical", checkpointer=InMemorySaver()) as agent:
        assert agent.ask(f"{CONNECTED}?", thread="talk").kind == "paths"
        following = agent.ask("And how is Ann related to Cid?", thread="talk")
        assert (following.kind, following.topic_entities[-1].label) == ("paths", "Cid")
        assert agent.ask("Where does Dot live?", thread="talk").text == "Bonn"


def random_edges(seed: int) -> list[tuple[str, str, str]]:
    source = random.Random(seed)
    names = [f"N{number}" for number in range(9)]
    edges = sorted({(source.choice(names), source.choice("pqr"), source.choice(names)) for _ in range(15)})
    return [edge for edge in edges if edge[0] != edge[2]]


def patterns(paths: Sequence[Path], keep: Any) -> set[tuple[Step, ...]]:
    return {steps for nodes, steps in paths if keep(nodes)}


@pytest.mark.parametrize("seed", range(25))
def test_as_many_connections_are_counted_as_a_plain_search_finds(seed):
    edges = random_edges(seed)
    present = sorted({end for head, _, tail in edges for end in (head, tail)})
    source = random.Random(seed + 100)
    first, second, other = source.sample(present, 3)
    condition, keep = source.choice(
        [
            ("", lambda nodes: True),
            (f" through {other}", lambda nodes: other in nodes),
            (f" without {other}", lambda nodes: other not in nodes),
        ]
    )
    answer = asked(f"How is {first} related to {second}{condition}?", small_graph(*map(" ".join, edges)))
    longest = re.search(r"at most (\d) step", f"{answer.reason} {answer.text}")
    assert longest is not None, answer.text
    found = patterns([*joint_paths(edges, [first, second], int(longest[1]), int(longest[1]))], keep)
    assert answer.candidates["connect_topics"] == len(found)
    assert (answer.status == "supported") == bool(found)


DENSE = tuple(f"A{a} {name} A{b}" for a in range(8) for b in range(8) for name in "pq" if a != b)


def test_the_time_of_a_run_ends_the_search_and_is_told():
    answer = asked("How is A1 related to A2 within 6 steps?", small_graph(*DENSE), max_seconds=0.2)
    assert answer.status in ("partial", "abstained")
    assert answer.truncated


def test_a_length_that_the_question_names_is_searched_whole_or_the_answer_is_partial():
    answer = asked("How is A1 related to A2 within 6 steps?", small_graph(*DENSE), max_patterns=100)
    assert (answer.status, answer.truncated) == ("partial", True)
    assert "paths of more than 3 steps were not all looked for: there are more" in answer.reason
    assert "http" not in " ".join(answer.warnings)


def test_longer_ones_are_looked_for_up_to_two_steps_beyond_the_shortest():
    three, five = ("Ann p X", "X p Y", "Y p Bob"), ("Ann q U", "U q V", "V q W", "W q Z", "Z q Bob")
    answer = asked(f"{CONNECTED}?", small_graph(*three, *five))
    assert [len(path.triples) for path in answer.paths] == [3, 5]
    assert any("connections of more than 5 steps were not looked for" in text for text in answer.warnings)
    assert [
        len(path.triples)
        for path in asked("What is the shortest path from Ann to Bob?", small_graph(*three, *five)).paths
    ] == [3]


def test_two_calls_suffice_where_they_are_bounded():
    with scripted(replies(recognize_topics=mentions("Ann", "Bob")), PEOPLE, max_llm_calls=2) as (agent, llm):
        assert agent.ask(f"{CONNECTED}?").status == "supported"
        assert llm.steps == ["recognize_topics"]


@pytest.mark.parametrize("seed", range(25))
def test_what_is_shared_is_all_that_a_plain_look_finds(seed):
    source = random.Random(seed)
    names, values = [f"N{number}" for number in range(7)], ['"3"', '"4"', '"red"']
    drawn = {
        (source.choice(names), source.choice("pqr"), source.choice([*names, *values]))
        for _ in range(source.randint(8, 20))
    }
    edges = {edge for edge in drawn if edge[0] != edge[2]}
    beside = {
        name: {(relation, True, tail) for head, relation, tail in edges if head == name}
        | {(relation, False, head) for head, relation, tail in edges if tail == name}
        for name in ("N0", "N1")
    }
    both = {end for _, _, end in beside["N0"]} & {end for _, _, end in beside["N1"]} - {"N0", "N1"}
    same = {end for _, _, end in beside["N0"] & beside["N1"]}
    expected = {end for end in both if end in same or end not in ('"3"', '"4"')}
    kg = small_graph(*map(" ".join, [*edges, ("N0", "is", "M0"), ("N1", "was", "M1")]))
    answer = asked("What do N0 and N1 have in common?", kg)
    shared = {node for path in answer.paths for triple in path.triples for node in (triple[0], triple[2])}
    assert {node.removeprefix(T) for node in shared if node.startswith(T)} - {"N0", "N1"} == {
        end for end in expected if not end.startswith('"')
    }
    assert len(answer.paths) == len(expected)
