"""Which of two named things has more: "which has the higher rent, A or B", "who was born first, A or B"."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

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
    COMPARATIVE,
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

_WHICH: Final = (
    r"^\W*(?:which|who|what)(?:\s+one|\s+of\s+(?:the\s+two|them|these|those))?"
    r"(?:\s+(?P<noun>(?!(?:is|was|has|had|did|does|gets?|got|of)\b)[a-z]+(?:\s+(?!(?:gets?|got)\b)[a-z]+)?))?"
)
_IS: Final = r"(?:\s+(?:is|was)|['’]s)"
_WHICH_VERB: Final = rf"{_WHICH}\s+"
_IS_MORE: Final = re.compile(rf"{_WHICH}{_IS}\s+(?:the\s+)?{COMPARATIVE}(?:\s+one)?\s*[,:]?\s*$", re.IGNORECASE)
_IS_PAID: Final = re.compile(
    rf"{_WHICH}(?:\s+gets?|\s+got|{_IS})\s+(?P<verb>paid)\s+(?P<word>more|better|less|worse)\s*[,:]?\s*$",
    re.IGNORECASE,
)
_HAS_MORE: Final = re.compile(
    rf"{_WHICH_VERB}(?:has|had)\s+(?:the|an?)\s+{COMPARATIVE}\s+(?P<value>[^'’]+?)\s*[,:]?\s*$", re.IGNORECASE
)
_WHOSE: Final = re.compile(
    rf"^\W*whose\s+(?P<value>[^'’]+?)\s+(?:is|was)\s+(?:the\s+)?{COMPARATIVE}\s*[,:]?\s*$", re.IGNORECASE
)
_WHEN: Final = re.compile(
    rf"{_WHICH_VERB}(?:(?:was|were)\s+)?(?P<verb>came\s+out|[a-z]+)\s+(?P<word>first|earlier|later|last)\s*[,:]?\s*$",
    re.IGNORECASE,
)
_HAS_NUMBER: Final = re.compile(
    rf"{_WHICH_VERB}(?:has|had)\s+(?:the\s+)?(?P<word>more|fewer|less)\s+(?P<value>[a-z][a-z ]*?)\s*[,:]?\s*$",
    re.IGNORECASE,
)
_DOES_MORE: Final = re.compile(
    rf"{_WHICH_VERB}(?P<verb>[a-z]+[^s\W])s\s+(?P<word>more|less)\s*[,:]?\s*$", re.IGNORECASE
)
_FORMS: Final = (_WHOSE, _HAS_MORE, _IS_PAID, _WHEN, _IS_MORE, _HAS_NUMBER, _DOES_MORE)
_OR: Final = re.compile(r"(?P<own>['’]s?)?\s*,?\s+or\s+(?:the\s+)?", re.IGNORECASE)
_OWN: Final = re.compile(r"['’]s?(?!\w)")
_ARTICLE: Final = re.compile(r"\bthe\s+$", re.IGNORECASE)
_EARLY: Final = frozenset({"first", "earlier"})
OPERATION: Final = "choice"


def choice(question: WholeQuestion) -> QueryDraft | None:
    """The query for which of two named things has more or was first; None for any other question.

    The two stand at the end, with "or" between them. Where what is compared is not read, it is another question.
    """
    named = _alternatives(question)
    if named is None:
        return None
    one, other = named
    end = _ARTICLE.sub("", question.text[: one[0]])
    match = next(filter(None, (form.match(end) for form in _FORMS)), None)
    compared = _compared(question, match, one, other) if match is not None else None
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
    is_whose = re.match(r"\W*whose\b", question.text, re.IGNORECASE) is not None
    behind = question.text[places[1][1] :] if len(places) == 2 else ""
    if len(places) != 2 or (_OWN.sub("", behind, count=1) if is_whose else behind).strip(" ?.!"):
        return None
    (start, end, one), (begin, stop, other) = places
    joint = _OR.fullmatch(question.text[end:begin])
    if one == other or joint is None or (joint["own"] and not is_whose):
        return None
    return (start, end), (begin, stop)


def _compared(question: WholeQuestion, match: re.Match[str], one: Span, other: Span) -> Compared | None:
    word = match["word"].lower()
    if match.re is _IS_MORE:
        return by_adjective(question, word, one, other)
    if match.re in (_HAS_MORE, _WHOSE):
        return by_noun(question, word, match.span("value"), one, other)
    if match.re is _HAS_NUMBER:
        return by_number(question, word, match.span("value"), one, other, verb=("does", "have"))
    if match.re is _IS_PAID:
        return by_verb(question, word, match.span("verb"), one, other, does="is")
    if match.re is _DOES_MORE:
        return by_verb(question, word, match.span("verb"), one, other)
    parts = by_date(question, match["verb"], one, other)
    return Compared(parts, word not in _EARLY) if parts else None


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
