"""Relations that hold both ways, by their names: "next to", "sibling of"."""

import re

from pog_agent.language.lexicon import english_words

_SYMMETRIC = re.compile(
    r"adjacent|adjoin|border|colleague|connected|cousin|equal|(?<!best )friend|marriage|married|neighbou?r|next"
    r"|partner|related|same|sibling|brother|sister|similar|spouse|twin"
)
_MUTUAL = re.compile(
    r"(?:(?:is|are|was|has|have|shares?)\s+)?(?:an?\s+)?"
    r"(?:next to|adjacent(?: to)?|adjoin\w*(?: to)?|border(?:s|ing|ed by)?(?: with| on)?"
    r"|neighbou?r(?:s|ing)?(?: of| to)?|spouse(?: of)?|married(?: to)?|sibling(?: of)?|cousin(?: of)?"
    r"|colleague(?: of)?|twin(?:ned)?(?: with| of| to)?|twin (?:town|city|school)(?: of)?)"
)
"""Relations that hold both ways whatever their things are."""
_OFTEN_MUTUAL = re.compile(r"(?!best friend).*\b(?:brother|friend|partner|sister)(?: of| with)?")
"""Relations that may hold both ways: the brother of a man is one whose brother he is."""


def is_symmetric(relation: str) -> bool:
    """Whether a label is one of a relation that means the same both ways ("adjoining", "sibling of").

    Whose "younger brother" somebody is, is none of his.
    """
    label = relation.casefold()
    return _SYMMETRIC.search(label) is not None and english_words("one_sided").isdisjoint(label.split())


def is_mutual(relation: str) -> bool | None:
    """Whether a relation holds both ways wherever it is written one way ("next to"); None where it may hold so."""
    label = " ".join(relation.casefold().split())
    return None if _OFTEN_MUTUAL.fullmatch(label) else _MUTUAL.fullmatch(label) is not None
