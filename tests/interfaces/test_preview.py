import pytest

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.interfaces.preview import preview


def settings(**values):
    return PogConfig(model="openai:any", **values)


def test_the_offline_reasoner_costs_nothing():
    costs = preview(PogConfig())
    assert costs.one_round.llm_calls == costs.most.llm_calls == 0
    assert costs.most.prompt_tokens == 0


def test_given_topics_save_recognition():
    assert preview(settings(topics=("http://e/a",))).one_round.llm_calls == 5


def test_fuzzy_selection_alone_asks_no_one_to_select():
    assert preview(settings(strategy="fuzzy")).one_round.llm_calls == 5


@pytest.mark.parametrize(
    ("system", "one", "most"), [("io", 1, 1), ("cot", 1, 1), ("sc", 7, 7), ("tog", 9, 23), ("tog-r", 6, 14)]
)
def test_the_baselines_have_their_bounds(system, one, most):
    costs = preview(settings(samples=7), system=system)
    assert (costs.one_round.llm_calls, costs.most.llm_calls) == (one, most)
    assert costs.most.prompt_tokens >= costs.one_round.prompt_tokens > 0


def test_fewer_candidates_shown_are_fewer_tokens():
    narrow, wide = preview(settings(w1=20)), preview(settings(w1=80))
    assert narrow.one_round.llm_calls == wide.one_round.llm_calls
    assert narrow.one_round.prompt_tokens < wide.one_round.prompt_tokens


def test_a_budget_bounds_the_calls():
    assert preview(settings(max_llm_calls=4)).most.llm_calls == 4


def test_the_three_phase_run_of_the_paper_is_within_the_bound():
    assert preview(settings()).most.llm_calls >= 27


def test_composing_costs_no_call_more_but_a_longer_prompt():
    without, composed = preview(settings(compose="off")).most, preview(settings()).most
    assert composed.llm_calls == without.llm_calls
    assert composed.prompt_tokens > without.prompt_tokens


def test_where_a_price_is_given_the_cost_is_previewed():
    costs = preview(settings(prices="2/10"))
    sent, written = costs.most.prompt_tokens, costs.most.completion_tokens
    assert costs.most.cost == pytest.approx((2 * sent + 10 * written) / 1_000_000)
    assert preview(settings()).most.cost is None
    with pytest.raises(SettingError, match="max_cost needs the price of the model 'openai:any'"):
        preview(settings(max_cost=1))
