"""PoG-E as a deployable graph: one random relation per clustered edge."""

from pog_agent.config import PogConfig
from pog_agent.pog import build_pog
from pog_agent.resources import Resources

graph = build_pog(Resources(PogConfig.create(variant="pog-e")))
