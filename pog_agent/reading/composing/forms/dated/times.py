"""The dates of a thing by what happened then, in the words of English verbs and nouns."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from pog_agent.models.query import (
    Arithmetic,
    ConstantValue,
    DateDifference,
    DatePart,
    Edge,
    ExistenceTest,
    Expression,
    GraphPattern,
    Query,
    VariableValue,
)
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.operands import Operand, operand_of
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.reading.composing.writing.unwritten import IncomparableError, UnwrittenError
from pog_agent.reading.composing.writing.values import typed_value
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.terms import XSD, Term, literal
from pog_agent.words import stem

ENDS: Final = (
    *(
        "death",
        "died",
        "closed",
        "closure",
        "dissolved",
        "dissolution",
        "disbanded",
        "disestablished",
        "abolished",
    ),
    "demolished",
)
STARTS: Final = ("start", "started", "begin", "began", "beginning")
FINISHES: Final = ("end", "ended", "finish", "finished")
_PUBLISHED: Final = ("published", "publication", "released", "release", "issued")
_SAME: Final = {
    "born": ("birth", "born"),
    "died": ("death", "died"),
    "die": ("death", "died"),
    "founded": ("founded", "foundation", "founding"),
    "come out": _PUBLISHED,
    "came out": _PUBLISHED,
    "began": ("begin", "began", "beginning"),
}
"""Words for the same event as a verb, where they do not begin as it does."""


def dates_of_event(verb: str, lexicon: SchemaLexicon) -> tuple[Term, ...]:
    """The relations that tell when what a verb says happened."""
    word = " ".join(verb.lower().split())
    return dates_named(_SAME.get(word, (word,)), lexicon)


def dates_named(words: tuple[str, ...], lexicon: SchemaLexicon) -> tuple[Term, ...]:
    """The relations to dates and years with one of some words in a name."""
    wanted = {stem(word) for word in words}
    return tuple(
        sorted(
            relation
            for relation in lexicon.attributes
            if (lexicon.is_dated(relation) or lexicon.is_year_number(relation))
            and any(wanted & set(form.stems) for form in lexicon.forms.get(relation, ()))
        )
    )


def drafts_of(question: WholeQuestion, relations: tuple[Term, ...], thing: Span) -> tuple[QueryDraft, ...]:
    """What is composed for the values of some relations that a thing has itself: those with the fewest flaws."""
    lexicon = question.vocabulary.lexicon
    found = []
    for relation in relations:
        draft = question.draft("What is the ", lexicon.label(relation), " of ", thing, "?")
        if draft.query is not None and _relation_of(draft.query, lexicon) == relation:
            found.append(draft)
    least = min((len(draft.flaws) + len(draft.reading.unread) for draft in found), default=0)
    return tuple(draft for draft in found if len(draft.flaws) + len(draft.reading.unread) == least)


def _relation_of(query: Query, lexicon: SchemaLexicon) -> Term | None:
    try:
        return operand_of(query, lexicon, "one").relation
    except UnwrittenError:
        return None


def dated_beside(operand: Operand, relations: tuple[Term, ...], lexicon: SchemaLexicon) -> Iterator[Term]:
    """Those of some relations that things with the operand's relation may have, too."""
    own = {item.source for item in lexicon.attributes[operand.relation]}
    for relation in relations:
        if relation != operand.relation and own & {item.source for item in lexicon.attributes[relation]}:
            yield relation


def without_end(operand: Operand, lexicon: SchemaLexicon) -> tuple[Query, ...]:
    """That the thing of an operand is still there: it has no date of an end."""
    found = []
    for relation in dated_beside(operand, dates_named(ENDS, lexicon), lexicon):
        gone = GraphPattern(elements=(Edge(source=operand.thing, relation=relation, target="end"),))
        test = ExistenceTest(pattern=gone, negated=True)
        pattern = operand.pattern.model_copy(update={"conditions": (*operand.pattern.conditions, test)})
        found.append(Query(form="exists", pattern=pattern))
    return tuple(found)


def day(value: date) -> ConstantValue:
    """A day as a value."""
    return ConstantValue(term=literal(value.isoformat(), XSD + "date"))


def years_between(start: VariableValue | DatePart, end: VariableValue | DatePart) -> Expression:
    """The completed years from one date to another, or the difference of their years where one is only a year."""
    if isinstance(start, VariableValue) and isinstance(end, VariableValue) and is_exact(start, end):
        return DateDifference(unit="years", start=start, end=end)
    return Arithmetic(operation="-", left=year_of(end), right=year_of(start))


def year_of(value: VariableValue | DatePart) -> VariableValue | DatePart:
    """The year of a date, or the number that is one. Raises `IncomparableError` for the text of a day."""
    check_computable(value)
    if isinstance(value, VariableValue) and value.type != "number":
        return DatePart(part="year", variable=value.variable)
    return value


def check_computable(value: VariableValue | DatePart) -> None:
    """Raises `IncomparableError` where a value is the text of a day, with which nothing is computed."""
    if isinstance(value, VariableValue) and value.type == "text":
        raise IncomparableError("the days are texts, with which nothing is computed")


def is_exact(*values: VariableValue | DatePart) -> bool:
    """Whether all values are days, from which completed years are counted."""
    return all(isinstance(value, VariableValue) and value.type in ("date", "dateTime") for value in values)


def value_beside(
    operand: Operand, relation: Term, lexicon: SchemaLexicon
) -> tuple[GraphPattern, VariableValue | DatePart]:
    """The pattern of an operand with another value of its thing, and that value. Raises `UnwrittenError`."""
    edge = Edge(source=operand.thing, relation=relation, target="later")
    pattern = operand.pattern.model_copy(update={"elements": (*operand.pattern.elements, edge)})
    return pattern, typed_value("later", relation, lexicon)
