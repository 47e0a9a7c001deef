"""A relation that the question names and the answer does not go by: that needs no model to tell."""

from collections.abc import Iterator, Sequence

from pog_agent.models import Answer
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.stems import begins_alike


def other_relation_named(answer: Answer, others: Sequence[str]) -> list[Finding]:
    """That a word for which nothing stands names one of the other relations there, and none of the answer.

    A question that no rule reads names none in its language.
    """
    if any(item.id == "language-not-read" for item in answer.findings):
        return []
    own = [item.text for item in answer.reading.elements if item.role == "relation"]
    for word in dict.fromkeys(_unread(answer)):
        if begins_alike([word], own):
            continue
        named = [name for name in others if begins_alike([word], [name])]
        if named:
            return [finding("other-relation-named", word, named[0])]
    return []


def _unread(answer: Answer) -> Iterator[str]:
    """The words for which nothing stands, in small letters."""
    for span in answer.reading.spans:
        if span.role == "unread":
            yield from span.text.casefold().split()
