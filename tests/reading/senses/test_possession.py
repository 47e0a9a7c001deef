"""Which relations tell whose something is, and where that is asked for."""

import pytest

from pog_agent.reading.senses.possession import possession


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


def test_an_owner_tells_better_than_a_keeper() -> None:
    owned, kept = possession("owned by"), possession("kept by")
    assert owned is not None
    assert kept is not None
    assert owned[1] > kept[1]
