"""Lies by opposites, qualifiers and modality: how many come out `supported`, and how many right ones are demoted.

Usage: python -m tests.benchmarks.lies [NAME ...] [--half odd|even] [--way offline|cited] [--show] [--json FILE]

The questions lie in `tests/lies/`, with what they are. Each is asked twice: of the offline reasoner, and of a
scripted model that cites the path of the line. Odd lines are to work with. Even lines are to report: do not look
at them; `--show` and `--json` leave them out unless `--half even` is given.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

from pydantic import Field

from pog_agent import PathsOverGraph
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.evaluation.measures.judgement import judgement
from pog_agent.models import Answer
from pog_agent.models.value import Value
from tests.benchmarks.report import table
from tests.erring.scenarios import Half, ModelReply
from tests.erring.scripted_model import FollowingModel
from tests.llm_server import ScriptedLLM

FOLDER = Path(__file__).parents[1] / "lies"
NAMES = tuple(sorted(file.stem for file in FOLDER.glob("*.ttl")))
Way = Literal["offline", "cited"]
Honesty = Literal["lies", "honest"]
LIE_COLUMNS = ("wrong, supported", "partial", "abstained", "not reached")
HONEST_COLUMNS = ("supported", "demoted", "not right", "not reached")


class CitedQuestion(Value):
    """A question, the path that a model cites for it with its paraphrases, and gold answers; a lie has none."""

    id: str
    question: str
    kind: str
    topics: tuple[str, ...]
    cites: tuple[str, ...]
    paraphrases: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    answers: tuple[GoldItem, ...]

    @property
    def reply(self) -> ModelReply:
        """What a model says that cites the path."""
        return ModelReply(
            kind=self.kind,
            paraphrases=self.paraphrases,
            topics=self.topics,
            splits=(self.question,),
            cites=self.cites,
        )


@dataclass(frozen=True)
class LieOutcome:
    """What came of a question asked in one way."""

    id: str
    kind: str
    honesty: Honesty
    half: Half
    way: Way
    seen: str
    asked: str
    text: str
    warnings: tuple[str, ...]


def read_questions(name: str, honesty: Honesty, half: Half | None = None) -> list[CitedQuestion]:
    """The lies over a graph or their honest counterparts: all, or those on odd or even lines."""
    lines = (FOLDER / f"{name}.{honesty}.jsonl").read_text(encoding="utf-8").splitlines()
    chosen = lines if half is None else lines[0 if half == "odd" else 1 :: 2]
    return [CitedQuestion.model_validate_json(line) for line in chosen]


def outcomes(names: Sequence[str], half: Half | None, ways: Sequence[Way]) -> Iterator[LieOutcome]:
    """Asks the questions of some graphs in some ways, and says what came of each."""
    model = FollowingModel()
    with ScriptedLLM().serve(model) as url:
        for name in names:
            for way in ways:
                chosen, settings = ("openai:scripted", {"base_url": url}) if way == "cited" else ("offline", {})
                with PathsOverGraph(str(FOLDER / f"{name}.ttl"), chosen, **settings) as agent:
                    for honesty, part, item in _questions(name, half):
                        model.follow(item.reply)
                        answer = agent.ask(item.question)
                        reached = way == "offline" or not model.missing
                        judge = seen_of_lie if honesty == "lies" else seen_of_honest
                        seen, warnings = judge(answer, item, reached), tuple(answer.warnings)
                        yield LieOutcome(
                            item.id, item.kind, honesty, part, way, seen, item.question, answer.text, warnings
                        )


def _questions(name: str, half: Half | None) -> Iterator[tuple[Honesty, Half, CitedQuestion]]:
    for honesty in get_args(Honesty):
        for part in (half,) if half else get_args(Half):
            for item in read_questions(name, honesty, part):
                yield honesty, part, item


def seen_of_lie(answer: Answer, item: CitedQuestion, reached: bool = True) -> str:
    """What came of a lie: a column of its table. The graph has no answer, so a supported one is wrong."""
    if answer.status == "supported":
        return "wrong, supported"
    if not reached:
        return "not reached"
    return "abstained" if answer.status == "abstained" else "partial"


def seen_of_honest(answer: Answer, item: CitedQuestion, reached: bool = True) -> str:
    """What came of an honest question: a column of its table."""
    if not reached:
        return "not reached"
    question = Question(id=item.id, question=item.question, answers=item.answers)
    if answer.status == "abstained" or judgement(answer, question) != "right":
        return "not right"
    return "supported" if answer.status == "supported" else "demoted"


def report(found: Sequence[LieOutcome]) -> str:
    """For each way a table of the lies by kind and half, and one of the honest questions."""
    tables = []
    for way in get_args(Way):
        for honesty, columns in (("lies", LIE_COLUMNS), ("honest", HONEST_COLUMNS)):
            own = [item for item in found if item.way == way and item.honesty == honesty]
            groups = [(kind, [one for one in own if one.kind == kind]) for kind in sorted({x.kind for x in own})]
            groups += [(f"all {half}", [one for one in own if one.half == half]) for half in get_args(Half)]
            rows = [_row(f"{way}, {honesty}: {name}", items, columns) for name, items in groups if items]
            tables += [table(rows)] if rows else []
    return "\n\n".join(tables)


def _row(name: str, items: Sequence[LieOutcome], columns: Sequence[str]) -> dict[str, object]:
    counts = Counter(item.seen for item in items)
    return {"kind": name, "n": len(items), **{column: counts[column] for column in columns}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", default=NAMES, help="(default: all graphs)")
    parser.add_argument("--half", choices=get_args(Half), help="(default: both)")
    parser.add_argument("--way", choices=get_args(Way), help="(default: both)")
    parser.add_argument("--show", action="store_true", help="show lies that are supported, and demoted answers")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the outcomes that --show may show there")
    args = parser.parse_args()
    found = list(outcomes(args.names, args.half, (args.way,) if args.way else get_args(Way)))
    to_see = [item for item in found if item.half == (args.half or "odd")]
    if args.show:
        for item in to_see:
            if item.seen not in ("partial", "abstained", "supported"):
                print(f"{item.id} {item.way} ({item.kind}: {item.seen}) {item.asked} -> {item.text}")
                print("".join(f"    {warning}\n" for warning in item.warnings), end="")
    print(report(found))
    if args.json:
        args.json.write_text(json.dumps([asdict(item) for item in to_see], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
