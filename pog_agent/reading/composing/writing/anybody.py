"""What "who" may stand for beside one class: all that the relations of a question lead to."""

from collections.abc import Collection
from dataclasses import dataclass

from pog_agent.kg.schema.summary import PSEUDO_CLASSES
from pog_agent.reading.composing.heads import Head
from pog_agent.reading.composing.joins import Join
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.trees import Tree
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.terms import Term


@dataclass(frozen=True)
class Anybody:
    """The heads for "who" that are written without a class, as nobody else but people stands there, and those of
    which it is not known.
    """

    heads: frozenset[int] = frozenset()
    unsure: frozenset[int] = frozenset()


def anybody_asked(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Anybody:
    """Whether "who" loses somebody by the class that a tree takes it for.

    What has another class, or none, is lost. It is somebody, too, if its class has people, or if it has none.
    """
    head, class_ = scan.heads[tree.root], tree.classes.get(tree.root)
    if not (head.is_hint and head.text.casefold() in ("who", "whom") and class_):
        return Anybody()
    ends = [found for join in tree.joins if (found := _ends(scan, tree, join, lexicon)) is not None]
    above = lexicon.summary.above
    others = {
        other for other in (set.intersection(*ends) if ends else ()) if class_ not in above.get(other, (other,))
    }
    if not others:
        return Anybody()
    are_people = all(_is_somebody(other, head, lexicon) for other in others)
    places = frozenset({tree.root})
    return Anybody(heads=places) if are_people else Anybody(unsure=places)


def _ends(scan: Scan, tree: Tree, join: Join, lexicon: SchemaLexicon) -> set[Term] | None:
    """The classes of what a join leads to at the root; None where it does not, or leads to all without it."""
    far = scan.heads[join.far]
    if tree.root not in (join.near, join.far) or far.negated or far.excluded:
        return None
    summary = lexicon.summary
    if join.far == tree.root:
        step, is_source = join.steps[-1], not join.steps[-1].forward
        other = join.steps[-2].target if len(join.steps) > 1 else join.near_class
    else:
        step, is_source = join.steps[0], join.steps[0].forward
        if join.measure is not None and len(join.steps) == 1:
            known = {item.source for item in lexicon.attributes.get(step.relation, ())}
            return {item for item in known if _is_somebody(item, scan.heads[tree.root], lexicon)}
        other = step.target
    links = summary.links_to(other or "") if is_source else summary.links_from(other or "")
    return {item.source if is_source else item.target for item in links if item.relation == step.relation}


def _is_somebody(class_: Term, head: Head, lexicon: SchemaLexicon) -> bool:
    """Whether the things of a class answer "who", as far as names tell."""
    wider: Collection[Term] = lexicon.summary.above.get(class_, (class_,))
    return class_ in PSEUDO_CLASSES or not set(head.classes).isdisjoint(wider) or lexicon.is_of_people(class_)
