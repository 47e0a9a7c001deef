"""Reads what texts and names are like: "whose name starts with B", "titles containing 'oak'", "a German name"."""

import re
from dataclasses import dataclass
from typing import Final

from pog_agent.reading.composing.heads import Head, Place, TextCondition, TextTestName
from pog_agent.reading.composing.scan import Scan, says_nothing
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.reading.schema.names import stems_of
from pog_agent.words import FUNCTION_WORDS

_NAMED: Final = r"(?P<noun>names?|titles?|labels?)"
_CUE: Final = (
    r"(?P<negation>(?:(?:do|does|did)\s+not|(?:do|does|did)n['’]t|not|never)\s+)?"
    r"(?:(?P<starts_with>(?:start(?:s|ing)?|begin(?:s|ning)?)\s+with)"
    r"|(?P<contains>contain(?:s|ing)?|includ(?:e|es|ing))"
    r"|(?P<ends_with>end(?:s|ing)?\s+(?:in|with|on)))"
)
_VALUE: Final = (
    r"\s+(?:the\s+(?:letters?|text|string)\s+)?"
    r"(?:[\"“'‘](?P<quoted>[^\"”’]+?)[\"”'’](?!\w)|(?P<bare>[^\W_](?:[\w-]*\w)?))"
)
_CONDITION: Final = re.compile(rf"\b{_CUE}{_VALUE}", re.IGNORECASE)
_BEFORE: Final = re.compile(rf"\b{_NAMED}\s+(?:(?:that|which)\s+)?$", re.IGNORECASE)
_LANGUAGES: Final = {
    **{"arabic": "ar", "bulgarian": "bg", "chinese": "zh", "czech": "cs", "danish": "da", "dutch": "nl"},
    **{"english": "en", "finnish": "fi", "french": "fr", "german": "de", "greek": "el", "hebrew": "he"},
    **{"hindi": "hi", "hungarian": "hu", "irish": "ga", "italian": "it", "japanese": "ja", "korean": "ko"},
    **{"latin": "la", "norwegian": "no", "persian": "fa", "polish": "pl", "portuguese": "pt", "romanian": "ro"},
    **{"russian": "ru", "spanish": "es", "swedish": "sv", "turkish": "tr", "ukrainian": "uk", "welsh": "cy"},
}
"""Language tags (ISO 639-1) of languages by their English names."""
_LANGUAGE: Final = re.compile(
    rf"\b(?P<negation>(?:not\s+have|n['’]t\s+have|without|no|lacks?|lacking)\s+)?(?:an?\s+|any\s+)?"
    rf"(?P<language>{'|'.join(_LANGUAGES)})\s+{_NAMED}\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Reserved:
    """A condition whose words no name may take, and where what it is said of stands."""

    place: Place
    noun: Place | None
    condition: TextCondition
    text: str


class TextConditionReader:
    """Reads what texts and names are like."""

    def __init__(self, scan: Scan, lexicon: SchemaLexicon) -> None:
        self._scan = scan
        self._lexicon = lexicon
        self._reserved: list[_Reserved] = []

    def reserve(self) -> None:
        """Takes the words of conditions before names are found in them."""
        for match in _LANGUAGE.finditer(self._scan.question):
            place = self._scan.place(*match.span())
            if place is not None and self._scan.is_free(place) and not self._is_attribute(match):
                condition = TextCondition(
                    "language", _LANGUAGES[match["language"].lower()], bool(match["negation"])
                )
                noun = self._scan.place(*match.span("noun"))
                self._take(_Reserved(place, noun, condition, match.group()))
        for match in _CONDITION.finditer(self._scan.question):
            place = self._scan.place(match.start(), match.end())
            if place is not None and self._scan.is_free(place):
                self._reserve(match, place)

    def attach(self) -> None:
        """Puts each condition on the attribute before it, or on what has the name that it is said of."""
        for item in self._reserved:
            owner = self._attribute_at(item) or self._named(item)
            if owner is None or (owner.kind == "attribute" and item.condition.negated):
                self._scan.unread.append(item.text)
                continue
            owner.text_conditions.append(item.condition)
        for head in self._scan.heads:
            if head.kind == "attribute" and not head.is_hint:
                self._read_language(head)

    def _read_language(self, head: Head) -> None:
        """A language right before an attribute: "an English motto"."""
        place = (head.place[0] - 1, head.place[0])
        tag = _LANGUAGES.get(self._scan.words[place[0]].text) if place[0] >= 0 else None
        if tag is not None and self._scan.is_free(place):
            head.text_conditions.append(TextCondition("language", tag))
            self._scan.use(place)

    def _is_attribute(self, match: re.Match[str]) -> bool:
        """Whether a language and the noun behind it are the name of an attribute: "Latin name"."""
        words = stems_of((match["language"].lower(), match["noun"].lower()))
        forms = (form for relation in self._lexicon.attributes for form in self._lexicon.forms.get(relation, ()))
        return any(form.stems == words for form in forms)

    def _reserve(self, match: re.Match[str], place: Place) -> None:
        """A containing of a bare word is one of texts only behind the word "name"; else it may be a relation."""
        before = _BEFORE.search(self._scan.question[: match.start()])
        if before is None and match["contains"] and match["bare"]:
            return
        test = next(name for name in TESTS if match[name])
        condition = TextCondition(test, match["quoted"] or match["bare"], bool(match["negation"]))
        noun = self._scan.place(*before.span("noun")) if before else None
        if match["bare"] and not self._is_whole(match):
            self._scan.unread.append(match.group())
        self._take(_Reserved(place, noun, condition, match.group()))

    def _is_whole(self, match: re.Match[str]) -> bool:
        """Whether a bare word is all of the text: nothing that says something follows, and it is no article."""
        behind = self._scan.place(match.end(), len(self._scan.question))
        rest = self._scan.question[match.end() :].lstrip()
        is_word = match["bare"].lower() not in FUNCTION_WORDS or match["bare"].isupper()
        goes_on = behind is not None and rest[:1].isalnum() and not says_nothing(self._scan.words[behind[0]].text)
        return is_word and not goes_on

    def _take(self, item: _Reserved) -> None:
        self._scan.use(item.place)
        self._reserved.append(item)

    def _attribute_at(self, item: _Reserved) -> Head | None:
        """The attribute whose name ends right before a condition, or with the noun before it."""
        end = item.noun[1] if item.noun else item.place[0]
        for head in self._scan.heads:
            if head.kind == "attribute" and not head.is_hint and head.place[1] <= item.place[0]:
                between = range(head.place[1], item.place[0])
                if head.place[1] == end or all(self._scan.words[one].text in FUNCTION_WORDS for one in between):
                    return head
        return None

    def _named(self, item: _Reserved) -> Head | None:
        """The last class before the word "name" that a condition is said of."""
        if item.noun is None:
            return None
        self._scan.use(item.noun)
        before = [head for head in self._scan.heads if head.is_node and head.place[0] < item.noun[0]]
        last = max(before, key=lambda head: head.place, default=None)
        return last if last is not None and last.kind == "class" else None


TESTS: Final[tuple[TextTestName, ...]] = ("starts_with", "contains", "ends_with")
