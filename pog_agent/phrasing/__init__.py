"""Phrasebooks: a language model tells by which words people ask for the classes and relations of a graph."""

from pog_agent.phrasing.build import PhrasebookReport, build_phrasebook

__all__ = ["PhrasebookReport", "build_phrasebook"]
