"""Two accounts of one answer: that of the cited paths, and that of the query which the paths come to.

Usage: python -m tests.benchmarks.accounts [NAME ...] [--half odd|even] [--offline] [--show]

The replies are those of `tests/erring`, given by a server on this machine; with `--offline` the questions are
those of `tests/everyday`, answered without a model. An answer that is read from cited paths has its query. The
query, with the classes that the question names, is held against the question as a model's query is. The table
says how often either account calls the answer supported. Where both agree on nearly all lines, one is needless.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, get_args
from unittest.mock import patch

from pog_agent import PathsOverGraph
from pog_agent.answering.computed.answer import answer_of_query
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.answering.proof.accounted import accounted
from pog_agent.answering.verification import verified_answer
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures.judgement import judgement
from pog_agent.models import Answer, QueryDraft
from pog_agent.models.query import Query
from pog_agent.nodes.pog import verify_answer
from pog_agent.reading.composing.writing.values import instance_of
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from tests.benchmarks.everyday import FOLDER, HALVES, available
from tests.benchmarks.report import table
from tests.erring.scenarios import NAMES, Half, graph_file, read_scenarios
from tests.erring.scripted_model import FollowingModel
from tests.gold import read_questions
from tests.llm_server import ScriptedLLM


@dataclass(frozen=True)
class Both:
    """An answer that was read from paths, and the answer that its query gives."""

    by_paths: Answer
    by_query: Answer


class Shadow:
    """Takes note of what the query of each answer comes to, beside what its paths come to."""

    def __init__(self) -> None:
        self.last: Both | None = None

    async def __call__(self, state: PogState, run: RunContext) -> Answer:
        """The answer as it is, and in `last` the one of its query."""
        answer = await verified_answer(state, run)
        self.last = None
        if answer.query is not None and not answer.computations and answer.status in ("supported", "partial"):
            vocabulary, query = await run.vocabulary(state), answer.query
            if vocabulary is not None:
                query = await with_asked_classes(query, vocabulary, GraphReader(run))
            draft = accounted(QueryDraft(query=query), state, run, vocabulary)
            other = await answer_of_query(draft, state, run)
            self.last = Both(answer, other) if other is not None else None
        return answer


Line = tuple[str, str, Both, Question]
"""Whether the answer is right, the name of its set, both accounts, and the question."""


async def with_asked_classes(query: Query, vocabulary: QueryVocabulary, reader: GraphReader) -> Query:
    """The query with each class that the question names, at the first variable where it leaves out no row.

    A path says relations alone. Where everything that it leads to is a city, "which city" is what it tells.
    Raises `GraphUnavailableError`.
    """
    rows = frozenset((await reader.result(query)).rows)
    for mention in vocabulary.classes if query.form == "rows" else ():
        for variable in query.pattern.variables:
            member = instance_of(variable, mention.iri, vocabulary.preset)
            pattern = query.pattern.model_copy(update={"elements": (*query.pattern.elements, member)})
            told = query.model_copy(update={"pattern": pattern})
            if frozenset((await reader.result(told)).rows) == rows:
                query = told
                break
    return query


def lines_of_models(names: Sequence[str], half: Half | None) -> Iterator[Line]:
    """The replies of models that err, and of those that do not."""
    model, shadow = FollowingModel(), Shadow()
    with patch.object(verify_answer, "verified_answer", shadow), ScriptedLLM().serve(model) as url:
        for name in names or NAMES:
            settings: dict[str, Any] = {"base_url": url, "encoder": "lexical"}
            with PathsOverGraph(str(graph_file(name)), "openai:scripted", **settings) as agent:
                for part in (half,) if half else get_args(Half):
                    for asked in read_scenarios(name, part):
                        question = Question(id=asked.id, question=asked.question, answers=asked.answers)
                        for reply in asked.replies:
                            model.follow(asked.completed(reply))
                            yield from _asked(agent, name, question, shadow)


def lines_offline(names: Sequence[str], half: Half | None) -> Iterator[Line]:
    """The everyday questions, answered without a model."""
    shadow = Shadow()
    with patch.object(verify_answer, "verified_answer", shadow):
        for name, kg in available(names, []):
            questions = read_questions(FOLDER / name / "questions.jsonl")
            with PathsOverGraph(kg, "offline") as agent:
                for question in questions[HALVES[half] :: 2] if half else questions:
                    yield from _asked(agent, name, question, shadow)


def _asked(agent: PathsOverGraph, name: str, question: Question, shadow: Shadow) -> Iterator[Line]:
    shadow.last = None
    agent.ask(question.question)
    if shadow.last is not None:
        yield judgement(shadow.last.by_paths, question), name, shadow.last, question


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", help="(default: all sets)")
    parser.add_argument("--half", choices=get_args(Half), help="(default: both)")
    parser.add_argument("--offline", action="store_true", help="everyday questions without a model")
    parser.add_argument("--show", action="store_true", help="show the odd lines on which the accounts differ")
    args = parser.parse_args()
    counts: Counter[tuple[str, str, str]] = Counter()
    for place, (seen, name, both, question) in enumerate(
        (lines_offline if args.offline else lines_of_models)(args.names, args.half)
    ):
        statuses = both.by_paths.status, both.by_query.status
        counts[("right" if seen == "right" else "wrong", *statuses)] += 1
        if args.show and statuses[0] != statuses[1] and (args.half or place % 2 == 0):
            print(f"{name} {seen}: {question.question} paths {statuses[0]}, query {statuses[1]}")
            for answer in (both.by_paths, both.by_query):
                print(
                    "".join(f"    {answer.status}: {text}\n" for text in answer.warnings or (answer.reason,)),
                    end="",
                )
    rows = [
        {"answer": seen, "by paths": paths, "by query": query, "lines": count}
        for (seen, paths, query), count in sorted(counts.items())
    ]
    print(table(rows))
    same = sum(count for (_, paths, query), count in counts.items() if paths == query)
    print(f"the accounts agree on {same} of {sum(counts.values())} lines")


if __name__ == "__main__":
    main()
