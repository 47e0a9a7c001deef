"""What a topic entity or a gold answer is: an entity, a value, or a row of a table."""

import json
import math
from collections.abc import Sequence
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, model_validator

from pog_agent.urls import is_http_url


class GoldItem(BaseModel):
    """A topic entity or a gold answer: an entity by `iri`, or a `value`; `aliases` are other right names.

    A `value` is a text, number or boolean. A list of values and items is a row of a table, whose columns are in
    `cells`, None where a cell is empty. In place of the whole item may stand a name, a URL, or such a value.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    iri: str | None = None
    value: str | None = None
    label: str = ""
    aliases: tuple[str, ...] = ()
    cells: tuple["GoldItem | None", ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _as_fields(cls, record: Any) -> Any:
        if isinstance(record, GoldItem):
            return record
        if isinstance(record, list):
            record = {"value": record}
        if isinstance(record, str | bool | int | float):
            record = _plain_item(record)
        if not isinstance(record, dict):
            what = json.dumps(record, default=str)
            raise ValueError(f"{what} is no text, number, boolean, list or object")  # noqa: TRY004 (pydantic's)
        if isinstance(record.get("value"), list):
            record = _row(record, record["value"])
        value = record.get("value")
        return {**record, "value": _text(value)} if isinstance(value, bool | int | float) else record

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.iri or self.names or self.cells):
            raise ValueError("an answer or a topic entity needs an iri, a value or a label")
        return self

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that may be said for it."""
        return tuple(name for name in (self.value, self.label, *self.aliases) if name)


def _plain_item(said: str | bool | int | float) -> dict[str, Any]:
    """The fields of an item that is said without any."""
    if isinstance(said, str):
        return {"iri": said, "label": said} if is_http_url(said) else {"label": said}
    return {"value": said}


def _row(record: dict[str, Any], values: Sequence[Any]) -> dict[str, Any]:
    """A record whose value is a list as a row; a list of one value is that value."""
    if not values or any(isinstance(value, list) for value in values):
        raise ValueError("a list of values is a row of a table, with one value in each column")
    cells = [value if value is None or isinstance(value, dict) else _plain_item(value) for value in values]
    if len(cells) == 1 and cells[0] is not None:
        return {**record, **cells[0]}
    texts = [cell.get("label") or cell.get("value") or cell.get("iri") if cell else "" for cell in cells]
    return {"label": ", ".join(map(str, texts)), **record, "value": None, "cells": cells}


def _text(value: bool | int | float) -> str:
    if not math.isfinite(value):
        raise ValueError("a value is a finite number")
    return str(value).lower() if isinstance(value, bool) else repr(value)
