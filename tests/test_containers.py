"""Dockerfile and compose file name what there is: commands with their flags, ports, extras, files."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from pog_agent.interfaces.cli import build_parser
from pog_agent.interfaces.mcp import command as mcp
from pog_agent.interfaces.text2sparql import command as serve
from pog_agent.interfaces.ui import command as ui

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "docker"
DOCKERFILE = (FOLDER / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))
OURS = {name: service for name, service in COMPOSE["services"].items() if service["image"] == "pog-agent"}
PORTS = {"ui": ui.PORT, "serve": serve.PORT, "mcp": mcp.PORT}


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_command_is_one_of_the_package_and_is_published_where_it_listens(name):
    service = OURS[name]
    arguments = build_parser().parse_args(service["command"])
    port = PORTS[arguments.command]
    assert service["ports"] == [f"127.0.0.1:{port}:{port}"], "without TLS, only this machine may ask"
    assert str(port) in re.findall(r"\d+", next(line for line in DOCKERFILE.splitlines() if "EXPOSE" in line))
    assert arguments.host == "0.0.0.0" and not arguments.without_token
    assert arguments.token_file == f"/run/secrets/{service['secrets'][0]}"
    assert service["secrets"][0] in COMPOSE["secrets"]


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_service_asks_the_store_where_it_listens_and_cannot_write(name):
    service, store = OURS[name], COMPOSE["services"]["store"]
    port = store["command"][store["command"].index("--bind") + 1].rpartition(":")[2]
    assert service["environment"]["POG_AGENT_KG"] == f"http://store:{port}/query"
    assert "ports" not in store and store["command"][0] == "serve-read-only"
    assert service["read_only"] and service["cap_drop"] == ["ALL"]


def test_the_graph_is_loaded_into_the_folder_that_is_served():
    load, store = COMPOSE["services"]["load"], COMPOSE["services"]["store"]
    assert load["image"] == store["image"] and load["volumes"][0] == store["volumes"][0]
    folders = [service["command"][service["command"].index("--location") + 1] for service in (load, store)]
    assert {store["volumes"][0].partition(":")[2]} == set(folders)


def test_the_image_is_built_of_files_and_extras_that_there_are():
    copied = [line.split()[1:-1] for line in DOCKERFILE.splitlines() if re.match(r"COPY (?!--from)", line)]
    sources = {source for line in copied for source in line}
    assert sources and all((ROOT / source).exists() for source in sources)
    kept = (FOLDER / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    assert sources == {line[1:] for line in kept if line.startswith("!")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = re.search(r'"\.\[(.+?)\]"', DOCKERFILE)[1].split(",")
    assert set(extras) <= set(project["optional-dependencies"])
    assert {file for file in project["license-files"] if not file.startswith("pog_agent/")} == {"LICENSE"}
    assert project["readme"] == "README.md"
    assert (FOLDER / COMPOSE["services"]["page"]["build"]["context"]).resolve() == ROOT


def test_the_image_starts_a_command_of_the_package_and_not_as_root():
    entry = yaml.safe_load(re.search(r"ENTRYPOINT (\[.+\])", DOCKERFILE)[1])
    default = yaml.safe_load(re.search(r"\nCMD (\[.+\])", DOCKERFILE)[1])
    assert entry == ["pog-agent"] and build_parser().parse_args(default).command == "ui"
    assert re.search(r"\nUSER [1-9]\d*\n", DOCKERFILE)
