"""Sums and averages that the end of a question asks for: "what did they cost together", "... on average"."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.alignment import LEAST_CERTAIN
from pog_agent.reading.composing.forms.combining import combined
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.reading.composing.measures import spoken_measures
from pog_agent.reading.composing.writing.unwritten import not_read
from pog_agent.reading.question_words import name_places
from pog_agent.reading.schema.lexicon import Measure
from pog_agent.reading.schema.names import stems_of
from pog_agent.terms import Term
from pog_agent.values.known_units import known_unit

_TOGETHER: Final = r"(?:all\s+)?(?:together|in\s+total|in\s+all|altogether|combined)"
_END: Final = rf"(?:,?\s+{_TOGETHER}|\s+on\s+(?P<average>average))\W*$"
_DOES: Final = r"(?:is|are|was|were|does|do|did|has|have|had)"
_SPOKEN: Final = re.compile(
    rf"^\W*(?:what|how\s+much)\s+(?:{_DOES}\s+)?(?:all\s+)?(?P<things>.+?)\s+(?P<word>[a-z]+){_END}", re.IGNORECASE
)
_PAID: Final = re.compile(
    rf"^\W*(?:what|how\s+much)\s+{_DOES}\s+(?:we|you|they|people|visitors)\s+(?P<word>pay)\s+(?:for\s+)?(?P<things>.+?){_END}",
    re.IGNORECASE,
)
_MEASURED: Final = re.compile(
    rf"^\W*how\s+(?P<word>[a-z]+)\s+(?:is|are|was|were)\s+(?:all\s+)?(?P<things>.+?){_END}", re.IGNORECASE
)
_IN_UNIT: Final = re.compile(
    rf"^\W*how\s+many\s+(?P<word>[a-z]+(?:\s+miles)?)\s+(?:of\s+|{_DOES}\s+)(?:all\s+)?(?P<things>.+?)(?:\s+(?:long|wide|high))?{_END}",
    re.IGNORECASE,
)
_GIVEN: Final = re.compile(
    rf"^\W*(?:what|which)\s+(?P<word>[a-z]+)\s+(?:do|does|did)\s+(?P<things>.+?)\s+(?P<verb>[a-z]+){_END}",
    re.IGNORECASE,
)


def total(question: WholeQuestion) -> QueryDraft | None:
    """The query for the sum or average of what things cost, weigh or measure; None for any other question.

    Where the words fit several attributes of the things as well, it is another question.
    """
    for form in (_PAID, _IN_UNIT, _MEASURED, _GIVEN, _SPOKEN):
        match = form.match(question.text)
        if match is None or (match.re is _IN_UNIT and known_unit(match["word"]) is None):
            continue
        found = list(_drafts(question, match))
        least = min((_doubts(draft) for _, draft in found), default=0)
        best = [(measure, draft) for measure, draft in found if _doubts(draft) == least]
        if len(best) == 1:
            measure, draft = best[0]
            flaws = list(_flaws(question, match, measure))
            told = "average" if match["average"] else "sum"
            return combined(question, (draft,), lambda queries: queries[0], told, flaws=flaws)
        if match.re is _IN_UNIT:
            return QueryDraft(reason=not_read(f"{match['word']} of {match['things']}"))
    return None


def _drafts(question: WholeQuestion, match: re.Match[str]) -> Iterator[tuple[Measure, QueryDraft]]:
    """What is composed for the sum or average of each attribute that the words may mean."""
    lexicon, things = question.vocabulary.lexicon, match.span("things")
    owners = question.classes_in(things) or _classes_of_names(question, things)
    asked = "average" if match["average"] else "total"
    for measure in _measures(question, match):
        if not (lexicon.is_numeric(measure.relation) and owners.intersection(lexicon.owners(measure.relation))):
            continue
        draft = question.draft(f"What is the {asked} {lexicon.label(measure.relation)} of ", things, "?")
        if draft.query is not None:
            yield measure, draft


def _measures(question: WholeQuestion, match: re.Match[str]) -> Sequence[Measure]:
    lexicon, word = question.vocabulary.lexicon, match["word"].lower()
    if match.re is _MEASURED:
        return lexicon.measured(word)
    if match.re is _IN_UNIT:
        unit = known_unit(word)
        names = set(stems_of(tuple(word.split())))
        found = lexicon.measured_in(unit) if unit else ()
        named = [item for item in lexicon.attributes if names <= lexicon.name_stems(item)]
        return [Measure(item, 1.0) for item in dict.fromkeys([*(item.relation for item in found), *named])]
    return spoken_measures(lexicon, word)


def _classes_of_names(question: WholeQuestion, span: Span) -> set[Term]:
    """The classes of what is named in a span."""
    inside = [
        question.topics[number]
        for start, end, number in name_places(question.text, question.topics)
        if span[0] <= start and end <= span[1]
    ]
    known = question.vocabulary.classes_of
    linked = {class_ for topic in inside for iri in (topic.iri, *topic.namesakes) for class_ in known.get(iri, ())}
    links = question.vocabulary.lexicon.summary.links
    near = {link.source for link in links if link.target in linked} | {
        link.target for link in links if link.source in linked
    }
    return linked | near


def _doubts(draft: QueryDraft) -> int:
    return len(draft.flaws) + len(draft.reading.unread)


def _flaws(question: WholeQuestion, match: re.Match[str], measure: Measure) -> Iterator[Finding]:
    label = question.vocabulary.lexicon.label(measure.relation)
    if measure.score < LEAST_CERTAIN:
        yield finding("measured-by-meaning", match["word"], label)
    if match.re is _GIVEN:
        yield finding("verb-unread", match["verb"])
