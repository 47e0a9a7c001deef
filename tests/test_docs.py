"""The documents name what there is: every command, flag, setting, status, and file they point to."""

import json
import re
import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import get_args

import pytest
from pydantic import ValidationError

from pog_agent.config import ENVIRONMENT_PREFIX, PogConfig
from pog_agent.kg.preset import PRESETS, Preset, load_preset
from pog_agent.models import Answer, Evidence, Status, SubgraphSizes
from pog_agent.systems.registry import SYSTEMS
from tests.generated_docs import GENERATED, commands, diagrams, rooms, updated
from tests.measured_figures import FOLDER, SUBJECTS, Figure
from tests.test_architecture import PACKAGE, TOP_FOLDERS

ROOT = Path(__file__).parent.parent
TEXTS = {
    str(file.relative_to(ROOT)): file.read_text(encoding="utf-8")
    for file in (
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("graphs/*.md"),
        *ROOT.glob("notebooks/*.md"),
    )
}
README = TEXTS["README.md"]
PAGES = {name: text for name, text in TEXTS.items() if name.startswith("docs/")}
MANUAL = README + "".join(PAGES.values())

README_BYTES = 10 * 1024
PAGE_BYTES = 20 * 1024
PICTURE_BYTES = 200 * 1024
MOST_PAGES = 25
CHANGELOG_LINES = 60
OF_FIGURES = {"docs/figures.md": 60 * 1024, "docs/figures-history.md": 30 * 1024, "docs/checks.md": 30 * 1024}
"""Tables, which nobody reads from top to bottom."""
MADE_BY_A_RUN = {".venv", "build", "runs", "traces", "pages", "plots"}

LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]*)`")
VARIABLE = re.compile(r"POG_AGENT_[A-Z_]*[A-Z]\b|[A-Z]+_API_KEY")


@pytest.mark.parametrize("name", commands())
def test_every_command_is_in_the_manual(name):
    assert f"pog-agent {name}" in MANUAL


def test_every_flag_is_in_the_manual():
    flags = {flag for parser in commands().values() for item in parser._actions for flag in item.option_strings}
    missing = [flag for flag in flags - {"-h"} if not re.search(rf"{flag}\b", MANUAL)]
    assert missing == []


@pytest.mark.parametrize("name", GENERATED)
def test_what_is_made_from_the_code_is_up_to_date(name):
    file, _ = GENERATED[name]
    assert file.read_text(encoding="utf-8") == updated(name), "write it anew: python -m tests.generated_docs"


def test_every_setting_is_in_the_table_with_flag_default_and_meaning():
    for name, field in PogConfig.model_fields.items():
        row = next(line for line in PAGES["docs/settings.md"].splitlines() if line.startswith(f"| `{name}` | `--"))
        assert row.endswith(f"| {field.description} |")
        if field.default not in (None, ()):
            assert f"| `{field.default}` |" in row


def test_every_setting_can_be_set_from_the_command_line():
    targets = {item.dest for item in commands()["ask"]._actions}
    assert set(PogConfig.model_fields) - targets == {"variant"}
    assert "system" in targets


def test_every_environment_variable_is_in_the_settings():
    named = {name for file in PACKAGE.rglob("*.py") for name in VARIABLE.findall(file.read_text(encoding="utf-8"))}
    others = named - {ENVIRONMENT_PREFIX + name.upper() for name in PogConfig.model_fields}
    assert others
    assert all(f"`{name}`" in PAGES["docs/settings.md"] for name in others)


def test_every_preset_and_every_field_of_one_is_described():
    page = PAGES["docs/graphs.md"]
    for name in PRESETS:
        assert f"| `{name}` |" in page
    for name, field in Preset.model_fields.items():
        is_given = name not in ("name", "own_labels")
        assert not is_given or f"| `{name}` | {field.description}" in page.replace("| table: ", "| ")


def test_the_preset_in_the_documents_is_one(tmp_path):
    (tmp_path / "own.toml").write_text(re.search(r"```toml\n(.*?)```", PAGES["docs/graphs.md"], re.DOTALL)[1])
    assert load_preset(str(tmp_path / "own.toml")).name == "own"


def test_every_field_of_the_json_answer_is_described():
    page = PAGES["docs/json.md"]
    for name in (*Answer.model_fields, *SubgraphSizes.model_fields):
        assert f"| `{name}` |" in page
    for name in (*get_args(Status), *get_args(Evidence)):
        assert f"`{name}`" in page


def test_every_status_is_explained_in_the_readme():
    for name in get_args(Status):
        assert f"- `{name}`: " in README


def test_every_diagram_is_that_of_the_code():
    known = diagrams() + rooms()
    shown = {block for text in TEXTS.values() for block in re.findall(r"```mermaid\n.*?\n```", text, re.DOTALL)}
    assert len(shown) == known.count("```mermaid")
    assert all(block in known for block in shown)


def test_every_system_is_in_the_table_and_deployable():
    deployed = json.loads((ROOT / "langgraph.json").read_text())["graphs"]
    for name in SYSTEMS:
        assert f"| `{name}` |" in PAGES["docs/systems.md"]
        assert name.replace("-", "_") in deployed


