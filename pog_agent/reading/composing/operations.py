"""Reads counts, sums, averages, groups, orders and negations, and what of them was not understood."""

import re
from itertools import pairwise
from typing import Final, Literal, get_args

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.reading.composing.heads import Head, Place, Superlative
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.cues import NEGATION, OTHER_TIMES
from pog_agent.reading.extremes import degree_of, degree_of_comparative
from pog_agent.reading.schema.lexicon import SchemaLexicon

_Aggregate = Literal["average", "sum", "min", "max"]
_AGGREGATES: Final[tuple[_Aggregate, ...]] = get_args(_Aggregate)
_COMPUTING: Final = english_words("computing") | english_words("share")
_BESIDE_BEING: Final = english_words("beside_being")
_COPULAS: Final = english_words("being") | {"be"}


class OperationReader:
    """Reads counts, sums, averages, groups, orders and negations, and what of them was not understood."""

    def __init__(self, scan: Scan, lexicon: SchemaLexicon) -> None:
        self._scan = scan
        self._lexicon = lexicon

    def read_rest(self) -> None:
        """Reads aggregates, groups, orders and negations."""
        self._read_idle_phrases()
        self._read_aggregates()
        self._read_groups_and_orders()
        self._read_negations()

    def find_unread(self) -> None:
        """Finds what asks for something of which nothing was made."""
        self._read_both()
        self._find_quantifiers()
        self._find_lost_parts()
        self._find_idle_degrees()

    def _read_idle_phrases(self) -> None:
        """Phrases that say no more than that all are meant, as the graph has them."""
        for match in english_pattern("idle", "phrase").finditer(self._scan.lower):
            place = self._scan.place(*match.span())
            if place is None or not self._scan.is_free(place):
                continue
            is_until_now = english_pattern("idle", "until_now").fullmatch(match.group())
            if is_until_now and english_pattern("idle", "present").search(self._scan.lower[: match.start()]):
                self._leave_unread(place, match.group())
            self._scan.use(place)

        found = english_pattern("idle", "at_the_end").search(self._scan.lower)
        place = self._scan.place(*found.span(found.lastgroup or 0)) if found else None
        if place is not None and self._scan.is_free(place):
            self._scan.use(place)

    def _read_sentences(self) -> None:
        """A request in several sentences is not read."""
        found = re.search(r"\w{2,}[.?!;]\s+(?=\w)", self._scan.question)
        if found:
            self._scan.unread.append(self._scan.question[found.end() :])

    def read_counts(self) -> None:
        """Finds what is counted. A request in several sentences is not read."""
        self._read_sentences()
        for match in english_pattern("counts", "counted").finditer(self._scan.lower):
            place = self._scan.place(*match.span())
            if place is None or not self._scan.is_free(place):
                continue
            if _superlative_before(self._scan.lower, match.start()):
                continue
            head = self._scan.next_head(place[1])
            if head is None or head.kind == "entity":
                self._scan.unread.append(match.group())
                continue
            self._scan.use(place)
            head.cues.append("count")

    def _read_aggregates(self) -> None:
        for function in _AGGREGATES:
            for match in english_pattern("aggregates", function).finditer(self._scan.lower):
                place = self._scan.place(*match.span())
                if place is None or not self._scan.is_free(place):
                    continue
                head = self._scan.next_head(place[1])
                if head is not None and head.kind == "attribute" and self._scan.is_near(place[1], head.place[0]):
                    if function == "min" or function == "max":  # noqa: PLR1714 (mypy narrows by each)
                        head.extreme = Superlative(function == "max")
                    else:
                        head.aggregation = function
                    self._scan.use(place)
                elif function == "average" or "count" not in (head.cues if head else ()):
                    self._scan.unread.append(match.group())

    def _read_groups_and_orders(self) -> None:
        for match in english_pattern("grouping", "each").finditer(self._scan.lower):
            place = self._scan.place(*match.span())
            head = self._scan.next_head(place[1]) if place is not None and self._scan.is_free(place) else None
            if place is None or head is None:
                continue
            head.cues.append("each")
            self._scan.use(place)
        for match in english_pattern("grouping", "order").finditer(self._scan.lower):
            place = self._scan.place(*match.span())
            head = self._scan.next_head(place[1]) if place is not None and self._scan.is_free(place) else None
            if place is None:
                continue
            self._scan.use(place)
            if head is not None:
                head.cues.append("order")

    def _read_negations(self) -> None:
        for denial, excluded in (("except", True), ("denied", False)):
            for match in english_pattern("negation", denial).finditer(self._scan.lower):
                place = self._scan.place(*match.span())
                if place is None or not self._scan.is_free(place):
                    continue
                head = self._scan.next_head(place[1])
                if head is None:
                    self._scan.unread.append(match.group())
                    continue
                if excluded and head.kind == "class" and self._repeats(head):
                    self._scan.heads.remove(head)
                    self._scan.use(head.place)
                    head = self._scan.next_head(head.place[1]) or head
                head.negated = True
                self._share_owner(head)
                head.excluded = excluded and head.kind == "entity" and "outside" not in match.group()
                self._scan.use(place)

    def _share_owner(self, negated: Head) -> None:
        """Makes what is denied, and what is said with "but" or "and" before it, belong to one thing.

        In "cities that have a pub but no brewery" both are the city's.
        """
        before = [head for head in self._scan.heads if head.place < negated.place and not head.is_hint]
        if len(before) < 2:
            return
        owner, said = before[-2:]
        between = [word.text for word in self._scan.words[said.place[1] : negated.place[0]]]
        verb = {word.text for word in self._scan.words[owner.place[1] : said.place[0]]}
        is_joint = between[:1] in (["but"], ["and"]) and english_words("between_denied").issuperset(between)
        has_both = is_joint and not english_words("having_or_with").isdisjoint(verb)
        if has_both and owner.is_node and said.owner is None:
            said.owner = negated.owner = owner

    def _repeats(self, head: Head) -> bool:
        """Whether a class stands for the things of an earlier one: "stadiums except stadiums with"."""
        earlier = [other for other in self._scan.heads if other.place < head.place and other.kind == "class"]
        return any(other.classes == head.classes for other in earlier)

    def _read_both(self) -> None:
        """ "Both" before two names with "and" says nothing more."""
        for match in english_pattern("grouping", "both").finditer(self._scan.lower):
            place = self._scan.place(*match.span())
            behind = [head for head in self._scan.heads if place is not None and head.place[0] >= place[1]][:2]
            if place is None or not self._scan.is_free(place) or not behind:
                continue
            is_union = match.group() == "either" and " or " in behind[0].text
            are_two = len(behind) > 1 and behind[0].kind == behind[1].kind and behind[0].kind in ("entity", "text")
            between = [word.text for word in self._scan.words[behind[0].place[1] : behind[-1].place[0]]]
            if is_union or (match.group() == "both" and are_two and between in (["and"], ["and", "the"])):
                self._scan.use(place)

    def read_idioms(self) -> None:
        """Verbs of two words, whose noun names nothing."""
        for match in english_pattern("idle", "light_verb").finditer(self._scan.lower):
            place = self._scan.place(*match.span())
            if place is not None:
                self._scan.use(place)

    def _find_quantifiers(self) -> None:
        """Words for all, for many, and for another time, of which a query that only joins makes nothing."""
        words, heads = self._scan.words, self._scan.heads
        roots = {heads[root].place[0] for root in self._scan.roots}
        for place, word in enumerate(words):
            if place in self._scan.used or word.text not in english_words("quantifier"):
                continue
            before = words[place - 1].text if place else ""
            behind = min((head.place[0] for head in heads if head.place[0] > place), default=-1)
            is_root = behind in roots and self._scan.is_near(place + 1, behind, 0)
            is_whole = (
                word.text in ("all", "every")
                and self._scan.form != "exists"
                and (is_root or before in ("of", "for"))
            )
            if not is_whole and before != "how":
                self._leave_unread((place, place + 1), word.text)
        for match in OTHER_TIMES.finditer(self._scan.lower):
            found = self._scan.place(*match.span())
            if found is not None and not self._is_in_a_name(found):
                self._leave_unread(found, match.group())
        if (
            self._scan.roots
            and self._scan.form == "exists"
            and not english_pattern("whether", "there_is").search(self._scan.lower)
            and not self._compares_others()
            and not self._scan.asks_whether_so
        ):
            self._scan.unread.append("yes or no")

    def _is_in_a_name(self, place: Place) -> bool:
        """Whether words are a part of the name of an attribute or class: a stop's "former name"."""
        words = {word.text for word in self._scan.words[slice(*place)]}
        around = [head for head in self._scan.heads if head.place[0] <= place[0] and place[1] <= head.place[1]]
        names = [self._lexicon.label(measure.relation) for head in around for measure in head.measures]
        names += [self._lexicon.class_label(iri) for head in around for iri in head.classes]
        return any(words <= set(name.casefold().split()) for name in names)

    def _compares_others(self) -> bool:
        return any(test.others for head in self._scan.heads for test in head.tests)

    def _find_lost_parts(self) -> None:
        """Groups, superlatives and columns that no query of the form found can have."""
        scan = self._scan
        if scan.group is not None and scan.form not in ("count", "aggregate"):
            scan.unread.append(scan.heads[scan.group].text)
        if any(scan.heads[root].counted is not None for root in scan.roots):
            scan.unread.append(f"a number of {scan.heads[scan.roots[0]].text}")
        if any(head.extreme is not None and head.aggregation is not None for head in scan.heads):
            scan.unread.append("a superlative of what is added up")
        for root in scan.roots:
            before = [word.text for word in scan.words[: scan.heads[root].place[0]]]
            is_added = before[-1:] == ["and"] or before[-2:] in (["and", "the"], ["and", "their"], ["and", "its"])
            if is_added and root == scan.roots[0]:
                scan.unread.append("and")
        for number, head in enumerate(scan.heads):
            before = [word.text for word in scan.words[: head.place[0]] if word.text not in _BESIDE_BEING]
            others = [one for one in scan.heads if one.place < head.place and not _asks_how(one)]
            is_said = before[-1:] and before[-1] in _COPULAS and others
            if head.kind == "class" and is_said and number not in scan.roots:
                scan.unread.append(before[-1])
        for head in scan.heads:
            if head.kind == "attribute" and any(self._lexicon.is_boolean(item.relation) for item in head.measures):
                scan.unread.append(head.text)
        if english_pattern("grouping", "and_theirs").search(scan.lower):
            scan.unread.append("and")

    def _leave_unread(self, place: Place, text: str) -> None:
        self._scan.unread.append(text)
        self._scan.use(place)

    def _find_idle_degrees(self) -> None:
        """Words of comparison and alternatives that nothing was made of."""
        kinds = [head for head in self._scan.heads if head.kind == "class" and head.text]
        for one, two in pairwise(sorted(kinds, key=lambda head: head.place)):
            if [word.text for word in self._scan.words[one.place[1] : two.place[0]]] in (["and"], ["and", "the"]):
                self._scan.unread.append("and")
        for match in NEGATION.finditer(self._scan.question):
            place_of = self._scan.place(*match.span())
            if place_of is not None and self._scan.is_free(place_of):
                self._scan.unread.append(match.group())
                self._scan.use(place_of)
        for place, word in enumerate(self._scan.words):
            is_degree = degree_of(word.text) is not None or degree_of_comparative(word.text) is not None
            is_cue = word.text in _COMPUTING or (word.text == "or" and not self._is_in_union(place))
            if place not in self._scan.used and (is_degree or is_cue):
                self._scan.unread.append(word.text)
                self._scan.used.add(place)

    def _is_in_union(self, place: int) -> bool:
        return any(head.place[0] < place < head.place[1] for head in self._scan.heads)


def _superlative_before(text: str, start: int) -> bool:
    return english_pattern("extremes", "right_before").search(text[:start]) is not None


def _asks_how(head: Head) -> bool:
    """Whether it is what an adjective measures, as in "how deep is the shaft": then the shaft is no answer."""
    return head.kind == "attribute" and head.is_hint
