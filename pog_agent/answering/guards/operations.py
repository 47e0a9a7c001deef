"""Counts, extremes, orders and other operations that an English question asks for, beside those of an answer."""

import re
from collections.abc import Iterator

from pog_agent.answering.guards.examined import Examined
from pog_agent.deadline import while_in_time
from pog_agent.language.english import NOT, one_of
from pog_agent.models import EXTREMES
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.answer_type import has_year
from pog_agent.reading.cues import (
    asked_total,
    asking_words,
    superlatives,
    tells_what_was,
    unasked_operation,
    unread_cues,
)
from pog_agent.reading.elements import relation_groups
from pog_agent.reading.extremes import OF_ANYTHING, degree_of, is_same_degree, key_flaw, polarity_flaw
from pog_agent.reading.senses.event_order import OF_EVENTS, ORDER_WORDS, order_flaw
from pog_agent.reading.senses.repeated_words import untaken_word
from pog_agent.reading.stems import begins_alike
from pog_agent.terms import is_literal
from pog_agent.values import read_text
from pog_agent.values.known_units import known_unit
from pog_agent.values.unit_names import unit_in_name, without_unit
from pog_agent.words import stem

_MOST = frozenset({"most", "fewest", "least"})
_BESIDE = frozenset({"after", "before"})
"""Words for an order that also stand beside a verb ("look after")."""
_DENYING = re.compile(f"{NOT}|{one_of('nothing')}", re.IGNORECASE)
"""What may be a part of the meaning of a positive word."""
_SAID_FORMER = re.compile(r"used\s+to|former(?:ly)?|previous(?:ly)?|no\s+longer|anymore", re.IGNORECASE)
_NUMBER_OF = frozenset(map(stem, ("number", "count", "total", "of")))
_HOW_OFTEN = re.compile(r"\bhow\s+(?:often|many\s+times)\b", re.IGNORECASE)


def operation_flaws(answer: Examined) -> Iterator[Finding]:
    """What a question asks to be done that the answer does not do, or does otherwise, and the other way round."""
    guards = (
        _idle_cues,
        _values_not_added,
        _list_for_a_number,
        _untaken_steps,
        _unasked_operation,
        _extreme_of_other_values,
        _order_of_other_events,
    )
    for guard in while_in_time(guards, "guards on operations"):
        yield from guard(answer)


def _idle_cues(answer: Examined) -> Iterator[Finding]:
    done = {answer.exclusion.cue.casefold()} if answer.exclusion else set()
    done |= {word for cue in done for word in cue.split()}
    for cue in unread_cues(answer.rest, answer.named, answer.draft.operation):
        is_read = any(
            holds(cue, answer)
            for holds in (_is_number_compared, _is_in_a_relation, _is_paraphrased, _asks_for_values, _is_of_before)
        )
        if cue.casefold() not in done and not is_read:
            yield finding("cue-not-carried-out", cue, refutes=True)


def _values_not_added(answer: Examined) -> Iterator[Finding]:
    """Several values, where the question asks for their sum."""
    total, terms = asked_total(answer.rest), answer.resolution.terms
    if total and len(terms) > 1 and answer.draft.operation == "none" and all(map(is_literal, terms)):
        yield finding("cue-not-carried-out", total)


def _list_for_a_number(answer: Examined) -> Iterator[Finding]:
    """Things where a number of them is asked for; several, or a day, where "how often" asks how many times."""
    terms = answer.resolution.terms
    asks = _HOW_OFTEN.search(answer.rest)
    counted = asking_words(answer.rest, "count")
    called = answer.reader.words.rewording.called(map(str.casefold, _compared(answer)))
    if any(text.casefold().startswith(counted.casefold()) for text in called if counted):
        counted = ""
    if answer.draft.operation == "none" and counted and not asks and not all(map(is_literal, terms)):
        yield finding("no-number", counted)
    if asks and answer.draft.operation == "none" and (len(terms) > 1 or _is_by_date(answer)):
        yield finding("no-number", asks.group())


def _is_number_compared(cue: str, answer: Examined) -> bool:
    """Whether a cue ("most rooms") asks for the extreme of a number of things that the graph tells."""
    most, *things = map(str.casefold, cue.split())
    if answer.draft.operation not in EXTREMES or most not in _MOST or not things:
        return False
    unit = known_unit(" ".join(things))
    if unit is not None and any(unit_in_name(text) == unit for text in _compared(answer)):
        return True
    told = {stem(word) for text in _compared(answer) for word in re.findall(r"\w+", text.casefold())} - _NUMBER_OF
    said = set(map(stem, re.findall(r"\w+", answer.rest.casefold())))
    return set(map(stem, things)) <= told <= said


