"""Finds what a question asks for among what it names."""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.reading.composing.heads import Head, Place
from pog_agent.reading.composing.measures import asked_unit_head, measured_head, spoken_measures
from pog_agent.reading.composing.scan import Scan, begins_comparison, says_little, says_nothing
from pog_agent.reading.extremes import ATTRIBUTES
from pog_agent.reading.schema.lexicon import Measure, SchemaLexicon
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.reading.senses.possession import possession
from pog_agent.terms import Term

_WH: Final = english_pattern("asking", "question_word")
_WHICH_TIME: Final = english_pattern("asking", "which_time")


class RootFinder:
    """Finds what a question asks for among what it names."""

    def __init__(self, scan: Scan, vocabulary: QueryVocabulary) -> None:
        self._scan = scan
        self._lexicon = vocabulary.lexicon
        self._vocabulary = vocabulary

    def find(self) -> None:
        """Puts the heads that are asked for, and the form of the answer, into the scan."""
        self._find_roots()
        heads, scan = self._scan.heads, self._scan
        scan.order = [place for place, head in enumerate(heads) if "order" in head.cues]
        scan.group = next((place for place, head in enumerate(heads) if "each" in head.cues), None)

    def _find_roots(self) -> None:
        heads, scan = self._scan.heads, self._scan
        counted = [place for place, head in enumerate(heads) if "count" in head.cues]
        aggregated = [place for place, head in enumerate(heads) if head.aggregation]
        if aggregated:
            scan.form, scan.roots = "aggregate", aggregated[:1]
            return
        if counted:
            root = counted[0]
            scan.form = "count"
            if heads[root].kind == "text":
                # "How many people have drummed" counts no texts such as "drums".
                scan.unread.append(heads[root].text)
            is_number = heads[root].kind == "attribute" and self._lexicon.is_numeric(
                heads[root].measures[0].relation
            )
            if is_number and any(head.is_node for head in heads):
                scan.form = "rows"
            elif is_number and not heads[root].tests and "total" in scan.lower.split():
                scan.unread.append(heads[root].text)
            scan.roots = [root]
            return
        if self._read_how():
            return
        alternatives = self._alternatives()
        if alternatives is not None:
            scan.roots = [alternatives]
            return
        if english_pattern("whether", "asked").search(self._scan.lower):
            scan.form = "exists"
            nodes = [place for place, head in enumerate(heads) if head.is_node]
            is_compared = any(test.others for head in heads for test in head.tests)
            if nodes and (heads[nodes[0]].kind == "class" or is_compared or scan.asks_whether_so):
                scan.roots = nodes[:1]
            return
        scan.roots = self._asked_heads()
        self._ask_for_owners()

    def _alternatives(self) -> int | None:
        """Names or values with "or" between them, where it is asked which of them it is: "is Rex male or female".

        So does "which of Rex and Bella is male", and "which is male, Rex or Bella".
        "Are any halls in York or Hull" asks of all halls whether it is so of any, and "either" says that of both.
        """
        heads, scan = self._scan.heads, self._scan
        unions = [place for place, head in enumerate(heads) if head.is_union]
        is_more = any(head.tests or head.extreme or head.is_denied or head.negated for head in heads)
        if len(unions) != 1 or is_more or "either" in scan.lower.split():
            return None
        named = heads[unions[0]].place
        begins = scan.lower[: scan.words[named[0]].start]
        is_whether = english_pattern("whether", "asked_of_two").search(begins or scan.lower)
        is_which = english_pattern("asking", "which_of").fullmatch(begins)
        if not (is_whether or is_which or self._is_last(named)):
            return None
        others = [head for head in heads if not head.is_union]
        is_of_names = heads[unions[0]].kind == "entity" or any(head.kind == "entity" for head in others)
        is_of_many = any(head.kind == "class" and not head.is_hint for head in others)
        return unions[0] if others and is_of_names and not is_of_many else None

    def _is_last(self, named: Place) -> bool:
        """Whether names stand at the end behind a comma: "where is the hall, York or Hull"."""
        words, text = self._scan.words, self._scan.lower
        start = words[named[0] - 1].start if words[named[0] - 1].text == "the" else words[named[0]].start
        is_behind = text[:start].rstrip()[-1:] in (",", ":") and named[1] == len(words)
        return is_behind and english_pattern("asking", "which_first").match(text) is not None

    def _ask_for_owners(self) -> None:
        """Asks for what has a value that is compared, where its name does not ask for the value itself.

        "What weighs more than 5 kg" asks for things, "which weights are above 5 kg" for weights.
        """
        scan = self._scan
        asked = [scan.heads[place] for place in scan.roots]
        if len(asked) > 1 or any(head.kind != "attribute" for head in asked):
            return
        wh = next((found for found in _WH.finditer(scan.lower) if self._asks(found)), None)
        if wh is not None and (wh.group() not in ("what", "which") or _WHICH_TIME.match(scan.lower, wh.start())):
            return
        compared = next((head for head in scan.heads if head.kind == "attribute" and _is_compared(head)), None)
        place = scan.place(*wh.span()) if wh is not None else (0, 0)
        if compared is None or compared.is_any_time or place is None or compared.place[0] < place[1]:
            return
        if [word.text for word in scan.words[place[1] : place[1] + 1]] == ["of"]:
            return  # "which of her gifts" names them behind
        first = min([*asked, compared], key=lambda head: head.place)
        if asked and first is compared and _asks_for_values(scan, first, place[1], is_request=wh is None):
            return
        if first is not compared:
            # A noun that is only like the name of another value is no class, and is not read.
            if first.score == 1.0 or _asks_for_values(scan, first, place[1], is_request=False):
                return
            scan.heads.remove(first)
            scan.used.difference_update(range(*first.place))
        links = (link for item in compared.measures for link in self._lexicon.attributes.get(item.relation, ()))
        classes = tuple(dict.fromkeys(link.source for link in links))
        text = scan.text(place) or "what"
        owner = Head("class", place, text, 0.5, classes=classes, is_hint=True, is_anything=True)
        scan.add(owner)
        scan.roots = [scan.heads.index(owner)]

    def _read_how(self) -> bool:
        """What "how much", "how heavy" or "how long" asks of a thing."""
        scan = self._scan
        asked = english_pattern("asking", "how_adjective").finditer(scan.lower)
        how = next((match for match in asked if match["adjective"] in ATTRIBUTES), None)
        much = english_pattern("asking", "how_much").search(scan.lower)
        if much is not None and self._read_how_much(much):
            return True
        head = asked_unit_head(scan, self._lexicon)
        place = scan.place(*how.span()) if how is not None and head is None else None
        if how is not None and place is not None and scan.is_free(place):
            head = measured_head(scan, self._lexicon, place, how["adjective"])
            told = [item for item in head.measures if not self._lexicon.is_of_time(item.relation)] if head else []
            if head is not None and told:
                head.measures = tuple(told)
                scan.use(place)
            elif head is not None:
                scan.unread.append(how.group())  # how old something is, no date tells
                scan.heads.remove(head)
                head = None
        if head is not None:
            scan.roots = [scan.heads.index(head)]
        return head is not None

    def _read_how_much(self, match: re.Match[str]) -> bool:
        """The attribute that a verb speaks of: "how much does the dog weigh"."""
        place = self._scan.place(*match.span())
        found = []
        for number in self._scan.free:
            alike = spoken_measures(self._lexicon, self._scan.words[number].text)
            numeric = tuple(item for item in alike if self._lexicon.is_numeric(item.relation))
            if numeric:
                found.append((numeric[0].score, number, numeric))
        if place is not None and not found:
            return self._ask_for_amount(place)
        if place is None:
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
        self._scan.add(head)
        self._scan.use(place)
        self._scan.use(head.place)
        self._scan.roots = [self._scan.heads.index(head)]
        return True

    def _ask_for_amount(self, place: Place) -> bool:
        """The attribute that a verb has the name of: "how much does it cost" by `cost`."""
        found = [head for head in self._scan.heads if head.kind == "attribute" and head.place[0] > place[1]]
        named = found[0] if len(found) == 1 else None
        if named is None or not all(self._lexicon.is_numeric(item.relation) for item in named.measures):
            return False
        named.is_hint = True
        self._scan.use(place)
        self._scan.roots = [self._scan.heads.index(named)]
        return True

    def _asked_heads(self) -> list[int]:
        """The heads behind the question word, or the first ones of a request; several attributes with "and"."""
        heads = [place for place, head in enumerate(self._scan.heads) if not head.is_hint]
        match = next((found for found in _WH.finditer(self._scan.lower) if self._asks(found)), None)
        place = self._scan.place(*match.span()) if match else None
        if match and (match.group() in ("where", "when") or _WHICH_TIME.match(self._scan.lower, match.start())):
            return []
        people = english_pattern("asking", "people_or_things")
        noun = people.match(self._scan.lower, match.end()) if match else None
        if noun is not None and not self._is_free(noun):
            noun = None
        if noun is not None and noun["things"]:
            return []
        if match and place is not None and (match.group() in ("who", "whom") or noun is not None):
            return self._hinted(place)
        behind = [item for item in heads if place is None or self._scan.heads[item].place[0] >= place[1]]
        chosen = (behind or heads)[:1]
        is_owned = match is not None and place is not None and self._is_owner(place[1], chosen, behind[1:2])
        if is_owned or self._only_narrows(chosen, behind[1:2]):
            chosen = behind[1:2]
        if not chosen or self._scan.heads[chosen[0]].kind in ("entity", "text"):
            return []
        first = chosen[0]
        owner = self._owner(place, first) if match and place and match.group() == "whose" else None
        if owner is not None:
            return [owner]
        for other in heads[heads.index(first) + 1 :]:
            one, two = self._scan.heads[chosen[-1]], self._scan.heads[other]
            between = [word.text for word in self._scan.words[one.place[1] : two.place[0]]]
            if one.kind == two.kind == "attribute" and [text for text in between if text != "the"] == ["and"]:
                chosen.append(other)
            else:
                break
        return chosen

    def _is_owner(self, first: int, chosen: Sequence[int], following: Sequence[int]) -> bool:
        """Whether a name only says whose the things behind it are, from the word `first` on: "of Ann's games"."""
        if not chosen or not following:
            return False
        owner, things = (self._scan.heads[place] for place in (*chosen, *following))
        before = [word.text for word in self._scan.words[first : owner.place[0]]]
        is_genitive = self._scan.words[owner.place[1] - 1].is_genitive and owner.place[1] == things.place[0]
        return owner.kind == "entity" and things.kind in ("class", "role") and before == ["of"] and is_genitive

    def _only_narrows(self, chosen: Sequence[int], following: Sequence[int]) -> bool:
        """Whether what was chosen only says which of the things right behind it: "finished jobs", "EU country"."""
        if not chosen or not following:
            return False
        first, second = (self._scan.heads[place] for place in (*chosen, *following))
        if second.kind != "class" or first.place[1] != second.place[0]:
            return False
        is_participle = first.text.casefold().endswith("ed") and " " not in first.text
        return first.kind == "entity" or (first.kind == "attribute" and is_participle)

    def _owner(self, place: Place, first: int) -> int | None:
        """A head for who has what "whose" asks of, by the relations of its class that tell it."""
        scan, thing = self._scan, self._scan.heads[first]
        between = (number for number in range(place[1], thing.place[0]) if number not in scan.used)
        if thing.kind != "class" or any(not says_nothing(scan.words[number].text) for number in between):
            return None
        links = _owning_relations(thing.classes, thing.text, self._lexicon)
        if not links:
            return None
        head = Head("role", place, "whose", measures=links, owner=thing)
        scan.add(head)
        scan.use(place)
        return scan.heads.index(head)

    def _is_free(self, match: re.Match[str]) -> bool:
        place = self._scan.place(*match.span())
        return place is not None and self._scan.is_free(place)

    def _asks(self, match: re.Match[str]) -> bool:
        """Whether a question word asks, rather than begins a clause about what stands before it."""
        before = self._scan.lower[: match.start()].rstrip()
        if not before or before[-1] in ",.:;?!":
            return True
        place = self._scan.place(*match.span())
        return place is not None and all(says_nothing(word.text) for word in self._scan.words[: place[0]])

    def _hinted(self, place: Place) -> list[int]:
        """A head for "who" or "where", unless the question goes on with a thing ("who is the youngest baker")."""
        heads = self._scan.heads
        behind = next(
            (number for number, head in enumerate(heads) if head.place[0] >= place[1] and not head.is_hint), None
        )
        if behind is not None and heads[behind].kind in ("class", "role") and self._is_copula(place[1], behind):
            return [behind]
        classes = tuple(item.iri for item in self._vocabulary.classes if item.how == "question_word")
        if not classes:
            return []
        head = Head("class", place, self._scan.words[place[0]].text, 0.5, classes=classes, is_hint=True)
        self._scan.add(head)
        return [heads.index(head)]

    def _is_copula(self, first: int, head: int) -> bool:
        """Whether a form of "be" joins a question word with a head, perhaps over adjectives that were read."""
        places = range(first, self._scan.heads[head].place[0])
        between = [self._scan.words[place].text for place in places if place not in self._scan.used]
        is_being = between[:1] and between[0] in english_words("being")
        return bool(is_being) and english_words("article").issuperset(between[1:])


