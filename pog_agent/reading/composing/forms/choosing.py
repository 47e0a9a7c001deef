"""Which of two named things has more: "which has the higher rent, A or B", "who was born first, A or B"."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.models.query import (
    Column,
    Constant,
    Edge,
    GraphPattern,
    OrderKey,
    Query,
    RankWindow,
    VariableValue,
)
from pog_agent.models.query_draft import KEY_PREFIX, QueryDraft
from pog_agent.reading.composing.forms.combining import combined
from pog_agent.reading.composing.forms.comparing import (
    Compared,
    both_there,
    by_adjective,
    by_date,
    by_noun,
    by_number,
    by_verb,
)
from pog_agent.reading.composing.forms.operands import Operand, counted_things, operand_of
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.reading.question_words import name_places
from pog_agent.reading.schema.lexicon import SchemaLexicon

_FORMS: Final = ("whose", "has_more", "is_paid", "when", "is_more", "has_number", "does_more")
_OWN: Final = re.compile(r"['’]s?(?!\w)")
OPERATION: Final = "choice"


def choice(question: WholeQuestion) -> QueryDraft | None:
    """The query for which of two named things has more or was first; None for any other question.

    The two stand at the end, with "or" between them. Where what is compared is not read, it is another question.
    """
    named = _alternatives(question)
    if named is None:
        return None
    one, other = named
    end = english_pattern("choice", "the_at_the_end").sub("", question.text[: one[0]])
    found = ((form, english_pattern("choice", form).match(end)) for form in _FORMS)
    form, match = next((pair for pair in found if pair[1]), ("", None))
    compared = _compared(question, form, match, one, other) if match is not None else None
    if match is None or compared is None:
        return None
    kinds = _kind(question, match.span("noun")) if match.groupdict().get("noun") else []
    if kinds is None:
        return None
    lexicon = question.vocabulary.lexicon
    draft = combined(
        question,
        [*compared.parts, *kinds],
        lambda queries: _first(queries, lexicon, is_more=compared.is_more),
        OPERATION,
    )
    if draft.query is None:
        return None
    presupposed = (*both_there(compared.parts, lexicon), *_both_of_kind(compared.parts, kinds, lexicon))
    return draft.model_copy(update={"asks_for_one": True, "presupposed": (*draft.presupposed, *presupposed)})


def _alternatives(question: WholeQuestion) -> tuple[Span, Span] | None:
    """The places of the two names at the end of a question with "or" between them."""
    places = name_places(question.text, question.topics)
    is_whose = english_pattern("choice", "whose_first").match(question.text) is not None
    behind = question.text[places[1][1] :] if len(places) == 2 else ""
    if len(places) != 2 or (_OWN.sub("", behind, count=1) if is_whose else behind).strip(" ?.!"):
        return None
    (start, end, one), (begin, stop, other) = places
    joint = english_pattern("choice", "or").fullmatch(question.text[end:begin])
    if one == other or joint is None or (joint["own"] and not is_whose):
        return None
    return (start, end), (begin, stop)


def _compared(question: WholeQuestion, form: str, match: re.Match[str], one: Span, other: Span) -> Compared | None:
    word = match["word"].lower()
    if form == "is_more":
        return by_adjective(question, word, one, other)
    if form in ("has_more", "whose"):
        return by_noun(question, word, match.span("value"), one, other)
    if form == "has_number":
        return by_number(question, word, match.span("value"), one, other, verb=("does", "have"))
    if form == "is_paid":
        return by_verb(question, word, match.span("verb"), one, other, does="is")
    if form == "does_more":
        return by_verb(question, word, match.span("verb"), one, other)
    parts = by_date(question, match["verb"], one, other)
    return Compared(parts, word in ("later", "last")) if parts else None


def _kind(question: WholeQuestion, noun: Span) -> list[QueryDraft] | None:
    """How the class is counted that both are said to be of; None where the noun names no class."""
    if question.class_at(noun) is None:
        return None
    return [question.draft("How many ", noun, " are there?")]


def _first(queries: Sequence[Query], lexicon: SchemaLexicon, *, is_more: bool) -> Query:
    """The one of two things whose value is the greatest or least. Raises `UnwrittenError`."""
    one, other = (operand_of(query, lexicon, "of") for query in queries[:2])
    key = f"{KEY_PREFIX}value"
    columns = (
        Column(name="answer", expression=VariableValue(variable=one.thing)),
        Column(name=key, expression=one.value),
    )
    order = (OrderKey(column=key, descending=is_more),)
    return Query(
        pattern=_of_either(one, other), columns=columns, order_by=order, ranks=RankWindow(first=1, last=1)
    )


def _of_either(one: Operand, other: Operand) -> GraphPattern:
    """The pattern of the same value of either thing. Raises `UnwrittenError` where it is reached otherwise."""
    terms = tuple(term for operand in (one, other) for term in _terms(operand))
    patterns = (one.pattern, other.pattern)
    parts = [tuple(item for item in pattern.elements if item.kind != "constant") for pattern in patterns]
    is_plain = parts[0] == parts[1] and len(parts[0]) == 1 and isinstance(parts[0][0], Edge)
    if not is_plain or one.relation != other.relation or any(pattern.conditions for pattern in patterns):
        raise UnwrittenError("the two values are not those of one attribute")
    return GraphPattern(elements=(Constant(variable=one.thing, terms=terms), *parts[0]))


def _terms(operand: Operand) -> tuple[str, ...]:
    found = [
        item for item in operand.pattern.elements if item.kind == "constant" and item.variable == operand.thing
    ]
    if len(found) != 1:
        raise UnwrittenError("a part of the question asks for an attribute of something that is not named")
    return found[0].terms


def _both_of_kind(
    parts: Sequence[QueryDraft], kinds: Sequence[QueryDraft], lexicon: SchemaLexicon
) -> Iterator[Query]:
    """That each thing is of the class that the question calls it."""
    for part, kind in product(parts, kinds):
        if part.query is not None and kind.query is not None:
            operand, counted = operand_of(part.query, lexicon, "of"), counted_things(kind.query)
            own = Constant(variable=counted.variable, terms=_terms(operand))
            yield Query(form="exists", pattern=GraphPattern(elements=(own, *counted.pattern.elements)))
