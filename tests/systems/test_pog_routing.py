"""The decisions after each node, for every state they distinguish."""

from typing import Any

import pytest

from pog_agent.config import PogConfig
from pog_agent.models import (
    Claim,
    QueryDraft,
    QuestionAnalysis,
    SplitVerdict,
    StepUsage,
    Sufficiency,
    Supplement,
    TopicEntity,
)
from pog_agent.models.query import Aggregate, Column, GraphPattern, InstanceOf, Query
from pog_agent.state import ExplorationPlan, PogState, SeenTrees
from pog_agent.systems import pog_routing as routing
from pog_agent.systems.answering import after_composing

ANN, BOB = TopicEntity(iri="urn:ann", label="Ann"), TopicEntity(iri="urn:bob", label="Bob")
KIND = TopicEntity(iri="urn:person", label="person", optional=True)


def config(**settings: Any) -> PogConfig:
    return PogConfig.create({}, **settings)


def state(phase: str = "topic", depth: int = 1, subsets: bool = False, **fields: Any) -> PogState:
    given: dict[str, Any] = {
        "question": "Who is the parent of Ann?",
        "topics": [ANN],
        "plan": ExplorationPlan(phase=phase, depth=depth, subsets=subsets),
        "ran": 3.0,
        "verdict": Sufficiency(sufficient=False),
        "usage": [StepUsage(step="answer", llm_calls=3, prompt_tokens=300)],
        **fields,
    }
    return given  # type: ignore[return-value]


def test_without_a_topic_there_is_nothing_to_analyse() -> None:
    assert routing.after_recognition(state(), config()).target == "analyze_question"
    assert routing.after_recognition(state(topics=[]), config()).target == "compose_query"


def test_a_reading_may_name_a_topic_where_none_is_spotted_and_without_any_there_is_no_search() -> None:
    assert routing.after_recognition(state(topics=[], reads_at_once=True), config()).target == "analyze_question"
    plain = QuestionAnalysis(split_questions=())
    assert routing.after_analysis(state(topics=[], analysis=plain), config()).target == "compose_query"


def test_after_a_tree_one_more_shows_what_is_new_and_then_the_search_is_over() -> None:
    for depth in (1, 3):
        shown = state(depth=depth, seen=SeenTrees(rounds=1))
        assert routing.after_check(shown, config(profile="lean")).target == "explore_topic_paths"
        last = state(depth=3, subsets=True, seen=SeenTrees(rounds=2))
        assert routing.after_check(last, config(profile="lean")).target == "compose_query"
        nothing_new: Any = {**last, "new_candidates": 0}
        assert routing.after_exploration(nothing_new, config(profile="lean")).target == "compose_query"


def test_a_query_is_composed_first_where_it_costs_no_call_and_then_nothing_is_searched_for() -> None:
    plain = QuestionAnalysis(split_questions=())
    for composes_first, target in ((True, "compose_first"), (False, "detect_subgraph")):
        analysed = state(composes_first=composes_first, analysis=plain)
        assert routing.after_analysis(analysed, config()).target == target
    assert routing.after_composing_first(state(query_draft=QueryDraft()), config()).target == "verify_answer"
    assert routing.after_composing_first(state(), config()).target == "detect_subgraph"


def test_a_question_for_all_about_one_topic_is_not_searched() -> None:
    asked = state(question="What do you know about Ann?", topics=[ANN.model_copy(update={"mention": "Ann"})])
    assert routing.after_recognition(asked, config()).target == "describe_topic"


def test_a_question_for_connections_is_answered_by_code_but_for_a_claim() -> None:
    named = [topic.model_copy(update={"mention": topic.label}) for topic in (ANN, BOB)]
    asked = state(question="How is Ann related to Bob?", topics=named)
    assert routing.after_recognition(asked, config()).target == "connect_topics"
    claimed: Any = {**asked, "claim": Claim(text="Ann is related to Bob", question="How is Ann related to Bob?")}
    assert routing.after_recognition(claimed, config()).target == "analyze_question"


