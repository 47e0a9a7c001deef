"""Topic entities from the bare question, on real question sets where they are at hand."""

import asyncio
import os
from pathlib import Path

import pytest

from pog_agent.kg.open import open_kg
from pog_agent.linking import EntityLinker
from pog_agent.linking.build import build_entity_index
from pog_agent.linking.entity_index import EntityIndex
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.benchmarks.linking import candidates_row, topics_row
from tests.gold import read_questions

DATA = Path(os.environ.get("POG_AGENT_DATA", Path(__file__).parents[3] / "shared" / "data"))


@pytest.mark.parametrize(
    ("name", "found", "first"), [("wc2014", 1.0, 0.8), ("pq2", 1.0, 0.8), ("pql2", 0.97, 0.8)]
)
def test_topics_are_found_with_an_index_by_words_alone(tmp_path, name, found, first):
    folder = DATA / name
    if not (folder / "kg.nt.gz").exists():
        pytest.skip(f"question set {name} is not at hand (set POG_AGENT_DATA to its folder)")
    graph, encoder = open_kg(str(folder / "kg.nt.gz")), CachedEncoder(LexicalEncoder())
    questions = read_questions(folder / "dev.jsonl", 40)
    asyncio.run(build_entity_index(graph, tmp_path, None))
    linker = EntityLinker(graph, encoder, index=EntityIndex(tmp_path))
    assert asyncio.run(topics_row(linker, encoder, questions))["found"] >= found
    row = asyncio.run(candidates_row(linker, questions))
    assert row["label@1"] >= found
    assert row["typo@1"] >= first
