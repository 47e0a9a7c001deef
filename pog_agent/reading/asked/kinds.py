"""What kind of thing a plain question asks for by its first words, and whether something may be one.

"Who" asks for somebody, "when" for a date, "how many" for a number, "where" for a place. Where no word of a
question is the name of a relation, this leaves few relations that may be meant.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.models import ShownNode
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.answer_type import PERSONS, PLACES, answers_who_or_where, has_year, names_agent
from pog_agent.reading.extremes import ATTRIBUTES, is_measured_by
from pog_agent.terms import XSD
from pog_agent.values import read_text
from pog_agent.values.known_units import KnownUnit, known_unit
from pog_agent.values.unit_names import unit_in_name
from pog_agent.words import stem, word_stems

Kind = Literal["person", "place", "date", "number", "duration", "money", "anything"]

LEAST_PLACE: Final = 0.5
"""So like a word for a place the name of a relation must be, where its ends are texts (by eye, on own graphs)."""
CLEARLY_PLACE: Final = 0.1
"""So much more like a word for a place than like one for people."""
_TIME: Final = "second"
_AREA: Final = "meter^2"


@dataclass(frozen=True)
class AskedKind:
    """The kind of thing asked for. A number may be one of an `adjective` ("how deep") or in a `unit`.

    `is_dated` says whether a date may be meant, where anything may.
    """

    kind: Kind
    adjective: str = ""
    unit: KnownUnit | None = None
    is_dated: bool = False


def asked_kind(rest: str) -> AskedKind | None:
    """What a question, without the names of its topics, asks for; None where it asks for no thing or value."""
    plain: tuple[Kind, ...] = ("date", "duration", "money")
    kind = next((kind for kind in plain if _asks_for(kind).search(rest)), None)
    if kind is not None:
        return AskedKind(kind)
    degree = english_pattern("question_words", "how_adjective").search(rest)
    many = english_pattern("question_words", "how_many_of").search(rest)
    if degree or _asks_for("number").search(rest):
        adjective = degree["adjective"].casefold() if degree else ""
        return AskedKind("number", adjective, known_unit(many["noun"].casefold()) if many else None)
    things: tuple[Kind, ...] = ("person", "place", "anything")
    first = [(found.start(), kind) for kind in things if (found := _asks_for(kind).search(rest))]
    if not first or english_pattern("question_words", "how_or_why_first").search(rest):
        return None
    return AskedKind(min(first)[1], is_dated=english_pattern("times", "noun").search(rest) is not None)


def _asks_for(kind: Kind) -> re.Pattern[str]:
    return english_pattern("question_words", f"asks_for_{kind}")


def may_be(asked: AskedKind, node: ShownNode, datatype: str, relation: str, encoder: Encoder) -> bool:
    """Whether what a relation leads to may be of the kind asked for; `datatype` is that of a literal."""
    if node.kind != "literal":
        return _thing_may_be(asked, node.types, relation, encoder)
    text = node.labels[0] if node.labels else ""
    if _is_date(text, datatype, relation):
        return asked.kind == "date" or (asked.kind == "anything" and asked.is_dated)
    if asked.kind == "anything" or datatype == f"{XSD}boolean":
        return asked.kind == "anything" and datatype != f"{XSD}boolean"
    if read_text(text).kind in ("number", "quantity", "duration"):
        return asked.kind in ("number", "duration", "money") and _is_measured(asked, text, relation)
    return _text_may_be(asked, relation, encoder)


def _text_may_be(asked: AskedKind, relation: str, encoder: Encoder) -> bool:
    """Whether a text may name somebody, or a place, by the relation that leads to it."""
    if asked.kind == "person":
        return relation.endswith(" by") or names_agent(relation)
    return asked.kind == "place" and _is_like_place(relation, encoder)


def _thing_may_be(asked: AskedKind, types: Sequence[str], relation: str, encoder: Encoder) -> bool:
    if asked.kind == "anything":
        return True
    if asked.kind not in ("person", "place"):
        return False
    if not types:
        return (relation.endswith(" by") or names_agent(relation)) == (asked.kind == "person")
    return answers_who_or_where((asked.kind,), [kind.casefold() for kind in types], encoder)


def _is_date(text: str, datatype: str, relation: str) -> bool:
    """Whether a literal is a date or a year, which may be written as a plain number ("founded in")."""
    if datatype.removeprefix(XSD) in ("date", "dateTime", "gYear", "gYearMonth") or read_text(text).kind == "date":
        return True
    is_year = text.isdecimal() and len(text) == 4 and has_year(text)
    return is_year and not english_words("tells_date").isdisjoint(relation.casefold().split())


def _is_measured(asked: AskedKind, text: str, relation: str) -> bool:
    """Whether a number may be of the measure that is asked for: by its unit, else by its relation's name."""
    quantity = read_text(text)
    unit = unit_in_name(relation) or known_unit(relation) or known_unit(re.sub(r"^[\W\d]+", "", text))
    if asked.kind == "duration":
        return quantity.kind == "duration" or (unit is not None and unit.dimension == _TIME)
    if asked.kind == "money":
        return unit.is_currency if unit is not None else _is_price(relation)
    if asked.unit is not None:
        return unit is not None and unit.dimension == asked.unit.dimension
    if asked.adjective in ATTRIBUTES and not is_measured_by(asked.adjective, relation):
        is_area = unit is not None and unit.dimension == _AREA
        return asked.adjective in english_words("size_adjective") and is_area
    return not unit or not unit.is_currency or not asked.adjective


def _is_price(relation: str) -> bool:
    return not word_stems("price").isdisjoint(map(stem, relation.casefold().split()))


def _is_like_place(relation: str, encoder: Encoder) -> bool:
    """Whether the name of a relation is like words for places, and more so than like words for people."""
    if relation.casefold().endswith(" in"):
        return True
    vector = encoder.encode([relation.casefold()])
    place, person = (float((vector @ encoder.encode(list(words)).T).max()) for words in (PLACES, PERSONS))
    return place >= LEAST_PLACE and place >= person + CLEARLY_PLACE
