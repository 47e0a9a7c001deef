"""What people who watch a run read of each step."""

import re

from pog_agent.events import NodeFinished
from tests.pipeline_fixtures import FIGURE_1, NO, YES, analysis, citing, mentions, replies, run


def summaries(*verdicts: object, **settings: object) -> list[tuple[str, str]]:
    script = replies(
        recognize_topics=mentions("France", "Nijmegen"),
        analyze_question=analysis("!France", "borders", "?country", "airport", "!Nijmegen"),
        judge_sufficiency=list(verdicts),
        answer=citing((1, 2)),
    )
    events = run(FIGURE_1, script, **settings).events
    return [(event.node, event.summary) for event in events if isinstance(event, NodeFinished)]


def test_an_exploration_says_how_many_paths_are_new_in_every_round() -> None:
    shown = summaries(NO, NO, YES)
    explored = [text for node, text in shown if node == "explore_topic_paths"]
    assert len(explored) > 1
    assert all(re.fullmatch(r"[\d,]+ new paths", text) for text in explored)
    assert len(set(explored)) > 1


def test_every_step_says_what_it_found() -> None:
    shown = dict(summaries(YES))
    assert shown["recognize_topics"] == "France, Nijmegen"
    assert shown["analyze_question"].endswith("(predicted depth 1)")
    assert re.fullmatch(r"[\d,]+ entities, [\d,]+ triples", shown["detect_subgraph"])
    assert re.fullmatch(r"[\d,]+ entities, [\d,]+ triples", shown["reduce_subgraph"])
    assert shown["fuzzy_select"].endswith("paths kept")
    assert shown["check_sufficiency"] == "sufficient"
    assert shown["generate_answer"] == "cites path 1"
