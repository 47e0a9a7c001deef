"""Settings: the paper's defaults, where values come from, and what is said about wrong ones."""

from typing import Any

import pytest
import rdflib
from pydantic import ValidationError

from pog_agent import PathsOverGraph
from pog_agent.config import PROFILES, PogConfig
from pog_agent.errors import SettingError
from pog_agent.kg.preset import load_preset
from pog_agent.run.resources import Resources


def test_the_defaults_of_the_knobs_are_those_of_the_paper():
    config = PogConfig.create({})
    assert config.model_dump(
        include={"d_max", "w_max", "w1", "w2", "explore_temperature", "reason_temperature"}
    ) == {
        "d_max": 3,
        "w_max": 3,
        "w1": 80,
        "w2": 20,
        "explore_temperature": 0.4,
        "reason_temperature": 0.0,
    }
    assert (config.variant, config.strategy, config.supplements) == ("pog", "fuzzy+precise", 3)
    assert config.summarize
    assert config.node_expansion


def test_nothing_is_needed_to_start_and_nothing_is_bounded():
    config = PogConfig.create({})
    assert (config.kg, config.model, config.encoder) == ("demo", "offline", "auto")
    assert (config.max_llm_calls, config.max_tokens, config.max_seconds) == (None, None, None)
    assert config.max_output_tokens is None


def test_the_environment_replaces_a_default_and_an_argument_replaces_both():
    environment = {"POG_AGENT_D_MAX": "2", "POG_AGENT_W_MAX": "5", "POG_AGENT_SUMMARIZE": "false"}
    config = PogConfig.create(environment, d_max=4)
    assert (config.d_max, config.w_max, config.w1, config.summarize) == (4, 5, 80, False)


def test_the_environment_of_the_process_counts_when_none_is_given(monkeypatch):
    monkeypatch.setenv("POG_AGENT_MODEL", "openai:gpt-4o-mini")
    assert PogConfig.create().model == "openai:gpt-4o-mini"
    assert PogConfig.create({}).model == "offline"


def test_an_argument_of_none_and_an_empty_variable_count_as_not_given():
    config = PogConfig.create({"POG_AGENT_W1": "40", "POG_AGENT_KG": ""}, w1=None)
    assert (config.w1, config.kg) == (40, "demo")


def test_topics_in_the_environment_are_separated_by_space():
    assert PogConfig.create({"POG_AGENT_TOPICS": "http://e/a  urn:b"}).topics == ("http://e/a", "urn:b")


