"""How Paths-over-Graph answers: by a composed query, kept paths, a profile of one topic, or connections.

It is the part of the workflow after the search. Its diagram stands apart from that of the loop.
"""

from langgraph.graph import END

from pog_agent.config import PogConfig
from pog_agent.nodes.composing.compose_query import compose_query
from pog_agent.nodes.connecting.connect_topics import connect_topics
from pog_agent.nodes.pog.generate_answer import generate_answer
from pog_agent.nodes.pog.verify_answer import verify_answer
from pog_agent.nodes.profile.describe_topic import describe_topic
from pog_agent.state import PogState
from pog_agent.systems.routing import Decision, Fork
from pog_agent.systems.wiring import Part


def after_composing(state: PogState, config: PogConfig) -> Decision:
    """A query, or an answer given in its place, is verified; without either the paths are answered from."""
    del config
    draft = state.get("query_draft")
    if draft is not None and draft.query is not None:
        return Decision("verify_answer", "query composed", "a query is composed, which is held against the graph")
    if state.get("draft") is not None:
        return Decision("verify_answer", "answered", "citations are given in place of a query")
    return Decision("generate_answer", "no query", "no query is composed: the paths are answered from")


ANSWERING = Part(
    "answer",
    steps=(describe_topic, connect_topics, compose_query, generate_answer, verify_answer),
    edges=(
        ("describe_topic", "verify_answer"),
        ("connect_topics", "verify_answer"),
        ("generate_answer", "verify_answer"),
        ("verify_answer", END),
    ),
    forks=(
        Fork(
            "compose_query",
            after_composing,
            {"verify_answer": ("query composed", "answered"), "generate_answer": ("no query",)},
        ),
    ),
)
