"""The year, month or decade of what happened to a thing."""

import re
from collections.abc import Sequence
from typing import Final, Literal

from pog_agent.models.query import Column, DatePart, Query, VariableValue
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import combined
from pog_agent.reading.composing.forms.dates import check_computable, dates_of_event, drafts_of
from pog_agent.reading.composing.forms.operands import operand_of
from pog_agent.reading.composing.forms.subquestions import WholeQuestion
from pog_agent.reading.composing.writing.unwritten import UnwrittenError

_WHEN: Final = re.compile(
    r"^\W*(?:(?:in|during)\s+)?(?:which|what)\s+(?P<part>year|month|decade)\s+(?:was|were|is|did|has|had)\s+(?P<thing>.+?)"
    r"\s+(?P<verb>[a-z]+)\W*$",
    re.IGNORECASE,
)
_PARTS: Final[dict[str, Literal["year", "month", "decade"]]] = {
    "year": "year",
    "month": "month",
    "decade": "decade",
}


def period(question: WholeQuestion) -> QueryDraft | None:
    """The query for a question that asks in which year, month or decade something was; None for any other."""
    match = _WHEN.match(question.text)
    if match is None:
        return None
    lexicon, part = question.vocabulary.lexicon, _PARTS[match["part"].lower()]
    drafts = drafts_of(question, dates_of_event(match["verb"], lexicon), match.span("thing"))
    if len(drafts) != 1:
        return QueryDraft(reason="the graph has no one date for what happened")

    def write(queries: Sequence[Query]) -> Query:
        operand = operand_of(queries[0], lexicon, "one")
        check_computable(operand.value)
        if isinstance(operand.value, VariableValue) and operand.value.type == "number":
            if part != "year":
                raise UnwrittenError(f"the graph has a number and not a date, which has no {part}")
            return Query(pattern=operand.pattern, columns=(Column(name=part, expression=operand.value),))
        column = Column(name=part, expression=DatePart(part=part, variable=operand.variable))
        return Query(pattern=operand.pattern, columns=(column,))

    return combined(question, drafts, write, part)
