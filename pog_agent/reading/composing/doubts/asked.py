"""Whether a reading answers what is asked: for whom, for when, for how much, and for no more."""

import re
from collections.abc import Iterator
from typing import Final

from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.answer_type import SPAN_OF_TIME, deed_flaw
from pog_agent.reading.composing.heads import Head
from pog_agent.reading.composing.joins import Join, is_mediated
from pog_agent.reading.composing.measures import is_price
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.trees import Tree
from pog_agent.reading.cues import asked_total, asks_for_reason, second_question, superlatives
from pog_agent.reading.extremes import OF_TIME, RANKS, degree_of
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.reading.senses.doers import PARTICLES
from pog_agent.reading.senses.event_order import tells_when
from pog_agent.reading.senses.possession import asks_whose
from pog_agent.reading.senses.roles import gender_flaw
from pog_agent.reading.stems import begins_alike
from pog_agent.terms import Term
from pog_agent.words import stem

_HOW_MUCH_MORE: Final = re.compile(
    r"\bhow\s+(?:much|many)\s+(?:more|less|fewer)\b|\bhow\s+many\s+\w+s\s+(?:more|less|fewer)\s+than\b",
    re.IGNORECASE,
)
_HOW_MUCH: Final = re.compile(r"\bhow\s+(?:much|tall|high|large|big|deep|heavy|far|wide|fast)\b", re.IGNORECASE)
_HOW_MUCH_IS: Final = re.compile(r"\bhow\s+much\s+(?:is|are|was|were)\b", re.IGNORECASE)
_OF_SOME: Final = re.compile(r"^\s*(?:\w+\s+){0,2}(?:of|among|amongst|from)\s", re.IGNORECASE)
_IS_THE: Final = re.compile(r"\s+(?:is|are|was|were)\s+(?:the\s+)?", re.IGNORECASE)
_BY_THE_WAY: Final = re.compile(r"\b(?:at|by|for|from|in|on|to|with)\s+(?:an?|one|every|each)\s+$", re.IGNORECASE)


