"""Finds what a question names: entities, classes, attributes, roles and texts of the graph."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from pog_agent.kg.schema.summary import PSEUDO_CLASSES
from pog_agent.language.lexicon import english_words
from pog_agent.models import TopicEntity
from pog_agent.models.class_topics import TextMention
from pog_agent.reading.composing.heads import Head, Place
from pog_agent.reading.composing.measures import LEAST_GUESSED, with_amounts
from pog_agent.reading.composing.scan import IDLE, QUOTES, Scan, begins_comparison, says_nothing
from pog_agent.reading.extremes import degree_of
from pog_agent.reading.question_words import name_places
from pog_agent.reading.schema.lexicon import Measure
from pog_agent.reading.schema.names import tokens_of
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.reading.stems import begins_alike, verbs_of_doer
from pog_agent.terms import LiteralTerm, Term, literal_value
from pog_agent.words import IRREGULAR_VERBS, PREPOSITIONS, folded, singular, stem

_BEHIND_ROLES: Final = english_words("behind_role") | english_words("of_records")
_OF_DOER: Final = 0.85
"""How like a noun for who does it is to a relation that has the verb."""


class NameFinder:
    """Finds what a question names: entities, classes, attributes, roles and texts of the graph."""

    def __init__(self, scan: Scan, topics: Sequence[TopicEntity], vocabulary: QueryVocabulary) -> None:
        self._scan = scan
        self._lexicon = vocabulary.lexicon
        self._topics = topics
        self._vocabulary = vocabulary

    def find(self) -> None:
        """Puts what the question names into the scan, in order."""
        self._name_things()
        self._guess_names()
        self._join_dates()

    def _join_dates(self) -> None:
        """Makes "date" behind the name of dates a part of it: the "approval date" of `approved on`."""
        for head in (item for item in self._scan.heads if item.kind == "attribute"):
            end = head.place[1]
            is_date = end < len(self._scan.words) and self._scan.words[end].text in ("date", "dates")
            is_joint = is_date and self._scan.is_free((end, end + 1))
            if is_joint and all(self._lexicon.is_dated(item.relation) for item in head.measures):
                head.place = head.place[0], end + 1
                self._scan.use(head.place)

    def _name_things(self) -> None:
        found = sorted(self._candidates(), key=lambda item: (item[0][0] - item[0][1], item[1], item[0]))
        for place, _, head in found:
            if self._scan.is_free(place):
                self._scan.add(head)
                self._scan.use(place)

    def _candidates(self) -> Iterator[tuple[Place, float, Head]]:
        """What may be named at a place, with what is preferred among names of one length: the least."""
        summary = self._vocabulary.summary
        known = {item.iri for item in (*summary.classes, *summary.relations)}
        for start, end, number in name_places(self._scan.question, self._topics):
            topic = self._topics[number]
            place = self._scan.place(start, end)
            if place is not None and topic.iri not in known:
                yield place, -1.0, self._entity(place, topic, topic.score)
        by_place: dict[tuple[int, int], list[Term]] = {}
        scores: dict[tuple[int, int], float] = {}
        for item in self._vocabulary.classes:
            is_deed = item.how in ("stem", "likeness") and item.text.endswith(("ing", "ed"))
            is_agent = item.how == "stem" and _is_agent(item.text) and not _is_agent(item.label)
            if item.how == "question_word" or is_deed or is_agent:
                continue
            by_place.setdefault((item.start, item.end), []).append(item.iri)
            scores.setdefault((item.start, item.end), item.score)
        for (start, end), iris in by_place.items():
            place = self._scan.place(start, end)
            if place is not None:
                score = scores[start, end]
                text = self._scan.question[start:end]
                yield place, 0.0 if score > 0.85 else 2.5, Head("class", place, text, score, classes=tuple(iris))
        yield from self._relation_candidates()
        yield from self._text_candidates()
        for topic in self._topics:
            if topic.optional and topic.mention and folded(topic.mention) == folded(topic.label):
                for match in re.finditer(rf"(?<!\w){re.escape(topic.mention.lower())}(?!\w)", self._scan.lower):
                    place = self._scan.place(*match.span())
                    if place is not None and topic.iri not in {item.iri for item in self._vocabulary.classes}:
                        yield place, 1.5, self._entity(place, topic, 0.9)

    def _entity(self, place: Place, topic: TopicEntity, score: float) -> Head:
        """A head for all that bears the name of a topic, by class."""
        bearers: dict[Term, tuple[Term, ...]] = {}
        for iri in (topic.iri, *topic.namesakes):
            for class_ in self._vocabulary.classes_of.get(iri, ()) or PSEUDO_CLASSES:
                bearers[class_] = (*bearers.get(class_, ()), iri)
        terms = (topic.iri, *topic.namesakes)
        return Head("entity", place, topic.label, score, classes=tuple(bearers), terms=terms, bearers=bearers)

    def _relation_candidates(self) -> Iterator[tuple[Place, float, Head]]:
        tokens = tokens_of(self._scan.question)
        found: dict[Place, list[Measure]] = {}
        for match in self._lexicon.matcher.same_words(tokens, set()):
            place = self._scan.place(tokens[match.first].start, tokens[match.last - 1].end)
            if place is not None and not self._is_cue(place):
                found.setdefault(place, []).append(Measure(match.iri, match.score))
        for place, measure in self._doers():
            if place not in found:
                found[place] = [measure]
        for place, measures in found.items():
            kind = self._relation_kind(place, measures)
            kind = None if kind == "role" and self._is_class(place, measures) else kind
            if kind is not None:
                own = [
                    item
                    for item in measures
                    if (item.relation in self._lexicon.attributes) == (kind == "attribute")
                ]
                text = self._scan.text(place)
                own = own or measures
                if kind == "attribute":
                    own = list(with_amounts(self._lexicon, text, own))
                yield place, 1.0, Head(kind, place, text, measures=tuple(own))

    def _is_class(self, place: Place, measures: Sequence[Measure]) -> bool:
        """Whether words are no role, but the class of all that the relations of their name lead to.

        "Album" alone is no name of `in album`.
        """
        if any(self._lexicon.label(item.relation).casefold().split()[0] in PREPOSITIONS for item in measures):
            return True
        summary, words = self._vocabulary.summary, self._scan.words
        start, end = words[place[0]].start, words[place[1] - 1].end
        classes = [item.iri for item in self._vocabulary.classes if (item.start, item.end) == (start, end)]
        relations = {item.relation for item in measures}
        ends = [link.target for link in summary.links if link.relation in relations]
        return any(all(class_ in summary.above.get(end, ()) for end in ends) for class_ in classes) and bool(ends)

    def _doers(self) -> Iterator[tuple[Place, Measure]]:
        """Nouns for who does what a relation says, where it is denied: "no finder" of `found by`."""
        words = [word.text for word in self._scan.words]
        for number, word in enumerate(words):
            if (english_words("lacking") | {"no"}).isdisjoint(words[max(number - 3, 0) : number]):
                continue
            verbs = verbs_of_doer(singular(word))
            stems = {*verbs, *map(stem, verbs)}
            for relation in self._lexicon.summary.relations:
                label = self._lexicon.label(relation.iri).casefold().split()
                if len(label) == 2 and label[1] == "by" and stem(label[0]) in stems:
                    yield (number, number + 1), Measure(relation.iri, _OF_DOER)

    def _is_cue(self, place: Place) -> bool:
        """Whether a word that names a relation asks for something to be done with the word behind it."""
        words = self._scan.words
        text = words[place[0]].text
        if place[1] - place[0] > 1 or place[1] >= len(words) or says_nothing(words[place[1]].text):
            return False
        return text in english_words("computed_first") or degree_of(text) is not None

    def _relation_kind(self, place: Place, measures: Sequence[Measure]) -> Literal["attribute", "role"] | None:
        """Whether words that name a relation are used as a noun; None where they join things as a verb does."""
        if any(item.relation in self._lexicon.attributes for item in measures):
            return "attribute"
        words = self._scan.words
        first = place[0] - 1 if place[0] and words[place[0] - 1].text in english_words("of_records") else place[0]
        before = words[first - 1].text if first else ""
        if before == "any" and first > 1 and words[first - 2].text in english_words("before_any_thing"):
            return None
        behind = words[place[1]].text if place[1] < len(words) else ""
        is_possessed = place[0] > 0 and words[place[0] - 1].is_genitive
        ends = place[1] == len(words) or behind in _BEHIND_ROLES
        is_last = ends and (not before or before in english_words("before_last_role"))
        is_noun = is_possessed or is_last or before in english_words("before_role")
        return "role" if is_noun else None

    def _text_candidates(self) -> Iterator[tuple[Place, float, Head]]:
        found: dict[Place, dict[Term, tuple[LiteralTerm, ...]]] = {}
        for item in self._vocabulary.texts:
            place = self._scan.place(item.start, item.end)
            quoted = item.start > 0 and self._scan.question[item.start - 1] in QUOTES
            if place is None or (len(item.text) < 3 and not quoted and not item.text.isupper()):
                continue
            if item.text.lower() in IDLE | PREPOSITIONS and not quoted:
                continue
            if not quoted and self._is_rather_a_relation(item):
                continue
            found.setdefault(place, {})[item.relation] = item.terms
        for place, texts in found.items():
            first, last = self._scan.words[place[0]], self._scan.words[place[1] - 1]
            measures = tuple(Measure(relation, 1.0) for relation in texts)
            text = self._scan.question[first.start : last.end]
            yield place, 2.0, Head("text", place, text, measures=measures, texts=texts)

    def _is_rather_a_relation(self, item: TextMention) -> bool:
        """Whether a word is no text of the graph, but only like one, and like a relation as well.

        Who "manages" a house is no text "manager" where there is a relation `managed by`.
        """
        said = singular(item.text.casefold())
        if any(said == singular(literal_value(term).casefold()) for term in item.terms):
            return False
        links = {self._lexicon.label(link.relation) for link in self._lexicon.summary.links}
        return begins_alike([item.text], links)

    def _guess_names(self) -> None:
        """Words that are like the name of an attribute, but not the same, and that stand as nouns do."""
        words = self._scan.words
        sizes = (2, 1)
        places = [(first, first + size) for size in sizes for first in range(len(words) - size + 1)]
        nouns = {place: self._noun_phrase(place) for place in places if self._noun_phrase(place)}
        self._lexicon.prepare(list(nouns.values()))
        for place, text in nouns.items():
            found = self._lexicon.alike(text, attributes_only=True) if self._scan.is_free(place) else ()
            if found and found[0].score >= LEAST_GUESSED and not self._is_thing_with_verb(place):
                self._scan.add(Head("attribute", place, text, found[0].score, measures=found))
                self._scan.use(place)

    def _noun_phrase(self, place: Place) -> str:
        """The free words of a place, if they stand as a noun does; empty where they do not."""
        words = self._scan.words
        run = words[slice(*place)]
        if not self._scan.is_free(place) or any(self._is_no_name(word.text) for word in run):
            return ""
        before = words[place[0] - 1] if place[0] else None
        behind = words[place[1]].text if place[1] < len(words) else ""
        is_noun = before is not None and (before.text in english_words("before_attribute") or before.is_genitive)
        is_verb = len(run) > 1 and run[-1].text in IRREGULAR_VERBS
        if not (is_noun or behind == "of") or is_verb or run[-1].text.endswith(("ing", "ed")):
            return ""
        return " ".join(word.text for word in run)

    def _is_thing_with_verb(self, place: Place) -> bool:
        """Whether words are no name, but a noun asked for and a verb with its value: "which tool weighs less"."""
        words = [word.text for word in self._scan.words]
        if place[1] - place[0] != 2 or place[0] == 0 or words[place[0] - 1] not in ("which", "what"):
            return False
        behind = "".join(words[place[1] : place[1] + 1])
        found = self._lexicon.alike(words[place[1] - 1], attributes_only=True)
        return begins_comparison(behind) and bool(found) and found[0].score >= LEAST_GUESSED

    def _is_no_name(self, text: str) -> bool:
        is_cue = text in english_words("computed_first") | english_words("more_or_less")
        return is_cue or says_nothing(text) or degree_of(text) is not None


def _is_agent(text: str) -> bool:
    """Whether the last word is one for who does something: "painter" is no painting."""
    return singular(text.rsplit(maxsplit=1)[-1]).endswith(("er", "or"))
