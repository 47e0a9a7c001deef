"""Findings: what speaks against an answer, each told by a check with an id.

The checks are registered in `checks.toml` beside this file, one a line, by what they look at. Whoever finds
something says by which check, and what fills the gaps of its message. What code proves always speaks against an
answer; what is a matter of words has a question, which another way to the answer or a language model may settle.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from pog_agent.models.value import Value

REFUTING = "refuting"
"""The table, below each subject, of the checks that always refute."""

FindingKind = Literal["proof", "meaning"]
SettledBy = Literal["agreement", "model"]


class Finding(Value):
    """A reason why an answer is not supported: the `id` of the check that found it, and a `message` to read.

    One that `refutes` shows that the answer is not what the question asks for, and not only that it may not be.
    Against an answer of a language model it is a doubt as others are, as that may have reasons that no rule knows;
    what is found without one is no answer then. What it `asks` can be answered with yes where the answer is right;
    it is empty for what code proves. `settled_by` says what has settled it, None while it is open.
    """

    id: str
    message: str
    refutes: bool = False
    asks: str = ""
    settled_by: SettledBy | None = None

    @property
    def kind(self) -> FindingKind:
        """Whether code proves it, or it is a matter of what words mean. What refutes is proven."""
        return "meaning" if self.asks and not self.refutes else "proof"

    def __str__(self) -> str:
        return self.message

    @property
    def refuting(self) -> "Finding":
        """The same finding as one that refutes."""
        return self.model_copy(update={"refutes": True})


@dataclass(frozen=True)
class Check:
    """A registered check: what it looks at, the message of its findings with gaps, and whether they refute.

    What it `asks` about has the same gaps, numbered; it is empty for a check that proves something.
    """

    id: str
    of: str
    message: str
    refutes: bool
    asks: str = ""


@cache
def checks() -> Mapping[str, Check]:
    """All checks by their ids. Raises `ValueError` where two have the same id."""
    text = files("pog_agent.models.findings").joinpath("checks.toml").read_text(encoding="utf-8")
    found: dict[str, Check] = {}
    for of, table in tomllib.loads(text).items():
        refuting = table.pop(REFUTING, {})
        for id_, told in (*table.items(), *refuting.items()):
            if id_ in found:
                raise ValueError(f"two checks have the id {id_!r}")
            message, asks = (told, "") if isinstance(told, str) else (told["says"], told["asks"])
            found[id_] = Check(id_, of, message, id_ in refuting, asks)
    return found


def finding(id_: str, *parts: object, refutes: bool = False) -> Finding:
    """The finding of a check, with what fills the gaps of its message. Raises `KeyError` for an unknown id."""
    check = checks()[id_]
    return Finding(
        id=id_,
        message=check.message.format(*parts),
        refutes=refutes or check.refutes,
        asks=check.asks.format(*parts),
    )
