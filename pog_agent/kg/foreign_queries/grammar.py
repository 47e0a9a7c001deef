"""Recognises a query by the grammar of SPARQL, and says where it stops being one."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Final

from pog_agent.errors import QueryTextError
from pog_agent.kg.foreign_queries.tokens import QueryToken

DEEPEST: Final = 30
"""So many brackets may be open at once: each takes a dozen calls in here, and engines fall over thousands."""
MOST_EXPECTED: Final = 8
_SYMBOL: Final = re.compile(r"'[^']+'|\w+|[|?*+()]")
_KINDS: Final[dict[str, Callable[[QueryToken], bool]]] = {
    "VARIABLE": lambda token: token.kind == "variable",
    "IRI": lambda token: token.kind in ("iri", "prefixed"),
    "TEXT": lambda token: token.kind == "text",
    "LANGUAGE": lambda token: token.kind == "language",
    "NUMBER": lambda token: token.kind == "number",
    "SIGNED": lambda token: token.kind == "number" and token.text[0] in "+-",
    "INTEGER": lambda token: token.kind == "number" and token.text.isdecimal(),
    "BLANK": lambda token: token.kind == "blank",
}
_SHOWN: Final = {
    "VARIABLE": "?variable",
    "IRI": "<IRI>",
    "TEXT": '"text"',
    "NUMBER": "number",
    "INTEGER": "number",
    "LANGUAGE": "@language",
    "SIGNED": "",
    "BLANK": "_:node",
}

Matcher = Callable[["Recognition", int], int]
"""The place behind what a part of the grammar matches from a place on; -1 where it does not match."""


class Recognition:
    """One query that is being recognised: how far it goes, and what could stand there."""

    def __init__(self, tokens: Sequence[QueryToken]) -> None:
        self.tokens = tokens
        self.farthest = 0
        self.expected: dict[str, None] = {}

    def take(self, place: int, symbol: str, fits: Callable[[QueryToken], bool]) -> int:
        """The place behind a token that fits, else -1."""
        if place < len(self.tokens) and fits(self.tokens[place]):
            return place + 1
        if place > self.farthest:
            self.farthest = place
            self.expected = {}
        if place == self.farthest:
            self.expected[symbol] = None
        return -1


def check_grammar(tokens: Sequence[QueryToken]) -> None:
    """Raises `QueryTextError`, with the place, for what is no query without prologue, or does more than read."""
    depth = 0
    for token in tokens:
        depth += (token.text in ("{", "(", "[")) - (token.text in ("}", ")", "]"))
        if depth > DEEPEST:
            raise token.problem(f"brackets are nested more than {DEEPEST} deep")
    found = Recognition(tokens)
    if _rules()["Query"](found, 0) != len(tokens):
        raise _problem(found)


def _problem(found: Recognition) -> QueryTextError:
    names = dict.fromkeys(_SHOWN.get(symbol, symbol.strip("'").upper()) for symbol in found.expected)
    names.pop("", None)
    listed = " ".join([*names][:MOST_EXPECTED]) + (" ..." if len(names) > MOST_EXPECTED else "")
    wanted = f"here may stand {listed}" if listed else "the query has ended before"
    if found.farthest >= len(found.tokens):
        last = found.tokens[-1]
        return QueryTextError(
            f"line {last.line}, column {last.column}, behind {last.text!r}: the query ends too early; {wanted}"
        )
    token = found.tokens[found.farthest]
    if token.kind == "word" and f"'{token.text.lower()}'" not in _words():
        return token.problem(f"this word has no place in a query that only reads this graph; {wanted}")
    return token.problem(wanted)


@cache
def _rules() -> dict[str, Matcher]:
    text = (files("pog_agent.kg.foreign_queries") / "grammar.txt").read_text(encoding="utf-8")
    pairs = [line.split(" = ", 1) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    rules: dict[str, Matcher] = {}
    for name, body in pairs:
        symbols = _SYMBOL.findall(body)
        rules[name] = _choice(symbols, rules)
        if symbols:
            raise ValueError(f"the grammar's rule {name} has a bracket too many")
    return rules


@cache
def _words() -> frozenset[str]:
    text = (files("pog_agent.kg.foreign_queries") / "grammar.txt").read_text(encoding="utf-8")
    return frozenset(chain.from_iterable(re.findall(r"'[a-z_\d]+'", line) for line in text.splitlines()))


def _choice(symbols: list[str], rules: dict[str, Matcher]) -> Matcher:
    """The first of some sequences that matches; takes their symbols off the list."""
    options = [_sequence(symbols, rules)]
    while symbols and symbols[0] == "|":
        symbols.pop(0)
        options.append(_sequence(symbols, rules))

    def match(found: Recognition, place: int) -> int:
        return next((end for option in options if (end := option(found, place)) >= 0), -1)

    return options[0] if len(options) == 1 else match


def _sequence(symbols: list[str], rules: dict[str, Matcher]) -> Matcher:
    parts: list[Matcher] = []
    while symbols and symbols[0] not in ("|", ")"):
        parts.append(_repeated(_part(symbols, rules), symbols))

    def match(found: Recognition, place: int) -> int:
        for part in parts:
            place = part(found, place)
            if place < 0:
                break
        return place

    return match


def _part(symbols: list[str], rules: dict[str, Matcher]) -> Matcher:
    symbol = symbols.pop(0)
    if symbol == "(":
        inner = _choice(symbols, rules)
        symbols.pop(0)
        return inner
    if symbol.startswith("'"):
        word = symbol[1:-1]
        return lambda found, place: found.take(place, symbol, lambda token: token.text.lower() == word)
    if symbol in _KINDS:
        return lambda found, place: found.take(place, symbol, _KINDS[symbol])
    return lambda found, place: rules[symbol](found, place)  # noqa: PLW0108 (the rule may come later)


def _repeated(part: Matcher, symbols: list[str]) -> Matcher:
    """The part as often as the mark behind it says; takes the mark off the list."""
    mark = symbols.pop(0) if symbols and symbols[0] in ("?", "*", "+") else ""

    def match(found: Recognition, place: int) -> int:
        begin, times = place, 0
        while (end := part(found, place)) >= 0:
            place, times = end, times + 1
            if mark == "?":
                break
        return -1 if mark == "+" and not times else (place if times else begin)

    return match if mark else part