def doubts_of_asked(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """What is asked for, and told by none of the relations."""
    yield from _deeds(scan, tree, lexicon)
    yield from _things_for_owners(scan, tree, lexicon)
    yield from _things_for_amounts(scan, tree, lexicon)
    yield from _dates_for_amounts(scan, tree, lexicon)
    yield from _beside_the_point(scan, tree)
    yield from _extreme_of_another(scan, tree)
    yield from _unowned_values(scan, tree, lexicon)
    yield from _unclear_extremes(scan, tree, lexicon)
    yield from _differences(scan)
    total = asked_total(scan.question)
    if total and scan.form == "rows" and scan.heads[tree.root].kind == "attribute":
        yield finding("sum-not-taken", total)
    yield from _other_times(scan, tree, lexicon)
    second = second_question(scan.question)
    if second and len(scan.roots) == 1:
        yield finding("half-of-two-questions", second)
    for join in tree.joins:
        words = [scan.words[place].text for place in {*join.words, *_places(scan.heads[join.far])}]
        yield from filter(None, (gender_flaw(words, lexicon.label(step.relation)) for step in join.steps))
    relations = [lexicon.label(step.relation) for join in tree.joins for step in join.steps]
    asked = asks_for_reason(scan.question, relations)
    if asked:
        yield finding("no-reason", asked)


def _deeds(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """Where "who" ordered something is answered by the order."""
    root, class_ = scan.heads[tree.root], tree.classes.get(tree.root)
    if root.is_hint and root.text.casefold() in ("who", "whom") and class_:
        said = (scan.words[place].text for join in tree.joins for place in join.words)
        yield from filter(None, [deed_flaw(root.text, [lexicon.class_label(class_)], said)])


def _things_for_owners(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """Where it is asked whose something is, and the query gives the thing itself."""
    root, class_ = scan.heads[tree.root], tree.classes.get(tree.root)
    if root.kind == "class" and not root.is_hint:
        whose = asks_whose(scan.question, [root.text, lexicon.class_label(class_ or root.classes[0])])
        if whose:
            yield finding("thing-for-owner", whose, whose)


def _other_times(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """Where a year is that of something else than what the question says: the birth of a winner, not a prize."""
    for join in (item for item in tree.joins if item.measure is not None and scan.heads[item.far].tests):
        near, far, label = scan.heads[join.near], scan.heads[join.far], lexicon.label(join.steps[-1].relation)
        if not lexicon.is_of_time(join.steps[-1].relation):
            continue
        if far.is_any_time:
            beside = [other for other in tree.joins if other is not join and other.measure is None]
            steps = [step for other in beside if join.near in (other.near, other.far) for step in other.steps]
            is_named = near.kind == "entity" or any(_leads_to_doer(other, join.near, lexicon) for other in beside)
            is_said = begins_alike(scan.lower.split(), label.casefold().split())
            joined = [lexicon.label(step.relation) for step in steps]
            if not is_said and (is_named or not tells_when(label, joined, scan.question)):
                yield finding("time-of-other-thing", label, near.text)


def _leads_to_doer(join: Join, place: int, lexicon: SchemaLexicon) -> bool:
    """Whether a head is who did what a relation says: the date of a builder is none of what was built."""
    if place == join.far:
        step, is_target = join.steps[-1], join.steps[-1].forward
    else:
        step, is_target = join.steps[0], not join.steps[0].forward
    return place in (join.near, join.far) and is_target and lexicon.label(step.relation).casefold().endswith(" by")


def _differences(scan: Scan) -> Iterator[Finding]:
    """Where it is asked by how much one is more than another, which no tree subtracts."""
    said = _HOW_MUCH_MORE.search(scan.question)
    if said:
        yield finding("difference-not-taken", said.group())


def _things_for_amounts(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """Where things are shown, and the question asks how much; or another number of a thing than what it costs."""
    root, said = scan.heads[tree.root], _HOW_MUCH.search(scan.question)
    if scan.form != "rows" or root.aggregation is not None:
        return
    if said and root.kind in ("class", "role"):
        yield finding("thing-for-amount", said.group())
    costs = _HOW_MUCH_IS.search(scan.question)
    for relation in (join.steps[-1].relation for join in tree.joins if join.far == tree.root and join.measure):
        label = lexicon.label(relation).casefold()
        is_named = set(label.split()) <= set(re.findall(r"\w+", scan.lower))
        if costs and not (is_named or is_price(label) or _is_money(relation, lexicon)):
            yield finding("no-price", costs.group(), label)


def _is_money(relation: Term, lexicon: SchemaLexicon) -> bool:
    unit = lexicon.unit(relation)
    return unit is not None and unit.is_currency


def _dates_for_amounts(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """Where a date or a year is shown, and the question asks how long, or how much."""
    for place in scan.roots:
        head = scan.heads[place]
        own = [join.measure for join in tree.joins if join.far == place and join.measure] or head.measures
        is_date = bool(own) and all(lexicon.is_of_time(measure.relation) for measure in own)
        if is_date and scan.form == "rows" and not head.tests:
            for said in (*SPAN_OF_TIME.finditer(scan.question), *_HOW_MUCH.finditer(scan.question)):
                yield finding("date-shown-for-amount", said.group())


def _extreme_of_another(scan: Scan, tree: Tree) -> Iterator[Finding]:
    """Where what is asked for "is the youngest", or "youngest of" some, and another one is so in the query."""
    root = scan.heads[tree.root]
    for join in tree.joins:
        head, owner = scan.heads[join.far], scan.heads[join.near]
        if head.extreme is None or join.near == tree.root:
            continue
        between = _between(scan, head.place[0] + 1, owner.place[0])
        before = _between(scan, root.place[1], head.place[0])
        if (_OF_SOME.search(between) and tree.root != join.far) or _IS_THE.fullmatch(before):
            yield finding("extreme-of-whom", scan.text(head.place))


def _unclear_extremes(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """Extremes of what counts from the best one on, and of values of which a thing may have several to add up."""
    cues = superlatives(scan.question)
    for join in (item for item in tree.joins if scan.heads[item.far].extreme is not None):
        label = lexicon.label(join.steps[-1].relation)
        if not set(map(stem, RANKS)).isdisjoint(map(stem, label.casefold().split())):
            for cue in (cue for cue in cues if degree_of(cue) in ("high", "low")):
                yield finding("rank-unclear", cue)
        said = next((cue for cue in cues if cue.split()[0].casefold() in ("most", "fewest", "least")), "")
        if said and any(map(is_mediated, join.steps[:-1])) and degree_of(said) not in OF_TIME:
            yield finding("values-not-added", said)


def _between(scan: Scan, first: int, last: int) -> str:
    """What stands before the word at a place, from behind another one on; empty where no words stand there."""
    if not 0 < first <= last < len(scan.words):
        return ""
    return scan.question[scan.words[first - 1].end : scan.words[last].start]


def _unowned_values(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """Where the values of an attribute are shown, of whatever has it, and the question does not say its name."""
    root = scan.heads[tree.root]
    if root.kind == "attribute" and not tree.joins and scan.form == "rows":
        words = root.text.casefold().split()
        behind = [word.text for word in scan.words[root.place[1] : root.place[1] + 1]]
        if not PARTICLES.isdisjoint(behind):
            yield finding("particle-unread", f"{root.text} {behind[0]}", root.text)
        labels = [lexicon.label(measure.relation).casefold() for measure in root.measures]
        if not any({stem(word) for word in label.split()} <= set(map(stem, words)) for label in labels):
            yield finding("asked-of-what", root.text)


def _beside_the_point(scan: Scan, tree: Tree) -> Iterator[Finding]:
    """Where a value is shown of which the question speaks by the way: "for a day"."""
    root = scan.heads[tree.root]
    if root.kind == "attribute" and not root.is_hint and scan.form == "rows":
        before = scan.before(root.place)
        found = _BY_THE_WAY.search(before)
        if found is not None:
            yield finding("said-by-the-way", f"{found.group().strip()} {root.text}")


def _places(head: Head) -> range:
    return range(*head.place) if head.kind in ("role", "attribute") else range(0)
