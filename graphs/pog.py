"""Paths-over-Graph as a deployable graph; settings come from the run's context or the environment."""

from pog_agent.systems.pog import build_pog

graph = build_pog()
