"""What "not" says of things that have no fact of a denied relation: not of a town, or it is not known.

Who has no place of birth may be born in any town. Who studied nowhere did not study there.
"""

from collections.abc import Iterator, Sequence

from pog_agent.kg.schema.summary import SchemaAttribute, SchemaLink
from pog_agent.language.lexicon import english_words
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Edge
from pog_agent.reading.composing.joins import Join
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.trees import Tree
from pog_agent.reading.composing.writing.values import variable_of
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.reading.stems import begins_alike
from pog_agent.terms import Term
from pog_agent.words import PREPOSITIONS, stem

_KINDS = ("entity", "text")
_OPTIONAL = frozenset(map(stem, english_words("not_of_all")))


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


def doubts_of_nobody(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """Why a thing may be done by somebody though the graph has nobody who did it: "that nobody has tested".

    Of what was tested on a day, or at a place, it may only not be known by whom. Who is looked through is told by
    no more than that it is not so.
    """
    for join in tree.joins:
        places = [place for place in (join.near, join.far) if scan.heads[place].is_nobody]
        if not places:
            continue
        head, other = scan.heads[places[0]], join.near if join.far == places[0] else join.far
        if not join.words:
            yield finding("asked-unclear", head.text)
            continue
        label = lexicon.label(join.steps[-1].relation)
        beside = _relations_of_verb(scan, join, tree.classes.get(other), lexicon)
        if beside:
            yield finding("had-in-another-way", lexicon.label(beside[0]), label)
        if scan.heads[other].is_hint and sum(other in (item.near, item.far) for item in tree.joins) == 1:
            yield finding("asked-unclear", scan.heads[other].text)


def _relations_of_verb(scan: Scan, join: Join, class_: Term | None, lexicon: SchemaLexicon) -> list[Term]:
    """The other relations of a class that have a word of those that ask for a join: the day when it was done."""
    said = [scan.words[place].text for place in join.words if scan.words[place].text not in PREPOSITIONS]
    own = {step.relation for step in join.steps}
    summary = lexicon.summary
    known: list[SchemaLink | SchemaAttribute] = []
    if class_ is not None:
        known = [*summary.links_from(class_), *summary.attributes_of(class_)]
    beside = dict.fromkeys(item.relation for item in known if item.relation not in own)
    return [item for item in beside if begins_alike(said, lexicon.label(item).split())]