def _asks_for_values(cue: str, answer: Examined) -> bool:
    """Whether the noun of a cue ("most inhabitants") asks for the values compared, by another word than theirs."""
    most, *things = map(str.casefold, cue.split())
    place = answer.draft.key_position
    is_extreme = answer.draft.operation in EXTREMES and place is not None
    if not (is_extreme and most in _MOST and things) or begins_alike(things, _compared(answer)):
        return False
    asked = (one for item in answer.read for one in item.alignment.relations if one.element.place == place)
    return any(set(map(stem, things)) <= {stem(word.text) for word in one.words} for one in asked)


def _is_in_a_relation(cue: str, answer: Examined) -> bool:
    """Whether a relation of the paths has a superlative that says the same ("biggest", "largest city")."""
    groups = (group for item in answer.read for group in relation_groups(item.path))
    return any(is_same_degree(cue, other) for group in groups for other in superlatives(group.text))


def _is_paraphrased(cue: str, answer: Examined) -> bool:
    """Whether a cue is part of words that a paraphrase calls a relation of the paths ("last performance").

    So is "nowhere else" of `endemic to`. Of a first or last one, that relation says so, too. A superlative asks
    for more than its relation.
    """
    orders = ORDER_WORDS.get(cue.casefold())
    is_denied = _DENYING.fullmatch(cue) is not None
    if orders is None and cue.casefold() not in _BESIDE and not is_denied:
        return False
    relations = [group.text.lower() for item in answer.read for group in relation_groups(item.path)]
    told = [text for text in relations if orders is None or not orders.isdisjoint(map(stem, text.split()))]
    stretches = answer.reader.words.rewording.stretches_for(told)
    return any(re.search(rf"\b{re.escape(cue)}\b", text, re.IGNORECASE) for text in stretches)


def _is_of_before(cue: str, answer: Examined) -> bool:
    """Whether a cue says that something was so once, and a relation of the paths does: "former post"."""
    groups = (group for item in answer.read for group in relation_groups(item.path))
    return _SAID_FORMER.fullmatch(cue) is not None and any(
        tells_what_was(text) for group in groups for text in (group.text, *group.event)
    )


def _compared(answer: Examined) -> list[str]:
    """The relations that lead to the values compared, in words."""
    place = answer.draft.key_position
    groups = relation_groups(answer.read[0].path) if place and answer.read else []
    return [group.text for group in groups if group.place == place]


def _untaken_steps(answer: Examined) -> Iterator[Finding]:
    """A relation that the question says twice ("the parent of the parent"), and the path takes once."""
    for item in answer.read:
        groups = [group for group in relation_groups(item.path) if group.node.kind != "literal"]
        kinds = [kind for node in item.path.nodes for kind in node.types]
        word = untaken_word(answer.rest, [group.text for group in groups], kinds)
        if word:
            yield finding("said-twice", word)


def _unasked_operation(answer: Examined) -> Iterator[Finding]:
    yield from filter(None, [unasked_operation(answer.question, answer.draft.operation)])


def _extreme_of_other_values(answer: Examined) -> Iterator[Finding]:
    """An extreme whose values are not what the adjective measures, or that goes the other way."""
    cue = next(iter(superlatives(answer.rest)), "")
    if answer.draft.operation not in EXTREMES or not cue or not answer.read:
        return
    by_date = _is_by_date(answer)
    if not (_asks_for_values(cue, answer) or _calls_values(cue, answer)):
        yield from filter(None, [key_flaw(cue, _compared(answer), by_date, answer.rest, answer.encoder)])
    yield from filter(None, [polarity_flaw(cue, answer.draft.operation, by_date, answer.rest)])


def _calls_values(cue: str, answer: Examined) -> bool:
    """Whether a paraphrase of a superlative that measures anything names the values ("greatest altitude")."""
    compared = [without_unit(text.casefold()) for text in _compared(answer)]
    return degree_of(cue) in OF_ANYTHING and any(
        re.search(rf"(?<!\w){re.escape(cue)}(?!\w)", text, re.IGNORECASE)
        for text in answer.reader.words.rewording.called(compared)
    )


def _is_by_date(answer: Examined) -> bool:
    """Whether the values compared are dates or years."""
    place = answer.draft.key_position
    values = answer.read[0].path.nodes[place].labels if place else answer.read[0].answer.labels
    return any(read_text(value).kind == "date" or has_year(value) for value in values)


def _order_of_other_events(answer: Examined) -> Iterator[Finding]:
    """A first or last one that is ordered by a date of something else, or that nothing is compared with."""
    cue = next(iter(superlatives(answer.rest)), "")
    place = answer.draft.key_position
    is_order = answer.draft.operation in EXTREMES and degree_of(cue) in OF_EVENTS
    if not (is_order and place and answer.read):
        return
    if len(answer.resolution.candidates) == 1:
        yield finding("only-one-value")
    by_date = _is_by_date(answer)
    for groups in (relation_groups(item.path) for item in answer.read):
        for group in (item for item in groups if item.place == place and item.size == 1):
            joined = [item.text for item in groups if place - 1 in (item.place, item.place - item.size)]
            joined = [text for text in joined if text != group.text]
            yield from filter(None, [order_flaw(cue, group.text, joined, answer.rest, by_date=by_date)])
