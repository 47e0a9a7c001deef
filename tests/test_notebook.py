"""The notebooks run from top to bottom and show what they promise."""

import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"


@pytest.fixture(scope="module")
def printed() -> str:
    return run("quickstart.ipynb")


def run(name: str) -> str:
    """What a notebook prints when it is run."""
    notebook = nbformat.read(NOTEBOOKS / name, as_version=4)
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    NotebookClient(
        notebook, timeout=180, kernel_name="python3", resources={"metadata": {"path": str(NOTEBOOKS)}}
    ).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    return "\n".join(str(output.get("text") or output.get("data", {}).get("text/plain", "")) for output in outputs)


def test_the_question_of_figure_1_is_answered(printed):
    assert "Germany | partial" in printed  # the encoder does not take "bordering" for "adjoining"


def test_the_paths_are_shown_as_triples(printed):
    assert "Weeze_Airport serves_city Nijmegen" in printed


def test_an_unanswerable_question_is_not_answered(printed):
    assert "abstained |" in printed


def test_the_steps_are_streamed(printed):
    assert "explore_topic_paths" in printed
    assert "verify_answer" in printed


def test_the_chat_keeps_its_messages(printed):
    assert "(read as: In which country is Ulm?)" in printed
    assert printed.rstrip().endswith("4")


def test_csv_files_become_a_graph_that_answers():
    printed = run("own_data.ipynb")
    lines = {line.partition("?")[0]: line.split()[-1] for line in printed.splitlines() if "?" in line}
    assert [*lines.values()][:6] == ["supported"] * 5 + ["abstained"]


def test_the_notebooks_are_saved_with_what_they_print():
    for file in NOTEBOOKS.glob("*.ipynb"):
        cells = [cell for cell in nbformat.read(file, as_version=4).cells if cell.cell_type == "code"]
        assert any(cell.outputs for cell in cells), file.name
