"""Whether what stands at the answer position is the kind of thing that a question asks for."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words
from pog_agent.models import ShownNode
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.ranking.encoder import Encoder, Vectors
from pog_agent.reading.asked.bare import is_told_by
from pog_agent.reading.extremes import OF_TIME, is_measured_by
from pog_agent.reading.wording import Wording, final_verb
from pog_agent.values import read_text
from pog_agent.values.known_units import known_unit
from pog_agent.values.unit_names import unit_in_name
from pog_agent.words import singular, stem, word_stems

PERSONS: tuple[str, ...] = tuple(english_table("lexicon", "words")["like_person"])
PLACES: tuple[str, ...] = tuple(english_table("lexicon", "words")["like_place"])
MARGIN = 0.05
CLEARLY = 0.1
ALIKE = 0.6
DatePartName = Literal["year", "month", "decade"]
_MEASURED = english_pattern("question_words", "asks_for_amount")
_TEMPORAL = english_pattern("times", "asked_in")
SPAN_OF_TIME = english_pattern("question_words", "asks_for_duration")
_YEAR = re.compile(r"(?<![\d.,])\d{4}(?![\d.,]\d|\d)")


def type_flaw(
    question: str,
    wording: Wording,
    node: ShownNode,
    classes: Collection[str],
    encoder: Encoder,
    *,
    relation: str = "",
    onward: bool = True,
    is_said: bool = False,
) -> Finding | None:
    """Why the things at the answer position are not what is asked for; None where nothing speaks against them.

    `classes` are the labels of the classes in sight, so that a noun that is one of them is taken at its word. A
    number like 1210 is no year where the `relation` is a measure that is asked for. Where the question says
    who did it in the words of the relation, or names the class (`is_said`), a class that is not clearly a thing
    answers "who". A relation walked `onward` that tells where something is leads to a place, whatever its class.
    """
    if node.kind == "literal":
        is_measure = _is_measure(question, node, relation)
        return (
            None
            if is_measure
            else _value_flaw(question, wording, node, relation) or _year_flaw(question, node, relation)
        )
    measured = _MEASURED.search(question)
    if measured:
        return finding("no-number", measured.group())
    if wording.expects == "date":
        dated = any(map(has_year, node.labels))
        return None if dated else finding("no-date")
    is_place = onward and english_pattern("relations", "place_at_the_end").search(relation.casefold()) is not None
    is_told = wording.targets == ("place",) and (is_place or is_told_by(relation, "where"))
    if is_told and not onward:
        return finding("no-place-told", relation, refutes=True)
    if not node.types or not wording.targets or is_told:
        return None
    return _class_flaw(wording.targets, node.types, classes, encoder, is_said=is_said)


def _is_measure(question: str, node: ShownNode, relation: str) -> bool:
    """Whether plain numbers are what "how long" asks for, by the unit in their relation's name or that name."""
    asked = _MEASURED.search(question)
    if asked is None or not node.labels or read_text(node.labels[0]).kind != "number":
        return False
    adjective = asked.group().casefold().split()[-1]
    is_measured = adjective not in OF_TIME and is_measured_by(adjective, relation)
    return is_measured or unit_in_name(relation) is not None


def _year_flaw(question: str, node: ShownNode, relation: str) -> Finding | None:
    """That a year is no amount, where the name of its relation tells that it is one: "since", "year"."""
    measured, words = _MEASURED.search(question), set(re.findall(r"[^\W\d_]+", relation.casefold()))
    is_year = bool(node.labels) and has_year(node.labels[0]) and not english_words("tells_year").isdisjoint(words)
    return finding("date-for-amount", measured.group()) if measured and is_year else None


