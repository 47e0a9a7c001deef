"""What "not" says of things that have no fact of a denied relation: not of a town, or it is not known.

Who has no place of birth may be born in any town. Who studied nowhere did not study there.
"""

from collections.abc import Iterator, Sequence

from pog_agent.kg.schema.summary import SchemaAttribute, SchemaLink
from pog_agent.models.query import Edge
from pog_agent.reading.composing.joins import Join
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.trees import Tree
from pog_agent.reading.composing.writing.values import variable_of
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.terms import Term
from pog_agent.words import stem

_KINDS = ("entity", "text")
_OPTIONAL = frozenset(
    map(stem, ("affiliated", "attended", "award", "enrolled", "joined", "member", "sponsor", "winner", "won"))
)
"""Words in the names of relations that not everything has in truth: a country may be a member of nothing."""


def denies_a_value(scan: Scan, tree: Tree, place: int) -> bool:
    """Whether a name or text is denied of things, and not that they have any such thing."""
    head = scan.heads[place]
    is_leaf = sum(place in (join.near, join.far) for join in tree.joins) == 1
    return head.negated and not head.excluded and not head.is_flag and head.kind in _KINDS and is_leaf


def is_of_every_thing(join: Join, head: int, class_: Term | None, lexicon: SchemaLexicon) -> bool:
    """Whether each thing of a class has one fact of the relation of a join, and the graph lacks those of a few."""
    step = join.steps[0]
    is_onward = step.forward == (join.near == head)
    known = lexicon.summary.class_of(class_) if class_ is not None else None
    is_optional = not _OPTIONAL.isdisjoint(map(stem, lexicon.label(step.relation).casefold().split()))
    if known is None or len(join.steps) > 1 or not is_onward or is_optional:
        return False
    links = [item for item in lexicon.summary.links_from(known.iri) if item.relation == step.relation]
    values = [item for item in lexicon.summary.attributes_of(known.iri) if item.relation == step.relation]
    facts: Sequence[SchemaLink | SchemaAttribute] = links or values
    # One fact may lead to things of several classes, and those of the things to others.
    sources = max([*(item.sources for item in facts), sum(item.own_edges for item in facts)], default=0)
    return all(item.edges == item.sources for item in facts) and sources < known.instances < 2 * sources


def edges_to_anything(join: Join, head: int, numbers: Iterator[int]) -> tuple[Edge, ...]:
    """The edges of a join, seen from a head, to a variable of their own."""
    steps = [(step.relation, step.forward) for step in join.steps]
    if join.near != head:
        steps = [(relation, not forward) for relation, forward in reversed(steps)]
    edges, near = [], variable_of(head)
    for relation, forward in steps:
        far = f"v{next(numbers)}"
        source, target = (near, far) if forward else (far, near)
        edges.append(Edge(source=source, relation=relation, target=target))
        near = far
    return tuple(edges)
