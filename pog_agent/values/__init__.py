"""Literal values: read by datatype or from plain text, compared within one kind and dimension, refused by name."""

from pog_agent.values.agreement import Comparator, agrees, fulfils
from pog_agent.values.comparison import Comparison, Extreme, Refusal, compare_values, named_texts
from pog_agent.values.dates import calendar_day
from pog_agent.values.reading import read_literal, read_name, read_text
from pog_agent.values.typed import Kind, Span, TypedValue

__all__ = [
    "Comparator",
    "Comparison",
    "Extreme",
    "Kind",
    "Refusal",
    "Span",
    "TypedValue",
    "agrees",
    "calendar_day",
    "compare_values",
    "fulfils",
    "named_texts",
    "read_literal",
    "read_name",
    "read_text",
]
