"""Statements of a query that a language model writes, read by their form alone."""

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, cast

from pog_agent.models.query import Operator

LONGEST: Final = 300
"""Characters of a statement or expression: enough for any, and few enough to be read at no risk."""
CodeKind = Literal["class", "link", "attribute", "topic", "value"]
TextTestName = Literal["contains", "starts_with", "equals"]

_CODE: Final = re.compile(r"[\[{]?(class|link|attribute|topic|value)[\s_#]?(\d{1,6})[\]}]?", re.IGNORECASE)
_CODES: Final = rf"(?:{_CODE.pattern})(?:\s*(?:,|\bor\b)\s*(?:{_CODE.pattern}))*"
_NAME: Final = r"[A-Za-z][A-Za-z0-9_]*"
_FOLLOWS: Final = re.compile(rf"({_NAME})[\s-]+({_CODE.pattern})(?:\s*->)?\s*({_NAME})", re.IGNORECASE)
_IS: Final = re.compile(rf"({_NAME})\s+(?:is|in|=)\s+(?:either\s+)?({_CODES})", re.IGNORECASE)
_IS_IN: Final = re.compile(rf"\(?({_NAME}(?:\s*,\s*{_NAME})*)\)?\s+(?:is\s+)?in\s+({_NAME})", re.IGNORECASE)
_IS_NAMED: Final = re.compile(rf"({_NAME})\s+is\s+(?:an?\s+|the\s+)?[{{'\"]?(.+?)[}}'\"]?", re.IGNORECASE)
_SAYS: Final = re.compile(
    rf"({_NAME})\s+(contains|starts\s+with|begins\s+with|equals)\s+(['\"]?)(.+?)\3", re.IGNORECASE
)
_BETWEEN: Final = re.compile(r"(.+?)\s+between\s+(.+?)\s+and\s+(.+)", re.IGNORECASE)
_COMPARES: Final = re.compile(r"([^<>=!]+?)\s*(<=|>=|!=|<>|==|=|<|>)\s*([^<>=!].*)")
_ORDER: Final = re.compile(r"(.+?)(?:\s+(asc|desc)(?:ending)?)?", re.IGNORECASE)
_DATE: Final = re.compile(r"(?<!['\"\w-])(\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?)(?!['\"\w-])")
_OPERATORS: Final = {"==": "=", "<>": "!="}


class StatementError(ValueError):
    """A statement that says nothing, or of what there is not; the message is one line for the model."""


@dataclass(frozen=True)
class Code:
    """What the model was shown under a number: "link4"."""

    kind: CodeKind
    number: int

    def __str__(self) -> str:
        return f"{self.kind}{self.number}"


@dataclass(frozen=True)
class IsOneOf:
    """A variable is an instance of a class, or one of some topics or values."""

    variable: str
    codes: tuple[Code, ...]


@dataclass(frozen=True)
class IsNamed:
    """A variable is what the model was shown under a number that it does not say, by its name."""

    variable: str
    name: str


@dataclass(frozen=True)
class Follows:
    """A link or attribute leads from one variable to another."""

    source: str
    code: Code
    target: str


@dataclass(frozen=True)
class IsInQuery:
    """Variables stand in the first columns of a further query."""

    variables: tuple[str, ...]
    query: str


@dataclass(frozen=True)
class SaysText:
    """The text of a variable is like another text."""

    variable: str
    test: TextTestName
    text: str


@dataclass(frozen=True)
class Compares:
    """Two expressions are compared."""

    left: ast.expr
    operator: Operator
    right: ast.expr


Statement = IsOneOf | IsNamed | Follows | IsInQuery | SaysText | Compares


@dataclass(frozen=True)
class OrderedBy:
    """An expression by which rows are ranked."""

    expression: ast.expr
    descending: bool


def read_statement(text: str) -> tuple[Statement, ...]:
    """The statement that a text makes; two comparisons for "between". Raises `StatementError`."""
    plain = _short(text).rstrip(" .;")
    for form, read in _FORMS:
        match = form.fullmatch(plain)
        if match is not None:
            return read(match)
    raise StatementError(f"{text!r} is no statement of the forms that the task allows")


def read_expression(text: str) -> ast.expr:
    """An expression of variables, numbers, texts, dates and functions, as Python would read it."""
    quoted = _DATE.sub(r"'\1'", _short(text))
    try:
        return ast.parse(quoted, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise StatementError(f"{text!r} is no expression of variables, numbers and functions") from error


def read_order(text: str) -> OrderedBy:
    """An expression with asc, which need not be written, or desc."""
    match = _ORDER.fullmatch(_short(text))
    if match is None:
        raise StatementError("an order is empty")
    return OrderedBy(read_expression(match[1]), descending=(match[2] or "").lower() == "desc")


def code_of(text: str) -> Code | None:
    """The code that a text is, None for any other text."""
    match = _CODE.fullmatch(text)
    return Code(cast(CodeKind, match[1].lower()), int(match[2])) if match else None


def variable_of(text: str) -> str:
    """The name of a variable in small letters. Raises `StatementError` for a name that means something else."""
    if code_of(text) is not None:
        raise StatementError(f"{text!r} stands where a variable is needed: say 'x is {text}' and use x")
    return text.lower()


def _short(text: str) -> str:
    if len(text) > LONGEST:
        raise StatementError(f"a statement has more than {LONGEST} characters: {text[:40]!r}...")
    return " ".join(text.split())


def _follows(match: re.Match[str]) -> tuple[Statement, ...]:
    code = code_of(match[2])
    if code is None or code.kind not in ("link", "attribute"):
        raise StatementError(f"{match[2]} leads nowhere: only links and attributes do")
    return (Follows(variable_of(match[1]), code, variable_of(match[5])),)


def _is(match: re.Match[str]) -> tuple[Statement, ...]:
    codes = tuple(Code(cast(CodeKind, kind.lower()), int(number)) for kind, number in _CODE.findall(match[2]))
    if len({code.kind for code in codes}) > 1 or codes[0].kind in ("link", "attribute"):
        raise StatementError(f"{match[0]!r}: a variable is of some classes, or one of some topics or values")
    return (IsOneOf(variable_of(match[1]), codes),)


def _is_named(match: re.Match[str]) -> tuple[Statement, ...]:
    return (IsNamed(variable_of(match[1]), match[2]),)


def _is_in(match: re.Match[str]) -> tuple[Statement, ...]:
    return (IsInQuery(tuple(variable_of(name.strip()) for name in match[1].split(",")), match[2].lower()),)


def _says(match: re.Match[str]) -> tuple[Statement, ...]:
    words = match[2].lower().split()
    test: TextTestName = "starts_with" if words[-1] == "with" else cast(TextTestName, words[0])
    return (SaysText(variable_of(match[1]), test, match[4]),)


def _between(match: re.Match[str]) -> tuple[Statement, ...]:
    value = read_expression(match[1])
    return (
        Compares(value, ">=", read_expression(match[2])),
        Compares(value, "<=", read_expression(match[3])),
    )


def _compares(match: re.Match[str]) -> tuple[Statement, ...]:
    operator = cast(Operator, _OPERATORS.get(match[2], match[2]))
    return (Compares(read_expression(match[1]), operator, read_expression(match[3])),)


_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], tuple[Statement, ...]]], ...]] = (
    (_FOLLOWS, _follows),
    (_IS, _is),
    (_SAYS, _says),
    (_BETWEEN, _between),
    (_IS_IN, _is_in),
    (_IS_NAMED, _is_named),
    (_COMPARES, _compares),
)
