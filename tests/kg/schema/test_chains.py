"""Chains of links between classes: what walks over the links of a schema summary find."""

import time
from collections import Counter
from itertools import pairwise, product

from hypothesis import given, settings
from hypothesis import strategies as st

from pog_agent.deadline import TIME_IS_UP, Deadline, working_until
from pog_agent.kg.schema.chains import MOST_ALIKE, ChainFinder
from pog_agent.kg.schema.summary import (
    NO_CLASS_NO_LABEL,
    SchemaAttribute,
    SchemaClass,
    SchemaLink,
    SchemaShape,
    SchemaSummary,
)
from pog_agent.models.class_topics import SchemaStep

E = "http://example.org/"
CLASSES = [E + name for name in "ABCD"]
MEDIATOR = E + "D"


def link(source: str, relation: str, target: str, **counts: int) -> SchemaLink:
    ends = {"source": E + source, "relation": E + relation, "target": E + target}
    return SchemaLink.model_validate({**ends, "edges": 4, "sources": 2, "targets": 2, "own_edges": 0, **counts})


def summary(*links: SchemaLink) -> SchemaSummary:
    """Classes A to D, of which D is a mediator, with these links."""
    classes = [
        SchemaClass(iri=iri, instances=4, own_instances=4, named=4, mediator=iri == MEDIATOR) for iri in CLASSES
    ]
    return SchemaSummary.ordered(classes, (), links, ())


def shown(chain: tuple[SchemaStep, ...]) -> str:
    return " ".join(f"{'' if s.forward else '^'}{s.relation[-1]}>{s.target[-1]}" for s in chain)


def chains(finder: ChainFinder, start: str, *ends: str) -> list[str]:
    return [shown(chain) for chain in finder.between(E + start, [E + end for end in ends])]


def walks(links: list[SchemaLink], start: str, end: str) -> set[tuple[tuple[str, bool], ...]]:
    """The relations and directions of all walks that may be a chain, one by one."""
    steps = [(one.source, one.relation, True, one.target) for one in links]
    steps += [(one.target, one.relation, False, one.source) for one in links]
    found = set()
    for length in (1, 2, 3):
        for walk in product(steps, repeat=length):
            nodes = [walk[0][0], *(step[3] for step in walk)]
            joined = all(one[3] == other[0] for one, other in pairwise(walk))
            short = length < 3 or MEDIATOR in nodes[1:-1]
            if joined and short and (nodes[0], nodes[-1]) == (start, end):
                found.add(tuple((step[1], step[2]) for step in walk))
    return found


LINKS = st.lists(
    st.builds(link, st.sampled_from("ABCD"), st.sampled_from("rs"), st.sampled_from("ABCD")),
    max_size=5,
    unique_by=lambda item: (item.source, item.relation, item.target),
)


@settings(max_examples=60, deadline=None)
@given(LINKS, st.sampled_from(CLASSES), st.sampled_from(CLASSES))
def test_the_chains_are_all_walks_of_two_links_or_three_through_a_mediator(links, start, end):
    found = ChainFinder(summary(*links)).between(start, [end])
    keys = [tuple((step.relation, step.forward) for step in chain) for chain in found]
    assert set(keys) == walks(links, start, end)
    assert keys == sorted(keys, key=lambda key: (len(key), [(name, not forward) for name, forward in key]))


def test_a_step_has_the_counts_in_the_direction_it_is_walked():
    finder = ChainFinder(summary(link("A", "r", "B", edges=9, sources=3, targets=5)))
    ((there,),) = finder.between(E + "A", [E + "B"])
    ((back,),) = finder.between(E + "B", [E + "A"])
    assert (there.forward, there.sources, there.targets) == (True, 3, 5)
    assert (back.forward, back.sources, back.targets) == (False, 5, 3)


def test_chains_of_the_same_relations_are_one_with_the_class_of_most_edges_between():
    wide = [link("A", "r", "B", edges=9), link("B", "s", "C")]
    narrow = [link("A", "r", "D", edges=5), link("D", "s", "C")]
    assert chains(ChainFinder(summary(*wide, *narrow)), "A", "C") == ["r>B s>C"]


