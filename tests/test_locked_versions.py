"""`constraints.txt` pins what the two commands install, and the Makefile holds what it can against its SHA-256."""

import re
import tomllib
from importlib.metadata import distributions

from packaging.requirements import Requirement
from packaging.version import Version

from tests.locked_versions import FILE, OF_TEST, chosen_by_hand, locked, written

TEXT = FILE.read_text(encoding="utf-8")
PINS = dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", TEXT, re.MULTILINE))


def wheel(name: str, version: str, file: str) -> dict[str, object]:
    source = {"url": f"https://files/{file}", "archive_info": {"hashes": {"sha256": "ab12"}}}
    return {"metadata": {"name": name, "version": version}, "download_info": source}


def test_every_installed_package_of_the_environment_has_its_pinned_version():
    installed = {item.name.lower().replace("_", "-"): item.version.partition("+")[0] for item in distributions()}
    known = {name: version for name, version in installed.items() if name in PINS}
    assert len(known) > 100
    assert {name: PINS[name] for name in known} == known


OTHERS = {"dev", "anthropic", "google"}
"""Extras that the two commands do not install; that of Google needs an older tenacity than the others get."""


def test_every_requirement_that_is_installed_is_pinned_within_its_bounds():
    project = tomllib.loads((FILE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [
        *project["dependencies"],
        *(line for extra in extras if extra not in OTHERS for line in extras[extra]),
    ]
    for line in map(Requirement, asked):
        if line.name != project["name"]:
            assert Version(PINS[line.name.lower().replace("_", "-")]) in line.specifier, line


def test_a_wheel_that_is_the_same_everywhere_has_its_digest_and_others_have_their_version():
    own = {"metadata": {"name": "own", "version": "0"}, "download_info": {"url": "file:///own", "dir_info": {}}}
    lines = locked(
        {
            "install": [
                wheel("Pure_Package", "1.0", "pure-1.0-py3-none-any.whl"),
                wheel("torch", "2.0+cpu", "torch-2.0-cp311-cp311-linux_x86_64.whl"),
                own,
            ]
        }
    )
    assert lines == {"pure-package": "pure-package==1.0  # --hash=sha256:ab12", "torch": "torch==2.0"}


def test_what_only_the_tests_need_comes_behind_a_line_that_the_makefile_knows():
    text = written({"b": "b==1"}, {"b": "b==1", "c": "c==2"})
    assert text.splitlines()[-3:] == ["b==1", OF_TEST, "c==2"]
    assert OF_TEST.startswith("# make test")
    assert chosen_by_hand(["numpy==2", "torch==1"]) == "torch==1"
