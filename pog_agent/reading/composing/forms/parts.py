"""Things of a class that are so as well: their share in all of them, and whether they are all."""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.models import Reading
from pog_agent.models.query import (
    Aggregate,
    Arithmetic,
    Column,
    ComparisonTest,
    ConstantValue,
    GraphPattern,
    Query,
)
from pog_agent.models.query_draft import QueryDraft
from pog_agent.models.query_walk import scalars_of
from pog_agent.reading.composing.forms.combining import combined, renamed
from pog_agent.reading.composing.forms.operands import CountedThings, counted_things
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.reading.cues import NEGATION
from pog_agent.reading.question_words import name_places
from pog_agent.terms import XSD, literal

_SHARE: Final = re.compile(
    r"^\W*(?:what|which|how\s+many)\s+(?P<of>is\s+the\s+)?(?:share|percentage|per\s?cent|fraction|proportion)\s+of\s+"
    r"(?:all\s+)?"
    r"(?:the\s+)?(?P<rest>.+?)\W*$",
    re.IGNORECASE,
)
_ALL: Final = re.compile(
    r"^\W*(?:is|are|was|were|do|does|did|has|have|had)\s+(?:all(?:\s+of)?|every|each)\s+(?:the\s+)?(?P<rest>.+?)\W*$",
    re.IGNORECASE,
)
_VERB: Final = re.compile(r"\b(?:is|are|was|were|has|have|had|do|does|did)\b", re.IGNORECASE)
_WHO: Final = re.compile(r"\s+(?:that|which|who)\s+", re.IGNORECASE)
_GAP: Final = re.compile(r"\s+")
_LINK: Final = re.compile(r"\s+(?:in|on|at|of|by|from|for|with)\s+(?:the\s+)?", re.IGNORECASE)
_COPULA: Final = re.compile(r"(?:is|are|was|were)\s+", re.IGNORECASE)
PERCENT: Final = "percent"
UNCLEAR: Final = "it is not clear of which things what is said is meant"


def share(question: WholeQuestion) -> QueryDraft | None:
    """The query for a question that asks for the percentage of things that are so; None for any other question."""
    match = _SHARE.match(question.text)
    if match is None:
        return None
    start, end = match.span("rest")
    if match["of"]:
        told = _WHO.search(question.text, start, end)
        if told is None:
            return QueryDraft(reason="it is not clear of what the share is meant")
        noun, claim = (start, told.start()), (told.end(), end)
    else:
        verb = _VERB.search(question.text, start, end)
        noun_end = verb.start() if verb else question.noun_end(start)
        if noun_end is None or noun_end <= start:
            return QueryDraft(reason="it is not clear of which things the share is meant")
        noun, claim = (start, noun_end), (noun_end, end)
    copula = _COPULA.match(question.text, *claim)
    return _of_parts(question, noun, claim, (copula.end() if copula else claim[0], end), is_share=True)


def whether_all(question: WholeQuestion) -> QueryDraft | None:
    """The query for a question whether all things of a class are so; None for any other question."""
    match = _ALL.match(question.text)
    if match is None:
        return None
    start, end = match.span("rest")
    noun_end = _things_end(question, start, end)
    if noun_end is None or NEGATION.search(question.text):
        return QueryDraft(reason="it is not clear of which things all are meant")
    return _of_parts(question, (start, noun_end), (noun_end, end), (noun_end, end), is_share=False)


def _things_end(question: WholeQuestion, start: int, stop: int) -> int | None:
    """Where the words for some things end: "green halls", "halls in York"; None where no class is named.

    One text may stand before the class, and one name with a preposition behind it.
    """
    texts = [item.end for item in question.vocabulary.texts if item.start == start]
    noun = question.noun_end(start)
    if noun is None and texts:
        gap = _GAP.match(question.text, max(texts))
        noun = question.noun_end(gap.end()) if gap else None
    link = _LINK.match(question.text, noun) if noun is not None else None
    names = [(place[0], place[1]) for place in name_places(question.text, question.topics)]
    names += [(item.start, item.end) for item in question.vocabulary.texts]
    behind = [last for first, last in names if link is not None and first == link.end() and last < stop]
    return max(behind, default=noun)


