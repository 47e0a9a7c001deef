"""The parts of a path that a question can speak of."""

import pytest

from pog_agent.models import PatternKey, ShownNode, Step
from pog_agent.models.patterns import Anchor
from pog_agent.reading.elements import elements_of, relation_groups
from tests.reading.paths import node_of, path_of, start_at

ANN = start_at("Ann")
TOWN = node_of("Ulm", types="Town|City")
MANY = node_of("Bob", "Eve")
MEDIATOR = node_of(kind="mediator")


def texts_of(*parts: ShownNode | str, position: int, key: int | None = None) -> list[str]:
    return [
        f"{item.kind} {'/'.join(item.texts)} {item.place}" for item in elements_of(path_of(*parts), position, key)
    ]


@pytest.mark.parametrize(
    ("parts", "groups"),
    [
        ((ANN, "lives in", TOWN), [("lives in", 1, True, 1)]),
        ((ANN, "livesIn", TOWN, "<partOf", MANY), [("lives in", 1, True, 1), ("part of", 2, False, 1)]),
        ((ANN, "people.person.place_of_birth", TOWN), [("people person place of birth", 1, True, 1)]),
        ((ANN, "<holder", MEDIATOR, "office", MANY), [("holder office", 2, False, 2)]),
        ((ANN, "spouse", MEDIATOR, "spouse", MANY), [("spouse", 2, True, 2)]),
        ((ANN, "office", MEDIATOR), [("office", 1, True, 1)]),
        ((ANN,), []),
    ],
)
def test_relations_on_both_sides_of_a_mediator_are_one_step(
    parts: tuple[ShownNode | str, ...], groups: list[tuple[str, int, bool, int]]
) -> None:
    found = relation_groups(path_of(*parts))
    assert [(item.text, item.place, item.onward, item.size) for item in found] == groups


def test_a_path_without_a_node_behind_each_relation_is_an_error() -> None:
    with pytest.raises(ValueError, match="zip"):
        relation_groups(path_of(ANN, "lives in"))


def test_elements_stand_in_the_order_of_the_path() -> None:
    assert texts_of(ANN, "Lives in", TOWN, "<Part of", MANY, position=2) == [
        "name ann 0",
        "relation lives in 1",
        "class town/city 1",
        "name ulm 1",
        "relation part of 2",
    ]


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("musicBy", ("composer", "music by")),
        ("composer", ("composer",)),
        ("P86", ("composer",)),
        ("film.film.music_by", ("composer",)),
    ],
)
def test_a_relation_has_the_name_in_its_iri_too(name: str, texts: tuple[str, ...]) -> None:
    steps = (Step(relation=f"http://cinema.example/{name}", forward=True),)
    key = PatternKey(anchors=(Anchor(entity="urn:test:Ann", position=0),), steps=steps)
    path = path_of(ANN, "composer", MANY).model_copy(update={"key": key})
    (relation,) = (item for item in elements_of(path, 1) if item.kind == "relation")
    assert relation.texts == texts


def test_the_answer_and_nodes_of_many_things_have_no_name() -> None:
    assert "name ulm 1" not in texts_of(ANN, "lives in", TOWN, position=1)
    assert texts_of(MANY, "<knows", ANN, position=0) == ["relation knows 1", "name ann 1"]
    assert texts_of(node_of("Bob", total=9), "knows", node_of(), position=1) == ["relation knows 1"]


def test_values_have_no_name() -> None:
    assert texts_of(ANN, "height", node_of("181", kind="literal"), position=0) == ["relation height 1"]


@pytest.mark.parametrize(
    ("parts", "key", "needed"),
    [
        ((ANN, "height", node_of("181", kind="literal")), 1, "it leads to the values that are compared"),
        ((ANN, "height", node_of("181", kind="literal")), None, ""),
        ((start_at("Town"), "<instance of", TOWN), None, "it joins a thing and its class"),
        ((TOWN, "instance of", start_at("City")), None, "it joins a thing and its class"),
        ((start_at("Ulm"), "part of", TOWN), None, ""),
        ((node_of("Town"), "<instance of", TOWN), None, ""),
    ],
)
def test_keys_and_classes_of_topics_need_not_be_asked_for(
    parts: tuple[ShownNode | str, ...], key: int | None, needed: str
) -> None:
    (relation,) = [item for item in elements_of(path_of(*parts), 0, key) if item.kind == "relation"]
    assert relation.needed == needed


def test_a_workplace_is_where_somebody_works() -> None:
    path = path_of(ANN, "<employee", MEDIATOR, "workplace", TOWN)
    assert "employee work place" in elements_of(path, 2)[1].texts
