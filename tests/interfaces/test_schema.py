"""`pog-agent schema`: tables that fit a terminal, one JSON object, one class, and errors."""

import json

import pytest

from pog_agent.interfaces.cli import main
from pog_agent.kg.schema.summary import SchemaSummary


@pytest.fixture
def run(capfd):
    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(("schema", *arguments))
        captured = capfd.readouterr()
        return code, captured.out, captured.err

    return call


def test_classes_come_with_counts_then_links_and_attributes(run):
    code, out, err = run("demo")
    assert (code, err) == (0, "")
    assert out.startswith("demo: 34 classes, 55 relations\n")
    assert max(map(len, out.splitlines())) <= 80
    rows = [" ".join(line.split()) for line in out.splitlines()]
    assert "person 44" in rows
    assert "citizen of → country 22 19 7" in rows
    assert "marriage → nameless nodes 12 11 6" in rows
    assert "chemical symbol text 8 8 8 Es, Ge, Po" in rows


def test_a_class_is_shown_with_the_links_into_it(run):
    code, out, _ = run("demo", "--class", "COUNTRY")
    rows = [" ".join(line.split()) for line in out.splitlines()]
    assert code == 0
    assert rows[0].startswith("country 18 instances http://")
    assert "citizen of ← person 22 19 7" in rows
    assert "has time zone → time zone 1 1 1" in rows


def test_names_are_shown_in_the_language_asked_for(run, tmp_path):
    (tmp_path / "kg.ttl").write_text(
        "@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        ':a a :C ; :r "x" . :C rdfs:label "city"@en, "Stadt"@de . :r rdfs:label "name"@en, "Name"@de .'
    )
    _, out, _ = run(str(tmp_path / "kg.ttl"), "--languages", "de")
    assert "Stadt" in out
    assert "city" not in out


def test_json_is_the_whole_summary_and_nothing_else(run):
    code, out, err = run("demo", "--json")
    record = json.loads(out)
    assert (code, err, record.pop("kg")) == (0, "", "demo")
    summary = SchemaSummary.model_validate(record)
    person = next(item for item in summary.classes if item.shown() == "person")
    assert (person.instances, person.named, person.mediator) == (44, 44, False)
    assert len(summary.links_from(person.iri)) == 9


def test_json_of_one_class_has_its_links_only(run):
    _, out, _ = run("demo", "--class", "moon", "--json")
    record = json.loads(out)
    [moon] = record["classes"]
    assert record["links"]
    assert all(moon["iri"] in (link["source"], link["target"]) for link in record["links"])


def test_a_class_that_is_not_there_is_bad_usage(run):
    code, out, err = run("demo", "--class", "unicorn")
    assert (code, out) == (2, "")
    assert err.startswith("pog-agent: error: no class is named 'unicorn'; the largest classes: ")
    assert err.count("\n") == 1


def test_a_graph_that_is_missing_is_code_3(run, tmp_path):
    code, out, err = run(str(tmp_path / "nothing.ttl"), "--json")
    assert (code, out) == (3, "")
    assert err.count("\n") == 1


def test_a_wrong_preset_is_bad_usage(run):
    assert run("demo", "--preset", "nonsense")[0] == 2
