"""What speaks for and against answers, and whether they are right: the lines that a confidence is fitted on.

Usage: python -m tests.benchmarks.confidence DATA_DIR --of paths|queries --out FILE.jsonl [--half odd|even]
[--limit N] [--kg NAME=FILE] [--judged]

It asks the everyday questions and the question files of DATA_DIR from the bare question, with the offline
reasoner, and writes a line for `python -m tests.benchmarks.calibrate` for each answer read from paths or given by
a query: its set, its features, and whether it is right (exactly the gold answers). With --judged, the answers that
were judged (`tests.benchmarks.judged`) are lines, too, where they are still given.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from pog_agent.answering.computed.confidence import OF_QUERIES
from pog_agent.answering.confidence import OF_PATHS, Calibration
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures.judgement import judgement
from pog_agent.models import Answer
from tests.benchmarks.computed import computed_sets
from tests.benchmarks.everyday import ELSEWHERE, FOLDER, HALVES, asked
from tests.benchmarks.judged import is_same, judged_answers, judged_lines
from tests.benchmarks.recall import EXCLUDED, SETS
from tests.gold import read_questions

REPORTED = {"railway", "filmclub"}
"""Sets of which all lines are to report."""
KINDS = {"paths": OF_PATHS, "queries": OF_QUERIES}


@contextmanager
def recorded(kind: Calibration) -> Iterator[list[tuple[float, dict[str, float]]]]:
    """Each confidence of a kind that is given meanwhile, to answers and alternatives, with its features."""
    seen: list[tuple[float, dict[str, float]]] = []
    confidence = Calibration.confidence

    def recording(self: Calibration, features: Mapping[str, float]) -> float:
        found = confidence(self, features)
        if self is kind:
            seen.append((found, dict(features)))
        return found

    with patch.object(Calibration, "confidence", recording):
        yield seen


def jobs(data: Path, half: str, limit: int, places: dict[str, str]) -> Iterator[tuple[str, str, list[Question]]]:
    """Each set with its graph and its questions."""
    start = HALVES[half]
    for name in sorted({file.parent.name for file in FOLDER.glob("*/questions.jsonl")} - REPORTED):
        kg = places.get(name) or str(FOLDER / name / "kg.ttl")
        if kg == "demo" or Path(kg).exists():
            yield name, kg, read_questions(FOLDER / name / "questions.jsonl")[start::2]
    for name in (name for name in SETS if (data / name).is_dir()):
        found = [item for item in read_questions(data / name / "dev.jsonl") if item.id not in EXCLUDED][start::2]
        yield name, str(data / name / "kg.nt.gz"), found[:: max(len(found) // limit, 1)][:limit]
    for folder in computed_sets(data, ()):
        settled = [item for item in read_questions(folder / "dev.jsonl") if not item.gold_disputed]
        yield folder.name, str(folder / "kg.nt.gz"), settled[start::2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--of", choices=KINDS, required=True)
    parser.add_argument("--judged", action="store_true", help="answers that were judged, too")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--half", choices=HALVES, default="odd")
    parser.add_argument("--limit", type=int, default=80, help="questions per question file")
    parser.add_argument("--kg", action="append", default=[], metavar="NAME=FILE")
    args = parser.parse_args()
    places = {**ELSEWHERE, **dict(item.split("=", 1) for item in args.kg)}
    with args.out.open("w", encoding="utf-8") as out, recorded(KINDS[args.of]) as seen:

        def write(name: str, answer: Answer, *, right: bool) -> int:
            """Writes the line of an answer, if it has features; the number of lines."""
            features = next((own for found, own in reversed(seen) if found == answer.confidence), None)
            if features is None:
                return 0
            out.write(json.dumps({"set": name, "features": features, "right": right}) + "\n")
            return 1

        for name, kg, questions in jobs(args.data, args.half, args.limit, places):
            count = 0
            for question, answer in asked(kg, questions, "offline"):
                count += write(name, answer, right=judgement(answer, question) == "right")
                seen.clear()
            print(name, len(questions), "asked,", count, "answered")
        for line, answer in judged_answers(judged_lines() if args.judged else [], (), args.kg):
            if is_same(line, answer):
                write(f"judged {line.graph}", answer, right=line.right)
            seen.clear()


if __name__ == "__main__":
    main()
