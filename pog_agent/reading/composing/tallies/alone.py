"""Of what a named thing is the only one: "on how many albums is Ann the only producer", "written by Ann alone"."""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.models import TopicEntity
from pog_agent.models.query import (
    ComparisonTest,
    ConstantValue,
    Edge,
    ExistenceTest,
    GraphPattern,
    Query,
    VariableValue,
)
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import combined
from pog_agent.reading.composing.forms.subquestions import WholeQuestion
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.reading.question_words import name_places

_ASKS: Final = r"^\W*(?:(?:on|for|in|of|at)\s+)?(?P<asks>(?:how\s+many|which|what)\s+(?P<things>[^,;]+?))"
_BEFORE_ROLE: Final = re.compile(rf"{_ASKS}\s+(?:is|was|have|has|had|with)\s+(?:the\s+)?$", re.IGNORECASE)
_ROLE: Final = re.compile(
    r"^\s+(?:as\s+)?(?:the|their|its|an?)\s+(?:only|sole)\s+(?P<role>[a-z]+(?:[\s-][a-z]+)?)(?:\s+(?:of|for|on))?\W*$",
    re.IGNORECASE,
)
_BEFORE_DOER: Final = re.compile(rf"{_ASKS}\s+by(?P<only>\s+only)?\s+(?:the\s+)?$", re.IGNORECASE)
_ONLY_BY: Final = re.compile(rf"{_ASKS}\s+(?P<only>only)\s+by\s+(?:the\s+)?$", re.IGNORECASE)
_ALONE: Final = re.compile(r"^\s+(?:alone|only)\W*$", re.IGNORECASE)
_END: Final = re.compile(r"^\W*$")


def alone(question: WholeQuestion) -> QueryDraft | None:
    """The query for what only one named thing has a relation to, and no other; None for any other question."""
    places = name_places(question.text, question.topics)
    if len(places) != 1:
        return None
    start, end, number = places[0]
    before, behind = question.text[:start], question.text[end:]
    role, asked = _ROLE.match(behind), _BEFORE_ROLE.match(before)
    by, only_by = _BEFORE_DOER.match(before), _ONLY_BY.match(before)
    if role is not None and asked is not None:
        at = (end + role.start("role"), end + role.end("role"))
        plain = question.draft(asked.span("asks"), " have ", (start, end), " as ", at, "?")
    elif only_by is not None and _END.match(behind):
        plain = question.draft(only_by.span("asks"), " by ", (start, end), "?")
    elif by is not None and (_ALONE.match(behind) or (by["only"] and _END.match(behind))):
        plain = question.draft(by.span("asks"), " by ", (start, end), "?")
    else:
        return None

    def write(queries: Sequence[Query]) -> Query:
        return _of_no_other(queries[0], question.topics[number])

    return combined(question, (plain,), write, "only").model_copy(update={"asks_for_one": False})


def _of_no_other(query: Query, topic: TopicEntity) -> Query:
    """A query whose things have the relation to a named thing to no other one. Raises `UnwrittenError`."""
    terms = (topic.iri, *topic.namesakes)
    named = [item for item in query.pattern.elements if item.kind == "constant" and set(item.terms) <= set(terms)]
    ends = {item.variable for item in named}
    edges = [item for item in query.pattern.elements if item.kind == "edge" and ends & {item.source, item.target}]
    if len(named) != 1 or len(edges) != 1 or query.optionals or query.form == "exists":
        raise UnwrittenError("it is not clear of what there is only one")
    other, edge = VariableValue(variable="other"), edges[0]
    ends_of = {"target": "other"} if edge.target in ends else {"source": "other"}
    tests = tuple(ComparisonTest(left=other, operator="!=", right=ConstantValue(term=term)) for term in terms)
    further = GraphPattern(elements=(Edge(**{**edge.model_dump(exclude={"kind"}), **ends_of}),), conditions=tests)
    conditions = (*query.pattern.conditions, ExistenceTest(pattern=further, negated=True))
    return query.model_copy(update={"pattern": query.pattern.model_copy(update={"conditions": conditions})})
