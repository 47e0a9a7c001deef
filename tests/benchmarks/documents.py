"""What a document index costs, how well it finds documents and links, and how near its dense ranker comes.

Usage: python -m tests.benchmarks.documents DATA_DIR [--index DIR] [--chunk-words N ...] [--limit N]

DATA_DIR has `docs.jsonl.gz`, `kg.nt.gz`, and questions with `supporting_docs` in `dev.jsonl`.

cost     Seconds of CPU to build, size on disk, and milliseconds of CPU per search (mean), the embedding of the
         question included. One line for each size of chunks. With `--index`, indexes are kept and built once.
recall   The share of supporting documents with a chunk among the first 10, 20 and 30 of a plain search with the
         question, by method; `all` is the share of questions with all of them among the first 30.
links    The corpus without its own links: of the pairs of document and entity that are found by names, the share
         that the corpus has too (precision), and of those of the corpus the share that is found (recall).
dense    Passages with a triple in front: the dense ranker, which joins the vectors of triple and chunk, against
         the embedding of the joined text: correlation of the cosines (mean over questions), the share of the first
         10 that is the same, and milliseconds of CPU for each passage.

All times are CPU times of this process; with OMP_NUM_THREADS=1 they are those of one undisturbed core.
"""

import argparse
import asyncio
import gzip
import json
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import numpy as np

from pog_agent.documents import DocumentIndex, Passage, build_index, open_index
from pog_agent.documents.index import SearchMethod
from pog_agent.documents.rankers import DenseRanker
from pog_agent.kg.open import open_kg
from pog_agent.terms import humanize, local_name
from tests.benchmarks.report import Row, measure, table

DEPTHS = (10, 20, 30)
PASSAGES = 30


def cost(data: Path, folder: Path, words: int) -> Row:
    """Builds an index in the folder, unless it is there."""
    kg = str(data / "kg.nt.gz")
    figures = measure(lambda: build_index(data / "docs.jsonl.gz", kg, folder, chunk_words=words))
    report = build_index(data / "docs.jsonl.gz", kg, folder, chunk_words=words)
    return {
        "chunk_words": words,
        "documents": report.documents,
        "chunks": report.chunks,
        "links": report.links,
        "cpu_s": round(figures.cpu_seconds, 1),
        "MB": round(report.bytes / 1e6, 1),
    }


def recall(index: DocumentIndex, questions: Sequence[dict[str, Any]], method: SearchMethod) -> Row:
    """How much of the supporting documents a plain search finds, and what a search costs."""
    index.search("warm", 1, method)
    shares: dict[int, list[float]] = {depth: [] for depth in DEPTHS}
    begin = time.process_time()
    found = [index.search(item["question"], max(DEPTHS), method) for item in questions]
    spent = time.process_time() - begin
    for item, passages in zip(questions, found, strict=True):
        wanted = set(item["supporting_docs"])
        for depth in DEPTHS:
            documents = {passage.chunk.document for passage in passages[:depth]}
            shares[depth].append(len(wanted & documents) / len(wanted))
    return {
        "method": method,
        **{f"@{depth}": round(float(np.mean(values)), 3) for depth, values in shares.items()},
        "all": round(float(np.mean([value == 1 for value in shares[max(DEPTHS)]])), 3),
        "search_ms": round(1000 * spent / len(questions), 2),
    }


def links(data: Path, limit: int | None) -> Row:
    """How well names that are found in the text agree with the links of the corpus."""
    with gzip.open(data / "docs.jsonl.gz", "rt", encoding="utf-8") as lines:
        documents = [json.loads(line) for line in lines][:limit]
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.jsonl"
        bare.write_text("".join(json.dumps({**item, "entities": []}) + "\n" for item in documents))
        begin = time.process_time()
        report = build_index(bare, str(data / "kg.nt.gz"), f"{folder}/index", encoder="lexical")
        spent = time.process_time() - begin
        index = open_index(f"{folder}/index")
        found = set()
        for item in documents:
            for key_links in index.entities_of(index.document(item["id"])).values():
                found |= {(item["id"], link.iri) for link in key_links}
    given = {(item["id"], iri) for item in documents for iri in item["entities"]}
    return {
        "documents": len(documents),
        "linked": report.linked,
        "found": len(found),
        "given": len(given),
        "precision": round(len(found & given) / len(found), 3),
        "recall": round(len(found & given) / len(given), 3),
        "cpu_s": round(spent, 1),
    }


async def dense(data: Path, index: DocumentIndex, questions: Sequence[dict[str, Any]]) -> Row:
    """The dense ranker against embedding each passage with its triple."""
    kg = open_kg(str(data / "kg.nt.gz"))
    ranker = DenseRanker(index)
    correlations, shared, quick, whole, count = [], [], 0.0, 0.0, 0
    for item in questions:
        chunks = [passage.chunk for passage in index.search(item["question"], PASSAGES, "bm25")]
        entities = index.entities_of(chunks)
        passages = []
        for chunk in chunks:
            iri = entities[chunk.key][0].iri
            head, relation, tail = (await kg.neighbors([iri], limit=1)).triples[0]
            labels = await kg.labels([head, tail])
            names = [labels.get(node, node) for node in (head, tail)]
            passages.append(
                Passage(chunk=chunk, context=f"{names[0]} {humanize(local_name(relation))} {names[1]}")
            )
        begin = time.process_time()
        scores = np.array(await ranker.rank(item["question"], passages))
        between = time.process_time()
        exact = index.encoder.encode([passage.text for passage in passages])
        exact_scores = exact @ index.encoder.encode([item["question"]])[0]
        quick, whole = quick + between - begin, whole + time.process_time() - between
        count += len(passages)
        correlations.append(float(np.corrcoef(scores, exact_scores)[0, 1]))
        shared.append(len({*np.argsort(-scores)[:10]} & {*np.argsort(-exact_scores)[:10]}) / 10)
    return {
        "passages": count,
        "correlation": round(float(np.mean(correlations)), 3),
        "same_of_10": round(float(np.mean(shared)), 3),
        "ms": round(1000 * quick / count, 2),
        "ms_embedded_whole": round(1000 * whole / count, 2),
    }


def main() -> None:
    """Prints all tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--index", type=Path, help="folder to keep indexes in")
    parser.add_argument("--chunk-words", type=int, nargs="+", default=[150])
    parser.add_argument("--limit", type=int, help="documents to look for names in")
    given = parser.parse_args()
    questions = [json.loads(line) for line in (given.data / "dev.jsonl").read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as temporary:
        kept = given.index or Path(temporary)
        folders = {words: kept / f"chunks-{words}" for words in given.chunk_words}
        print(table([cost(given.data, folder, words) for words, folder in folders.items()]), "\n")
        found = [
            {"chunk_words": words, **recall(open_index(folder), questions, method)}
            for words, folder in folders.items()
            for method in get_args(SearchMethod)
        ]
        print(table(found), "\n")
        print(table([links(given.data, given.limit)]), "\n")
        last = open_index(folders[given.chunk_words[-1]])
        print(table([asyncio.run(dense(given.data, last, questions))]))


if __name__ == "__main__":
    main()
