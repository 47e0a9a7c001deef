"""The names that stand in a question, each with the relations that the graph has at it."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from pog_agent.answering.at_once.unseen import class_relations
from pog_agent.kg.base import Link
from pog_agent.models import TopicEntity
from pog_agent.ranking.relevance import relation_similarities
from pog_agent.reading.wording import without_topics
from pog_agent.reasoner.shown import ShownRelation
from pog_agent.reasoner.steps.at_once.read_question import NameInSight
from pog_agent.run.context import RunContext
from pog_agent.terms import Term

MOST_RELATIONS: Final = 24
"""So many relations are shown of all names together, those nearest to the question first."""
LEAST_RELATIONS: Final = 6
"""So many of each name, however many names there are."""
EDGES_READ: Final = 2_000
"""So many edges of a name are looked at: a hub has more, but seldom other relations."""


async def names_in_sight(question: str, topics: Sequence[TopicEntity], run: RunContext) -> tuple[NameInSight, ...]:
    """The topics in their order, each with its nearest relations in both directions, but for those to classes."""
    if not topics:
        return ()
    around = await run.kg.neighbors([topic.iri for topic in topics], EDGES_READ)
    links: dict[Term, set[Link]] = defaultdict(set)
    classes = class_relations(run)
    for head, relation, tail in around.triples:
        if relation not in classes:
            links[head].add((relation, False))
            links[tail].add((relation, True))
    words = await run.relation_labels(sorted({link[0] for topic in topics for link in links[topic.iri]}))
    asked = without_topics(question, topics) or question
    scores = await asyncio.to_thread(relation_similarities, [*words.values()], asked, run.encoder)
    near = dict(zip(words, scores, strict=True))
    most = max(LEAST_RELATIONS, MOST_RELATIONS // len(topics))
    return tuple(
        NameInSight(
            topic=topic,
            relations=tuple(
                ShownRelation(number=number, text=words[relation], forward=not into)
                for number, (relation, into) in enumerate(
                    sorted(links[topic.iri], key=lambda link: (-round(near[link[0]], 6), link))[:most], start=1
                )
            ),
        )
        for topic in topics
    )
