"""Answers that were computed once and judged: which right ones are still given, and which wrong ones.

Usage: python -m tests.benchmarks.judged [NAME ...] [--kg NAME=FILE] [--show] [--json FILE]

A line of `tests/everyday/judged.jsonl` has a graph, a question, the answers that a version of the program gave as
`supported`, and whether they are right; the question's author judged them by SPARQL. The questions were written to
find wrong answers, and the code was mended by them: the figures compare versions, not
programs on new questions.
The gold answers of a wrong line are not known, so another answer to it is `changed`.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pog_agent.evaluation.data.dataset import Question
from pog_agent.models import Answer
from tests.benchmarks.everyday import FOLDER, asked, available
from tests.benchmarks.prices import ToldLine, write_lines
from tests.benchmarks.report import table

FILE = FOLDER / "judged.jsonl"


@dataclass(frozen=True)
class JudgedLine:
    """A question to a graph with answers (labels, else values or IRIs, sorted), and whether they are right."""

    graph: str
    question: str
    answers: tuple[str, ...]
    right: bool


def judged_lines() -> list[JudgedLine]:
    """All lines of the file."""
    found = map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
    return [JudgedLine(item["graph"], item["question"], tuple(item["answers"]), item["right"]) for item in found]


def judged_answers(
    lines: Sequence[JudgedLine], names: Sequence[str], given: Sequence[str]
) -> Iterator[tuple[JudgedLine, Answer]]:
    """Each line of some graphs (of all, without names) with the answer that is given now."""
    every = names or sorted({line.graph for line in lines})
    for name, kg in available(every, given):
        own = [line for line in lines if line.graph == name]
        questions = [Question(id=line.question, question=line.question, answers=()) for line in own]
        for line, (_, answer) in zip(own, asked(kg, questions, "offline"), strict=True):
            yield line, answer


def is_same(line: JudgedLine, answer: Answer) -> bool:
    """Whether the answers are those that were judged."""
    return tuple(sorted(item.label or item.value or item.iri or "" for item in answer.answers)) == line.answers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", help="(default: all graphs that are there)")
    parser.add_argument("--kg", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--show", action="store_true", help="show the wrong answers that are still supported")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every outcome there, with findings")
    args = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    told: list[ToldLine] = []
    for line, answer in judged_answers(judged_lines(), args.names, args.kg):
        given = answer.status if is_same(line, answer) else "changed"
        judged = "right" if line.right else "wrong"
        counts[judged, given] += 1
        told.append(ToldLine.of_answer(line.question, line.graph, f"{judged}, {given}", answer))
        if args.show and not line.right and given == "supported":
            print(f"{line.graph}: {line.question} -> {', '.join(line.answers)}")
    kinds = ("supported", "partial", "changed")
    print(
        table([{"judged": kind, **{given: counts[kind, given] for given in kinds}} for kind in ("right", "wrong")])
    )
    if args.json:
        write_lines(args.json, told)


if __name__ == "__main__":
    main()
