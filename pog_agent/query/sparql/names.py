"""Variable names of a SPARQL query: readable, safe, and each for one thing only."""

import re
import unicodedata
from collections.abc import Collection

_LONGEST = 40
_RESERVED = frozenset({"s", "p", "l"})
"""Columns of other queries, of whose terms the client asks less (`pog_agent.kg.sparql.query.kinds_of`)."""
_KIND = "_kind"
_OTHER = re.compile(r"[^a-z0-9]+")


class VariableNames:
    """Gives out names that no other variable of the query has."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def fresh(self, wanted: str) -> str:
        """The name that is wanted, or that name with a number."""
        base = f"{wanted}_" if wanted in _RESERVED or wanted.endswith(_KIND) else wanted
        name, number = base, 2
        while name in self._taken:
            name, number = f"{base}_{number}", number + 1
        self._taken.add(name)
        return name


def variable_name(label: str, taken: Collection[str] = ()) -> str:
    """A name for a variable that a label stands for: its letters and digits in ASCII, none of the `taken` names.

    A label without any gives `thing`.
    """
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    base = _OTHER.sub("_", plain).strip("_")[:_LONGEST].strip("_")
    if not base:
        base = "thing"
    elif base[0].isdigit():
        base = f"n{base}"
    name, number = base, 2
    while name in taken:
        name, number = f"{base}_{number}", number + 1
    return name
