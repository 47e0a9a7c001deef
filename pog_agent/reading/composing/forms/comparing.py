"""Whether one of two named things has more than the other: "is A heavier than B", "was A founded before B"."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.models.findings.finding import finding
from pog_agent.models.query import ComparisonTest, GraphPattern, Operator, Query
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import combined, each_there
from pog_agent.reading.composing.forms.dates import dates_named, dates_of_event, drafts_of
from pog_agent.reading.composing.forms.operands import (
    alike_operands,
    counted_things,
    is_count,
    joined_operands,
)
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.reading.extremes import LOW_WORDS, ORIGINS, degree_of_comparative
from pog_agent.reading.question_words import name_places
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.reading.senses.amounts import amount_names, event_names
from pog_agent.terms import Term

_OF_ORIGIN: Final = {"old": False, "young": True, "new": True}
"""Adjectives that compare when things began, and whether a later date is more of it."""
OPERATION: Final = "comparison"


@dataclass(frozen=True)
class Compared:
    """The plainer questions for what is compared of two things, and whether the first is to have the greater."""

    parts: Sequence[QueryDraft]
    is_more: bool


def comparison(question: WholeQuestion) -> QueryDraft | None:
    """The query for a question whether one named thing has more than another; None for any other question.

    A thing without the value makes the answer uncertain, and so do two equal years of dates.
    """
    forms: Sequence[tuple[str, Callable[[WholeQuestion, re.Match[str]], Compared | None]]] = (
        ("when", _of_dates),
        ("is_paid", _of_pay),
        ("is_more", _of_adjective),
        ("reaches_more", _of_adjective),
        ("has_more", _of_noun),
        ("counts_more", _of_number),
        ("does_more", _of_verb),
    )
    for form, read in forms:
        match = english_pattern("comparison_of_two", form).match(question.text)
        if match is None or not _are_named(question, match):
            continue
        compared = read(question, match)
        if compared is not None:
            return _whether(question, compared)
    return None


def by_adjective(question: WholeQuestion, word: str, one: Span, other: Span) -> Compared | None:
    """What a comparative compares of two things; None where it is no adjective of degree."""
    over = english_pattern("comparison", "above_sea").search(word)
    adjective = degree_of_comparative(word[: over.start()].strip() if over else word)
    if adjective is None:
        return None
    is_less = word.lower().startswith("less")
    if over:
        parts = [question.draft(f"How {adjective} {over[0]} is ", thing, "?") for thing in (one, other)]
        return Compared(parts, (adjective in LOW_WORDS) == is_less)
    later_is_more = _OF_ORIGIN.get(adjective)
    if later_is_more is None:
        parts = [question.draft("How ", adjective, " is ", thing, "?") for thing in (one, other)]
        return Compared(parts, (adjective in LOW_WORDS) == is_less)
    parts = _only_dates(question, dates_named(ORIGINS, question.vocabulary.lexicon), one, other)
    return Compared(parts, later_is_more != is_less) if parts else None


def by_noun(question: WholeQuestion, word: str, value: Span, one: Span, other: Span) -> Compared | None:
    """The values of two things that a noun names ("a higher rent"); None where no adjective compares them."""
    adjective = degree_of_comparative(word)
    if adjective is None:
        return None
    parts = [question.draft("What is the ", value, " of ", thing, "?") for thing in (one, other)]
    return Compared(parts, (adjective in LOW_WORDS) == word.lower().startswith("less"))


def by_number(
    question: WholeQuestion, word: str, noun: Span, one: Span, other: Span, *, verb: tuple[str, str | Span]
) -> Compared:
    """The numbers that two things have of what a noun names; `verb` says that they do, as "does" and "have"."""
    asks = "How much " if amount_names(question.text[slice(*noun)].split()[0]).possible else "How many "
    parts = [question.draft(asks, noun, f" {verb[0]} ", thing, " ", verb[1], "?") for thing in (one, other)]
    return Compared(parts, word.lower() not in english_words("less"))


def by_verb(
    question: WholeQuestion, word: str, verb: Span, one: Span, other: Span, *, does: str = "does"
) -> Compared:
    """What a verb measures of two things: what they cost or weigh."""
    parts = [question.draft(f"How much {does} ", thing, " ", verb, "?") for thing in (one, other)]
    return Compared(parts, word.lower() not in english_words("less"))


def by_date(question: WholeQuestion, verb: str, one: Span, other: Span) -> list[QueryDraft]:
    """When what a verb says was so of two things; empty where either has several such dates or none.

    Where no date has the name of the verb, it may be the one of an event that it may mean; then this is a flaw.
    """
    lexicon = question.vocabulary.lexicon
    relations = dates_of_event(verb, lexicon)
    if relations:
        return _only_dates(question, relations, one, other)
    guessed = _only_dates(question, dates_named(event_names(verb).possible, lexicon), one, other)
    flaw = finding("date-uncertain", verb)
    return [draft.model_copy(update={"flaws": (*draft.flaws, flaw)}) for draft in guessed]


def _only_dates(question: WholeQuestion, relations: tuple[Term, ...], one: Span, other: Span) -> list[QueryDraft]:
    found = [drafts_of(question, relations, thing) for thing in (one, other)]
    return [drafts[0] for drafts in found] if all(len(drafts) == 1 for drafts in found) else []


def both_there(parts: Sequence[QueryDraft], lexicon: SchemaLexicon) -> tuple[Query, ...]:
    """That both things have a value, and that these differ where they are the years of dates."""
    queries = [part.query for part in parts if part.query is not None]
    if len(queries) < len(parts) or any(map(is_count, queries)):
        return ()
    try:
        one, other = alike_operands(queries, lexicon)
    except UnwrittenError:
        return ()
    differ = (Query(form="exists", pattern=joined_operands(one, other, "!=")),) if one.is_year else ()
    return (*each_there(parts), *differ)


def _whether(question: WholeQuestion, compared: Compared) -> QueryDraft:
    lexicon = question.vocabulary.lexicon
    operator: Operator = ">" if compared.is_more else "<"

    def write(queries: Sequence[Query]) -> Query:
        if all(map(is_count, queries)):
            one, other = (counted_things(query) for query in queries)
            test = ComparisonTest(left=one.number, operator=operator, right=other.number)
            named = tuple(item for item in one.pattern.elements if item.kind == "constant")
            return Query(form="exists", pattern=GraphPattern(elements=named, conditions=(test,)))
        return Query(form="exists", pattern=joined_operands(*alike_operands(queries, lexicon), operator))

    presupposed = both_there(compared.parts, lexicon)
    return combined(question, compared.parts, write, OPERATION, presupposed=presupposed)


def _are_named(question: WholeQuestion, match: re.Match[str]) -> bool:
    """Whether both that are compared have one name, and neither is one of many."""
    spans, places = [_one(match), match.span("other")], name_places(question.text, question.topics)
    is_many = english_pattern("comparison_of_two", "many").search(question.text, *spans[1]) is not None
    return all(_inside(places, span) == 1 for span in spans) and not is_many


def _inside(places: Sequence[tuple[int, int, int]], span: Span) -> int:
    return sum(span[0] <= start and end <= span[1] for start, end, _ in places)


def _one(match: re.Match[str]) -> Span:
    return match.span("owner" if match.groupdict().get("owner") else "one")


def _of_adjective(question: WholeQuestion, match: re.Match[str]) -> Compared | None:
    return by_adjective(question, match["word"], match.span("one"), match.span("other"))


def _of_noun(question: WholeQuestion, match: re.Match[str]) -> Compared | None:
    return by_noun(question, match["word"], match.span("value"), _one(match), match.span("other"))


def _of_number(question: WholeQuestion, match: re.Match[str]) -> Compared | None:
    verb = match["does"].lower(), match.span("verb")
    return by_number(
        question, match["word"], match.span("noun"), match.span("one"), match.span("other"), verb=verb
    )


def _of_verb(question: WholeQuestion, match: re.Match[str]) -> Compared | None:
    does = match["does"].lower()
    return by_verb(question, match["word"], match.span("verb"), match.span("one"), match.span("other"), does=does)


def _of_pay(question: WholeQuestion, match: re.Match[str]) -> Compared:
    return by_verb(question, match["word"], match.span("verb"), match.span("one"), match.span("other"), does="is")


def _of_dates(question: WholeQuestion, match: re.Match[str]) -> Compared | None:
    parts = by_date(question, match["verb"], match.span("one"), match.span("other"))
    return Compared(parts, match["word"].lower().split()[0] not in english_words("less")) if parts else None
