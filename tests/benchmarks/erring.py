"""Models that err: how many wrong answers come out `supported`, and how many right ones are demoted.

Usage: python -m tests.benchmarks.erring [NAME ...] [--half odd|even] [--kind KIND ...] [--encoder E]
[--phrases DIR] [--judge simulated [--noise E ...] [--wrong-times K ...]] [--show] [--json FILE]

The questions and replies lie in `tests/erring/`. Each reply says what a chat model gives at each step, and a
server on this machine gives it. Whoever wrote them did not know the checks. Odd lines are to work with. Even
lines are to report: do not look at them; `--show` and `--json` leave them out unless `--half even` is given.

With `--judge simulated` the model has passed its exam, and is asked what words mean. That is played: it errs about
right lookups at each rate E, and about wrong ones at K times that rate. The figures are expected values.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from pog_agent import PathsOverGraph
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures.judgement import judgement
from pog_agent.models import Answer
from pog_agent.reasoner.exam.examine import examine
from tests.benchmarks.everyday import add_phrases, phrases_setting
from tests.benchmarks.prices import ToldLine, ids_of, write_lines
from tests.benchmarks.report import table
from tests.erring.scenarios import NAMES, RIGHT, ErringQuestion, Half, graph_file, read_scenarios
from tests.erring.scripted_model import FollowingModel
from tests.erring.simulated_judge import JudgeNoise
from tests.llm_server import ScriptedLLM

ERRING_COLUMNS = (
    "wrong, supported",
    "wrong, partial",
    "parametric",
    "abstained",
    "right after all",
    "not reached",
)
RIGHT_COLUMNS = ("supported", "demoted", "not right", "not reached")


@dataclass(frozen=True)
class Outcome:
    """What came of one reply."""

    question: str
    type: str
    half: Half
    kind: str
    seen: str
    asked: str
    text: str
    warnings: tuple[str, ...]
    findings: tuple[str, ...] = ()
    denied: str = ""
    """What comes of it where the model was asked what words mean, and denies it; empty where it was not asked."""
    is_right: bool = False

    @property
    def told(self) -> ToldLine:
        """The line as the prices of checks are counted from."""
        return ToldLine(self.question, self.kind, self.seen, self.findings)


def outcomes(
    names: Sequence[str],
    half: Half | None,
    kinds: Sequence[str] = (),
    encoder: str = "lexical",
    phrases: Path | None = None,
    *,
    is_judged: bool = False,
) -> Iterator[Outcome]:
    """Runs the replies of some kinds, or all, and says what came of each; `phrases` has phrasebooks of sets.

    Where it `is_judged`, the model sits its exam first, and is asked what words mean then.
    """
    model = FollowingModel()
    with ScriptedLLM().serve(model) as url, TemporaryDirectory() as folder:
        exams = str(Path(folder) / "exams.json")
        if is_judged:
            examine("openai:scripted", url, exams=exams)
        for name in names:
            settings = {"base_url": url, "encoder": encoder, "exams": exams, **phrases_setting(phrases, name)}
            with PathsOverGraph(str(graph_file(name)), "openai:scripted", **settings) as agent:
                for part in (half,) if half else get_args(Half):
                    for question in read_scenarios(name, part):
                        yield from _of_question(agent, model, question, part, kinds)


def _of_question(
    agent: PathsOverGraph, model: FollowingModel, question: ErringQuestion, half: Half, kinds: Sequence[str]
) -> Iterator[Outcome]:
    for reply in question.replies:
        if kinds and reply.kind not in kinds:
            continue
        judge = seen_of_right if reply.kind == RIGHT else seen_of_erring
        model.judge.confirms, model.judge.asked = True, 0
        model.follow(question.completed(reply))
        answer = agent.ask(question.question)
        seen, denied = judge(answer, question, reached=not model.missing), ""
        if model.judge.asked:
            model.judge.confirms = False
            model.follow(question.completed(reply))
            denied = judge(agent.ask(question.question), question, reached=not model.missing)
        yield Outcome(
            question.id,
            question.type,
            half,
            reply.kind,
            seen,
            question.question,
            answer.text,
            answer.warnings,
            ids_of(answer),
            denied,
            is_right(answer, question),
        )


def is_right(answer: Answer, question: ErringQuestion) -> bool:
    """Whether an answer is what evaluation calls right."""
    asked = Question(id=question.id, question=question.question, answers=question.answers)
    return judgement(answer, asked) == "right"


def seen_of_right(answer: Answer, question: ErringQuestion, reached: bool) -> str:
    """What came of a reply that is right: a column of its table."""
    if not reached:
        return "not reached"
    if not is_right(answer, question) or answer.status == "abstained":
        return "not right"
    return "supported" if answer.status == "supported" else "demoted"


def seen_of_erring(answer: Answer, question: ErringQuestion, reached: bool) -> str:
    """What came of a reply that errs: a column of its table. A wrong answer that is supported always counts."""
    right = is_right(answer, question)
    if answer.status == "supported" and not right:
        return "wrong, supported"
    if not reached:
        return "not reached"
    if answer.status in ("abstained", "parametric"):
        return answer.status
    return "right after all" if right else "wrong, partial"


def row(name: str, seen: Sequence[str], columns: Sequence[str]) -> dict[str, object]:
    """One line of a table."""
    counts = Counter(seen)
    return {"kind": name, "n": len(seen), **{column: counts[column] for column in columns}}


def report(found: Sequence[Outcome]) -> str:
    """A table of the erring replies by kind, and one of the right replies by type of question and by set."""
    erring = [item for item in found if item.kind != RIGHT]
    right = [item for item in found if item.kind == RIGHT]
    tables = (
        [
            *_rows(erring, ERRING_COLUMNS, lambda item: item.kind),
            row("all that err", [item.seen for item in erring], ERRING_COLUMNS),
        ],
        [
            *_rows(right, RIGHT_COLUMNS, lambda item: item.type),
            *_rows(right, RIGHT_COLUMNS, lambda item: item.question.rpartition("-")[0]),
            row("all right", [item.seen for item in right], RIGHT_COLUMNS),
        ],
    )
    return "\n\n".join(map(table, tables))


def judged_report(found: Sequence[Outcome], noises: Sequence[float], times: Sequence[float]) -> str:
    """What a judge that errs at these rates makes of the outcomes, asked once and twice, a row for each."""
    rows = []
    for calls in (1, 2):
        for noise in noises:
            for factor in times if noise else times[:1]:
                rows.append(judged_row(found, JudgeNoise(noise, min(1.0, factor * noise)), calls))
    return table(rows)


def judged_row(found: Sequence[Outcome], noise: JudgeNoise, calls: int) -> dict[str, object]:
    """The expected figures for a judge that is asked so many times."""
    right = [item for item in found if item.kind == RIGHT]
    erring = [item for item in found if item.kind != RIGHT]
    wrong = sum(_expected(item, "wrong, supported", noise, calls) for item in erring)
    supported = sum(_expected(item, "supported", noise, calls) for item in right)
    demoted = sum(_expected(item, "demoted", noise, calls) for item in right)
    asked = {
        name: sum(noise.calls(item.is_right, calls) for item in items if item.denied) / max(len(items), 1)
        for name, items in (("right", right), ("erring", erring))
    }
    return {
        "calls": calls,
        "errs about right": f"{noise.right:.0%}",
        "about wrong": f"{noise.wrong:.0%}",
        "wrong, supported": f"{wrong:.1f} of {len(erring)} ({wrong / max(len(erring), 1):.1%})",
        "of supported": f"{wrong / max(wrong + supported, 1):.1%}",
        "demoted": f"{demoted:.1f} of {len(right)} ({demoted / max(len(right), 1):.1%})",
        "calls, right": f"{asked['right']:.2f}",
        "calls, erring": f"{asked['erring']:.2f}",
    }


def _expected(item: Outcome, seen: str, noise: JudgeNoise, calls: int) -> float:
    """The probability that this came of a reply."""
    if not item.denied:
        return float(item.seen == seen)
    yes = noise.confirmed(item.is_right, calls)
    return yes * (item.seen == seen) + (1 - yes) * (item.denied == seen)


def _rows(
    found: Sequence[Outcome], columns: Sequence[str], group: Callable[[Outcome], str]
) -> Iterator[dict[str, object]]:
    for name in sorted(set(map(group, found))):
        yield row(name, [item.seen for item in found if group(item) == name], columns)


def notable(outcome: Outcome) -> bool:
    """Whether somebody has to look at it."""
    return outcome.seen in ("wrong, supported", "right after all", "demoted", "not right", "not reached")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", default=NAMES, help="(default: all sets)")
    parser.add_argument("--half", choices=get_args(Half), help="(default: both)")
    parser.add_argument("--kind", nargs="*", default=(), help="(default: all kinds)")
    parser.add_argument("--encoder", default="lexical", help="(default: lexical, which knows letters only)")
    add_phrases(parser)
    parser.add_argument("--judge", choices=("none", "simulated"), default="none", help="(default: none)")
    parser.add_argument("--noise", nargs="*", type=float, default=[0.0, 0.05, 0.1, 0.2], metavar="E")
    parser.add_argument("--wrong-times", nargs="*", type=float, default=[1.0, 3.0], metavar="K")
    parser.add_argument("--show", action="store_true", help="show what is wrong, demoted or not reached")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write the outcomes that --show may show there, with findings"
    )
    args = parser.parse_args()
    is_judged = args.judge == "simulated"
    found = list(outcomes(args.names, args.half, args.kind, args.encoder, args.phrases, is_judged=is_judged))
    open_half = args.half or "odd"
    to_see = [item for item in found if item.half == open_half]
    if args.show:
        for item in filter(notable, to_see):
            print(f"{item.question} ({item.kind}: {item.seen}) {item.asked} -> {item.text}")
            print("".join(f"    {warning}\n" for warning in item.warnings), end="")
    print(report(found))
    if is_judged:
        print(f"\n{judged_report(found, args.noise, args.wrong_times)}")
    if args.json:
        write_lines(args.json, [item.told for item in to_see])


if __name__ == "__main__":
    main()
