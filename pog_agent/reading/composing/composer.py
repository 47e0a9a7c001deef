"""The entry of this room: the query that a question asks for, as far as rules can tell."""

import re
from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from pog_agent.models import ElementReading, Reading, SpanReading, TopicEntity
from pog_agent.models.query import Query
from pog_agent.models.query_draft import QueryDraft
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.composing.amounts import ConvertedAmount, in_unit
from pog_agent.reading.composing.heads import Head
from pog_agent.reading.composing.joins import Join, Joiner
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.scanner import scanned
from pog_agent.reading.composing.trees import MOST_HEADS, Tree, best_trees
from pog_agent.reading.composing.writing import IncomparableError, QueryWriter, UnwrittenError
from pog_agent.reading.schema.lexicon import BY_MEANING, SchemaLexicon
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.words import singular

_ONE = re.compile(r"^\W*(?:what|which|who)\s+(?:is|was)\b", re.IGNORECASE)
MOST_READINGS = 6
LEAST_MARGIN = 0.15
"""So much better the best tree must be than one that gives another query."""


def composed_query(
    question: str, topics: Sequence[TopicEntity], vocabulary: QueryVocabulary, encoder: Encoder
) -> QueryDraft:
    """The query for a question with its reading; no query, and the reason, where it is not understood."""
    lexicon = vocabulary.lexicon or SchemaLexicon(vocabulary.summary, encoder, vocabulary.languages)
    scan = scanned(question, topics, vocabulary, lexicon)
    joiner = Joiner(scan, lexicon)
    problem = _problem(scan, joiner)
    if problem:
        return QueryDraft(reason=problem)
    trees = best_trees(scan, joiner, scan.roots[0], most=MOST_READINGS)
    if not trees:
        return QueryDraft(reason="what the question names is not joined in the graph")
    try:
        writer = QueryWriter(scan, trees[0], lexicon, vocabulary.preset)
        query, presupposed = writer.query(), writer.presupposed()
    except UnwrittenError as error:
        return QueryDraft(reason=str(error), refused=isinstance(error, IncomparableError))
    except ValidationError as error:
        return QueryDraft(reason=str(error.errors()[0]["msg"]).removeprefix("Value error, "))
    near = [tree for tree in trees[1:] if trees[0].score - tree.score < LEAST_MARGIN]
    rivals = dict.fromkeys(_written(scan, near, lexicon, vocabulary))
    return QueryDraft(
        query=query,
        reading=_reading(scan, trees[0], lexicon),
        flaws=tuple(dict.fromkeys(_flaws(scan, trees[0], lexicon))),
        rivals=tuple(rival for rival in rivals if rival != query),
        asks_for_one=_asks_for_one(scan),
        presupposed=presupposed,
    )


def _problem(scan: Scan, joiner: Joiner) -> str:
    """Why nothing can be composed, before the heads are joined; empty where it can."""
    idle = _idle_measure(scan, joiner)
    problems = (
        (bool(scan.unread), f"what {scan.unread[0]!r} asks for was not read" if scan.unread else ""),
        (not scan.roots, "nothing that the question asks for is a class or relation of the graph"),
        (len(scan.heads) > MOST_HEADS, f"the question names more than {MOST_HEADS} things"),
        (idle is not None, f"nothing in the graph tells what {idle!r} asks for"),
    )
    return next((reason for holds, reason in problems if holds), "")


def _idle_measure(scan: Scan, joiner: Joiner) -> str | None:
    """An adjective that measures nothing of what the question names."""
    nodes = [place for place, head in enumerate(scan.heads) if head.is_node]
    for place, head in enumerate(scan.heads):
        if head.is_hint and head.kind == "attribute" and not any(joiner.between(node, place) for node in nodes):
            return head.text
    return None


def _written(
    scan: Scan, trees: Sequence[Tree], lexicon: SchemaLexicon, vocabulary: QueryVocabulary
) -> Iterator[Query]:
    for tree in trees:
        try:
            yield QueryWriter(scan, tree, lexicon, vocabulary.preset).query()
        except (UnwrittenError, ValidationError):
            continue


def _asks_for_one(scan: Scan) -> bool:
    """Whether the question speaks of what is asked for in the singular: "what is the", "which river"."""
    head = scan.heads[scan.roots[0]]
    last = scan.words[max(head.place[1] - 1, 0)].text
    if "count" in head.cues and scan.form == "rows":
        return True
    return scan.form == "rows" and not head.is_hint and singular(last) == last and bool(_ONE.search(scan.question))


def _flaws(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[str]:
    root = scan.heads[tree.root]
    if (
        root.is_hint
        and root.kind == "class"
        and not any(join.words for join in tree.joins if tree.root in (join.near, join.far))
    ):
        yield f"it is not clear what {root.text!r} asks for"
    for place, head in enumerate(scan.heads):
        bearers = head.bearers.get(tree.classes.get(place, ""), head.terms)
        if head.kind == "entity" and len(bearers) > 1 and not head.is_named_kind and " or " not in head.text:
            yield f"{len(bearers)} things are named {head.text!r}"
    for join in tree.joins:
        if join.measure is not None and scan.heads[join.far].is_hint and join.measure.score == BY_MEANING:
            words = scan.heads[join.far].text
            yield f"{words!r} was taken to measure {lexicon.label(join.measure.relation)!r}"
        if join.measure is not None and lexicon.has_units([step.target for step in join.steps[:-1]]):
            yield f"the values of {lexicon.label(join.measure.relation)!r} may have several units"
        measured = lexicon.measured_relations.get(join.steps[-1].relation)
        if measured is not None and not measured.quantity.is_complete:
            yield f"some values of {lexicon.label(join.steps[-1].relation)!r} have not one number and one unit"
        for test in scan.heads[join.far].tests:
            if test.rival is not None and lexicon.unit(join.steps[-1].relation) is None:
                yield f"the unit of {lexicon.label(join.steps[-1].relation)!r} is not known"
        for number in _converted(scan.heads[join.far], join, lexicon):
            if number.flaw:
                yield f"{lexicon.label(join.steps[-1].relation)!r}: {number.flaw}"
    yield from _lost(scan, tree, lexicon)
    joined = [join for join in tree.joins if not scan.heads[join.far].excluded]
    for relation in (relation for join in joined for relation in join.unasked):
        yield f"the query goes by {lexicon.label(relation)!r}, which the question does not ask for"


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
        is_used = is_rival or head.tests or head.extreme or head.counted or head.negated or head.aggregation
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
        other = lexicon.same_measure(join.steps[-1].relation, join.near_class or "") if head.extreme else None
        if other is not None:
            yield f"some things may have {lexicon.label(other)!r} instead, which was not compared"
    if tree.repeats:
        yield "one word asks for two relations"
    if len(set(ranked)) < len(ranked):
        yield "the question has several superlatives"


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
                    likeness=1.0 if named else 0.0,
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
