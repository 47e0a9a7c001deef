"""Things that a question tells by their class, as if there were one of them: "the silver coin"."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pog_agent.models.query import (
    Aggregate,
    Column,
    ComparisonTest,
    ConstantValue,
    GraphPattern,
    Query,
    ScalarValue,
)
from pog_agent.reading.composing.forms.operands import Operand
from pog_agent.reading.composing.forms.subquestions import Span, WholeQuestion
from pog_agent.terms import XSD, literal
from pog_agent.words import singular

_THE: Final = re.compile(r"the\s+", re.IGNORECASE)


def is_described(question: WholeQuestion, span: Span) -> bool:
    """Whether the words of a span are "the" and a class in the singular, with words before it that tell which."""
    said = question.text[slice(*span)].split()
    ends_in_class = any(item.end == span[1] and span[0] < item.start for item in question.named_classes())
    is_one = bool(said) and singular(said[-1].lower()) == said[-1].lower()
    return ends_in_class and is_one and _THE.match(question.text, *span) is not None


def only_ones(operands: Sequence[Operand]) -> Iterator[Query]:
    """That there is one thing of each description, whether or not it has the value; nothing of what is named."""
    for operand in operands:
        elements = tuple(
            item
            for item in operand.pattern.elements
            if not (item.kind == "edge" and item.target == operand.variable)
        )
        if any(item.kind == "constant" and item.variable == operand.thing for item in elements):
            continue
        things = Column(name="number", expression=Aggregate(function="count", over=(operand.thing,)))
        pattern = GraphPattern(elements=elements, conditions=operand.pattern.conditions)
        number = ScalarValue(query=Query(form="scalar", pattern=pattern, columns=(things,)))
        one = ConstantValue(term=literal("1", XSD + "integer"))
        test = ComparisonTest(left=number, operator="=", right=one)
        yield Query(form="exists", pattern=GraphPattern(elements=elements, conditions=(test,)))
