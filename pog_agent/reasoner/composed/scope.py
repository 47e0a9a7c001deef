"""What the variables of a query that a language model writes stand for."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pog_agent.models.query import Query
from pog_agent.models.query_draft import KEY_PREFIX
from pog_agent.reasoner.composed.shown_schema import ShownSchema, ValueKind
from pog_agent.reasoner.composed.statements import (
    Code,
    CodeKind,
    Follows,
    IsNamed,
    IsOneOf,
    Statement,
    StatementError,
)
from pog_agent.terms import Term, literal_value
from pog_agent.words import folded

T = TypeVar("T")


@dataclass
class QueryScope:
    """The variables of one query by what states them.

    `kinds` are those of values, `owners` the variables that values belong to, `zones` says of dates whether they
    have a time zone, `classes` are those of things, superclasses not included. `queries` are further queries by
    their names.
    """

    schema: ShownSchema
    queries: Mapping[str, Query]
    kinds: dict[str, ValueKind] = field(default_factory=dict)
    zones: dict[str, bool] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    classes: dict[str, set[Term]] = field(default_factory=dict)

    def learn(self, statements: Iterable[Statement]) -> None:
        """Reads what statements say of variables. Raises `StatementError` where two do not go together."""
        for item in statements:
            if isinstance(item, Follows):
                self._follow(item)
            elif isinstance(item, IsOneOf):
                self._name(item.variable)
                if item.codes[0].kind == "class":
                    found = {self.iri_of_class(code.number) for code in item.codes}
                    self.classes.setdefault(item.variable, set()).update(found)
                elif item.codes[0].kind == "topic":
                    kinds = (self.kinds_of_topic(code.number) for code in item.codes)
                    self.classes.setdefault(item.variable, set()).update(*kinds)

    def kind(self, variable: str) -> ValueKind:
        """What a variable stands for."""
        return self.kinds.get(variable, "entity")

    def owner(self, variable: str) -> str:
        """The variable that a value belongs to; a thing belongs to itself."""
        return self.owners.get(variable, variable)

    def iri_of_class(self, number: int) -> Term:
        """The class with a number. Raises `StatementError` where none was shown."""
        return shown_item(self.schema.classes, number, "class")

    def kinds_of_topic(self, number: int) -> tuple[Term, ...]:
        """The classes of a topic, superclasses included."""
        topic = shown_item(self.schema.topics, number, "topic")
        return self.schema.vocabulary.classes_of.get(topic.iri, ())

    def _follow(self, item: Follows) -> None:
        self._name(item.source)
        self._name(item.target)
        if item.code.kind == "link":
            shown_item(self.schema.links, item.code.number, "link")
            return
        attribute = shown_item(self.schema.attributes, item.code.number, "attribute")
        if self.kinds.setdefault(item.target, attribute.kind) != attribute.kind:
            raise StatementError(f"{item.target!r} stands for values of two types: use two variables")
        self.zones[item.target] = attribute.zoned
        self.owners[item.target] = item.source

    def _name(self, variable: str) -> None:
        if variable.startswith(KEY_PREFIX):
            raise StatementError(f"a variable has no name that begins with {KEY_PREFIX!r}: {variable!r}")
        if variable in self.queries:
            raise StatementError(f"{variable!r} is the name of a query and of a variable: use two names")


def coded(statement: Statement, schema: ShownSchema) -> Statement:
    """The statement with the number of what it names. Raises `StatementError` where not one thing has the name."""
    if not isinstance(statement, IsNamed):
        return statement
    wanted = folded(statement.name)
    classes = map(schema.name_of_class, schema.classes)
    topics = ({topic.label, topic.mention} for topic in schema.topics)
    texts = (map(literal_value, item.terms) for item in schema.texts)
    named: tuple[tuple[CodeKind, Iterable[Iterable[str]]], ...] = (
        ("class", ((name,) for name in classes)),
        ("topic", topics),
        ("value", texts),
    )
    codes = [
        Code(kind, number)
        for kind, items in named
        for number, names in enumerate(items, start=1)
        if wanted in map(folded, names)
    ]
    if len(codes) != 1:
        found = f"may mean {', '.join(map(str, codes))}" if codes else "is the name of nothing that was shown"
        raise StatementError(f"{statement.name!r} {found}: use a number such as class1 or topic1")
    return IsOneOf(statement.variable, (codes[0],))


def shown_item(items: Sequence[T], number: int, kind: str) -> T:
    """What was shown under a number. Raises `StatementError` where nothing was."""
    if not 1 <= number <= len(items):
        raise StatementError(f"there is no {kind}{number}: the last one is {kind}{len(items)}")
    return items[number - 1]
