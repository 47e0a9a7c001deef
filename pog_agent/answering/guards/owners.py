"""Answers to a question whose something is."""

from collections.abc import Iterator

from pog_agent.answering.guards.examined import Examined
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.senses.possession import asks_whose, tells_whose
from pog_agent.reading.stems import content_stems
from pog_agent.words import stem


def owner_flaws(answer: Examined) -> Iterator[Finding]:
    """A thing of a class, or what it has that is called after the class, where it is asked whose thing it is.

    Whose recipe something is, no `recipe ingredient` tells.
    """
    for item in answer.read:
        whose = asks_whose(answer.question, item.answer.types)
        if whose:
            yield finding("thing-for-owner", whose, whose)
        thing, last = item.path.nodes[0], item.path.relations[item.position - 1]
        whose = asks_whose(answer.question, thing.types) if thing.kind == "topic" else ""
        if whose and stem(whose) in content_stems(last.casefold()) and not tells_whose(answer.question, last):
            yield finding("owner-not-told", whose, last)
