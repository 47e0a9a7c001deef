"""How much of the question subgraph reduction leaves out, as Table 3 of the paper has it."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from statistics import mean

from pog_agent.kg.open import open_kg
from pog_agent.subgraph.detection.limits import DetectionLimits
from pog_agent.subgraph.detection.reduce import reduce_graph
from tests.gold import read_questions
from tests.subgraph.detecting import detect

D_MAX = 3


def mean_reduction(folder: Path) -> list[Mapping[str, object]]:
    """Means over the questions of a folder that have topics: all, and by number of topics.

    It has `kg.nt.gz` and `dev.jsonl`. The percentages are means of each question's own percentage.
    """
    kg = open_kg(str(folder / "kg.nt.gz"))
    figures: dict[str, list[dict[str, float]]] = {"all": []}
    for question in read_questions(folder / "dev.jsonl"):
        topics = list(question.topics)
        if not topics:
            continue
        detected = asyncio.run(detect(kg, topics, D_MAX, DetectionLimits(triples=20_000_000))).graph
        reduced = reduce_graph(detected, topics, D_MAX)
        before, after = detected.size(), reduced.size()
        row = {
            "entities": before.entities,
            "entities_reduced": after.entities,
            "triples": before.triples,
            "triples_reduced": after.triples,
            "entities_less_%": 100 * (1 - after.entities / max(before.entities, 1)),
            "triples_less_%": 100 * (1 - after.triples / max(before.triples, 1)),
        }
        for group in ("all", str(len(topics))):
            figures.setdefault(group, []).append(row)
    return [
        {
            "data": folder.name,
            "topics": group,
            "n": len(rows),
            **{name: mean(r[name] for r in rows) for name in rows[0]},
        }
        for group, rows in sorted(figures.items())
        if rows
    ]
