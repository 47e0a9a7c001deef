"""The Think-on-Graph 2 paper from one configuration: its rows, the settings behind them, what cannot be made."""

import json
import re

import pytest

from pog_agent.errors import SettingError
from pog_agent.evaluation.paper.config import read_config
from pog_agent.evaluation.paper.reproduce import reproduce
from pog_agent.evaluation.paper.tog2_plan import TOG2_PARTS, Tog2Plan
from tests.documents.corpora import E, built, write_graph

CONFIG = """
paper = "think-on-graph-2"
systems = ["rag", "tog", "tog2"]
depths = [1, 3]
widths = [3]
contexts = [10]
thresholds = [0.2, 0.8]
samples = 2
consistency = [0.5]

[settings]
encoder = "lexical"

[[datasets]]
name = "grieg"
paper = "AdvHotpotQA"
data = "questions.jsonl"
kg = "graph.ttl"
docs = "index"

[[models]]
name = "ideal"
model = "oracle"
"""
QUESTIONS = (
    {
        "id": "path", "question": "Where was Edvard Grieg born?",
        "topic_entities": [{"iri": f"{E}grieg", "label": "Edvard Grieg"}],
        "answers": [{"iri": f"{E}bergen", "label": "Bergen"}], "supporting_docs": ["d1"],
    },
    {
        "id": "hops", "question": "In which country was Edvard Grieg born?",
        "topic_entities": [{"iri": f"{E}grieg", "label": "Edvard Grieg"}],
        "answers": [{"iri": f"{E}norway", "label": "Norway"}], "supporting_docs": ["d1", "d2"],
    },
    {
        "id": "text", "question": "How is Bergen?", "topic_entities": [{"iri": f"{E}bergen", "label": "Bergen"}],
        "answers": [{"label": "rainy city"}], "supporting_docs": ["d2"],
    },
)  # fmt: skip


@pytest.fixture(scope="module")
def config(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tog2")
    built(folder, kg=write_graph(folder))
    (folder / "questions.jsonl").write_text("".join(json.dumps(item) + "\n" for item in QUESTIONS))
    file = folder / "config.toml"
    file.write_text(CONFIG)
    return file


def rows(page, title):
    """The rows of the first table below a heading, by their first cell."""
    section = page.partition(f"## {title}")[2].partition("\n## ")[0]
    found = [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if "|" in line]
    return {row[0]: dict(zip(found[0], row, strict=True)) for row in found[2:] if len(row) == len(found[0])}


def test_a_run_that_several_parts_need_is_made_once(config):
    plan = Tog2Plan(read_config(config))
    names = [run.name for run in plan.runs_of_parts(tuple(TOG2_PARTS))]
    assert len(names) == len(set(names))
    assert [name.removeprefix("grieg/ideal/") for name in names] == [
        *(
            "rag",
            "tog",
            "tog2",
            "tog2-ranker-bm25",
            "tog2-ranker-cross-encoder",
            "tog2-ranker-llm",
            "tog2-d_max-1",
        ),
        *("tog2-topic_prune-False-relation_prune-single-clues-False", "tog2-topic_prune-False-clues-False"),
        *("tog2-topic_prune-False", "tog2-relation_threshold-0.8"),
        "tog2-self_consistency-2-consistency_threshold-0.5",
    ]


def test_every_part_has_a_table_with_the_published_figures(config, tmp_path):
    page = reproduce(config, tmp_path / "out").read_text()
    assert page.startswith("# Think-on-Graph 2, reproduced") and "its figures are bounds, no accuracy" in page
    assert all(f"({where})" in page for where in TOG2_PARTS.values())
    main = rows(page, "Main results")
    assert (main["tog2"]["paper"], main["tog2"]["documents, first 10"]) == ("42.9", "100.0%")
    assert rows(page, "Ablations")["no topic prune"]["paper"] == "41.9"
    assert rows(page, "Relation threshold")["threshold 0.2"]["paper, kept score"] == "0.65"
    assert re.fullmatch(r"[\d.]+", rows(page, "Relation threshold")["threshold 0.2"]["kept score"])
    origins = rows(page, "Origin of the right answers")
    assert (origins["paths"]["right answers"], origins["passages"]["right answers"]) == ("0", "3")
    assert rows(page, "Calls and seconds")["tog2"]["depth"] != "-"
    assert reproduce(config, tmp_path / "out").read_text() == page


def test_a_ranker_whose_model_is_not_on_the_machine_is_left_out(config, tmp_path):
    page = reproduce(config, tmp_path / "out", only=["rankers"]).read_text()
    assert "- Left out, `grieg/ideal/tog2-ranker-cross-encoder`: cross-encoder" in page
    found = rows(page, "Rankers and number of passages")
    assert found["cross-encoder, K = 10"]["Hits@1, strict"] == "left out"
    assert found["llm, K = 10"]["Hits@1, strict"] != "left out"


def test_a_ranking_by_a_model_needs_one(config, tmp_path):
    file = config.parent / "offline.toml"
    file.write_text(
        CONFIG.replace('model = "oracle"', 'model = "offline"').replace(
            "[settings]", 'rankers = ["llm"]\n[settings]'
        )
    )
    with pytest.raises(SettingError, match="'llm' needs a language model"):
        reproduce(file, tmp_path / "out", only=["rankers"])


def test_parts_of_the_other_paper_are_refused(config, tmp_path):
    with pytest.raises(SettingError, match="unknown part 'summaries'; known are main, origins"):
        reproduce(config, tmp_path / "out", only=["summaries"])


def test_each_paper_has_its_systems(config):
    file = config.parent / "default.toml"
    file.write_text(CONFIG.replace('systems = ["rag", "tog", "tog2"]\n', ""))
    assert read_config(file).systems == ("io", "cot", "sc", "rag", "tog", "tog2")
