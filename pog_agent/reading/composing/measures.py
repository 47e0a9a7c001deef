"""Attributes that no noun names, as heads: what adjectives measure, and what verbs, years and units speak of."""

from collections.abc import Sequence
from typing import Final

from pog_agent.reading.composing.heads import Head, Place
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.schema.lexicon import Measure, SchemaLexicon
from pog_agent.values.known_units import KnownUnit

_OF_YEAR: Final = 0.5
_OF_YEAR_HEAD: Final = 0.8


def hinted_head(
    scan: Scan, place: Place, text: str, measures: Sequence[Measure], score: float | None = None
) -> Head | None:
    """A head for attributes that words at a place speak of, put among the others; None without an attribute.

    Its score is that of the first attribute, if no other one is given.
    """
    if not measures:
        return None
    sure = measures[0].score if score is None else score
    head = Head("attribute", place, text, sure, measures=tuple(measures), is_hint=True)
    scan.add(head)
    return head


def measured_head(scan: Scan, lexicon: SchemaLexicon, place: Place, adjective: str) -> Head | None:
    """A head for what an adjective at a place measures; None if the graph has nothing."""
    return hinted_head(scan, place, adjective, lexicon.measured(adjective))


def verb_head(scan: Scan, lexicon: SchemaLexicon, place: Place, *, is_year: bool) -> Head | None:
    """A head for what a word right before a comparison speaks of: "cost less than 7"; None if it is nothing."""
    before = [number for number in scan.free if number < place[0]]
    if not before or not scan.is_near(before[-1] + 1, place[0], 0):
        return None
    own, text = (before[-1], before[-1] + 1), scan.words[before[-1]].text
    fits = lexicon.is_of_time if is_year else lexicon.is_numeric
    found = [item for item in lexicon.alike(text, attributes_only=True) if fits(item.relation)]
    head = hinted_head(scan, own, text, found)
    if head is not None:
        scan.use(own)
    return head


def year_head(scan: Scan, lexicon: SchemaLexicon, place: Place) -> Head | None:
    """A head for any date or year, where a year at a place is compared with nothing that is named."""
    found = [Measure(item, _OF_YEAR) for item in lexicon.attributes if lexicon.is_of_time(item)]
    return hinted_head(scan, place, scan.text(place), found, _OF_YEAR_HEAD)


def unit_head(scan: Scan, lexicon: SchemaLexicon, place: Place, unit: KnownUnit) -> Head | None:
    """A head for any attribute that a number in a unit at a place compares with, where none is named."""
    return hinted_head(scan, place, scan.text(place), lexicon.measured_in(unit))
