"""Reads what an amount is for: "earns the most per hour", "less than 12 an hour"."""

import re
from typing import Final

from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.schema.lexicon import Measure, SchemaLexicon
from pog_agent.reading.senses.amounts import rate_names

_RATE: Final = re.compile(
    r"(?:\d|\b(?:most|least|more|less|much|money|earns?|paid|costs?))"
    r"\s+(?P<rate>(?:per|an?|each|every)\s+(?P<unit>hour|day|week|month|year))\b"
)


def rate_spans(question: str) -> list[tuple[int, int]]:
    """The characters of what an amount is for."""
    return [match.span("rate") for match in _RATE.finditer(question.lower())]


def read_rates(scan: Scan, lexicon: SchemaLexicon) -> None:
    """Keeps of what is ranked or compared the attributes that tell the amount for each such time.

    Where none does, the words stay unread.
    """
    for match in _RATE.finditer(scan.lower):
        place = scan.place(*match.span("rate"))
        if place is None or not scan.is_free((place[1] - 1, place[1])):
            continue
        for head in scan.heads:
            is_compared = head.extreme is not None or head.tests or head.aggregation
            own = tuple(item for item in head.measures if _is_rate(item, match["unit"], lexicon))
            if head.kind == "attribute" and is_compared and own and head.place[0] < place[0]:
                head.measures = own
                scan.use(place)


def _is_rate(measure: Measure, unit: str, lexicon: SchemaLexicon) -> bool:
    names = lexicon.forms.get(measure.relation, ())
    return any(word in rate_names(unit) for form in names for word in form.words)
