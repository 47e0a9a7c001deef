"""Whether an extreme compares what its adjective measures, in the direction it says."""

import pytest

from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from pog_agent.reading.extremes import (
    is_measured_by,
    key_flaw,
    polarity_flaw,
)
from tests.finding_ids import id_of


@pytest.mark.parametrize(
    ("cue", "compared", "by_date", "question"),
    [
        ("longest", ["length"], False, "What is the longest river of ?"),
        ("longest", ["river length"], False, "What is the longest river of ?"),
        ("tallest", ["height"], False, "What is the tallest tower of ?"),
        ("most populous", ["population"], False, "What is the most populous town of ?"),
        ("oldest", ["opened"], True, "What is the oldest zoo of ?"),
        ("oldest", ["date of birth"], True, "Who is the oldest rower of ?"),
        ("first", ["took office"], True, "Who was the first mayor of ?"),
        ("most recently", ["taken over"], True, "Which firm was most recently bought by ?"),
        ("highest", ["salary"], False, "Who has the highest salary at ?"),
        ("largest", ["budget"], False, "Which club has the largest budget in ?"),
        ("most", ["inhabitants"], False, "Which town of has the most inhabitants?"),
    ],
)
def test_values_that_the_adjective_measures_or_the_question_names_are_right(
    cue: str, compared: list[str], by_date: bool, question: str, spelling: LexicalEncoder
) -> None:
    assert id_of(key_flaw(cue, compared, by_date, question, spelling)) == ""


@pytest.mark.parametrize(
    ("cue", "compared", "by_date", "question"),
    [
        ("longest", ["width"], False, "What is the longest river of ?"),
        ("tallest", ["opened"], True, "What is the tallest tower of ?"),
        ("heaviest", ["height"], False, "Who is the heaviest player of ?"),
        ("oldest", ["height"], False, "What is the oldest tower of ?"),
        ("cheapest", ["length"], False, "What is the cheapest ferry by length of ?"),
        ("longest", ["width"], False, "What is the longest bridge, and what is its width?"),
        ("tallest", ["length"], False, "Which is the tallest ferry of ?"),
        ("fastest", ["length"], False, "Which is the fastest ferry of ?"),
        ("bravest", ["height"], False, "Who is the bravest knight of ?"),
        ("most", ["area"], False, "Which town of has the most inhabitants?"),
        ("oldest", ["member since"], True, "Who is the oldest rower of ?"),
        ("youngest", ["enrolled on"], True, "Which pupil of is the youngest?"),
        ("youngest", ["joined on"], True, "Who is the youngest singer of ?"),
    ],
)
def test_other_values_are_a_flaw(
    cue: str, compared: list[str], by_date: bool, question: str, meaning: CachedEncoder
) -> None:
    flaw = "extreme-of-other-values"
    assert id_of(key_flaw(cue, compared, by_date, question, meaning)) == flaw


def test_a_measure_in_other_words_is_told_by_its_meaning(meaning: CachedEncoder, spelling: LexicalEncoder) -> None:
    question = "Which is the heaviest whale in ?"
    assert id_of(key_flaw("heaviest", ["body weight in tons"], False, question, spelling)) == ""
    assert id_of(key_flaw("fastest", ["velocity"], False, "Which is the fastest train of ?", meaning)) == ""
    assert id_of(key_flaw("fastest", ["velocity"], False, "Which is the fastest train of ?", spelling)) != ""


def test_values_in_names_answer_to_a_time_only(spelling: LexicalEncoder) -> None:
    assert id_of(key_flaw("last", [], True, "Who won the last cup of ?", spelling)) == ""
    assert "in the names" in str(key_flaw("longest", [], False, "What is the longest film of ?", spelling))


def test_an_adjective_is_measured_by_what_its_attribute_names() -> None:
    assert is_measured_by("tall", "height in cm")
    assert not is_measured_by("tall", "weight")
    assert not is_measured_by("green", "height")


def test_who_has_been_here_longest_came_first(spelling: LexicalEncoder) -> None:
    question = "Who has been here longest?"
    assert id_of(key_flaw("longest", ["hired on"], True, question, spelling)) == ""
    assert "values compared" in str(key_flaw("longest", ["left on"], True, question, spelling))
    assert "values compared" in str(
        key_flaw("longest", ["hired on"], True, "Which is the longest film?", spelling)
    )
    assert id_of(polarity_flaw("longest", "earliest", True, question)) == ""
    assert id_of(polarity_flaw("longest", "latest", True, question)) != ""
