"""Altered questions: a change of one place asks for something else; how often is the same answer `supported`?

Usage: python -m tests.benchmarks.altered [NAME ...] [--kg NAME=FILE] [--seed N] [--most N] [--show] [--json FILE]

Each everyday question that is answered rightly and `supported` is changed in one place: a condition that no graph
meets, a "never", another word for a content word, an adjective that nothing is, the opposite of a comparison,
another number, an invented name, two names or two roles the other way round. An answer that is `supported` and the
same as before has not read the change. Some changes leave the answer as it is ("in 1996 or later", one year later;
symmetric relations; "finds that never broke"), so what is counted is to be looked at, not a rate of faults.
"""

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from pog_agent import PathsOverGraph
from pog_agent.evaluation.data.dataset import Question
from pog_agent.models import Answer
from tests.benchmarks.everyday import FOLDER, available, outcome
from tests.benchmarks.report import table
from tests.gold import read_questions

CONDITIONS = (
    *("with a wooden leg", "for Zelda Quix", "on the moon", "by moonlight", "every Tuesday", "in silence"),
    *("using a ladder", "in 1713", "before 1650", "for free", "in Zorbury", "by mistake"),
)
"""What no graph tells of anything, as an end of a question."""
ADJECTIVES = ("purple", "former", "haunted", "married", "Danish", "second-hand", "unfinished", "largest", "other")
OTHER_WORDS = {
    "ed": ("varnished", "scolded", "juggled"),
    "ing": ("varnishing", "scolding", "juggling"),
    "s": ("umbrellas", "saddles", "lanterns"),
    "": ("umbrella", "saddle", "lantern"),
}
"""Words that no graph speaks of, by the end of the word in whose place they come."""
FUNCTION_WORDS = frozenset(
    re.findall(
        r"\w+",
        "which what who whom whose where when that this these those there with without from into onto over "
        "under about have does been were will would could should please tell give show find know many much "
        "more most less least than then they them their your ours each every some ever only both between "
        "after before since until during while also just like need want list names name people person thing "
        "things everything anyone someone",
    )
)
OPPOSITES = (
    *(("most", "least"), ("oldest", "youngest"), ("longest", "shortest"), ("highest", "lowest")),
    *(("heaviest", "lightest"), ("before", "after"), ("earlier", "later"), ("earliest", "latest")),
    *(("biggest", "smallest"), ("largest", "smallest"), ("cheapest", "dearest"), ("higher", "lower")),
    *(("more", "fewer"), ("older", "younger"), ("over", "under"), ("deepest", "shallowest"), ("first", "last")),
    *(("and", "but not"), ("nobody", "somebody"), ("no", "any"), ("aren't", "are"), ("except", "including")),
    *(("newest", "oldest"), ("with", "without"), ("both", "neither")),
)
NAME = r"((?:[A-Z][\w.'&-]*)(?: (?:of |the |and )?[A-Z][\w.'&-]*)*)"
NEVER = re.compile(rf"(?i:(?:who|which \w+|what \w+) (?=[a-z]+ ))|(?i:did|does|has|is|was) {NAME} ")
"""Behind what "never" can stand."""
ROLES = (
    (re.compile(rf"\b([Ww]ho) (\w+ed|taught|wrote|built|made|sold|bought|led|won) {NAME}"), r"\1 was \2 by \3"),
    (re.compile(rf"\b([Ww]ho) (?:was|were) (\w+ed|taught|led) by {NAME}"), r"\1 \2 \3"),
    (re.compile(rf"\b([Ww]ho) did {NAME} (\w+)"), r"\1 did \3 \2"),
    (re.compile(rf"\b(is|was|are) the (\w+) of {NAME}"), r"\1 \3 the \2 of"),
    (re.compile(rf"\b([Ww]ho|[Ww]hat) (is|was) {NAME}'s (\w+)"), r"whose \4 \2 \3"),
)
"""Who does it, and to whom it is done, the other way round."""


