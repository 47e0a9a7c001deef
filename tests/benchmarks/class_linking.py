"""Classes of questions: how often the class of the gold answer is among the best that are found, and the CPU time.

Usage: python -m tests.benchmarks.class_linking [KG=QUESTIONS ...]

Each argument is a graph and a file of questions over it; without any, the sets of `tests/everyday` with a graph of
their own. Only odd lines are read. A question counts if its gold answers are nodes with a class. For a count, the
class of the gold is that whose name is the first table after FROM in its `sql`, where there is one; otherwise the
question is left out. Topics are the gold ones. The time includes encoding the words of each new question.
"""

import argparse
import asyncio
import json
import re
import statistics
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.meter import Meter
from pog_agent.kg.open import open_kg
from pog_agent.kg.schema.asking import schema_of
from pog_agent.kg.schema.classes import upward_closure
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.models import TopicEntity
from pog_agent.models.class_topics import ClassMention
from pog_agent.ranking.encoder import open_encoder
from pog_agent.reading.schema.classes import ClassLinker
from pog_agent.terms import Term
from tests.benchmarks.report import table

FOLDER = Path(__file__).parents[1] / "everyday"
Record = Mapping[str, object]


def table_class(sql: object, summary: SchemaSummary) -> set[Term]:
    """The class with the name of the first table of a query, in the singular or not."""
    match = re.search(r"\bFROM\s+(\w+)", str(sql or ""), re.IGNORECASE)
    name = match.group(1).lower().replace("_", "") if match else ""
    names = {item.iri: item.shown().lower().replace(" ", "") for item in summary.classes}
    return {iri for iri, text in names.items() if name in (text, text + "s", text[:-1] + "ies")}


async def gold_classes(record: Record, kg: KnowledgeGraph, summary: SchemaSummary) -> set[Term]:
    """The classes of the gold answers, superclasses included; of the table for a count. Empty if not known."""
    answers = record["answers"]
    assert isinstance(answers, list)
    if record.get("type") == "count":
        return table_class(record.get("sql"), summary)
    iris = [item["iri"] for item in answers if item.get("iri")]
    found = [set(items) for items in (await kg.types(iris)).values()] if iris else []
    above = upward_closure(
        {item for items in found for item in items}, {item.iri: item.superclasses for item in summary.classes}
    )
    return {wide for items in found for item in items for wide in above[item]}


def row(name: str, kg: KnowledgeGraph, records: Sequence[Record]) -> dict[str, object]:
    """The shares of one set."""
    summary = asyncio.run(schema_of(kg, Meter(rows=10**9, queries=10**6, seconds=600)))
    linker = ClassLinker(summary, open_encoder("auto", print))
    linker.link("Which things are like anything?")
    seconds, first, third, none, asked = [], 0, 0, 0, 0
    for record in records:
        topics = record["topic_entities"]
        assert isinstance(topics, list)
        entities = [TopicEntity(iri=item["iri"], label=item["label"], mention=item["label"]) for item in topics]
        begin = time.process_time()
        found = linker.link(str(record["question"]), entities)
        seconds.append(time.process_time() - begin)
        gold = asyncio.run(gold_classes(record, kg, summary))
        if not gold:
            continue
        asked += 1
        best = distinct(found)
        first += bool(gold.intersection(best[:1]))
        third += bool(gold.intersection(best[:3]))
        none += not found
    return {
        "set": name,
        "n": len(records),
        "with class": asked,
        "top 1": share(first, asked),
        "top 3": share(third, asked),
        "none found": share(none, asked),
        "CPU ms": round(1000 * statistics.median(seconds), 1),
    }


def distinct(found: Sequence[ClassMention]) -> list[Term]:
    """The classes of some mentions, each once."""
    return list(dict.fromkeys(item.iri for item in found))


def share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sets", nargs="*", metavar="KG=QUESTIONS")
    pairs = [item.rsplit("=", 1) for item in parser.parse_args().sets]
    pairs = pairs or [
        [str(file), str(file.parent / "questions.jsonl")] for file in sorted(FOLDER.glob("*/kg.ttl"))
    ]
    rows = []
    for graph, questions in pairs:
        lines = Path(questions).read_text(encoding="utf-8").splitlines()[::2]
        rows.append(row(Path(questions).parent.name, open_kg(graph), [json.loads(line) for line in lines]))
    print(table(rows))


if __name__ == "__main__":
    main()
