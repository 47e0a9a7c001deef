"""Plain prompting as a deployable graph: a baseline that looks at no knowledge graph."""

from pog_agent.systems.registry import find_system

graph = find_system("io").build()
