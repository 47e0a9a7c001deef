"""Names without meaning, in graph and questions alike."""

import json
from pathlib import Path

import pytest

from pog_agent.errors import SettingError
from pog_agent.evaluation.changed_graphs.scrambled_names import (
    scrambled,
    scrambled_questions,
    with_scrambled_names,
)
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.interfaces.cli import main
from pog_agent.kg.open import open_kg
from pog_agent.kg.sparql.store import SparqlStore

ENTITY = "http://example.org/e/"
GRAPH = """
@prefix : <http://example.org/e/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:Mars a :Planet ; rdfs:label "Mars"@en ; skos:altLabel "Red Planet" ; :moon :Phobos ; :mass 6.4 .
:Phobos rdfs:label "Phobos" .
:Planet rdfs:label "planet" .
:moon rdfs:label "has moon" .
:Unnamed :near :Mars .
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "graph.ttl"
    path.write_text(GRAPH)
    return path


async def test_entities_have_other_names_and_all_else_stays(file: Path) -> None:
    graph = open_kg(str(file))
    changed = with_scrambled_names(graph, seed=3)
    asked = [ENTITY + name for name in ("Mars", "Phobos", "Unnamed", "Planet", "moon")]
    assert await changed.labels(asked) == dict(
        zip(
            asked,
            [scrambled(name, 3) for name in ("Mars", "Phobos", "unnamed")] + ["planet", "has moon"],
            strict=True,
        )
    )
    found = await changed.find([scrambled("red planet", 3), scrambled("MARS", 3), "Mars"])
    assert {text: [entity.iri for entity in entities] for text, entities in found.items()} == {
        scrambled("Red Planet", 3): [ENTITY + "Mars"],
        scrambled("Mars", 3): [ENTITY + "Mars"],
    }
    assert (await changed.neighbors(asked)).triples == (await graph.neighbors(asked)).triples
    prints = [await each.fingerprint() for each in (graph, changed, with_scrambled_names(graph, 4))]
    assert len(set(prints)) == 3
    assert await with_scrambled_names(graph, 3).fingerprint() == prints[1]


def test_questions_and_gold_answers_change_with_the_graph() -> None:
    question = Question(
        id="1",
        question="Which moon of mars, the Red Planet, is not Marsian?",
        topic_entities=(GoldItem(iri=ENTITY + "Mars", label="Mars", aliases=("Red Planet",)),),
        answers=(GoldItem(iri=ENTITY + "Phobos", label="Phobos"), GoldItem(value="6.4", label="6.4")),
    )
    [changed] = scrambled_questions([question], seed=3)
    assert changed.question == (
        f"Which moon of {scrambled('Mars', 3)}, the {scrambled('Red Planet', 3)}, is not Marsian?"
    )
    assert [item.label for item in changed.answers] == [scrambled("Phobos", 3), "6.4"]
    assert changed.topics == question.topics
    assert scrambled("Mars", 3) != scrambled("Mars", 4)


def test_topics_of_another_graph_change_too_and_bare_names_stay_beside_the_new_ones() -> None:
    question = Question(
        id="1",
        question="Who owns Mars?",
        other_topics=(GoldItem(iri="http://other/1", label="Mars"),),
        answers=(GoldItem(label="Phobos"),),
    )
    [changed] = scrambled_questions([question], seed=3)
    assert changed.question == f"Who owns {scrambled('Mars', 3)}?"
    assert changed.other_topics[0].label == scrambled("Mars", 3)
    assert changed.answers[0].names == ("Phobos", scrambled("Phobos", 3))


def test_a_graph_that_is_not_held_locally_is_refused() -> None:
    with pytest.raises(SettingError, match="RDF files and compiled graphs only"):
        with_scrambled_names(SparqlStore("http://127.0.0.1:1/sparql"))


def test_hardly_any_discoveries_are_no_wrong_graph(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = tmp_path / "questions.jsonl"
    topic = {"iri": ENTITY + "Mars", "label": "Mars"}
    questions.write_text(
        json.dumps({"id": "1", "question": "Its moon?", "topic_entities": [topic], "answers": [topic]})
    )
    options = ["--kg", str(file), "--keep-discovered", "0.001", "--no-plots", "--quiet", "--json"]
    assert main(["eval", "--data", str(questions), "--out", str(tmp_path / "run"), *options]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["n"], figures["abstained"]) == (1, 1.0)


def test_the_offline_result_does_not_rest_on_names(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = tmp_path / "questions.jsonl"
    record = {
        "id": "1",
        "question": "What moon does Mars have?",
        "topic_entities": [{"iri": ENTITY + "Mars", "label": "Mars"}],
        "answers": [{"iri": ENTITY + "Phobos", "label": "Phobos"}],
    }
    questions.write_text(json.dumps(record))
    for more in ([], ["--bare-questions"]):
        options = ["--scramble", "--no-plots", "--quiet", "--json", "--force", *more]
        assert (
            main(["eval", "--data", str(questions), "--kg", str(file), "--out", str(tmp_path / "run"), *options])
            == 0
        )
        figures = json.loads(capsys.readouterr().out)
        assert figures["hits1_strict"] == 1.0
        assert "scrambled" in figures["kg"]
    [line] = (tmp_path / "run" / "results.jsonl").read_text().splitlines()
    assert scrambled("Mars") in line
    assert "Phobos" not in json.loads(line)["question"]
