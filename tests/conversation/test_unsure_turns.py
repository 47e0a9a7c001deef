"""Follow-ups to an answer that is not supported, or to none: nothing of them is surer than what they refer to."""

from pathlib import Path

import pytest

from pog_agent import PathsOverGraph
from tests.finding_ids import ids

EXAMPLE = "http://example.org/"
LIVES = {"Ann Berg": "Oslo", "Tom Vik": "Bergen", "Lise Moe": "Bergen"}
WORKS = {"Ann Berg": "Nordlys", "Tom Vik": "Nordlys", "Lise Moe": "Fjordbank"}
KINDS = {"Person": LIVES, "City": ("Oslo", "Bergen"), "Company": ("Nordlys", "Fjordbank")}


def _iri(name: str) -> str:
    return f"<{EXAMPLE}{name.replace(' ', '_')}>"


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> PathsOverGraph:
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    lines = [f'{_iri(class_)} {label} "{class_.lower()}" .' for class_ in KINDS]
    for class_, names in KINDS.items():
        lines += [f'{_iri(name)} {label} "{name}" ; a {_iri(class_)} .' for name in names]
    for relation, facts in (("lives in", LIVES), ("works at", WORKS)):
        lines += [f'{_iri(relation)} {label} "{relation}" .']
        lines += [f"{_iri(one)} {_iri(relation)} {_iri(other)} ." for one, other in facts.items()]
    born = _iri("year of birth")
    lines += [f'{born} {label} "year of birth" .', f"{_iri('Tom Vik')} {born} 1985 ."]
    lines += [f'{_iri("Lise Moe")} {_iri("is a")} "engineer" .']
    path: Path = tmp_path_factory.mktemp("graph") / "people.ttl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return PathsOverGraph(path, "offline", checkpointer="memory")


def test_some_of_a_supported_answer_may_be_supported(agent: PathsOverGraph) -> None:
    assert agent.ask("Who lives in Bergen?", thread="sure").status == "supported"
    answer = agent.ask("How many of them work at Fjordbank?", thread="sure")
    assert (answer.status, [item.label for item in answer.answers]) == ("supported", ["1"])


def test_some_of_a_partial_answer_are_not_supported(agent: PathsOverGraph) -> None:
    assert agent.ask("Which engineer lives in Bergen?", thread="unsure").status == "partial"
    answer = agent.ask("How many of them work at Fjordbank?", thread="unsure")
    assert answer.status == "partial"
    assert "members-not-sure" in ids(answer.findings)


def test_she_may_be_the_one_who_was_not_found(agent: PathsOverGraph) -> None:
    assert agent.ask("Who is the mother of Tom Vik?", thread="vain").status == "abstained"
    answer = agent.ask("When was she born?", thread="vain")
    assert answer.abstention is not None
    assert answer.abstention.message == "I could not tell whether 'she' refers to Tom Vik."
    assert [item.label for item in agent.ask("yes", thread="vain").answers] == ["1985"]


TWO_OF_A_NAME = """
@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Village rdfs:label "village" . :River rdfs:label "river" . :near rdfs:label "near" .
:aldin1 a :Village ; rdfs:label "Aldin" ; :near :boro1 . :aldin2 a :River ; rdfs:label "Aldin" .
:boro1 a :Village ; rdfs:label "Boro" . :boro2 a :Town ; rdfs:label "Boro" ; :near :aldin2 .
:Town rdfs:label "town" .
"""


def test_who_says_which_of_a_name_says_nothing_of_another_name(tmp_path: Path) -> None:
    path = tmp_path / "names.ttl"
    path.write_text(TWO_OF_A_NAME, encoding="utf-8")
    agent = PathsOverGraph(path, "offline", checkpointer="memory")
    agent.ask("Is Aldin near Boro?", thread="names")
    agent.ask("I meant the river", thread="names")
    state = agent.graph.get_state({"configurable": {"thread_id": "names"}})
    rewriting = state.values["rewriting"]
    assert [(item.iri, item.namesakes) for item in rewriting.referents] == [
        (f"{EXAMPLE}aldin2", (f"{EXAMPLE}aldin1",))
    ]
