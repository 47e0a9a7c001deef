"""The entry of this room: the query that a question asks for, as far as rules can tell."""

from collections.abc import Collection, Sequence
from functools import partial
from math import inf
from typing import Final

from pydantic import ValidationError

from pog_agent.deadline import is_cut
from pog_agent.language.english import english_pattern
from pog_agent.models import TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Query
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.asked.asides import without_asides
from pog_agent.reading.composing.forms.forms import composed_form
from pog_agent.reading.composing.hints import ReadingHints
from pog_agent.reading.composing.joins import Joiner
from pog_agent.reading.composing.readings import read_query
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.scanner import scanned
from pog_agent.reading.composing.trees import MOST_HEADS, JoinedTrees, Tree, joined_trees, nested_trees
from pog_agent.reading.composing.writing.anybody import anybody_asked
from pog_agent.reading.composing.writing.queries import QueryWriter
from pog_agent.reading.composing.writing.unwritten import IncomparableError, UnwrittenError, not_read
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.reading.stems import begins_alike
from pog_agent.words import singular

MOST_READINGS: Final = 6
"""So many readings of a question are compared."""
NOT_READ_IN_TIME: Final = "the question was not read to its end in the time of the run (max_seconds)"
NOT_JOINED: Final = "what the question names is not joined in the graph"
LEAST_MARGIN: Final = 0.15
"""So much better the best tree must be than one that gives another query."""


def composed_query(
    question: str,
    topics: Sequence[TopicEntity],
    vocabulary: QueryVocabulary,
    *,
    hints: ReadingHints | None = None,
) -> QueryDraft:
    """The query for a question with its reading; no query, and the reason, where it is not understood.

    `hints` tell what else is known of the words.
    """
    question = without_asides(question)
    compose = partial(_plainly_composed, hints=hints or ReadingHints())
    form = composed_form(question, topics, vocabulary, compose)
    return form or compose(question, topics, vocabulary)


def _plainly_composed(
    question: str,
    topics: Sequence[TopicEntity],
    vocabulary: QueryVocabulary,
    *,
    hints: ReadingHints,
) -> QueryDraft:
    """The query for what is asked of things and values as the graph has them."""
    scan = scanned(question, topics, vocabulary)
    joiner = Joiner(scan, vocabulary.lexicon, hints)
    if is_cut():
        return QueryDraft(reason=NOT_READ_IN_TIME)
    if scan.refusals:
        return QueryDraft(reason=scan.refusals[0], refused=True)
    problem = _problem(scan, joiner)
    if problem:
        return QueryDraft(reason=problem)
    joined = joined_trees(scan, joiner, scan.roots[0])
    if not joined.trees:
        return QueryDraft(
            reason=finding("joins-not-compared").message if joined.left_out > -inf or is_cut() else NOT_JOINED
        )
    best = joined.trees[0]
    writer = _writer(scan, best, vocabulary)
    try:
        query, presupposed, untold = writer.query(), writer.presupposed(), writer.untold()
        factless = writer.factless()
    except (UnwrittenError, ValidationError) as error:
        return QueryDraft(reason=_why_unwritten(error), refused=isinstance(error, IncomparableError))
    rivals, cuts = _rivals(scan, joined, query, vocabulary)
    for found, unwritten in (_nested(scan, best, vocabulary), _by_relations_alone(scan, best, vocabulary)):
        rivals.update((other, tree) for other, tree in found.items() if other != query)
        cuts += unwritten
    read = read_query(scan, query, best, vocabulary.lexicon, cuts)
    return QueryDraft(
        query=query,
        reading=read.reading,
        flaws=read.flaws,
        rivals=tuple(read_query(scan, other, tree, vocabulary.lexicon, cuts) for other, tree in rivals.items()),
        asks_for_one=_asks_for_one(scan),
        presupposed=presupposed,
        untold=untold,
        factless=factless,
    )


def _writer(scan: Scan, tree: Tree, vocabulary: QueryVocabulary, *, besides: Collection[int] = ()) -> QueryWriter:
    """What writes a tree; "who" is everybody that its relations lead to, and so are the heads `besides`."""
    without = anybody_asked(scan, tree, vocabulary.lexicon).heads.union(besides)
    return QueryWriter(scan, tree, vocabulary, without_class=without)


