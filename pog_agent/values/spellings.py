"""When two spellings of an answer are the same one."""

import re
import unicodedata
from decimal import Decimal

from pog_agent.values import calendar_day
from pog_agent.words import folded

_NUMBER = re.compile(r"[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?")
_VALUE = re.compile(r"[+-]?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d{1,3})?")
_ROUNDING = Decimal("1e-10")
_DOUBLE = Decimal("1e-14")
"""Gold numbers are rounded to ten decimals, and computed with doubles."""


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


def same_value(one: str, other: str) -> bool:
    """Whether two labels or values are the same in plain form, or numbers that differ by rounding alone.

    Whole numbers are never rounded. What begins with a superfluous 0, such as a postcode, is no number.
    """
    first, second = plain(one), plain(other)
    if first == second:
        return True
    if not (_VALUE.fullmatch(first) and _VALUE.fullmatch(second)):
        return False
    mine, theirs = Decimal(first), Decimal(second)
    if mine == theirs or (mine == mine.to_integral_value() and theirs == theirs.to_integral_value()):
        return mine == theirs
    return abs(mine - theirs) <= max(_ROUNDING, _DOUBLE * abs(theirs))
