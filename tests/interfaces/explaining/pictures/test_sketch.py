"""What a picture of cited paths shows: boxes and links, without classes, values and nameless nodes as nodes."""

import pytest

from pog_agent.interfaces.explaining.pictures.boxes import Sketch
from pog_agent.interfaces.explaining.pictures.sketch import sketched
from pog_agent.tracing.elements import GraphEdge, GraphNode, SubgraphElements

VALUE = '"'


def elements(*triples: str, topics: str = "", answers: str = "") -> SubgraphElements:
    """Elements of triples such as ``Ulm on Danube``; ``a`` leads to a class, a name with ``_`` has no label."""
    split = [triple.split() for triple in triples]
    names = dict.fromkeys(name for source, _, target in split for name in (source, target))
    roles = dict.fromkeys(topics.split(), "topic") | dict.fromkeys(answers.split(), "answer")
    nodes = tuple(
        GraphNode(
            id=name,
            label=name.strip(VALUE),
            role=roles.get(name, "path"),
            is_literal=name.startswith(VALUE),
            is_named=not name.startswith("_"),
        )
        for name in names
    )
    edges = tuple(
        GraphEdge(
            id=f"edge{number}",
            source=source,
            target=target,
            relation=relation,
            label=relation,
            role="class" if relation == "a" else "path",
        )
        for number, (source, relation, target) in enumerate(split)
    )
    return SubgraphElements(nodes=nodes, edges=edges)


def links(sketch: Sketch) -> set[tuple[str, str, str]]:
    return {(link.source, link.label, link.target) for link in sketch.links}


def layers(sketch: Sketch) -> dict[str, int]:
    return {box.key: box.layer for box in sketch.boxes}


def test_a_class_is_a_caption_and_no_node():
    sketch = sketched(elements("Ulm on Danube", "Danube a river", topics="Ulm", answers="Danube"))
    assert links(sketch) == {("Ulm", "on", "Danube")}
    assert {box.key: box.caption for box in sketch.boxes} == {"Ulm": "", "Danube": "river"}
    danube = next(box for box in sketch.boxes if box.key == "Danube")
    assert danube.lines[0].facts == {0, 1}


def test_a_value_on_the_way_is_a_detail_and_one_that_answers_a_box():
    triples = ("Ulm on Danube", f"Danube length {VALUE}2850")
    shown = sketched(elements(*triples, topics="Ulm", answers="Danube"))
    assert [box.lines[0].detail for box in shown.boxes] == ["", "length: 2850"]
    asked = sketched(elements(*triples, topics="Ulm", answers=f"{VALUE}2850"))
    assert layers(asked) == {"Ulm": 0, "Danube": 1, f"{VALUE}2850": 2}


def test_a_nameless_node_that_joins_two_is_part_of_the_link():
    triples = ("Germany adjoining _1", "_1 adjoining France", "Germany office _2", "_2 holder Ann")
    sketch = sketched(elements(*triples, topics="Germany", answers="France Ann"))
    assert links(sketch) == {("Germany", "adjoining", "France"), ("Germany", "office / holder", "Ann")}
    assert next(link.facts for link in sketch.links if link.target == "Ann") == {2, 3}


def test_a_nameless_answer_of_a_connection_is_part_of_the_link_too():
    triples = elements("France adjoining _1", "_1 adjoining Germany", topics="France Germany", answers="_1")
    assert links(sketched(triples, is_connection=True)) == {("France", "adjoining", "Germany")}
    assert len(sketched(triples).boxes) == 3


def test_layers_lead_from_the_topics_and_no_link_stays_in_one():
    sketch = sketched(elements("A r X", "B r X", "X s Y", "A t Y", topics="A B", answers="Y"))
    assert layers(sketch) == {"A": 0, "B": 0, "X": 1, "Y": 2}


def test_a_connection_runs_from_its_first_topic_to_the_others():
    triples = elements("A r X", "X s Y", "B t Y", topics="A B")
    assert layers(sketched(triples, is_connection=True)) == {"A": 0, "X": 1, "Y": 2, "B": 3}


def test_eight_answers_stand_apart_and_more_in_one_box_by_their_relation():
    def of(number: int) -> Sketch:
        triples = [f"Germany near T{place:02}" for place in range(number)]
        return sketched(elements(*triples, topics="Germany", answers=" ".join(f"T{n:02}" for n in range(number))))

    assert len(of(8).boxes) == 9
    germany, answers = of(14).boxes
    assert (germany.key, len(answers.lines), answers.more) == ("Germany", 12, 2)
    assert [line.text for line in answers.lines[:2]] == ["T00", "T01"]
    (link,) = of(14).links
    assert link.facts == set(range(14))


def test_only_what_is_linked_alike_is_in_one_box():
    near, in_ = [f"Germany near T{n}" for n in range(5)], [f"U{n} in Germany" for n in range(5)]
    names = " ".join([f"T{n}" for n in range(5)] + [f"U{n}" for n in range(5)])
    sketch = sketched(elements(*near, *in_, topics="Germany", answers=names))
    assert links(sketch) == {("Germany", "near", "T0"), ("U0", "in", "Germany")}
    assert [len(box.lines) for box in sketch.boxes] == [1, 5, 5]


def test_of_many_relations_of_one_thing_each_line_says_its_own():
    triples = [f"Ann r{number} V{number}" for number in range(9)] + ["W likes Ann"]
    names = " ".join([f"V{number}" for number in range(9)] + ["W"])
    ann, others = sketched(elements(*triples, topics="Ann", answers=names)).boxes
    assert (ann.key, [line.relation for line in others.lines][-2:]) == ("Ann", ["r8", "← likes"])


def test_what_finds_no_room_is_counted():
    triples = [f"A{number} r{number} B{number}" for number in range(11)]
    sketch = sketched(elements(*triples, topics=" ".join(f"A{number}" for number in range(11))))
    assert (len(sketch.boxes), sketch.left_out) == (16, 6)
    assert len(sketch.links) == 8


@pytest.mark.parametrize("triples", [(), ("Ulm a city",)])
def test_without_paths_there_is_nothing_to_draw_but_answers(triples):
    assert sketched(elements(*triples)).boxes == ()
    assert [box.caption for box in sketched(elements(*triples, answers="Ulm")).boxes] == ["city"] * len(triples)
