"""Broken JSON: what a repair reads, what it must leave, and what no cut-off may turn into."""

import json
import re
from typing import Any

import pytest

from pog_agent.reasoner.chat.parsing import parse_reply
from pog_agent.reasoner.replies import ReplyModel
from tests.reasoner.chat.broken_replies import READ, UNREAD, WHOLE


def _styles(reply: dict[str, Any]) -> list[str]:
    dense, lines = json.dumps(reply), json.dumps(reply, indent=1)
    return [
        dense,
        lines,
        str(reply),
        re.sub(r'"(\w+)":', r"\1:", dense),
        lines.replace(",\n", ", // so\n"),
        lines.replace(",\n", "\n"),
        re.sub(r'"([^"]*)"', r"“\1”", dense),
    ]


def _loses_only_what_may_be_cut(value: ReplyModel, whole: ReplyModel) -> bool:
    for name in type(whole).model_fields:
        kept, meant = getattr(value, name), getattr(whole, name)
        if kept != meant and not (name in whole.cuttable and kept == meant[: len(kept)]):
            return False
    return True


@pytest.mark.parametrize("name", READ)
def test_a_broken_reply_is_read_as_it_was_meant(name: str) -> None:
    model, text, meant = READ[name]
    parsed = parse_reply(text, model)
    assert parsed.value == model.model_validate(meant), parsed.problem
    assert parsed.problem == ""


@pytest.mark.parametrize("name", UNREAD)
def test_what_may_mean_more_than_one_thing_is_not_read(name: str) -> None:
    model, text = UNREAD[name]
    assert parse_reply(text, model).value is None


@pytest.mark.parametrize(("model", "reply"), WHOLE)
def test_every_style_of_a_whole_reply_is_read(model: type[ReplyModel], reply: dict[str, Any]) -> None:
    whole = model.model_validate(reply)
    assert [parse_reply(text, model).value for text in _styles(reply)] == [whole] * 7


@pytest.mark.parametrize(("model", "reply"), WHOLE)
def test_a_cut_at_any_position_loses_only_what_may_be_cut(model: type[ReplyModel], reply: dict[str, Any]) -> None:
    whole = model.model_validate(reply)
    for text in _styles(reply):
        for length in range(len(text)):
            value = parse_reply(text[:length], model).value
            assert value is None or _loses_only_what_may_be_cut(value, whole), text[:length]


@pytest.mark.parametrize(("model", "reply"), WHOLE)
@pytest.mark.parametrize("times", [0, 2])
def test_a_mark_that_is_missing_or_doubled_changes_no_decision(
    model: type[ReplyModel], reply: dict[str, Any], times: int
) -> None:
    whole = model.model_validate(reply)
    remarks = {"reason", "chain"} & set(model.model_fields)
    for text in _styles(reply):
        for mark in re.finditer(r"""[{}\[\],:"'“”]""", text):
            broken = text[: mark.start()] + mark.group() * times + text[mark.end() :]
            value = parse_reply(broken, model).value
            if value is not None:
                value = value.model_copy(update={name: getattr(whole, name) for name in remarks})
                assert _loses_only_what_may_be_cut(value, whole), broken
