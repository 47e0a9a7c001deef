"""Reads superlatives: the largest, the second largest, the three with the most."""

import re
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words
from pog_agent.reading.composing.heads import Head, Place, Superlative
from pog_agent.reading.composing.measures import hinted_head, measured_head, verb_head
from pog_agent.reading.composing.scan import Scan, says_nothing
from pog_agent.reading.composing.stated.numbers import NUMBERS
from pog_agent.reading.cues import NO_VERB
from pog_agent.reading.extremes import ATTRIBUTES, LOW_WORDS, OF_TIME, degree_of
from pog_agent.reading.schema.lexicon import Measure, SchemaLexicon
from pog_agent.words import FUNCTION_WORDS, stem

_SUPERLATIVE: Final = english_pattern("extremes", "superlative", no_verb=NO_VERB)


class RankReader:
    """Reads superlatives: the largest, the second largest, the three with the most."""

    def __init__(self, scan: Scan, lexicon: SchemaLexicon) -> None:
        self._scan = scan
        self._lexicon = lexicon

    def read(self) -> None:
        """Puts extremes on attributes and counts into the scan."""
        self._read_most()
        self._read_superlatives()
        self._read_top()

    def _read_top(self) -> None:
        """The first places by an attribute that is named: "top 3 vehicles by price"."""
        for match in english_pattern("extremes", "top").finditer(self._scan.lower):
            place = self._scan.place(*match.span())
            number = int(match["n"]) if match["n"].isdigit() else NUMBERS.get(match["n"])
            if place is None or not number or not self._scan.is_free(place):
                continue
            for head in self._scan.heads:
                before = self._scan.words[head.place[0] - 1].text if head.place[0] else ""
                if head.kind == "attribute" and before == "by" and any(map(self._is_ranked, head.measures)):
                    head.extreme = Superlative(descending=True, last=number)
                    self._scan.use(place)
                    break

    def _read_most(self) -> None:
        for match in english_pattern("extremes", "most").finditer(self._scan.lower):
            place = self._scan.place(*match.span())
            if place is None or not self._scan.is_free(place):
                continue
            head = self._scan.next_head(place[1])
            is_next = head is not None and self._scan.is_near(place[1], head.place[0], 0)
            if (
                is_next
                and head is not None
                and head.kind == "attribute"
                and any(map(self._is_ranked, head.measures))
            ):
                first, last = self._ranks_before(place[0])
                head.extreme = Superlative(match["down"] is None, first, last)
                self._use_verb(head, place[0])
                self._scan.use(place)
                self._rank_what_follows(head)
                continue
            if head is None or head.kind not in ("class", "role") or not is_next:
                if not self._read_doing_most(place, match["down"] is None):
                    self._read_most_of(place, match["down"] is None)
                continue
            head.counted = Superlative(match["down"] is None, *self._ranks_before(place[0]))
            self._scan.use(place)

    def _use_verb(self, head: Head, word: int) -> None:
        """Makes a verb before "the most" a part of the name of an attribute: `tickets sold` of "sold the most"."""
        before = word - 1
        if before not in self._scan.free:
            return
        verb = stem(self._scan.words[before].text)
        named = tuple(item for item in head.measures if verb in self._lexicon.name_stems(item.relation))
        if named:
            head.measures = named
            self._scan.use((before, word))

    def _rank_what_follows(self, head: Head) -> None:
        """Makes an attribute right before a class rank its things: "the highest rated players"."""
        following = self._scan.next_head(head.place[1])
        if following is not None and following.kind == "class" and following.place[0] == head.place[1]:
            head.is_hint, head.owner = True, following

    def _read_doing_most(self, place: Place, descending: bool) -> bool:
        """What a verb speaks of, where "the most" is said of no noun: "costs the most", "earns least per hour"."""
        words = self._scan.words
        behind = words[place[1]].text if place[1] < len(words) else ""
        if behind and behind not in english_words("behind_most"):
            return False
        head = self._scan.previous_attribute(place[0])
        if head is None or not self._scan.is_near(head.place[1], place[0], 0):
            head = verb_head(self._scan, self._lexicon, place, is_year=False)
        if head is None or head.extreme is not None:
            return False
        head.measures = tuple(filter(self._is_ranked, head.measures))
        if not head.measures:
            return False
        head.is_hint, head.extreme = True, Superlative(descending, *self._ranks_before(place[0]))
        self._scan.use(place)
        return True

    def _read_most_of(self, place: Place, descending: bool) -> None:
        """An attribute that is like the noun behind: "the most people" is the greatest population."""
        words = self._scan.words
        if place[1] >= len(words) or place[1] in self._scan.used or not words[place[1]].text.isalpha():
            return
        noun = (place[0], place[1] + 1)
        text = words[place[1]].text
        if (
            degree_of(f"most {text}") in ATTRIBUTES
            or text in FUNCTION_WORDS
            or text.endswith(("ed", "ous", "ive"))
        ):
            return
        found = [
            item
            for item in self._lexicon.alike(text, True, by_meaning=True)
            if self._lexicon.is_numeric(item.relation)
        ]
        head = hinted_head(self._scan, noun, text, found)
        if head is not None:
            head.extreme = Superlative(descending)
            self._use_verb(head, place[0])
            self._scan.use(noun)

    def _read_superlatives(self) -> None:
        for match in _SUPERLATIVE.finditer(self._scan.lower):
            place = self._scan.place(*match.span())
            if place is None or not self._scan.is_free(place):
                continue
            cue = match.group()
            adjective = degree_of(cue)
            sign = match["sign"]
            if adjective is None and not sign:
                continue
            adjective = adjective or match["adjective"]
            descending = (adjective not in LOW_WORDS) != (sign == "least")
            head = self._scan.next_head(place[1])
            is_next = head is not None and self._scan.is_near(place[1], head.place[0], 0)
            first, last = self._ranks_before(place[0])
            is_any = adjective in english_words("of_any_value")
            if is_any and is_next and head is not None and head.kind == "attribute":
                head.extreme = Superlative(descending, first, last)
                self._scan.use(place)
                self._rank_what_follows(head)
                continue
            measure = self._said_before(place, adjective)
            if measure is not None:
                measure.is_hint = True
            else:
                measure = measured_head(self._scan, self._lexicon, place, adjective)
            if measure is None:
                self._scan.unread.append(cue)
                continue
            measure.extreme = Superlative(descending, first, last)
            if is_next and head is not None and head.kind in ("class", "role"):
                measure.owner = head
            place = self._with_time(measure, match) or place
            self._use_light_verb(place)
            self._scan.use(place)

    def _with_time(self, measure: Head, match: re.Match[str]) -> Place | None:
        """The words of "the longest time", which measures no lengths."""
        time = english_pattern("extremes", "time_behind").match(self._scan.lower, match.end())
        durations = tuple(item for item in measure.measures if self._lexicon.is_duration(item.relation))
        if time is None or not durations:
            return None
        measure.measures = durations
        return self._scan.place(match.start(), time.end())

    def _use_light_verb(self, place: Place) -> None:
        """Makes a verb that says no more than "is" a part of a superlative: "goes down the deepest"."""
        words = [word.text for word in self._scan.words]
        if place[1] < len(words) and not says_nothing(words[place[1]]):
            return
        verb = place[0] - 1
        while verb > 0 and words[verb] in english_words("before_superlative"):
            verb -= 1
        if verb > 0 and words[verb] in english_words("light_verb") and verb not in self._scan.used:
            self._scan.use((verb, place[0]))

    def _said_before(self, place: Place, adjective: str) -> Head | None:
        """The attribute that a word right before an adverb of degree names: "joined first", "is rated higher"."""
        head = self._scan.previous_attribute(place[0])
        is_right_before = head is not None and head.place[1] == place[0] and head.extreme is None
        if head is None or not is_right_before or adjective not in english_words("adverb_of_degree"):
            return None
        fits = self._lexicon.is_of_time if adjective in OF_TIME else self._lexicon.is_numeric
        return head if all(fits(item.relation) for item in head.measures) else None

    def read_superlative_names(self) -> None:
        """Attributes whose names are superlatives rank what has them: "the state with the highest elevation"."""
        for number, head in enumerate(self._scan.heads):
            found = _SUPERLATIVE.search(head.text)
            is_bare = head.extreme is None and not head.tests and not head.negated
            if not found or not is_bare or number in self._scan.roots:
                continue
            adjective = degree_of(found.group())
            if head.kind == "attribute" and adjective and any(map(self._is_ranked, head.measures)):
                head.extreme = Superlative(adjective not in LOW_WORDS)
            elif head.kind == "role":
                self._scan.unread.append(found.group())

    def _is_ranked(self, measure: Measure) -> bool:
        return self._lexicon.is_numeric(measure.relation) or self._lexicon.is_dated(measure.relation)

    def _ranks_before(self, word: int) -> tuple[int, int]:
        """The ranks that are asked for before a superlative: "second", "top 3", "the 3"."""
        number = self._number_before(word)
        return (1, number) if number else self._rank_before(word)

    def _rank_before(self, word: int) -> tuple[int, int]:
        """The ranks that an ordinal right before a word gives; the first alone without one."""
        if word and (text := self._scan.words[word - 1].text) and word - 1 not in self._scan.used:
            number = english_table("lexicon", "ordinals").get(text)
            if number is None and (found := english_pattern("numbers", "ordinal").fullmatch(text)):
                number = int(found[1])
            if number:
                self._scan.use((word - 1, word))
                return number, number
        return 1, 1

    def _number_before(self, word: int) -> int | None:
        """The number of things asked for: "top 3 largest", "the 3 largest", "three oldest"."""
        words = self._scan.words
        if not word or word - 1 in self._scan.used:
            return None
        text = words[word - 1].text
        number = NUMBERS.get(text) or (int(text) if text.isdigit() else None)
        if number is None:
            return None
        self._scan.use((word - 1, word))
        if word > 1 and words[word - 2].text == "top":
            self._scan.use((word - 2, word - 1))
        return number
