"""The reference setting `fuzzy="paths"`: candidates are ranked by their concrete paths, in whole runs."""

from pog_agent import PathsOverGraph
from pog_agent.nodes.pog import fuzzy_select
from tests.pipeline_fixtures import analysis, citing, demo, mentions, replies, run, small_graph

ELVES = small_graph(*(f"Ann knows Elf{number}" for number in range(9)), "Ann employs Bob", "Ann meets Legolas")


def ask(**settings):
    script = replies(
        recognize_topics=mentions("Ann"),
        analyze_question=analysis("!Ann", "Legolas", "?person"),
        answer=citing((1, 1)),
    )
    return run("Who is Legolas to Ann?", script, ELVES, strategy="fuzzy", w_max=1, **settings).answer


def test_a_demo_question_is_answered_over_concrete_paths():
    with PathsOverGraph(demo(), fuzzy="paths") as agent:
        answer = agent.ask("What moons does Mars have?")
    assert {item.label for item in answer.answers} == {"Phobos", "Deimos"}
    assert answer.status == "supported"


def test_a_name_on_the_path_that_the_query_names_counts():
    assert [item.label for item in ask(fuzzy="paths").answers] == ["Legolas"]


def test_paths_left_out_are_a_warning_and_a_truncation(monkeypatch):
    assert not ask(fuzzy="paths").truncated
    monkeypatch.setattr(fuzzy_select, "MAX_PATHS", 6)
    answer = ask(fuzzy="paths")
    assert answer.truncated
    assert any("1 path patterns had some of their paths left out (6 a round)" in text for text in answer.warnings)
