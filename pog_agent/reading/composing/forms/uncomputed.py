"""What a question asks for that no rule computes: an age, a ratio, whether two things have the same."""

from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table
from pog_agent.reading.composing.scan import Scan

_SUBJECT: Final = "uncomputed"


def refuse_uncomputed(scan: Scan) -> None:
    """Refuses a question by words that belong to no name in it and to nothing that is asked for.

    "How old" asks for an attribute where the graph has ages; "longest" is taken behind "has been open", too.
    """
    asked = (head for number, head in enumerate(scan.heads) if not head.is_hint or number in scan.roots)
    taken = {word for head in asked for word in range(*head.place)}
    for what in english_table("patterns", _SUBJECT):
        for match in english_pattern(_SUBJECT, what).finditer(scan.lower):
            asks = match.lastgroup or 0
            text, place = match[asks], scan.place(*match.span(asks))
            if place is not None and taken.isdisjoint(range(*place)):
                scan.use(place)
                scan.unread.append(text)
                scan.refusals.append(f"{text!r} asks for {what}, which no rule computes: that takes a chat model")
