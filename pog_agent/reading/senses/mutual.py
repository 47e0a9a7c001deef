"""Relations that hold both ways, by their names: "next to", "sibling of"."""

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words


def is_symmetric(relation: str) -> bool:
    """Whether a label is one of a relation that means the same both ways ("adjoining", "sibling of").

    Whose "younger brother" somebody is, is none of his.
    """
    label = relation.casefold()
    is_said = english_pattern("mutual", "same_both_ways").search(label) is not None
    return is_said and english_words("one_sided").isdisjoint(label.split())


def is_mutual(relation: str) -> bool | None:
    """Whether a relation holds both ways wherever it is written one way ("next to"); None where it may hold so."""
    label = " ".join(relation.casefold().split())
    if english_pattern("mutual", "often").fullmatch(label):
        return None
    return english_pattern("mutual", "always").fullmatch(label) is not None
