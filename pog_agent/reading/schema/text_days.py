"""Attributes whose values are texts of days ("1931-04-12"), which have the order of their days."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from pog_agent.kg.schema.summary import STRING, SchemaSummary
from pog_agent.terms import LiteralTerm, Term, literal_datatype, literal_language, literal_value

_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


def relations_to_days(summary: SchemaSummary, texts: Mapping[Term, Sequence[LiteralTerm]]) -> frozenset[Term]:
    """The attributes all of whose values are one text for each thing, of a day as XML Schema writes it.

    `texts` are all values of attributes.
    """
    return frozenset(
        relation
        for relation, terms in texts.items()
        if terms and _is_plain(summary, relation) and all(map(_is_day, terms))
    )


def _is_plain(summary: SchemaSummary, relation: Term) -> bool:
    """Whether each thing has one text, without a language."""
    own = [item for item in summary.attributes if item.relation == relation]
    return bool(own) and all(item.datatype == STRING and item.edges == item.sources for item in own)


def _is_day(term: LiteralTerm) -> bool:
    text = literal_value(term)
    if literal_language(term) or literal_datatype(term) not in (None, STRING) or not _DAY.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
