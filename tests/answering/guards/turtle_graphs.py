"""Agents over a graph that a test writes as Turtle, and what their answers doubt."""

import io

import rdflib

from pog_agent import Answer, PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder
from tests.finding_ids import ids


def agent_over(turtle: str, encoder: CachedEncoder, model: str = "offline") -> PathsOverGraph:
    """The offline agent over a graph, by rules alone: it is what they refute and leave open that is looked at."""
    graph = rdflib.Graph().parse(io.StringIO(turtle), format="turtle")
    return PathsOverGraph(graph, model, encoder=encoder, reader="rules")


def doubts(answer: Answer) -> list[str]:
    """By which checks an answer is not supported, or was refuted."""
    return ids(answer.findings)
