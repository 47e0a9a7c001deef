"""Documents beside the graph: an index of their chunks, linked to entities, and rankers of passages."""

from pog_agent.documents.build import build_index
from pog_agent.documents.index import DocumentIndex, open_index
from pog_agent.documents.rankers import PassageRanker, open_ranker
from pog_agent.documents.report import DocumentIndexReport
from pog_agent.documents.values import Chunk, Document, EntityLink, Passage, RankedText

__all__ = [
    "Chunk",
    "Document",
    "DocumentIndex",
    "DocumentIndexReport",
    "EntityLink",
    "Passage",
    "PassageRanker",
    "RankedText",
    "build_index",
    "open_index",
    "open_ranker",
]
