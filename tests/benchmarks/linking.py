"""What an entity index costs, and how well mentions are linked.

Usage: python -m tests.benchmarks.linking size [10k 200k 1M] [--embed N] [--kind KIND]
       python -m tests.benchmarks.linking accuracy DATA_DIR [NAME ...] [--limit N] [--indexes DIR]

size      Seeded synthetic names. Up to N names (10,000) the model embeds them; beyond, the vectors are random
          unit vectors of MiniLM's dimension, so that size and query time of FAISS are real, and what is near
          what is not: `vectors` says which. Rates are names per second: read and full text, embedding, FAISS.
          Queries are 50 names, each equal, with a letter missing, and less its first word; milliseconds, medians,
          of which `encode` is the embedding of the mention.
accuracy  Topic entities from the bare question with the offline reasoner, without and with an entity index
          (`found`, `all_found`, and the topics linked per question); and for gold labels as mentions, equal and
          with a letter missing, whether the entity is the first, and among the first five, of the candidates.
          DATA_DIR holds folders with `kg.nt.gz` and `dev.jsonl`.

All times are CPU times of this process; with OMP_NUM_THREADS=1 they are those of one undisturbed core.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from pog_agent.evaluation.data.dataset import Question
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.names import EntityName, NamePage
from pog_agent.kg.open import open_kg
from pog_agent.linking import EntityLinker
from pog_agent.linking.build import build_entity_index
from pog_agent.linking.entity_index import EntityIndex
from pog_agent.linking.vectors import FAISS_KINDS
from pog_agent.ranking.encoder import Encoder, Vectors, open_encoder
from pog_agent.reasoner.offline.reasoner import OfflineReasoner
from pog_agent.reasoner.steps.recognize_topics import RecognizeTopics
from tests.benchmarks.report import table
from tests.gold import read_questions
from tests.linking.index_memory import index_bytes

SETS = ("wc2014", "pq2", "pql2", "metaqa", "fbsub")
SIZES = {"10k": 10_000, "200k": 200_000, "1M": 1_000_000}
DIMENSIONS = 384
ASKED = 50
SYLLABLES = [first + vowel for first in "bcdfghklmnprstvz" for vowel in ("a", "e", "i", "o", "u", "an", "er")]
FORMS = ("{} {}", "{} {} {}", "University of {}", "{} County", "The {} of {}", "{} {} (film)", "{}", "Lake {}")


class Synthetic:
    """A graph of distinct names: words of two to four syllables, the common ones often, in forms of names."""

    name = "synthetic"

    def __init__(self, count: int, seed: int = 0) -> None:
        rng = random.Random(seed)
        words = ["".join(rng.choices(SYLLABLES, k=rng.randint(2, 4))).capitalize() for _ in range(100_000)]
        ranks = np.random.default_rng(seed).zipf(1.2, size=8 * count) % len(words)
        picked = iter(ranks.tolist())
        self.names: dict[str, None] = {}
        while len(self.names) < count:
            form = rng.choice(FORMS)
            text = form.format(*(words[next(picked, rng.randrange(len(words)))] for _ in range(form.count("{}"))))
            self.names.setdefault(text if text not in self.names else f"{text} {rng.randrange(10 * count)}")
        self._list = list(self.names)

    async def names_page(self, start: int, size: int, languages: tuple[str, ...] | None = None) -> NamePage:
        part = self._list[start : start + size]
        names = [EntityName(f"http://e/{start + place}", text, False) for place, text in enumerate(part)]
        following = start + len(part)
        return NamePage(names, following if following < len(self._list) else None, len(self._list))

    async def fingerprint(self) -> str:
        return f"synthetic {len(self._list)}"

    def close(self) -> None:
        pass


class RandomVectors:
    """An encoder of random unit vectors, of the same for the same text."""

    name = fingerprint = "random"

    def encode(self, texts: Sequence[str]) -> Vectors:
        seeds = [int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") for text in texts]
        vectors = np.stack([np.random.default_rng(seed).standard_normal(DIMENSIONS, np.float32) for seed in seeds])
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


class Stopwatch:
    """CPU seconds of each stage of a build, as its progress tells them."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = time.process_time()

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        now = time.process_time()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._last
        self._last = now


def size_row(label: str, embedded: int, kind: Any, encoder: Encoder) -> dict[str, object]:
    """Build rates, sizes and query times of one size."""
    count = SIZES[label]
    graph = Synthetic(count)
    real = count <= embedded
    chosen = encoder if real else RandomVectors()
    with tempfile.TemporaryDirectory() as folder:
        watch = Stopwatch()
        facts = asyncio.run(build_entity_index(graph, Path(folder), chosen, kind=kind, progress=watch))
        sizes = {path.suffix[1:]: path.stat().st_size for path in Path(folder).iterdir()}
        index = EntityIndex(Path(folder))
        sample = random.Random(1).sample(list(graph.names), ASKED)
        index.candidates(sample[0], chosen, 5)
        reading = watch.seconds["reading names"] + watch.seconds["counting words"]
        row: dict[str, object] = {
            "names": label,
            "vectors": "MiniLM" if real else "random",
            "kind": facts.kind,
            "read_per_s": round(count / reading),
            "embed_per_s": round(count / watch.seconds["embedding"]) if real else "",
            "faiss_per_s": round(count / watch.seconds["indexing vectors"]),
            "sqlite_MB": round(sizes["sqlite"] / 1e6),
            "vectors_MB": round(sizes["vectors"] / 1e6),
            "faiss_MB": round(sizes["faiss"] / 1e6),
            "computed_MB": round(index_bytes(facts.kind, count, DIMENSIONS) / 1e6),  # type: ignore[arg-type]
            "find_ms": milliseconds(lambda text: index.find([text]), sample),
            "equal_ms": milliseconds(lambda text: index.candidates(text, chosen, 5), sample),
            "typo_ms": milliseconds(lambda text: index.candidates(misspelled(text), chosen, 5), sample),
            "part_ms": milliseconds(lambda text: index.candidates(text.split(" ", 1)[-1], chosen, 5), sample),
            "encode_ms": milliseconds(lambda text: encoder.encode([f"{text} again"]), sample),
            "typo@1": first_share(index, graph, sample, chosen),
        }
        index.close()
    return row


