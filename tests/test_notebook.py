"""The notebooks run from top to bottom and show what they promise.

One kernel runs them all, each with a namespace of its own: to start one and to load the packages takes longer.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.shared_encoder import copied_vectors

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
FRESH_NAMESPACE = "%reset -f"
Run = Callable[[str], str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Runs a notebook and gives what it prints. The vectors of texts that other tests have embedded are there."""
    client = NotebookClient(
        nbformat.v4.new_notebook(),
        timeout=180,
        kernel_name="python3",
        resources={"metadata": {"path": str(NOTEBOOKS)}},
    )
    variables = {
        "TOKENIZERS_PARALLELISM": "false",
        **os.environ,
        "POG_AGENT_EMBEDDING_CACHE": str(copied_vectors(tmp_path_factory.mktemp("vectors"))),
    }

    def printed(name: str) -> str:
        notebook = nbformat.read(NOTEBOOKS / name, as_version=4)
        client.nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(FRESH_NAMESPACE), *notebook.cells])
        client.execute(env=variables, cleanup_kc=False)
        outputs = [output for cell in client.nb.cells if cell.cell_type == "code" for output in cell.outputs]
        return "\n".join(str(it.get("text") or it.get("data", {}).get("text/plain", "")) for it in outputs)

    yield printed
    client._cleanup_kernel()


@pytest.fixture(scope="module")
def printed(run: Run) -> str:
    return run("quickstart.ipynb")


def test_the_question_of_figure_1_is_answered(printed):
    assert "Germany | supported" in printed


def test_what_an_answer_stands_on_is_shown_as_triples(printed):
    assert "Weeze_Airport serves_city Nijmegen" in printed


def test_an_unanswerable_question_is_not_answered(printed):
    assert "abstained |" in printed


def test_the_steps_are_streamed(printed):
    assert "explore_topic_paths" in printed
    assert "verify_answer" in printed


def test_the_chat_keeps_its_messages(printed):
    assert "(read as: In which country is Ulm?)" in printed
    assert printed.rstrip().endswith("4")


def test_csv_files_become_a_graph_that_answers(run):
    printed = run("own_data.ipynb")
    lines = {line.partition("?")[0]: line.split()[-1] for line in printed.splitlines() if "?" in line}
    assert [*lines.values()][:6] == ["supported"] * 5 + ["abstained"]


def test_an_endpoint_is_checked_asked_and_proves_an_answer(run):
    printed = run("endpoint.ipynb")
    assert "triples      1131" in printed and "links, 14 attributes" in printed
    assert re.search(r"Mars have\? -> Deimos, Phobos \| supported\n +\d+ queries for edges", printed)
    assert "{'max_queries': 3} -> abstained | truncated: True" in printed
    assert printed.rstrip().endswith("e/Deimos\nhttp://example.org/world/e/Phobos")  # as the query alone finds it


@pytest.mark.slow
def test_systems_are_compared_in_figures_and_plots(run):
    printed = run("strategies.ipynb")
    (first,) = re.findall(r"^pog, fuzzy\+precise +(\d+)% +(\d+)% +(\d+)% +(\d+)% +(\d+)%$", printed, re.MULTILINE)
    right, hits, supported, wrong, abstained = map(int, first)
    assert hits >= right >= 50 and supported > 0 and wrong == 0 and abstained < 50
    assert re.search(r"^cot +8% +8% +0% +0% +100%$", printed, re.MULTILINE)  # right where there is no answer
    assert printed.count("<Figure size") == 3
    assert re.search(r"^tog +right -\d+% \(-\d+% to ", printed, re.MULTILINE)


def test_an_agent_asks_by_tool_sub_graph_and_mcp(run):
    printed = run("agent.ipynb")
    assert "ai     Hello." in printed and "ai     It is Deimos, Phobos." in printed
    assert "ai     I do not know." in printed
    assert "verify_answer        supported: Copenhagen" in printed
    assert "2 ['http://example.org/world/e/Phobos', " in printed


@pytest.mark.parametrize("file", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda file: file.stem)
def test_the_notebooks_are_saved_with_what_they_print(file):
    cells = [cell for cell in nbformat.read(file, as_version=4).cells if cell.cell_type == "code"]
    outputs = [output for cell in cells for output in cell.outputs]
    assert outputs
    assert not [output for output in outputs if output.get("name") == "stderr" or output.output_type == "error"]
    assert not re.search(r"(?<![\w/:.])/(?:home|root|tmp|usr|work|Users)/", str(outputs))  # paths of a machine
