"""Reads comparisons with other things."""

import re
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.reading.composing.heads import Head, Place, Test
from pog_agent.reading.composing.measures import (
    measured_head,
    verb_head,
)
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.extremes import LOW_WORDS, degree_of_comparative
from pog_agent.reading.schema.lexicon import SchemaLexicon

_THAN: Final = english_pattern("comparison", "than")
_NOUN_THAN: Final = english_pattern("comparison", "noun_than")


class RivalReader:
    """Reads comparisons of attributes with those of named things."""

    def __init__(self, scan: Scan, lexicon: SchemaLexicon) -> None:
        self._scan = scan
        self._lexicon = lexicon

    def read(self) -> None:
        """Puts tests on attributes: "older than Ann", "a population above that of Italy"."""
        for match in (found for form in (_NOUN_THAN, _THAN) for found in form.finditer(self._scan.lower)):
            place = self._scan.place(*match.span())
            head = self._scan.next_head(place[1]) if place is not None else None
            if (
                place is None
                or head is None
                or head.kind != "entity"
                or not self._scan.is_near(place[1], head.place[0], 0)
            ):
                continue
            by_noun = match.re is _NOUN_THAN
            word = match["word"] or {"before": "earlier", "after": "later"}[match["time"]]
            adjective = degree_of_comparative(word)
            near = self._named_between(match, adjective) if by_noun else None
            if not by_noun and self._scan.is_free(place):
                near = self._compared_with_other(place, adjective, is_time=adjective in ("early", "late"))
            if near is None:
                continue
            low = (adjective in LOW_WORDS) != word.startswith(("less", "fewer"))
            near.tests.append(Test("<" if low else ">", others=head.terms))
            self._scan.heads.remove(head)
            self._scan.use((place[0], head.place[1]))

    def _compared_with_other(self, place: Place, adjective: str | None, *, is_time: bool) -> Head | None:
        """What a comparative at a place compares: the attribute before it, or what it or a verb measures."""
        near = self._scan.previous_attribute(place[0])
        if is_time:
            is_dated = near is not None and any(self._lexicon.is_of_time(item.relation) for item in near.measures)
            return near if is_dated else verb_head(self._scan, self._lexicon, place, is_year=True)
        if near is None and adjective:
            near = measured_head(self._scan, self._lexicon, place, adjective)
        return near

    def _named_between(self, match: re.Match[str], adjective: str | None) -> Head | None:
        """The attribute that a noun between a comparative and "than" names: "a higher rent than"."""
        word, noun = (self._scan.place(*match.span(name)) for name in ("word", "noun"))
        is_more = match["word"] in english_words("more_or_less")
        if word is None or not self._scan.is_free(word) or not (adjective or is_more):
            return None
        return next((head for head in self._scan.heads if head.kind == "attribute" and head.place == noun), None)
