"""Writes `pog_agent/settings/keywords.py` out of `PogConfig`: editors and type checkers know every setting by it.

Usage: python -m tests.generated_settings (`test_settings` asserts that the file is up to date)
"""

import re
from pathlib import Path
from typing import Any, get_args, get_origin

from pydantic.fields import FieldInfo

from pog_agent import config
from pog_agent.config import PogConfig

FILE = Path(__file__).parents[1] / "pog_agent" / "settings" / "keywords.py"
ALSO_OBJECTS = ("kg", "model", "encoder")
"""What a system takes as an object too, as arguments of their own."""
HEAD = '''"""The settings as keywords for type checkers, written by `python -m tests.generated_settings`."""

from collections.abc import Sequence

from typing_extensions import TypedDict

from pog_agent.config import (
{names}
)


class RunSettings(TypedDict, total=False):
    """What a system takes besides graph, model and encoder. A setting of None counts as not given."""

{run}


class QuestionSettings(RunSettings, total=False):
    """What holds for one question only. A setting of None takes back what the system was given."""

{question}
'''


def written() -> str:
    """The file as it has to be."""
    fields = PogConfig.model_fields
    types = {name: keyword_type(field) for name, field in fields.items()}
    words = {word for text in types.values() for word in re.findall(r"\b[A-Z]\w+", text)}
    used = sorted(words & set(vars(config)))
    return HEAD.format(
        names="\n".join(f"    {name}," for name in used),
        run="\n".join(f"    {name}: {text}" for name, text in types.items() if name not in ALSO_OBJECTS),
        question="\n".join(f"    {name}: {types[name]}" for name in ALSO_OBJECTS),
    )


def keyword_type(field: FieldInfo) -> str:
    """The type of a setting as it is written, with None for one that is not given."""
    kinds = [item for item in get_args(field.annotation) if item is not type(None)]
    if get_origin(field.annotation) is tuple:
        item = _alias(kinds[0])
        return f"{item} | Sequence[{item}] | None" if item else f"Sequence[{kinds[0].__name__}] | None"
    alias = _alias(field.annotation)
    kind: Any = field.annotation if isinstance(field.annotation, type) else kinds[0]
    return f"{alias or kind.__name__} | None"


def _alias(annotation: Any) -> str | None:
    return next((name for name, value in vars(config).items() if _is_alias(value, annotation)), None)


def _is_alias(value: Any, annotation: Any) -> bool:
    return get_origin(annotation) is not None and value == annotation


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
