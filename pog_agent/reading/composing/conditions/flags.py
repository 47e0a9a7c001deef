"""Reads attributes that say yes or no as conditions: "heated greenhouses", "rooms that are not heated"."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.reading.composing.heads import Head, Place
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.schema.flags import FlagValues
from pog_agent.reading.schema.lexicon import Measure, SchemaLexicon
from pog_agent.terms import Term
from pog_agent.words import stem

_DENYING: Final = english_pattern("negation", "denying_word")


class FlagReader:
    """Reads attributes that say yes or no as conditions on what has them."""

    def __init__(self, scan: Scan, lexicon: SchemaLexicon) -> None:
        self._scan = scan
        self._lexicon = lexicon

    def read(self) -> None:
        """Makes a text of each such attribute: the values that the question asks for."""
        for head in list(self._scan.heads):
            if head.kind == "attribute" and head.score == 1 and (values := self._values_of(head.measures)):
                self._read(head, values, is_denied=False)
        for place, word in enumerate(self._scan.words):
            match = _DENYING.fullmatch(word.text)
            if match is not None and place not in self._scan.used:
                self._read_denying(place, match["rest"])
        self._find_shared_negations()

    def _read(self, head: Head, values: Mapping[Term, FlagValues], *, is_denied: bool) -> None:
        place = self._negation_before(head.place[0])
        negated = is_denied != (place is not None)
        if is_denied and place is not None:
            self._scan.unread.append(self._scan.text((place[0], head.place[1])))
        head.kind, head.is_hint, head.is_flag = "text", True, True
        head.text = f"not {head.text}" if negated else head.text
        head.is_denied = negated and all(item.denies for item in values.values())
        head.negated = negated and not head.is_denied
        head.texts = {relation: item.no if head.is_denied else item.yes for relation, item in values.items()}
        qualified = english_pattern("dates", "when_or_by_whom").match(
            self._scan.lower, self._scan.words[head.place[1] - 1].end
        )
        if qualified is not None:
            self._scan.unread.append(qualified.group().strip())
        if place is not None:
            head.place = (place[0], head.place[1])
            self._scan.use(place)

    def _read_denying(self, place: int, rest: str) -> None:
        """A word that denies what an attribute says: "unheated"."""
        named = {
            relation: (form.stems for form in self._lexicon.forms.get(relation, ()))
            for relation in self._lexicon.attributes
        }
        found = tuple(Measure(item, 1.0) for item, stems in named.items() if (stem(rest),) in stems)
        values = self._values_of(found)
        if values:
            head = Head("attribute", (place, place + 1), rest, measures=found)
            self._scan.add(head)
            self._scan.use(head.place)
            self._read(head, values, is_denied=True)

    def _values_of(self, measures: tuple[Measure, ...]) -> Mapping[Term, FlagValues]:
        """The values of each relation; none where one of them says more than yes or no."""
        found = {item.relation: self._lexicon.flag(item.relation) for item in measures}
        values = {relation: item for relation, item in found.items() if item is not None}
        return values if len(values) == len(found) else {}

    def _negation_before(self, word: int) -> Place | None:
        """The words right before a word that deny it."""
        before = self._scan.lower[: self._scan.words[word].start]
        match = english_pattern("negation", "right_before").search(before)
        place = self._scan.place(*match.span()) if match else None
        return place if place is not None and self._scan.is_free(place) else None

    def _find_shared_negations(self) -> None:
        """Of "not heated and lit" it is not clear what is denied."""
        flags = [head for head in self._scan.heads if head.is_flag]
        for one, other in pairwise(flags):
            between = [word.text for word in self._scan.words[one.place[1] : other.place[0]]]
            is_denied = [head.is_denied or head.negated for head in (one, other)]
            if between == ["and"] and is_denied == [True, False]:
                self._scan.unread.append("and")
