"""What the words of a question became in a query, and what speaks against it."""

from collections.abc import Iterator, Sequence
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.models import ElementReading, Reading, SpanReading
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Query
from pog_agent.models.query_draft import ReadQuery
from pog_agent.reading.alignment import LEAST_CERTAIN
from pog_agent.reading.composing.doubts.asked import doubts_of_asked
from pog_agent.reading.composing.doubts.joined import narrow_negations, unlike_links, unlike_texts, unspoken_events
from pog_agent.reading.composing.heads import Head
from pog_agent.reading.composing.joins import Join, is_mediated
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.stated.amounts import ConvertedAmount, in_unit
from pog_agent.reading.composing.trees import Tree
from pog_agent.reading.composing.writing.denials import doubts_of_nobody
from pog_agent.reading.cues import is_nested
from pog_agent.reading.schema.lexicon import BY_MEANING, Measure, SchemaLexicon
from pog_agent.reading.schema.measures_beside import beside_an_extreme, measure_beside
from pog_agent.reading.schema.names import stems_of
from pog_agent.reading.senses.amounts import amount_names, event_names
from pog_agent.reading.stems import begins_alike
from pog_agent.terms import Term
from pog_agent.words import PREPOSITIONS

LEAST_OF_CLASS: Final = 0.65
"""So like the name of a class a noun must be, if it is certain that it means its things."""


def read_query(scan: Scan, query: Query, tree: Tree, lexicon: SchemaLexicon, cuts: Sequence[Finding]) -> ReadQuery:
    """The query of a tree with its reading and flaws, the last of which say what was not compared with it."""
    flaws = dict.fromkeys([*_flaws(scan, tree, lexicon), *cuts])
    return ReadQuery(query=query, reading=_reading(scan, tree, lexicon), flaws=tuple(flaws))


