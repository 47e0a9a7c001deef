"""Reads for how long something has been so: "been open the longest", "been with us longest"."""

import re
from typing import Final

from pog_agent.reading.composing.heads import Place, Superlative
from pog_agent.reading.composing.measures import hinted_head
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.schema.lexicon import BY_MEANING, Measure, SchemaLexicon
from pog_agent.terms import Term
from pog_agent.words import FUNCTION_WORDS, stem

_LONGEST: Final = re.compile(
    r"\b(?:has|have|had)\s+been\s+(?P<said>[a-z]+(?:\s+[a-z]+){0,2}?)\s+(?:for\s+)?(?:the\s+)?(?P<word>longest|shortest)\b"
)
_AROUND: Final = frozenset({"around", "existence", "going"})
_PRESENT: Final = frozenset(
    map(stem, ("here", "there", "us", "employed", "working", "serving", "member", "staff"))
)
"""Words for being with somebody, who joined."""
_JOINING: Final = frozenset(
    map(stem, ("joined", "hired", "started", "start", "employed", "engaged", "appointed", "since", "entered"))
)
_BY_ITS_DATE: Final = 0.85
_BY_JOINING: Final = 0.75


def read_lasting(scan: Scan, lexicon: SchemaLexicon) -> None:
    """Ranks things by the date since when they are so; the earliest is the longest.

    That is certain where the things have no other date, which might be that of an end.
    """
    for match in _LONGEST.finditer(scan.lower):
        place = scan.place(*match.span("said"))
        whole = scan.place(match.start("said"), match.end())
        if place is None or whole is None:
            continue
        _free_dates(scan, lexicon, place)
        if not scan.is_free(whole):
            continue
        measures = [
            _checked(item, lexicon) for item in _since(match["said"].split(), lexicon) if item.score >= BY_MEANING
        ]
        head = hinted_head(scan, place, match["said"], sorted(measures, key=lambda item: -item.score))
        if head is not None:
            head.extreme = Superlative(descending=match["word"] == "longest")
            scan.use(whole)


def _free_dates(scan: Scan, lexicon: SchemaLexicon, place: Place) -> None:
    """Frees words that were taken for the name of a date: in "been open the longest", "open" is a state."""
    for head in [item for item in scan.heads if place[0] <= item.place[0] and item.place[1] <= place[1]]:
        if head.kind == "attribute" and all(lexicon.is_of_time(item.relation) for item in head.measures):
            scan.heads.remove(head)
            scan.used.difference_update(range(*head.place))


def _since(said: list[str], lexicon: SchemaLexicon) -> list[Measure]:
    """The dates since when what is said may be so."""
    if not _AROUND.isdisjoint(said):
        return [item for item in lexicon.measured("old") if lexicon.is_of_time(item.relation)]
    stems = {stem(word) for word in said}
    states = {stem(word) for word in said if word not in FUNCTION_WORDS} - _PRESENT
    dates = [relation for relation in lexicon.attributes if lexicon.is_of_time(relation)]
    if states:
        return [_earliest(item, _BY_ITS_DATE) for item in dates if states & lexicon.name_stems(item)]
    if stems & _PRESENT:
        return [_earliest(item, _BY_JOINING) for item in dates if _JOINING & lexicon.name_stems(item)]
    return []


def _earliest(relation: Term, score: float) -> Measure:
    return Measure(relation, score, reversed=True)


def _checked(measure: Measure, lexicon: SchemaLexicon) -> Measure:
    """The measure as a guess where its things have another date as well."""
    owners = set(lexicon.owners(measure.relation))
    others = (
        item
        for item in lexicon.attributes
        if item != measure.relation and lexicon.is_of_time(item) and not owners.isdisjoint(lexicon.owners(item))
    )
    return Measure(measure.relation, BY_MEANING, reversed=True) if any(True for _ in others) else measure