@pytest.mark.parametrize("name", TEXTS)
def test_links_lead_somewhere(name):
    for target in LINK.findall(TEXTS[name]):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        assert file.exists(), target
        if anchor:
            assert anchor in anchors(file.read_text(encoding="utf-8")), target


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    outside = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.+)$", outside, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", [*PAGES, "README.md", "graphs/README.md"])
def test_files_and_folders_that_a_page_names_exist(name):
    for path in PATH.findall(TEXTS[name]):
        if path.split("/")[0] not in MADE_BY_A_RUN:
            assert (ROOT / path).exists() or (PACKAGE / path).exists(), path


def test_every_page_is_reached_from_the_readme():
    seen, ahead = set(), ["README.md"]
    while ahead:
        name = ahead.pop()
        if name in TEXTS and name not in seen:
            seen.add(name)
            targets = [target.partition("#")[0] for target in LINK.findall(TEXTS[name]) if "://" not in target]
            found = [((ROOT / name).parent / target).resolve() for target in targets if target]
            ahead += [str(file.relative_to(ROOT.resolve())) for file in found]
    assert set(PAGES) <= seen


def test_pages_are_short():
    sizes = {name: len(text.encode()) for name, text in PAGES.items()}
    assert len(README.encode()) <= README_BYTES
    assert {name: size for name, size in sizes.items() if size > OF_FIGURES.get(name, PAGE_BYTES)} == {}
    assert len(PAGES) <= MOST_PAGES
    assert TEXTS["CHANGELOG.md"].count("\n") <= CHANGELOG_LINES


def test_pictures_are_small_and_each_is_shown():
    shown = set(re.findall(r"images/([\w-]+\.png)", MANUAL))
    files = {file.name: file.stat().st_size for file in (ROOT / "docs" / "images").iterdir()}
    assert set(files) == shown
    assert {name: size for name, size in files.items() if size > PICTURE_BYTES} == {}


def test_the_tree_of_the_readme_is_that_of_the_repository():
    tree = re.search(r"^## Folders\n(.*)", README, re.DOTALL | re.MULTILINE)[1]
    assert set(re.findall(r"^    (\w+)/", tree, re.MULTILINE)) == TOP_FOLDERS


def test_the_architecture_says_what_each_room_is_for():
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert set(re.findall(r"^\| `(\w+)/` \|", PAGES["docs/architecture.md"], re.MULTILINE)) == folders


def test_every_table_of_figures_says_how_and_when_it_was_made():
    sections = [
        *re.split(r"^### ", PAGES["docs/figures.md"], flags=re.MULTILINE)[1:],
        *re.split(r"^## ", PAGES["docs/figures-history.md"], flags=re.MULTILINE)[1:],
    ]
    assert len(sections) > 40
    for section in sections:
        assert re.search(r"^Command: (`|not recorded)", section, re.MULTILINE), section
        assert re.search(r"\b2\d{3}-\d\d-\d\d\b", section), section


def test_every_file_of_figures_is_on_the_page():
    assert {file.stem for file in FOLDER.iterdir()} == set(SUBJECTS)


@pytest.mark.parametrize(
    "fault", [{"command": "by hand"}, {"table": [{"columns": ["a", "b"], "rows": [["1"]]}]}, {"day": "today"}]
)
def test_a_figure_without_its_command_or_with_an_uneven_row_is_refused(fault):
    sound = {"title": "Speed", "command": "`make bench`", "date": "2026-11-27"}
    assert Figure.model_validate(sound)
    with pytest.raises(ValidationError):
        Figure.model_validate(sound | fault)


def test_ci_runs_the_test_command_of_the_readme():
    lines = [line for line in (ROOT / ".ci" / "run").read_text().splitlines() if line and not line.startswith("#")]
    assert lines[-2:] == ["make virtuoso || true", "make test"]
    assert all(command in README for command in ("make virtuoso", "make test"))


def test_only_the_target_for_it_installs_a_system_package():
    def recipe(target: str) -> str:
        command = ["make", "--dry-run", "--always-make", target]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert "apt-get install" in recipe("virtuoso")
    assert not [target for target in ("test", "lint", "bench", "demo") if "apt-get" in recipe(target)]


def test_the_graphs_that_langgraph_json_names_load():
    for deployed in json.loads((ROOT / "langgraph.json").read_text())["graphs"].values():
        path, _, name = deployed["path"].partition(":")
        spec = spec_from_file_location("deployed", ROOT / path)
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        assert "verify_answer" in getattr(module, name).get_graph().nodes


def test_the_page_of_deviations_has_every_step_that_deviates():
    folders = ("pog", "tog", "composing", "connecting")
    steps = (file for folder in folders for file in PACKAGE.glob(f"nodes/{folder}/*.py"))
    deviating = {file.stem for file in steps if "Deviation" in file.read_text(encoding="utf-8")}
    _, _, deviations = PAGES["docs/papers.md"].partition("\n## Where this differs")
    named = set(re.findall(r"^\| `(\w+)` \|", deviations, re.MULTILINE))
    assert named == deviating
