"""The everyday questions are well-formed, and their gold answers are what their SPARQL yields."""

import json
import re
from decimal import Decimal
from pathlib import Path

import pytest
import rdflib

from tests.benchmarks.judged import judged_lines

FOLDER = Path(__file__).parent / "everyday"
SETS = sorted(file.parent.name for file in FOLDER.glob("*/questions.jsonl"))
GRAPHS = {name: FOLDER / name / "kg.ttl" for name in SETS if (FOLDER / name / "kg.ttl").exists()}
SMALL = ("nursery", "rescue", "musicschool", "harbour", "toolhire", "playhouse", "cooperative", "radio")
OF_FIFTY = (
    *("bakery", "council", "dig", "missions", "recordings", "wildlife"),
    *("clinic", "cycling", "family", "freight", "kitchen", "services"),
    *("charity", "festival", "garage", "kennel", "letters", "manor"),
    *("comics", "farm", "library", "observatory", "university", "winery"),
    *("brewery", "hospital", "school", "shipwrecks", "theatre", "vineyardtours"),
)
OF_SIXTY = (
    *("airport", "aquarium", "auction", "elements", "footballclub", "gamestudio"),
    *("hotelchain", "lawfirm", "newspaper", "orchestra", "parliament", "rivers"),
    *("boardgames", "bridges", "dynasty", "estateagency", "gym", "labsamples"),
    *("pharmacy", "podcasts", "skiresort", "tramnetwork", "translators", "volcanoes"),
    *("bookbindery", "coworking", "embassy", "marathon", "planetarium", "seedbank"),
    *("cheesemaker", "debating", "fashionhouse", "fireservice", "mountainhuts", "photoarchive"),
    *("lighthouses", "racehorses", "typefoundry", "canal", "perfume", "puppetry"),
    *(
        WITH_FEW_TRAPS := (
            *("bells", "caves", "cycleclub", "pottery", "seedpotato", "stunts"),
            *("costumes", "escaperooms", "ferry", "fungi", "quarry", "sleddogs"),
        )
    ),
)
EVERY = 10
LEAST = {**dict.fromkeys((*SMALL, *OF_SIXTY), 60), **dict.fromkeys(OF_FIFTY, 50)}
"""The sets that have fewer questions than 70."""


def lines(name: str) -> list[dict]:
    return [
        json.loads(line) for line in (FOLDER / name / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    ]


def rows_of(answer: dict) -> list[dict]:
    """The cells of a row of a table; none for a single answer."""
    return answer["value"] if isinstance(answer.get("value"), list) else []


def to_four_digits(text: str) -> str:
    """A computed number as the gold has it: with four digits behind the point at most."""
    is_long = re.fullmatch(r"-?\d+\.\d{5,}", text)
    return f"{Decimal(text):.4f}" if is_long else text


def as_text(value: object) -> str:
    """A gold value, which may be a number or a truth value, as SPARQL writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("name", SETS)
def test_every_question_has_an_id_of_its_own_and_a_type(name):
    found = lines(name)
    assert len({item["id"] for item in found}) == len(found) >= LEAST.get(name, 70)
    assert all(item["question"].strip() and item["type"] for item in found)
    assert all(bool(item["answers"]) == bool(item["sparql"]) for item in found)


@pytest.mark.parametrize("name", SETS)
def test_a_third_is_unanswerable_or_a_trap_but_for_a_few_sets(name):
    found = lines(name)
    traps = [item for item in found if item["type"] in ("unanswerable", "trap") or item.get("note")]
    assert len(traps) >= (0.1 if name in WITH_FEW_TRAPS else 0.3) * len(found)


def test_an_answer_is_judged_once():
    found, graphs = judged_lines(), {*SETS, *(file.parent.name for file in FOLDER.glob("*/kg.ttl"))}
    assert len({(line.graph, line.question) for line in found}) == len(found) >= 500
    assert all(line.answers == tuple(sorted(line.answers)) and line.graph in graphs for line in found)
    assert {line.right for line in found} == {True, False}


@pytest.mark.parametrize(
    "name",
    [
        name if place % EVERY == 0 else pytest.param(name, marks=pytest.mark.slow)
        for place, name in enumerate(GRAPHS)
    ],
)
def test_the_gold_answers_are_what_the_sparql_yields(name):
    graph = rdflib.Graph().parse(GRAPHS[name])
    for item in lines(name):
        if not item["sparql"]:
            continue
        result = graph.query(item["sparql"])
        if result.type == "ASK":
            found = {str(result.askAnswer).lower()}
        else:
            found = {to_four_digits(str(row[0])) for row in result if row[0] is not None}
        cells = [cell for answer in item["answers"] for cell in (rows_of(answer) or [answer])]
        assert found == {cell.get("iri") or as_text(cell["value"]) for cell in cells}, item["id"]
