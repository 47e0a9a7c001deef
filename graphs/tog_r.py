"""ToG-R, which draws entities at random, as a deployable graph."""

from pog_agent.systems.tog import build_tog_r

graph = build_tog_r()
