"""Everyday questions over small graphs: how many answers are right, and how many are wrong though `supported`.

Usage: python -m tests.benchmarks.everyday [NAME ...] [--half odd|even] [--kg NAME=FILE] [--phrases DIR]
[--reader rules|both] [--show] [--json FILE]

Below the outcomes it prints how often what is right is among the three readings that are shown, by the words of
the question, in which round of the loop the searches ended, and CPU seconds. `FILE` has the findings of each line:
`python -m tests.benchmarks.prices FILE` counts them.

The questions lie in `tests/everyday/NAME/questions.jsonl`. Their graph lies beside them as `kg.ttl`, or where
`--kg` says. Whoever wrote them had not seen the program. Odd lines are to work with. Even lines are to report: do
not look at them. Right are exactly the gold answers, or none where the graph cannot answer. The run starts from
the bare question.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import get_args

from pog_agent import PathsOverGraph
from pog_agent.config import Reader
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures.judgement import judged_rows, judgement
from pog_agent.models import Answer
from tests.benchmarks.prices import ToldLine, write_lines
from tests.benchmarks.report import table
from tests.benchmarks.rounds import RoundCounter
from tests.gold import read_questions

FOLDER = Path(__file__).parents[1] / "everyday"
ELSEWHERE = {"world": "demo"}
"""Graphs that do not lie beside their questions."""
HALVES = {"odd": 0, "even": 1}
SHOWN = 3


def outcome(answer: Answer, question: Question) -> str:
    """What came of a question, in two words at most."""
    right = judgement(answer, question) == "right"
    if answer.status == "abstained":
        return "abstained, rightly" if right else "abstained"
    return f"{'right' if right else 'wrong'}, {answer.status}"


def is_shown(answer: Answer, question: Question) -> bool:
    """Whether the answer is right, or one of the readings beside it: three in all."""
    readings = [[*answer.table]] if answer.status != "abstained" else []
    readings += [[(item,) for item in other.answers] for other in answer.alternatives]
    return any(judged_rows(rows, question.answers) == "right" for rows in readings[:SHOWN])


def words_of(name: str) -> dict[str, str]:
    """In whose words each question of a set is asked, as far as its lines say."""
    lines = (FOLDER / name / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return {line["id"]: line.get("words", "") for line in map(json.loads, lines)}


def shown_rows(shown: Sequence[tuple[str, bool, bool]]) -> list[dict[str, object]]:
    """One line for each kind of words: answerable questions, and the shares that are right and shown."""
    return [
        {
            "words": words or "not told",
            "answerable": len(own),
            "right": f"{sum(right for right, _ in own) / len(own):.3f}",
            "right among three shown": f"{sum(seen for _, seen in own) / len(own):.3f}",
        }
        for words in sorted({item[0] for item in shown})
        if (own := [item[1:] for item in shown if item[0] == words])
    ]


OUTCOMES = (
    *("right, supported", "right, partial", "abstained, rightly", "abstained"),
    *("wrong, partial", "wrong, supported"),
)


def add_phrases(parser: argparse.ArgumentParser) -> None:
    """The flag for a folder of phrasebooks."""
    parser.add_argument("--phrases", type=Path, metavar="DIR", help="has NAME.ttl, a phrasebook of each set")


def phrases_setting(folder: Path | None, name: str) -> dict[str, str]:
    """The setting that gives a set its phrasebook; none where the folder has none."""
    file = folder / f"{name}.ttl" if folder is not None else None
    return {"phrases": str(file)} if file is not None and file.exists() else {}


def asked(
    kg: str,
    questions: Sequence[Question],
    model: str,
    settings: Mapping[str, str] = MappingProxyType({}),
    counter: RoundCounter | None = None,
) -> Iterable[tuple[Question, Answer]]:
    """Each question with its answer, from the bare question; a counter takes note of its rounds."""
    with PathsOverGraph(kg, model, **settings) as agent:
        for question in questions:
            yield question, (counter or RoundCounter()).ask(agent, question.question)


def available(names: Sequence[str], given: Sequence[str]) -> Iterable[tuple[str, str]]:
    """The sets of these names, or all, each with its graph, which NAME=FILE may give; says which have none."""
    places = {**ELSEWHERE, **dict(item.split("=", 1) for item in given)}
    for name in names or sorted(file.parent.name for file in FOLDER.glob("*/questions.jsonl")):
        kg = places.get(name) or str(FOLDER / name / "kg.ttl")
        if kg == "demo" or Path(kg).exists():
            yield name, kg
        else:
            print(f"{name} skipped: no graph at {kg} (--kg {name}=FILE)")


def row(name: str, outcomes: Sequence[str]) -> dict[str, object]:
    """One line of the table: counts, and the share of `supported` answers that are wrong."""
    counts = Counter(outcomes)
    supported = counts["right, supported"] + counts["wrong, supported"]
    share = f"{counts['wrong, supported'] / supported:.0%}" if supported else ""
    return {"set": name, "n": len(outcomes), **{key: counts[key] for key in OUTCOMES}, "wrong of supported": share}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", help="(default: all sets whose graph is there)")
    parser.add_argument("--half", choices=HALVES, help="(default: both)")
    parser.add_argument("--model", default="offline")
    parser.add_argument("--kg", action="append", default=[], metavar="NAME=FILE")
    add_phrases(parser)
    parser.add_argument("--reader", choices=get_args(Reader), help="(default: that of the settings)")
    parser.add_argument("--show", action="store_true", help="show the wrong answers that are supported")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every outcome there, with findings")
    args = parser.parse_args()
    found: dict[str, list[tuple[str, str, str]]] = {}
    told: list[ToldLine] = []
    counter = RoundCounter()
    shown: list[tuple[str, bool, bool]] = []
    for name, kg in available(args.names, args.kg):
        questions = read_questions(FOLDER / name / "questions.jsonl")
        chosen = questions[HALVES[args.half] :: 2] if args.half else questions
        settings = phrases_setting(args.phrases, name) | ({"reader": args.reader} if args.reader else {})
        for question, answer in asked(kg, chosen, args.model, settings, counter):
            seen = outcome(answer, question)
            found.setdefault(name, []).append((question.id, question.type, seen))
            told.append(ToldLine.of_answer(question.id, question.type, seen, answer))
            if question.answers:
                words = words_of(name).get(question.id, "")
                shown.append((words, seen.startswith("right"), is_shown(answer, question)))
            if args.show and seen == "wrong, supported":
                print(f"{question.id} ({question.type}) {question.question} -> {answer.text}")
                print("".join(f"    {path.text}\n" for path in answer.paths[:2]), end="")
    kinds = sorted({kind for items in found.values() for _, kind, _ in items})
    every = [item for items in found.values() for item in items]
    print(table([row(name, [seen for *_, seen in items]) for name, items in found.items()]))
    print(table([row(kind, [seen for _, other, seen in every if other == kind]) for kind in kinds]))
    print(table([row("all", [seen for *_, seen in every])]))
    print(table(shown_rows(shown)))
    print(counter.report())
    if args.json:
        write_lines(args.json, told)


if __name__ == "__main__":
    main()
