"""Things of which there is nothing to count are no row of an answer, and are told."""

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder
from tests.pipeline_fixtures import small_graph

ARCHIVE = small_graph(
    "Red a Box", "Blue a Box", "Green a Box", "L1 a Letter", "L2 a Letter", "L3 a Letter", "P1 a Parcel",
    "L1 kept_in Red", "L2 kept_in Red", "L3 kept_in Blue", "P1 kept_in Blue", "Ulm a Town", "Red town Ulm",
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "rows", "notes"),
    [
        ("How many letters are kept in each box?", {"Red": "2", "Blue": "1"}, 1),
        ("Which boxes have more than one letter kept in them?", {"Red": ""}, 0),
        ("Which box has the most letters kept in it?", {"Red": ""}, 0),
    ],
)
def test_groups_without_members_are_told(
    question: str, rows: dict[str, str], notes: int, meaning: CachedEncoder
) -> None:
    with PathsOverGraph(ARCHIVE, "offline", encoder=meaning) as agent:
        answer = agent.ask(question)
    told = [text for text in answer.warnings if text.startswith("not listed, as there is none to count or add")]
    assert {item.label for item in answer.answers} == set(rows)
    assert len(told) == notes
    assert all(text.endswith("1 box") for text in told)
