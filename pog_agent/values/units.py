"""Units of measurement: which spellings are read, and how they are converted, by pint.

Pint alone would read too much ("cats" are centi-technical-atmospheres). So its units are taken from a list, and
few have prefixes. Pint is loaded when a value first has a unit.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pint import UnitRegistry

_PREFIXED = frozenset(
    """
    meter gram second ampere kelvin mole candela liter hertz newton pascal joule watt watt_hour volt ohm
    electron_volt tesla siemens henry lumen lux becquerel sievert gray bar metric_ton parsec bit byte
    """.split()  # noqa: SIM905
)
_UNPREFIXED = frozenset(
    """
    minute hour day week inch foot yard mile nautical_mile light_year astronomical_unit hectare acre pound ounce
    stone knot mile_per_hour kilometer_per_hour standard_atmosphere pound_force_per_square_inch degree_Celsius
    degree_Fahrenheit degree radian percent revolutions_per_minute
    """.split()  # noqa: SIM905
)
_OF_SEVERAL_SIZES = frozenset("gallon quart pint fluid_ounce ton horsepower calorie oil_barrel bushel".split())  # noqa: SIM905
_LARGE_PREFIXES = frozenset(("tera", "giga", "mega", "kilo"))
_PREFIXES = _LARGE_PREFIXES.union(("hecto", "deci", "centi", "milli", "micro", "nano"))
_NEVER_SMALL = frozenset(("bit", "byte", "metric_ton", "parsec", "watt_hour"))
_MONTHS = {"month": 1, "year": 12, "decade": 120, "century": 1200, "millennium": 12000}
_WITHOUT_PREFIX = _UNPREFIXED.union(_OF_SEVERAL_SIZES, _MONTHS)
_SINGLE = frozenset(("percent", "degree_Celsius", "degree_Fahrenheit", *_MONTHS, *_OF_SEVERAL_SIZES))
_SHORT_NAME = 3

_FACTOR = re.compile(
    r"(?:(?P<power>square|sq\.?|cubic|cu\.?) )?"
    r"(?P<name>°?[^\W\d_]+(?:[ _-][^\W\d_]+)?|%)(?:\^?(?P<exponent>-?[1-3]))?"
)
_PLAIN_SIGNS = str.maketrans({"⁻": "-", "¹": "1", "²": "2", "³": "3", "℃": "°C", "℉": "°F"})
_DEGREES = re.compile(r"^degrees?_(?=celsius|fahrenheit)")
_POWERS = {"sq": 2, "square": 2, "cu": 3, "cubic": 3}
_UCUM = {"Cel": "°C"}
_EXPONENTS = {2: "²", 3: "³"}


@dataclass(frozen=True, slots=True)
class UnitScale:
    """What a unit is converted to.

    A magnitude becomes `factor * magnitude + offset` of the `dimension`, which is written as the base unit. Where
    `months` is not 0, the unit is that many months, which no number of seconds equals. `symbol` is how the unit is
    shown.
    """

    dimension: str
    factor: Fraction
    offset: Fraction = Fraction(0)
    months: int = 0
    symbol: str = field(default="", compare=False)


@lru_cache(maxsize=4096)
def unit_scale(text: str, ucum: bool = False) -> UnitScale | None:
    """The scale of a unit as people or, with `ucum`, UCUM write it; None for what is no known unit.

    Units whose size depends on the country (gallons, tons) have a dimension of their own.
    """
    quotient = re.split(r" ?/ ?| per ", text.strip().rstrip(".").translate(_PLAIN_SIGNS))
    if len(quotient) > 2:
        return None
    expression: list[tuple[str, int]] = []
    for sign, side in zip((1, -1), quotient, strict=False):
        for part in re.split(r"\.", side) if ucum else re.split(r" ?[·⋅*] ?", side):
            factor = _factor(_UCUM.get(part, part))
            if factor is None:
                return None
            expression.append((factor[0], sign * factor[1]))
    return _converted(tuple(expression))


def _factor(text: str) -> tuple[str, int] | None:
    """The name that pint has for one unit, and its exponent."""
    found = _FACTOR.fullmatch(text)
    if found is None or (found["power"] and found["exponent"]):
        return None
    name = _unit_name(found["name"])
    power = _POWERS[found["power"].rstrip(".")] if found["power"] else int(found["exponent"] or 1)
    return (name, power) if name else None


def _unit_name(spelled: str) -> str | None:
    """The name that pint has for a unit that is spelled so; None for one that is not on the list.

    Symbols are read as they are written, words in any case. What pint knows without a prefix is not split into a
    prefix and a unit. A single "a" may be a year or an are.
    """
    word = re.sub("[ -]", "_", spelled)
    spellings = (word, _DEGREES.sub("", word.lower())) if len(word) > _SHORT_NAME else (word,)
    for spelling in spellings:
        found = [(str(prefix), str(unit)) for prefix, unit, _ in _registry().parse_unit_name(spelling)]
        for prefix, unit in [item for item in found if not item[0]] or found:
            if _is_read(spelling, prefix, unit):
                return prefix + unit
    return None


def _is_read(spelling: str, prefix: str, unit: str) -> bool:
    """Whether this spelling is read as a unit with this prefix. Symbols have no plural: "ms" are milliseconds."""
    if spelling == "a" or (len(spelling) == 2 and spelling.endswith("s") and unit != "second"):
        return False
    if not prefix:
        return unit in _WITHOUT_PREFIX or unit in _PREFIXED
    return unit in _PREFIXED and prefix in (_LARGE_PREFIXES if unit in _NEVER_SMALL else _PREFIXES)


def _converted(expression: tuple[tuple[str, int], ...]) -> UnitScale | None:
    """The scale of a product of units, each with its exponent."""
    alone = expression[0][0] if len(expression) == 1 and expression[0][1] == 1 else None
    if alone in _MONTHS:
        return UnitScale("second", Fraction(0), months=_MONTHS[alone], symbol=alone)
    symbol = _symbol(expression)
    if alone in _OF_SEVERAL_SIZES or alone == "percent":
        return UnitScale(alone, Fraction(1), symbol=symbol)
    if alone is None and any(name in _SINGLE for name, _ in expression):
        return None
    registry = _registry()
    unit = " * ".join(f"{name} ** {exponent}" for name, exponent in expression)
    origin = registry.Quantity(Fraction(0), unit).to_root_units()
    one = registry.Quantity(Fraction(1), unit).to_root_units()
    powers = sorted((name, str(exponent)) for name, exponent in one.unit_items())
    dimension = "*".join(name if exponent == "1" else f"{name}^{exponent}" for name, exponent in powers)
    return UnitScale(dimension, one.magnitude - origin.magnitude, origin.magnitude, symbol=symbol)


def _symbol(expression: tuple[tuple[str, int], ...]) -> str:
    """A product of units as it is shown: "km/h", "m²"."""
    above, below = (
        "·".join(
            f"{_registry().get_symbol(name)}{_EXPONENTS.get(abs(exponent), '')}"
            for name, exponent in expression
            if exponent * sign > 0
        )
        for sign in (1, -1)
    )
    return f"{above or '1'}/{below}" if below else above


@cache
def _registry() -> "UnitRegistry[Fraction]":
    """Pint's units, which convert without rounding."""
    from pint import UnitRegistry  # noqa: PLC0415

    return UnitRegistry(non_int_type=Fraction)
