"""Whether there is anybody of whom something is so: "does anybody earn less than 12"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pog_agent.models.class_topics import ClassMention
from pog_agent.models.query import Query
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import combined
from pog_agent.reading.composing.forms.subquestions import WholeQuestion
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.reading.cues import NEGATION

_ANYBODY: Final = re.compile(
    r"^\W*(?:does|do|did|has|have|is|are|was|were)\s+(?:anybody|anyone|somebody|someone)\s+(?P<claim>.+?)\W*$",
    re.IGNORECASE,
)


def anybody(question: WholeQuestion) -> QueryDraft | None:
    """The query for whether a plain question who is so has an answer; None for any other question."""
    match = _ANYBODY.match(question.text)
    if match is None or NEGATION.search(question.text):
        return None
    draft = _about_people(question, match.start("claim")).draft("Who ", match.span("claim"), "?")
    return None if draft.query is None else combined(question, (draft,), _exists, "whether there is anybody")


def _about_people(question: WholeQuestion, place: int) -> WholeQuestion:
    """The question with the classes of people that "who" asks for, told at a place."""
    lexicon = question.vocabulary.lexicon
    people = tuple(
        ClassMention(
            text="",
            start=place,
            end=place,
            iri=item.iri,
            label=lexicon.class_label(item.iri),
            score=0.5,
            how="question_word",
        )
        for item in lexicon.summary.classes
        if lexicon.is_of_people(item.iri)
    )
    return replace(
        question, vocabulary=replace(question.vocabulary, classes=(*question.vocabulary.classes, *people))
    )


def _exists(queries: Sequence[Query]) -> Query:
    """Whether a query of rows has one. Raises `UnwrittenError` where it ranks or groups them."""
    query = queries[0]
    if query.form != "rows" or query.order_by or query.is_grouped or query.having:
        raise UnwrittenError("what is said of somebody is compared with others")
    return Query(form="exists", pattern=query.pattern)
