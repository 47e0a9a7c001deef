"""The entry of the generator: candidate queries around what a question names, the most likely first.

Selections grow from the names of a question by steps of the schema, and by those of the graph itself where it is
in sight. Conditions, classes, extremes and denials join them; each level is a beam by a rough prior. Nothing is
decided here: no word is read in one way alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from pog_agent.asking.generating.bench import Bench, best
from pog_agent.asking.generating.conditions import having, lasting, numbered, valued
from pog_agent.asking.generating.forms import Forms
from pog_agent.asking.generating.ranks import MOST_BASES, extremes, most_of, pairs
from pog_agent.asking.generating.shapes import Along, CandidateQuery, LinkedThings, Members, ThingSet
from pog_agent.deadline import is_late, while_in_time
from pog_agent.terms import Term

MOST_CANDIDATES: Final = 200
_FIRSTS, _SECONDS, _KEPT_SECONDS, _THIRDS = 150, 80, 600, 300
_POOL, _CONDITIONS, _JOINS, _PLAIN, _AFTER, _RANKED = 110, 30, 250, 700, 60, 500
_SMALL, _BEYOND = 60, 30
_LACKING, _LACKS = 20, 60


async def candidates_of(bench: Bench, most: int = MOST_CANDIDATES) -> list[CandidateQuery]:
    """The candidates of one question, at most so many; what is looked at of the graph is bound."""
    named = _named(bench)
    await bench.sight.look(node for item in named for node in sorted(item.ends or ()))
    await bench.sight.look(own for class_ in bench.classes for own in sorted(bench.schema.below.get(class_, ())))
    first = [grown for item in named for grown in bench.grown(_seen(bench, item))]
    await _look_at(bench, best(first, _FIRSTS))
    second = _onward(bench, best(first, _FIRSTS), most=_KEPT_SECONDS)
    await _look_at(bench, best((item for item in second if _is_small(item)), _SECONDS))
    third = _onward(bench, best((item for item in second if _is_small(item)), _SECONDS), most=_THIRDS)
    lacks = [found for item in [*named, *best(first, _LACKING)] for found in bench.lacking(item)]
    lacks = best(lacks, _LACKS)
    classes = [_members(bench, class_) for class_ in bench.classes]
    await _look_at(bench, classes)
    if is_late("readings of the question"):
        return Forms(bench).candidates([*named, *first, *second], named, most)
    return _combined(bench, _Levels(named, classes, first, second, [*third, *lacks]), most)


@dataclass(frozen=True)
class _Levels:
    """What a question names, classes like its words, and what one, two and three steps lead to."""

    named: Sequence[ThingSet]
    classes: Sequence[ThingSet]
    first: Sequence[ThingSet]
    second: Sequence[ThingSet]
    third: Sequence[ThingSet]


def _combined(bench: Bench, levels: _Levels, most: int) -> list[CandidateQuery]:
    named, classes, first, second = levels.named, levels.classes, levels.first, levels.second
    conditions = [*valued(bench), *lasting(bench)]
    has, lacks = list(having(bench, denied=False)), list(having(bench, denied=True))
    pool = best([*first, *second], _POOL) + best(conditions, _CONDITIONS)
    joint = best(_joined(bench, pool), _JOINS)
    joint += _featured(bench, [*best([*first, *conditions], 50), *classes], has, lacks)
    if bench.has_cue("denial"):
        joint += _denied(bench, classes[:5], best([*first, *conditions, *second], 60))
    joint = best(joint, _JOINS + _POOL)
    after = _onward(bench, best([*joint, *conditions], _AFTER), most=_THIRDS)
    plain = [*first, *second, *levels.third, *conditions, *has[:8], *joint, *after]
    typed = [
        found
        for item in while_in_time(best(plain, _PLAIN), "readings of the question")
        if item.class_ is None
        for found in bench.typed(item)
    ]
    bases = [*classes, *best((item for item in [*plain, *typed] if not item.is_single), MOST_BASES)]
    ranked = list(extremes(bench, bases))
    if bench.has_cue("extreme"):
        ranked += most_of(bench, bases)
    ranked = best(ranked, _RANKED)
    counted = list(numbered(bench, [*classes, *typed])) if bench.has_cue("comparison") else []
    beyond = _onward(bench, best(ranked, _BEYOND), most=_THIRDS)
    everything = [*named, *plain, *typed, *classes, *ranked, *best(counted, _THIRDS), *beyond]
    forms = Forms(bench)
    forms.compare(list(pairs(bench, named)))
    return forms.candidates(everything, named, most)


def _named(bench: Bench) -> list[ThingSet]:
    found = []
    for number, link in enumerate(bench.links):
        part = bench.part("link", number)
        found.append(
            ThingSet(
                LinkedThings(number), (part,), frozenset((number,)), bench.worth[part], link.terms, frozenset()
            )
        )
    return found


def _seen(bench: Bench, item: ThingSet) -> ThingSet:
    """A named selection with the classes of its things, which are in sight by now."""
    item.classes = bench.sight.classes(item.ends or ())
    return item


def _members(bench: Bench, class_: Term) -> ThingSet:
    part = bench.part("class", class_)
    classes = bench.schema.widened((class_,))
    return ThingSet(
        Members(class_),
        (part,),
        frozenset(),
        bench.worth[part],
        bench.sight.members(class_),
        classes,
        None,
        class_,
    )


async def _look_at(bench: Bench, selections: Iterable[ThingSet]) -> None:
    nodes = (node for item in selections if item.ends is not None for node in sorted(item.ends) if _is_node(node))
    await bench.sight.look(nodes)


def _is_node(term: Term) -> bool:
    return not term.startswith('"')


def _is_small(item: ThingSet) -> bool:
    return item.ends is None or 0 < len(item.ends) <= _SMALL


def _onward(bench: Bench, selections: Sequence[ThingSet], most: int) -> list[ThingSet]:
    """One more step from each of some selections that lead to things, the best of them."""
    found = []
    for item in while_in_time(selections, "readings of the question"):
        if item.is_empty or (item.step is not None and not bench.leads_to_nodes(item.step)):
            continue
        for grown in bench.grown(item):
            if not _leads_back(item, grown):
                found.append(grown)
    return best(found, most)


def _leads_back(item: ThingSet, grown: ThingSet) -> bool:
    """Whether a step undoes the one before it, from a single thing."""
    last, step = item.step, grown.step
    is_back = last is not None and step is not None and last.relation == step.relation
    return is_back and last is not None and step is not None and last.forward != step.forward and item.is_single


def _joined(bench: Bench, pool: Sequence[ThingSet]) -> Iterable[ThingSet]:
    """Two conditions of different words at once, or one without the other."""
    is_denied = bench.has_cue("denial")
    for one, other in while_in_time(combinations(pool, 2), "readings of the question"):
        is_same = bool(one.links) and one.links == other.links
        if is_same and is_denied and one.step != other.step and _is_short(one) and _is_short(other):
            yield from _both_ways(bench, one, other)
        if one.links and other.links:
            if not bench.are_apart(one, other):
                continue
        elif not one.links and not other.links and one.parts[1] == other.parts[1]:
            continue
        joint = bench.joined(one, other)
        if joint is None:
            continue
        yield joint
        if is_denied:
            yield from _both_ways(bench, one, other)


def _is_short(item: ThingSet) -> bool:
    return isinstance(item.shape, Along) and len(item.parts) == 2


def _both_ways(bench: Bench, one: ThingSet, other: ThingSet) -> Iterable[ThingSet]:
    found = (bench.without(one, other), bench.without(other, one))
    return (item for item in found if item is not None)


def _featured(
    bench: Bench, bases: Sequence[ThingSet], has: Sequence[ThingSet], lacks: Sequence[ThingSet]
) -> list[ThingSet]:
    """Sets whose things also have something, or have nothing of it."""
    found = []
    for base in while_in_time(bases, "readings of the question"):
        if base.is_single:
            continue
        for feature in (*has, *lacks):
            joint = bench.joined(base, feature) if feature.shape[0] != base.step else None
            if joint is not None:
                found.append(joint)
    return found


def _denied(bench: Bench, classes: Sequence[ThingSet], others: Sequence[ThingSet]) -> list[ThingSet]:
    """The things of a class of which something does not hold."""
    found = (bench.without(class_, item) for class_ in classes for item in others)
    return [item for item in found if item is not None]
