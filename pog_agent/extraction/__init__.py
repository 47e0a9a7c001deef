"""A graph from documents, where there is none: by names that stand together, or read by a language model."""

from pog_agent.extraction.build import DocumentGraphReport, build_graph
from pog_agent.extraction.cooccurrence import CooccurrenceThresholds
from pog_agent.reasoner.chat.access import ModelAccess

__all__ = ["CooccurrenceThresholds", "DocumentGraphReport", "ModelAccess", "build_graph"]