def _owning_relations(classes: Sequence[Term], noun: str, lexicon: SchemaLexicon) -> tuple[Measure, ...]:
    """The relations by which things of some classes, called by a noun, are had by somebody."""
    found = {}
    for link in (
        link
        for class_ in classes
        for link in (*lexicon.summary.links_from(class_), *lexicon.summary.links_to(class_))
    ):
        told = possession(lexicon.label(link.relation), noun.casefold().split())
        if told is not None and (link.source if told[0] == "target" else link.target) in classes:
            found[link.relation] = Measure(link.relation, told[1])
    return tuple(found.values())


def _is_compared(head: Head) -> bool:
    """Whether values are chosen by what they are, rather than shown as they are."""
    return bool(head.tests) or head.extreme is not None


def _asks_for_values(scan: Scan, head: Head, first: int, *, is_request: bool) -> bool:
    """Whether an attribute is asked for itself, rather than said of what has it; `first` is where this begins.

    So do "which prices are", "what is the price" and "what price does it have", and a request that names it first.
    """
    before = [scan.words[place] for place in range(first, head.place[0]) if place not in scan.used]
    texts = [word.text for word in before]
    behind = [word.text for word in scan.words[head.place[1] :]]
    if any(word.is_genitive for word in before) or not english_words("before_owned").isdisjoint(texts):
        return False
    if texts and texts[0] in english_words("being"):
        return len(texts) > 1 and english_words("article").issuperset(texts[1:])
    is_named_first = is_request and all(map(says_little, texts))
    if is_named_first or not english_words("behind_value").isdisjoint(behind):
        return True
    if head.score < 1.0:
        return not english_words("being_of_value").isdisjoint(behind[:1])
    return not any(map(begins_comparison, behind[:1]))
