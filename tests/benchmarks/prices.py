"""The price of each check: on how many right answers it stood, and on how many wrong ones.

Usage: python -m tests.benchmarks.prices FILE ... [--silent]

The files are those that `everyday`, `erring` and `judged` write with `--json`. A check that stood on right answers
alone keeps them from being `supported` and catches nothing. `withheld` are abstentions: there a check refuted what
was found. `--silent` lists the checks that stood on no line.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, Self

from pog_agent.models import Answer
from pog_agent.models.findings.finding import checks
from tests.benchmarks.report import table

Stood = Literal["right", "wrong", "withheld"]
RIGHT = ("supported", "demoted", "right after all")
"""How `erring` calls right answers, which the others call right."""


@dataclass(frozen=True)
class ToldLine:
    """A line of a benchmark: a question, its type or kind, what came of it, and the ids of the findings."""

    question: str
    kind: str
    outcome: str
    findings: tuple[str, ...]

    @classmethod
    def of_answer(cls, question: str, kind: str, outcome: str, answer: Answer) -> Self:
        """The line of an answer."""
        return cls(question, kind, outcome, ids_of(answer))

    @property
    def stood(self) -> Stood:
        """What the findings stood on."""
        if self.outcome in RIGHT or self.outcome in ("right, supported", "right, partial"):
            return "right"
        return "wrong" if self.outcome in ("wrong, supported", "wrong, partial") else "withheld"


def ids_of(answer: Answer) -> tuple[str, ...]:
    """The ids of the findings of an answer, each once."""
    return tuple(dict.fromkeys(item.id for item in answer.findings))


def write_lines(file: Path, lines: Sequence[ToldLine]) -> None:
    """Writes the lines as JSON."""
    file.write_text(json.dumps([asdict(line) for line in lines], indent=1), encoding="utf-8")


def read_lines(files: Iterable[Path]) -> list[ToldLine]:
    """The lines of some files."""
    found = (item for file in files for item in json.loads(file.read_text(encoding="utf-8")))
    return [ToldLine(**{**item, "findings": tuple(item["findings"])}) for item in found]


def prices(lines: Sequence[ToldLine]) -> list[dict[str, object]]:
    """A row for each check that stood on a line, the most frequent first; `alone` has no other beside."""
    stood = Counter((name, line.stood) for line in lines for name in line.findings)
    alone = Counter(line.findings[0] for line in lines if len(line.findings) == 1 and line.stood == "right")
    caught = Counter(line.findings[0] for line in lines if len(line.findings) == 1 and line.stood == "wrong")
    every = Counter(name for line in lines for name in line.findings)
    return [
        {
            "check": name,
            **{kind: stood[name, kind] for kind in ("right", "wrong", "withheld")},
            "right, alone": alone[name],
            "wrong, alone": caught[name],
        }
        for name, _ in every.most_common()
    ]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--silent", action="store_true", help="list the checks that stood on no line")
    args = parser.parse_args()
    lines = read_lines(args.files)
    print(table(prices(lines)))
    if args.silent:
        spoken = {name for line in lines for name in line.findings}
        print("\n".join(sorted(checks().keys() - spoken)))


if __name__ == "__main__":
    main()
