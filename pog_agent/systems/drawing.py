"""Diagrams of a workflow as its wiring declares it, in Mermaid: the loop of the paper, and each part apart.

Both leave out the steps for a person, other openings of a run than a question, and what only settings make happen
that are off by default. The compiled graph draws everything.
"""

from collections.abc import Iterable, Iterator, Mapping

from langgraph.graph import END, START

from pog_agent.systems.routing import OFF_BY_DEFAULT, TURNS, Condition
from pog_agent.systems.wiring import Part, Wiring

LOOP = "loop"
"""Where a part is entered from, in the diagram of the part."""

_SHAPES: Mapping[str, str] = {START: "start([question])", END: "stop([end])", LOOP: "loop([loop])"}
_IDS: Mapping[str, str] = {START: "start", END: "stop"}

Edges = dict[tuple[str, str], dict[Condition, None]]
"""What is drawn: the conditions of each edge; without any, a step is always followed by the other."""


def loop_diagram(wiring: Wiring) -> str:
    """The loop, each part as one step, without the steps that the wiring calls beside it."""
    part_of = {step.name: part.name for part in wiring.parts for step in part.steps}
    beside = {step.name for step in wiring.beside}
    found: Edges = {}
    for source, target, conditions in _ways(wiring):
        ends = part_of.get(source, source), part_of.get(target, target)
        is_inside = ends[0] == ends[1] and source in part_of
        if not is_inside and beside.isdisjoint(ends):
            found.setdefault(ends, {}).update(dict.fromkeys(conditions))
    shapes = {part.name: f"{part.name}[[{part.name}]]" for part in wiring.parts}
    return _written(found, {**_SHAPES, **shapes})


def part_diagram(wiring: Wiring, part: Part) -> str:
    """The steps of a part, how the loop enters it, and where it leads on."""
    own = {step.name for step in part.steps}
    found: Edges = {}
    for source, target, conditions in _ways(wiring):
        if {source, target} & own:
            ends = source if source in own else LOOP, target
            found.setdefault(ends, {}).update(dict.fromkeys(conditions))
    return _written(found, _SHAPES)


def _ways(wiring: Wiring) -> Iterator[tuple[str, str, list[Condition]]]:
    """Each way on with the conditions that are drawn, in the order of the steps."""
    forks = {fork.source: fork for fork in wiring.forks}
    for name in (START, *(step.name for step in wiring.steps)):
        yield from ((source, target, []) for source, target in wiring.edges if source == name)
        for target, conditions in forks[name].ways.items() if name in forks else ():
            drawn = [condition for condition in conditions if condition not in OFF_BY_DEFAULT]
            if drawn:
                yield name, target, drawn


def _written(edges: Edges, shapes: Mapping[str, str]) -> str:
    """The edges as a flowchart; where the search turns, they are dotted."""
    names = dict.fromkeys(name for ends in edges for name in ends)
    lines = ["flowchart TD", *(f"    {shapes[name]}" for name in names if name in shapes)]
    for (source, target), conditions in edges.items():
        arrow = "-.->" if conditions and TURNS.issuperset(conditions) else "-->"
        label = f"|{_label(conditions)}|" if conditions else ""
        lines.append(f"    {_IDS.get(source, source)} {arrow}{label} {_IDS.get(target, target)}")
    return "\n".join(lines) + "\n"


def _label(conditions: Iterable[Condition]) -> str:
    return '"' + ", ".join(conditions) + '"'
