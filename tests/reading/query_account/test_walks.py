"""The paths that a query goes along: from what it names over what it shows."""

from collections.abc import Sequence
from typing import Any

import pytest

from pog_agent.reading.query_account.parts import QueryParts
from pog_agent.reading.query_account.schema_facts import SchemaFacts
from pog_agent.reading.query_account.walks import QueryWalk, walks_of
from tests.schema_fixtures import everyday

MUSEUM = "Brackwater Museum of Art"
ROOMS = (
    "w is class:painting",
    "w link:hangs in room r",
    "r link:room of m",
    f"m is topic:{MUSEUM}",
)


def walks(name: str, names: Sequence[str], **reply: Any) -> list[QueryWalk]:
    graph = everyday(name)
    parts = QueryParts.of_query(graph.query("Which?", names, **reply))
    return walks_of(parts, SchemaFacts(parts, graph.step("Which?", *names).vocabulary), graph.topics(*names))


def in_short(walk: QueryWalk) -> str:
    """What stands on a walk, with its answer in brackets."""
    found = ""
    for place, node in enumerate(walk.path.nodes):
        text = "/".join(node.labels) or node.kind
        found += f"[{text}]" if place == walk.position else text
        if place < len(walk.path.relations):
            relation, onward = walk.path.relations[place], walk.path.forward[place]
            found += f" -{relation}> " if onward else f" <{relation}- "
    return found


@pytest.mark.parametrize(
    ("graph", "names", "reply", "expected"),
    [
        (
            "museum",
            [MUSEUM],
            {"where": ROOMS, "select": ["w"]},
            ["Brackwater Museum of Art <room of- entity <hangs in room- [entity]"],
        ),
        (
            "filmclub",
            ["Clara Voss", "Henrik Dahl"],
            {
                "where": [
                    "f link:director a",
                    "a is topic:Clara Voss",
                    "f link:producer b",
                    "b is topic:Henrik Dahl",
                ],
                "select": ["f"],
            },
            ["Clara Voss <director- [entity] -producer> Henrik Dahl"],
        ),
        (
            "museum",
            [],
            {"where": ["m is class:museum", "m attribute:founded in y", "y < 1960"], "select": ["m"]},
            ["[entity] -founded in> literal"],
        ),
        (
            "museum",
            ["Ilse Marwede"],
            {
                "where": [
                    *("w link:painted by a", "a is topic:Ilse Marwede"),
                    *("w link:hangs in room r", "w attribute:height cm h", "h > 10"),
                ],
                "select": ["w"],
            },
            [
                "Ilse Marwede <painted by- [entity] -hangs in room> entity",
                "Ilse Marwede <painted by- [entity] -height cm> literal",
            ],
        ),
    ],
    ids=["a chain", "two names", "no name", "branches"],
)
def test_a_walk_goes_from_a_name_over_what_is_shown(
    graph: str, names: list[str], reply: dict[str, Any], expected: list[str]
) -> None:
    assert [in_short(walk) for walk in walks(graph, names, **reply)] == expected


def test_a_class_stands_where_the_query_or_all_of_a_relation_says_it() -> None:
    (walk,) = walks("museum", [MUSEUM], where=ROOMS, select=["w"])
    kinds = [{kind.lower() for kind in node.types} for node in walk.path.nodes]
    assert "museum" in kinds[0] and "room" in kinds[1] and "painting" in kinds[2]
    assert walk.path.key is not None and walk.path.key.topics