def _flaws(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    root = scan.heads[tree.root]
    if root.is_hint and root.kind == "class" and not _is_told(scan, tree, lexicon):
        yield finding("asked-unclear", root.text)
    yield from doubts_of_asked(scan, tree, lexicon)
    for place, head in enumerate(scan.heads):
        bearers = head.bearers.get(tree.classes.get(place, ""), head.terms)
        if head.kind == "entity" and len(bearers) > 1 and not head.is_named_kind and " or " not in head.text:
            yield finding("several-named", len(bearers), head.text)
        if head.kind == "class" and not head.is_hint and _is_guessed(head, tree.classes.get(place), lexicon):
            yield finding("class-wider", head.text)
        if head.kind == "class" and not head.is_hint and _is_wider(head, _class_of(place, scan, tree), lexicon):
            yield finding("class-wider", head.text)
    for join in tree.joins:
        yield from join.doubts
        if join.measure is not None and _is_measured_by_meaning(scan.heads[join.far], join.measure, lexicon):
            words = scan.heads[join.far].text
            yield finding("meaning-uncertain", words, lexicon.label(join.measure.relation))
        between = [step.target for step in join.steps[:-1]]
        if join.measure is not None and lexicon.has_units(between, join.measure.relation):
            yield finding("units-unknown", lexicon.label(join.measure.relation))
        yield from _flaws_of_units(scan.heads[join.far], join, lexicon)
    yield from _lost(scan, tree, lexicon)
    yield from doubts_of_nobody(scan, tree, lexicon)
    joined = [join for join in tree.joins if not (scan.heads[join.far].excluded and _is_left_out(join))]
    for join in (item for item in joined if not item.unasked):
        relations = len(join.steps) - sum(map(is_mediated, join.steps[:-1]))
        ends = scan.heads[join.near].kind, scan.heads[join.far].kind
        if relations > 1 and "entity" in ends and not is_nested(scan.question):
            yield finding("longer-than-asked", relations)
    yield from unlike_links(scan, tree, lexicon)
    yield from unlike_texts(scan, tree, lexicon)
    yield from unspoken_events(tree, lexicon)
    yield from narrow_negations(scan, tree)
    for relation in (relation for join in joined for relation in join.unasked):
        yield finding("relation-unasked", lexicon.label(relation))


def _is_left_out(join: Join) -> bool:
    """Whether an excluded thing is left out itself, or by its one relation: there is nothing to ask for."""
    return len(join.steps) == 1 or join.near_class == join.far_class


def _is_measured_by_meaning(head: Head, measure: Measure, lexicon: SchemaLexicon) -> bool:
    """Whether a word such as "old" has only its meaning in common with what it is measured by."""
    is_date = bool(head.tests) and not head.is_any_time and lexicon.is_of_time(measure.relation)
    names_it = begins_alike(head.text.split(), lexicon.label(measure.relation).split())
    is_unlike = is_date and measure.score < LEAST_CERTAIN and not names_it
    return head.is_hint and (measure.score == BY_MEANING or is_unlike)


def _is_guessed(head: Head, class_: Term | None, lexicon: SchemaLexicon) -> bool:
    """Whether a noun has no word of the name of its class: one that is only like it may be a kind of it."""
    if head.kept is not None or class_ is None:
        return head.score < LEAST_OF_CLASS
    known = lexicon.summary.class_of(class_)
    texts = [text.casefold().split() for text in (known.texts if known is not None else ())]
    said = set(stems_of(tuple(head.text.casefold().split())))
    names = [stems_of(tuple(words)) for words in texts if words]
    if head.score < LEAST_OF_CLASS or said.isdisjoint(stem for name in names for stem in name):
        return True
    # A "dog show" is no dog, and a "member of staff" is a member.
    is_plain = [PREPOSITIONS.isdisjoint(words) for words in texts if words]
    return all(plain and said.isdisjoint(name[-1:]) for plain, name in zip(is_plain, names, strict=True))


def _class_of(place: int, scan: Scan, tree: Tree) -> Term | None:
    """The class that a head is taken for; where it stands alone, the only one that it may be."""
    own = scan.heads[place].classes
    return tree.classes.get(place) or (own[0] if len(own) == 1 else None)


def _is_wider(head: Head, class_: Term | None, lexicon: SchemaLexicon) -> bool:
    """Whether a noun is a part of the name of its class, and others of the graph may be called so as well.

    A "solo act" is an act, and so may be what else a relation `act` leads to; "office staff" are not all staff. So
    may be what is of a class above and of no narrower one.
    """
    summary = lexicon.summary
    known = summary.class_of(class_) if class_ is not None else None
    if known is None or class_ is None:
        return False
    said = set(stems_of(tuple(head.text.casefold().split())))
    names = [set(stems_of(tuple(text.casefold().split()))) for text in known.texts]
    if not said or not all(said < name for name in names):
        return False
    under = {item.iri for item in summary.classes if class_ in summary.above.get(item.iri, frozenset({item.iri}))}
    wide = summary.above.get(class_, frozenset({class_})) - {class_}
    sisters = [item for item in summary.classes if item.iri not in under | wide and item.instances]
    if any(wide & summary.above.get(item.iri, frozenset()) for item in sisters):
        return True
    if any(item.iri in wide and item.own_instances for item in summary.classes):
        return True
    links = (item for item in summary.links if item.target not in under | wide)
    return any(said == set(stems_of(tuple(lexicon.label(item.relation).casefold().split()))) for item in links)


def _is_told(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> bool:
    """Whether the question tells of whom it asks: by words for a relation, or by an attribute of these alone."""
    own = [join for join in tree.joins if tree.root in (join.near, join.far)]
    if scan.heads[tree.root].is_anything:
        return all(join.measure is not None or join.words for join in own)
    return any(join.words for join in own) or any(
        join.near == tree.root
        and len(join.steps) == 1
        and _names(scan.heads[join.far], join.steps[0].relation, lexicon)
        and _has_only(tree.classes.get(tree.root, ""), join.steps[0].relation, lexicon)
        for join in own
        if join.measure is not None
    )


def _names(head: Head, relation: Term, lexicon: SchemaLexicon) -> bool:
    """Whether a head is a value of a relation, or says its name or the amount or time that it is."""
    label, words = lexicon.label(relation), head.text.casefold().split()
    spoken = {name for word in words for name in (*amount_names(word).meant, *event_names(word).possible)}
    is_spoken = not spoken.isdisjoint(label.casefold().split())
    return head.kind == "text" or is_spoken or begins_alike(words, [label])


def _has_only(class_: Term, relation: Term, lexicon: SchemaLexicon) -> bool:
    """Whether only instances of a class have an attribute."""
    above = lexicon.summary.above
    return all(class_ in above.get(owner, frozenset({owner})) for owner in lexicon.owners(relation))


def _flaws_of_units(head: Head, join: Join, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """What is not known of the units of an attribute, and of the numbers that it is compared with."""
    relation = join.steps[-1].relation
    label = lexicon.label(relation)
    measured = lexicon.measured_relations.get(relation)
    if measured is not None and not measured.is_complete:
        yield finding("units-unknown", label)
    yield from (
        finding("amount-converted", label, number.flaw)
        for number in _converted(head, join, lexicon)
        if number.flaw
    )


def _converted(head: Head, join: Join, lexicon: SchemaLexicon) -> Iterator[ConvertedAmount]:
    """The amounts that an attribute is compared with, in its unit."""
    unit = lexicon.unit(join.steps[-1].relation)
    found = (in_unit(test.amount, unit, test.operator) for test in head.tests if test.amount is not None)
    return (number for number in found if number is not None)


def _lost(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """What is named, and is no part of what the query says or shows."""
    ranked: list[int] = []
    for join in tree.joins:
        head = scan.heads[join.far]
        is_used = (
            head.tests
            or head.extreme
            or head.counted
            or head.negated
            or head.aggregation
            or (not head.is_hint and english_pattern("asking", "has_one").search(scan.before(head.place)))
        )
        is_shown = join.far in (*scan.roots, *scan.order, scan.group) or join.near in scan.roots[1:]
        if head.kind == "attribute" and not is_used and not is_shown:
            yield finding("asked-unclear", head.text)
        if head.extreme is not None:
            ranked.append(join.near)
        if head.excluded:
            kinds = [item.classes for item in scan.heads if item.kind == "class"]
            is_elsewhere = tree.classes.get(join.near) not in head.classes
            if is_elsewhere and any(not set(own).isdisjoint(head.classes) for own in kinds):
                yield finding("exception-unread", head.text)
            if len(tree.children(join.far, join.near)) > 0:
                yield finding("exception-unread", head.text)
        if (
            head.kind == "role"
            and join.far not in scan.roots
            and not is_used
            and not tree.children(join.far, join.near)
        ):
            yield finding("asked-unclear", head.text)
        relation, owner = join.steps[-1].relation, join.near_class or ""
        other = beside_an_extreme(lexicon, relation, owner) if head.extreme else None
        if head.kind == "attribute" and (head.tests or head.aggregation):
            other = other or measure_beside(lexicon, relation, owner)
        if other is not None:
            yield finding("measure-beside", lexicon.label(other))
    if tree.repeats:
        yield finding("word-for-two-relations")
    if len(set(ranked)) < len(ranked):
        yield finding("several-superlatives")


def _reading(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Reading:
    spans = []
    for head in scan.heads:
        if head.place[0] == head.place[1]:
            continue
        first, last = scan.words[head.place[0]], scan.words[head.place[1] - 1]
        role = {"entity": "topic", "class": "class", "text": "value", "attribute": "relation", "role": "relation"}
        spans.append(
            SpanReading(
                text=scan.question[first.start : last.end],
                start=first.start,
                end=last.end,
                role=role[head.kind],
                meaning=head.text,
                likeness=min(head.score, 1.0),
            )
        )
    elements = []
    for join in tree.joins:
        asked = " ".join(scan.words[place].text for place in sorted(join.words))
        for number, step in enumerate(join.steps):
            named = scan.heads[join.far].text if join.measure and number == len(join.steps) - 1 else asked
            needed = "" if named or step.relation in join.unasked else "it is how these are usually joined"
            elements.append(
                ElementReading(
                    role="relation",
                    text=lexicon.label(step.relation),
                    onward=step.forward,
                    asked_by=named,
                    needed=needed,
                    likeness=join.fits[number],
                )
            )
    spans += _amount_spans(scan, tree, lexicon)
    for place in tree.unread:
        word = scan.words[place]
        spans.append(SpanReading(text=word.text, start=word.start, end=word.end, role="unread"))
    return Reading(spans=tuple(sorted(spans, key=lambda item: item.start)), elements=tuple(elements))


def _amount_spans(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[SpanReading]:
    """The numbers with units that were converted, each with its conversions."""
    shown: dict[tuple[int, int], list[str]] = {}
    for join in tree.joins:
        for number in _converted(scan.heads[join.far], join, lexicon):
            if number.shown:
                shown.setdefault((number.amount.start, number.amount.end), []).append(number.shown)
    for (start, end), texts in shown.items():
        text = scan.question[start:end]
        yield SpanReading(text=text, start=start, end=end, role="value", meaning=", ".join(texts))
