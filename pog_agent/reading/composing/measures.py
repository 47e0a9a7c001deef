"""Attributes that adjectives measure, as heads."""

from pog_agent.reading.composing.heads import Head, Place
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.schema.lexicon import SchemaLexicon


def measured_head(scan: Scan, lexicon: SchemaLexicon, place: Place, adjective: str) -> Head | None:
    """A head for what an adjective at a place measures, put among the others; None if the graph has nothing."""
    measures = lexicon.measured(adjective)
    if not measures:
        return None
    head = Head("attribute", place, adjective, measures[0].score, measures=measures, is_hint=True)
    scan.add(head)
    return head
