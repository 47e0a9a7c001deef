"""A claim becomes the question that asks whether it is so, and its negation is taken out of it."""

import pytest

from pog_agent.errors import SettingError
from pog_agent.reading.claims.recasting import read_claim


@pytest.mark.parametrize(
    ("claim", "question"),
    [
        ("Marie Curie was born in Warsaw.", "Was Marie Curie born in Warsaw?"),
        ("The Urbano was designed by Ilka Varnholt", "Was the Urbano designed by Ilka Varnholt?"),
        ("There are five museums.", "Are there five museums?"),
        ("J. Robert Oppenheimer was born in Ulm.", "Was J. Robert Oppenheimer born in Ulm?"),
        ("Velmora has been founded in 2009.", "Has Velmora been founded in 2009?"),
        ("Acme has more than five departments", "Does Acme have more than five departments?"),
        ("Acme had five departments", "Did Acme have five departments?"),
        ("Ganymede orbits Jupiter.", "Does Ganymede orbit Jupiter?"),
        ("The Alps border Italy!", "Do the Alps border Italy?"),
        ("Christopher Nolan directed Inception.", "Did Christopher Nolan direct Inception?"),
        ("Trekka 7 replaced Trekka 5", "Did Trekka 7 replace Trekka 5?"),
        ("Marie Curie won the Nobel Prize", "Did Marie Curie win the Nobel Prize?"),
        ("Ilse Marwede studied in Ulm", "Did Ilse Marwede study in Ulm?"),
        ("Ilse Marwede died in Ulm", "Did Ilse Marwede die in Ulm?"),
        ("Ann planned the hall", "Did Ann plan the hall?"),
        ("The urban frame weighs 3 kg.", "Does the urban frame weigh 3 kg?"),
        ("All brakes are supplied by Brenkhoff.", "Are all brakes supplied by Brenkhoff?"),
        ("Will Smith is a singer", "Is Will Smith a singer?"),
    ],
)
def test_the_auxiliary_is_moved_or_added(claim: str, question: str) -> None:
    read = read_claim(claim)
    assert (read.question, read.negated, read.unread) == (question, False, "")


@pytest.mark.parametrize(
    ("claim", "question", "statement"),
    [
        ("Ann was not born in Rome.", "Was Ann born in Rome?", "Ann was born in Rome"),
        ("Ann wasn't born in Rome.", "Was Ann born in Rome?", "Ann was born in Rome"),
        ("Ann has never been in Rome.", "Has Ann been in Rome?", "Ann has been in Rome"),
        ("Ann never directed Rex.", "Did Ann direct Rex?", "Ann directed Rex"),
        ("Ann doesn’t work for Acme.", "Does Ann work for Acme?", "Ann does work for Acme"),
        ("Not all halls are heated.", "Are all halls heated?", "all halls are heated"),
    ],
)
def test_a_negation_of_the_whole_is_taken_out(claim: str, question: str, statement: str) -> None:
    read = read_claim(claim)
    assert (read.question, read.statement, read.negated, read.unread) == (question, statement, True, "")


def test_a_negation_of_a_part_stays_in_the_question() -> None:
    read = read_claim("Inception was not only directed by Nolan.")
    assert (read.question, read.negated) == ("Was Inception not only directed by Nolan?", False)


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("All halls are not heated.", "it says 'not' of 'all'"),
        ("Denmark probably borders Germany.", "it says 'probably'"),
        ("Nobody painted Herring Girls.", "it says 'Nobody'"),
        ("Rex was made in Ulm, but not by Ann.", "it says 'but'"),
        ("The hall that Ann built is in Ulm.", "it has a clause with 'that' before its verb"),
        ("Rex", "no verb was found in it"),
    ],
)
def test_what_is_not_understood_is_told_by_name(claim: str, reason: str) -> None:
    assert read_claim(claim).unread == reason


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the claim is empty"),
        (" . ", "the claim is empty"),
        ("Is Paris a city?", "is a question"),
        ("who founded Acme", "is a question"),
        ("Acme is in Ulm?", "is a question"),
        ("Acme is in Ulm. Rex is in Rome.", "more than one sentence"),
        ("Acme is in Ulm; Rex is in Rome", "more than one sentence"),
    ],
)
def test_what_is_no_claim_is_refused(text: str, problem: str) -> None:
    with pytest.raises(SettingError, match=problem):
        read_claim(text)
