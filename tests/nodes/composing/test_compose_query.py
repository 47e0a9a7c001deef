"""When a query is asked for, what it costs, and the account that its draft gets; the answer in its place."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from pog_agent.config import PogConfig
from pog_agent.models import AnswerDraft, QueryDraft, StepUsage, Sufficiency
from pog_agent.nodes.composing.compose_query import compose_query
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.reasoner.offline.reasoner import OfflineReasoner
from pog_agent.reasoner.shown import QuestionContext
from pog_agent.reasoner.steps.compose_query import ComposeQuery
from pog_agent.run.context import RunContext
from pog_agent.run.workspace import Workspace
from pog_agent.state import PogState
from tests.finding_ids import ids
from tests.llm_server import ScriptedLLM
from tests.reasoner.cases import reasoner
from tests.schema_fixtures import everyday

COUNT = "How many paintings did Ilse Marwede paint?"
GOOD = {
    "reason": "Counts them.",
    "form": "rows",
    "where": ["w is class1", "w link1 a", "a is topic1"],
    "select": ["count(w)"],
}
ENOUGH, TOO_LITTLE = Sufficiency(sufficient=True), Sufficiency(sufficient=False)


@contextmanager
def run(reply: Any = None, **settings: Any) -> Iterator[tuple[Any, ScriptedLLM, list[str]]]:
    """A run over the museums whose model gives a reply; it keeps the questions whose vocabulary was asked for."""
    graph = everyday("museum", "lexical")
    opened: list[str] = []

    async def vocabulary(state: PogState) -> QueryVocabulary | None:
        opened.append(state["question"])
        topics = state.get("topics", [])
        types = await graph.kg.types([topic.iri for topic in topics])
        return graph.schema.vocabulary(state["question"], topics, types)

    def context(state: PogState) -> QuestionContext:
        return QuestionContext(question=state["question"], topics=tuple(state.get("topics", ())))

    with reasoner(reply or {"form": "none"}) as (agent, llm):
        found = SimpleNamespace(
            reasoner=agent,
            vocabulary=vocabulary,
            context=context,
            encoder=LexicalEncoder(),
            config=PogConfig(**settings),
            workspace=Workspace(graph.kg, PogConfig(**settings)),
            confirms=False,
            told_language="",
        )
        found.reads = partial(RunContext.reads, found)
        found.composed = partial(RunContext.composed, found)
        yield found, llm, opened


def composed(state: Any, context: Any) -> Any:
    return asyncio.run(compose_query(state, context))


def asked(question: str, *names: str, verdict: Sufficiency | None = TOO_LITTLE) -> Any:
    topics = list(everyday("museum", "lexical").topics(*names))
    state: dict[str, Any] = {"question": question, "topics": topics}
    return state | ({"verdict": verdict} if verdict else {})


@pytest.mark.parametrize(
    ("question", "names"),
    [
        (COUNT, ("Ilse Marwede",)),
        ("Which paintings by Ilse Marwede were not restored?", ("Ilse Marwede",)),
        ("What is the oldest painting by Ilse Marwede?", ("Ilse Marwede",)),
        ("Which paintings did Ilse Marwede make after 1905?", ("Ilse Marwede",)),
        ("What is the average ticket price of museums in Velden?", ("Velden",)),
        ("How many paintings are there?", ()),
        ("List all clocks.", ()),
    ],
)
def test_it_is_asked_for_where_paths_cannot_say_it(question: str, names: tuple[str, ...]) -> None:
    with run() as (context, llm, _):
        update = composed(asked(question, *names, verdict=TOO_LITTLE if names else None), context)
    assert llm.steps == ["compose_query"]
    assert update["draft"] == AnswerDraft()
    assert "query_draft" not in update
    assert update["usage"] == [
        StepUsage(step="compose_query", llm_calls=1, prompt_tokens=100, completion_tokens=10)
    ]


@pytest.mark.parametrize(
    ("question", "names", "verdict"),
    [
        (COUNT, ("Ilse Marwede",), ENOUGH),
        ("Who painted Herring Girls?", ("Herring Girls",), TOO_LITTLE),
        ("Where was Ilse Marwede born?", ("Ilse Marwede",), TOO_LITTLE),
        ("Who was first?", (), None),
        ("Who makes the Quillon 7?", (), None),
    ],
)
def test_a_question_that_paths_answer_costs_no_further_call(
    question: str, names: tuple[str, ...], verdict: Sufficiency | None
) -> None:
    with run() as (context, llm, _):
        assert composed(asked(question, *names, verdict=verdict), context) == {}
    assert llm.requests == []


def test_own_knowledge_in_place_of_a_query_is_an_answer() -> None:
    with run({"reason": "From memory.", "form": "none", "own_answer": "40"}) as (context, llm, _):
        update = composed(asked(COUNT, "Ilse Marwede"), context)
    assert update["draft"] == AnswerDraft(own_answer="40", reason="From memory.")
    assert (len(llm.requests), compose_query.declared.shows(update)) == (1, "no query: own knowledge")


def test_the_schema_is_not_opened_where_nothing_is_asked() -> None:
    with run() as (context, _, opened):
        composed(asked(COUNT, "Ilse Marwede", verdict=ENOUGH), context)
        assert opened == []


def test_a_graph_without_queries_is_not_asked_about() -> None:
    async def nothing(state: PogState) -> None:
        return None

    with run() as (context, llm, _):
        context.vocabulary = nothing
        assert composed(asked(COUNT, "Ilse Marwede"), context) == {}
    assert llm.requests == []


def test_a_right_query_has_no_flaw_and_its_reading() -> None:
    with run(GOOD) as (context, _, _):
        draft = (composed(asked(COUNT, "Ilse Marwede"), context))["query_draft"]
    assert draft.query is not None
    assert draft.flaws == ()
    assert [span.role for span in draft.reading.spans if span.role != "filler"] == [
        *("operation", "operation", "class", "topic", "relation"),
    ]


def test_a_query_that_is_not_asked_for_has_a_flaw() -> None:
    reply = {**GOOD, "where": ["w is class1"]}
    with run(reply) as (context, _, _):
        draft = (composed(asked(COUNT, "Ilse Marwede"), context))["query_draft"]
    assert "name-unused" in ids(draft.flaws)


def test_questions_in_other_languages_are_not_read() -> None:
    with run(GOOD, languages="de,en") as (context, _, _):
        draft = (composed(asked(COUNT, "Ilse Marwede"), context))["query_draft"]
    assert ids(draft.flaws) == ["language-not-read"]


def test_a_reasoner_without_a_language_model_is_always_asked() -> None:
    with run() as (context, llm, opened):
        context.reasoner = OfflineReasoner(LexicalEncoder())
        state = asked("Who painted Herring Girls?", "Herring Girls", verdict=ENOUGH)
        assert "query_draft" in composed(state, context)
    assert (llm.requests, len(opened)) == ([], 1)


def test_rules_compose_once_in_a_run_for_the_same_topics() -> None:
    class Counting(OfflineReasoner):
        composed = 0

        async def compose_query(self, step: ComposeQuery) -> QueryDraft:
            Counting.composed += 1
            return await super().compose_query(step)

    with run() as (context, _, _):
        context.reasoner = Counting(LexicalEncoder())
        state = asked("Who painted Herring Girls?", "Herring Girls")
        first, second = composed(state, context), composed(state, context)
        assert (first["query_draft"], Counting.composed) == (second["query_draft"], 1)
        composed({**state, "topics": []}, context)
        assert Counting.composed == 2
