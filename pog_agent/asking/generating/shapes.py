"""What a candidate query asks for, as a small tree: it is written as a query only where it is among the best.

Each shape is a set of things or values.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from pog_agent.asking.schema import SchemaWay
from pog_agent.models.query import Operator
from pog_agent.terms import Term


class LinkedThings(NamedTuple):
    """The things or texts of a link, by its number."""

    link: int


class Members(NamedTuple):
    """The things of a class."""

    class_: Term


class Along(NamedTuple):
    """What a step leads to from a set."""

    step: SchemaWay
    origin: "Shape"


class Valued(NamedTuple):
    """Things whose value of an attribute compares so with a number or time of the question."""

    step: SchemaWay
    operator: Operator
    value: int
    is_time: bool


class Lasting(NamedTuple):
    """Things that have begun by a time of the question and have not ended before it."""

    begins: SchemaWay
    ends: SchemaWay
    value: int


class Having(NamedTuple):
    """Things that have anything by a step, or (`denied`) nothing."""

    step: SchemaWay
    denied: bool


class Numbered(NamedTuple):
    """Things with so many others by a step, compared with a number of the question."""

    of: "Shape"
    step: SchemaWay
    operator: Operator
    value: int


class Both(NamedTuple):
    """What is in all of some sets."""

    parts: tuple["Shape", ...]


class Without(NamedTuple):
    """What is in a set and not in another one."""

    of: "Shape"
    other: "Shape"


class ExtremeOf(NamedTuple):
    """Of a set, those with the greatest (`descending`) or least value at the end of one or two steps."""

    of: "Shape"
    steps: tuple[SchemaWay, ...]
    descending: bool


class MostOf(NamedTuple):
    """Of a set, those that a step leads to most or fewest others from."""

    of: "Shape"
    step: SchemaWay
    descending: bool


class Either(NamedTuple):
    """The things of two links."""

    one: int
    other: int


Shape = (
    LinkedThings
    | Members
    | Along
    | Valued
    | Lasting
    | Having
    | Numbered
    | Both
    | Without
    | ExtremeOf
    | MostOf
    | Either
)


class Greater(NamedTuple):
    """Whether one thing has a greater value (`descending`) than another one, or a lesser one."""

    one: int
    other: int
    step: SchemaWay
    descending: bool


Form = Literal["rows", "count", "exists", "sum", "average", "greater"]
PartKind = Literal["link", "step", "class", "value", "operation"]


class QueryPart(NamedTuple):
    """What of the question or the schema a candidate uses: a link, step, class, value or operation."""

    kind: PartKind
    key: object


@dataclass(slots=True, eq=False)
class ThingSet:
    """A set of things on the way to a candidate.

    `ends` are its things where all are known, else None; `classes` what they may be. `prior` is a rough sum of how
    well its `parts` fit the question, by which each level is pruned. `step` is the last one that led to it.
    """

    shape: Shape
    parts: tuple[int, ...]
    links: frozenset[int]
    prior: float
    ends: frozenset[Term] | None
    classes: frozenset[Term]
    step: SchemaWay | None = None
    class_: Term | None = None
    operations: tuple[tuple[str, str], ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether it is known to have nothing."""
        return self.ends is not None and not self.ends

    @property
    def is_single(self) -> bool:
        """Whether it is known to be one thing."""
        return self.ends is not None and len(self.ends) == 1


@dataclass(slots=True, eq=False)
class CandidateQuery:
    """A query that a question may mean: an operation on a set."""

    form: Form
    selection: ThingSet
    prior: float
    parts: tuple[int, ...]
    operations: tuple[tuple[str, str], ...]
    step: SchemaWay | None = None
    greater: Greater | None = None
