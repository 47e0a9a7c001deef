"""When two spellings of an answer are the same one."""

import re
import unicodedata

from pog_agent.values import calendar_day
from pog_agent.words import folded

_NUMBER = re.compile(r"[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?")


def plain(text: str) -> str:
    """A label or value for comparison: case, spacing, Unicode form, and how numbers and dates are written.

    ``+1,200.0`` gives ``1200``, ``1954-07-17T00:00:00Z`` gives ``1954-07-17``. A year is not a date in it.
    """
    words = folded(unicodedata.normalize("NFKC", text))
    if _NUMBER.fullmatch(words):
        whole, _, part = words.lstrip("+").replace(",", "").partition(".")
        part = part.rstrip("0")
        return f"{whole}.{part}" if part else whole
    return calendar_day(words) or words
