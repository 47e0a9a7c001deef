"""Which relations tell whose something is, and where that is asked for."""

import pytest

from pog_agent.reading.senses.possession import asks_whose, possession


@pytest.mark.parametrize(
    ("relation", "end"),
    [
        ("owner", "target"),
        ("owned by", "target"),
        ("belongs to", "target"),
        ("current owner", "target"),
        ("boat owner", "target"),
        ("boat holder", "target"),
        ("tenant", "target"),
        ("owns", "source"),
        ("has boat", "source"),
        ("keeper of", "source"),
    ],
)
def test_who_has_a_thing_stands_at_an_end(relation: str, end: str) -> None:
    found = possession(relation, ["boats"])
    assert found is not None
    assert found[0] == end


@pytest.mark.parametrize(
    "relation", ["former owner", "built by", "kept in", "house owner", "lent to", "has member", "belongs"]
)
def test_other_relations_tell_no_owner(relation: str) -> None:
    assert possession(relation, ["boats"]) is None


def test_an_owner_tells_better_than_a_keeper() -> None:
    owned, kept = possession("owned by"), possession("kept by")
    assert owned is not None
    assert kept is not None
    assert owned[1] > kept[1]


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("Whose boat is the longest?", "boat"),
        ("In whose old boat did Ann sail?", "boat"),
        ("Whose parent is Ann?", ""),
        ("Whose father was a boat builder?", ""),
        ("Whose long boat won the cup?", "boat"),
        ("Which rower whose boat sank is there?", ""),
        ("Who owns the boat?", ""),
    ],
)
def test_the_noun_of_which_it_is_asked(question: str, noun: str) -> None:
    assert asks_whose(question, ["Boat"]) == noun
