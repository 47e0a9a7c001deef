"""Whether a reading answers what is asked: for whom, for when, for how much, and for no more."""

from collections.abc import Iterator

from pog_agent.language.english import english_pattern
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.answer_type import SPAN_OF_TIME
from pog_agent.reading.composing.heads import Head
from pog_agent.reading.composing.joins import Join, is_mediated
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.trees import Tree
from pog_agent.reading.cues import asked_total, asks_for_reason, second_question, superlatives
from pog_agent.reading.extremes import OF_TIME, degree_of
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.reading.senses.event_order import tells_when
from pog_agent.reading.senses.possession import asks_whose
from pog_agent.reading.senses.roles import gender_flaw
from pog_agent.reading.stems import begins_alike


def doubts_of_asked(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """What is asked for, and told by none of the relations."""
    yield from _things_for_owners(scan, tree, lexicon)
    yield from _things_for_amounts(scan, tree)
    yield from _dates_for_amounts(scan, tree, lexicon)
    yield from _values_not_added(scan, tree)
    yield from _differences(scan)
    total = asked_total(scan.question)
    if total and scan.form == "rows" and scan.heads[tree.root].kind == "attribute":
        yield finding("cue-not-carried-out", total)
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
    said = english_pattern("asking", "how_much_more").search(scan.question)
    if said:
        yield finding("cue-not-carried-out", said.group())


def _things_for_amounts(scan: Scan, tree: Tree) -> Iterator[Finding]:
    """Where things are shown, and the question asks how much."""
    root, said = scan.heads[tree.root], english_pattern("asking", "amount").search(scan.question)
    if said and scan.form == "rows" and root.aggregation is None and root.kind in ("class", "role"):
        yield finding("no-number", said.group())


def _dates_for_amounts(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """Where a date or a year is shown, and the question asks how long, or how much."""
    for place in scan.roots:
        head = scan.heads[place]
        own = [join.measure for join in tree.joins if join.far == place and join.measure] or head.measures
        is_date = bool(own) and all(lexicon.is_of_time(measure.relation) for measure in own)
        if is_date and scan.form == "rows" and not head.tests:
            amounts = english_pattern("asking", "amount").finditer(scan.question)
            for said in (*SPAN_OF_TIME.finditer(scan.question), *amounts):
                yield finding("date-for-amount", said.group())


def _values_not_added(scan: Scan, tree: Tree) -> Iterator[Finding]:
    """Extremes of values of which a thing may have several to add up."""
    cues = superlatives(scan.question)
    for join in (item for item in tree.joins if scan.heads[item.far].extreme is not None):
        said = next((cue for cue in cues if cue.split()[0].casefold() in ("most", "fewest", "least")), "")
        if said and any(map(is_mediated, join.steps[:-1])) and degree_of(said) not in OF_TIME:
            yield finding("values-not-added", said)


def _places(head: Head) -> range:
    return range(*head.place) if head.kind in ("role", "attribute") else range(0)
