"""How many of the supporting documents of a question each system that reads documents hands to the model.

Usage: python -m tests.benchmarks.tog2 DATA_DIR [--index DIR] [--system NAME ...] [--ranker NAME ...] [--limit N]
                                   [--rounds N ...] [--from-documents] [--lines odd|even] [--document-topics N]

DATA_DIR has `docs.jsonl.gz`, `kg.nt.gz`, and questions with `supporting_docs` in `dev.jsonl`. With
`--from-documents` the graph is made of the documents by co-occurrence, without the links that they have.

round     After so many rounds; a run that is over by then counts with all that it handed over. A round of `tog2`
          is a hop and the reasoning about it, one of `pog` ends when its paths and passages are judged. `all` is
          the whole run, and 0 what `tog2` reads before the first hop.
@10, ...  The share of supporting documents with a chunk among the first 10, 20 and 30 distinct chunks that a run
          hands to the model, in their order.
all docs  The share of questions with all their supporting documents among the first 30.
answer    The share of questions with an answer, word for word, in one of these 30 chunks.
chunks    Distinct chunks that a run hands to the model (mean).
calls     LLM calls of a run (mean), recognition included: those that a language model would be asked.
s         CPU seconds of a run (mean), without a language model.

The second table is the difference to `rag`, question by question, with its 95% interval (paired bootstrap), in
points. In `equal` both have as many chunks as the one that has fewer in this question, at most 30.

No language model takes part. A run goes through all rounds: nothing is judged sufficient, and the query stays the
question. `choice` says who chooses topics, relations and paths: `similarity`, as the offline reasoner does, or
`ideal`, who sees which of them lead to entities with a supporting document; in `relations` that one chooses only
the relations of `tog2`. Topics are those that the offline reasoner finds in the question. The entities of `tog2`
are chosen by the passages, as always. `pog` composes no queries here.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from pog_agent.agent import open_system
from pog_agent.documents import DocumentIndex, build_index, open_index
from pog_agent.documents.corpus import read_corpus
from pog_agent.evaluation.data.dataset import Question, load_questions
from pog_agent.evaluation.measures.retrieval import DEPTHS, Retrieval, retrieval
from pog_agent.evaluation.measures.statistics import compare_paired
from pog_agent.extraction import build_graph
from tests.benchmarks.choosers import HandedOver, Ideal, Watcher
from tests.benchmarks.report import Row, table

SYSTEMS = ("rag", "tog2", "pog")
NOTHING = HandedOver((), 0, 0.0)
BEFORE_THE_FIRST_ROUND = {"tog2": 1}
"""How often a system judges before it takes a step."""


@dataclass(frozen=True)
class Measured:
    """A run of one question up to some round."""

    question: Question
    handed: HandedOver
    found: Retrieval


async def runs(
    reasoner: Watcher, questions: Sequence[Question], **settings: Any
) -> dict[Question, list[HandedOver]]:
    """What the run of each question has handed over by each judgement, and at its end."""
    found = {}
    with open_system(reasoner=reasoner, **settings) as agent:
        agent.open()
        agent.resources.observer = reasoner.see
        for question in questions:
            reasoner.begin(question)
            await agent.aask(question.question)
            found[question] = [*reasoner.judged, reasoner.so_far()]
    return found


def after(steps: Sequence[HandedOver], system: str, rounds: int | None) -> HandedOver:
    """What a run has handed over after so many rounds; all of it for None, or where it was over before."""
    place = len(steps) if rounds is None else rounds - 1 + BEFORE_THE_FIRST_ROUND.get(system, 0)
    return steps[min(place, len(steps) - 1)] if place >= 0 else NOTHING


def measured(
    handed: Mapping[Question, Sequence[HandedOver]], index: DocumentIndex, system: str, rounds: int | None = None
) -> list[Measured]:
    """Each question after so many rounds."""
    last = {question: after(steps, system, rounds) for question, steps in handed.items()}
    return [Measured(question, item, retrieval(question, item.chunks, index)) for question, item in last.items()]


def figures(items: Sequence[Measured]) -> Row:
    """The means over all questions."""
    found, handed = [item.found for item in items], [item.handed for item in items]
    return {
        **{f"@{depth}": round(_mean([item.recall[depth] for item in found]), 3) for depth in DEPTHS},
        "all docs": round(_mean([bool(item.complete) for item in found]), 3),
        "answer": round(_mean([bool(item.has_answer) for item in found]), 3),
        "chunks": round(_mean([item.chunks for item in found]), 1),
        "calls": round(_mean([item.calls for item in handed]), 1),
        "s": round(_mean([item.seconds for item in handed]), 2),
    }


def differences(plain: Sequence[Measured], items: Sequence[Measured], index: DocumentIndex) -> Row:
    """How much more of the supporting documents than plain retrieval finds, in points with the interval."""
    pairs = list(zip(plain, items, strict=True))
    by_depth = {
        f"@{depth}": [(a.found.recall[depth], b.found.recall[depth]) for a, b in pairs] for depth in DEPTHS
    }
    equal = [recall_at_equal_numbers(*pair, index) for pair in pairs]
    return {name: _difference(values) for name, values in {**by_depth, "equal": equal}.items()}


def recall_at_equal_numbers(one: Measured, other: Measured, index: DocumentIndex) -> tuple[float, float]:
    """What both runs of a question find with as many chunks as the one that has fewer."""
    deepest = max(DEPTHS)
    number = min(len(one.handed.chunks), len(other.handed.chunks), deepest)
    first, second = (
        retrieval(item.question, item.handed.chunks[:number], index).recall[deepest] for item in (one, other)
    )
    return first, second


def _difference(pairs: Sequence[tuple[float, float]]) -> str:
    found = compare_paired([one for one, _ in pairs], [other for _, other in pairs])
    low, high = found.interval
    return f"{100 * found.difference:+.0f} ({100 * low:+.0f} to {100 * high:+.0f})"


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values))


async def compared(
    questions: Sequence[Question],
    kg: str,
    folder: Path,
    systems: Sequence[str],
    rankers: Sequence[str],
    *,
    rounds: Sequence[int],
    **settings: Any,
) -> tuple[list[Row], list[Row]]:
    """The figures of plain retrieval, and of each other system by ranker, choice and round; the differences."""
    index = open_index(folder)
    encoder = index.encoder
    settings |= {"kg": kg, "docs": str(folder), "encoder": encoder}
    handed = await runs(Watcher(encoder), questions, name="rag", contexts=max(DEPTHS), **settings)
    plain = measured(handed, index, "rag")
    rows: list[Row] = [{"system": "rag", "ranker": "dense", "choice": "", "round": "", **figures(plain)}]
    gains: list[Row] = []
    for system, ranker in product([name for name in systems if name != "rag"], rankers):
        choosers = {"similarity": Watcher(encoder), "ideal": Ideal(encoder, index)}
        if system == "tog2":
            choosers["relations"] = Ideal(encoder, index, topics=False)
        for choice, reasoner in choosers.items():
            handed = await runs(reasoner, questions, name=system, ranker=ranker, compose="off", **settings)
            for number in (*rounds, None):
                items = measured(handed, index, system, number)
                after_round = "all" if number is None else number
                row = {"system": system, "ranker": ranker, "choice": choice, "round": after_round}
                rows.append({**row, **figures(items)})
                gains.append({**row, **differences(plain, items, index)})
    return rows, gains


def without_links(docs: Path, file: Path) -> Path:
    """Writes a corpus without the links that it has, and gives the file."""
    documents = read_corpus(docs, print)
    lines = (json.dumps({"id": item.id, "title": item.title, "text": item.text}) for item in documents)
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--index", type=Path, help="folder to keep the index in")
    parser.add_argument("--system", nargs="+", choices=SYSTEMS, default=[*SYSTEMS])
    parser.add_argument("--ranker", nargs="+", default=["dense", "bm25"])
    parser.add_argument("--rounds", nargs="+", type=int, default=[1, 2, 3], help="after which rounds")
    parser.add_argument("--limit", type=int, help="the first questions")
    parser.add_argument("--from-documents", action="store_true", help="make the graph from the documents")
    parser.add_argument("--lines", choices=["odd", "even"], help="only these lines of the questions")
    parser.add_argument("--document-topics", type=int, default=0, help="the setting of this name")
    given = parser.parse_args()
    asked = slice(given.lines == "even", given.limit, 2 if given.lines else 1)
    questions = load_questions(given.data / "dev.jsonl").questions[asked]
    docs, kg = given.data / "docs.jsonl.gz", given.data / "kg.nt.gz"
    with tempfile.TemporaryDirectory() as temporary:
        if given.from_documents:
            docs, kg = without_links(docs, Path(temporary) / "docs.jsonl"), Path(temporary) / "graph.ttl"
            build_graph(docs, kg)
        folder = given.index or Path(temporary) / "index"
        build_index(docs, str(kg), folder)
        settings = {"document_topics": given.document_topics}
        made = compared(questions, str(kg), folder, given.system, given.ranker, rounds=given.rounds, **settings)
        rows, gains = asyncio.run(made)
        print(table(rows), table(gains), sep="\n\ndifference to rag\n")


if __name__ == "__main__":
    main()
