"""Relations that no word of a question asks for, because there is no other one that could be meant.

"How many moons does Mars have?" names the class of the answer, and Mars and moons are joined by one relation only.
A supplier is what supplies something: there the word for the class asks for the relation, too. "Who sprayed the
plum?" speaks of a spraying, in which a plant can only be the one that was treated.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pog_agent.answering.facts.event_parts import is_only_part
from pog_agent.answering.facts.wider_classes import KnownClasses
from pog_agent.answering.resolution import Cited
from pog_agent.answering.shown_paths import naming_of
from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.reading.alignment import CLASS_WEIGHT, SURE, WITH_A_MODEL, AskedRelation
from pog_agent.reading.answer_type import is_one_of
from pog_agent.reading.exchanges import is_party
from pog_agent.reading.question_words import PARAPHRASED
from pog_agent.reading.reader import ReadPath
from pog_agent.reading.stems import begins_alike
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import Term, is_literal

_PARAPHRASED_CLASS = CLASS_WEIGHT * PARAPHRASED - 0.001
ONLY_LINK = "no other relation joins these"
"""What is said first of a relation that alone joins things with a class."""
MOST_NODES = 50
MOST_TARGETS = 400


@dataclass(frozen=True)
class _Sight:
    """The graph that is held against the paths, and what is known of its classes."""

    question: str
    run: RunContext
    graph: Subgraph
    classes: KnownClasses


async def with_connections(
    state: PogState, run: RunContext, classes: KnownClasses, cited: Sequence[Cited], read: Sequence[ReadPath]
) -> tuple[ReadPath, ...]:
    """The paths read, with those relations marked as needed that alone join a thing with a class asked for.

    A relation that the graph in sight lacks, on a path from elsewhere, is never marked.
    """
    graph = await run.graph_in_sight(state)
    if graph is None:
        return tuple(read)
    sight = _Sight(state["question"], run, graph, classes)
    found = []
    for item, path in zip(cited, read, strict=True):
        relations = [await _connected(relation, item, path, sight) for relation in path.alignment.relations]
        found.append(replace(path, alignment=replace(path.alignment, relations=tuple(relations))))
    return tuple(found)


async def _connected(relation: AskedRelation, cited: Cited, path: ReadPath, sight: _Sight) -> AskedRelation:
    place = relation.element.place
    if relation.likeness >= WITH_A_MODEL.relation or relation.element.needed:
        return relation
    if _is_place_around(path, relation, sight):
        needed = "it is part of what the words before say"
        return replace(relation, element=replace(relation.element, needed=needed))
    event = _event_asked(path, relation)
    if event and await is_only_part(cited.pattern.key.steps[place - 1].relation, sight.run):
        needed = f"no other part of a {event} is such a thing"
        return replace(relation, element=replace(relation.element, needed=needed))
    for here, there in ((place - 1, place), (place, place - 1)):
        asked = () if _is_said_of_topic(path, there, sight) else _class_asked(path, there)
        step = cited.pattern.key.steps[place - 1]
        if asked and begins_alike(asked[:1], relation.element.texts):
            needed = f"it makes one a {asked[0]}"
            return replace(relation, element=replace(relation.element, needed=needed))
        if relation.words or not asked or _leads_back(path, place) or step.relation not in sight.graph.relation_id:
            continue
        if there < here and cited.position > there:
            continue  # the answer lies behind what is asked for
        if 0 < here < there and _is_of_class(path, here, asked, sight):
            continue  # the thing before is of the class that is asked for itself
        code = sight.graph.relation_id[step.relation] * 2 + (step.forward != (there > here))
        codes = await _codes_to(asked, cited.pattern.nodes_at(here), sight)
        if codes == {code} and not await _is_one_of_two_sides(step.relation, sight.run):
            needed = f"{ONLY_LINK} with a {asked[0]}"
            return replace(relation, element=replace(relation.element, needed=needed))
    return relation


async def _is_one_of_two_sides(relation: Term, run: RunContext) -> bool:
    """Whether events with a side of an exchange have another one, too: "their sales" may be those of the buyer."""
    schema = await run.graph_schema()
    links = schema.summary.links if schema is not None else ()
    sources = {link.source for link in links if link.relation == relation}
    beside = {link.relation for link in links if link.source in sources} - {relation}
    words = await run.relation_labels([relation, *sorted(beside)])
    return is_party(words[relation]) and any(is_party(words[other]) for other in beside)


def _is_place_around(path: ReadPath, relation: AskedRelation, sight: _Sight) -> bool:
    """Whether a relation leads from a thing to the place of its name, and the question says "is in" that place."""
    place = relation.element.place
    here, there = path.path.nodes[place - 1], path.path.nodes[place]
    if not relation.element.onward:
        here, there = there, here
    kinds = {kind.casefold() for kind in (*here.types, *sight.classes.widened(here.types))}
    names = "|".join(map(re.escape, there.labels if there.kind == "topic" else ()))
    said = names and english_pattern("naming", "is_in", names=names).search(sight.question)
    is_place = not english_words("place_noun").isdisjoint(relation.element.texts)
    return bool(said) and bool(kinds) and is_place and sight.classes.people.isdisjoint(kinds)


def _event_asked(path: ReadPath, relation: AskedRelation) -> str:
    """The class of an event of which the question has the verb, where a topic is a part of it; empty elsewhere.

    The event lies between the topic and what else is a part of it.
    """
    place = relation.element.place
    ways = path.path.forward[place - 1 : place + 1]
    if path.path.nodes[place - 1].kind != "topic" or ways != (False, True):
        return ""
    said = [item.word.text for item in path.alignment.words]
    return next((kind for kind in path.path.nodes[place].types if begins_alike(said, [kind.lower()])), "")


def _leads_back(path: ReadPath, place: int) -> bool:
    """Whether the relation at a position leads against its arrow from what the question reached by another one.

    Whoever was born in a town was not born in the museum that is there; a country that the town is in will do.
    """
    own = next(item for item in path.alignment.relations if item.element.place == place)
    before = [item for item in path.alignment.relations if item.element.place < place and item.words]
    return bool(before) and not own.element.onward


def _class_asked(path: ReadPath, place: int) -> tuple[str, ...]:
    """The word that names the class of what stands at a position, and the classes there that a paraphrase names.

    Empty where no word does, or a topic stands there.
    """
    if path.path.nodes[place].kind == "topic":
        return ()
    for item in path.alignment.words:
        element = item.element
        if element and element.kind == "class" and element.place == place:
            if item.likeness >= SURE:
                return (item.word.text,)
            if item.likeness >= _PARAPHRASED_CLASS:
                return (item.word.text, *element.texts)
    return ()


def _is_of_class(path: ReadPath, place: int, asked: Sequence[str], sight: _Sight) -> bool:
    """Whether what stands at a position, and is no topic, is of one of some classes."""
    node = path.path.nodes[place]
    kinds = [kind.casefold() for kind in sight.classes.widened(node.types)]
    return node.kind == "entity" and any(is_one_of(kind, kinds) for kind in asked)


def _is_said_of_topic(path: ReadPath, place: int, sight: _Sight) -> bool:
    """Whether the word for the class of what stands at a position is said of a topic: "the episode Verdict".

    It stands before the name of a topic that is one, and so it asks for no other thing of the class.
    """
    for item in path.alignment.words:
        if item.element and item.element.kind == "class" and item.element.place == place:
            behind = sight.question[item.word.start + len(item.word.text) :].lstrip(" \"'“‘").casefold()
            for node in (node for node in path.path.nodes if node.kind == "topic"):
                kinds = [kind.casefold() for kind in sight.classes.widened(node.types)]
                is_named = any(behind.startswith(label.casefold()) for label in node.labels)
                if is_named and is_one_of(item.word.text, kinds):
                    return True
    return False


async def _codes_to(asked: Sequence[str], nodes: Sequence[Term], sight: _Sight) -> set[int]:
    """The step codes of all edges from some nodes to members of one of some classes; none where these are many."""
    graph = sight.graph
    ids = [place for place in (graph.nodes.id_of(node) for node in nodes[:MOST_NODES]) if place is not None]
    if not ids or len(nodes) > MOST_NODES:
        return set()
    _, codes, targets = graph.edges_from(np.array(ids, dtype=np.int32))
    terms = {int(target): graph.nodes[int(target)] for target in np.unique(targets)[: MOST_TARGETS + 1]}
    if len(terms) > MOST_TARGETS:
        return set()
    naming = await naming_of(sight.run, [term for term in terms.values() if not is_literal(term)])
    kinds = {
        place: [kind.casefold() for kind in sight.classes.widened(naming.types.get(term, ()))]
        for place, term in terms.items()
    }
    members = {place for place, found in kinds.items() if any(is_one_of(kind, found) for kind in asked)}
    return {int(code) for code, target in zip(codes, targets, strict=True) if int(target) in members}
