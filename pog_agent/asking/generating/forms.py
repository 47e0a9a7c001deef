"""From sets to candidates: what is in them, how many, whether any, and sums of their values."""

from collections.abc import Iterable, Sequence
from typing import Final

from pog_agent.asking.generating.bench import Bench, best
from pog_agent.asking.generating.conditions import attributes
from pog_agent.asking.generating.shapes import (
    Both,
    CandidateQuery,
    ExtremeOf,
    Form,
    Greater,
    LinkedThings,
    ThingSet,
)
from pog_agent.asking.schema import SchemaWay

MOST_SETS: Final = 5_000
MOST_TESTED: Final = 400
MOST_SUMMED: Final = 250
_LISTED, _LISTED_WHETHER, _LISTED_COUNT = 0.2, -0.5, -0.15
_WHETHER, _UNCUED_WHETHER, _UNNAMED, _TESTED = 0.6, -1.0, 0.4, 0.2
_GREATER_DOWN: Final = 0.2


class Forms:
    """Collects the candidates of one question, one for each use of the same parts."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._found: dict[tuple[object, ...], CandidateQuery] = {}
        self._whether = _WHETHER if bench.has_cue("whether") else _UNCUED_WHETHER

    def candidates(
        self, selections: Iterable[ThingSet], named: Sequence[ThingSet], most: int
    ) -> list[CandidateQuery]:
        """The candidates of some sets, the best first, at most so many."""
        bench = self._bench
        chosen = best(selections, MOST_SETS)
        is_counted, is_whether = bench.has_cue("count"), bench.has_cue("whether")
        listed = _LISTED_WHETHER if is_whether else _LISTED_COUNT if is_counted else _LISTED
        for item in chosen:
            if isinstance(item.shape, LinkedThings):
                continue
            self._add("rows", item, item.prior + listed)
            if is_counted and not isinstance(item.shape, ExtremeOf):
                self._counted(item)
            if is_whether and item.links:
                part = bench.operation("whether")
                self._add("exists", item, item.prior + self._whether, (*item.parts, part))
        if is_whether:
            self._tested(chosen, named)
        if (
            is_counted
            or bench.has_cue("total")
            or bench.has_cue("average")
            or bench.question.asked_for == "amount"
        ):
            self._summed(chosen)
        return sorted(self._found.values(), key=lambda item: -item.prior)[:most]

    def compare(self, pairs: Sequence[tuple[ThingSet, ThingSet, ThingSet]]) -> None:
        """Which of two things has the greater value, and whether it is the one."""
        bench = self._bench
        for one, other, item in pairs:
            self._add("rows", item, item.prior)
            if not bench.has_cue("whether") or not isinstance(item.shape, ExtremeOf) or item.is_empty:
                continue
            (first,), (second,) = one.links, other.links
            for left, right in ((first, second), (second, first)):
                in_order = bench.links[left].start <= bench.links[right].start
                greater = Greater(left, right, item.shape.steps[-1], item.shape.descending)
                prior = item.prior + self._whether - (0.0 if in_order else _GREATER_DOWN)
                self._add("greater", item, prior, greater=greater)

    def _counted(self, item: ThingSet) -> None:
        part = self._bench.operation("count")
        self._add("count", item, item.prior + self._bench.worth[part], (*item.parts, part))

    def _tested(self, chosen: Sequence[ThingSet], named: Sequence[ThingSet]) -> None:
        """Whether what is named is in a set."""
        bench = self._bench
        part = bench.operation("whether")
        tests = [item for item in chosen if not isinstance(item.shape, LinkedThings)][:MOST_TESTED]
        for thing in named:
            for item in tests:
                if thing.links <= item.links or (item.links and not bench.are_apart(thing, item)):
                    continue
                if not _may_be_in(bench, thing, item):
                    continue
                whole = ThingSet(
                    Both((thing.shape, item.shape)),
                    (*item.parts, *thing.parts),
                    item.links | thing.links,
                    item.prior + thing.prior,
                    None,
                    thing.classes,
                    item.step,
                    item.class_,
                    item.operations,
                )
                self._add("exists", whole, whole.prior + self._whether + _TESTED, (*whole.parts, part))

    def _summed(self, chosen: Sequence[ThingSet]) -> None:
        bench = self._bench
        numbers = [step for step in attributes(bench) if bench.schema.steps[step].kind == "number"]
        for item in chosen[:MOST_SUMMED]:
            if item.is_single or isinstance(item.shape, (LinkedThings, ExtremeOf)):
                continue
            for step in numbers:
                if item.classes.isdisjoint(bench.schema.steps[step].sources):
                    continue
                forms: tuple[tuple[Form, str], ...] = (("sum", "total"), ("average", "average"))
                for form, name in forms:
                    parts = (bench.part("step", step), bench.operation(name))
                    prior = item.prior + bench.added(item, parts)
                    self._add(form, item, prior, (*item.parts, *parts), step=step)

    def _add(
        self,
        form: Form,
        item: ThingSet,
        prior: float,
        parts: tuple[int, ...] | None = None,
        *,
        step: SchemaWay | None = None,
        greater: Greater | None = None,
    ) -> None:
        own = item.parts if parts is None else parts
        key = (
            form,
            tuple(sorted(own)),
            item.operations,
            type(item.shape),
            item.step,
            item.class_,
            item.ends,
            greater,
        )
        known = self._found.get(key)
        if known is None or known.prior < prior:
            self._found[key] = CandidateQuery(form, item, prior, own, item.operations, step, greater)


def _may_be_in(bench: Bench, thing: ThingSet, item: ThingSet) -> bool:
    """Whether things of a link may be in a set, by their classes; texts are in sets of values."""
    if bench.links[next(iter(thing.links))].is_text:
        return item.step is not None and not bench.leads_to_nodes(item.step)
    return not thing.classes.isdisjoint(item.classes) or not item.classes
