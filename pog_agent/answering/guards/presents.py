"""Questions for what is so now, of a graph that also has what has ended."""

import re
from collections.abc import Collection

from pog_agent.run.context import RunContext
from pog_agent.terms import Term
from pog_agent.words import stem

_NOW = re.compile(
    r"\b(?:still|currently|now(?!\s+how)|nowadays|today|at\s+present|at\s+the\s+moment|these\s+days|present[-\s]day)\b",
    re.IGNORECASE,
)
_AGE = re.compile(r"\bhow\s+old\b", re.IGNORECASE)
"""The age of what has ended is refused for that already."""
_ENDS = frozenset(
    map(
        stem,
        """
        abolished cancelled ceased closed closure death demolished departed died discontinued dissolved end ended
        ends expired expires finished former left resigned retired scrapped sold stopped terminated till until
        withdrawn
        """.split(),  # noqa: SIM905 (a list of words reads better so)
    )
)


async def ends_not_looked_at(
    question: str, relations: Collection[Term], classes: Collection[Term], run: RunContext
) -> list[str]:
    """Why what is so no more may be among the answers: an end of what they stand on was not looked at.

    They stand on things of some classes, and of those that some relations join.
    """
    said = None if _AGE.search(question) else _NOW.search(question)
    schema = await run.graph_schema() if said else None
    if said is None or schema is None:
        return []
    links = [link for link in schema.summary.links if link.relation in relations]
    joined = {*classes, *(end for link in links for end in (link.source, link.target))}
    attributes = {item.relation for item in schema.summary.attributes if item.source in joined} - {*relations}
    names = sorted(schema.summary.names_of(item).shown(run.config.language_list) for item in attributes)
    ends = [name for name in names if not _ENDS.isdisjoint(map(stem, re.findall(r"[^\W\d_]+", name)))]
    return [f"the question says {said.group()!r}, and {ends[0]!r} was not looked at"] if ends else []
