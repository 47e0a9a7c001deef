"""The building blocks of reply models: fields that read what models write in many ways."""

import math
import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, GetJsonSchemaHandler, WithJsonSchema
from pydantic_core import CoreSchema

from pog_agent.language.lexicon import english_words
from pog_agent.models import AnswerKind, Operation
from pog_agent.words import folded

_KINDS: Final[Mapping[str, AnswerKind]] = {
    **dict.fromkeys(("count", "counts"), "count"),
    **dict.fromkeys(("boolean", "bool", "yes/no", "yes_no", "yes or no", "true/false"), "boolean"),
    **dict.fromkeys(("literal", "literals", "value", "date", "year", "number", "text", "string"), "literal"),
}
_PATH: Final = re.compile(r"\D{0,12}(\d{1,9})(?:\.\d{1,9})?\D{0,3}")
_WRITTEN_PATH: Final = re.compile(r"\s*\[(\d{1,9})\]\s+\S")
_LISTED: Final = re.compile(r"\s*,\s*")
_NUMBERS: Final = re.compile(r"[\d\s,.\[\]]+")


class ReplyModel(BaseModel):
    """Base of the reply models: unknown fields are ignored.

    `list_field` receives a reply that is a bare list. `cuttable` names the fields that may lose their last
    items, and all that follows, when a reply was cut off: lists of independent items and closing remarks.
    `droppable` names the fields that may lose what copies an example of the prompt: items of a list that has no
    default, else the whole value.
    """

    model_config = ConfigDict(extra="ignore")

    list_field: ClassVar[str | None] = None
    cuttable: ClassVar[frozenset[str]] = frozenset()
    droppable: ClassVar[frozenset[str]] = frozenset()
    asked: ClassVar[tuple[str, ...]] = ()
    """The fields that the prompt asks for, in its order; empty where these are all fields as they stand here."""
    omittable: ClassVar[frozenset[str]] = frozenset()
    """Those of them that the prompt lets a model leave out."""

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """What the prompt asks for. What is read beyond that is tolerance, which nobody is to rely on."""
        schema = handler.resolve_ref_schema(handler(core))
        fields = schema["properties"]
        names = cls.asked or tuple(fields)
        schema["properties"] = {name: fields[name] for name in names}
        schema["required"] = [name for name in names if name not in cls.omittable]
        schema["additionalProperties"] = False
        return schema


def _number(value: Any) -> Any:
    """Models write 2, "2", "[2]" or "path 2"."""
    if isinstance(value, str):
        found = re.fullmatch(r"\D{0,12}(\d{1,9})\D{0,3}", value)
        return int(found[1]) if found else value
    return value


def _path_number(value: Any) -> Any:
    """Models also name a path by a fact of it (1.2), as {"path": 1}, or write its line ("[1] {A} - ...")."""
    if isinstance(value, Mapping) and len(value) == 1:
        value = value.get("path", value.get("number"))
    if isinstance(value, float) and math.isfinite(value):
        return int(value)
    if isinstance(value, str):
        found = _PATH.fullmatch(value) or _WRITTEN_PATH.match(value)
        return int(found[1]) if found else value
    return value


def _fact_number(value: Any) -> tuple[int, int]:
    found = re.fullmatch(r"\D{0,12}(\d{1,9})(?:\.(\d{1,9})\D*|\D{0,3})", str(value))
    if found is None:
        raise ValueError("not a fact number such as 1.2")
    return int(found[1]), int(found[2] or WHOLE_PATH)


def _text(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return str(value) if isinstance(value, int | float) else value


def _own_text(value: Any) -> Any:
    """Models write "null", false or ["unknown"] where they have no answer."""
    text = "" if isinstance(value, bool) else _text(value)
    is_none = isinstance(text, str) and folded(text).strip(" .") in {"", *english_words("not_known")}
    return "" if is_none else text


def _lower(value: Any) -> Any:
    return value.strip().lower() if isinstance(value, str) else value or "none"


def _kind(value: Any) -> Any:
    """Models also name the kind of thing that is asked for ("city"): these are entities."""
    return _KINDS.get(folded(value), "entities") if isinstance(value, str) else value or "entities"


def _list(value: Any) -> Any:
    """Models write null or a single item where a list is asked for."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _number_list(value: Any) -> Any:
    """Models also write the numbers of a list in one text: "1, 2"."""
    return (
        _LISTED.split(value.strip(" []")) if isinstance(value, str) and _NUMBERS.fullmatch(value) else _list(value)
    )


WHOLE_PATH: Final = 0
"""The number of a fact where a model names all facts of a path by the path's number."""

Number = Annotated[int, BeforeValidator(_number)]
FactNumber = Annotated[
    tuple[int, int],
    BeforeValidator(_fact_number),
    WithJsonSchema({"type": "string", "pattern": r"^[0-9]{1,3}\.[0-9]{1,3}$"}),
]
PathNumbers = Annotated[list[Annotated[int, BeforeValidator(_path_number)]], BeforeValidator(_number_list)]
Text = Annotated[str, BeforeValidator(_text)]
OwnText = Annotated[
    str, BeforeValidator(_own_text), WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "null"}]})
]
KindName = Annotated[
    AnswerKind,
    BeforeValidator(_kind),
    WithJsonSchema({"type": "string", "enum": ["entities", "literal", "count", "boolean"]}),
]
OperationName = Annotated[Operation, BeforeValidator(_lower)]
AsList = BeforeValidator(_list)
"""Marks a list that may come as null or as a single item."""
