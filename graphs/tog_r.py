"""ToG-R, which draws entities at random, as a deployable graph."""

from pog_agent.systems.registry import find_system

graph = find_system("tog-r").build()
