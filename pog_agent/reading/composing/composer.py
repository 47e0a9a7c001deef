"""The entry of this room: the query that a question asks for, as far as rules can tell."""

import re
from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from pydantic import ValidationError

from pog_agent.models import ElementReading, Reading, SpanReading, TopicEntity
from pog_agent.models.query import Query
from pog_agent.models.query_draft import QueryDraft, ReadQuery
from pog_agent.reading.composing.forms.forms import composed_form
from pog_agent.reading.composing.joins import Joiner
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.scanner import scanned
from pog_agent.reading.composing.trees import MOST_HEADS, JoinedTrees, Tree, joined_trees, nested_trees
from pog_agent.reading.composing.values import UnwrittenError
from pog_agent.reading.composing.writing import QueryWriter
from pog_agent.reading.schema.lexicon import BY_MEANING, SchemaLexicon
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.words import singular

_ONE: Final = re.compile(r"^\W*(?:what|which|who)\s+(?:is|was)\b", re.IGNORECASE)
_NUMBER: Final = re.compile(r"^\W*what\s+(?:is|was)\s+the\s+(?:total\s+)?(?:number|amount)\s+of\b", re.IGNORECASE)
MOST_READINGS: Final = 6
"""So many readings of a question are compared."""
TOO_MANY_JOINS: Final = "what the question names can be joined in more ways than were compared"
NOT_JOINED: Final = "what the question names is not joined in the graph"
LEAST_OF_CLASS: Final = 0.65
"""So like the name of a class a noun must be, if it is certain that it means its things."""
LEAST_MARGIN: Final = 0.15
"""So much better the best tree must be than one that gives another query."""


def composed_query(question: str, topics: Sequence[TopicEntity], vocabulary: QueryVocabulary) -> QueryDraft:
    """The query for a question with its reading; no query, and the reason, where it is not understood."""
    return composed_form(question, topics, vocabulary, _plainly_composed) or _plainly_composed(
        question, topics, vocabulary
    )


def _plainly_composed(question: str, topics: Sequence[TopicEntity], vocabulary: QueryVocabulary) -> QueryDraft:
    """The query for what is asked of things and values as the graph has them."""
    scan = scanned(question, topics, vocabulary)
    joiner = Joiner(scan, vocabulary.lexicon)
    problem = _problem(scan, joiner)
    if problem:
        return QueryDraft(reason=problem)
    joined = joined_trees(scan, joiner, scan.roots[0])
    if not joined.trees:
        return QueryDraft(reason=TOO_MANY_JOINS if joined.left_out > -inf else NOT_JOINED)
    best = joined.trees[0]
    writer = QueryWriter(scan, best, vocabulary)
    try:
        query, presupposed = writer.query(), writer.presupposed()
    except (UnwrittenError, ValidationError) as error:
        return QueryDraft(reason=_why_unwritten(error))
    rivals, margin, cuts = _rivals(scan, joined, query, vocabulary)
    rivals.update(_nested(scan, best, vocabulary))
    read = _read(scan, query, best, vocabulary.lexicon, cuts)
    return QueryDraft(
        query=query,
        reading=read.reading,
        flaws=read.flaws,
        rivals=tuple(_read(scan, other, tree, vocabulary.lexicon, cuts) for other, tree in rivals.items()),
        asks_for_one=_asks_for_one(scan),
        presupposed=presupposed,
        margin=margin,
    )


def _rivals(
    scan: Scan, joined: JoinedTrees, query: Query, vocabulary: QueryVocabulary
) -> tuple[dict[Query, Tree], float, list[str]]:
    """The other queries of trees as good as the best one, its margin (at most 1), and what was not compared."""
    best = joined.trees[0]
    found: dict[Query, Tree] = {}
    margin = min(best.score - joined.left_out, 1.0)
    unwritten: list[str] = []
    cuts = [TOO_MANY_JOINS] if margin < LEAST_MARGIN else []
    for tree in joined.trees[1:]:
        behind = best.score - tree.score
        if behind >= max(LEAST_MARGIN, margin):
            break
        try:
            other = QueryWriter(scan, tree, vocabulary).query()
        except (UnwrittenError, ValidationError) as error:
            if behind < LEAST_MARGIN:
                unwritten = unwritten or [f"another reading of the question is no query: {_why_unwritten(error)}"]
            continue
        if other == query or other in found:
            continue
        margin = min(margin, behind)
        if behind >= LEAST_MARGIN:
            break
        if len(found) == MOST_READINGS - 1:
            cuts = [f"the question has more than {MOST_READINGS} readings that fit as well"]
            break
        found[other] = tree
    return found, margin, [*cuts, *unwritten]


def _nested(scan: Scan, best: Tree, vocabulary: QueryVocabulary) -> Iterator[tuple[Query, Tree]]:
    """Queries that go over one more step of a relation that no word names; one that is none is no reading."""
    for tree in nested_trees(best, vocabulary.lexicon):
        try:
            yield QueryWriter(scan, tree, vocabulary).query(), tree
        except (UnwrittenError, ValidationError):
            continue


def _why_unwritten(error: UnwrittenError | ValidationError) -> str:
    if isinstance(error, UnwrittenError):
        return str(error)
    return str(error.errors()[0]["msg"]).removeprefix("Value error, ")


def _read(scan: Scan, query: Query, tree: Tree, lexicon: SchemaLexicon, cuts: Sequence[str]) -> ReadQuery:
    flaws = dict.fromkeys([*_flaws(scan, tree, lexicon), *cuts])
    return ReadQuery(query=query, reading=_reading(scan, tree, lexicon), flaws=tuple(flaws))


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


def _asks_for_one(scan: Scan) -> bool:
    """Whether the question speaks of what is asked for in the singular: "what is the", "which river"."""
    head = scan.heads[scan.roots[0]]
    last = scan.words[max(head.place[1] - 1, 0)].text
    if scan.form == "rows" and ("count" in head.cues or _NUMBER.search(scan.question)):
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
        if head.kind == "class" and not head.is_hint and head.score < LEAST_OF_CLASS:
            yield f"it is not certain that {head.text!r} means things of that class"
    for join in tree.joins:
        yield from join.doubts
        if join.measure is not None and scan.heads[join.far].is_hint and join.measure.score == BY_MEANING:
            words = scan.heads[join.far].text
            yield f"{words!r} was taken to measure {lexicon.label(join.measure.relation)!r}"
        if join.measure is not None and lexicon.has_units([step.target for step in join.steps[:-1]]):
            yield f"the values of {lexicon.label(join.measure.relation)!r} may have several units"
    yield from _lost(scan, tree, lexicon)
    joined = [join for join in tree.joins if not scan.heads[join.far].excluded]
    for relation in (relation for join in joined for relation in join.unasked):
        yield f"the query goes by {lexicon.label(relation)!r}, which the question does not ask for"


def _lost(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[str]:
    """What is named, and is no part of what the query says or shows."""
    ranked: list[int] = []
    for join in tree.joins:
        head = scan.heads[join.far]
        is_used = head.tests or head.extreme or head.counted or head.negated or head.aggregation
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
                    likeness=join.fits[number],
                )
            )
    for place in tree.unread:
        word = scan.words[place]
        spans.append(SpanReading(text=word.text, start=word.start, end=word.end, role="unread"))
    return Reading(spans=tuple(sorted(spans, key=lambda item: item.start)), elements=tuple(elements))
