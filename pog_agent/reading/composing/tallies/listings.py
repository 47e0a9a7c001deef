"""What there is of a kind, where its names are asked for behind: "are there any without an owner? Which ones?"."""

import re
from typing import Final

from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.composing.forms.combining import combined
from pog_agent.reading.composing.forms.subquestions import WholeQuestion

_LISTING: Final = re.compile(
    r"^\W*(?:(?:are|is)\s+there|do\s+we\s+have|have\s+we\s+got)\s+(?:(?:any|some|an?)\s+)?(?P<claim>[^?.;]+?)"
    r"\s*[?.;,:-]+\s*(?:(?:and\s+)?if\s+so,?\s+|and\s+)?(?:please\s+)?"
    r"(?:names?|which(?:\s+ones?)?(?:\s+are\s+they)?|(?:who|what)\s+are\s+they|(?:list|name|show|tell)(?:\s+me)?\s+them)"
    r"(?:,?\s+please)?\W*$",
    re.IGNORECASE,
)


def listing(question: WholeQuestion) -> QueryDraft | None:
    """The query for what it is asked of whether there is any, and which; None for any other question."""
    match = _LISTING.match(question.text)
    if match is None:
        return None
    plain = question.draft("Which ", match.span("claim"), "?")
    found = combined(question, (plain,), lambda queries: queries[0], "their names")
    return found.model_copy(update={"asks_for_one": False})
