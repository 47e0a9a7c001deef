"""Who does what the name of a relation says, and of whom a question asks it."""

import pytest

from pog_agent.reading.direction import is_other_end
from pog_agent.reading.senses.doers import asked_of, source_does


@pytest.mark.parametrize(
    ("relation", "verb", "expected"),
    [
        ("orbits", "orbit", True),
        ("succeeded", "succeed", True),
        ("reports to", "report", True),
        ("works at", "worked", True),
        ("won", "won", True),
        ("employed by", "employs", False),
        ("employer", "employ", False),
        ("supplier", "supplies", False),
        ("director", "directed", False),
        ("maker", "made", False),
        ("author", "wrote", False),
        ("lead", "leads", False),
        ("line manager", "manages", False),
        ("own", "owns", None),
        ("written", "wrote", None),
        ("part of", "part", None),
        ("employer", "employer", None),
        ("town", "leads", None),
        ("order taken by", "ordered", None),
        ("bought from", "buy", None),
        ("price", "cost", None),
        ("salary", "earns", None),
        ("manufacturer", "made", False),
    ],
)
def test_the_name_of_a_relation_tells_who_does_it(relation: str, verb: str, expected: bool | None) -> None:
    assert source_does(relation, verb) is expected


@pytest.mark.parametrize(
    ("question", "verb", "expected"),
    [
        ("Who leads the club?", "leads", "doer"),
        ("Which clubs lead a league?", "lead", "doer"),
        ("How many keepers employ the company?", "employ", "doer"),
        ("By whom was the club led?", "led", "doer"),
        ("What is the club led by?", "led", "doer"),
        ("Whom does the club lead?", "lead", "object"),
        ("Which clubs are led by Ann?", "led", "object"),
        ("Which authors influenced by Ann live here?", "influenced", "object"),
        ("How many keepers did Ann employ?", "employ", "object"),
        ("Which clubs do not lead a league?", "lead", "doer"),
        ("Which clubs don't lead a league?", "lead", "doer"),
        ("Who has led the club?", "led", "doer"),
        ("What is the lead of the club?", "lead", None),
        ("Which lead has the club?", "lead", None),
        ("What breed is Tansy?", "breed", None),
        ("What breed does Tansy have?", "breed", None),
        ("What breeds mice?", "breeds", "doer"),
        ("Which club has Ann led?", "led", None),
        ("Which club that leads the league is old?", "leads", None),
        ("Does Ann lead the club?", "lead", None),
    ],
)
def test_a_question_asks_for_the_doer_or_the_object(question: str, verb: str, expected: str | None) -> None:
    assert asked_of(question, verb) == expected


@pytest.mark.parametrize(
    ("question", "relation", "answer_is_target", "expected"),
    [
        ("Who employs Acme?", "employer", False, True),
        ("Who employs Ann?", "employer", True, False),
        ("Which planet orbits the moon?", "orbits", True, True),
        ("Which moon orbits the planet?", "orbits", False, False),
        ("Which moons does the planet orbit?", "orbits", False, True),
        ("Which authors were influenced by the mother of Ann?", "influenced by", True, True),
        ("Who influenced the mother of Ann?", "influenced by", True, False),
        ("Who married Ann?", "spouse", True, False),
        ("Which countries border France?", "borders", True, False),
        ("In which place is the site of Ann contained?", "contained in place", False, True),
        ("In which place is the site of Ann contained?", "contained in place", True, False),
        ("In which place is the site of Ann?", "contained in place", False, False),
        ("Which of the prints that Ann made is the cheapest?", "printed by", False, False),
        ("Who printed Ann?", "printed by", False, True),
    ],
)
def test_an_answer_stands_at_the_end_that_is_asked_for(
    question: str, relation: str, answer_is_target: bool, expected: bool
) -> None:
    assert is_other_end(question, relation, answer_is_target=answer_is_target) is expected
