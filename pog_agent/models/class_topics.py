"""Classes and texts that a question names, and the steps of the schema summary that join classes."""

from typing import Literal

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


class TextMention(Value):
    """Words of the question at characters `start` to `end` that are a value of an attribute.

    `terms` are its literals that say this.
    """

    text: str
    start: int
    end: int
    relation: Term
    terms: tuple[LiteralTerm, ...]
