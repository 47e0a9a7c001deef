"""Reads the JSON object out of whatever a chat model wraps around it.

Models put JSON into code fences, think aloud before it, explain it, break it or are cut off. What was cut off
is closed here and not by json_repair, which makes a decision out of half a list of citations.
"""

import json
import re
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from pog_agent.language.english import english_pattern
from pog_agent.reasoner.chat.broken_json import MAX_BROKEN, read_broken, read_json
from pog_agent.reasoner.replies import ReplyModel

MAX_LENGTH = 100_000
"""Characters of a reply that are read, counted from its end, where the decision stands."""

MAX_STARTS = 200
MAX_CUT_STARTS = 10
"""Objects tried in one reply, whole and cut off. All bounds are on the work that a degenerate reply causes."""

_THOUGHT_TAG = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*")
_OBJECT_START = re.compile(r"""\{(?=\s*(?:["}#]|/[/*]|['‘“`]?\w+['’”`]?\s*:))""")
_BRACKET = re.compile(r"[{}\[\]]")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]":,]', re.DOTALL)
_DECODER = json.JSONDecoder(strict=False)
_CLOSERS = {"{": "}", "[": "]"}


R = TypeVar("R", bound=ReplyModel)


@dataclass(frozen=True)
class Parsed(Generic[R]):
    """The value of a reply, or None and the problem in a few words.

    With a value, `problem` is empty, or says what is lost of a reply that was cut off.
    """

    value: R | None
    problem: str = ""


def parse_reply(text: str, model: type[R]) -> Parsed[R]:
    """Reads a reply as `model`: the last JSON object in it that validates.

    What stands inside thinking tags counts only when nothing outside them does.
    """
    text = text.strip()[-MAX_LENGTH:]
    if not text:
        return Parsed(None, "the reply is empty")
    outside = _FENCE.sub(" ", _outside_thoughts(text))
    parsed = _read_text(outside if outside.strip() else text, model)
    if parsed.value is not None:
        return parsed
    tags = list(_THOUGHT_TAG.finditer(text))
    if tags:  # what looks like a tag may be data of an object
        found, _ = _read_last_object(text, model, behind=tags[-1].end())
        if found is not None:
            return Parsed(found)
    return Parsed(None, parsed.problem or _why_unreadable(outside))


def has_begun(text: str) -> bool:
    """Whether an object stands, or begins, outside the thoughts of a reply."""
    tags = list(_THOUGHT_TAG.finditer(text))
    is_open = bool(tags) and not tags[-1][1]
    outside = _outside_thoughts(text[: tags[-1].start()] if is_open else text)
    return _OBJECT_START.search(outside) is not None


def _outside_thoughts(text: str) -> str:
    kept: list[str] = []
    start, inside = 0, False
    for tag in _THOUGHT_TAG.finditer(text):
        if tag[1]:
            if not inside:
                kept.clear()  # some servers open the thought in their template: only its end is in the reply
            start, inside = tag.end(), False
        elif not inside:
            kept.append(text[start : tag.start()])
            start, inside = tag.end(), True
    return " ".join([*kept, text[start:]])


def _read_text(text: str, model: type[R]) -> Parsed[R]:
    found, problem = _read_last_object(text, model)
    if found is None:
        found = _read_bare_list(text, model)
    if found is not None:
        return Parsed(found)
    parsed = _read_cut_off(text, model)
    return parsed if parsed.value is not None else Parsed(None, problem)


def _read_last_object(text: str, model: type[R], behind: int = 0) -> tuple[R | None, str]:
    """The last object that validates and ends behind a position; otherwise the first problem."""
    found: R | None = None
    problem = ""
    position = 0
    ends = _bracket_ends(text)
    left = MAX_BROKEN
    for _ in range(MAX_STARTS):
        opening = _OBJECT_START.search(text, position)
        if opening is None:
            break
        start, position = opening.span()
        data, end = _decode(text, start)
        if data is None and start in ends and ends[start] - start <= left:
            end = ends[start]
            left -= end - start
            data = read_broken(text[start:end])
        if data is None or end <= behind:
            continue
        value, wrong = _validate(data, model)
        if value is not None:
            found, position = value, end
        problem = problem or wrong  # an object that does not validate may still wrap the one that does
    return found, problem


def _decode(text: str, start: int) -> tuple[Any, int]:
    """The JSON value that starts here, None if there is none, and where it ends."""
    try:
        return _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None, start


def _bracket_ends(text: str) -> dict[int, int]:
    """Where each bracket is closed. Strings do not count: nobody knows where they end in broken JSON."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for bracket in _BRACKET.finditer(text):
        if bracket.group() in _CLOSERS:
            opened.append(bracket.start())
        elif opened:
            ends[opened.pop()] = bracket.end()
    return ends


def _validate(data: Any, model: type[R]) -> tuple[R | None, str]:
    try:
        return model.model_validate(data), ""
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "reply"
        return None, f"wrong fields: {place}: {first['msg'].lower()}"


def _read_bare_list(text: str, model: type[R]) -> R | None:
    stripped = text.strip()
    if model.list_field is None or not stripped.startswith("["):
        return None
    data = read_broken(stripped)
    return _validate({model.list_field: data}, model)[0] if isinstance(data, list) else None


def _read_cut_off(text: str, model: type[R]) -> Parsed[R]:
    """What is left of an object that was cut off, if nothing is lost that could change a decision."""
    last_field = list(model.model_fields)[-1]
    for start in islice(_OBJECT_START.finditer(text), MAX_CUT_STARTS):
        cut = _cut_off(text[start.start() :].rstrip())
        if cut is None:
            continue
        candidates = []
        if cut.field == last_field and not text[-1].isdigit():  # a number at the very end may lack digits
            candidates.append((cut.closed, ""))
        if cut.field in model.cuttable:
            candidates.append((cut.whole, "the reply was cut off, its end is lost"))
        for candidate, problem in candidates:
            data = read_json(candidate)
            value = _validate(data, model)[0] if data else None
            if value is not None:
                return Parsed(value, problem)
    return Parsed(None)


@dataclass(frozen=True)
class _CutOff:
    """An object without its end: with its brace, if that is all it lacks, and up to its last whole item.

    Items are those of the object itself and of the lists in it; a deeper item that was cut is dropped with
    the item it belongs to. `field` is the top-level field in which the text ends.
    """

    closed: str
    whole: str
    field: str


def _cut_off(text: str) -> _CutOff | None:
    stack: list[str] = []
    field = string = whole = ""
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark == '"':  # opens a string that does not end
            break
        if mark[0] == '"':
            string = mark[1:-1]
        elif mark == ":":
            field = string if len(stack) == 1 else field
        elif mark in _CLOSERS:
            stack.append(mark)
        elif mark == ",":
            whole = text[: token.start()] + _closers(stack) if len(stack) <= 2 else whole
        elif _CLOSERS[stack.pop()] != mark or not stack:
            return None
        elif len(stack) <= 2:
            whole = text[: token.end()] + _closers(stack)
    return _CutOff(text + "}" if len(stack) == 1 else "", whole, field)


def _closers(stack: list[str]) -> str:
    return "".join(_CLOSERS[opener] for opener in reversed(stack))


def _why_unreadable(text: str) -> str:
    if not text.strip():
        return "the reply is nothing but a thought without a JSON object"
    if english_pattern("declining", "said").search(text[:400]):
        return "the model refused"
    return "its JSON object is broken or cut off" if "{" in text else "there is no JSON object in the reply"
