"""Chain of thought as a deployable graph: a baseline that looks at no knowledge graph."""

from pog_agent.systems.baselines import build_cot

graph = build_cot()
