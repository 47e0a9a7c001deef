"""PoG-E as a deployable graph: one random relation per clustered edge."""

from pog_agent.systems.registry import find_system

graph = find_system("pog-e").build()
