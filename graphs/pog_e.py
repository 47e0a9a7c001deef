"""PoG-E as a deployable graph: one random relation per clustered edge."""

from pog_agent.config import PogConfig
from pog_agent.run.resources import Resources
from pog_agent.systems.pog import build_pog

graph = build_pog(Resources(PogConfig.create(variant="pog-e")))
