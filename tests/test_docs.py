"""The documents name what there is: every command, flag, setting, status, and file they point to."""

import argparse
import json
import re
import subprocess
from pathlib import Path

import pytest

from pog_agent.agent import open_system
from pog_agent.config import PogConfig
from pog_agent.interfaces.cli import build_parser
from pog_agent.kg.preset import PRESETS, Preset, load_preset
from pog_agent.systems.registry import SYSTEMS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> dict[str, argparse.ArgumentParser]:
    actions = [item for item in build_parser()._actions if isinstance(item, argparse._SubParsersAction)]
    return dict(actions[0].choices)


@pytest.mark.parametrize("name", commands())
def test_every_command_is_in_the_readme(name):
    assert f"pog-agent {name}" in README


def test_every_flag_is_in_the_readme():
    flags = {flag for parser in commands().values() for item in parser._actions for flag in item.option_strings}
    missing = [flag for flag in flags - {"-h", "--help"} if not re.search(rf"{flag}\b", README)]
    assert missing == []


def test_every_setting_is_in_the_table_with_its_default():
    for name, field in PogConfig.model_fields.items():
        row = next(line for line in README.splitlines() if line.startswith(f"| `{name}` |"))
        if field.default not in (None, ()):
            assert f"`{field.default}`" in row


def test_every_setting_can_be_set_from_the_command_line():
    targets = {item.dest for item in commands()["ask"]._actions}
    assert set(PogConfig.model_fields) - targets == {"variant"}
    assert "system" in targets


def test_every_preset_and_every_field_of_one_is_in_the_readme():
    for name in PRESETS:
        assert f"`{name}`" in README
    for name, field in Preset.model_fields.items():
        assert name == "name" or f"| `{name}` | {field.description}" in README.replace("| table: ", "| ")


def test_the_preset_in_the_readme_is_one(tmp_path):
    (tmp_path / "own.toml").write_text(re.search(r"```toml\n(.*?)```", README, re.DOTALL)[1])
    assert load_preset(str(tmp_path / "own.toml")).name == "own"


def test_the_diagram_is_the_graph_as_it_is():
    from pog_agent.systems.pog import build_pog

    assert build_pog().get_graph().draw_mermaid().strip() in README


@pytest.mark.parametrize("name", [name for name in SYSTEMS if not name.startswith("pog")])
def test_the_diagrams_of_the_baselines_are_those_of_their_graphs(name):
    with open_system(name) as system:
        assert system.graph.get_graph().draw_mermaid().strip() in (ROOT / "graphs" / "README.md").read_text()


def test_every_system_is_in_the_readme_and_deployable():
    deployed = json.loads((ROOT / "langgraph.json").read_text())["graphs"]
    for name in SYSTEMS:
        assert f"`{name}`" in README
        assert name.replace("-", "_") in deployed


def test_linked_files_exist():
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_ci_runs_the_test_command_of_the_readme():
    lines = [line for line in (ROOT / ".ci" / "run").read_text().splitlines() if line and not line.startswith("#")]
    assert lines[-2:] == ["make virtuoso || true", "make test"]
    assert all(f"`{command}`" in README for command in ("make virtuoso", "make test"))


def test_only_the_target_for_it_installs_a_system_package():
    def recipe(target: str) -> str:
        command = ["make", "--dry-run", "--always-make", target]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert "apt-get install" in recipe("virtuoso")
    assert not [target for target in ("test", "lint", "bench", "demo") if "apt-get" in recipe(target)]


def test_the_graphs_that_langgraph_json_names_load():
    from importlib.util import module_from_spec, spec_from_file_location

    for target in json.loads((ROOT / "langgraph.json").read_text())["graphs"].values():
        path, _, name = target.partition(":")
        spec = spec_from_file_location("deployed", ROOT / path)
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        assert "verify_answer" in getattr(module, name).get_graph().nodes
