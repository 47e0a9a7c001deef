"""Questions for what is or was so, of a graph that tells of both, and of what did not come to be."""

import re
from collections.abc import Collection

from pog_agent.language.english import english_pattern
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.cues import asks_what_was, is_former
from pog_agent.reading.senses.undone import undone_in_relation
from pog_agent.run.context import RunContext
from pog_agent.terms import Term
from pog_agent.words import stem, word_stems

_AGE = english_pattern("when", "how_old")
"""The age of what has ended is refused for that already."""


async def ends_not_looked_at(
    question: str, relations: Collection[Term], classes: Collection[Term], run: RunContext
) -> list[Finding]:
    """Why what is so no more may be among the answers: an end of what they stand on was not looked at.

    They stand on things of some classes, and of those that some relations join.
    """
    said = None if _AGE.search(question) else english_pattern("when", "now").search(question)
    schema = await run.graph_schema() if said else None
    if said is None or schema is None:
        return []
    links = [link for link in schema.summary.links if link.relation in relations]
    joined = {*classes, *(end for link in links for end in (link.source, link.target))}
    attributes = {item.relation for item in schema.summary.attributes if item.source in joined} - {*relations}
    names = sorted(schema.summary.names_of(item).shown(run.config.language_list) for item in attributes)
    ends = [name for name in names if tells_end(name)]
    return [finding("end-not-looked-at", said.group(), ends[0])] if ends else []


async def pasts_not_looked_at(question: str, relations: Collection[Term], run: RunContext) -> list[Finding]:
    """Why something else may be the answer: what was so is asked, and the relation for that was not looked at.

    `question` is without the names of its topics.
    """
    schema = await run.graph_schema()
    names = await run.relation_labels(sorted(relations)) if schema is not None else {}
    asked = {item: name for item, name in names.items() if asks_what_was(question, name)}
    if schema is None or not asked:
        return []
    pairs = [(item.relation, item.source) for item in schema.summary.links]
    pairs += [(item.relation, item.source) for item in schema.summary.attributes]
    owners: dict[Term, set[Term]] = {}
    for relation, source in pairs:
        owners.setdefault(relation, set()).add(source)
    others = {item: schema.summary.names_of(item).shown(run.config.language_list) for item in owners}
    return [
        finding("past-not-looked-at", former)
        for relation, name in asked.items()
        for other, former in sorted(others.items())
        if other not in relations
        and is_former(former, name)
        and not owners[other].isdisjoint(owners.get(relation, ()))
    ]


async def plans_not_spoken_of(question: str, relations: Collection[Term], run: RunContext) -> list[Finding]:
    """That a relation tells what was planned or refused, where the question asks for what is or was so.

    `question` is without the names of its topics.
    """
    names = await run.relation_labels(sorted(relations))
    words = {name: undone_in_relation(name, question) for name in sorted(set(names.values()))}
    return [finding("relation-undone", name, word) for name, word in words.items() if word]


def tells_end(name: str) -> bool:
    """Whether the name of an attribute tells when something ended."""
    ends = word_stems("of_end") | word_stems("of_told_end")
    return not ends.isdisjoint(map(stem, re.findall(r"[^\W\d_]+", name.casefold())))
