"""Plain prompting as a deployable graph: a baseline that looks at no knowledge graph."""

from pog_agent.systems.baselines import build_io

graph = build_io()
