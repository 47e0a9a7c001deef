"""People who are counted, where the graph states how many there are."""

import re
from collections.abc import Sequence

from pog_agent.models import TopicEntity
from pog_agent.run.context import RunContext
from pog_agent.terms import is_literal
from pog_agent.words import stem

EDGES_READ = 200
"""So many edges of a topic are looked at."""
_LIVE = re.compile(
    r"\bhow\s+many\b.*\b(?:inhabit\w*|liv(?:e|es|ed|ing)|resid(?:e|es|ed|ents?|ing))\b", re.IGNORECASE
)
_POPULATIONS = frozenset(map(stem, ("population", "inhabitants", "residents")))


async def stated_populations(question: str, topics: Sequence[TopicEntity], run: RunContext) -> list[str]:
    """Topics with a number of inhabitants, where those in the graph were counted: few of them are in it."""
    places = {topic.iri: topic.label for topic in topics if not topic.optional}
    if not places or _LIVE.search(question) is None:
        return []
    around = await run.kg.neighbors(sorted(places), EDGES_READ)
    pairs = {(head, relation) for head, relation, tail in around.triples if head in places and is_literal(tail)}
    labels = await run.relation_labels(sorted({relation for _, relation in pairs}))
    return [
        f"{places[head]!r} has its own {labels[relation]!r}, and those in the graph were counted"
        for head, relation in sorted(pairs)
        if not _POPULATIONS.isdisjoint(map(stem, re.findall(r"[^\W\d_]+", labels[relation])))
    ]
