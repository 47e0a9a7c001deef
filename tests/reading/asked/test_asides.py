"""What a question says beside what it asks is blanked, and every other word stands where it stood."""

import pytest

from pog_agent.reading.asked.asides import without_asides


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("Could you tell me who directs Ulm?", "who directs Ulm?"),
        ("Hi, can you please say who directs Ulm?", "who directs Ulm?"),
        ("I wonder which halls are lit.", "which halls are lit."),
        ("We'd like to know how many halls there are", "how many halls there are"),
        ("Can you list all halls?", "list all halls?"),
        ("Which halls are lit, please?", "Which halls are lit"),
        ("How many halls are there, of any kind?", "How many halls are there?"),
        ("How many halls are there, lit ones included?", "How many halls are there?"),
        ("Counting the lit ones, how many halls are there?", "how many halls are there?"),
        ("Which halls in the data are lit?", "Which halls are lit?"),
        ("What are the names of the halls in Ulm?", "What are the halls in Ulm?"),
        ("How many halls do we have in the list?", "How many halls do we have?"),
        ("List the names of all lit halls", "List all lit halls"),
    ],
)
def test_frames_and_asides_are_blanked(question: str, plain: str) -> None:
    found = without_asides(question)
    assert " ".join(found.split()).replace(" ?", "?") == plain
    assert len(found) == len(question)
    assert all(char in (" ", own) for char, own in zip(found, question, strict=True))
