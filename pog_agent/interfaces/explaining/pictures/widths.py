"""How wide a text is drawn, as far as that can be told without the font: rather too wide than too narrow."""

import unicodedata
from typing import Final

_SHARES: Final = {"ijlI.,:;'|!·": 0.38, 'ftr()[]/\\-" ': 0.48, "mwMW@%—…": 1.0, "0123456789_+=<>~*": 0.7}
_BY_CHARACTER: Final = {char: share for chars, share in _SHARES.items() for char in chars}
_CAPITAL: Final = 0.8
_USUAL: Final = 0.69
_WIDE: Final = 1.05


def text_width(text: str, size: float) -> float:
    """The width of a line in pixels, for a wide sans-serif font of this size."""
    return size * sum(map(_share, text))


def _share(char: str) -> float:
    if char in _BY_CHARACTER:
        return _BY_CHARACTER[char]
    if unicodedata.combining(char):
        return 0.0
    if unicodedata.east_asian_width(char) in "WF" or ord(char) > 0xFFFF:
        return _WIDE
    return _CAPITAL if char.isupper() else _USUAL


def wrapped(text: str, size: float, width: float, most: int) -> list[str]:
    """A text in at most so many lines of this width, the last one cut where there is more."""
    lines, rest = list[str](), " ".join(text.split())
    while rest and len(lines) < most - 1:
        fitting = _fitting(rest, size, width)
        if fitting == len(rest):
            break
        space = rest.rfind(" ", 0, fitting + 1)
        end = space if space > 0 else fitting
        lines.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    end = _fitting(rest, size, width)
    cut = rest if end == len(rest) else f"{rest[: _fitting(rest, size, width - size)].rstrip()}…"
    return [*lines, cut] if cut else lines


def _fitting(text: str, size: float, width: float) -> int:
    """How many of the first characters fit, at least one."""
    used = 0.0
    for place, char in enumerate(text):
        used += size * _share(char)
        if used > width and place:
            return place
    return len(text)
