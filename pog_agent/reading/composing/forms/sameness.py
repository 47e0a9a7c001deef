"""Whether two named things have the same: "do A and B have the same owner", "is A in the same town as B"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.models.query import ComparisonTest, ExistenceTest, Expression, GraphPattern, Query, VariableValue
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import combined, each_there, renamed
from pog_agent.reading.composing.forms.operands import edge_to
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.reading.composing.writing.values import typed_value
from pog_agent.reading.question_words import name_places
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.words import PREPOSITIONS

_SAME: Final = r"(?P<same>(?:exactly\s+)?the\s+same|(?:an?\s+)?different)"
_VERB: Final = re.compile(
    rf"^\W*(?P<does>is|are|was|were|do|does|did|have|has|had)\s+(?P<said>.+?)\s+{_SAME}\s+"
    r"(?P<noun>[a-z][a-z ]*?)(?:\s+as\s+(?P<other>.+?)(?:\s+(?:is|are|was|were|does|do|did|has|have|had))?)?\W*$",
    re.IGNORECASE,
)
_VALUES: Final = re.compile(
    r"^\W*(?:is|are|was|were)\s+the\s+(?P<noun>[a-z][a-z ]*?)\s+of\s+(?P<one>.+?)\s+(?:the\s+)?"
    r"(?P<same>same)\s+as\s+(?:that|the\s+one|the\s+(?P=noun))\s+of\s+(?P<other>.+?)\W*$",
    re.IGNORECASE,
)
_DO: Final = frozenset({"do", "does", "did"})
_HAVE: Final = frozenset({"have", "has", "had"})
_ARE: Final = frozenset({"is", "are", "was", "were"})
_SINGULAR: Final = {"are": "is", "were": "was", "do": "does"}
_AND: Final = re.compile(r"\s+and\s+", re.IGNORECASE)
_WHO: Final = frozenset({"person", "people", "man", "men", "woman", "women"})
OPERATION: Final = "whether they are the same"


def sameness(question: WholeQuestion) -> QueryDraft | None:
    """The query for whether two named things have something in common; None for any other question.

    They are the same where one value is: of two authors of one book and one of another, one may be the same.
    """
    asked = _of_values(question) or _of_verb(question)
    if asked is None or not all(_is_name(question, thing) for thing in asked.things):
        return None
    parts = [question.draft(*asked.before, thing, *asked.behind, "?") for thing in asked.things]
    lexicon = question.vocabulary.lexicon
    return combined(
        question,
        parts,
        lambda queries: _shared(queries, lexicon, is_different=asked.is_different),
        OPERATION,
        presupposed=each_there(parts),
    )


@dataclass(frozen=True)
class _Asked:
    """The places of two names, and the words around each in the plainer question for what one of them has."""

    things: Sequence[Span]
    before: Sequence[str | Span]
    behind: Sequence[str | Span] = ()
    is_different: bool = False


def _of_values(question: WholeQuestion) -> _Asked | None:
    match = _VALUES.match(question.text)
    if match is None:
        return None
    return _Asked((match.span("one"), match.span("other")), ("What is the ", match.span("noun"), " of "))


def _of_verb(question: WholeQuestion) -> _Asked | None:
    """What a verb says of both; None where they are not named, or the verb does not go with its auxiliary."""
    match = _VERB.match(question.text)
    things = _things(question, match) if match is not None else ()
    if match is None or len(things) != 2:
        return None
    last = things[0] if match["other"] else things[1]
    says, noun, does = (last[1], match.end("said")), match.span("noun"), match["does"].lower()
    words = question.text[slice(*says)].lower().split()
    is_different = "different" in match["same"].lower()
    if (does in _HAVE and not words) or (does in _DO and words in (["have"], ["share"])):
        return _Asked(things, ("What is the ", noun, " of "), is_different=is_different)
    if not words or does in _HAVE or (does in _ARE and words[-1] not in PREPOSITIONS):
        return None
    asked: Sequence[str | Span] = ("Who",) if match["noun"].lower() in _WHO else ("Which ", noun)
    return _Asked(things, (*asked, f" {_SINGULAR.get(does, does)} "), (says,), is_different)


def _things(question: WholeQuestion, match: re.Match[str]) -> Sequence[Span]:
    """The places of the two names: both before the verb, or one of them after "as"."""
    start, end = match.span("said")
    places = name_places(question.text, question.topics)
    stops = [stop for begin, stop, _ in places if start <= begin and stop <= end]
    if match["other"]:
        return ((start, stops[0]), match.span("other")) if len(stops) == 1 else ()
    if len(stops) != 2:
        return ()
    between = _AND.match(question.text, stops[0])
    return ((start, stops[0]), (between.end(), stops[1])) if between else ()


def _is_name(question: WholeQuestion, span: Span) -> bool:
    """Whether a place in the question is one name, with or without an article."""
    places = name_places(question.text, question.topics)
    start = next((start for start, end, _ in places if span[0] <= start and end == span[1]), None)
    return start is not None and question.text[span[0] : start].strip().lower() in ("", "the", "both")


def _shared(queries: Sequence[Query], lexicon: SchemaLexicon, *, is_different: bool) -> Query:
    """Whether two queries have one of their values in common, or none. Raises `UnwrittenError`."""
    values = [_value(query, name, lexicon) for query, name in zip(queries, ("one", "other"), strict=True)]
    both = _both(queries)
    test = ComparisonTest(left=values[0], operator="=", right=values[1])
    shared = both.model_copy(update={"conditions": (*both.conditions, test)})
    if not is_different:
        return Query(form="exists", pattern=shared)
    one = _ending(queries[0].pattern, "one")
    named = {item.variable for item in one.elements if item.kind == "constant"}
    common = renamed(shared, lambda name: name if name in named else f"{name}_same")
    conditions = (*one.conditions, ExistenceTest(pattern=common, negated=True))
    return Query(form="exists", pattern=one.model_copy(update={"conditions": conditions}))


def _both(queries: Sequence[Query]) -> GraphPattern:
    """The patterns of two queries, which share no names."""
    patterns = [_ending(query.pattern, ending) for query, ending in zip(queries, ("one", "other"), strict=True)]
    return GraphPattern(
        elements=tuple(item for pattern in patterns for item in pattern.elements),
        conditions=tuple(item for pattern in patterns for item in pattern.conditions),
    )


def _ending(pattern: GraphPattern, ending: str) -> GraphPattern:
    return renamed(pattern, lambda name: f"{name}_{ending}")


def _value(query: Query, ending: str, lexicon: SchemaLexicon) -> Expression:
    """The value that a query asks for, as it is compared. Raises `UnwrittenError`."""
    is_plain = query.form == "rows" and not (query.is_grouped or query.order_by or query.optionals)
    if not is_plain or len(query.columns) != 1:
        raise UnwrittenError("a part of the question asks for more than one value of a thing")
    expression = query.columns[0].expression
    if not isinstance(expression, VariableValue):
        raise UnwrittenError("a part of the question asks for what is computed")
    own = f"{expression.variable}_{ending}"
    edges = [item for item in query.pattern.elements if item.kind == "edge" and item.target == expression.variable]
    if len(edges) == 1 and lexicon.is_numeric(edge_to(query.pattern, expression.variable).relation):
        return typed_value(own, edges[0].relation, lexicon)
    return expression.model_copy(update={"variable": own})