def _of_parts(question: WholeQuestion, noun: Span, claim: Span, said: Span, *, is_share: bool) -> QueryDraft:
    """The query over the number of all things and of those of them that something is said of."""
    every = question.draft("How many ", noun, " are there?")
    is_kind = question.class_at(said) is not None
    so = question.draft("How many ", *((said, " are there?") if is_kind else (noun, " ", claim, "?")))

    if not is_kind and _is_entangled(so.reading, claim):
        return QueryDraft(reason=UNCLEAR)

    def write(queries: Sequence[Query]) -> Query:
        whole, part = _counted(queries, is_kind=is_kind)
        if not is_share and _compares(part.pattern):
            raise UnwrittenError("what all are compared with may be one of them")
        return _percent(whole, part) if is_share else _is_every(whole, part)

    told = "the percentage of a part in all" if is_share else "whether as many are so as there are"
    draft = combined(question, (every, so), write, told)
    if draft.query is None or every.query is None or so.query is None:
        return draft
    _, part = _counted((every.query, so.query), is_kind=is_kind)
    some = Query(form="exists", pattern=part.pattern)
    return draft.model_copy(update={"presupposed": (*draft.presupposed, some)})


def _is_entangled(reading: Reading, claim: Span) -> bool:
    """Whether several things are named in what is said, which no words join."""
    roles = ("topic", "class", "value")
    named = [span for span in reading.spans if span.role in roles and claim[0] <= span.start < claim[1]]
    return len(named) > 1 and any(item.needed for item in reading.elements)


def _counted(queries: Sequence[Query], *, is_kind: bool) -> tuple[CountedThings, CountedThings]:
    """All things, and those of them that are so. Raises `UnwrittenError`.

    Only one thing may be said of them besides what is said of all: two could as well tell which are meant.
    """
    whole, part = map(counted_things, queries)
    if is_kind:
        return whole, _both(whole, part)
    if whole.classes != part.classes or len(part.claims) != len(whole.claims) + 1:
        raise UnwrittenError(UNCLEAR)
    return whole, part


def _compares(pattern: GraphPattern) -> bool:
    """Whether values are compared with one that is read from the graph."""
    tests = (item for item in pattern.conditions if item.kind == "comparison")
    return any(scalars_of(side) for test in tests for side in (test.left, test.right))


def _both(whole: CountedThings, kind: CountedThings) -> CountedThings:
    """The things that are of both kinds."""

    def name_of(name: str) -> str:
        return whole.variable if name == kind.variable else f"{name}_of_kind"

    other = renamed(kind.pattern, name_of)
    pattern = GraphPattern(
        elements=(*whole.pattern.elements, *other.elements),
        conditions=(*whole.pattern.conditions, *other.conditions),
    )
    number = Column(name="number", expression=Aggregate(function="count", over=(whole.variable,)))
    return counted_things(Query(form="scalar", pattern=pattern, columns=(number,)))


def _percent(whole: CountedThings, part: CountedThings) -> Query:
    hundred = ConstantValue(term=literal("100", XSD + "integer"))
    hundredfold = Arithmetic(operation="*", left=part.number, right=hundred)
    value = Arithmetic(operation="/", left=hundredfold, right=whole.number)
    return Query(form="scalar", columns=(Column(name=PERCENT, expression=value),))


def _is_every(whole: CountedThings, part: CountedThings) -> Query:
    """Whether there are such things, and as many are so as there are."""
    test = ComparisonTest(left=part.number, operator="=", right=whole.number)
    conditions = (*whole.pattern.conditions, test)
    return Query(form="exists", pattern=whole.pattern.model_copy(update={"conditions": conditions}))
