"""Agents over a graph that a test writes as Turtle, and what their answers doubt."""

import io

import rdflib

from pog_agent import Answer, PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder


def agent_over(turtle: str, encoder: CachedEncoder, model: str = "offline") -> PathsOverGraph:
    """The offline agent over a graph."""
    graph = rdflib.Graph().parse(io.StringIO(turtle), format="turtle")
    return PathsOverGraph(graph, model, encoder=encoder)


def doubts(answer: Answer) -> list[str]:
    """Why an answer is not supported, or why there is none."""
    refuted = [answer.reason] if answer.status == "abstained" else []
    return refuted + [
        text.removeprefix("not fully supported: ") for text in answer.warnings if text.startswith("not fully")
    ]
