"""Which of the two ends of a relation is in which role, by its name."""

import pytest

from pog_agent.reading.senses.role_sides import is_of_belonging, role_sides


@pytest.mark.parametrize(
    ("label", "source", "target"),
    [
        ("reports to", "subordinate", "boss"),
        ("supervised by", "subordinate", "boss"),
        ("has manager", "subordinate", "boss"),
        ("manages", "boss", "subordinate"),
        ("pupil of", "pupil", "teacher"),
        ("trained under", "pupil", "teacher"),
        ("parent", "child", "mother"),
        ("follows", "sequel", "prequel"),
    ],
)
def test_a_name_tells_the_roles_of_both_ends(label: str, source: str, target: str) -> None:
    sides = role_sides(label)
    assert source in sides.source
    assert target in sides.target


@pytest.mark.parametrize("label", ["", "has", "weight", "made of", "flows through the town", "moved to"])
def test_a_name_without_a_role_tells_none(label: str) -> None:
    assert not any(role_sides(label))
    assert not is_of_belonging(label)
