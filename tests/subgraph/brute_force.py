"""A slow oracle for the engine: depth-first listing of every concrete path."""

from collections.abc import Iterator

from pog_agent.models import Step
from pog_agent.terms import Triple, is_literal

Path = tuple[tuple[str, ...], tuple[Step, ...]]


def _moves(triples: list[Triple]) -> dict[str, list[tuple[Step, str]]]:
    moves: dict[str, list[tuple[Step, str]]] = {}
    for head, relation, tail in set(triples):
        if head == tail:
            continue
        moves.setdefault(head, []).append((Step(relation=relation, forward=True), tail))
        if not is_literal(tail):
            moves.setdefault(tail, []).append((Step(relation=relation, forward=False), head))
    return moves


def simple_paths(triples: list[Triple], start: str, goal: str | None, longest: int) -> Iterator[Path]:
    """Every simple path of 1 to `longest` steps from start (to goal): its nodes and its steps."""
    moves = _moves(triples)

    def walk(nodes: tuple[str, ...], steps: tuple[Step, ...]) -> Iterator[Path]:
        if steps and (goal is None or nodes[-1] == goal):
            yield nodes, steps
        if len(steps) == longest or nodes[-1] == goal:
            return
        for step, target in moves.get(nodes[-1], []):
            if target not in nodes:
                yield from walk((*nodes, target), (*steps, step))

    yield from walk((start,), ())


def joint_paths(triples: list[Triple], entities: list[str], per_segment: int, longest: int) -> Iterator[Path]:
    """Every path through the entities in order, simple within each segment, of at most `longest` steps."""
    if len(entities) == 2:
        yield from simple_paths(triples, entities[0], entities[1], min(per_segment, longest))
        return
    for nodes, steps in simple_paths(triples, entities[0], entities[1], min(per_segment, longest)):
        for more_nodes, more_steps in joint_paths(triples, entities[1:], per_segment, longest - len(steps)):
            yield nodes + more_nodes[1:], steps + more_steps
