"""Names that stand for one thing together: a class with a name, a text with its attribute, alternatives."""

from collections.abc import Sequence
from dataclasses import replace

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.reading.composing.heads import Head
from pog_agent.reading.composing.scan import QUOTES, Scan
from pog_agent.reading.extremes import degree_of
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.reading.schema.matching import MOST_BY_STEMS
from pog_agent.terms import Term, literal_value
from pog_agent.words import singular


class KindJoiner:
    """Names that stand for one thing together: a class with a name, a text with its attribute, alternatives."""

    def __init__(self, scan: Scan, lexicon: SchemaLexicon) -> None:
        self._scan = scan
        self._lexicon = lexicon

    def join(self) -> None:
        """Makes one head of those that stand for one thing."""
        self._join_kinds_and_names()
        self._find_unions()
        self._join_texts()
        self._read_text_nouns()

    def _join_kinds_and_names(self) -> None:
        """A class beside a name of one of its instances is one thing: "the river Ohio", "a city named Austin".

        "A town called Ohio" is not read where no town has that name.
        """
        heads, place = self._scan.heads, 0
        while place + 1 < len(heads):
            one, two = heads[place], heads[place + 1]
            between = [word.text for word in self._scan.words[one.place[1] : two.place[0]]]
            kind, name = (one, two) if two.kind == "entity" else (two, one)
            linked = not between or (kind is one and between in (["named"], ["called"]))
            linked = linked or (kind is one and between == ["of"] and not self._is_of_someone(kind))
            shared = [item for item in kind.classes if item in name.bearers]
            if kind.kind != "class" or name.kind != "entity" or not linked or not shared:
                if kind is one and name.kind == "entity" and linked and between in (["named"], ["called"]):
                    self._scan.unread.append(f"{one.text} {between[0]} {two.text}")
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
            self._scan.use((one.place[0], two.place[1]))

    def _is_of_someone(self, kind: Head) -> bool:
        """Whether "of" behind a word tells whose: "the pharmacist of Ann", and what is only like a class."""
        return kind.score <= MOST_BY_STEMS or any(map(self._lexicon.is_of_people, kind.classes))

    def _find_unions(self) -> None:
        """Neighbouring names with "or" between them are one head, which is any of them: "in York or in Hull".

        So are the two of "which of York and Hull".
        """
        heads, place = self._scan.heads, 0
        while place + 1 < len(heads):
            one, two = heads[place], heads[place + 1]
            between = [word.text for word in self._scan.words[one.place[1] : two.place[0]]]
            before = [word.text for word in self._scan.words[: one.place[0]]]
            is_repeated = len(between) > 1 and before[1 - len(between) :] == between[1:]
            is_either = between[:1] == ["or"] and (is_repeated or between[1:] in ([], ["the"], ["a"]))
            is_either = is_either or (between[:1] == ["and"] and self._is_one_of_two(one, between[1:]))
            joined = _union(one, two) if is_either else None
            if joined is None:
                place += 1
                continue
            heads[place : place + 2] = [joined]
            self._scan.use(joined.place)

    def _is_one_of_two(self, one: Head, behind: Sequence[str]) -> bool:
        """Whether a question begins by "which of" two names; `behind` are the words behind their "and"."""
        before = " ".join(word.text for word in self._scan.words[: one.place[0]])
        is_one_of = english_pattern("asking", "which_of").fullmatch(before) is not None
        return is_one_of and list(behind) in ([], ["the"])

    def _join_texts(self) -> None:
        """A text beside its attribute or class is one thing with it: "Gelderland district", "a dog pet"."""
        heads, place = self._scan.heads, 0
        while place + 1 < len(heads):
            one, two = heads[place], heads[place + 1]
            between = " ".join(word.text for word in self._scan.words[one.place[1] : two.place[0]])
            text, other = (one, two) if one.kind == "text" else (two, one)
            if text.kind != "text" or (between and between not in english_words("before_value")):
                place += 1
                continue
            span = (one.place[0], two.place[1])
            shared = {item.relation for item in other.measures} & set(text.texts)
            if other.kind == "attribute" and shared and between not in english_words("naming"):
                texts = {relation: text.texts[relation] for relation in shared}
                measures = tuple(item for item in text.measures if item.relation in shared)
                heads[place : place + 2] = [replace(text, place=span, texts=texts, measures=measures)]
                self._scan.use(span)
                continue
            noun = self._noun(text, other.classes) if other.kind == "class" else None
            if noun is not None and between in ("", "as"):
                heads[place : place + 2] = [replace(noun, place=span, cues=[*one.cues, *two.cues])]
                self._scan.use(span)
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
            quoted = word.start and self._scan.question[word.start - 1] in QUOTES
            before = self._scan.words[head.place[0] - 1].text if head.place[0] else ""
            is_plural = singular(word.text) != word.text and word.text not in {
                literal_value(term).lower() for terms in head.texts.values() for term in terms
            }
            is_noun = is_plural or degree_of(before) is not None or before in english_words("before_noun_of_text")
            noun = self._noun(head) if is_noun and not quoted else None
            named = {item for other in self._scan.heads if other.kind == "class" for item in other.classes}
            if noun is not None and named.isdisjoint(noun.classes):
                self._scan.heads[number] = noun

    def find_owner(self) -> None:
        """Attributes and texts without anything that has them belong to what can have them all."""
        heads = self._scan.heads
        added = next((head for head in heads if head.aggregation is not None), None)
        if added is not None and self._is_of_nothing_named(added):
            self._add_owner(tuple(self._lexicon.owners(added.measures[0].relation)))
            return
        if any(head.is_node for head in heads) or len(heads) < 2:
            return
        owners = [
            {item for measure in head.measures for item in self._lexicon.owners(measure.relation)}
            for head in heads
        ]
        shared = set.intersection(*owners)
        if not shared:
            return
        self._add_owner(tuple(sorted(shared, key=lambda iri: (len(self._lexicon.class_label(iri)), iri))))

    def _is_of_nothing_named(self, added: Head) -> bool:
        """Whether values that are added up are those of the one class that has them, which no word names.

        "The average height on the Northmoor Coast" is that of the towers there.
        """
        owners = self._lexicon.owners(added.measures[0].relation)
        nodes = [head for head in self._scan.heads if head.is_node]
        is_named = any(head.kind != "entity" or not set(owners).isdisjoint(head.classes) for head in nodes)
        return len(owners) == len({item.relation for item in added.measures}) == 1 and not is_named

    def _add_owner(self, classes: tuple[Term, ...]) -> None:
        end = len(self._scan.words)
        self._scan.add(Head("class", (end, end), "", 0.5, classes=classes, is_hint=True))


def _union(one: Head, two: Head) -> Head | None:
    """One of two things of a kind; None where they are of different kinds."""
    place = one.place[0], two.place[1]
    text = f"{one.text} or {two.text}"
    if one.kind == two.kind == "entity":
        bearers = {item: (*one.bearers[item], *two.bearers[item]) for item in one.bearers if item in two.bearers}
        if bearers:
            terms = tuple(dict.fromkeys(term for own in bearers.values() for term in own))
            kinds = tuple(bearers)
            return replace(one, place=place, text=text, classes=kinds, terms=terms, bearers=bearers, is_union=True)
    if one.kind == two.kind == "text":
        shared = {item: (*one.texts[item], *two.texts[item]) for item in one.texts if item in two.texts}
        if shared:
            measures = tuple(item for item in one.measures if item.relation in shared)
            return replace(one, place=place, text=text, texts=shared, measures=measures, is_union=True)
    return None