def first_share(index: EntityIndex, graph: Synthetic, sample: Sequence[str], encoder: Encoder) -> float:
    iris = {text: f"http://e/{place}" for place, text in enumerate(graph.names)}
    right = sum(
        bool(found) and found[0].iri == iris[text]
        for text in sample
        for found in [index.candidates(misspelled(text), encoder, 1)]
    )
    return right / len(sample)


def misspelled(text: str) -> str:
    """The text with a letter missing, the same one each time, not the first of a word."""
    places = [place for place in range(1, len(text)) if text[place].isalpha() and text[place - 1].isalpha()]
    if not places:
        return text
    place = random.Random(text).choice(places)
    return text[:place] + text[place + 1 :]


def milliseconds(work: Callable[[str], object], texts: Sequence[str]) -> float:
    """The median CPU time of a piece of work."""
    seconds = []
    for text in texts:
        begin = time.process_time()
        work(text)
        seconds.append(time.process_time() - begin)
    return round(1000 * statistics.median(seconds), 1)


async def linked(linker: EntityLinker, reasoner: OfflineReasoner, question: str) -> tuple[set[str], float]:
    """The topics of a bare question, as `recognize_topics` finds them, and the CPU seconds that took."""
    begin = time.process_time()
    reply = await reasoner.ask(RecognizeTopics(question, await linker.spot(question)))
    linking = await linker.link(reply.value, question)
    return {topic.iri for topic in linking.topics}, time.process_time() - begin


async def topics_row(linker: EntityLinker, encoder: Encoder, questions: Sequence[Question]) -> dict[str, object]:
    """How many gold topics the questions alone lead to."""
    reasoner = OfflineReasoner(encoder)
    found = gold = whole = topics = 0
    seconds = []
    for question in questions:
        iris, took = await linked(linker, reasoner, question.question)
        wanted = set(question.topics)
        found, gold, topics = found + len(iris & wanted), gold + len(wanted), topics + len(iris)
        whole += wanted <= iris
        seconds.append(took)
    return {
        "n": len(questions),
        "found": round(found / gold, 3),
        "all_found": round(whole / len(questions), 3),
        "topics": round(topics / len(questions), 2),
        "ms": round(1000 * statistics.median(seconds), 1),
    }


async def candidates_row(linker: EntityLinker, questions: Sequence[Question]) -> dict[str, object]:
    """Where the gold entity is among the candidates of its label, and of its label misspelled."""
    asked = [
        (item.iri, item.label, question.question) for question in questions for item in question.topic_entities
    ]
    row: dict[str, object] = {}
    for name, change in (("label", str), ("typo", misspelled)):
        places = []
        for iri, label, question in asked:
            mention = change(label)
            found = await linker.candidates(mention, question.replace(label, mention), 5)
            places.append(next((place for place, item in enumerate(found) if item.iri == iri), 5))
        row[f"{name}@1"] = round(sum(place < 1 for place in places) / len(places), 3)
        row[f"{name}@5"] = round(sum(place < 5 for place in places) / len(places), 3)
    return row


def accuracy_rows(folder: Path, indexes: Path, encoder: Encoder, limit: int | None) -> list[dict[str, object]]:
    """One row without and one with an entity index."""
    kg: KnowledgeGraph = open_kg(str(folder / "kg.nt.gz"))
    questions = read_questions(folder / "dev.jsonl", limit)
    asyncio.run(build_entity_index(kg, indexes / folder.name, encoder))  # type: ignore[arg-type]
    index = EntityIndex(indexes / folder.name)
    rows = []
    for name, used in (("no", None), ("yes", index)):
        linker = EntityLinker(kg, encoder, index=used)
        topics = asyncio.run(topics_row(linker, encoder, questions))
        candidates = asyncio.run(candidates_row(linker, questions))
        rows.append({"set": folder.name, "index": name, **topics, **candidates})
    index.close()
    return rows


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    size = commands.add_parser("size")
    size.add_argument("sizes", nargs="*", default=list(SIZES), metavar="SIZE")
    size.add_argument("--embed", type=int, default=10_000, metavar="N")
    size.add_argument("--kind", choices=FAISS_KINDS)
    accuracy = commands.add_parser("accuracy")
    accuracy.add_argument("data", type=Path)
    accuracy.add_argument("names", nargs="*", default=SETS)
    accuracy.add_argument("--limit", type=int)
    accuracy.add_argument("--indexes", type=Path, help="folder that keeps the indexes for the next time")
    arguments = parser.parse_args()
    encoder = open_encoder("auto", print)
    if arguments.command == "size":
        for label in arguments.sizes:
            print(table([size_row(label, arguments.embed, arguments.kind, encoder)]), flush=True)
        return
    with tempfile.TemporaryDirectory() as temporary:
        indexes = arguments.indexes or Path(temporary)
        rows: list[dict[str, object]] = []
        for name in arguments.names:
            if (arguments.data / name / "dev.jsonl").is_file():
                rows += accuracy_rows(arguments.data / name, indexes, encoder, arguments.limit)
                print(f"{name}: done", flush=True)
            else:
                print(f"{name}: not in {arguments.data}, skipped")
    if rows:
        print(table(rows))


if __name__ == "__main__":
    main()
