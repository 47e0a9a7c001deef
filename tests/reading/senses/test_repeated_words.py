"""A relation that a question says twice is two steps, and a word for the kind of thing asked for is none."""

import pytest

from pog_agent.reading.senses.repeated_words import untaken_word


@pytest.mark.parametrize(
    ("question", "relations", "word"),
    [
        ("What is the parent of the parent of ?", ["parent"], "parent"),
        ("What is 's heir's heir?", ["heir"], "heir"),
        ("Who taught the teacher of ?", ["teacher of"], "teacher"),
        ("What contains the that contains ?", ["contained by"], "contains"),
        ("What is the heir of the heir of ?", ["heir", "heir"], ""),
        ("Who taught the teacher of ?", ["teacher of", "teacher of"], ""),
        ("Which author is the author of ?", ["author"], ""),
        ("Which director directed ?", ["directed by"], ""),
        ("Who is the head of the state of ?", ["head of state"], ""),
    ],
)
def test_what_is_said_twice_is_taken_twice(question: str, relations: list[str], word: str) -> None:
    assert untaken_word(question, relations) == word


def test_kinds_of_things_are_no_steps() -> None:
    assert untaken_word("Which borders the state that is a state of ?", ["state"]) == "state"
    assert untaken_word("Which borders the state that is a state of ?", ["state"], ["State"]) == ""
