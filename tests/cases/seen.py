"""What a case may expect: the parts of an answer, of a composed query and of the result of a function, by name.

A part is found when a case names it. Another one, such as the ids of the findings of an answer, is one line here.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from pog_agent import Answer, PathsOverGraph
from pog_agent.models import QueryDraft
from pog_agent.models.findings.finding import Finding
from pog_agent.models.query import Query
from pog_agent.reading.claims.recasting import read_claim
from pog_agent.reading.query_account.account import QueryAccount, account_of_query
from tests.cases.readers import CLAIM, READERS, SCAN
from tests.reading.composing.cases import QuestionedGraph, questioned
from tests.schema_fixtures import everyday
from tests.shared_encoder import one_encoder

GRAPHS = Path(__file__).parent / "graphs"
OPENED = ExitStack()
"""The agents, to be closed in the end."""

Case = Mapping[str, Any]
See = Callable[[str], Any]


@cache
def agent(graph: str, model: str, encoder: str, settings: str) -> PathsOverGraph:
    """The agent that all cases of a graph ask."""
    opened = one_encoder() if encoder == "auto" else encoder
    made = PathsOverGraph(str(GRAPHS / f"{graph}.ttl"), model, encoder=opened, **json.loads(settings))
    return OPENED.enter_context(made)


def ids(findings: Iterable[Finding]) -> list[str]:
    """By which checks something was found, in order."""
    return [item.id for item in findings]


ANSWER: dict[str, Callable[[Answer], Any]] = {
    "question": lambda answer: answer.question,
    "status": lambda answer: answer.status,
    "kind": lambda answer: answer.kind,
    "verdict": lambda answer: answer.verdict,
    "text": lambda answer: answer.text,
    "labels": lambda answer: [item.label for item in answer.answers],
    "labels in any order": lambda answer: sorted(item.label for item in answer.answers),
    "shown": lambda answer: [item.shown for item in answer.answers],
    "reason": lambda answer: answer.reason,
    "findings": lambda answer: ids(answer.findings),
    "warnings": lambda answer: list(answer.warnings),
    "truncated": lambda answer: answer.truncated,
    "evidence": lambda answer: [item.text for item in answer.cited],
    "case": lambda answer: answer.abstention and answer.abstention.case,
    "message": lambda answer: answer.abstention and answer.abstention.message,
    "other labels": lambda answer: [item.label for other in answer.alternatives[:1] for item in other.answers],
    "unread": lambda answer: list(answer.reading.unread) if answer.reading else None,
    "unasked": lambda answer: list(answer.reading.unasked) if answer.reading else None,
    "sparql": lambda answer: answer.sparql is not None,
}


def see_answer(case: Case) -> See:
    """The parts of the answer of the whole agent, whose questions the rules alone read."""
    settings = {"reader": "rules", **case.get("settings", {})}
    topics = {"topics": settings.pop("topics")} if "topics" in settings else {}
    asked = agent(case["graph"], case.get("model", "offline"), case.get("encoder", "auto"), json.dumps(settings))
    answer = asked.ask(case["question"], **topics)
    return lambda part: ANSWER[part](answer)


Drafted = tuple[QuestionedGraph, QueryDraft]


def rows(graph: QuestionedGraph, query: Query | None) -> list[str] | None:
    """The rows of a query; None without one."""
    return None if query is None else graph.rows(query)


DRAFT: dict[str, Callable[[QuestionedGraph, QueryDraft], Any]] = {
    "rows": lambda graph, draft: rows(graph, draft.query),
    "flaws": lambda graph, draft: ids(draft.flaws),
    "unread": lambda graph, draft: list(draft.reading.unread),
    "reason": lambda graph, draft: draft.reason,
    "refused": lambda graph, draft: draft.refused,
    "one": lambda graph, draft: draft.asks_for_one,
    "unit": lambda graph, draft: draft.query and draft.query.columns[0].unit,
    "presupposed": lambda graph, draft: [graph.rows(query) for query in draft.presupposed],
    "untold": lambda graph, draft: [graph.rows(query) for query in draft.untold],
    "rivals": lambda graph, draft: [graph.rows(rival.query) for rival in draft.rivals],
    "meanings": lambda graph, draft: sorted({span.meaning for span in draft.reading.spans}),
}


def see_draft(case: Case) -> See:
    """The parts of what is composed for a question, and the rows of its queries."""
    graph = questioned(case["graph"])
    draft = graph.draft(case["question"], *case.get("names", ()))
    return lambda part: DRAFT[part](graph, draft)


QUERY: dict[str, Callable[[QueryAccount], Any]] = {
    "flaws": lambda account: ids(account.flaws),
    "unread": lambda account: list(account.reading.unread),
    "unasked": lambda account: list(account.reading.unasked),
}


def see_query(case: Case) -> See:
    """The parts of the account of a query that a language model might write."""
    question, names = case["question"], case.get("names", ())
    graph = everyday(case["graph"])
    step, query = graph.step(question, *names), graph.query(question, names, **case["reply"])
    account = account_of_query(question, step.context.topics, query, step.vocabulary, graph.encoder)
    return lambda part: QUERY[part](account)


def see_scan(case: Case) -> See:
    """The parts of what is found in a question before a query is composed."""
    scan = questioned(case["graph"]).scan(case["question"], *case.get("names", ()))
    return lambda part: plain(SCAN[part](scan))


def see_claim(case: Case) -> See:
    """The parts of what a claim states."""
    claim = read_claim(case["question"])
    return lambda part: plain(CLAIM[part](claim))


def see_result(case: Case) -> See:
    """The result of a reader or of a function of the package, which is the only part."""
    module, _, name = case["of"].rpartition(".")
    reader = getattr(import_module(f"pog_agent.{module}"), name) if module else READERS[name]
    result = reader(*case["with"], **case.get("named", {}))
    return lambda part: plain(result)


def plain(value: Any) -> Any:
    """A value as JSON has it; a finding is its id."""
    if isinstance(value, Finding):
        return value.id
    if isinstance(value, set | frozenset):
        return sorted(map(plain, value))
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


SUBJECTS: dict[str, Callable[[Case], See]] = {
    **{"answer": see_answer, "draft": see_draft, "query": see_query},
    **{"scan": see_scan, "claim": see_claim},
}


def seen(case: Case) -> See:
    """What a case asks about, part by part."""
    return SUBJECTS.get(case["of"], see_result)(case)
