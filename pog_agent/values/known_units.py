"""A unit that the numbers of a relation, or of a question, are in: how it is read, shown and converted."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from pog_agent.terms import Term, humanize, is_iri, is_literal, literal_value, local_name
from pog_agent.values.currencies import currency_code
from pog_agent.values.unit_codes import of_qudt, of_un_cefact
from pog_agent.values.units import unit_scale

DIGITS = 12
"""Digits behind the point of a conversion that no decimal number says exactly."""
_CURRENCY_WORDS = {"euro": "EUR", "euros": "EUR", "yen": "JPY"}
_USUAL_CURRENCIES = {"$": "USD", "£": "GBP", "¥": "JPY"}
_SHORT_NAMES = {"kilo": "kg", "kilos": "kg"}
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class KnownUnit:
    """A unit as it is shown, and how its numbers become those of its `dimension`: `factor * number + offset`.

    Numbers of two units compare if their dimensions are the same. Each currency is a dimension.
    """

    text: str
    dimension: str
    factor: Fraction = Fraction(1)
    offset: Fraction = Fraction(0)

    @property
    def is_currency(self) -> bool:
        """Whether it is money."""
        return self.dimension.startswith(_MONEY)

    def factor_to(self, other: "KnownUnit") -> Fraction:
        """What a number is multiplied by to be in another unit of the same dimension, whose zero is the same."""
        return self.factor / other.factor

    def converted(self, number: Fraction, other: "KnownUnit") -> Fraction:
        """A number of this unit in another one of the same dimension."""
        return (number * self.factor + self.offset - other.offset) / other.factor


_MONEY = "money "


def known_unit(text: str) -> KnownUnit | None:
    """The unit or currency that a text is ("kg", "square metres", "EUR"); None for another text."""
    text = text.strip()
    if not text or len(text) > _LONGEST or "\n" in text:
        return None
    currency = _CURRENCY_WORDS.get(text.lower()) or currency_code(text)
    if currency is not None:
        return KnownUnit(currency, _MONEY + currency)
    scale = unit_scale(_SHORT_NAMES.get(text.lower(), text))
    if scale is None:
        return None
    if scale.months:
        return KnownUnit(scale.symbol, "month", Fraction(scale.months))
    return KnownUnit(scale.symbol, scale.dimension, scale.factor, scale.offset)


def are_comparable(one: KnownUnit, other: KnownUnit | None) -> bool:
    """Whether numbers in two units compare. A sign of several currencies may be one of them ("$": USD)."""
    return other is not None and (one.dimension == other.dimension or may_be_same_currency(one, other))


def may_be_same_currency(one: KnownUnit, other: KnownUnit) -> bool:
    """Whether one is the sign that the other currency is usually written with."""
    return one != other and _USUAL_CURRENCIES.get(one.text) == other.text


def unit_of_term(term: Term, label: str = "") -> KnownUnit | None:
    """The unit that a graph means by a literal (UN/CEFACT, a text) or by an IRI (QUDT, or its label)."""
    if is_literal(term):
        text = literal_value(term).strip()
        return known_unit(of_un_cefact(text) or text)
    if not is_iri(term):
        return known_unit(label)
    name = local_name(term)
    spellings = (of_qudt(name), label, of_un_cefact(name), humanize(name))
    return next((unit for text in spellings if text and (unit := known_unit(text)) is not None), None)


def exact_decimal(number: Fraction) -> Decimal | None:
    """The decimal number that a fraction is; None where it has no end ("1/3")."""
    rest = number.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return Decimal(shown_fraction(number, None)) if rest == 1 else None


def shown_fraction(number: Fraction, digits: int | None = DIGITS) -> str:
    """A fraction as a decimal number in plain digits; with `digits`, cut after so many behind the point."""
    places = digits
    if places is None:
        places = 0
        while (number * 10**places).denominator != 1:
            places += 1
    scaled = round(number * 10**places)
    text = str(abs(scaled)).rjust(places + 1, "0")
    whole, part = (text[:-places], text[-places:].rstrip("0")) if places else (text, "")
    return f"{'-' if scaled < 0 else ''}{whole}{'.' if part else ''}{part}"