def _rivals(
    scan: Scan, joined: JoinedTrees, query: Query, vocabulary: QueryVocabulary
) -> tuple[dict[Query, Tree], list[Finding]]:
    """The other queries of trees as good as the best one, and what was not compared."""
    best = joined.trees[0]
    found: dict[Query, Tree] = {}
    unwritten: list[Finding] = []
    cuts = [finding("joins-not-compared")] if best.score - joined.left_out < LEAST_MARGIN or is_cut() else []
    for tree in joined.trees[1:]:
        if best.score - tree.score >= LEAST_MARGIN:
            break
        try:
            other = _writer(scan, tree, vocabulary).query()
        except (UnwrittenError, ValidationError) as error:
            unwritten = unwritten or [_no_query(error)]
            continue
        if other == query or other in found:
            continue
        if len(found) == MOST_READINGS - 1:
            cuts = [finding("not-compared", f"{MOST_READINGS} readings")]
            break
        found[other] = tree
    return found, [*cuts, *unwritten]


def _nested(scan: Scan, best: Tree, vocabulary: QueryVocabulary) -> tuple[dict[Query, Tree], list[Finding]]:
    """Queries that go over one more step of a relation that no word names, and that one could not be written."""
    found: dict[Query, Tree] = {}
    unwritten: list[Finding] = []
    for tree in nested_trees(best, vocabulary.lexicon):
        try:
            found[_writer(scan, tree, vocabulary).query()] = tree
        except (UnwrittenError, ValidationError) as error:
            unwritten = [_no_query(error)]
    return found, unwritten


def _by_relations_alone(
    scan: Scan, best: Tree, vocabulary: QueryVocabulary
) -> tuple[dict[Query, Tree], list[Finding]]:
    """A query without classes of which a relation to them has the name: it may lead to other things, too.

    A manufacturer is what something is "manufactured by", whether or not it is of that class. So is who made it.
    """
    agents = {*anybody_asked(scan, best, vocabulary.lexicon).unsure}
    for join in (item for item in best.joins if len(item.steps) == 1):
        label = vocabulary.lexicon.label(join.steps[0].relation)
        ends = ((place, scan.heads[place]) for place in (join.near, join.far))
        named = {place for place, head in ends if head.kind == "class" and not head.is_hint}
        agents |= {item for item in named if begins_alike(scan.heads[item].text.lower().split()[-1:], [label])}
    if not agents:
        return {}, []
    try:
        return {_writer(scan, best, vocabulary, besides=agents).query(): best}, []
    except UnwrittenError as error:
        return {}, [_no_query(error)]
    except ValidationError:
        # Without its class nothing says what is looked through: "which piers have no berths".
        return {}, []


def _no_query(error: UnwrittenError | ValidationError) -> Finding:
    return finding("reading-unwritten", _why_unwritten(error))


def _why_unwritten(error: UnwrittenError | ValidationError) -> str:
    if isinstance(error, UnwrittenError):
        return str(error)
    return str(error.errors()[0]["msg"]).removeprefix("Value error, ")


def _problem(scan: Scan, joiner: Joiner) -> str:
    """Why nothing can be composed, before the heads are joined; empty where it can."""
    idle = _idle_measure(scan, joiner)
    problems = (
        (bool(scan.unread), not_read(scan.unread[0]) if scan.unread else ""),
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
    if scan.form != "rows":
        return False
    head = scan.heads[scan.roots[0]]
    is_how = english_pattern("asking", "how_is_the").search(scan.question)
    if is_how and any(item.kind == "class" and not item.is_hint for item in scan.heads):
        return True
    if "count" in head.cues or english_pattern("asking", "what_number").search(scan.question):
        return True
    last = scan.words[max(head.place[1] - 1, 0)].text
    is_one = singular(last) == last and english_pattern("asking", "what_one").search(scan.question)
    return bool(is_one) and not head.is_hint
