"""The form in which a language model writes a query: short statements about named variables."""

from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import AliasChoices, BeforeValidator, Field, JsonValue, WithJsonSchema

from pog_agent.reasoner.replies import AsList, Number, ReplyModel, Text

FormName = Literal["rows", "exists", "paths", "none"]

_FORMS = {
    **dict.fromkeys(("rows", "row", "value", "values", "count", "scalar", "table", "select"), "rows"),
    **dict.fromkeys(("exists", "boolean", "yes/no", "yes_no", "ask"), "exists"),
    **dict.fromkeys(("paths", "path", "citation", "citations"), "paths"),
    **dict.fromkeys(("none", "no", ""), "none"),
}


def _form(value: Any) -> Any:
    return _FORMS.get(value.strip().lower(), value) if isinstance(value, str) else value or "none"


def _statement(value: Any) -> Any:
    """A statement may come in its parts: ["w", "link4", "m"]."""
    is_split = isinstance(value, list) and all(isinstance(part, str | int | float) for part in value)
    return " ".join(map(str, value)) if is_split else value


def _pattern(value: Any) -> Any:
    """A pattern may come as its statements alone, or as a single one."""
    if isinstance(value, str):
        return {"where": [value]}
    return {"where": value} if isinstance(value, list) else value


def _patterns(value: Any) -> Any:
    """A single pattern may come without the list around it, as an object or as its statements."""
    if value is None:
        return []
    if not isinstance(value, list):
        return [value]
    return [value] if value and all(isinstance(item, str) for item in value) else value


_STATEMENTS: Final[dict[str, JsonValue]] = {
    "type": "array",
    "items": {"type": "string", "maxLength": 200},
    "maxItems": 20,
}
_PATTERNS: Final[dict[str, JsonValue]] = {"type": "array", "items": _STATEMENTS, "maxItems": 5}

Statement = Annotated[str, BeforeValidator(_statement)]
Statements = Annotated[list[Statement], AsList, WithJsonSchema(_STATEMENTS)]
Patterns = Annotated[
    list[Annotated["PatternReply", BeforeValidator(_pattern)]],
    BeforeValidator(_patterns),
    WithJsonSchema(_PATTERNS),
]
Alternatives = Annotated[
    list[Annotated["PatternReply", BeforeValidator(_pattern)]], AsList, WithJsonSchema(_PATTERNS)
]


class PatternReply(ReplyModel):
    """Statements that hold together; `excluded` are patterns that there must not be, of `either` one must hold."""

    where: Statements = Field(default_factory=list)
    excluded: Patterns = Field(default_factory=list, validation_alias=AliasChoices("not", "without", "excluded"))
    either: Alternatives = Field(default_factory=list)


class SelectReply(PatternReply):
    """What is selected of a pattern. `places` are the first and the last place of the order that count."""

    asked: ClassVar[tuple[str, ...]] = (
        "where", "not", "either", "optional", "select", "group_by", "having", "order", "places",
    )  # fmt: skip
    omittable: ClassVar[frozenset[str]] = frozenset(asked) - {"where"}
    optional: Patterns = Field(default_factory=list)
    select: Statements = Field(default_factory=list)
    group_by: Statements = Field(default_factory=list)
    having: Statements = Field(default_factory=list)
    order: Statements = Field(default_factory=list)
    places: Annotated[list[Number], AsList] = Field(default_factory=list)


class QueryReply(SelectReply):
    """A query, or the word that there is none. `queries` are further ones, which statements use by their names."""

    reason: Text = ""
    form: Annotated[FormName, BeforeValidator(_form)]
    queries: dict[str, SelectReply] = Field(default_factory=dict)
