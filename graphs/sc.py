"""Self-consistency as a deployable graph: a baseline that looks at no knowledge graph."""

from pog_agent.systems.baselines import build_sc

graph = build_sc()
