"""Whether a named thing is of a class."""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.models.findings.finding import finding
from pog_agent.models.query import Constant, GraphPattern, Query
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import combined
from pog_agent.reading.composing.forms.operands import counted_things
from pog_agent.reading.composing.forms.subquestions import WholeQuestion
from pog_agent.reading.question_words import name_places

_IS_A: Final = re.compile(r"^\W*(?:is|was)\s+(?:the\s+)?(?P<rest>.+?)\W*$", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"\s+an?\s+(?=\w)", re.IGNORECASE)


def membership(question: WholeQuestion) -> QueryDraft | None:
    """The query for a question whether one named thing is of a class; None for any other question.

    That the graph has no such class for a thing does not prove that it is none of it: this is a flaw.
    """
    match = _IS_A.match(question.text)
    if match is None:
        return None
    start, last = match.span("rest")
    names = [place for place in name_places(question.text, question.topics) if place[0] == start]
    article = _ARTICLE.match(question.text, names[0][1]) if names else None
    if article is None or question.class_at((article.end(), last)) is None:
        return None
    topic = question.topics[names[0][2]]
    terms = (topic.iri, *topic.namesakes)
    kind = question.draft("How many ", (article.end(), last), " are there?")
    if kind.query is None:
        return kind
    things = counted_things(kind.query)
    if len(things.pattern.elements) != len(things.classes):
        return None
    known = {class_ for term in terms for class_ in question.vocabulary.classes_of.get(term, ())}
    flaws = [finding("several-named", len(terms), topic.label)] if len(terms) > 1 else []
    if not things.classes <= known:
        flaws.append(finding("class-not-stated"))

    def write(queries: Sequence[Query]) -> Query:
        counted = counted_things(queries[0])
        own = Constant(variable=counted.variable, terms=terms)
        return Query(form="exists", pattern=GraphPattern(elements=(own, *counted.pattern.elements)))

    return combined(
        question, (kind,), write, "whether it is one", flaws=flaws, spans=(question.topic_span(names[0]),)
    )
