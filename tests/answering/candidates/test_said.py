"""What a candidate says, without a graph: the things that it lists, a yes or no."""

import pytest

from pog_agent.answering.candidates.said import listed_parts, said_truth


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Ann", ["Ann"]),
        ("Ann and Bo", ["Ann", "Bo"]),
        ("Ann, Bo, and Cy.", ["Ann", "Bo", "Cy."]),
        ("Ann; Bo & Cy\nDi", ["Ann", "Bo", "Cy", "Di"]),
        ("Sandy", ["Sandy"]),
        ("Ann or Bo", ["Ann or Bo"]),  # it does not say which
        (" , ", []),
    ],
)
def test_a_list_is_taken_apart(text: str, parts: list[str]) -> None:
    assert listed_parts(text) == parts


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("Yes", True),
        ("**true**", True),
        ("No, it is not.", False),
        ("false", False),
        ("not yes", None),
        ("", None),
    ],
)
def test_a_yes_or_no_stands_alone_or_before_a_comma(text: str, truth: bool | None) -> None:
    assert said_truth(text) is truth
