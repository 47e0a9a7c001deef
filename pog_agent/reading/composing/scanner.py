"""Reads a question from left to right: what it names, and what it asks to be done with it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, Literal

from pog_agent.kg.schema.summary import NO_CLASS
from pog_agent.models import TopicEntity
from pog_agent.models.query import Operator
from pog_agent.reading.composing.heads import Extreme, Head, Measure, Place, Test
from pog_agent.reading.composing.lexicon import SchemaLexicon
from pog_agent.reading.cues import NEGATION
from pog_agent.reading.extremes import ATTRIBUTES, LOW_WORDS, degree_of, degree_of_comparative
from pog_agent.reading.question_words import FILLERS, PREPOSITIONS, name_places
from pog_agent.reading.schema.names import tokens_of
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.terms import Term, literal_value
from pog_agent.words import FUNCTION_WORDS, WORD, folded, singular

Form = Literal["rows", "count", "exists", "aggregate"]

IDLE: Final = FILLERS | {
    *("list", "show", "return", "display", "tell", "count", "find", "give", "name", "names", "named", "called"),
    *("different", "distinct", "each", "kind", "kinds", "exist", "exists", "existing", "available", "other"),
    *("total", "number", "altogether", "overall", "respectively", "distinctly", "unique", "amount", "value"),
    *(
        "title",
        "titles",
        "located",
        "situated",
        "related",
        "associated",
        "involved",
        "contained",
        "included",
        "having",
        "same",
    ),
}
"""Words that say nothing about which things or relations are meant, beside the function words."""
NUMBERS: Final = {
    **dict(
        zip(
            ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
            range(1, 13),
            strict=True,
        )
    ),
    "twenty": 20,
    "hundred": 100,
    "dozen": 12,
}
_ORDINALS: Final = dict(
    zip(
        ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"],
        range(2, 11),
        strict=True,
    )
)
_N: Final = rf"(?P<n>\d[\d.,]*|{'|'.join(NUMBERS)})"
_COUNT: Final = re.compile(
    r"\bhow\s+many\b|\b(?:total\s+)?number\s+of\b|\bcount(?:\s+of|\s+the|\s+all|\s+how\s+many)?\b"
)
_AVERAGE: Final = re.compile(
    r"\b(?P<cue>above|below|over|under|beyond|exceeding|(?:more|less|greater|higher|lower|(?P<word>[a-z]+er))\s+than)"
    r"\s+(?:the\s+|their\s+|its\s+)?(?:overall\s+)?(?:average|mean)\b"
)
_UP: Final = (
    r"more\s+than|greater\s+than|higher\s+than|larger\s+than|bigger\s+than|over|above|exceeding|exceeds?|beyond"
)
_DOWN: Final = r"less\s+than|fewer\s+than|lower\s+than|smaller\s+than|under|below"
_TESTS: Final[Sequence[tuple[Operator, str]]] = (
    (">=", r"at\s+least|no\s+(?:less|fewer)\s+than|not\s+less\s+than|a\s+minimum\s+of|minimum\s+of"),
    ("<=", r"at\s+most|no\s+more\s+than|not\s+more\s+than|up\s+to|a\s+maximum\s+of|maximum\s+of"),
    (">", rf"{_UP}|after|later\s+than"),
    ("<", rf"{_DOWN}|before|earlier\s+than|until"),
    (">=", r"since|from"),
    ("=", r"exactly|precisely|equal\s+to|of\s+exactly"),
)
_AGGREGATES: Final = (
    ("average", r"average|mean"),
    ("sum", r"total|sum(?:\s+of)?|combined|cumulative"),
    ("min", r"minimum|minimal"),
    ("max", r"maximum|maximal"),
)
_RANK: Final = re.compile(
    rf"\b(?:(?:top|first)\s+{_N}(?:\s+(?:most|least)?)?|(?P<ordinal>{'|'.join(_ORDINALS)}|\d+(?:st|nd|rd|th)))\b"
)
_SUPERLATIVE: Final = re.compile(
    r"\b(?:(?P<sign>most|least)\s+(?P<adjective>[a-z]{3,})|(?P<word>[a-z]{2,}est|first|last))\b"
)
_MOST: Final = re.compile(
    r"\b(?:(?:the\s+)?(?P<up>most|greatest\s+number\s+of|largest\s+number\s+of|highest\s+number\s+of|biggest\s+number\s+of"
    r"|maximum\s+number\s+of)|(?P<down>fewest|least|(?:smallest|lowest|least|minimum)\s+number\s+of))\b"
)
_NEGATION: Final = re.compile(
    r"\b(?:not|never|no(?!\s+(?:less|more|fewer)\b)|without(?:\s+any)?|lacks?|lacking|neither|nor|\w+n['’]t)\b"
)
_EXCEPTION: Final = re.compile(
    r"\b(?:except(?:\s+for)?|excluding|besides|other\s+than|apart\s+from|outside(?:\s+of)?)\b"
)
_EACH: Final = re.compile(r"\b(?:for\s+(?:each|every)|per|of\s+each|in\s+each|by\s+each|at\s+each)\b")
_ORDER: Final = re.compile(
    r"\b(?:(?:sorted|ordered|order|sort|arranged|ranked)(?:\s+(?:alphabetically|descending|ascending))?\s+by"
    r"|in\s+(?:ascending|descending|alphabetical|increasing|decreasing)\s+order(?:\s+of)?)\b"
)
_BOTH: Final = re.compile(r"\b(?:both|either)\b")
_YES_NO: Final = re.compile(r"^\W*(?:is|are|was|were|does|do|did|has|have|had|can)(?:n['’]t)?\b")
_HOW: Final = re.compile(r"\bhow\s+(?P<adjective>[a-z]+)\b")
_WH: Final = re.compile(r"\b(?:which|what|who|whose|whom|where|when)\b")
_THAN: Final = re.compile(
    r"\b(?:(?P<word>(?:more|less)\s+[a-z]+|[a-z]+er|more|less)\s+than)(?:\s+(?:that\s+of|those\s+of|what))?\b"
)
_DEGREES: Final = re.compile(r"\b(?:(?:more|less|most|least)\s+[a-z]+|[a-z]+er|[a-z]+est|first|last)\b(?!\s+than)")
_COMPARING: Final = frozenset(
    """
    than most least fewest more less fewer average mean combined percentage percent share ratio difference between
    before after since until except without not never no only both neither nor total twice half times
    """.split()  # noqa: SIM905
)
"""Words that ask for something to be computed, if nothing was made of them."""
_CUES: Final = frozenset("average mean maximum minimum most least fewest combined".split())  # noqa: SIM905
_BEFORE_NOUNS: Final = frozenset(
    "the their its whose a an what which highest lowest average total with largest smallest".split()  # noqa: SIM905
)
LEAST_GUESSED: Final = 0.6
"""So like an attribute a noun must be to stand for it, if it is not its name."""
_WHICH_TIME: Final = re.compile(r"(?:which|what)\s+(?:year|month|day|date|decade|time)\b")
_QUOTES: Final = "\"'“”‘’`"


LIGHT: Final = frozenset(
    """
    belong belonging belongs came come comes do does done get gets getting given go goes gone got happen happened
    happens hold holding holds keep keeps live lives living made make makes making occur occurred occurs own owned
    owning owns perform performed performs play playing plays possess possesses receive received receives run running
    runs take taken takes taking took undergo work worked working works
    """.split()  # noqa: SIM905
)
"""Verbs that may say what usually joins two things, where no other relation of them is meant."""


@dataclass(frozen=True)
class QuestionWord:
    """A word in lower case, without its genitive ending, and where it stands."""

    text: str
    start: int
    end: int
    is_genitive: bool


@dataclass
class Scan:
    """What was found in a question.

    `roots` are the heads asked for, in order: several are columns. `used` are the words that are part of a head or
    a cue, with their role; `idle` those without a meaning of their own. `unread` says what is not understood.
    """

    question: str
    words: tuple[QuestionWord, ...]
    heads: list[Head] = field(default_factory=list)
    form: Form = "rows"
    roots: list[int] = field(default_factory=list)
    group: int | None = None
    order: list[int] = field(default_factory=list)
    used: dict[int, str] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)

    @property
    def free(self) -> list[int]:
        """The words that say something and are not used yet."""
        return [
            place
            for place, word in enumerate(self.words)
            if place not in self.used and word.text not in FUNCTION_WORDS and word.text not in IDLE
        ]


class Scanner:
    """Scans one question."""

    def __init__(
        self, question: str, topics: Sequence[TopicEntity], vocabulary: QueryVocabulary, lexicon: SchemaLexicon
    ) -> None:
        self._topics = topics
        self._vocabulary = vocabulary
        self._lexicon = lexicon
        self._lower = question.lower()
        self._scan = Scan(question, tuple(_words(question)))

    def scan(self) -> Scan:
        """The heads of the question, in order, with what is to be done with them."""
        self._name_things()
        self._guess_names()
        self._scan.heads.sort(key=lambda head: head.place)
        self._join_kinds_and_names()
        self._find_unions()
        self._join_texts()
        self._read_text_nouns()
        self._read_sentences()
        self._read_counts()
        self._read_averages()
        self._read_others()
        self._read_tests()
        self._read_most()
        self._read_superlatives()
        self._read_aggregates()
        self._read_groups_and_orders()
        self._read_negations()
        self._scan.heads.sort(key=lambda head: head.place)
        self._read_choice()
        self._find_roots()
        self._read_superlative_names()
        self._find_owner()
        self._read_both()
        self._find_idle_degrees()
        return self._scan

    # What is named.

    def _name_things(self) -> None:
        found = sorted(self._candidates(), key=lambda item: (item[0][0] - item[0][1], item[1], item[0]))
        for place, _, head in found:
            if self._is_free(place):
                self._add(head, head.kind)

    def _candidates(self) -> Iterator[tuple[Place, float, Head]]:
        """What may be named at a place, with what is preferred among names of one length: the least."""
        summary = self._vocabulary.summary
        known = {item.iri for item in (*summary.classes, *summary.relations)}
        for start, end, number in name_places(self._scan.question, self._topics):
            topic = self._topics[number]
            place = self._place(start, end)
            if place is not None and topic.iri not in known:
                yield place, -1.0, self._entity(place, topic, topic.score)
        by_place: dict[tuple[int, int], list[Term]] = {}
        scores: dict[tuple[int, int], float] = {}
        for item in self._vocabulary.classes:
            is_deed = item.how == "stem" and item.text.endswith(("ing", "ed"))
            if item.how == "question_word" or is_deed:
                continue
            by_place.setdefault((item.start, item.end), []).append(item.iri)
            scores.setdefault((item.start, item.end), item.score)
        for (start, end), iris in by_place.items():
            place = self._place(start, end)
            if place is not None:
                score = scores[start, end]
                text = self._scan.question[start:end]
                yield place, 0.0 if score > 0.85 else 2.5, Head("class", place, text, score, classes=tuple(iris))
        yield from self._relation_candidates()
        yield from self._text_candidates()
        for topic in self._topics:
            if topic.optional and topic.mention and folded(topic.mention) == folded(topic.label):
                for match in re.finditer(rf"(?<!\w){re.escape(topic.mention.lower())}(?!\w)", self._lower):
                    place = self._place(*match.span())
                    if place is not None and topic.iri not in {item.iri for item in self._vocabulary.classes}:
                        yield place, 1.5, self._entity(place, topic, 0.9)

    def _entity(self, place: Place, topic: TopicEntity, score: float) -> Head:
        """A head for all that bears the name of a topic, by class."""
        bearers: dict[Term, tuple[Term, ...]] = {}
        for iri in (topic.iri, *topic.namesakes):
            for class_ in self._vocabulary.classes_of.get(iri, ()) or (NO_CLASS,):
                bearers[class_] = (*bearers.get(class_, ()), iri)
        terms = (topic.iri, *topic.namesakes)
        return Head("entity", place, topic.label, score, classes=tuple(bearers), terms=terms, bearers=bearers)

    def _relation_candidates(self) -> Iterator[tuple[Place, float, Head]]:
        tokens = tokens_of(self._scan.question)
        found: dict[Place, list[Measure]] = {}
        for match in self._lexicon.matcher.same_words(tokens, set()):
            place = self._place(tokens[match.first].start, tokens[match.last - 1].end)
            if place is not None and not self._is_cue(place):
                found.setdefault(place, []).append(Measure(match.iri, match.score))
        for place, measures in found.items():
            kind = self._relation_kind(place, measures)
            if kind is not None:
                own = [
                    item
                    for item in measures
                    if (item.relation in self._lexicon.attributes) == (kind == "attribute")
                ]
                text = " ".join(word.text for word in self._scan.words[slice(*place)])
                yield place, 1.0, Head(kind, place, text, measures=tuple(own or measures))

    def _is_cue(self, place: Place) -> bool:
        """Whether a word that names a relation asks for something to be done with the word behind it."""
        words = self._scan.words
        text = words[place[0]].text
        if place[1] - place[0] > 1 or place[1] >= len(words) or not (text in _CUES or degree_of(text)):
            return False
        return not self._says_nothing(words[place[1]].text)

    def _relation_kind(self, place: Place, measures: Sequence[Measure]) -> Literal["attribute", "role"] | None:
        """Whether words that name a relation are used as a noun; None where they join things as a verb does."""
        if any(item.relation in self._lexicon.attributes for item in measures):
            return "attribute"
        words = self._scan.words
        before = words[place[0] - 1].text if place[0] else ""
        behind = words[place[1]].text if place[1] < len(words) else ""
        is_possessed = place[0] > 0 and words[place[0] - 1].is_genitive
        ends = place[1] == len(words) or behind in ("of", "in", "for", "at", "on", "with")
        if is_possessed or (ends and before in ("the", "a", "an", "is", "are", "was", "what", "no", "")):
            return "role"
        return "role" if before in ("no", "without", "any") else None

    def _text_candidates(self) -> Iterator[tuple[Place, float, Head]]:
        found: dict[Place, dict[Term, tuple[Term, ...]]] = {}
        for item in self._vocabulary.texts:
            place = self._place(item.start, item.end)
            quoted = item.start > 0 and self._scan.question[item.start - 1] in _QUOTES
            if place is None or (len(item.text) < 3 and not quoted and not item.text.isupper()):
                continue
            if item.text.lower() in IDLE | PREPOSITIONS and not quoted:
                continue
            found.setdefault(place, {})[item.relation] = item.terms
        for place, texts in found.items():
            first, last = self._scan.words[place[0]], self._scan.words[place[1] - 1]
            measures = tuple(Measure(relation, 1.0) for relation in texts)
            text = self._scan.question[first.start : last.end]
            yield place, 2.0, Head("text", place, text, measures=measures, texts=texts)

    def _guess_names(self) -> None:
        """Words that are like the name of an attribute, but not the same, and that stand as nouns do."""
        words = self._scan.words
        sizes = (2, 1)
        places = [(first, first + size) for size in sizes for first in range(len(words) - size + 1)]
        nouns = {place: self._noun_phrase(place) for place in places if self._noun_phrase(place)}
        self._lexicon.prepare(list(nouns.values()))
        for place, text in nouns.items():
            found = self._lexicon.alike(text, attributes_only=True) if self._is_free(place) else ()
            if found and found[0].score >= LEAST_GUESSED:
                self._add(Head("attribute", place, text, found[0].score, measures=found), "attribute")

    def _noun_phrase(self, place: Place) -> str:
        """The free words of a place, if they stand as a noun does; empty where they do not."""
        words = self._scan.words
        run = words[slice(*place)]
        if not self._is_free(place) or any(self._is_no_name(word.text) for word in run):
            return ""
        before = words[place[0] - 1] if place[0] else None
        behind = words[place[1]].text if place[1] < len(words) else ""
        is_noun = before is not None and (before.text in _BEFORE_NOUNS or before.is_genitive)
        if not (is_noun or behind == "of") or run[-1].text.endswith(("ing", "ed")):
            return ""
        return " ".join(word.text for word in run)

    def _join_kinds_and_names(self) -> None:
        """A class beside a name of one of its instances is one thing: "the river Ohio", "a city named Austin"."""
        heads, place = self._scan.heads, 0
        while place + 1 < len(heads):
            one, two = heads[place], heads[place + 1]
            between = [word.text for word in self._scan.words[one.place[1] : two.place[0]]]
            kind, name = (one, two) if two.kind == "entity" else (two, one)
            linked = not between or (kind is one and between in (["named"], ["called"], ["of"]))
            shared = [item for item in kind.classes if item in name.bearers]
            if kind.kind != "class" or name.kind != "entity" or not linked or not shared:
                place += 1
                continue
            bearers = {item: name.bearers[item] for item in shared}
            terms = tuple(dict.fromkeys(term for own in bearers.values() for term in own))
            heads[place : place + 2] = [
                replace(
                    name,
                    place=(one.place[0], two.place[1]),
                    classes=tuple(shared),
                    terms=terms,
                    bearers=bearers,
                    is_named_kind=True,
                )
            ]
            self._use((one.place[0], two.place[1]), "topic")

    def _is_no_name(self, text: str) -> bool:
        return self._says_nothing(text) or degree_of(text) is not None or text in _CUES

    def _join_texts(self) -> None:
        """A text beside its attribute or class is one thing with it ("Gelderland district"); else it may be a noun."""
        heads, place = self._scan.heads, 0
        while place + 1 < len(heads):
            one, two = heads[place], heads[place + 1]
            between = [word.text for word in self._scan.words[one.place[1] : two.place[0]]]
            text, other = (one, two) if one.kind == "text" else (two, one)
            if text.kind != "text" or between not in ([], ["as"], ["named"], ["called"], ["of"]):
                place += 1
                continue
            span = (one.place[0], two.place[1])
            shared = {item.relation for item in other.measures} & set(text.texts)
            if other.kind == "attribute" and shared and between in ([], ["of"]):
                texts = {relation: text.texts[relation] for relation in shared}
                measures = tuple(item for item in text.measures if item.relation in shared)
                heads[place : place + 2] = [replace(text, place=span, texts=texts, measures=measures)]
                self._use(span, "text")
                continue
            noun = self._noun(text, other.classes) if other.kind == "class" else None
            if noun is not None and between in ([], ["as"]):
                heads[place : place + 2] = [replace(noun, place=span, cues=[*one.cues, *two.cues])]
                self._use(span, "class")
                continue
            place += 1

    def _noun(self, text: Head, classes: Sequence[Term] = ()) -> Head | None:
        """A text that stands for what has it: "the youngest dog" is the youngest pet of the type "dog"."""
        for relation, terms in text.texts.items():
            owners = [item for item in self._lexicon.owners(relation) if not classes or item in classes]
            if owners:
                return Head("class", text.place, text.text, 0.8, classes=tuple(owners), kept=(relation, terms))
        return None

    def _read_text_nouns(self) -> None:
        """Texts in the plural, or behind a superlative or a count, are nouns."""
        for number, head in enumerate(self._scan.heads):
            if head.kind != "text" or head.place[1] - head.place[0] != 1:
                continue
            word = self._scan.words[head.place[0]]
            quoted = word.start and self._scan.question[word.start - 1] in _QUOTES
            before = self._scan.words[head.place[0] - 1].text if head.place[0] else ""
            is_plural = singular(word.text) != word.text and word.text not in {
                literal_value(term).lower() for terms in head.texts.values() for term in terms
            }
            is_noun = is_plural or degree_of(before) is not None or before in ("many", "a", "an", "any", "no")
            noun = self._noun(head) if is_noun and not quoted else None
            named = {item for other in self._scan.heads if other.kind == "class" for item in other.classes}
            if noun is not None and named.isdisjoint(noun.classes):
                self._scan.heads[number] = noun

    # What is to be done.

    def _read_sentences(self) -> None:
        """A request in several sentences is not read."""
        found = re.search(r"\w{2,}[.?!;]\s+(?=\w)", self._scan.question)
        if found:
            self._scan.unread.append(self._scan.question[found.end() :])

    def _read_counts(self) -> None:
        for match in _COUNT.finditer(self._lower):
            place = self._place(*match.span())
            if place is None or not self._is_free(place):
                continue
            if _superlative_before(self._lower, match.start()):
                continue
            head = self._next(place[1])
            if head is None or head.kind == "entity":
                self._scan.unread.append(match.group())
                continue
            self._use(place, "operation")
            head.cues.append("count")

    def _read_averages(self) -> None:
        for match in _AVERAGE.finditer(self._lower):
            place = self._place(*match.span())
            if place is None:
                continue
            down = match["cue"].split()[0] in ("below", "under", "less", "lower")
            adjective = degree_of_comparative(match["word"] or "") if match["word"] else None
            low = down or (adjective in LOW_WORDS)
            head = self._next(place[1])
            near = (
                head if head is not None and head.kind == "attribute" and head.place[0] <= place[1] + 1 else None
            )
            if near is None and adjective:
                near = self._measure_head(place, adjective)
            if near is None:
                near = self._previous_attribute(place[0])
            if near is None:
                self._scan.unread.append(match.group())
                continue
            near.tests.append(Test("<" if low else ">", average=True))
            self._use(place, "operation")

    def _read_others(self) -> None:
        """Comparisons with the value of a named thing: "older than Ann", "a population above that of Italy"."""
        for match in _THAN.finditer(self._lower):
            place = self._place(*match.span())
            head = self._next(place[1]) if place is not None and self._is_free(place) else None
            if place is None or head is None or head.kind != "entity" or not self._gap(place[1], head.place[0], 0):
                continue
            adjective = degree_of_comparative(match["word"] or "")
            near = self._previous_attribute(place[0])
            if near is None and adjective:
                near = self._measure_head(place, adjective)
            if near is None:
                continue
            low = (adjective in LOW_WORDS) != (match["word"] or "").startswith("less")
            near.tests.append(Test("<" if low else ">", others=head.terms))
            self._scan.heads.remove(head)
            self._use((place[0], head.place[1]), "operation")

    def _read_choice(self) -> None:
        """Which of two named things has more: "which is heavier, A or B"."""
        union = next((head for head in self._scan.heads if head.kind == "entity" and len(head.terms) > 1), None)
        if union is None or " or " not in union.text or any(head.extreme for head in self._scan.heads):
            return
        for match in _DEGREES.finditer(self._lower):
            place = self._place(*match.span())
            adjective = degree_of_comparative(match.group()) or degree_of(match.group())
            if place is None or not adjective or not self._is_free(place):
                continue
            near = self._measure_head(place, adjective)
            if near is None:
                continue
            up = (adjective not in LOW_WORDS) != match.group().startswith(("less", "least"))
            near.extreme = Extreme(up)
            near.owner = union
            union.cues.append("choice")
            self._use(place, "operation")
            return

    def _find_owner(self) -> None:
        """Attributes and texts without anything that has them belong to what can have them all."""
        heads = self._scan.heads
        if any(head.is_node for head in heads) or len(heads) < 2:
            return
        owners = [
            {item for measure in head.measures for item in self._lexicon.owners(measure.relation)}
            for head in heads
        ]
        shared = set.intersection(*owners)
        if not shared:
            return
        sizes = sorted(shared, key=lambda iri: (len(self._lexicon.class_label(iri)), iri))
        head = Head(
            "class", (len(self._scan.words), len(self._scan.words)), "", 0.5, classes=tuple(sizes), is_hint=True
        )
        heads.append(head)

    def _read_both(self) -> None:
        """ "Both" before two names with "and" says nothing more."""
        for match in _BOTH.finditer(self._lower):
            place = self._place(*match.span())
            behind = [head for head in self._scan.heads if place is not None and head.place[0] >= place[1]][:2]
            if place is None or not self._is_free(place) or not behind:
                continue
            is_union = match.group() == "either" and " or " in behind[0].text
            are_two = len(behind) > 1 and behind[0].kind == behind[1].kind and behind[0].kind in ("entity", "text")
            between = [word.text for word in self._scan.words[behind[0].place[1] : behind[-1].place[0]]]
            if is_union or (match.group() == "both" and are_two and between in (["and"], ["and", "the"])):
                self._use(place, "operation")

    def _find_idle_degrees(self) -> None:
        """Words of comparison and alternatives that nothing was made of."""
        kinds = [head for head in self._scan.heads if head.kind == "class" and head.text]
        for one, two in pairwise(sorted(kinds, key=lambda head: head.place)):
            if [word.text for word in self._scan.words[one.place[1] : two.place[0]]] in (["and"], ["and", "the"]):
                self._scan.unread.append("and")
        for match in NEGATION.finditer(self._scan.question):
            place_of = self._place(*match.span())
            if place_of is not None and self._is_free(place_of):
                self._scan.unread.append(match.group())
                self._use(place_of, "unread")
        for place, word in enumerate(self._scan.words):
            is_degree = degree_of(word.text) is not None or degree_of_comparative(word.text) is not None
            is_cue = word.text in _COMPARING or (word.text == "or" and not self._is_in_union(place))
            if place not in self._scan.used and (is_degree or is_cue):
                self._scan.unread.append(word.text)
                self._scan.used[place] = "unread"

    def _is_in_union(self, place: int) -> bool:
        return any(head.place[0] < place < head.place[1] for head in self._scan.heads)

    def _read_tests(self) -> None:
        between = re.compile(rf"\bbetween\s+{_N}\s+and\s+{_N.replace('<n>', '<m>')}(?!\w)")
        for match in between.finditer(self._lower):
            self._read_test(match.span(), [(">=", match["n"]), ("<=", match["m"])], None)
        for operator, cue in _TESTS:
            pattern = re.compile(rf"\b(?:{cue})\s+(?:the\s+)?(?:year\s+)?{_N}(?![\w-])")
            for match in pattern.finditer(self._lower):
                self._read_test(match.span(), [(operator, match["n"])], None)
        comparative = re.compile(rf"\b(?P<word>[a-z]+er|(?:more|less)\s+[a-z]+)\s+than\s+{_N}(?!\w)")
        for match in comparative.finditer(self._lower):
            adjective = degree_of_comparative(match["word"])
            if adjective:
                self._read_test(match.span(), [("<" if adjective in LOW_WORDS else ">", match["n"])], adjective)
        plain = re.compile(rf"(?<![\w.,-]){_N}(?:\s+or\s+{_N.replace('<n>', '<m>')})?(?![\w-])")
        for match in plain.finditer(self._lower):
            place = self._place(*match.span())
            if place is not None and self._is_free(place) and not self._is_rank(match):
                if match["m"]:
                    self._scan.unread.append(match.group())
                    continue
                self._read_test(match.span(), [("=", match["n"])], None)

    def _is_rank(self, match: re.Match[str]) -> bool:
        before = self._lower[: match.start()].rstrip()
        behind = self._lower[match.end() :].lstrip()
        return before.endswith(("top", "first")) or bool(re.match(r"(?:most|least|[a-z]+est)\b", behind))

    def _read_test(self, span: Place, tests: Sequence[tuple[Operator, str]], adjective: str | None) -> None:
        place = self._place(*span)
        if place is None or not self._is_free(place):
            return
        numbers = [(operator, _number(text)) for operator, text in tests]
        head = self._next(place[1])
        is_next = head is not None and self._gap(place[1], head.place[0])
        target: Head | None = None
        if adjective:
            target = self._measure_head(place, adjective)
        elif is_next and head is not None and head.kind in ("class", "role") and not _is_year(numbers[0][1]):
            if head.counted is None and len(numbers) == 1:
                head.counted = Test(numbers[0][0], numbers[0][1])
                self._use(place, "operation")
                return
        elif is_next and head is not None and head.kind == "attribute":
            target = head
        if target is None:
            target = self._previous_attribute(place[0])
            if target is not None and numbers[0][0] == "=":
                numbers = [(self._operator_before(target.place[0]), numbers[0][1])]
        is_year = _is_year(numbers[0][1])
        if (
            is_year
            and target is not None
            and not any(self._may_be_year(item.relation) for item in target.measures)
        ):
            target = (
                None if not any(self._lexicon.is_numeric(item.relation) for item in target.measures) else target
            )
        if target is None and is_year:
            target = self._year_head(place)
        if target is None:
            self._scan.unread.append(self._scan.question[span[0] : span[1]])
            return
        target.tests += [Test(operator, number, as_year=is_year) for operator, number in numbers]
        self._use(place, "operation")

    def _operator_before(self, word: int) -> Operator:
        """The comparison right before an attribute: "above age 20"."""
        for operator, cue in _TESTS:
            start = self._scan.words[word].start
            found = re.search(rf"\b(?:{cue})\s+(?:the\s+)?$", self._lower[:start])
            place = self._place(*found.span()) if found else None
            if place is not None and self._is_free(place):
                self._use(place, "operation")
                return operator
        return "="

    def _may_be_year(self, relation: Term) -> bool:
        return self._lexicon.is_dated(relation) or self._lexicon.is_year_number(relation)

    def _year_head(self, place: Place) -> Head | None:
        """An attribute that nothing names: any date or year."""
        measures = tuple(Measure(item, 0.5) for item in self._lexicon.attributes if self._may_be_year(item))
        if not measures:
            return None
        head = Head(
            "attribute",
            place,
            " ".join(word.text for word in self._scan.words[slice(*place)]),
            0.8,
            measures=measures,
            is_hint=True,
        )
        self._scan.heads.append(head)
        self._scan.heads.sort(key=lambda item: item.place)
        return head

    def _measure_head(self, place: Place, adjective: str) -> Head | None:
        measures = self._lexicon.measured(adjective)
        if not measures:
            return None
        head = Head("attribute", place, adjective, measures[0].score, measures=measures, is_hint=True)
        self._scan.heads.append(head)
        self._scan.heads.sort(key=lambda item: item.place)
        return head

    def _read_most(self) -> None:
        for match in _MOST.finditer(self._lower):
            place = self._place(*match.span())
            if place is None or not self._is_free(place):
                continue
            head = self._next(place[1])
            is_next = head is not None and self._gap(place[1], head.place[0], 0)
            if (
                is_next
                and head is not None
                and head.kind == "attribute"
                and any(map(self._is_ranked, head.measures))
            ):
                first, last = self._ranks_before(place[0])
                head.extreme = Extreme(match["down"] is None, first, last)
                self._use(place, "operation")
                following = self._next(head.place[1])
                if (
                    following is not None
                    and following.kind == "class"
                    and self._gap(head.place[1], following.place[0], 0)
                ):
                    head.is_hint, head.owner = True, following
                continue
            if head is None or head.kind not in ("class", "role") or not is_next:
                self._read_most_of(place, match["down"] is None)
                continue
            head.counted = Extreme(match["down"] is None, *self._ranks_before(place[0]))
            self._use(place, "operation")

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
        found = [item for item in self._lexicon.alike(text, True) if self._lexicon.is_numeric(item.relation)]
        if found:
            head = Head("attribute", noun, text, found[0].score, measures=tuple(found), is_hint=True)
            head.extreme = Extreme(descending)
            self._scan.heads.append(head)
            self._use(noun, "operation")

    def _read_superlatives(self) -> None:
        for match in _SUPERLATIVE.finditer(self._lower):
            place = self._place(*match.span())
            if place is None or not self._is_free(place):
                continue
            cue = match.group()
            adjective = degree_of(cue)
            sign = match["sign"]
            if adjective is None and not sign:
                continue
            adjective = adjective or match["adjective"]
            descending = (adjective not in LOW_WORDS) != (sign == "least")
            head = self._next(place[1])
            is_next = head is not None and self._gap(place[1], head.place[0], 0)
            first, last = self._ranks_before(place[0])
            if (
                is_next
                and head is not None
                and head.kind == "attribute"
                and adjective
                in (
                    "large",
                    "high",
                    "great",
                    "big",
                    "small",
                    "low",
                    "long",
                    "short",
                    "late",
                    "early",
                    "recent",
                    "new",
                    "old",
                )
            ):
                head.extreme = Extreme(descending, first, last)
                self._use(place, "operation")
                continue
            measure = self._measure_head(place, adjective)
            if measure is None:
                self._scan.unread.append(cue)
                continue
            measure.extreme = Extreme(descending, first, last)
            if is_next and head is not None and head.kind in ("class", "role"):
                measure.owner = head
            self._use(place, "operation")

    def _read_superlative_names(self) -> None:
        """Attributes whose names are superlatives rank what has them: "the state with the highest elevation"."""
        for number, head in enumerate(self._scan.heads):
            found = _SUPERLATIVE.search(head.text)
            is_bare = head.extreme is None and not head.tests and not head.negated
            if not found or not is_bare or number in self._scan.roots:
                continue
            adjective = degree_of(found.group())
            if head.kind == "attribute" and adjective and any(map(self._is_ranked, head.measures)):
                head.extreme = Extreme(adjective not in LOW_WORDS)
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
            number = _ORDINALS.get(text)
            if number is None and (found := re.fullmatch(r"(\d+)(?:st|nd|rd|th)", text)):
                number = int(found[1])
            if number:
                self._use((word - 1, word), "operation")
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
        self._use((word - 1, word), "operation")
        if word > 1 and words[word - 2].text == "top":
            self._use((word - 2, word - 1), "operation")
        return number

    def _read_aggregates(self) -> None:
        for function, cue in _AGGREGATES:
            for match in re.finditer(rf"\b(?:{cue})\b", self._lower):
                place = self._place(*match.span())
                if place is None or not self._is_free(place):
                    continue
                head = self._next(place[1])
                if head is not None and head.kind == "attribute" and self._gap(place[1], head.place[0]):
                    if function in ("min", "max"):
                        head.extreme = Extreme(function == "max")
                    else:
                        head.aggregation = function  # type: ignore[assignment]
                    self._use(place, "operation")
                elif function in ("average",) or "count" not in (head.cues if head else ()):
                    self._scan.unread.append(match.group())

    def _read_groups_and_orders(self) -> None:
        for match in _EACH.finditer(self._lower):
            place = self._place(*match.span())
            head = self._next(place[1]) if place is not None and self._is_free(place) else None
            if place is None or head is None:
                continue
            head.cues.append("each")
            self._use(place, "operation")
        for match in _ORDER.finditer(self._lower):
            place = self._place(*match.span())
            head = self._next(place[1]) if place is not None and self._is_free(place) else None
            if place is None:
                continue
            self._use(place, "operation")
            if head is not None:
                head.cues.append("order")

    def _read_negations(self) -> None:
        for pattern, excluded in ((_EXCEPTION, True), (_NEGATION, False)):
            for match in pattern.finditer(self._lower):
                place = self._place(*match.span())
                if place is None or not self._is_free(place):
                    continue
                head = self._next(place[1])
                if head is None:
                    self._scan.unread.append(match.group())
                    continue
                if excluded and head.kind == "class" and self._repeats(head):
                    self._scan.heads.remove(head)
                    self._use(head.place, "class")
                    head = self._next(head.place[1]) or head
                head.negated = True
                head.excluded = excluded and head.kind == "entity" and "outside" not in match.group()
                self._use(place, "operation")

    def _repeats(self, head: Head) -> bool:
        """Whether a class stands for the things that an earlier one stands for: "stadiums except stadiums with"."""
        earlier = [other for other in self._scan.heads if other.place < head.place and other.kind == "class"]
        return any(other.classes == head.classes for other in earlier)

    # What is asked for.

    def _find_roots(self) -> None:
        heads, scan = self._scan.heads, self._scan
        counted = [place for place, head in enumerate(heads) if "count" in head.cues]
        group = [place for place, head in enumerate(heads) if "each" in head.cues]
        scan.order = [place for place, head in enumerate(heads) if "order" in head.cues]
        scan.group = group[0] if group else None
        if counted:
            root = counted[0]
            scan.form = "count"
            if heads[root].kind == "attribute" and self._lexicon.is_numeric(heads[root].measures[0].relation):
                scan.form = "rows"
            scan.roots = [root]
            return
        aggregated = [place for place, head in enumerate(heads) if head.aggregation]
        if aggregated:
            scan.form, scan.roots = "aggregate", aggregated[:1]
            return
        how = next((match for match in _HOW.finditer(self._lower) if match["adjective"] in ATTRIBUTES), None)
        much = re.search(r"\bhow\s+much\b", self._lower)
        if much is not None and self._read_how_much(much):
            return
        if how is not None:
            place = self._place(*how.span())
            if place is not None and self._is_free(place):
                head = self._measure_head(place, how["adjective"])
                if head is not None:
                    self._use(place, "operation")
                    scan.roots = [heads.index(head)]
                    return
        choice = [place for place, head in enumerate(heads) if "choice" in head.cues]
        if choice:
            scan.roots = choice
            return
        if _YES_NO.search(self._lower):
            scan.form = "exists"
            nodes = [place for place, head in enumerate(heads) if head.is_node]
            is_compared = any(test.others for head in heads for test in head.tests)
            if nodes and (heads[nodes[0]].kind == "class" or is_compared):
                scan.roots = nodes[:1]
            return
        scan.roots = self._asked_heads()

    def _read_how_much(self, match: re.Match[str]) -> bool:
        """The attribute that a verb speaks of: "how much does the dog weigh"."""
        place = self._place(*match.span())
        found = []
        for number in self._scan.free:
            alike = [item for item in self._lexicon.alike(self._scan.words[number].text, True)]
            numeric = tuple(item for item in alike if self._lexicon.is_numeric(item.relation))
            if numeric:
                found.append((numeric[0].score, number, numeric))
        if place is None or not found:
            return False
        score, number, measures = max(found)
        head = Head(
            "attribute",
            (number, number + 1),
            self._scan.words[number].text,
            score,
            measures=measures,
            is_hint=True,
        )
        self._scan.heads.append(head)
        self._scan.heads.sort(key=lambda item: item.place)
        self._use(place, "operation")
        self._use(head.place, "attribute")
        self._scan.roots = [self._scan.heads.index(head)]
        return True

    def _asked_heads(self) -> list[int]:
        """The heads behind the question word, or the first ones of a request: several if "and" joins attributes."""
        heads = [place for place, head in enumerate(self._scan.heads) if not head.is_hint]
        match = next((found for found in _WH.finditer(self._lower) if self._asks(found)), None)
        place = self._place(*match.span()) if match else None
        if match and (match.group() in ("where", "when") or _WHICH_TIME.match(self._lower, match.start())):
            return []
        if match and place is not None and match.group() in ("who", "whom"):
            return self._hinted(place)
        behind = [item for item in heads if place is None or self._scan.heads[item].place[0] >= place[1]]
        chosen = (behind or heads)[:1]
        if not chosen:
            return []
        first = chosen[0]
        if self._scan.heads[first].kind in ("entity", "text"):
            return []
        for other in heads[heads.index(first) + 1 :]:
            one, two = self._scan.heads[chosen[-1]], self._scan.heads[other]
            between = [word.text for word in self._scan.words[one.place[1] : two.place[0]]]
            if one.kind == two.kind == "attribute" and [text for text in between if text != "the"] == ["and"]:
                chosen.append(other)
            else:
                break
        return chosen

    def _asks(self, match: re.Match[str]) -> bool:
        """Whether a question word asks, rather than begins a clause about what stands before it."""
        before = self._lower[: match.start()].rstrip()
        if not before or before[-1] in ",.:;?!":
            return True
        place = self._place(*match.span())
        return place is not None and all(self._says_nothing(word.text) for word in self._scan.words[: place[0]])

    def _hinted(self, place: Place) -> list[int]:
        """A head for "who" or "where", unless the question goes on with a thing ("who is the director of ...")."""
        heads = self._scan.heads
        behind = next((number for number, head in enumerate(heads) if head.place[0] >= place[1]), None)
        if behind is not None and heads[behind].kind in ("class", "role") and self._is_copula(place[1], behind):
            return [behind]
        classes = tuple(item.iri for item in self._vocabulary.classes if item.how == "question_word")
        if not classes:
            return []
        head = Head("class", place, self._scan.words[place[0]].text, 0.5, classes=classes, is_hint=True)
        heads.append(head)
        heads.sort(key=lambda item: item.place)
        return [heads.index(head)]

    def _is_copula(self, first: int, head: int) -> bool:
        between = [word.text for word in self._scan.words[first : self._scan.heads[head].place[0]]]
        return (
            bool(between) and between[0] in ("is", "are", "was", "were") and set(between[1:]) <= {"the", "a", "an"}
        )

    def _find_unions(self) -> None:
        """Neighbouring names with "or" between them are one head, which may be any of them."""
        heads, place = self._scan.heads, 0
        while place + 1 < len(heads):
            one, two = heads[place], heads[place + 1]
            between = [word.text for word in self._scan.words[one.place[1] : two.place[0]]]
            joined = _union(one, two) if between in (["or"], ["or", "the"], ["or", "a"]) else None
            if joined is None:
                place += 1
                continue
            heads[place : place + 2] = [joined]
            self._use(joined.place, joined.kind)

    # Places.

    def _place(self, start: int, end: int) -> Place | None:
        """The words at some characters."""
        inside = [number for number, word in enumerate(self._scan.words) if word.start < end and start < word.end]
        return (inside[0], inside[-1] + 1) if inside else None

    def _is_free(self, place: Place) -> bool:
        return not any(number in self._scan.used for number in range(*place))

    def _use(self, place: Place, role: str) -> None:
        self._scan.used.update(dict.fromkeys(range(*place), role))

    def _add(self, head: Head, role: str) -> None:
        self._scan.heads.append(head)
        self._use(head.place, role)

    def _next(self, word: int) -> Head | None:
        """The first head that begins at a word or behind it, other than what an adjective measures."""
        behind = [head for head in self._scan.heads if head.place[0] >= word and not head.is_hint]
        return min(behind, key=lambda head: head.place, default=None)

    def _previous_attribute(self, word: int) -> Head | None:
        """The attribute before a word, if nothing that says something stands between."""
        before = [head for head in self._scan.heads if head.place[1] <= word and not head.is_hint]
        last = max(before, key=lambda head: head.place, default=None)
        if last is None or last.kind != "attribute" or not self._gap(last.place[1], word, 2):
            return None
        return last

    def _gap(self, first: int, last: int, most: int = 1) -> bool:
        """Whether at most so many words that say something stand between two places."""
        between = [
            number
            for number in range(first, last)
            if number not in self._scan.used and not self._says_nothing(self._scan.words[number].text)
        ]
        return len(between) <= most

    @staticmethod
    def _says_nothing(text: str) -> bool:
        return text in FUNCTION_WORDS or text in IDLE or text in PREPOSITIONS


def _words(question: str) -> Iterator[QuestionWord]:
    for match in WORD.finditer(question):
        text = match.group().lower()
        plain = re.sub(r"['’]s$", "", text)
        is_genitive = plain != text or question[match.end() : match.end() + 1] in ("'", "’")
        yield QuestionWord(plain, match.start(), match.start() + len(plain), is_genitive)


def _superlative_before(text: str, start: int) -> bool:
    return re.search(r"(?:est|most|maximum|minimum)\s+$", text[:start]) is not None


def _union(one: Head, two: Head) -> Head | None:
    """One of two things of a kind; None where they are of different kinds."""
    place = one.place[0], two.place[1]
    text = f"{one.text} or {two.text}"
    if one.kind == two.kind == "entity":
        bearers = {item: (*one.bearers[item], *two.bearers[item]) for item in one.bearers if item in two.bearers}
        if bearers:
            terms = tuple(dict.fromkeys(term for own in bearers.values() for term in own))
            return replace(one, place=place, text=text, classes=tuple(bearers), terms=terms, bearers=bearers)
    if one.kind == two.kind == "text":
        shared = {item: (*one.texts[item], *two.texts[item]) for item in one.texts if item in two.texts}
        if shared:
            measures = tuple(item for item in one.measures if item.relation in shared)
            return replace(one, place=place, text=text, texts=shared, measures=measures)
    return None


def _number(text: str) -> str:
    if text in NUMBERS:
        return str(NUMBERS[text])
    plain = text.rstrip(".,")
    return re.sub(r",(?=\d{3}\b)", "", plain)


def _is_year(number: str) -> bool:
    return re.fullmatch(r"1\d{3}|20\d{2}", number) is not None
