"""Plain retrieval as a deployable graph; settings come from the run's context or the environment."""

from pog_agent.systems.registry import find_system

graph = find_system("rag").build()
