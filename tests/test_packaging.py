"""The built wheel carries everything that is read at run time."""

import importlib.util
import subprocess
import sys
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("hatchling") is None, reason="building needs hatchling, which is not installed"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> zipfile.ZipFile:
    """The wheel of the working tree."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", str(ROOT), "--no-deps", "--no-build-isolation", "--quiet"]
    command += ["--disable-pip-version-check", "--wheel-dir", str(folder)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.fixture(scope="module")
def names(wheel) -> set[str]:
    return set(wheel.namelist())


def test_every_prompt_is_in_the_wheel_word_for_word(wheel):
    prompts = sorted((ROOT / "prompts").glob("*.md"))
    assert prompts
    for prompt in prompts:
        assert wheel.read(f"pog_agent/_prompts/{prompt.name}") == prompt.read_bytes()


def test_the_bundled_graph_and_its_questions_are_in_the_wheel(wheel):
    for file in ("world.ttl", "questions.jsonl", "reproduce.toml"):
        assert wheel.read(f"pog_agent/demo/{file}") == (ROOT / "pog_agent" / "demo" / file).read_bytes()


def test_every_preset_is_in_the_wheel(wheel):
    presets = sorted((ROOT / "pog_agent" / "kg" / "presets").glob("*.toml"))
    assert presets
    for preset in presets:
        assert wheel.read(f"pog_agent/kg/presets/{preset.name}") == preset.read_bytes()


def test_what_reports_are_made_of_is_in_the_wheel(wheel):
    for file in ("reports/questions_page.html", "paper/published.toml"):
        name = f"pog_agent/evaluation/{file}"
        assert wheel.read(name) == (ROOT / name).read_bytes()


def test_the_grammar_of_sparql_is_in_the_wheel(wheel):
    name = "pog_agent/kg/foreign_queries/grammar.txt"
    assert wheel.read(name) == (ROOT / name).read_bytes()


def test_the_wheel_is_marked_as_typed(names):
    assert "pog_agent/py.typed" in names


def test_every_module_is_in_the_wheel_and_nothing_beside_the_package(names):
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "pog_agent").rglob("*.py")}
    assert modules <= names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"pog_agent"}


def test_the_wheel_names_command_license_and_python_version(wheel, names):
    (info,) = {name.split("/")[0] for name in names if ".dist-info/" in name}
    metadata = HeaderParser().parsestr(wheel.read(f"{info}/METADATA").decode())
    assert metadata["Name"] == "pog-agent"
    assert metadata["Requires-Python"] == ">=3.11"
    assert f"{info}/licenses/LICENSE" in names
    assert f"{info}/licenses/pog_agent/language/en/opposites.LICENSE.txt" in names
    assert "pog-agent = pog_agent.interfaces.start:main" in wheel.read(f"{info}/entry_points.txt").decode()