def test_variables_of_other_names_are_left_alone():
    assert PogConfig.create({"POG_AGENT_NOTHING": "1", "D_MAX": "1"}) == PogConfig()


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("d_max", 0, "greater than or equal to 1"),
        ("d_max", 5, "less than or equal to 4"),
        ("d_max", "deep", "integer"),
        ("w_max", 0, "greater than or equal to 1"),
        ("w1", 2001, "less than or equal to 2000"),
        ("w2", 501, "less than or equal to 500"),
        ("strategy", "best", "one of fuzzy, fuzzy+branch, fuzzy+precise, three-step"),
        ("variant", "tog", "one of pog, pog-e"),
        ("summarize", "perhaps", "boolean"),
        ("supplements", 11, "less than or equal to 10"),
        ("explore_temperature", 2.5, "less than or equal to 2"),
        ("reason_temperature", -1, "greater than or equal to 0"),
        ("timeout", 0, "greater than 0"),
        ("max_output_tokens", 15, "greater than or equal to 16"),
        ("max_llm_calls", 0, "greater than or equal to 1"),
        ("max_seconds", 0, "greater than 0"),
        ("min_confidence", 1.01, "less than or equal to 1"),
        ("min_confidence", -0.5, "greater than or equal to 0"),
        ("min_confidence", "sure", "number"),
        ("min_confidence", "nan", "less than or equal to 1"),
        ("languages", "en,,de", "language tags separated by commas"),
        ("languages", "en de", "language tags separated by commas"),
        ("topics", "http://e/a", "tuple"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(name, value, allowed):
    with pytest.raises(SettingError) as caught:
        PogConfig.create({}, **{name: value})
    message = str(caught.value)
    assert message.startswith(f"setting {name!r} has the value {value!r}; allowed: ")
    assert allowed in message
    assert "\n" not in message


def test_a_wrong_value_in_the_environment_is_named_too():
    with pytest.raises(SettingError, match=r"'d_max' has the value '9'; allowed: .* 4"):
        PogConfig.create({"POG_AGENT_D_MAX": "9"})


def test_an_unknown_setting_is_named_with_the_known_ones():
    with pytest.raises(
        SettingError, match=r"unknown setting 'depth'; known are kg, preset, kg_cache, model, .*d_max"
    ):
        PogConfig.create({}, depth=3)


def test_languages_keep_their_order_without_spaces():
    config = PogConfig.create({}, languages=" de , en-GB")
    assert config.languages == "de,en-GB"
    assert config.language_list == ("de", "en-GB")


def test_settings_do_not_change_after_they_are_made():
    config = PogConfig.create({})
    changed: Any = config
    with pytest.raises(ValidationError):
        changed.d_max = 1


def test_a_context_that_is_a_mapping_changes_what_it_names_and_nothing_else(monkeypatch):
    monkeypatch.setenv("POG_AGENT_W1", "70")
    resources = Resources(PogConfig.create({}, w1=60))
    assert resources.settings({"d_max": 2}) == PogConfig.create({}, w1=60, d_max=2)


def test_an_rdflib_graph_is_read_by_the_preset_that_is_set():
    graph = rdflib.Graph().parse(data="<urn:a> <urn:p> <urn:b> .", format="turtle")
    for setting in ("generic", "wikidata"):
        assert PathsOverGraph(graph, preset=setting).resources._kg.preset == load_preset(setting)
    with pytest.raises(SettingError, match="no preset 'wikipedia'"):
        PathsOverGraph(graph, preset="wikipedia")


def test_every_setting_says_what_it_is():
    assert [name for name, field in PogConfig.model_fields.items() if not field.description] == []


LEAN = {"merge_steps": True, "summarize": False, "supplements": 0, "node_expansion": False}


def test_the_profile_of_the_paper_is_the_default_and_changes_nothing():
    assert PogConfig.create({}).profile == "paper"
    assert PogConfig.create({}, profile="paper") == PogConfig.create({})
    assert PROFILES["paper"] == {}


def test_the_lean_profile_leaves_out_work_and_changes_nothing_else():
    assert PROFILES["lean"] == LEAN
    assert PogConfig.create({}, profile="lean") == PogConfig.create({}, **LEAN).model_copy(
        update={"profile": "lean"}
    )
    assert PogConfig.create({"POG_AGENT_PROFILE": "lean"}) == PogConfig(profile="lean")


@pytest.mark.parametrize(
    "apart",
    [
        {"docs": "texts"},
        {"supplements": 2},
        {"node_expansion": True},
        {"strategy": "three-step"},
        {"profile": "paper"},
    ],
)
def test_a_search_with_more_to_show_selects_judges_and_answers_apart(apart):
    assert PogConfig.create({}, profile="lean").answers_from_tree
    assert not PogConfig.create({}, **{"profile": "lean", **apart}).answers_from_tree


def test_what_is_given_wins_over_the_profile():
    environment = {"POG_AGENT_PROFILE": "lean", "POG_AGENT_SUMMARIZE": "true"}
    config = PogConfig.create(environment, supplements=3)
    assert (config.summarize, config.supplements, config.node_expansion) == (True, 3, False)
    assert config.given == {"profile": "lean", "summarize": True, "supplements": 3}
    assert PogConfig.create(environment, profile="paper", summarize=False).supplements == 3


def test_a_profile_that_does_not_exist_is_named_with_the_known_ones():
    with pytest.raises(SettingError, match="'profile' has the value 'fast'; allowed: one of paper, lean"):
        PogConfig.create({}, profile="fast")


@pytest.mark.parametrize("context", [{"profile": "lean"}, PogConfig(profile="lean")])
def test_a_context_that_sets_only_the_profile_leaves_what_the_defaults_were_given(context):
    resources = Resources(PogConfig.create({}, supplements=2, d_max=2))
    config = resources.settings(context)
    assert (config.summarize, config.supplements, config.node_expansion, config.d_max) == (False, 2, False, 2)
    assert resources.settings({"profile": "lean", "node_expansion": True}).node_expansion


def test_a_question_may_have_a_profile_of_its_own():
    agent = PathsOverGraph("demo", encoder="lexical", supplements=2)
    config = agent.resources.settings(agent._context({"profile": "lean"}))
    assert (config.summarize, config.supplements, config.node_expansion) == (False, 2, False)
    lean = PathsOverGraph("demo", encoder="lexical", profile="lean", max_llm_calls=9)
    config = lean.resources.settings(lean._context({"profile": "paper", "max_llm_calls": None}))
    assert (config.summarize, config.supplements, config.max_llm_calls) == (True, 3, None)
    assert lean.resources.settings(None) == lean.config


def test_no_environment_is_read_without_create(monkeypatch):
    monkeypatch.setenv("POG_AGENT_D_MAX", "1")
    assert PogConfig().d_max == 3
    assert Resources(PogConfig()).settings({"w1": 70}).d_max == 3
