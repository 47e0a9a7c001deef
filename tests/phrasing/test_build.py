"""A phrasebook that a model writes, over HTTP: what it sees, what is kept, and what is read by it."""

import json
from pathlib import Path
from typing import Any

import pytest

from pog_agent import PathsOverGraph
from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.interfaces.cli import main
from pog_agent.kg.phrasebook import phrasebook_of
from pog_agent.phrasing import PhrasebookReport, build, build_phrasebook
from pog_agent.reasoner.chat.access import ModelAccess
from pog_agent.run.resources import UNUSED_PHRASES
from tests.llm_server import EMPTY, Body, Script, ScriptedLLM, user_text

SHOP = """
@prefix : <http://shop.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Shop rdfs:label "shop" . :Person rdfs:label "person" .
:managedBy rdfs:label "managed by" . :ownedBy rdfs:label "owned by" . :seats rdfs:label "seats" .
:mill a :Shop ; rdfs:label "Mill Lane" ; :managedBy :ada ; :ownedBy :bo ; :seats 12 .
:quay a :Shop ; rdfs:label "Quay Street" ; :managedBy :bo ; :ownedBy :bo ; :seats 30 .
:ada a :Person ; rdfs:label "Ada Finch" . :bo a :Person ; rdfs:label "Bo Wren" .
"""
TOLD = {
    "class: person": ["People!", "somebody who is called by far too many words to be a phrase"],
    "managed by": ["run", "managed by", "in charge of", 7, "boss"],
    "owned by": ["belong to", "boss"],
}


def told(step: str, body: Body) -> str:
    rows = [line.split("] ", 1) for line in user_text(body).splitlines() if line.startswith("[")]
    named = {row[0].strip("[ "): row[1] for row in rows}
    phrases = {number: texts for number, line in named.items() for part, texts in TOLD.items() if part in line}
    return json.dumps({"phrases": phrases})


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    file = tmp_path / "shop.ttl"
    file.write_text(SHOP, encoding="utf-8")
    return file


@pytest.fixture
def written(shop: Path, tmp_path: Path) -> Any:
    """Writes a phrasebook with a scripted model; gives its file, the report and the server."""

    def call(script: Script = told, **bounds: int) -> tuple[Path, PhrasebookReport, ScriptedLLM]:
        llm, out = ScriptedLLM(), tmp_path / "phrases.ttl"
        with llm.serve(script) as url:
            access = ModelAccess("openai:test", base_url=url, **bounds)
            report = build_phrasebook(PogConfig.create(kg=str(shop)), out, access)
        return out, report, llm

    return call


def test_phrases_are_kept_as_names_of_their_relation_and_what_is_none_is_left_out(written: Any) -> None:
    out, report, llm = written()
    found = phrasebook_of(str(out)).items()
    book = {iri.rpartition("/")[2]: [name.text for name in names] for iri, names in found}
    assert book == {"Person": ["people"], "managedBy": ["in charge of", "run"], "ownedBy": ["belong to"]}
    assert llm.steps == ["write_phrases"]
    assert (report.parts, report.with_phrases, report.phrases, report.llm_calls) == (5, 3, 4, 1)
    assert report.warnings == ("left out, since several relations of one class have them: boss",)


def test_the_model_sees_names_and_no_data(written: Any) -> None:
    _, _, llm = written()
    shown = user_text(llm.requests[0])
    assert "relation: (shop) - managed by -> (person)" in shown
    assert "relation: (shop) - seats -> integer" in shown
    assert "Ada Finch" not in shown


def test_questions_are_read_by_its_phrases_without_a_model(written: Any, shop: Path) -> None:
    out, _, _ = written()
    question = "Who is in charge of Mill Lane?"
    with PathsOverGraph(str(shop), encoder="lexical") as plain:
        assert plain.ask(question).status != "supported"
    with PathsOverGraph(str(shop), encoder="lexical", phrases=str(out)) as agent:
        answer = agent.ask(question)
        assert (answer.text, answer.status) == ("Ada Finch", "supported")
        assert agent.ask("Who does Mill Lane belong to?").text == "Bo Wren"
        assert agent.ask("Who is the boss of Mill Lane?").status != "supported"


def test_a_model_without_a_usable_reply_writes_no_file(written: Any, tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="gave no phrases"):
        written(lambda step, body: EMPTY)
    assert not (tmp_path / "phrases.ttl").exists()


def test_the_calls_are_bounded_and_what_was_not_asked_about_is_said(
    written: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "PARTS_OF_CALL", 1)
    _, report, llm = written(max_calls=3)
    assert len(llm.steps) == report.llm_calls == 3
    assert "2 of 5 lists of names were not asked about: 3 calls were made" in report.warnings


def test_a_file_that_is_there_is_not_replaced_unasked(written: Any) -> None:
    out, _, _ = written()
    with pytest.raises(SettingError, match="exists; give another --out"):
        written()
    assert out.exists()


def test_the_command_takes_no_model_that_is_none(shop: Path, tmp_path: Path, capsys: Any) -> None:
    code = main(["phrases", str(shop), "--model", "offline", "--out", str(tmp_path / "p.ttl")])
    assert code == 2
    assert "give provider:name" in capsys.readouterr().err


def test_where_no_queries_are_composed_the_answer_says_that_phrases_do_nothing(written: Any, shop: Path) -> None:
    out, _, _ = written()
    with PathsOverGraph(str(shop), encoder="lexical", phrases=str(out), compose="off") as agent:
        assert UNUSED_PHRASES in agent.ask("Who is in charge of Mill Lane?").warnings
    with PathsOverGraph(str(shop), encoder="lexical", phrases=str(out)) as agent:
        assert UNUSED_PHRASES not in agent.ask("Who is in charge of Mill Lane?").warnings


def test_a_file_of_phrases_that_is_not_there_is_named_with_its_setting(shop: Path, tmp_path: Path) -> None:
    agent = PathsOverGraph(str(shop), encoder="lexical", phrases=str(tmp_path / "none.ttl"))
    with agent, pytest.raises(SettingError, match=r"^phrases: .*none\.ttl: no such file"):
        agent.ask("Who is in charge of Mill Lane?")


def test_the_command_says_what_it_wrote(shop: Path, tmp_path: Path, capsys: Any) -> None:
    with ScriptedLLM().serve(told) as url:
        flags = ["--model", "openai:test", "--base-url", url, "--out", str(tmp_path / "p.ttl"), "--json"]
        assert main(["phrases", str(shop), *flags]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["with_phrases"], report["phrases"]) == (3, 4)
