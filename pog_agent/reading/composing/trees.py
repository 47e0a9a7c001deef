"""Joins the heads of a question to a tree: the one whose relations the words ask for best."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import inf, prod
from typing import Final

from pog_agent.deadline import while_in_time
from pog_agent.language.lexicon import english_words
from pog_agent.reading.composing.heads import Head
from pog_agent.reading.composing.joins import Join, Joiner
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.terms import Term
from pog_agent.words import FUNCTION_WORDS, PREPOSITIONS

OF_UNREAD: Final = 0.5
MOST_HEADS: Final = 7
MOST_TREES: Final = 3000
_JOINS_OF_PAIR: Final = 3
"""So many joins of one kind between the same two heads are compared."""
_JOINS_OF_HEAD: Final = 9


@dataclass(frozen=True)
class Tree:
    """Heads joined to a tree around the root, with what each is taken for, and the words that were not read.

    `repeats` says that words ask for two joins at once.
    """

    root: int
    joins: tuple[Join, ...]
    classes: dict[int, Term]
    score: float
    unread: tuple[int, ...]
    repeats: bool = False

    def children(self, head: int, parent: int | None) -> list[Join]:
        """The joins of a head with those behind it, seen from its parent."""
        return [
            join for join in self.joins if head in (join.near, join.far) and parent not in (join.near, join.far)
        ]


def nested_trees(tree: Tree, lexicon: SchemaLexicon) -> Iterator[Tree]:
    """The tree over one more step of a relation that no word names.

    What is in a part of a place is in the place, too, though the graph may say only one of the two of each thing.
    """
    for place, join in enumerate(tree.joins):
        step, start = join.steps[0], join.near_class
        if len(join.steps) > 1 or join.words or join.measure is not None or start in (None, step.target):
            continue
        for first in lexicon.chains.steps_from(start or ""):
            if (first.relation, first.forward) != (step.relation, step.forward) or first.target in (None, start):
                continue
            for on in lexicon.chains.direct(first.target, step.target):
                if (on.relation, on.forward) == (step.relation, step.forward):
                    longer = replace(join, steps=(first, on), fits=join.fits * 2)
                    yield replace(tree, joins=(*tree.joins[:place], longer, *tree.joins[place + 1 :]))


@dataclass(frozen=True)
class JoinedTrees:
    """The trees of the heads of a question, the best first; no tree that was not looked at has a better score than
    `left_out`.
    """

    trees: tuple[Tree, ...]
    left_out: float


def joined_trees(scan: Scan, joiner: Joiner, root: int) -> JoinedTrees:
    """All trees of the heads around a root; where there are very many, those of the best joins."""
    if len(scan.heads) > MOST_HEADS:
        return JoinedTrees((), -inf)
    others = [place for place in range(len(scan.heads)) if place != root]
    options = [_options(scan, joiner, place) for place in others]
    if any(not own for own in options):
        return JoinedTrees((), -inf)
    kept = _kept(options)
    ways = while_in_time(product(*kept), "readings of the question")
    found = (_tree(scan, root, others, chosen) for chosen in ways)
    trees = sorted(filter(None, found), key=lambda tree: -tree.score)
    return JoinedTrees(tuple(trees), _best_left_out(scan, options, kept))


def _options(scan: Scan, joiner: Joiner, place: int) -> list[Join]:
    """The joins of a head with those that it may depend on, the best first."""
    found: list[Join] = []
    for parent in range(len(scan.heads)):
        if parent != place and _may_depend(scan, place, parent):
            found += [join for join in _joined(scan, joiner, parent, place) if not _is_of_named(scan, join)]
    return sorted(found, key=lambda join: -join.score)


def _is_of_named(scan: Scan, join: Join) -> bool:
    """Whether a join says a condition of the only thing of a name, which singles nothing out.

    Of the "children of Ann born before 1980" the children were born then, and of those "who are not married" they
    are not. Whether a named thing is so is another question, and "the teacher Ann" says no more than Ann.
    """
    near, far = scan.heads[join.near], scan.heads[join.far]
    is_named = near.kind == "entity" and len(near.terms) == 1
    is_said = far.kind == "text" and not far.is_union and (far.is_flag or far.place > near.place)
    is_condition = bool(far.tests) or is_said
    return is_condition and is_named and len(join.steps) == 1 and scan.form != "exists"


def _kept(options: Sequence[Sequence[Join]]) -> list[list[Join]]:
    """The first joins of each head: so few that not very many trees can be made of them."""
    kept = [_first_of_pairs(own)[:_JOINS_OF_HEAD] for own in options]
    size = prod(map(len, kept))
    while size > MOST_TREES:
        longest = max(kept, key=len)
        size = size // len(longest) * (len(longest) - 1)
        longest.pop()
    return kept


def _first_of_pairs(joins: Sequence[Join]) -> list[Join]:
    """The first joins between each two heads; those of a role and its owner count on their own."""
    sizes: Counter[tuple[int, int, bool]] = Counter()
    found = []
    for join in joins:
        kind = (join.near, join.far, join.measure is None)
        sizes[kind] += 1
        if sizes[kind] <= _JOINS_OF_PAIR:
            found.append(join)
    return found


def _best_left_out(scan: Scan, options: Sequence[Sequence[Join]], kept: Sequence[Sequence[Join]]) -> float:
    """The best score that a tree with one of the joins left out could have: all its other joins are the best."""
    unread = _unread(scan, {word for own in options for join in own for word in join.words})
    best = sum(own[0].score for own in options) - OF_UNREAD * len(unread)
    losses = []
    for own, few in zip(options, kept, strict=True):
        first_cut = next((join for join in own if join not in few), None)
        if first_cut is not None:
            losses.append(own[0].score - first_cut.score)
    return best - min(losses, default=inf)


def _joined(scan: Scan, joiner: Joiner, parent: int, place: int) -> list[Join]:
    if scan.heads[parent].kind == "role" and scan.heads[place].is_node:
        owners = [join for join in joiner.between(place, parent) if join.measure is not None]
        return [*owners, *joiner.between(parent, place)]
    if scan.heads[parent].is_node:
        return list(joiner.between(parent, place))
    if scan.heads[place].is_node:
        return list(joiner.between(place, parent))
    return []


def _may_depend(scan: Scan, place: int, parent: int) -> bool:
    """Whether a head may stand below another one, seen from the root."""
    head, above = scan.heads[place], scan.heads[parent]
    if head.owner is not None and head.owner is not above:
        return False
    is_ranked = head.extreme is not None or head.counted is not None
    if is_ranked and above.kind == "entity" and len(above.terms) == 1:
        return False
    if not above.is_node and parent not in scan.roots:
        return False
    if above.kind == "entity" and head.place > above.place and _goes_on_after(scan, above):
        return False
    is_choice = above.is_union and parent in scan.roots
    return is_choice or not (head.kind == above.kind == "entity")


def _goes_on_after(scan: Scan, name: Head) -> bool:
    """Whether the sentence goes on with its verb behind a name, which then says nothing more of that name.

    In "which country near France contains an airport", and so in "bordering France", the name belongs to the word
    before it, and no "that" follows. A name that stands without such a word is itself who does something ("the
    town that Ann left"), and a participle may be its own ("Ann living in York").
    """
    first, last = name.place
    words = scan.words
    governing = next(
        (place for place in range(first - 1, -1, -1) if words[place].text not in english_words("article")), None
    )
    named = {place for head in scan.heads for place in range(*head.place)}
    if governing is None or last == len(words) or {governing, last} & named or words[last - 1].is_genitive:
        return False
    verb = words[last].text
    is_verb = verb not in FUNCTION_WORDS and verb not in PREPOSITIONS and not verb.endswith("ing")
    is_governed = words[governing].text in PREPOSITIONS or words[governing].text not in FUNCTION_WORDS
    return is_verb and is_governed and any(scan.heads[root].place < name.place for root in scan.roots)


def _tree(scan: Scan, root: int, others: list[int], chosen: tuple[Join, ...]) -> Tree | None:
    parents = {}
    for place, join in zip(others, chosen, strict=True):
        parents[place] = join.near if join.far == place else join.far
    if not _is_owned(scan, root, parents, chosen):
        return None
    for place in others:
        seen, at = {place}, parents[place]
        while at != root:
            if at in seen:
                return None
            seen.add(at)
            at = parents[at]
    classes: dict[int, Term] = {}
    for join in chosen:
        for head, class_ in ((join.near, join.near_class), (join.far, join.far_class)):
            if class_ is None or scan.heads[head].is_anything:
                continue
            if scan.heads[head].kind in ("class", "role", "entity") and classes.setdefault(head, class_) != class_:
                return None
    if _crosses(others, parents):
        return None
    meant = [join for join in chosen if not (scan.heads[join.far].excluded or scan.heads[join.near].excluded)]
    words = {word for join in chosen for word in join.words}
    repeated = sum(
        len(one.words & other.words)
        for one, other in combinations(meant, 2)
        if not _are_coordinated(scan, one, other)
    )
    unread = _unread(scan, words)
    score = sum(join.score for join in chosen) - OF_UNREAD * len(unread) - 0.3 * repeated
    return Tree(root, chosen, classes, score, unread, bool(repeated))


def _unread(scan: Scan, words: Collection[int]) -> tuple[int, ...]:
    """The words that say something, and are not among those that ask for relations."""
    return tuple(place for place in scan.free if place not in words and scan.words[place].text not in PREPOSITIONS)


def _are_coordinated(scan: Scan, one: Join, other: Join) -> bool:
    """Whether two joins lead from one thing to two names with "and" between them, of which one word speaks."""
    if one.near != other.near:
        return False
    first, last = sorted((scan.heads[one.far], scan.heads[other.far]), key=lambda head: head.place)
    between = {word.text for word in scan.words[first.place[1] : last.place[0]]}
    return first.kind == last.kind and first.kind in ("entity", "text") and between <= {"and", "the"}


def _is_owned(scan: Scan, root: int, parents: dict[int, int], chosen: tuple[Join, ...]) -> bool:
    """Whether each role is somebody's, and an attribute that is asked for belongs to one thing."""
    for place, head in enumerate(scan.heads):
        owned = sum(join.far == place and join.measure is not None for join in chosen)
        if head.kind == "role" and owned != 1:
            return False
    return scan.heads[root].is_node or sum(parent == root for parent in parents.values()) <= 1


def _crosses(others: list[int], parents: dict[int, int]) -> bool:
    spans = [tuple(sorted((place, parents[place]))) for place in others]
    return any(a < c < b < d for a, b in spans for c, d in spans)
