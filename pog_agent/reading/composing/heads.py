"""What a question names, each with what the words around it do to it: the nodes of a query to be joined."""

from dataclasses import dataclass, field
from typing import Literal

from pog_agent.models.query import Operator
from pog_agent.reading.composing.stated.amounts import StatedAmount
from pog_agent.reading.schema.lexicon import Measure
from pog_agent.terms import LiteralTerm, Term

HeadKind = Literal["class", "entity", "text", "attribute", "role"]
Aggregation = Literal["sum", "average"]
Cue = Literal["count", "each", "order"]
"""What is asked of a head: to count it, to group or to order by it."""
Place = tuple[int, int]
"""The numbers of the first word and of the one behind the last."""


@dataclass(frozen=True)
class Superlative:
    """The ranks `first` to `last` from the greatest (`descending`) or from the least value on."""

    descending: bool
    first: int = 1
    last: int = 1


@dataclass(frozen=True)
class Test:
    """A comparison with a number; `as_year` says that the number may be the year of a date, `as_date` that it is a
    day.

    The number may be the value of things, the `others`. `amount` is the number with its unit.
    """

    operator: Operator
    number: str = ""
    as_year: bool = False
    as_date: bool = False
    others: tuple[Term, ...] = ()
    amount: StatedAmount | None = None


@dataclass(eq=False)
class Head:
    """Something that a question names, at the words of `place`; what an adjective measures stands there.

    A class has its `classes`, and where a text stands for it ("dogs" among pets) the relation and texts in
    `kept`. An entity has all `terms` of its name with the `bearers` in each class, a text its `texts` by relation.
    An attribute or role (the target of a link: "the manager of") has the relations in `measures`. `is_hint` says
    that no noun stands for it, `is_named_kind` that the question says of what kind a named thing is, `is_union`
    that it is any of several with "or", `is_anything` that it may be of any class, `is_any_time` that no word says
    which of its dates and years are compared.

    A text with `is_flag` is what an attribute says that says yes or no ("heated"): where `is_denied` its no, which
    the graph has, so that things without a value are neither.

    `counted` is for the number of those that are joined with what the head depends on: an extreme number of them,
    or a test of it. `owner` is the head that it must depend on.
    """

    kind: HeadKind
    place: Place
    text: str
    score: float = 1.0
    classes: tuple[Term, ...] = ()
    terms: tuple[Term, ...] = ()
    measures: tuple[Measure, ...] = ()
    texts: dict[Term, tuple[LiteralTerm, ...]] = field(default_factory=dict)
    kept: tuple[Term, tuple[Term, ...]] | None = None
    bearers: dict[Term, tuple[Term, ...]] = field(default_factory=dict)
    is_named_kind: bool = False
    is_union: bool = False
    extreme: Superlative | None = None
    tests: list[Test] = field(default_factory=list)
    counted: Superlative | Test | None = None
    aggregation: Aggregation | None = None
    negated: bool = False
    excluded: bool = False
    owner: "Head | None" = None
    is_hint: bool = False
    is_anything: bool = False
    is_any_time: bool = False
    is_flag: bool = False
    is_denied: bool = False
    cues: list[Cue] = field(default_factory=list)

    @property
    def is_nobody(self) -> bool:
        """Whether it is denied that there is anything of whatever class."""
        return self.is_anything and self.negated

    @property
    def is_node(self) -> bool:
        """Whether relations lead on from it."""
        return self.kind in ("class", "entity", "role")