def test_the_analysis_may_find_that_connections_alone_are_asked_for() -> None:
    analysis = QuestionAnalysis(split_questions=(), asks_connection=True)
    assert routing.after_analysis(state(topics=[ANN, BOB], analysis=analysis), config()).target == "connect_topics"
    assert (
        routing.after_analysis(state(topics=[ANN, KIND], analysis=analysis), config()).target == "detect_subgraph"
    )
    plain = QuestionAnalysis(split_questions=())
    assert routing.after_analysis(state(topics=[ANN, BOB], analysis=plain), config()).target == "detect_subgraph"


def test_new_candidates_are_pruned_and_without_any_the_search_goes_on() -> None:
    assert routing.after_exploration(state(new_candidates=1), config()).target == "fuzzy_select"
    assert routing.after_exploration(state(new_candidates=0), config()).target == "explore_topic_paths"
    assert routing.after_exploration(state(depth=3, new_candidates=0), config()).target == "predict_supplements"


@pytest.mark.parametrize(
    ("strategy", "after_fuzzy", "after_branch"),
    [
        ("fuzzy", "summarize_paths", None),
        ("fuzzy+precise", "precise_select", None),
        ("fuzzy+branch", "branch_reduce_select", "summarize_paths"),
        ("three-step", "branch_reduce_select", "precise_select"),
    ],
)
def test_the_cases_of_algorithm_2(strategy: str, after_fuzzy: str, after_branch: str | None) -> None:
    assert routing.after_fuzzy(state(), config(strategy=strategy)).target == after_fuzzy
    if after_branch:
        assert routing.after_branch(state(), config(strategy=strategy)).target == after_branch


@pytest.mark.parametrize(
    ("phase", "depth", "summarize", "following"),
    [
        ("topic", 1, True, "summarize_paths"),
        ("topic", 1, False, "check_sufficiency"),
        ("supplement", 3, True, "summarize_paths"),
        ("expand", 0, True, "expand_nodes"),
        ("expand", 0, False, "expand_nodes"),
        ("expand", 1, True, "summarize_paths"),
        ("expand", 1, False, "check_sufficiency"),
        ("final", 3, True, "summarize_paths"),
        ("final", 3, False, "compose_query"),
    ],
)
def test_pruned_paths_are_summarised_judged_expanded_or_answered_from(
    phase: str, depth: int, summarize: bool, following: str
) -> None:
    assert routing.after_pruning(state(phase, depth), config(summarize=summarize)).target == following


def test_only_the_final_paths_are_not_judged() -> None:
    assert routing.after_summary(state("topic"), config()).target == "check_sufficiency"
    assert routing.after_summary(state("expand", 2), config()).target == "check_sufficiency"
    assert routing.after_summary(state("final", 3), config()).target == "compose_query"


def test_sufficient_paths_are_answered_from_in_every_phase() -> None:
    for phase in ("topic", "supplement", "expand"):
        found = state(phase, verdict=Sufficiency(sufficient=True))
        assert routing.after_check(found, config()).target == "compose_query"


@pytest.mark.parametrize(
    ("given", "settings", "following"),
    [
        (state("topic", 1), {}, "explore_topic_paths"),
        (state("topic", 3), {}, "predict_supplements"),
        (state("topic", 3), {"supplements": 0}, "pool_kept_paths"),
        (state("topic", 1), {"d_max": 1}, "predict_supplements"),
        (state("topic", 3, topics=[ANN, BOB]), {}, "explore_topic_paths"),
        (state("topic", 3, topics=[ANN, BOB], subsets=True), {}, "predict_supplements"),
        (state("topic", 3, topics=[ANN, KIND]), {}, "predict_supplements"),
        (state("supplement", 3), {}, "pool_kept_paths"),
        (state("expand", 1), {}, "expand_nodes"),
        (state("expand", 3), {}, "pool_kept_paths"),
    ],
)
def test_insufficient_paths_deepen_the_phase_or_enter_the_next_one(
    given: PogState, settings: dict[str, Any], following: str
) -> None:
    assert routing.after_check(given, config(**settings)).target == following


