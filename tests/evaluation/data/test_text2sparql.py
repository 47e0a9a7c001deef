"""Question files of the TEXT2SPARQL challenge, from the YAML to the figures of a run."""

import json

import pytest

from pog_agent.errors import SettingError
from pog_agent.evaluation.data.dataset import load_questions
from pog_agent.evaluation.job.description import Job
from pog_agent.evaluation.job.running import evaluate
from pog_agent.evaluation.run_folder import RunFolder

FILE = """
dataset:
  id: https://text2sparql.aksw.org/2025/corporate/
  prefix: ck25
  defaultNamespace: http://ld.company.org/prod-vocab/
questions:
  - id: 1
    question: {en: "What moons does Mars have?", de: "Welche Monde hat der Mars?"}
    query:
      sparql: |
        PREFIX r: <http://example.org/world/r/>
        SELECT ?x WHERE { ?x r:orbits <http://example.org/world/e/Mars> }
  - id: 2
    features: [RESULT_ORDER_MATTERS, RESULT_COUNT_ONE]
    question: {en: "How many moons does Mars have?"}
    query:
      sparql: |
        SELECT (COUNT(?x) AS ?n) WHERE {
          ?x <http://example.org/world/r/orbits> <http://example.org/world/e/Mars> }
  - id: 3
    question: {en: "What is the meaning of life?"}
"""


def written(tmp_path, text: str):
    path = tmp_path / "questions.yml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_question_in_two_languages_is_two_with_the_ids_of_the_client(tmp_path):
    found = load_questions(written(tmp_path, FILE))
    assert found.format == "TEXT2SPARQL"
    assert [(item.id, item.type) for item in found.questions] == [
        ("ck25:1-en", "en"),
        ("ck25:1-de", "de"),
        ("ck25:2-en", "en"),
    ]
    assert found.notices == (
        "1 of 3 questions have no query and are left out",
        "the order of results matters to 1 of 3 questions, and is not judged",
    )


def test_a_run_has_the_answers_of_the_gold_queries_and_scores_result_sets(tmp_path):
    settings = {"kg": "demo", "encoder": "lexical"}
    job = Job(written(tmp_path, FILE), tmp_path / "run", settings=settings, topics_given=False, plots=False)
    figures = evaluate(job)
    records = {item.id: item for item in RunFolder(tmp_path / "run").records()}
    assert [item["iri"].rsplit("/", 1)[1] for item in records["ck25:1-en"].gold] == ["Phobos", "Deimos"]
    assert records["ck25:2-en"].measures.right
    assert records["ck25:1-en"].result_set.f1 == 1.0
    assert (records["ck25:1-de"].status, records["ck25:1-de"].result_set.f1) == ("abstained", 0.0)
    assert figures["result_sets"] == {"n": 3, "precision": 2 / 3, "recall": 2 / 3, "f1": 2 / 3}
    assert "## Result sets" in (tmp_path / "run" / "report.md").read_text(encoding="utf-8")


def test_what_a_system_sees_a_part_of_is_scored_over_the_whole_graph(tmp_path):
    settings = {"kg": "demo", "encoder": "lexical"}
    query = "SELECT ?x { <http://example.org/world/e/Niels_Bohr> <http://example.org/world/r/born_in> ?x }"
    asked = {"question": {"en": "Where was Niels Bohr born?"}, "query": {"sparql": query}}
    path = written(tmp_path, json.dumps({"dataset": {"id": "x"}, "questions": [asked]}))
    job = Job(path, tmp_path / "run", settings=settings, topics_given=False, plots=False, keep_discovered=0.99)
    assert evaluate(job)["result_sets"] == {"n": 1, "precision": 1.0, "recall": 1.0, "f1": 1.0}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("dataset: [", "line 1: not YAML"),
        ("- 1", "not a question file of TEXT2SPARQL"),
        ("dataset: {id: x}\nquestions: []", "questions"),
        ("dataset: {id: x}\nquestions: [{question: {}}]", "questions.0.question"),
        ("dataset: {id: x}\nquestions: [{question: {en: Why}}]", "no question of it has a query"),
        (FILE.replace("id: 2", "id: 1"), "the id 'ck25:1-en' is that of"),
        ("a: !!python/object/apply:os.system [ls]", "not YAML"),
        ("[" * 5_000, "nested too deeply"),
    ],
)
def test_a_file_that_is_none_says_where(tmp_path, text, told):
    with pytest.raises(SettingError) as error:
        load_questions(written(tmp_path, text))
    assert told in str(error.value)


def test_a_gold_query_that_is_wrong_names_its_question(tmp_path):
    path = written(tmp_path, FILE.replace("SELECT ?x WHERE", "SELECT ?x WERE"))
    job = Job(path, tmp_path / "run", settings={"kg": "demo", "encoder": "lexical"}, topics_given=False)
    with pytest.raises(SettingError, match="gold query of ck25:1-en: line 2, column 11, at 'WERE'"):
        evaluate(job)
