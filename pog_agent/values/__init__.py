"""Literal values: read by datatype or from plain text, compared within one kind and dimension, refused by name."""

from pog_agent.values.agreement import TimeOrder, agrees, agrees_in_number, agrees_in_time
from pog_agent.values.comparison import Comparison, Extreme, Refusal, compare_values, named_texts
from pog_agent.values.dates import calendar_day
from pog_agent.values.reading import read_literal, read_name, read_text
from pog_agent.values.typed import Kind, Span, TypedValue

__all__ = [
    "Comparison",
    "Extreme",
    "Kind",
    "Refusal",
    "Span",
    "TimeOrder",
    "TypedValue",
    "agrees",
    "agrees_in_number",
    "agrees_in_time",
    "calendar_day",
    "compare_values",
    "named_texts",
    "read_literal",
    "read_name",
    "read_text",
]
