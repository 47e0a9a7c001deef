"""A graph that is written again or deleted while it is open: its answers say so, and are not supported."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph
from pog_agent.kg.local.index import build_index
from pog_agent.kg.local.oxigraph_files import build_store

QUESTION = "Who is the founder of Acme?"


def write(file: Path, founder: str) -> None:
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    labels = "".join(f':{name} {label} "{name}" . ' for name in ("Acme", founder))
    file.write_text(f"@prefix : <http://example.org/> . {labels} :Acme :founder :{founder} .")


@contextmanager
def opened(kg: object) -> Iterator[PathsOverGraph]:
    with PathsOverGraph(str(kg), "offline", encoder="lexical") as agent:
        answer = agent.ask(QUESTION)
        assert (answer.status, answer.text, answer.warnings) == ("supported", "Ann", ())
        yield agent


def is_outdated(agent: PathsOverGraph, file: Path, what: str = "written again") -> bool:
    answer = agent.ask(QUESTION)
    assert answer.text == "Ann"
    note = f"not fully supported: {file} was {what} since the graph was opened"
    told = any(text.startswith(note) for text in answer.warnings)
    assert answer.status == ("partial" if told else "supported")
    return told


def test_a_file_that_is_written_again(tmp_path):
    file = tmp_path / "graph.ttl"
    write(file, "Ann")
    with opened(file) as agent:
        assert not is_outdated(agent, file)
        write(file, "Bob")
        assert is_outdated(agent, file)
    with PathsOverGraph(str(file), "offline", encoder="lexical") as agent:
        assert agent.ask(QUESTION).text == "Bob"


def test_a_file_that_comes_to_a_folder_or_is_deleted(tmp_path):
    write(tmp_path / "graph.ttl", "Ann")
    with opened(tmp_path) as agent:
        (tmp_path / "graph.ttl").unlink()
        assert is_outdated(agent, tmp_path / "graph.ttl", "deleted")
        write(tmp_path / "more.ttl", "Bob")
        assert is_outdated(agent, tmp_path / "more.ttl")


def test_a_file_or_a_compiled_folder_that_is_deleted(tmp_path):
    file, folder = tmp_path / "graph.ttl", tmp_path / "compiled"
    write(file, "Ann")
    build_index([str(file)], str(folder))
    with opened(file) as agent, opened(folder) as compiled:
        file.unlink()
        assert is_outdated(agent, file, "deleted")
        assert not is_outdated(compiled, folder)
        (folder / "meta.json").unlink()
        assert is_outdated(compiled, folder / "meta.json", "deleted")


@pytest.mark.parametrize("is_source", [True, False])
def test_a_compiled_folder_whose_sources_are_written_or_that_is_compiled_again(tmp_path, is_source):
    file, folder = tmp_path / "graph.ttl", tmp_path / "compiled"
    write(file, "Ann")
    build_index([str(file)], str(folder))
    with opened(folder) as agent:
        write(file, "Bob")
        if not is_source:
            build_index([str(file)], str(folder))
            file.unlink()
        assert is_outdated(agent, file if is_source else folder / "meta.json")


def test_an_oxigraph_store_that_is_built_again(tmp_path):
    file, folder = tmp_path / "graph.ttl", tmp_path / "store"
    write(file, "Ann")
    build_store([str(file)], str(folder))
    with opened(f"oxigraph:{folder}") as agent:
        os.utime(folder / "CURRENT", (1, 1))
        assert is_outdated(agent, folder / "CURRENT")
