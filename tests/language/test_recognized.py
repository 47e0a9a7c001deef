"""The language of a question is told by its function words; names may be in any language."""

import pytest

from pog_agent.language.recognized import UNKNOWN, recognized_language


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Wer schrieb Faust?", "de"),
        ("Was ist die Hauptstadt von Frankreich?", "de"),
        ("Welche Brücken wurden nicht von Ann Lee gebaut?", "de"),
        ("Qui a réalisé Titanic ?", "fr"),
        ("Où est le plus ancien pont de la ville ?", "fr"),
        ("¿Quién dirigió Titanic?", "es"),
        ("Nombra los puentes de acero", "es"),
        ("谁写了红楼梦?", UNKNOWN),
        ("Кто написал роман?", UNKNOWN),
        ("Which film is not by Ada?", "en"),
        ("Was Ann Lee born in Leeds?", "en"),
        ("Capital of France", "en"),
        ("?", "en"),
    ],
)
def test_a_question_is_in_the_language_of_most_of_its_small_words(question, language):
    assert recognized_language(question) == language


def test_a_name_in_another_language_does_not_change_that_of_the_question():
    question = "Name the director of Los amantes de la noche y el mar"
    assert recognized_language(question, ["Los amantes de la noche y el mar"]) == "en"
    assert recognized_language("Who wrote El amor en los tiempos del cólera?") == "en"
    assert recognized_language("Is Los Angeles in California?") == "en"
