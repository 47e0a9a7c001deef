"""Questions that need computation: what is answered, by kind, and how often a `supported` answer is wrong.

Usage: python -m tests.benchmarks.computed DATA [NAME ...] [--part odd|even] [--model MODEL] [--json FILE]

DATA holds folders with `kg.nt.gz` and `dev.jsonl`, whose questions have `ops`; without names, all of these.
Each run starts from the bare question. An answer is right if it is exactly the gold answers. Questions with a
disputed gold answer have a row of their own and are in no other. Odd lines are to work with, even lines to report.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from pog_agent.evaluation.data.dataset import Question
from tests.benchmarks.everyday import HALVES, asked, outcome, row
from tests.benchmarks.report import table
from tests.gold import read_questions

Outcomes = list[tuple[Question, str]]


def computed_sets(data: Path, names: Sequence[str]) -> list[Path]:
    """The folders whose questions have kinds of computation, or those with these names."""
    if names:
        return [data / name for name in names]
    files = sorted(data.glob("*/dev.jsonl"))
    return [file.parent for file in files if any(item.ops for item in read_questions(file))]


def kinds_table(found: Outcomes) -> str:
    """Outcomes by type, then all of them, then those of questions with a disputed gold answer."""
    settled = [(item, seen) for item, seen in found if not item.gold_disputed]
    kinds = sorted({item.type for item, _ in settled})
    rows = [row(kind, [seen for item, seen in settled if item.type == kind]) for kind in kinds]
    rows.append(row("all", [seen for _, seen in settled]))
    disputed = [seen for item, seen in found if item.gold_disputed]
    return table([*rows, *([row("disputed", disputed)] if disputed else [])])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--part", choices=HALVES, help="(default: both)")
    parser.add_argument("--model", default="offline")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every outcome there")
    args = parser.parse_args()
    found: dict[str, Outcomes] = {}
    for folder in computed_sets(args.data, args.names):
        questions = read_questions(folder / "dev.jsonl")
        chosen = questions[HALVES[args.part] :: 2] if args.part else questions
        answers = asked(str(folder / "kg.nt.gz"), chosen, args.model)
        found[folder.name] = [(question, outcome(answer, question)) for question, answer in answers]
        print(f"{folder.name}\n{kinds_table(found[folder.name])}\n", flush=True)
    print(f"all sets\n{kinds_table([item for items in found.values() for item in items])}")
    if args.json:
        outcomes = {name: [(item.id, seen) for item, seen in items] for name, items in found.items()}
        args.json.write_text(json.dumps(outcomes, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
