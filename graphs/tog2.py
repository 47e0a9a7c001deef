"""Think-on-Graph 2 as a deployable graph; settings come from the run's context or the environment."""

from pog_agent.systems.registry import find_system

graph = find_system("tog2").build()