def test_a_chain_that_can_only_lead_back_is_none():
    each_in_one = link("A", "r", "B", edges=4, sources=4, targets=2)
    assert chains(ChainFinder(summary(each_in_one)), "A", "A") == ["r>B ^r>A"]
    assert chains(ChainFinder(summary(each_in_one)), "B", "B") == []


def test_unknown_classes_are_joined_with_nothing():
    finder = ChainFinder(summary(link("A", "r", "B")))
    assert chains(finder, "A", "X") == chains(finder, "X", "A") == chains(finder, "A") == []


def crowded(count: int) -> ChainFinder:
    """So many relations from A to B, and from B to C, by two walks; each has as many edges as its number."""
    ways = [("A", "r", "B"), ("B", "s", "C")]
    return ChainFinder(
        summary(*(link(one, f"{name}{n}", two, edges=n) for one, name, two in ways for n in range(count)))
    )


@settings(max_examples=20, deadline=None)
@given(st.sets(st.sampled_from(["r0", "r7", "s3", "s39"])))
def test_of_chains_that_differ_in_plain_steps_alone_some_are_found_and_of_others_all(told):
    def kind(steps: tuple[SchemaStep, ...]) -> tuple[str | None, ...]:
        names = [step.relation.removeprefix(E) for step in steps]
        return tuple(name if name in told else None for name in names)

    finder = crowded(40)
    every = finder.between(E + "A", [E + "C"])
    found = finder.between(E + "A", [E + "C"], lambda own, step: step.relation.removeprefix(E) not in told)
    kinds = Counter(map(kind, found))
    whole = Counter(map(kind, every))
    assert len(every) == 40 * 40 and set(found) <= set(every)
    assert kinds == {key: min(number, MOST_ALIKE) if None in key else number for key, number in whole.items()}


def test_the_search_for_chains_ends_with_the_time_of_the_step_and_says_so():
    every = [link(one, f"r{n}", two) for one in "ABCD" for two in "ABCD" for n in range(60)]
    finder = ChainFinder(summary(*every))
    with working_until(Deadline.after(0.1)) as working:
        start = time.thread_time()
        found = finder.between(E + "A", [E + "B"])
        seconds = time.thread_time() - start
    assert seconds < 0.5 and len(found) > 60
    assert working.told() == [f"not all chains of the schema were looked at, since {TIME_IS_UP}"]


def nameless(*shapes: SchemaShape) -> ChainFinder:
    """Lots with an outcome, and bids on them: both are nameless, and an outcome has a price."""
    counts = {"edges": 4, "sources": 2, "targets": 2, "own_edges": 4}
    links = (
        SchemaLink(source=E + "Lot", relation=E + "outcome", target=NO_CLASS_NO_LABEL, **counts),
        SchemaLink(source=NO_CLASS_NO_LABEL, relation=E + "on", target=E + "Lot", **counts),
        SchemaLink(source=NO_CLASS_NO_LABEL, relation=E + "buyer", target=E + "Person", **counts),
    )
    price = SchemaAttribute(
        **{"source": NO_CLASS_NO_LABEL, "relation": E + "price", "datatype": "integer", "own_edges": 4},
        **{"edges": 4, "sources": 4, "values": 4},
    )
    mediator = SchemaClass(iri=NO_CLASS_NO_LABEL, instances=8, own_instances=8, named=0, mediator=True)
    return ChainFinder(SchemaSummary.ordered([mediator], (), links, [price], shapes=shapes))


def relations_to(finder: ChainFinder, end: str) -> list[list[str]]:
    found = finder.to_attribute(E + "Lot", E + end) if end == "price" else finder.between(E + "Lot", [E + end])
    return [[step.relation.removeprefix(E) for step in steps] for steps in found]


def test_relations_that_never_meet_at_a_nameless_node_are_no_chain():
    outcome = SchemaShape(incoming=(E + "outcome",), outgoing=(E + "buyer", E + "price"))
    bid = SchemaShape(incoming=(), outgoing=(E + "on",))
    told, untold = nameless(outcome, bid), nameless()
    for end in ("price", "Person"):
        last = "price" if end == "price" else "buyer"
        assert relations_to(told, end) == [["outcome", last]]
        assert sorted(relations_to(untold, end)) == [["on", last], ["outcome", last]]
