"""Findings: what speaks against an answer, each told by a check with an id.

The checks are registered in `checks.toml` beside this file, one a line, by what they look at. Whoever finds
something says by which check, and what fills the gaps of its message.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pog_agent.models.value import Value

REFUTING = "refuting"
"""The table, below each subject, of the checks that always refute."""


class Finding(Value):
    """A reason why an answer is not supported: the `id` of the check that found it, and a `message` to read.

    One that `refutes` shows that the answer is not what the question asks for, and not only that it may not be.
    Against an answer of a language model it is a doubt as others are, as that may have reasons that no rule knows;
    what is found without one is no answer then.
    """

    id: str
    message: str
    refutes: bool = False

    def __str__(self) -> str:
        return self.message

    @property
    def refuting(self) -> "Finding":
        """The same finding as one that refutes."""
        return self.model_copy(update={"refutes": True})


@dataclass(frozen=True)
class Check:
    """A registered check: what it looks at, the message of its findings with gaps, and whether they refute."""

    id: str
    of: str
    message: str
    refutes: bool


@cache
def checks() -> Mapping[str, Check]:
    """All checks by their ids. Raises `ValueError` where two have the same id."""
    text = files("pog_agent.models.findings").joinpath("checks.toml").read_text(encoding="utf-8")
    found: dict[str, Check] = {}
    for of, table in tomllib.loads(text).items():
        refuting = table.pop(REFUTING, {})
        for id_, message in (*table.items(), *refuting.items()):
            if id_ in found:
                raise ValueError(f"two checks have the id {id_!r}")
            found[id_] = Check(id_, of, message, id_ in refuting)
    return found


def finding(id_: str, *parts: object, refutes: bool = False) -> Finding:
    """The finding of a check, with what fills the gaps of its message. Raises `KeyError` for an unknown id."""
    check = checks()[id_]
    return Finding(id=id_, message=check.message.format(*parts), refutes=refutes or check.refutes)
