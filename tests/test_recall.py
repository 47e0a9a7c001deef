"""No answer within D_max is lost by exploration: checked on real question sets where they are at hand."""

import asyncio
import os
from itertools import combinations
from pathlib import Path

import pytest

from pog_agent.kg.open import open_kg
from pog_agent.subgraph.detection.limits import DetectionLimits
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import LengthWindow, explore_lists
from pog_agent.subgraph.patterns.pattern import materialize
from tests.gold import gold_terms, read_questions
from tests.subgraph.detecting import detect

DATA = Path(os.environ.get("POG_AGENT_DATA", Path(__file__).parents[2] / "shared" / "data"))
D_MAX = 3


@pytest.mark.parametrize(("name", "kind", "count"), [("pq2", "", 25), ("pq3", "", 25), ("wc2014", "WC-C", 10)])
def test_exploration_to_d_max_reaches_every_gold_answer(name, kind, count):
    folder = DATA / name
    if not (folder / "kg.nt.gz").exists():
        pytest.skip(f"question set {name} is not at hand (set POG_AGENT_DATA to its folder)")
    store = open_kg(str(folder / "kg.nt.gz"))
    questions = [item for item in read_questions(folder / "dev.jsonl") if item.type.startswith(kind)][:count]
    for question in questions:
        topics = list(question.topics)
        found = asyncio.run(detect(store, topics, D_MAX, DetectionLimits()))
        lists = [part for size in range(len(topics), 0, -1) for part in combinations(topics, size)]
        windows = [LengthWindow(0, len(part) * D_MAX, 2 * D_MAX) for part in lists]
        explored = explore_lists(found.graph, lists, windows, EnumerationBudget())
        assert explored.truncated == ()
        reached: set[str] = set()
        for key in explored.patterns:
            pattern = materialize(found.graph, key)
            assert pattern is not None
            free = [place for place in range(1, key.length + 1) if place not in key.fixed]
            reached.update(node for place in free for node in pattern.nodes_at(place))
        assert gold_terms(reached, question.answers), question.question
