"""Think-on-Graph as a deployable graph; settings come from the run's context or the environment."""

from pog_agent.systems.tog import build_tog

graph = build_tog()