def _value_flaw(question: str, wording: Wording, node: ShownNode, relation: str) -> Finding | None:
    first = node.labels[0] if node.labels else ""
    kind = read_text(first).kind
    measured = _MEASURED.search(question)
    by_age = measured and measured.group().casefold().endswith("old") and has_year(first)
    if measured and (kind == "date" or by_age):
        return finding("date-for-amount", measured.group())
    if measured and not any(character.isdigit() for character in first):
        return finding("no-number", measured.group())
    which_day, day = english_pattern("question_words", "which_day"), english_pattern("times", "day_of_week")
    is_day = which_day.search(question) and day.fullmatch(first.strip())
    if wording.expects == "date" and not (kind == "date" or has_year(first) or is_day):
        return finding("no-date")
    if wording.targets in (("person",), ("place",)) and kind in ("date", "number", "quantity"):
        word = "who" if wording.targets == ("person",) else "where"
        return finding("value-for-name", word)
    return _date_value_flaw(question, wording, first, "quantity" if unit_in_name(relation) else kind)


def _date_value_flaw(question: str, wording: Wording, text: str, kind: str) -> Finding | None:
    """Why a date is not what is asked for, where nothing else speaks against the value of a kind."""
    if has_year(text) and SPAN_OF_TIME.search(question):
        return finding("date-for-amount", "how long")
    is_year = kind != "quantity" and has_year(text) and final_verb(question) is not None
    is_date = kind == "date" or is_year
    if is_date and wording.expects != "date" and not _TEMPORAL.search(question):
        return finding("date-unasked")
    return None


def asked_date_part(question: str) -> DatePartName | None:
    """The part of a date that is asked for ("in which decade"); None where it asks for something else."""
    match = english_pattern("question_words", "date_part").match(question)
    found: dict[str, DatePartName] = {"year": "year", "month": "month", "decade": "decade"}
    return found[match["part"].lower()] if match else None


def date_flaw(question: str, wording: Wording, node: ShownNode, relation: str) -> Finding | None:
    """Why dates that a relation leads to are not what is asked for: the year of a prize is no prize."""
    if wording.expects != "any" or not wording.targets or _TEMPORAL.search(question):
        return None
    is_date = not english_words("date_noun").isdisjoint(relation.casefold().split())
    is_dated = is_date and all(map(has_year, node.labels))
    return finding("date-for-thing", wording.targets[-1]) if is_dated else None


def role_flaw(wording: Wording, node: ShownNode, relation: str, encoder: Encoder) -> Finding | None:
    """Why things are not what "where" asks for, by the relation that leads to them: a spouse is no place.

    The class of a thing says more, but for who did something.
    """
    if node.kind != "entity" or wording.targets != ("place",):
        return None
    kinds = [relation.casefold()]
    nearer = float((_nearness(kinds, PLACES, encoder) - _nearness(kinds, PERSONS, encoder))[0])
    is_person = kinds[0].endswith(" by") or (not node.types and nearer <= -CLEARLY)
    return finding("no-place-told", relation) if is_person else None


def unit_flaw(question: str, node: ShownNode, relation: str) -> Finding | None:
    """Why numbers are not in the unit that is asked for: inches, where its relation's name says centimetres."""
    asked = english_pattern("question_words", "in_unit").search(question) if node.kind == "literal" else None
    if asked is None:
        return None
    own = unit_in_name(relation)
    if own is None and english_pattern("relations", "behind_in").search(relation) is None:
        return None
    word = asked.group("many") or asked.group("behind")
    unit = known_unit(word.casefold())
    if unit and own:
        is_same = unit == own
    else:
        is_said = stem(word) in map(stem, re.findall(r"\w+", relation.casefold()))
        is_same = is_said or asked.group("behind") is not None
    return None if is_same else finding("other-unit", word, relation)


def _class_flaw(
    targets: Sequence[str], types: Sequence[str], classes: Collection[str], encoder: Encoder, *, is_said: bool
) -> Finding | None:
    """Why things of these classes are not asked for: by "who" or "where", or by a noun that is another class."""
    kinds = [kind.casefold() for kind in types]
    shown = " or ".join(types)
    if targets == ("person",):
        is_person = _is_person(kinds, encoder, is_said=is_said)
        return None if is_person else finding("no-person", shown)
    if targets == ("place",):
        return None if _is_place(kinds, encoder) else finding("no-place", shown)
    named = asked_class(targets, classes, kinds)
    if is_one_of(named, kinds) or float((encoder.encode([named]) @ encoder.encode(kinds).T).max()) >= ALIKE:
        return None
    return finding("other-class", named, shown)


