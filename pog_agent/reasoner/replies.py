"""The building blocks of reply models: fields that read what models write in many ways."""

import re
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict

from pog_agent.models import AnswerKind, Operation


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


def _number(value: Any) -> Any:
    """Models write 2, "2", "[2]" or "path 2"."""
    if isinstance(value, str):
        found = re.fullmatch(r"\D{0,12}(\d{1,9})\D{0,3}", value)
        return int(found[1]) if found else value
    return value


def _fact_number(value: Any) -> tuple[int, int]:
    found = re.fullmatch(r"\D*(\d+)\.(\d+)\D*", str(value))
    if found is None:
        raise ValueError("not a fact number such as 1.2")
    return int(found[1]), int(found[2])


def _text(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return str(value) if isinstance(value, int | float) else value


def _lower(value: Any) -> Any:
    return value.strip().lower() if isinstance(value, str) else value or "none"


def _list(value: Any) -> Any:
    """Models write null or a single item where a list is asked for."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


Number = Annotated[int, BeforeValidator(_number)]
FactNumber = Annotated[tuple[int, int], BeforeValidator(_fact_number)]
Text = Annotated[str, BeforeValidator(_text)]
KindName = Annotated[AnswerKind, BeforeValidator(_lower)]
OperationName = Annotated[Operation, BeforeValidator(_lower)]
AsList = BeforeValidator(_list)
"""Marks a list that may come as null or as a single item."""
