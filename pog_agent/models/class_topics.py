"""Classes and relations of the schema summary that a question names, and patterns that join them."""

from typing import Annotated, Literal

from pydantic import Field

from pog_agent.models.query import GraphPattern
from pog_agent.models.value import Value
from pog_agent.terms import LiteralTerm, Term

MatchKind = Literal["label", "alias", "iri", "stem", "head", "likeness", "question_word", "adjective"]
"""How words were found to name something.

They are its label, an alias or the words of its IRI, in singular or plural; other forms of these words (``stem``);
the last words of its name alone (``head``: "channel" for "TV channel"); words of like meaning; "who" or "where";
or an adjective that measures it ("long" for "length").
"""


class ClassMention(Value):
    """Words of the question at characters `start` to `end` that name a class, or hint at it.

    `asked` says that the question asks for instances of it, as far as its wording tells. `score` is 0 to 1.
    """

    text: str
    start: int
    end: int
    iri: Term
    label: str
    score: float
    how: MatchKind
    asked: bool = False


class RelationMention(Value):
    """Words of the question at characters `start` to `end` that name a link or an attribute of a class.

    `forward` tells whether `source`, the class, is at the beginning of the relation. `targets` are the classes at
    its other end, or the datatypes of the values; `units` those that quantities are converted to.
    """

    text: str
    start: int
    end: int
    source: Term
    relation: Term
    label: str
    kind: Literal["link", "attribute"]
    forward: bool
    targets: tuple[Term, ...]
    score: float
    how: MatchKind
    units: tuple[str, ...] = ()


class ClassTerm(Value):
    """Any instance of a class."""

    kind: Literal["class"] = "class"
    iri: Term


class EntityTerm(Value):
    """One entity. `classes` are its classes, superclasses included; none means that it has no class."""

    kind: Literal["entity"] = "entity"
    iri: Term
    label: str
    classes: tuple[Term, ...] = ()


class AttributeTerm(Value):
    """The values of an attribute, by its relation."""

    kind: Literal["attribute"] = "attribute"
    relation: Term


PatternTerm = Annotated[ClassTerm | EntityTerm | AttributeTerm, Field(discriminator="kind")]


class SchemaStep(Value):
    """A relation from instances of one class to those of another, or to values (`target` is then a datatype).

    `forward` tells whether it is walked along its arrow. `edges`, `sources` and `targets` are counts of the schema
    summary: distinct edges, and distinct nodes at the near and at the far end of the walk.
    """

    relation: Term
    forward: bool
    target: Term
    edges: int
    sources: int
    targets: int
    through_mediator: bool = False


class TermChain(Value):
    """How one term is joined: `variable` stands for it, `parent` for what the steps begin at."""

    term: PatternTerm
    parent: str
    variable: str
    steps: tuple[SchemaStep, ...]


class ClassPattern(Value):
    """A class and terms around it, joined by links that the schema summary has.

    `pattern` is what a query is made of; the class is its `variable`. Links between classes are no proof that
    instances are joined: only the query tells. `score` is 0 to 1. `text` shows each chain as a path.
    """

    class_: Term
    variable: str
    chains: tuple[TermChain, ...]
    pattern: GraphPattern
    text: str
    score: float


class TextMention(Value):
    """Words of the question at characters `start` to `end` that are a value of an attribute.

    `terms` are its literals that say this.
    """

    text: str
    start: int
    end: int
    relation: Term
    terms: tuple[LiteralTerm, ...]
