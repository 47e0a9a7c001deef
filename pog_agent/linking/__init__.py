"""Entity linking: mentions in a question to entities of the graph, with or without an entity index."""

from pog_agent.linking.linker import STRONG_MATCH, WEAK_MATCH, EntityLinker, LinkedTopics

__all__ = ["STRONG_MATCH", "WEAK_MATCH", "EntityLinker", "LinkedTopics"]
