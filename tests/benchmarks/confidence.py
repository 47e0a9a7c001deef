"""What speaks for and against answers, and whether they are right: the lines that a confidence is fitted on.

Usage: python -m tests.benchmarks.confidence DATA_DIR --out FILE.jsonl [--half odd|even] [--limit N]
[--kg NAME=FILE]

It asks the everyday questions and the question files of DATA_DIR from the bare question, with the offline
reasoner, and writes a line for `python -m tests.benchmarks.calibrate` for each answer: its set, its features, and
whether its first answer is right (strict Hits@1) and all gold answers of a graph of one's own are there.
"""

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from pog_agent.answering import verification
from pog_agent.answering.confidence import confidence_of
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures.metrics import hits_strict, measure
from tests.benchmarks.everyday import ELSEWHERE, FOLDER, HALVES, asked
from tests.benchmarks.recall import EXCLUDED, SETS
from tests.gold import read_questions


@contextmanager
def recorded() -> Iterator[list[dict[str, float]]]:
    """The features of each answer that gets a confidence meanwhile."""
    seen: list[dict[str, float]] = []

    def recording(features):
        seen.append(dict(features))
        return confidence_of(features)

    with patch.object(verification, "confidence_of", recording):
        yield seen


def jobs(data: Path, half: str, limit: int, places: dict[str, str]) -> Iterator[tuple[str, str, list[Question]]]:
    """Each set with its graph and its questions."""
    start = HALVES[half]
    for name in sorted(file.parent.name for file in FOLDER.glob("*/questions.jsonl")):
        kg = places.get(name) or str(FOLDER / name / "kg.ttl")
        if kg == "demo" or Path(kg).exists():
            yield name, kg, read_questions(FOLDER / name / "questions.jsonl")[start::2]
    for name in (name for name in SETS if (data / name).is_dir()):
        found = [item for item in read_questions(data / name / "dev.jsonl") if item.id not in EXCLUDED][start::2]
        yield name, str(data / name / "kg.nt.gz"), found[:: max(len(found) // limit, 1)][:limit]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--half", choices=HALVES, default="odd")
    parser.add_argument("--limit", type=int, default=80, help="questions per question file")
    parser.add_argument("--kg", action="append", default=[], metavar="NAME=FILE")
    args = parser.parse_args()
    places = {**ELSEWHERE, **dict(item.split("=", 1) for item in args.kg)}
    with args.out.open("w", encoding="utf-8") as out, recorded() as seen:
        for name, kg, questions in jobs(args.data, args.half, args.limit, places):
            count = 0
            for question, answer in asked(kg, questions, "offline"):
                if answer.confidence is not None:
                    whole = name in SETS or measure(answer, question).all_gold
                    right = bool(question.answers) and hits_strict(answer, question.answers) and whole
                    out.write(json.dumps({"set": name, "features": seen[-1], "right": right}) + "\n")
                    count += 1
            print(name, len(questions), "asked,", count, "answered")


if __name__ == "__main__":
    main()
