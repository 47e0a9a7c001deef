"""People who are counted, where the graph states how many there are."""

import re
from collections.abc import Sequence

from pog_agent.language.english import english_pattern
from pog_agent.models import TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.run.context import RunContext
from pog_agent.words import stem, word_stems


async def stated_populations(question: str, topics: Sequence[TopicEntity], run: RunContext) -> list[Finding]:
    """Topics of a class with numbers of inhabitants, where those in the graph were counted, who may be few."""
    places = {topic.iri: topic.label for topic in topics if not topic.optional}
    if not places or english_pattern("computing", "people_living").search(question) is None:
        return []
    schema = await run.graph_schema()
    if schema is None:
        return []
    flaws = []
    for place, kinds in (await run.kg.types(sorted(places))).items():
        attributes = {item.relation for kind in kinds for item in schema.summary.attributes_of(kind)}
        flaws += [
            finding("population-stated", name, places[place])
            for name in sorted(schema.summary.names_of(item).shown() for item in attributes)
            if not word_stems("population").isdisjoint(map(stem, re.findall(r"[^\W\d_]+", name)))
        ]
    return flaws