@pytest.mark.parametrize(
    "budget", [{"max_llm_calls": 3}, {"max_llm_calls": 4}, {"max_tokens": 2300}, {"max_seconds": 4}]
)
def test_a_spent_budget_ends_the_search(budget: dict[str, Any]) -> None:
    for given in (state("topic", 1), state("supplement", 3), state("expand", 1)):
        assert routing.after_check(given, config(**budget)).target == "compose_query"
        assert (
            routing.after_exploration(PogState(**given, new_candidates=0), config(**budget)).target
            == "compose_query"
        )


@pytest.mark.parametrize("budget", [{"max_llm_calls": 5}, {"max_tokens": 2301}, {"max_seconds": 4.1}])
def test_a_budget_that_is_not_spent_changes_nothing(budget: dict[str, Any]) -> None:
    assert routing.after_check(state("topic", 1), config(**budget)).target == "explore_topic_paths"


def test_predictions_are_explored_where_the_graph_has_any_of_them() -> None:
    found = [Supplement(prediction="Bob", indicator="Ann - knows - Bob", iri="urn:bob")]
    assert routing.after_prediction(state(supplements=found), config()).target == "explore_supplement_paths"
    assert routing.after_prediction(state(supplements=[]), config()).target == "pool_kept_paths"


def test_a_query_is_verified_and_without_one_the_paths_are_answered_from() -> None:
    query = Query(
        form="scalar",
        pattern=GraphPattern(elements=(InstanceOf(variable="x", class_="urn:person"),)),
        columns=(Column(name="number", expression=Aggregate(function="count", over=("x",))),),
    )
    assert after_composing(state(query_draft=QueryDraft(query=query)), config()).target == "verify_answer"
    assert after_composing(state(query_draft=QueryDraft()), config()).target == "generate_answer"
    assert after_composing(state(), config()).target == "generate_answer"


def test_without_any_kept_path_there_is_nothing_left_to_expand() -> None:
    assert routing.after_pooling(state(new_candidates=2), config()).target == "fuzzy_select"
    assert routing.after_pooling(state(new_candidates=0), config()).target == "compose_query"


def judged(*covered: bool) -> Sufficiency:
    return Sufficiency(sufficient=False, splits=tuple(SplitVerdict(covered=item) for item in covered))


@pytest.mark.parametrize(
    ("given", "settings", "condition", "why"),
    [
        (state(verdict=judged(True, False)), {}, "deepen", "deepen to D = 2: split question 2 is open"),
        (
            state("expand", 1, verdict=judged(False, False)),
            {},
            "deepen",
            "expand to D = 2: split questions 1 and 2 are open",
        ),
        (
            state(depth=3, topics=[ANN, BOB]),
            {},
            "fewer topics",
            "join fewer topics after D_max = 3: the paths do not suffice",
        ),
        (
            state(depth=2, verdict=judged(False)),
            {"d_max": 2},
            "next phase",
            "predict supplements after D_max = 2: split question 1 is open",
        ),
        (state("supplement", 3), {}, "next phase", "expand nodes after supplements: the paths do not suffice"),
        (
            state("supplement", 3),
            {"node_expansion": False},
            "next phase",
            "pool all paths after supplements: the paths do not suffice",
        ),
        (
            state("expand", 1, verdict=judged(False, True, False, False)),
            {},
            "deepen",
            "expand to D = 2: 3 split questions are open",
        ),
        (state("expand", 3), {}, "next phase", "pool all paths after D_max = 3: the paths do not suffice"),
        (state(verdict=Sufficiency(sufficient=True)), {}, "sufficient", "the paths suffice"),
        (state(), {"max_llm_calls": 3}, "budget spent", "budget of 3 LLM calls is used up"),
    ],
)
def test_the_check_says_why_the_run_goes_where_it_goes(
    given: PogState, settings: dict[str, Any], condition: str, why: str
) -> None:
    decided = routing.after_check(given, config(**settings))
    assert (decided.condition, decided.why) == (condition, why)


def test_a_round_that_found_nothing_new_says_so() -> None:
    decided = routing.after_exploration(state(new_candidates=0), config())
    assert (decided.condition, decided.why) == ("nothing new", "deepen to D = 2: nothing new at D = 1")
    assert routing.after_exploration(state(new_candidates=12251), config()).why == "12,251 new paths to prune"
