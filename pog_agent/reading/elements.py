"""What a path is made of, as far as a question can speak of it: relations, classes, names."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from pog_agent.kg.iri_names import name_of_iri
from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words
from pog_agent.models import ShownNode, ShownPath
from pog_agent.terms import RDF_TYPE, RDFS_SUBCLASS, Term, humanize, local_name
from pog_agent.values.unit_names import without_unit
from pog_agent.words import singular

CALLED_FIRMS: Final = english_words("called_firm")
ElementKind = Literal["relation", "class", "name"]


@dataclass(frozen=True)
class RelationGroup:
    """Relations that are one step: one relation, or those on both sides of a mediator.

    `node` stands behind it at position `place`; `onward` tells how its first relation is walked. `in_iri` are the
    words of the IRI of one relation, empty where it has none or the label is the same. An `event` is the class of
    the mediator between two. `aliases` are other names of any of the relations.
    """

    text: str
    node: ShownNode
    place: int
    onward: bool
    size: int
    in_iri: str = ""
    event: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Element:
    """A part of a path in words (`texts` mean the same), and the position on the path it belongs to.

    `events` are the classes of the nameless node that a relation leads over, which are among its texts, too.
    `needed` is why it need not be asked for by a word; empty where it must be.
    """

    kind: ElementKind
    texts: tuple[str, ...]
    place: int
    onward: bool = True
    needed: str = ""
    events: tuple[str, ...] = ()


def is_class_at(path: ShownPath, position: int) -> bool:
    """Whether what stands at a position is the class of what stands before it."""
    kinds = {kind.casefold() for kind in path.nodes[max(position - 1, 0)].types}
    return any(label.casefold() in kinds for label in path.nodes[position].labels)


def relation_groups(path: ShownPath) -> list[RelationGroup]:
    """The steps of a path in words. A graph may have technical labels (``people.person.place_of_birth``)."""
    groups: list[RelationGroup] = []
    pending: list[str] = []
    for place, (relation, node) in enumerate(zip(path.relations, path.nodes[1:], strict=True), start=1):
        pending.append(relation if " " in relation else humanize(relation))
        if node.kind != "mediator" or node is path.nodes[-1]:
            onward, text = path.forward[place - len(pending)], " ".join(dict.fromkeys(pending))
            in_iri = words_in_iri(path.key.steps[place - 1].relation) if path.key and len(pending) == 1 else ""
            other = in_iri if in_iri != text.lower() else ""
            event = _event(path.nodes[place - 1], node) if len(pending) > 1 else ()
            others = path.aliases[place - len(pending) : place]
            aliases = tuple(dict.fromkeys(name for names in others for name in names))
            groups.append(RelationGroup(text, node, place, onward, len(pending), other, event, aliases))
            pending = []
    return groups


def _event(mediator: ShownNode, behind: ShownNode) -> tuple[str, ...]:
    """The classes of a mediator, none where the path leads to them."""
    return () if set(behind.labels) & set(mediator.types) else mediator.types


@lru_cache(maxsize=10_000)
def words_in_iri(relation: Term) -> str:
    """The words of the local name of a relation, empty where it has none. A dotted one names classes, too."""
    name = local_name(relation)
    return humanize(name) if "." not in name and name_of_iri(relation) is not None else ""


def elements_of(path: ShownPath, position: int, key_position: int | None = None) -> tuple[Element, ...]:
    """The elements in the order of the path. `key_position` has values to compare, `position` the answer."""
    return elements_of_groups(path, relation_groups(path), position, key_position)


def elements_of_groups(
    path: ShownPath, groups: Iterable[RelationGroup], position: int, key_position: int | None = None
) -> tuple[Element, ...]:
    """The same for a path whose groups are known."""
    found = list(_of_node(path.nodes[0], 0, is_answer=position == 0))
    before = path.nodes[0]
    members = steps_to_members(path)
    for group in groups:
        needed = ""
        if group.place <= members:
            needed = "it leads from a class to its members"
        elif group.place == key_position:
            needed = "it leads to the values that are compared"
        elif _is_class_of(before, group.node) or _is_class_of(group.node, before):
            needed = "it joins a thing and its class"
        source = before if group.onward else group.node
        short = _without_class(group.text.lower(), source) if group.size == 1 else ""
        full = _with_noun(group.text.lower())
        apart = english_pattern("relations", "ending_in_place").sub(r"\1 place", group.text.lower())
        bare = without_unit(group.text.lower())
        firm = english_pattern("words", "organization").sub("company", group.text.lower())
        events = tuple(map(str.lower, group.event))
        others = (group.in_iri, short, full, *events, apart, bare, firm)
        texts = tuple(dict.fromkeys((group.text.lower(), *filter(None, others))))
        found.append(Element("relation", texts, group.place, group.onward, needed, events))
        found += _of_node(group.node, group.place, is_answer=group.place == position)
        before = group.node
    return tuple(found)


def steps_to_members(path: ShownPath) -> int:
    """So many steps lead from a class over its subclasses to its members; 0 on other paths."""
    steps = path.key.steps if path.key is not None else ()
    for place, step in enumerate(steps, start=1):
        if step.forward or step.relation not in (RDF_TYPE, RDFS_SUBCLASS):
            break
        if step.relation == RDF_TYPE:
            return place if place > 1 else 0
    return 0


def _with_noun(relation: str) -> str:
    """A name with the noun that people say behind it: "phone number" for `phone`; empty where there is none."""
    last = relation.rsplit(maxsplit=1)[-1] if relation.strip() else ""
    noun = english_table("lexicon", "nouns_behind").get(last, "")
    return f"{relation} {noun}" if noun else ""


def _without_class(relation: str, source: ShownNode) -> str:
    """What is left of a name that begins with the class of what has the relation: a concert's "concert date".

    Empty where it does not, or nothing is left.
    """
    begins = (kind.lower() + " " for kind in source.types)
    return next((relation.removeprefix(begin) for begin in begins if relation.startswith(begin)), "")


def _of_node(node: ShownNode, place: int, is_answer: bool) -> Iterable[Element]:
    if node.types:
        kinds = dict.fromkeys(kind.lower() for kind in node.types)
        is_firm = any(singular(kind.split()[-1]) in english_words("firm") for kind in kinds if kind.strip())
        yield Element("class", (*kinds, *(sorted(CALLED_FIRMS) if is_firm else ())), place)
    single = node.kind == "topic" or (node.kind == "entity" and node.total == 1)
    if single and node.labels and not is_answer:
        yield Element("name", (node.labels[0].lower(),), place)


def _is_class_of(one: ShownNode, other: ShownNode) -> bool:
    """Whether one is a topic that is the class of the other."""
    kinds = {kind.casefold() for kind in other.types}
    return one.kind == "topic" and any(label.casefold() in kinds for label in one.labels)
