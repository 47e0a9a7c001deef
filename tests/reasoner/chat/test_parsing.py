"""Tolerant parsing: what chat models wrap around JSON, and what must not be guessed."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pog_agent.reasoner.chat.parsing import MAX_LENGTH, ReplyModel, parse_reply
from pog_agent.reasoner.steps.answer import AnswerReply
from pog_agent.reasoner.steps.judge_sufficiency import SufficiencyReply
from pog_agent.reasoner.steps.predict_supplements import SupplementsReply
from pog_agent.reasoner.steps.recognize_topics import TopicsReply
from pog_agent.reasoner.steps.select_paths import SelectionReply
from pog_agent.reasoner.steps.summarize_paths import SummaryReply

SELECTED = '{"selected": [2, 1]}'
ANSWER = (
    '{"reason": "r", "kind": "entities", "citations": [{"path": 1, "position": 2}, {"path": 2, "position": 0}], '
    '"only": [], "operation": "none", "key_position": null, "own_answer": null}'
)


@pytest.mark.parametrize(
    "text",
    [
        SELECTED,
        f"```json\n{SELECTED}\n```",
        f"```\n{SELECTED}",
        f"Sure! Here you go:\n{SELECTED}\nHope that helps.",
        f"<think>maybe {{ 'selected' }} or </think>{SELECTED}",
        f"<think>a <think> b</think> {SELECTED}",
        f"<THINKING>x</THINKING>\n\n{SELECTED}",
        f"<think>I never close this, {SELECTED}",
        f'no opening tag {{"selected": [9]}} </think> {SELECTED}',
        f'<think>{{"selected": [9]}}</think>{SELECTED}',
        f"<think>the whole reply is a thought {SELECTED}</think>",
        f'First guess {{"selected": [9]}}, no: {SELECTED}',
        '{"selected": [2, 1,],}',
        '{"selected": [2, 1,],} and {"other": 1}',
        '{"result": {"selected": [2, 1]}}',
        "The set {Tarnholm} { and " + SELECTED,
        '{"selected": ["2", "path 1"]}',
        '{"selected": ["[2]", 1.0]}',
        '{"selected": [2, 1], "note": "with ``` and </think> in it"}',
        "[2, 1]",
        "```json\n[2, 1]\n```",
        '{"selected": [2, 1]',
        '{"selected": [2, 1], "reas',
        '{"selected": [2, 1], "reason": "because of',
        '{"selected": [2, 1, 1',
    ],
)
def test_a_selection_is_found(text: str) -> None:
    parsed = parse_reply(text, SelectionReply)
    assert parsed.value is not None, parsed.problem
    assert parsed.value.selected == [2, 1]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "empty"),
        ("  \n", "empty"),
        ("I'm sorry, but I can't assist with that.", "refused"),
        ("As an AI, I do not pick paths.", "refused"),
        ("Keep paths 1 and 2.", "no JSON object"),
        ("Path [1] is irrelevant.", "no JSON object"),
        ('<think>{"selected": [9]}</think>None of the paths helps.', "no JSON object"),
        ('{"paths": [1]}', "selected: field required"),
        ('{"selected": "all"}', "selected.0: input should be a valid integer"),
        ('{"selected": ["all"]}', "selected.0"),
        ('{"selected": [', "broken or cut off"),
        ('{"selected": [1', "broken or cut off"),
        ("{selected: [1}", "broken or cut off"),
    ],
)
def test_a_useless_reply_gives_the_reason(text: str, problem: str) -> None:
    parsed = parse_reply(text, SelectionReply)
    assert parsed.value is None
    assert problem in parsed.problem


def test_what_a_cut_off_list_has_lost_is_said() -> None:
    assert "cut off" in parse_reply('{"selected": [2, 1, 1', SelectionReply).problem
    assert parse_reply(SELECTED, SelectionReply).problem == ""


def test_a_cut_off_answer_is_never_completed_by_guessing() -> None:
    assert all(parse_reply(ANSWER[:length], AnswerReply).value is None for length in range(len(ANSWER) - 1))


def test_an_answer_that_lacks_only_its_last_brace_is_read() -> None:
    assert parse_reply(ANSWER[:-1], AnswerReply).value == parse_reply(ANSWER, AnswerReply).value


@pytest.mark.parametrize(
    ("text", "sufficient"),
    [
        (
            '{"splits": [{"question": 1, "covered": true, "paths": [1]}], "sufficient": true, "reason": "pa',
            True,
        ),
        ('{"splits": [{"question": 1, "covered": true, "paths": [1]}], "suff', None),
        ('{"splits": [{"question": 1, "cov', None),
        ('{"splits": [], "sufficient": tr', None),
        ('{"splits": [], "sufficient": "yes", "reason": null}', True),
        ('{"splits": [{"question": "1", "covered": "no", "paths": null}], "sufficient": false}', False),
        ('{"splits": [], "sufficient": "maybe"}', None),
    ],
)
def test_a_verdict_counts_only_when_it_is_whole(text: str, sufficient: bool | None) -> None:
    value = parse_reply(text, SufficiencyReply).value
    assert (value.sufficient if value else None) is sufficient


def test_a_cut_off_prediction_is_dropped_as_a_whole() -> None:
    text = '{"predictions": [{"prediction": "A", "chain": [{"topic": "T"}]}, {"prediction": "B", "chain": [{"to'
    value = parse_reply(text, SupplementsReply).value
    assert value is not None
    assert [item.prediction for item in value.predictions] == ["A"]


def test_fact_numbers_are_read_as_text_or_number() -> None:
    value = parse_reply('{"facts": ["1.2", "[3.10]", 2.1], "chain": null}', SummaryReply).value
    assert value is not None
    assert value.facts == [(1, 2), (3, 10), (2, 1)]
    assert value.chain == ""


def test_raw_line_breaks_in_strings_are_forgiven() -> None:
    value = parse_reply('{"facts": [], "chain": "first\nthen"}', SummaryReply).value
    assert value is not None
    assert value.chain == "first\nthen"


SLOW = [
    '{"a": ' + '\\"' * 49_000 + "}",
    "{a: " + "(" * 4_900 + ")" * 4_900 + "}",
    ("{a: " + "(" * 900 + ")" * 900 + "}") * 55,
    "{a:" * 25_000 + "}" * 25_000,
    '{"selected": [' + ("(" * 9_000 + ", ") * 11,
]
"""What takes a repair, or a search for the end of a string, the longest."""


@pytest.mark.parametrize(
    "text",
    ["{" * 50_000, '{"a":' * 50_000, "[" * 50_000, '"' * 50_000, "<think>" * 20_000, '{"a": [1,' * 20_000, *SLOW],
)
def test_degenerate_replies_end_quickly(text: str) -> None:
    start = time.perf_counter()
    assert parse_reply(text, SelectionReply).value is None
    assert time.perf_counter() - start < 10


def test_the_end_of_an_endless_reply_is_read() -> None:
    value = parse_reply("hm " * MAX_LENGTH + SELECTED, SelectionReply).value
    assert value is not None


class Anything(ReplyModel):
    mentions: list[str]


@given(
    mentions=st.lists(st.text(max_size=12), max_size=4),
    before=st.sampled_from(["", "Well: ", "```json\n", "<think>hm</think>", "{x} ", "a } b "]),
    after=st.sampled_from(["", "\n```", " Done.", " {y}", " }"]),
)
def test_every_valid_object_survives_its_wrapping(mentions: list[str], before: str, after: str) -> None:
    value: Any = parse_reply(before + json.dumps({"mentions": mentions}) + after, Anything).value
    assert value is not None
    assert len(value.mentions) == len(mentions)


@given(st.text(max_size=200))
def test_no_text_raises(text: str) -> None:
    parse_reply(text, TopicsReply)
