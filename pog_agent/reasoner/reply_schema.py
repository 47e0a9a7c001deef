"""The JSON schema of a reply, for servers that hold a model to one.

It has what the prompt asks for and nothing of what is read beyond that. All of it is bounded, so that no reply
runs away inside of it. It stays within what the grammars of vLLM, llama.cpp, Ollama and OpenAI have in common: no
references, no recursion, simple patterns, and repetitions below the 2,000 that llama.cpp takes.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from pog_agent.reasoner.replies import ReplyModel

JsonSchema = dict[str, Any]
Choices = Mapping[str, Sequence[str] | Sequence[int]]

MOST_ITEMS: Final = 100
LONGEST_TEXT: Final = 600
"""Bounds of what says none of its own: items of a list, characters of a text."""
MOST_CHOICES: Final = 500
"""Of more choices none are listed: a grammar of them would take longer than the reply."""
_NOTES: Final = frozenset({"title", "description", "default", "$defs"})
_UNKNOWN_TO_STRICT: Final = frozenset({"maxLength"})
_NULL: Final = {"type": "null"}


@cache
def _whole(reply: type[ReplyModel]) -> JsonSchema:
    given = reply.model_json_schema()
    schema: JsonSchema = _plain(given, given.get("$defs", {}))
    return schema


def schema_of(reply: type[ReplyModel], choices: Choices | None = None) -> JsonSchema:
    """The schema of a reply; `choices` are all values that a field may have, which were shown to the model.

    A field of the items of a list is named with a dot: `splits.paths`. A field that is a list has its items from
    the choices, one that may be null stays so, and one without any choice is empty or null.
    """
    schema: JsonSchema = _plain(_whole(reply), {})
    for name, values in (choices or {}).items():
        *above, field = name.split(".")
        owner = schema
        for part in above:
            owner = owner["properties"][part]["items"]
        owner["properties"][field] = _chosen(owner["properties"][field], list(values))
    return schema


def strict_form(schema: JsonSchema) -> JsonSchema | None:
    """The same as strict mode of OpenAI wants it: every field is required, and may be null instead of left out.

    None for a schema with names of fields that the model chooses.
    """
    if schema.get("type") == "object":
        properties = schema.get("properties")
        if properties is None:
            return None
        required = schema["required"]
        fields = {name: strict_form(field) for name, field in properties.items()}
        if None in fields.values():
            return None
        shown = {name: field if name in required else _or_null(field) for name, field in fields.items() if field}
        return {"type": "object", "properties": shown, "required": [*shown], "additionalProperties": False}
    strict: JsonSchema = {name: value for name, value in schema.items() if name not in _UNKNOWN_TO_STRICT}
    if "items" in strict:
        strict["items"] = strict_form(strict["items"])
        return strict if strict["items"] is not None else None
    if "anyOf" in strict:
        strict["anyOf"] = [strict_form(option) for option in strict["anyOf"]]
        return strict if None not in strict["anyOf"] else None
    return strict


def _or_null(schema: JsonSchema) -> JsonSchema:
    options = schema.get("anyOf", [schema])
    return {"anyOf": options if _NULL in options else [*options, _NULL]}


def _plain(value: Any, known: Mapping[str, Any]) -> Any:
    """A copy with references filled in, without what only explains, and with bounds."""
    if isinstance(value, list):
        return [_plain(item, known) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return _plain(known[value["$ref"].rpartition("/")[2]], known)
    kept = {
        name: {field: _plain(part, known) for field, part in item.items()}
        if name == "properties"
        else _plain(item, known)
        for name, item in value.items()
        if name not in _NOTES
    }
    if kept.get("type") == "array":
        kept.setdefault("maxItems", MOST_ITEMS)
    if kept.get("type") == "string" and not {"enum", "pattern"} & kept.keys():
        kept.setdefault("maxLength", LONGEST_TEXT)
    return kept


def _chosen(field: JsonSchema, values: list[Any]) -> JsonSchema:
    if len(values) > MOST_CHOICES:
        return field
    if field.get("type") == "array":
        most = min(len(values), field["maxItems"])
        return {**field, "items": _one_of(values) if values else field["items"], "maxItems": most}
    if _NULL in field.get("anyOf", ()):
        return {"anyOf": [_one_of(values), _NULL]} if values else dict(_NULL)
    return _one_of(values) if values else field


def _one_of(values: list[Any]) -> JsonSchema:
    kind = "integer" if all(isinstance(value, int) for value in values) else "string"
    return {"type": kind, "enum": [*dict.fromkeys(values)]}
