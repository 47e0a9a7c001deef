"""Places on paths as a model writes them: codes such as `2b`, or a path with a position."""

import re
import string
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple

from pydantic import BeforeValidator, GetJsonSchemaHandler, WithJsonSchema, model_validator
from pydantic_core import CoreSchema

from pog_agent.models import ShownPath
from pog_agent.models.shown import place_code
from pog_agent.reasoner.replies import Number, ReplyModel

_CODE: Final = re.compile(r"\W{0,3}(?P<path>\d{1,9})\s?(?P<turns>z*)(?P<letter>[a-z])(?![^\W_]).*", re.DOTALL)
_LETTER: Final = re.compile(r"\W{0,3}(?P<turns>z*)(?P<letter>[a-z])\W{0,3}")
_PAIR: Final = 2
_CODE_SCHEMA: Final = {"type": "string", "pattern": "^[0-9]{1,3}z{0,2}[a-z]$"}


class CodedPlace(NamedTuple):
    """A position on a numbered path; the path is None where the model left it out."""

    path: int | None
    position: int


def place_codes(paths: Sequence[ShownPath]) -> list[str]:
    """The codes that paths are shown with; what has no name is passed over without one, but at the end."""
    return [
        place_code(path.number, position)
        for path in paths
        for position, node in enumerate(path.nodes)
        if node.kind != "mediator" or position == len(path.nodes) - 1
    ]


def read_code(value: Any) -> CodedPlace | None:
    """The place that a code names, with or without what stands there (`2b{Kelder House}`); None for no code."""
    found = _CODE.fullmatch(value.strip()) if isinstance(value, str) else None
    return CodedPlace(int(found["path"]), _position(found)) if found else None


def _position(found: re.Match[str]) -> int:
    letters = string.ascii_lowercase
    return len(letters) * len(found["turns"]) + letters.index(found["letter"])


class CitationReply(ReplyModel):
    """Where an answer stands: a code, or a path and a position as numbers."""

    path: Number
    position: Number

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """A code, which is what prompts ask for."""
        del core, handler
        return dict(_CODE_SCHEMA)

    @model_validator(mode="before")
    @classmethod
    def _of_code(cls, value: Any) -> Any:
        """Models also write [2, 1], {"place": "2b"}, and the code or its letter for the position."""
        if isinstance(value, list) and len(value) == _PAIR:
            value = dict(zip(("path", "position"), value, strict=True))
        if isinstance(value, Mapping) and len(value) == 1:
            value = next(iter(value.values()))
        if isinstance(value, Mapping):
            return _with_position(value)
        place = read_code(value)
        return value if place is None else place._asdict()


def _with_position(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """A citation whose position may be the letter of a code, or a code, which has to be of its path."""
    written = given.get("position")
    letter = _LETTER.fullmatch(written) if isinstance(written, str) else None
    if letter is not None:
        return {**given, "position": _position(letter)}
    place = read_code(written)
    if place is None:
        return given
    if str(place.path) != str(given.get("path")):
        raise ValueError(f"{written!r} is no place on path {given.get('path')}")
    return {**given, "position": place.position}


def _key_place(value: Any) -> Any:
    """Models write null, "none" or false where nothing is to be compared."""
    if (
        value is None
        or value is False
        or (isinstance(value, str) and value.strip().lower() in ("", "none", "null"))
    ):
        return None
    return read_code(value) or ((None, value) if isinstance(value, int | str) else value)


KeyPlace = Annotated[
    tuple[int | None, Number] | None,
    BeforeValidator(_key_place),
    WithJsonSchema({"anyOf": [_CODE_SCHEMA, {"type": "null"}]}),
]
"""Where dates or numbers to compare stand: a code, or a position on the first cited path."""
