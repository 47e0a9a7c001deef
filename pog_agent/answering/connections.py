"""Relations that no word of a question asks for, because there is no other one that could be meant.

"How many moons does Mars have?" names the class of the answer, and Mars and moons are joined by one relation only.
A supplier is what supplies something: there the word for the class asks for the relation, too.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pog_agent.answering.resolution import Cited
from pog_agent.answering.shown_paths import naming_of
from pog_agent.reading.alignment import SURE, WITH_A_MODEL, AskedRelation
from pog_agent.reading.answer_type import is_one_of
from pog_agent.reading.reader import ReadPath
from pog_agent.reading.stems import begins_alike
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import Term, is_literal

MOST_NODES = 50
MOST_TARGETS = 400


async def with_connections(
    state: PogState, run: RunContext, cited: Sequence[Cited], read: Sequence[ReadPath]
) -> tuple[ReadPath, ...]:
    """The paths read, with those relations marked as needed that alone join a thing with a class asked for.

    A relation that the graph in sight lacks, on a path from elsewhere, is never marked.
    """
    graph = await run.graph_in_sight(state)
    if graph is None:
        return tuple(read)
    found = []
    for item, path in zip(cited, read, strict=True):
        relations = [await _connected(run, graph, item, path, relation) for relation in path.alignment.relations]
        found.append(replace(path, alignment=replace(path.alignment, relations=tuple(relations))))
    return tuple(found)


async def _connected(
    run: RunContext, graph: Subgraph, cited: Cited, path: ReadPath, relation: AskedRelation
) -> AskedRelation:
    place = relation.element.place
    if relation.likeness >= WITH_A_MODEL.relation or relation.element.needed:
        return relation
    for here, there in ((place - 1, place), (place, place - 1)):
        asked = _class_asked(path, there)
        step = cited.pattern.key.steps[place - 1]
        if asked and begins_alike([asked], relation.element.texts):
            needed = f"it makes one a {asked}"
            return replace(relation, element=replace(relation.element, needed=needed))
        if relation.words or not asked or _leads_back(path, place) or step.relation not in graph.relation_id:
            continue
        code = graph.relation_id[step.relation] * 2 + (step.forward != (there > here))
        if await _codes_to(asked, cited.pattern.nodes_at(here), graph, run) == {code}:
            needed = f"no other relation joins these with a {asked}"
            return replace(relation, element=replace(relation.element, needed=needed))
    return relation


def _leads_back(path: ReadPath, place: int) -> bool:
    """Whether the relation at a position leads against its arrow from what the question reached by another one.

    Whoever was born in a town was not born in the museum that is there; a country that the town is in will do.
    """
    own = next(item for item in path.alignment.relations if item.element.place == place)
    before = [item for item in path.alignment.relations if item.element.place < place and item.words]
    return bool(before) and not own.element.onward


def _class_asked(path: ReadPath, place: int) -> str:
    """The word that names the class of what stands at a position; empty where none does, or it is a topic."""
    if path.path.nodes[place].kind == "topic":
        return ""
    for item in path.alignment.words:
        element = item.element
        if element and element.kind == "class" and element.place == place and item.likeness >= SURE:
            return item.word.text
    return ""


async def _codes_to(asked: str, nodes: Sequence[Term], graph: Subgraph, run: RunContext) -> set[int]:
    """The step codes of all edges from some nodes to members of a class; none where these are many."""
    ids = [place for place in (graph.nodes.id_of(node) for node in nodes[:MOST_NODES]) if place is not None]
    if not ids or len(nodes) > MOST_NODES:
        return set()
    _, codes, targets = graph.edges_from(np.array(ids, dtype=np.int32))
    terms = {int(target): graph.nodes[int(target)] for target in np.unique(targets)[: MOST_TARGETS + 1]}
    if len(terms) > MOST_TARGETS:
        return set()
    naming = await naming_of(run, [term for term in terms.values() if not is_literal(term)])
    kinds = {place: [kind.casefold() for kind in naming.types.get(term, ())] for place, term in terms.items()}
    members = {place for place, found in kinds.items() if is_one_of(asked, found)}
    return {int(code) for code, target in zip(codes, targets, strict=True) if int(target) in members}
