"""Attributes that no noun names, as heads: what adjectives measure, and what verbs, years and units speak of."""

from collections.abc import Sequence
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.reading.composing.heads import Head, Place
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.schema.lexicon import BY_MEANING, Measure, SchemaLexicon
from pog_agent.reading.schema.names import stems_of
from pog_agent.reading.senses.amounts import amount_names, event_names
from pog_agent.values.known_units import KnownUnit, are_comparable, known_unit
from pog_agent.words import PREPOSITIONS, stem

LEAST_GUESSED: Final = 0.6
"""So like an attribute a noun must be to stand for it, if it is not its name."""
_OF_YEAR: Final = 0.5
_OF_YEAR_HEAD: Final = 0.8
_OF_ONE_IN_UNIT: Final = 0.8
_OF_WHOLE_NAME: Final = 0.9
_OF_PART_OF_NAME: Final = 0.75
_ASKED_UNITS: Final = {"money": None, "time": "minute"}
"""What may be asked for without a noun for it, and the name of a unit of it."""


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
    """A head for what an adjective at a place measures; None if the graph has nothing.

    How high something is above sea level, its own height does not tell.
    """
    measures = lexicon.measured(adjective)
    above = english_pattern("comparison", "above_sea").search(scan.lower) if adjective in ("high", "low") else None
    above_place = scan.place(*above.span()) if above is not None else None
    if above_place is not None and scan.is_free(above_place):
        wanted = set(stems_of(tuple(english_words("altitude"))))
        measures = tuple(item for item in measures if wanted & lexicon.name_stems(item.relation))
        if measures:
            scan.use(above_place)
    return hinted_head(scan, place, adjective, measures)


def spoken_measures(lexicon: SchemaLexicon, word: str) -> tuple[Measure, ...]:
    """The attributes that a verb or noun speaks of, the best first: by their name, or as amounts that it means."""
    return with_amounts(lexicon, word, lexicon.alike(word, attributes_only=True))


def with_amounts(lexicon: SchemaLexicon, word: str, alike: Sequence[Measure]) -> tuple[Measure, ...]:
    """What a word is like, and the amounts that it means of things which have nothing that is called as it."""
    found = {item.relation: item for item in alike}
    named_like = [item.relation for item in alike if item.score >= _OF_WHOLE_NAME]
    taken = {owner for relation in named_like for owner in lexicon.owners(relation)}
    amounts, events = amount_names(word), event_names(word)
    for text in (*amounts.meant, *amounts.possible, *events.possible):
        wanted = stems_of(tuple(text.split()))
        for relation in lexicon.attributes:
            named = [set(form.stems) for form in lexicon.forms.get(relation, ()) if set(wanted) <= set(form.stems)]
            fits = lexicon.is_of_time if text in events.possible else lexicon.is_numeric
            if not named or not fits(relation) or not taken.isdisjoint(lexicon.owners(relation)):
                continue
            is_whole = any(len(stems) == len(wanted) for stems in named)
            score = _OF_WHOLE_NAME if is_whole else _OF_PART_OF_NAME
            score = score if text in amounts.meant else BY_MEANING
            if relation not in found or found[relation].score < score:
                found[relation] = Measure(relation, score)
    return tuple(sorted(found.values(), key=lambda item: (-item.score, item.relation)))


def verb_head(scan: Scan, lexicon: SchemaLexicon, place: Place, *, is_year: bool) -> Head | None:
    """A head for what a word right before a comparison speaks of: "cost less than 7"; None if it is nothing."""
    before = [number for number in scan.free if number < place[0]]
    if not before or not scan.is_near(before[-1] + 1, place[0], 0):
        return None
    own, text = (before[-1], before[-1] + 1), scan.words[before[-1]].text
    fits = lexicon.is_of_time if is_year else lexicon.is_numeric
    found = [item for item in spoken_measures(lexicon, text) if fits(item.relation)]
    head = hinted_head(scan, own, text, found)
    if head is not None:
        scan.use(own)
    return head


def noun_head(scan: Scan, lexicon: SchemaLexicon, place: Place) -> Head | None:
    """A head for the numbers that a noun right behind a comparison counts: "more than 4 pages"."""
    behind = place[1]
    if behind >= len(scan.words) or behind not in scan.free or not scan.is_near(place[1], behind, 0):
        return None
    own, text = (behind, behind + 1), scan.words[behind].text
    measures = lexicon.alike(text, attributes_only=True)
    found = [item for item in measures if item.score >= LEAST_GUESSED and lexicon.is_numeric(item.relation)]
    head = hinted_head(scan, own, text, found) if text not in PREPOSITIONS else None
    if head is not None:
        scan.use(own)
    return head


def year_head(scan: Scan, lexicon: SchemaLexicon, place: Place) -> Head | None:
    """A head for any date or year, where a year at a place is compared with nothing that is named."""
    found = [Measure(item, _OF_YEAR) for item in lexicon.attributes if lexicon.is_of_time(item)]
    head = hinted_head(scan, place, scan.text(place), found, _OF_YEAR_HEAD)
    if head is not None:
        head.is_any_time = True
    return head


def unit_head(scan: Scan, lexicon: SchemaLexicon, place: Place, unit: KnownUnit) -> Head | None:
    """A head for any attribute that a number in a unit at a place compares with, where none is named."""
    return hinted_head(scan, place, scan.text(place), lexicon.measured_in(unit))


def asked_unit_head(scan: Scan, lexicon: SchemaLexicon) -> Head | None:
    """A head for the one attribute of a thing that is money or a time: "how much is it", "how long does it take".

    None where nothing is asked so, and where the named things have none or several, or one of another name: what a
    film earned is money, and no price.
    """
    owners = {class_ for head in scan.heads if head.kind == "entity" for class_ in head.classes}
    for asked, name in _ASKED_UNITS.items():
        said = english_pattern("asking", asked).search(scan.lower)
        if said is None:
            continue
        unit = known_unit(name) if name else None
        spans = [said.span(group) for group in ("asked", "verb") if said[group]]
        places = [place for place in (scan.place(*span) for span in spans) if place and scan.is_free(place)]
        own = [
            relation
            for relation in lexicon.attributes
            if _is_in(lexicon.unit(relation), unit) and not owners.isdisjoint(lexicon.owners(relation))
        ]
        found = [Measure(relation, _OF_ONE_IN_UNIT) for relation in own if _tells(lexicon.label(relation), unit)]
        if len(places) == len(spans) and len(own) == len(found) == 1:
            for place in places:
                scan.use(place)
            return hinted_head(scan, places[0], scan.text(places[0]), found)
    return None


def _tells(label: str, unit: KnownUnit | None) -> bool:
    """Whether a relation is named as what something costs is, or how long it takes."""
    names = english_words("price_of_thing" if unit is None else "duration")
    return not {stem(word) for word in label.casefold().split()}.isdisjoint(map(stem, names))


def _is_in(own: KnownUnit | None, wanted: KnownUnit | None) -> bool:
    if own is None or wanted is None:
        return own is not None and own.is_currency
    return are_comparable(own, wanted)
