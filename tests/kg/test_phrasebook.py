"""Phrasebooks as files: what counts as a phrase, and what a wrong file is told."""

from pathlib import Path

import pytest

from pog_agent import PathsOverGraph
from pog_agent.errors import SettingError
from pog_agent.kg.phrasebook import phrasebook_of

HEAD = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <http://x.example/> .\n"


def written(tmp_path: Path, text: str) -> str:
    file = tmp_path / "phrases.ttl"
    file.write_text(HEAD + text, encoding="utf-8")
    return str(file)


def test_other_names_of_an_iri_are_its_phrases(tmp_path: Path) -> None:
    nameless = '[] skos:altLabel "no" .'
    file = written(tmp_path, f':boss skos:altLabel "runs"@en, " " ; skos:hiddenLabel "leads" . {nameless}')
    found = phrasebook_of(file)
    assert {iri: [name.text for name in names] for iri, names in found.items()} == {
        "http://x.example/boss": ["runs", "leads"]
    }


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    file = written(tmp_path, ':boss skos:altLabel "runs" .')
    first = phrasebook_of(file)
    written(tmp_path, ':boss skos:altLabel "leads", "heads the whole house" .')
    assert phrasebook_of(file) != first


@pytest.mark.parametrize(
    ("text", "told"),
    [(":boss :of :shop .", "has no skos:altLabel"), (":boss skos:altLabel", "not valid turtle")],
)
def test_what_is_no_phrasebook_is_a_setting_error(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(SettingError, match=told):
        phrasebook_of(written(tmp_path, text))


def test_a_missing_file_is_told_before_a_question_is_answered(tmp_path: Path) -> None:
    with (
        PathsOverGraph("demo", encoder="lexical", phrases=str(tmp_path / "none.ttl")) as agent,
        pytest.raises(SettingError, match=r"phrases: .*no such file"),
    ):
        agent.ask("Where was Albert Einstein born?")
