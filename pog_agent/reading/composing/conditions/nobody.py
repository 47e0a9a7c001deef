"""Reads that nobody does something to things: "that nobody has tested", "have not been tested yet"."""

import re
from typing import Final

from pog_agent.kg.schema.summary import PSEUDO_CLASSES
from pog_agent.language.english import ASKS_WHETHER, NOT
from pog_agent.reading.composing.heads import Head, Place
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.words import IRREGULAR_VERBS, singular

_NOT: Final = rf"(?:{NOT}|without)"
_NOBODY: Final = re.compile(
    rf"\b(?:nobody|no[\s-]one|{_NOT}\b(?:(?!\b(?:and|but|or|that|which|who)\b)[^,;:.?!])*?\b(?:anybody|anyone))\b"
)
_NOT_DONE: Final = re.compile(
    rf"\b(?:(?:is|are|was|were)(?:\s+(?:not|never)|n['’]t)|{_NOT}(?:\s+(?:yet|ever))?\s+(?:been|being))"
    r"\s+(?:yet\s+|ever\s+)?(?P<done>[a-z]+)(?P<behind>(?:\s+(?:yet|so\s+far|at\s+all|before))?\W*)$"
)
"""A passive without who did it, at the end of the question."""
_ASKS_WHETHER: Final = re.compile(rf"^\W*{ASKS_WHETHER}")
_OTHERS: Final = re.compile(
    r"\s+(?:but|except|besides|else|other|apart|(?:that|who|whom)\b|to\b|(?:he|i|it|she|they|we|you)\b)"
)
"""Behind "nobody", these leave somebody out, or make nobody the one to whom something is done."""
_CLAUSE: Final = re.compile(r"\b(?:that|which|who)\s+$")
_YET: Final = re.compile(
    rf"(?:\b{_NOT}\b|\b(?:no|nobody)\b).*?(?P<yet>\b(?:as\s+)?yet\b)(?=\W*$)"
    rf"|(?:{_NOT}|\bnobody|\bno[\s-]one)(?:\s+(?:has|have))?\s+(?P<first>yet)\b"
)
"""Behind a negation "yet" says that it is so until now, as the graph has it."""
_UNCHANGED: Final = ("cut", "hit", "hurt", "put", "read", "set", "shut", "split", "spread")
"""Participles that are spelled as their verbs."""


class NobodyReader:
    """Finds where it is denied that anybody does something, and makes a head of anything, which is negated."""

    def __init__(self, scan: Scan, lexicon: SchemaLexicon) -> None:
        self._scan = scan
        self._lexicon = lexicon

    def read(self) -> None:
        """Puts "nobody" among the heads. Whether nobody is so, which a query does not ask, is not read."""
        for found in _YET.finditer(self._scan.lower):
            self._use_free(found.span("yet" if found["yet"] else "first"))
        if _ASKS_WHETHER.match(self._scan.lower):
            return
        for match in _NOBODY.finditer(self._scan.lower):
            place = self._scan.place(*match.span())
            for word in range(*place) if place is not None else ():
                if _is_participle(self._scan.words[word].text):
                    self._free_from_doers((word, word + 1))
            is_plain = not _OTHERS.match(self._scan.lower, match.end())
            if place is not None and is_plain and self._is_between_no_heads(place):
                self._add((place[1] - 1, place[1]), "nobody", people_only=True)
                self._scan.use((place[0], place[0] + 1))

    def read_undone(self) -> None:
        """Puts who did it, whom a passive does not tell, among the heads: "coins that have not been found"."""
        match = None if _ASKS_WHETHER.match(self._scan.lower) else _NOT_DONE.search(self._scan.lower)
        place = self._scan.place(match.start(), match.end("done")) if match else None
        if match is None or place is None or not _is_participle(match["done"]):
            return
        self._free_from_doers((place[1] - 1, place[1]))
        if self._scan.is_free(place):
            self._scan.use((place[0], place[1] - 1))
            owner = None if _CLAUSE.search(self._scan.lower[: match.start()]) else self._asked()
            self._add((place[1], place[1]), "anything", people_only=False, owner=owner)
            self._use_free(match.span("behind"))

    def _asked(self) -> Head | None:
        """The class that the question asks for, which stands first: "which jobs for Ann were not"."""
        first = next((head for head in self._scan.heads if not head.is_hint), None)
        return first if first is not None and first.kind == "class" else None

    def _free_from_doers(self, place: Place) -> None:
        """Takes a verb from the class of those who do it: "proofread" names no proofreaders."""
        word = self._scan.words[place[0]].text
        for head in [item for item in self._scan.heads if item.kind == "class" and item.place == place]:
            named = (self._lexicon.class_label(iri).casefold().split() for iri in head.classes)
            if not any(word in map(singular, words) or word in words for words in named):
                self._scan.heads.remove(head)
                self._scan.used.difference_update(range(*place))

    def _add(self, place: Place, text: str, *, people_only: bool, owner: Head | None = None) -> None:
        summary = self._lexicon.summary
        if people_only:
            # What has no class may be somebody.
            known = [item.iri for item in summary.classes]
            classes = [iri for iri in known if iri in PSEUDO_CLASSES or self._lexicon.is_of_people(iri)]
        else:
            named = {iri for item in self._scan.heads for iri in item.classes}
            classes = [link.target for iri in named for link in summary.links_from(iri)]
            classes = sorted({*classes, *(link.source for iri in named for link in summary.links_to(iri))})
        head = Head(
            "class",
            place,
            text,
            0.5,
            classes=tuple(classes),
            is_hint=True,
            is_anything=True,
            negated=True,
            owner=owner,
        )
        self._scan.add(head)
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
    irregular = (*IRREGULAR_VERBS, *_UNCHANGED)
    return word.endswith("ed") or any(
        word == item or (len(item) > 3 and word.endswith(item)) for item in irregular
    )