def who_is(question: str, kinds: Iterable[str]) -> bool:
    """Whether the question says of somebody to be one of the classes ("who is the youngest vet at X")."""
    asked = english_pattern("question_words", "who_is").search(question)
    return asked is not None and any(_stems(asked["noun"]) == _stems(kind) for kind in kinds)


def answers_who_or_where(targets: Sequence[str], kinds: Sequence[str], encoder: Encoder) -> bool:
    """Whether "who" or "where" is asked, and a thing of these classes, in lower case, answers it."""
    is_one = {"person": _is_person, "place": _is_place}.get(targets[0]) if len(targets) == 1 else None
    return is_one is not None and is_one(kinds, encoder)


def is_had_by_people(attribute: str) -> bool:
    """Whether people have an attribute of this name, and things have none: a date of birth, a profession."""
    return not word_stems("had_by_people").isdisjoint(map(stem, re.findall(r"\w+", attribute)))


def asked_class(targets: Sequence[str], classes: Collection[str], kinds: Sequence[str] = ()) -> str:
    """The longest of the phrases that is the label of a class in its stems; empty where none is.

    A word before one that says what the answers are, by their `kinds`, narrows that: a "brake test" is no brake.
    """
    known = {_stems(kind) for kind in classes}
    for place, target in reversed([*enumerate(targets)]):
        heads = (longer.split()[-1] for longer in targets[place + 1 :])
        if _stems(target) in known and not any(is_one_of(head, kinds) for head in heads):
            return target
    return ""


def is_called(asked: str, kinds: Iterable[str]) -> bool:
    """Whether one of the classes has the name of the one asked for."""
    return any(_stems(kind) == _stems(asked) for kind in kinds)


def is_called_by(noun: str, kind: str) -> bool:
    """Whether a noun is a word of the name of a class ("juniors", "junior member")."""
    return _stems(noun) <= _stems(kind)


def is_one_of(asked: str, kinds: Iterable[str]) -> bool:
    """Whether one of the classes is the one asked for, one kind of it ("major city"), or a wider one."""
    wanted = _stems(asked)
    return any(wanted <= _stems(kind) or _stems(kind) <= wanted for kind in kinds)


def _is_person(kinds: Sequence[str], encoder: Encoder, *, is_said: bool = False) -> bool:
    if any(singular(kind.casefold().split()[-1]) in english_words("people") for kind in kinds if kind.strip()):
        return True
    nearer = _nearness(kinds, PERSONS, encoder) - _nearness(kinds, PLACES, encoder)
    agents = [names_agent(kind) for kind in kinds]
    return any(
        difference >= (-MARGIN if agent or is_said else CLEARLY)
        for difference, agent in zip(nearer, agents, strict=True)
    )


def is_agent(noun: str) -> bool:
    """Whether the last word of a noun is one for who does something: "lecturer", "senior painter"."""
    last = singular(noun.casefold().split()[-1])
    return _is_doer(last)


def names_agent(name: str) -> bool:
    """Whether a class or relation has a word for people by what they do in its name ("presenter")."""
    words = name.casefold().split()
    return any(singular(word) in english_words("people") or _is_doer(word) for word in words)


def _is_doer(word: str) -> bool:
    """Whether a word ends as those for who does something do, and is one of them."""
    return english_pattern("words", "doer_noun").search(word) is not None and word not in english_words("no_doer")


def _is_place(kinds: Sequence[str], encoder: Encoder) -> bool:
    return bool((_nearness(kinds, PLACES, encoder) - _nearness(kinds, PERSONS, encoder)).max() >= MARGIN)


def _nearness(kinds: Sequence[str], words: Sequence[str], encoder: Encoder) -> Vectors:
    nearest: Vectors = (encoder.encode(list(kinds)) @ encoder.encode(list(words)).T).max(axis=1)
    return nearest


def has_year(text: str) -> bool:
    """Whether a text has what looks like a year in it, four digits that stand alone."""
    return _YEAR.search(text) is not None


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in re.findall(r"\w+", text))


def classes_of(nodes: Iterable[ShownNode]) -> frozenset[str]:
    """The labels of all classes that some nodes belong to."""
    return frozenset(kind.casefold() for node in nodes for kind in node.types)
