"""What English verbs and nouns of amounts and times speak of: "costs" of a price, "joined" of being hired."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from pog_agent.words import stem

_PAY: Final = ("pay", "wage", "salary", "income", "earnings")
_PRICES: Final = ("price", "cost", "fee", "charge", "fare", "tariff", "toll")


class AmountNames(NamedTuple):
    """Names of attributes that a word asks for: those that it means, and those that it may mean."""

    meant: tuple[str, ...]
    possible: tuple[str, ...] = ()


_AMOUNTS: Final[Mapping[str, AmountNames]] = MappingProxyType(
    {
        "cost": AmountNames(_PRICES, ("rent", *_PAY)),
        "earn": AmountNames(_PAY, ("fee", "revenue", "profit")),
        "pay": AmountNames(_PAY, (*_PRICES, "rent")),
        "money": AmountNames((), (*_PAY, "fee", "revenue", "budget", "grant", "prize")),
        "weigh": AmountNames(("weight", "mass")),
        "last": AmountNames(("duration", "running time"), ("length", "time")),
        "hold": AmountNames(("capacity",), ("seats", "volume")),
        "lift": AmountNames(("payload", "load"), ("capacity",)),
        "carri": AmountNames(("payload", "load"), ("capacity",)),
    }
)
"""By the stem of the word."""
_EVENTS: Final = MappingProxyType(
    {
        "join": AmountNames((), ("joined", "hired", "employed", "engaged", "appointed", "started")),
        "form": AmountNames((), ("founded", "founding", "foundation", "established")),
        "open": AmountNames((), ("founded", "founding", "foundation", "established", "inception")),
    }
)
_RATES: Final = {
    "hour": ("hour", "hourly"),
    "day": ("day", "daily"),
    "week": ("week", "weekly"),
    "month": ("month", "monthly"),
    "quarter": ("quarter", "quarterly"),
    "year": ("year", "yearly", "annual"),
}


def amount_names(word: str) -> AmountNames:
    """The names of what a word speaks of as an amount; none for any other word."""
    return _AMOUNTS.get(stem(word), AmountNames(()))


def event_names(word: str) -> AmountNames:
    """The names of dates by which a verb may tell when something was; none for any other word."""
    return _EVENTS.get(stem(word), AmountNames(()))


def rate_names(unit: str) -> tuple[str, ...]:
    """Words of a name by which it tells an amount for each hour, day, week, month, quarter or year."""
    return _RATES.get(unit, ())
