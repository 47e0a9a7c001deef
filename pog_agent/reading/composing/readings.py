"""What the words of a question became in a query, and what speaks against it."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pog_agent.models import ElementReading, Reading, SpanReading
from pog_agent.models.query import Query
from pog_agent.models.query_draft import ReadQuery
from pog_agent.reading.alignment import LEAST_CERTAIN
from pog_agent.reading.answer_type import SPAN_OF_TIME, deed_flaw, names_agent
from pog_agent.reading.composing.asking import LEAST_ASKED
from pog_agent.reading.composing.heads import Head
from pog_agent.reading.composing.joins import Join, is_mediated
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.stated.amounts import ConvertedAmount, in_unit
from pog_agent.reading.composing.trees import Tree
from pog_agent.reading.composing.writing.denials import doubts_of_nobody
from pog_agent.reading.cues import asked_total, asks_for_reason, is_nested, second_question
from pog_agent.reading.schema.lexicon import BY_MEANING, Measure, SchemaLexicon
from pog_agent.reading.schema.measures_beside import NOT_COMPARED, beside_an_extreme, measure_beside
from pog_agent.reading.schema.names import stems_of
from pog_agent.reading.senses.amounts import amount_names, event_names
from pog_agent.reading.senses.event_order import tells_when
from pog_agent.reading.senses.plain_links import unlike_link
from pog_agent.reading.senses.possession import asks_whose
from pog_agent.reading.senses.prepositions import is_unlike_text
from pog_agent.reading.senses.roles import gender_flaw
from pog_agent.reading.stems import begins_alike
from pog_agent.terms import Term

_HOW_MUCH_MORE: Final = re.compile(
    r"\bhow\s+(?:much|many)\s+(?:more|less|fewer)\b|\bhow\s+many\s+\w+s\s+(?:more|less|fewer)\s+than\b",
    re.IGNORECASE,
)
_BEFORE_TEXT: Final = re.compile(
    r"\b(?P<preposition>about|at|by|for|from|in|into|of|on|to|with)\s+(?:(?:the|an?)\s+)?$", re.IGNORECASE
)
LEAST_OF_CLASS: Final = 0.65
"""So like the name of a class a noun must be, if it is certain that it means its things."""


def read_query(scan: Scan, query: Query, tree: Tree, lexicon: SchemaLexicon, cuts: Sequence[str]) -> ReadQuery:
    """The query of a tree with its reading and flaws, the last of which say what was not compared with it."""
    flaws = dict.fromkeys([*_flaws(scan, tree, lexicon), *cuts])
    return ReadQuery(query=query, reading=_reading(scan, tree, lexicon), flaws=tuple(flaws))


def _flaws(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[str]:
    root = scan.heads[tree.root]
    if root.is_hint and root.kind == "class" and not _is_told(scan, tree, lexicon):
        yield f"it is not clear what {root.text!r} asks for"
    yield from _other_answers(scan, tree, lexicon)
    for place, head in enumerate(scan.heads):
        bearers = head.bearers.get(tree.classes.get(place, ""), head.terms)
        if head.kind == "entity" and len(bearers) > 1 and not head.is_named_kind and " or " not in head.text:
            yield f"{len(bearers)} things are named {head.text!r}"
        if head.kind == "class" and not head.is_hint and _is_guessed(head, tree.classes.get(place), lexicon):
            yield f"it is not certain that {head.text!r} means things of that class"
    for join in tree.joins:
        yield from join.doubts
        if join.measure is not None and _is_measured_by_meaning(scan.heads[join.far], join.measure, lexicon):
            words = scan.heads[join.far].text
            yield f"{words!r} was taken to measure {lexicon.label(join.measure.relation)!r}"
        if join.measure is not None and lexicon.has_units([step.target for step in join.steps[:-1]]):
            yield f"the values of {lexicon.label(join.measure.relation)!r} may have several units"
        if any(item.test != "language" for item in scan.heads[join.far].text_conditions):
            yield from _flaws_of_languages(join, lexicon)
        yield from _flaws_of_units(scan.heads[join.far], join, lexicon)
    yield from _lost(scan, tree, lexicon)
    yield from doubts_of_nobody(scan, tree, lexicon)
    joined = [join for join in tree.joins if not (scan.heads[join.far].excluded and _is_left_out(join))]
    for join in (item for item in joined if not item.unasked):
        relations = len(join.steps) - sum(map(is_mediated, join.steps[:-1]))
        ends = scan.heads[join.near].kind, scan.heads[join.far].kind
        if relations > 1 and "entity" in ends and not is_nested(scan.question):
            yield f"the query takes {relations} relations, and the question seems to ask for one"
    yield from _unlike_links(scan, tree, lexicon)
    yield from _unlike_texts(scan, tree, lexicon)
    for relation in (relation for join in joined for relation in join.unasked):
        yield f"the query goes by {lexicon.label(relation)!r}, which the question does not ask for"


def _is_left_out(join: Join) -> bool:
    """Whether an excluded thing is left out itself, or by its one relation: there is nothing to ask for."""
    return len(join.steps) == 1 or join.near_class == join.far_class


def _unlike_links(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[str]:
    """Relations that usually join two things, where small words of the question say something else of them."""
    for join in tree.joins:
        ends = sorted((join.near, join.far), key=lambda place: scan.heads[place].place)
        kinds = [place for place in ends if scan.heads[place].kind == "class" and not scan.heads[place].is_hint]
        is_plain = len(join.steps) == 1 and join.measure is None and not (join.words or join.unasked)
        if not is_plain or not kinds or join.fits[0] >= LEAST_ASKED or scan.heads[join.far].excluded:
            continue
        named = [scan.heads[place].text for place in kinds]
        named += [lexicon.class_label(tree.classes[place]) for place in kinds if place in tree.classes]
        nouns = " ".join(named).casefold().split()
        of_nouns = {number for place in kinds for number in range(*scan.heads[place].place)}
        first = scan.heads[ends[0]].place[0]
        words = [scan.words[number] for number in range(first, len(scan.words)) if number not in of_nouns]
        label = lexicon.label(join.steps[0].relation)
        said = unlike_link(scan.question, nouns, words, label)
        if said:
            yield f"the question says {said!r}, and the query goes by {label!r}"


def _unlike_texts(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[str]:
    """Attributes that have a text of the question, where no word asks for them and its preposition says another.

    Where it is asked whether one thing is so, that is uncertain without a word for the attribute, or "in" before
    the text.
    """
    for join in tree.joins:
        far = scan.heads[join.far]
        if far.kind != "text" or far.is_flag or join.words or len(join.steps) > 1:
            continue
        before = scan.question[: scan.words[far.place[0]].start]
        found = _BEFORE_TEXT.search(before)
        said, label = (found["preposition"].casefold() if found else ""), lexicon.label(join.steps[0].relation)
        is_bare = scan.asks_whether_so and said not in ("in", "at", "on") and not far.text.islower()
        is_somebody = said in ("in", "at", "on") and names_agent(label)
        if is_bare or is_somebody or is_unlike_text(said, label):
            yield f"it is not certain that {f'{said} {far.text}'.strip()!r} means {label!r}"


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
    names = stems_of(tuple(" ".join(known.texts if known is not None else ()).casefold().split()))
    return head.score < LEAST_OF_CLASS or set(stems_of(tuple(head.text.casefold().split()))).isdisjoint(names)


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


def _other_answers(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[str]:
    """What is asked for, and told by none of the relations."""
    yield from _deeds(scan, tree, lexicon)
    yield from _things_for_owners(scan, tree, lexicon)
    yield from _years_for_spans(scan, tree, lexicon)
    yield from _differences(scan)
    total = asked_total(scan.question)
    if total and scan.form == "rows" and scan.heads[tree.root].kind == "attribute":
        yield f"the question says {total!r}, and the query does not add up"
    yield from _other_times(scan, tree, lexicon)
    second = second_question(scan.question)
    if second and len(scan.roots) == 1:
        yield f"the question asks {second!r} as well, and the query answers one of two questions"
    for join in tree.joins:
        words = [scan.words[place].text for place in {*join.words, *_places(scan.heads[join.far])}]
        yield from filter(None, (gender_flaw(words, lexicon.label(step.relation)) for step in join.steps))
    relations = [lexicon.label(step.relation) for join in tree.joins for step in join.steps]
    asked = asks_for_reason(scan.question, relations)
    if asked:
        yield f"the question asks {asked!r}, and no relation of the query tells that"


def _deeds(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[str]:
    """Where "who" ordered something is answered by the order."""
    root, class_ = scan.heads[tree.root], tree.classes.get(tree.root)
    if root.is_hint and root.text.casefold() in ("who", "whom") and class_:
        said = (scan.words[place].text for join in tree.joins for place in join.words)
        yield from filter(None, [deed_flaw(root.text, [lexicon.class_label(class_)], said)])


def _things_for_owners(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[str]:
    """Where it is asked whose something is, and the query gives the thing itself."""
    root, class_ = scan.heads[tree.root], tree.classes.get(tree.root)
    if root.kind == "class" and not root.is_hint:
        whose = asks_whose(scan.question, [root.text, lexicon.class_label(class_ or root.classes[0])])
        if whose:
            yield f"the question asks whose {whose!r}, and the answer is the {whose}"


def _other_times(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[str]:
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
                yield f"{label!r} of {near.text!r} does not tell when that was"


def _leads_to_doer(join: Join, place: int, lexicon: SchemaLexicon) -> bool:
    """Whether a head is who did what a relation says: the date of a builder is none of what was built."""
    if place == join.far:
        step, is_target = join.steps[-1], join.steps[-1].forward
    else:
        step, is_target = join.steps[0], not join.steps[0].forward
    return place in (join.near, join.far) and is_target and lexicon.label(step.relation).casefold().endswith(" by")


def _differences(scan: Scan) -> Iterator[str]:
    """Where it is asked by how much one is more than another, which no tree subtracts."""
    said = _HOW_MUCH_MORE.search(scan.question)
    if said:
        yield f"the question says {said.group()!r}, and the query takes no difference"


def _years_for_spans(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[str]:
    """Where a date or a year is shown, and the question asks how long."""
    for join in tree.joins:
        is_shown = join.far in scan.roots and scan.form == "rows" and not scan.heads[join.far].tests
        if join.measure and is_shown and lexicon.is_of_time(join.measure.relation):
            for said in SPAN_OF_TIME.findall(scan.question):
                yield f"the question says {said!r}, and the answer is a date"


def _flaws_of_units(head: Head, join: Join, lexicon: SchemaLexicon) -> Iterator[str]:
    """What is not known of the units of an attribute, and of the numbers that it is compared with."""
    relation = join.steps[-1].relation
    label = lexicon.label(relation)
    measured = lexicon.measured_relations.get(relation)
    if measured is not None and not measured.is_complete:
        yield f"some values of {label!r} have not one number and one unit"
    if lexicon.unit(relation) is None and any(test.rival is not None for test in head.tests):
        yield f"the unit of {label!r} is not known"
    yield from (f"{label!r}: {number.flaw}" for number in _converted(head, join, lexicon) if number.flaw)


def _flaws_of_languages(join: Join, lexicon: SchemaLexicon) -> Iterator[str]:
    """That a text may be so in one language and not in another."""
    relation = join.steps[-1].relation
    languages = {tag for item in lexicon.attributes.get(relation, ()) for tag in item.languages}
    if len(languages) > 1:
        yield f"the texts of {lexicon.label(relation)!r} are in {len(languages)} languages"


def _converted(head: Head, join: Join, lexicon: SchemaLexicon) -> Iterator[ConvertedAmount]:
    """The amounts that an attribute is compared with, in its unit."""
    unit = lexicon.unit(join.steps[-1].relation)
    found = (in_unit(test.amount, unit, test.operator) for test in head.tests if test.amount is not None)
    return (number for number in found if number is not None)


def _lost(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[str]:
    """What is named, and is no part of what the query says or shows."""
    ranked: list[int] = []
    for join in tree.joins:
        head = scan.heads[join.far]
        is_rival = any(test.rival is head for item in scan.heads for test in item.tests)
        is_used = (
            is_rival
            or head.tests
            or head.text_conditions
            or head.extreme
            or head.counted
            or head.negated
            or head.aggregation
        )
        is_shown = join.far in (*scan.roots, *scan.order, scan.group) or join.near in scan.roots[1:]
        if head.kind == "attribute" and not is_used and not is_shown:
            yield f"it is not clear what is asked of {head.text!r}"
        if head.extreme is not None:
            ranked.append(join.near)
        if head.excluded:
            kinds = [item.classes for item in scan.heads if item.kind == "class"]
            is_elsewhere = tree.classes.get(join.near) not in head.classes
            if is_elsewhere and any(not set(own).isdisjoint(head.classes) for own in kinds):
                yield f"it is not clear of what {head.text!r} is an exception"
            if len(tree.children(join.far, join.near)) > 0:
                yield f"what is said of {head.text!r} was not read"
        if (
            head.kind == "role"
            and join.far not in scan.roots
            and not is_used
            and not tree.children(join.far, join.near)
        ):
            yield f"it is not clear what is asked of {head.text!r}"
        relation, owner = join.steps[-1].relation, join.near_class or ""
        other = beside_an_extreme(lexicon, relation, owner) if head.extreme else None
        if head.kind == "attribute" and (head.tests or head.aggregation):
            other = other or measure_beside(lexicon, relation, owner)
        if other is not None:
            yield NOT_COMPARED.format(lexicon.label(other))
    if tree.repeats:
        yield "one word asks for two relations"
    if len(set(ranked)) < len(ranked):
        yield "the question has several superlatives"


def _places(head: Head) -> range:
    return range(*head.place) if head.kind in ("role", "attribute") else range(0)


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
    spans += [*_amount_spans(scan, tree, lexicon), *_period_spans(scan)]
    for place in tree.unread:
        word = scan.words[place]
        spans.append(SpanReading(text=word.text, start=word.start, end=word.end, role="unread"))
    return Reading(spans=tuple(sorted(spans, key=lambda item: item.start)), elements=tuple(elements))


def _period_spans(scan: Scan) -> Iterator[SpanReading]:
    """The periods, each with its years or days."""
    for period in scan.periods:
        if period.tests:
            where = {"text": period.text, "start": period.start, "end": period.end}
            yield SpanReading.model_validate({**where, "role": "value", "meaning": period.meaning})


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
