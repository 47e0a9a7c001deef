"""Numbers as they are written: with decimal point or comma, and with grouped digits."""

import re
from dataclasses import dataclass
from decimal import Decimal

_EXPONENT = r"(?:[eE][+-]?[0-9]{1,3})?"
_LEXICAL = re.compile(rf"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+){_EXPONENT}")
_PLAIN = re.compile(r"[+-]?[0-9]+")
_WRITTEN = {
    mark: re.compile(
        rf"[+-]?(?:[0-9]+(?:\{mark}[0-9]+)?{_EXPONENT}|\{mark}[0-9]+|[1-9][0-9]{{0,2}}(?:\{group}[0-9]{{3}})+(?:\{mark}[0-9]+)?)"
    )
    for mark, group in ((".", ","), (",", "."))
}
_SPACED = re.compile(r"([+-]?[1-9][0-9]{0,2}(?:([\u00a0\u2009\u202f'’])[0-9]{3})(?:\2[0-9]{3})*)([.,][0-9]+)?")
_SPACES = str.maketrans("", "", "\u00a0\u2009\u202f'’")


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """What a text is with a decimal point and with a decimal comma; None where it cannot be read so."""

    by_point: Decimal | None
    by_comma: Decimal | None

    @property
    def readings(self) -> tuple[Decimal | None, Decimal | None]:
        """The value by point, and by comma."""
        return self.by_point, self.by_comma

    @property
    def mark(self) -> str | None:
        """The decimal mark that the text needs, empty where it needs none; None where it can have either."""
        if self.by_point is None or self.by_comma is None:
            return "," if self.by_point is None else "."
        return "" if self.by_point == self.by_comma else None


def lexical_number(text: str) -> Decimal | None:
    """The value of a finite number as XML Schema writes it, which is without commas; None for another text."""
    return Decimal(text) if _LEXICAL.fullmatch(text) else None


def written_number(text: str) -> WrittenNumber | None:
    """A number as people write it; None where the text is none.

    A comma, a point, a narrow space or an apostrophe may group digits by three. Digits follow a decimal mark.
    """
    text = text.replace("\u2212", "-")
    if _PLAIN.fullmatch(text):
        value = Decimal(text)
        return WrittenNumber(value, value)
    spaced = _SPACED.fullmatch(text)
    if spaced:
        value = Decimal(text.translate(_SPACES).replace(",", "."))
        fraction = spaced[3] or ""
        return WrittenNumber(
            None if fraction.startswith(",") else value, None if fraction.startswith(".") else value
        )
    by_point = Decimal(text.replace(",", "")) if _WRITTEN["."].fullmatch(text) else None
    by_comma = Decimal(text.replace(".", "").replace(",", ".")) if _WRITTEN[","].fullmatch(text) else None
    return None if by_point is None and by_comma is None else WrittenNumber(by_point, by_comma)
