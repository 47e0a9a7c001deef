"""Claims that compare, name an extreme or state several things are decided where the graph has it all."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from tests.pipeline_fixtures import small_graph

PIERS = ("East", "West", "Mole", "Slip", "Quay")
LENGTHS, BUILT, OWNERS = (
    (120, 95, 240, 38, 38),
    (1891, 1968, 1924, 1840, 1902),
    ("Ann", "Bob", "Ann", "Cid", "Bob"),
)
LINES = [
    *(f"{pier} a pier" for pier in PIERS),
    *(f'{pier} length "{length}"' for pier, length in zip(PIERS, LENGTHS, strict=True)),
    *(f'{pier} built "{year}-05-01"' for pier, year in zip(PIERS, BUILT, strict=True)),
    *(f"{pier} owned_by {owner}" for pier, owner in zip(PIERS, OWNERS, strict=True)),
    *(f'{pier} lamps "{number}"' for number, pier in enumerate(PIERS, start=3)),
    *(f"{name} a person" for name in ("Ann", "Bob", "Cid")),
    "Hut a house",
    'Hut length "500"',
    *(f"{peak} a peak" for peak in ("Horn", "Tor")),
    *(f"{peak} first_climbed_by Cid" for peak in ("Horn", "Tor")),
    'Horn first_climbed_on "1902-08-25"',
]


@pytest.fixture(scope="module")
def agent() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(small_graph(*LINES), task="verify", encoder="lexical") as agent:
        yield agent


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Mole is the longest pier.", "true"),
        ("East is the longest pier.", "false"),
        ("East is not the longest pier.", "true"),
        ("East was built before 1900.", "true"),
        ("East was built after 1900.", "false"),
        ("East was built before West.", "true"),
        ("West was built before Mole.", "false"),
        ("East has 3 lamps.", "true"),
        ("West has fewer than 4 lamps.", "false"),
        ("Mole has more lamps than East.", "true"),
        ("Both East and Mole are owned by Ann.", "true"),
        ("Both East and West are owned by Ann.", "false"),
        ("Neither West nor Slip is owned by Ann.", "true"),
        ("Neither West nor East is owned by Ann.", "false"),
    ],
)
def test_what_the_graph_has_whole_is_decided_with_evidence(
    agent: PathsOverGraph, claim: str, verdict: str
) -> None:
    answer = agent.ask(claim)
    assert (answer.verdict, answer.status) == (verdict, "supported")
    assert answer.cited


@pytest.mark.parametrize(
    "claim",
    [
        "Slip is the shortest pier.",  # Quay is as short
        "Hut is the longest pier.",  # it is no pier, and was not compared
        "East is one of the longest piers.",
        "East was built before 1891.",  # the day lies in that year
        "Hut was built before East.",  # nobody says when
        "Both East and Hut are owned by Ann.",
        "East and Mole are owned by Dan.",
        "Ann was built before East.",
        "Cid first climbed one peak.",  # of both, only one has a date
    ],
)
def test_all_else_is_not_enough(agent: PathsOverGraph, claim: str) -> None:
    assert agent.ask(claim).verdict == "not enough"
