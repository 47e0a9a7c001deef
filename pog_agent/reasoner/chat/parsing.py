"""Reads the JSON object out of whatever a chat model wraps around it.

Models put JSON into code fences, think aloud before it, explain it, leave trailing commas or are cut off.
"""

import json
import re
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from pog_agent.reasoner.replies import ReplyModel

MAX_LENGTH = 100_000
"""Characters of a reply that are read, counted from its end, where the decision stands."""

MAX_STARTS = 200
MAX_CUT_STARTS = 10
"""Objects tried in one reply, whole and cut off. All bounds are on the work that a degenerate reply causes."""

_THOUGHT_TAG = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*")
_OBJECT_START = re.compile(r"\{(?=\s*[\"}])")
_STRING_OR_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])', re.DOTALL)
_REFUSAL = re.compile(
    r"\b(?:i'?m sorry|i am sorry|i apologi[sz]e|i can(?:no|')t|i(?:'m| am) (?:not able|unable)|as an ai\b"
    r"|i must decline|i won't)",
    re.IGNORECASE,
)
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
    variants = [outside]
    # The second look is for a thought that holds all there is, and for data that looks like a tag or a fence;
    # where the thought ended in plain words instead, a draft inside it is not the reply.
    if outside != text and (not outside.strip() or "}" in outside):
        variants.append(text)
    problem = ""
    for variant in variants:
        parsed = _parse_variant(variant, model)
        if parsed.value is not None:
            return parsed
        problem = problem or parsed.problem
    return Parsed(None, problem or _without_json(outside))


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


def _parse_variant(text: str, model: type[R]) -> Parsed[R]:
    found, problem = _last_object(text, model)
    if found is None:
        found = _bare_list(text, model)
    if found is not None:
        return Parsed(found)
    parsed = _read_cut_off(text, model)
    return parsed if parsed.value is not None else Parsed(None, problem)


def _last_object(text: str, model: type[R]) -> tuple[R | None, str]:
    found: R | None = None
    problem = ""
    position = 0
    variants = (text, _blank_trailing_commas(text))
    for _ in range(MAX_STARTS):
        start = _OBJECT_START.search(text, position)
        if start is None:
            break
        position = start.end()
        read = _read_object(variants, start.start())
        if read is None:
            continue
        value, wrong = _validate(read[0], model)
        if value is not None:
            found, position = value, read[1]
        problem = problem or wrong  # an object that does not validate may still wrap the one that does
    return found, problem


def _read_object(variants: tuple[str, ...], start: int) -> tuple[Any, int] | None:
    """The JSON object that starts here in the first variant that has one, and where it ends."""
    for text in variants:
        try:
            return _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
    return None


def _blank_trailing_commas(text: str) -> str:
    """The text with blanks for trailing commas: positions stay the same."""
    return _STRING_OR_COMMA.sub(lambda match: " " if match.group() == "," else match.group(), text)


def _validate(data: Any, model: type[R]) -> tuple[R | None, str]:
    try:
        return model.model_validate(data), ""
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "reply"
        return None, f"wrong fields: {place}: {first['msg'].lower()}"


def _bare_list(text: str, model: type[R]) -> R | None:
    stripped = text.strip()
    if model.list_field is None or not stripped.startswith("["):
        return None
    try:
        data = json.loads(_blank_trailing_commas(stripped), strict=False)
    except (ValueError, RecursionError):
        return None
    return _validate({model.list_field: data}, model)[0]


def _read_cut_off(text: str, model: type[R]) -> Parsed[R]:
    """What is left of an object that was cut off, if nothing is lost that could change a decision."""
    last_field = list(model.model_fields)[-1]
    for start in islice(_OBJECT_START.finditer(text), MAX_CUT_STARTS):
        cut = _cut_off(text[start.start() :].rstrip())
        if cut is None:
            continue
        candidates = []
        # A number at the very end may lack digits, and after an opening bracket all of the value is missing.
        if cut.field == last_field and not re.search(r"[\d\[{]\s*$", text):
            candidates.append((cut.closed, ""))
        if cut.field in model.cuttable:
            candidates.append((cut.whole, "the reply was cut off, its end is lost"))
        for candidate, problem in candidates:
            read = _read_object((candidate, _blank_trailing_commas(candidate)), 0)
            value = _validate(read[0], model)[0] if read else None
            if value is not None:
                return Parsed(value, problem)
    return Parsed(None)


@dataclass(frozen=True)
class _CutOff:
    """An object without its end: as it is with brackets closed, and up to its last whole item.

    Items are those of the object itself and of the lists in it; a deeper item that was cut is dropped with
    the item it belongs to. `field` is the top-level field in which the text ends.
    """

    closed: str
    whole: str
    field: str


def _cut_off(text: str) -> _CutOff | None:
    stack: list[str] = []
    field = string = whole = ""
    index = 0
    while index < len(text):
        char = text[index]
        if char == '"':
            end = _string_end(text, index)
            if end is None:
                break
            string, index = text[index + 1 : end], end
        elif char == ":" and len(stack) == 1:
            field = string
        elif char in "{[":
            stack.append(char)
        elif char in "}]":
            if _CLOSERS[stack.pop()] != char or not stack:
                return None
            if len(stack) <= 2:
                whole = text[: index + 1] + _closers(stack)
        elif char == "," and len(stack) <= 2:
            whole = text[:index] + _closers(stack)
        index += 1
    return _CutOff(text + _closers(stack), whole, field)


def _string_end(text: str, start: int) -> int | None:
    index = start + 1
    while index < len(text):
        if text[index] == '"':
            return index
        index += 2 if text[index] == "\\" else 1
    return None


def _closers(stack: list[str]) -> str:
    return "".join(_CLOSERS[opener] for opener in reversed(stack))


def _without_json(text: str) -> str:
    if not text.strip():
        return "the reply is nothing but a thought without a JSON object"
    if _REFUSAL.search(text[:400]):
        return "the model refused"
    return "its JSON object is broken or cut off" if "{" in text else "there is no JSON object in the reply"