def alterations(question: str, chance: random.Random, names: Sequence[str]) -> list[tuple[str, str]]:
    """Kinds of change, each with the changed question. `names`: the names that the question has."""
    stem = question.rstrip("?.! ")
    mark = question[len(stem) :]
    named = [span for name in names for span in re.finditer(re.escape(name), stem, re.IGNORECASE)]
    found = [("condition", f"{stem} {condition}") for condition in chance.sample(CONDITIONS, 3)]
    found += [("never", f"{stem[: match.end()]}never {stem[match.end() :]}") for match in NEVER.finditer(stem)][:1]
    found += _other_words(stem, chance, named)
    found += _opposites(stem)
    found += [("roles", pattern.sub(other, stem, count=1)) for pattern, other in ROLES if pattern.search(stem)]
    found += [("name", _with(stem, span, "Zelda Quix")) for span in named]
    for one, other in pairwise(sorted(named, key=re.Match.start)):
        if one.end() <= other.start():
            found.append(("swapped names", _with(_with(stem, other, one.group()), one, other.group())))
    return [(kind, text + mark) for kind, text in found]


def _with(stem: str, span: re.Match[str], text: str) -> str:
    return stem[: span.start()] + text + stem[span.end() :]


def _other_words(stem: str, chance: random.Random, named: Sequence[re.Match[str]]) -> Iterator[tuple[str, str]]:
    """A content word less or more, and other numbers."""
    for word in re.finditer(r"\b[a-z]{4,}\b", stem):
        if word.group() not in FUNCTION_WORDS and not any(
            span.start() <= word.start() < span.end() for span in named
        ):
            shape = next(shape for shape in OTHER_WORDS if word.group().endswith(shape))
            yield "word", _with(stem, word, chance.choice(OTHER_WORDS[shape]))
    for article in re.finditer(r"(?i)\b(the|which|what|many|all|our)\s+(?=[a-z]{3,})", stem):
        yield "adjective", f"{stem[: article.end()]}{chance.choice(ADJECTIVES)} {stem[article.end() :]}"
    for number in re.finditer(r"\b\d+\b", stem):
        yield "number", _with(stem, number, str(int(number.group()) + 1))


def _opposites(stem: str) -> Iterator[tuple[str, str]]:
    for pair in OPPOSITES:
        for one, other in (pair, pair[::-1]):
            if re.search(rf"\b{one}\b", stem):
                yield "opposite", re.sub(rf"\b{one}\b", other, stem, count=1)


def values(answer: Answer) -> list[str]:
    """What was answered, in an order of its own."""
    return sorted(item.iri or item.value or "" for item in answer.answers)


def altered(kg: str, questions: Sequence[Question], chance: random.Random, most: int) -> Iterator[dict[str, str]]:
    """Each changed question with what came of it."""
    with PathsOverGraph(kg, "offline") as agent:
        for question in questions:
            answer = agent.ask(question.question)
            if outcome(answer, question) != "right, supported":
                continue
            names = [topic.label for topic in question.topic_entities if topic.label]
            found = alterations(question.question, chance, names)
            for kind, text in chance.sample(found, min(most, len(found))):
                other = agent.ask(text)
                same = "the same" if values(other) == values(answer) else "another"
                yield {
                    "kind": kind,
                    "question": question.question,
                    "altered": text,
                    "seen": other.status if other.status == "abstained" else f"{same}, {other.status}",
                    "text": other.text[:200],
                }


OUTCOMES = ("the same, supported", "another, supported", "the same, partial", "another, partial", "abstained")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", help="(default: all sets whose graph is there)")
    parser.add_argument("--kg", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--most", type=int, default=100, help="changed questions of one question")
    parser.add_argument("--show", action="store_true", help="show what is supported after the change")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every outcome there")
    args = parser.parse_args()
    rows: list[dict[str, str]] = []
    for name, kg in available(args.names, args.kg):
        questions = read_questions(FOLDER / name / "questions.jsonl")
        for found in altered(kg, questions, random.Random(args.seed), args.most):
            rows.append({"set": name, **found})
            if args.show and "supported" in found["seen"]:
                print(f"{name} ({found['kind']}) {found['question']}\n    {found['altered']}")
                print(f"    {found['seen']}: {found['text']}", flush=True)
    counts = Counter((row["kind"], row["seen"]) for row in rows)
    kinds = sorted({row["kind"] for row in rows})
    print(table([{"change": kind, **{seen: counts[kind, seen] for seen in OUTCOMES}} for kind in kinds]))
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
