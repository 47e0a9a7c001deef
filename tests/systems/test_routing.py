"""Decisions and what the wiring declares of them: what is drawn is what can happen, and why it happens is said."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from pog_agent.config import Confirm, PogConfig
from pog_agent.models import (
    Answer,
    AnswerDraft,
    DirectAnswer,
    PatternKey,
    PatternRef,
    QueryDraft,
    QuestionAnalysis,
    QuestionReading,
    SplitVerdict,
    StepUsage,
    Sufficiency,
    Supplement,
    TopicEntity,
)
from pog_agent.models.query import Aggregate, Column, GraphPattern, InstanceOf, Query
from pog_agent.run.resources import Resources
from pog_agent.state import ExplorationPlan, SeenTrees
from pog_agent.systems.registry import SYSTEMS
from pog_agent.systems.routing import Decision, Fork, bind_fork

STATES = 3_000
MOST_WORDS = 14
NAMES = [name for name in SYSTEMS if name != "pog-e"]

QUESTIONS = ("Who is the parent of Ann?", "What do you know about Ann?", "How is Ann related to Bob?")
ANN = TopicEntity(iri="urn:ann", label="Ann", mention="Ann")
BOB = TopicEntity(iri="urn:bob", label="Bob", mention="Bob")
PATHS = [
    PatternRef(key=PatternKey(nodes=("urn:ann",), steps=(), anchors=())),
    PatternRef(key=PatternKey(nodes=('"1990"',), steps=(), anchors=())),
]
QUERY = Query(
    form="scalar",
    pattern=GraphPattern(elements=(InstanceOf(variable="x", class_="urn:person"),)),
    columns=(Column(name="number", expression=Aggregate(function="count", over=("x",))),),
)
DRAFTS = (None, QueryDraft(), QueryDraft(query=QUERY))
PHASES: dict[str, tuple[tuple[str, int], ...]] = {
    "explore_topic_paths": (("topic", 1), ("topic", 3)),
    "explore_supplement_paths": (("supplement", 3),),
    "expand_nodes": (("expand", 1), ("expand", 3)),
    "check_sufficiency": (("topic", 1), ("topic", 3), ("supplement", 3), ("expand", 1), ("expand", 3)),
    "pool_kept_paths": (("expand", 0), ("final", 3)),
}
"""The rounds after which a step can stand; after any other step, all of them."""
ALL_PHASES = tuple(dict.fromkeys(phase for phases in PHASES.values() for phase in phases))


@cache
def configs() -> list[PogConfig]:
    draw = Random(0)
    every: tuple[Confirm, ...] = ("topics", "plan", "answer")
    return [
        PogConfig.create(
            {},
            strategy=draw.choice(("fuzzy", "fuzzy+precise", "fuzzy+branch", "three-step")),
            summarize=draw.random() < 0.5,
            docs=draw.choice((None, "texts")),
            document_topics=draw.random() < 0.5,
            supplements=draw.choice((0, 3)),
            node_expansion=draw.random() < 0.5,
            self_consistency=draw.choice((0, 3)),
            clues=draw.random() < 0.5,
            max_llm_calls=draw.choice((None, None, 4)),
            confirm=draw.choice(((), every)),
        )
        for _ in range(200)
    ]


def drawn_state(draw: Random, source: str) -> dict[str, Any]:
    """A state in which a run can stand after a step."""
    phase, depth = draw.choice(PHASES.get(source, ALL_PHASES))
    splits = tuple(SplitVerdict(covered=draw.random() < 0.5) for _ in range(draw.randrange(4)))
    verdict = Sufficiency(sufficient=draw.random() < 0.3, splits=splits, waits=draw.random() < 0.3)
    seen = draw.choice((None, SeenTrees(rounds=1))) if phase == "topic" else None
    is_whole = seen is not None and source == "explore_topic_paths"  # the second tree is of all that is left
    some = lambda *items: [*items][: draw.randrange(len(items) + 1)]  # noqa: E731
    return {
        "question": draw.choice(QUESTIONS),
        "analysis": QuestionAnalysis(split_questions=(), asks_connection=draw.random() < 0.5),
        "topics": some(ANN, BOB),
        "document_topics": some(BOB),
        "plan": ExplorationPlan(phase=phase, depth=depth, subsets=is_whole or draw.random() < 0.5),
        "seen": seen,
        "reads_at_once": draw.random() < 0.5,
        "question_reading": draw.choice((None, QuestionReading(operation="count"))),
        "composes_first": draw.random() < 0.5,
        "new_candidates": draw.choice((0, 1, 12_251)),
        "shortlist": some(*PATHS),
        "beam": [draw.choice(PATHS)] if draw.random() < 0.7 else [],
        "branches": some(ANN, BOB),
        "options": some(ANN),
        "supplements": some(Supplement(prediction="Bob", indicator="Ann - knows - Bob", iri="urn:bob")),
        "samples": [DirectAnswer(answers=(draw.choice("ab"),)) for _ in range(draw.randrange(6))],
        "verdict": draw.choice((None, verdict)),
        "query_draft": draw.choice(DRAFTS),
        "draft": draw.choice((AnswerDraft(), AnswerDraft(own_answer="Ann"), None)),
        "unsettled": draw.choice((None, Answer(question="Who?"))),
        "usage": [StepUsage(step="answer", llm_calls=draw.choice((1, 4)))],
    }


def decisions(fork: Fork) -> Iterator[Decision]:
    """What a fork decides in many states that a run can be in after its step."""
    draw = Random(fork.source)
    for _ in range(STATES):
        state = drawn_state(draw, fork.source)
        if fork.source == "check_sufficiency" and state["verdict"] is None:
            continue
        if fork.source in ("answer_from_agreement",) and state["draft"] is None:
            continue
        yield fork.decide(state, draw.choice(configs()))


@pytest.mark.parametrize("name", NAMES)
def test_what_is_declared_is_what_can_be_decided_and_why_is_said_in_a_short_sentence(name: str) -> None:
    for fork in SYSTEMS[name].wiring.with_confirmations.forks:
        declared = {(target, condition) for target, conditions in fork.ways.items() for condition in conditions}
        decided = set(decisions(fork))
        assert {(item.target, item.condition) for item in decided} == declared, fork.source
        for why in {item.why for item in decided if item.condition != "go on"}:
            assert 2 <= len(why.split()) <= MOST_WORDS and "\n" not in why, why


def test_a_decision_that_is_not_declared_is_refused() -> None:
    fork = Fork("check", lambda state, config: Decision("end", "deepen", "why"), {"end": ("sufficient",)})
    with pytest.raises(ValueError, match=r"after check: .* is no way that the wiring declares"):
        bind_fork(fork, Resources()).invoke({})


def test_the_model_is_asked_what_words_mean_before_a_person_confirms_the_answer() -> None:
    forks = {fork.source: fork for fork in SYSTEMS["pog"].wiring.with_confirmations.forks}
    state = {"unsettled": Answer(question="Who?")}
    for confirm, last in (((), "__end__"), (("answer",), "confirm_answer")):
        config = PogConfig.create({}, confirm=confirm)
        assert forks["verify_answer"].decide(state, config).target == "confirm_reading"
        assert forks["verify_answer"].decide({}, config).target == last
        assert forks["confirm_reading"].decide(state, config).target == last
    assert set(forks["confirm_answer"].ways) == {"__end__"}
