"""Attributes that say yes or no of a thing: booleans, and texts that are "yes" and "no" alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.kg.schema.summary import STRING, SchemaAttribute
from pog_agent.terms import XSD, LiteralTerm, Term, literal

_BOOLEAN: Final = XSD + "boolean"
_SPELLINGS: Final = {_BOOLEAN: (("true", "1"), ("false", "0")), STRING: (("yes", "true"), ("no", "false"))}
"""The texts of a datatype that say yes, and those that say no."""


@dataclass(frozen=True)
class FlagValues:
    """The literals of an attribute that say yes and no. `denies` and `affirms` tell whether the graph has such."""

    yes: tuple[LiteralTerm, ...]
    no: tuple[LiteralTerm, ...]
    affirms: bool
    denies: bool


def flag_values(attributes: Sequence[SchemaAttribute]) -> FlagValues | None:
    """The values of an attribute, as it is counted for each class; None where some say neither yes nor no."""
    datatypes = {item.datatype for item in attributes}
    if len(datatypes) != 1 or not datatypes <= _SPELLINGS.keys():
        return None
    (datatype,) = datatypes
    yes, no = _SPELLINGS[datatype]
    known = {text for item in attributes for text in item.examples}
    if any(item.values > len(item.examples) for item in attributes):
        if datatype != _BOOLEAN:
            return None
        known |= {*yes, *no}
    if not known or not {text.lower() for text in known} <= {*yes, *no}:
        return None
    found = [sorted(text for text in known if text.lower() in texts) for texts in (yes, no)]
    affirming, denying = (_terms(texts, datatype) for texts in found)
    return FlagValues(
        yes=affirming or _terms(yes[:1], datatype),
        no=denying or _terms(no[:1], datatype),
        affirms=bool(affirming),
        denies=bool(denying),
    )


def _terms(texts: Iterable[str], datatype: Term) -> tuple[LiteralTerm, ...]:
    return tuple(literal(text, datatype) for text in texts)
