"""Reads that nobody does something to things: "that nobody has tested yet"."""

from pog_agent.kg.schema.summary import PSEUDO_CLASSES
from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.reading.composing.heads import Head, Place
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.words import IRREGULAR_VERBS, singular


class NobodyReader:
    """Finds where it is denied that anybody does something, and makes a head of anything, which is negated."""

    def __init__(self, scan: Scan, lexicon: SchemaLexicon) -> None:
        self._scan = scan
        self._lexicon = lexicon

    def read(self) -> None:
        """Puts "nobody" among the heads. Whether nobody is so, which a query does not ask, is not read."""
        for found in english_pattern("negation", "yet").finditer(self._scan.lower):
            self._use_free(found.span("yet" if found["yet"] else "first"))
        if english_pattern("whether", "asked").match(self._scan.lower):
            return
        for match in english_pattern("negation", "nobody").finditer(self._scan.lower):
            place = self._scan.place(*match.span())
            for word in range(*place) if place is not None else ():
                if _is_participle(self._scan.words[word].text):
                    self._free_from_doers((word, word + 1))
            is_plain = not english_pattern("negation", "other_than_nobody").match(self._scan.lower, match.end())
            if place is not None and is_plain and self._is_between_no_heads(place):
                self._add((place[1] - 1, place[1]))
                self._scan.use((place[0], place[0] + 1))

    def _free_from_doers(self, place: Place) -> None:
        """Takes a verb from the class of those who do it: "proofread" names no proofreaders."""
        word = self._scan.words[place[0]].text
        for head in [item for item in self._scan.heads if item.kind == "class" and item.place == place]:
            named = (self._lexicon.class_label(iri).casefold().split() for iri in head.classes)
            if not any(word in map(singular, words) or word in words for words in named):
                self._scan.heads.remove(head)
                self._scan.used.difference_update(range(*place))

    def _add(self, place: Place) -> None:
        """Puts nobody at a place: what is of a class of people, or of none, which may be somebody."""
        known = [item.iri for item in self._lexicon.summary.classes]
        classes = tuple(iri for iri in known if iri in PSEUDO_CLASSES or self._lexicon.is_of_people(iri))
        nobody = Head("class", place, "nobody", 0.5, classes=classes, is_hint=True, is_anything=True, negated=True)
        self._scan.add(nobody)
        self._scan.use(place)

    def _is_between_no_heads(self, place: Place) -> bool:
        return self._scan.is_free(place) and not any(
            place[0] <= head.place[0] < place[1] for head in self._scan.heads
        )

    def _use_free(self, span: tuple[int, int]) -> None:
        place = self._scan.place(*span)
        if place is not None and self._scan.is_free(place):
            self._scan.use(place)


def _is_participle(word: str) -> bool:
    """Whether a word may be a participle, an irregular one also behind another word ("proofread")."""
    irregular = (*IRREGULAR_VERBS, *english_words("same_in_past"))
    return word.endswith("ed") or any(
        word == item or (len(item) > 3 and word.endswith(item)) for item in irregular
    )
