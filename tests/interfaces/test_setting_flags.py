"""Settings on the command line: one flag each, made from the fields as help, variables and tables are."""

import argparse
import re
from contextlib import suppress

import pytest

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.interfaces.setting_flags import (
    MOST_NEEDED,
    SUBJECTS,
    add_settings,
    given_settings,
    setting_help,
    setting_rows,
)
from tests.generated_docs import commands


@pytest.fixture
def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    add_settings(parser)
    return parser


def flags(parser: argparse.ArgumentParser) -> list[str]:
    return [flag for action in parser._actions for flag in action.option_strings if flag not in ("-h", "--help")]


def test_every_setting_has_one_flag_and_every_flag_one_setting(parser):
    assert [row.name for row in setting_rows()] == list(PogConfig.model_fields)
    assert sorted(flags(parser)) == sorted(row.flag for row in setting_rows())
    assert len(set(flags(parser))) == len(PogConfig.model_fields)


def test_flags_are_named_by_the_settings_but_for_a_few():
    named = {row.name: row.flag for row in setting_rows()}
    assert named["d_max"] == "--d-max"
    assert named["node_expansion"] == "--no-node-expansion"
    made = {name: name.replace("_", "-") for name in named}
    others = {name: flag for name, flag in named.items() if flag not in (f"--{made[name]}", f"--no-{made[name]}")}
    assert others == {"variant": "--system", "allow_parametric": "--no-parametric"}


def test_every_setting_stands_in_one_group():
    grouped = [*MOST_NEEDED, *(name for names in SUBJECTS.values() for name in names)]
    assert sorted(grouped) == sorted(PogConfig.model_fields)


def test_help_begins_with_what_most_questions_need():
    ask = commands()["ask"]
    blocks = ask.format_help().split("\n\n")
    assert blocks[0] == "usage: pog-agent ask QUESTION [flags]"
    titles = [block.partition(":\n")[0] for block in blocks[1:-1]]
    assert titles[1] == "what most questions need"
    assert set(SUBJECTS) < set(titles)
    needed = re.findall(r"^  (?:-h, )?(--[\w-]+)", blocks[2], re.MULTILINE)
    assert {"--kg", "--model", "--json", "--trace", "--max-tokens"} < set(needed)
    assert len(needed) <= 10
    assert "--w1" in blocks[1 + titles.index("the search of Paths-over-Graph")]


def test_a_row_says_what_the_field_says():
    rows = {row.name: row for row in setting_rows()}
    for name, field in PogConfig.model_fields.items():
        row = rows[name]
        assert row.variable == f"POG_AGENT_{name.upper()}"
        assert row.description == field.description
        assert row.default == ("" if field.default in (None, ()) else str(field.default))


def test_help_is_made_of_the_same_description_and_default(parser):
    text = " ".join(parser.format_help().split())
    for row in setting_rows():
        if row.flag != "--system":
            assert row.description in text
    assert setting_help("d_max") == "maximum exploration depth (default 3)"
    assert "POG_AGENT_D_MAX" in text


TEXTS = {
    "kg": "x.nt",
    "topics": "http://e/a",
    "languages": "de",
    "strategy": "fuzzy",
    "fuzzy": "paths",
    "task": "verify",
    "otlp": "default",
    "confirm": "topics",
    "rag_passages": "topics",
}
TEXTS |= {"variant": "pog-e", "profile": "lean", "compose": "off", "ranker": "bm25", "relation_prune": "single"}
TEXTS |= {"reader": "rules", "context_tokens": "4096", "trust": "once"}


@pytest.mark.parametrize("row", setting_rows(), ids=lambda row: row.name)
def test_every_variable_sets_its_setting(row):
    default = PogConfig.model_fields[row.name].default
    for text in (TEXTS[row.name],) if row.name in TEXTS else ("false", "16", "2", "1", "0.5"):
        with suppress(SettingError):
            given = PogConfig.create({row.variable: text}).given
            if given != {row.name: default}:
                assert set(given) == {row.name}
                return
    raise AssertionError(f"{row.variable} changes nothing")


def test_what_flags_give_are_the_settings(parser):
    assert set(given_settings(parser.parse_args([])).values()) == {None}
    words = ["--kg", "a.nt", "--kg", "b.nt", "--topics", "urn:a", "--topics", "urn:b", "--d-max", "2"]
    words += ["--no-summarize", "--no-parametric"]
    config = PogConfig.create({}, **given_settings(parser.parse_args(words)))
    assert config.given == {
        "kg": "a.nt:b.nt",
        "topics": ("urn:a", "urn:b"),
        "summarize": False,
        "allow_parametric": False,
        "d_max": 2,
    }


def test_a_command_may_leave_settings_out():
    parser = argparse.ArgumentParser()
    add_settings(parser, without=("kg", "topics"))
    assert not {"--kg", "--topics"} & set(flags(parser))
