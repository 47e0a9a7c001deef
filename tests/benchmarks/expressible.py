"""What share of questions a query of the algebra answers exactly: found by a search that knows the gold answer.

Usage: python -m tests.benchmarks.expressible DATA [NAME ...] [--part odd|even] [--seconds S] [--show]

DATA holds folders with `kg.nt.gz` and `dev.jsonl`, as for `tests.benchmarks.computed`. Each question gets S
seconds. "not found" says that no query was found in that time, not that there is none. A query that is found may
give the answer by accident, although it names all topics, values and numbers of the question, and computes what
makes the answer.
"""

import argparse
import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.query_search.search import QuerySearch
from pog_agent.evaluation.query_search.vocabulary import Vocabulary
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.open import open_kg
from pog_agent.models.query import Query
from pog_agent.query.local.index import QueryIndex
from pog_agent.query.sparql.select import sparql_of
from tests.benchmarks.computed import computed_sets
from tests.benchmarks.everyday import HALVES
from tests.benchmarks.report import Row, table
from tests.gold import read_questions

Found = list[tuple[Question, Query | None]]


def searched(
    folder: Path, questions: Iterable[Question], seconds: float
) -> Iterator[tuple[Question, Query | None]]:
    """Each question with the query that gives its answer, None where none was found."""
    with closing(open_kg(str(folder / "kg.nt.gz"))) as kg:
        assert isinstance(kg, CompiledGraph)
        vocabulary = Vocabulary.read(QueryIndex(kg), asyncio.run(kg.schema()))
        for question in questions:
            yield question, QuerySearch(vocabulary, question, seconds).run()


def kinds_rows(found: Found) -> list[Row]:
    """By type, all, and the questions with a disputed gold answer: how many are expressible."""
    groups: defaultdict[str, list[Query | None]] = defaultdict(list)
    for question, query in found:
        groups["disputed" if question.gold_disputed else question.type].append(query)
    names = [*sorted(set(groups) - {"disputed"}), "disputed"]
    groups["all"] = [query for name in names[:-1] for query in groups[name]]
    return [_row(name, groups[name]) for name in (*names[:-1], "all", "disputed") if groups[name]]


def _row(name: str, queries: list[Query | None]) -> Row:
    count = sum(query is not None for query in queries)
    return {"set": name, "n": len(queries), "expressible": count, "share": f"{count / len(queries):.0%}"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--part", choices=HALVES, help="(default: both)")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--show", action="store_true", help="show every query that is found, and what is not")
    args = parser.parse_args()
    every: Found = []
    for folder in computed_sets(args.data, args.names):
        questions = read_questions(folder / "dev.jsonl")
        chosen = questions[HALVES[args.part] :: 2] if args.part else questions
        found: Found = []
        for question, query in searched(folder, chosen, args.seconds):
            found.append((question, query))
            if args.show:
                shown = sparql_of(query) if query else "(not found)"
                print(f"{question.id} ({question.type}) {question.question}\n{shown}\n", flush=True)
        every += found
        print(f"{folder.name}\n{table(kinds_rows(found))}\n", flush=True)
    print(f"all sets\n{table(kinds_rows(every))}")


if __name__ == "__main__":
    main()
