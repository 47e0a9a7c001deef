"""How alike phrases and texts are."""

import pytest

from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from pog_agent.reading.likeness import SHIFTED, VAGUE, Likeness
from pog_agent.reading.question_words import PARAPHRASED
from tests.ranking.recording import Recording

ONE = (0, 1)


def likeness_of(phrase: str, text: str, encoder: LexicalEncoder | CachedEncoder, *spellings: str) -> float:
    likeness = Likeness({ONE: (phrase, *spellings)}, encoder)
    likeness.learn([text])
    return likeness.plain(ONE, text)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("mayor", "mayor"),
        ("mayors", "mayor of town"),
        ("directed", "directs"),
        ("home town", "town that is home"),
        ("birth-place", "place"),
        ("grandchildren", "grandchildren"),
        ("grandchild", "has grandchild"),
    ],
)
def test_words_of_one_stem_are_alike(phrase: str, text: str, spelling: LexicalEncoder) -> None:
    assert likeness_of(phrase, text, spelling) == 1.0


def test_a_text_that_has_half_of_a_phrase_is_not_like_it(spelling: LexicalEncoder) -> None:
    assert likeness_of("blue town", "town", spelling) == 0.0
    assert likeness_of("blue town", "town of blue", spelling) == 1.0


@pytest.mark.parametrize(("phrase", "text"), [("born", "birth"), ("wives", "spouse"), ("movie", "film")])
def test_words_that_mean_the_same_are_alike(phrase: str, text: str, meaning: CachedEncoder) -> None:
    assert likeness_of(phrase, text, meaning) > 0.6


def test_words_of_other_meaning_are_not_alike(meaning: CachedEncoder) -> None:
    assert 0.0 <= likeness_of("velocity", "painter", meaning) < 0.3


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("grandchild", "child"),
        ("child", "grandchild"),
        ("grandchildren", "child"),
        ("children", "grandchild"),
        ("grandfather", "father"),
        ("stepmother", "mother"),
        ("mother", "stepmother"),
        ("godparent", "parent"),
        ("great-uncle", "uncle"),
        ("half-brother", "brother"),
        ("ex-wife", "wife"),
        ("co-founder", "founder"),
        ("subspecies", "species"),
        ("nonfiction", "fiction"),
    ],
)
def test_a_prefix_that_makes_another_relation_keeps_words_apart(
    phrase: str, text: str, meaning: CachedEncoder
) -> None:
    assert likeness_of(phrase, text, meaning) <= SHIFTED


@pytest.mark.parametrize(
    ("phrase", "text"), [("company", "parent company"), ("exports", "export"), ("cost", "costs")]
)
def test_the_start_of_a_word_is_no_such_prefix(phrase: str, text: str, spelling: LexicalEncoder) -> None:
    assert likeness_of(phrase, text, spelling) == 1.0


@pytest.mark.parametrize(
    ("phrase", "text", "said"),
    [
        ("rome", "rome", True),
        ("towers", "the tower of rome", True),
        ("tower rome", "the tower of rome", True),
        ("tower pisa", "the tower of rome", False),
        ("child", "grandchild", False),
        ("movie", "film", False),
    ],
)
def test_what_is_said_is_told_by_letters(phrase: str, text: str, said: bool, spelling: LexicalEncoder) -> None:
    assert Likeness({ONE: (phrase,)}, spelling).is_said(ONE, text) == said


def test_the_best_spelling_counts(spelling: LexicalEncoder) -> None:
    alone = likeness_of("reporting", "report to", spelling)
    assert likeness_of("reporting", "report to", spelling, "report to") >= alone


def test_a_text_counts_less_beside_a_rival_that_is_more_alike(spelling: LexicalEncoder) -> None:
    likeness = Likeness({ONE: ("homeland",)}, spelling)
    likeness.learn(["home"])
    before = likeness.of(ONE, "home")
    likeness.learn([], rivals=["homelands", "homelands"])
    assert likeness.plain(ONE, "home") == before
    assert likeness.of(ONE, "home") < before
    assert likeness.of(ONE, "homelands") == pytest.approx(1.0)


def test_a_text_that_was_learned_may_become_a_rival(spelling: LexicalEncoder) -> None:
    likeness = Likeness({ONE: ("homeland",)}, spelling)
    likeness.learn(["home", "homelands"])
    assert likeness.rival(ONE, besides=()) == 0.0
    likeness.learn([], rivals=["homelands"])
    assert likeness.rival(ONE, besides=()) == 1.0
    assert likeness.rival(ONE, besides={"homelands"}) == 0.0


def test_texts_and_phrases_are_embedded_together_and_once() -> None:
    encoder = Recording()
    likeness = Likeness({ONE: ("boss", "boss of")}, encoder, {ONE: ("manager",)})
    likeness.learn(["reports to"], ["has dog", "reports to"])
    assert encoder.calls == [["reports to", "has dog", "boss", "boss of", "manager"]]
    likeness.learn(["reports to"], ["has dog"])
    assert len(encoder.calls) == 1


def test_what_is_like_nothing_is_zero(spelling: LexicalEncoder) -> None:
    likeness = Likeness({ONE: ("qqq",)}, spelling)
    likeness.learn(["vvv"], rivals=["vvv"])
    assert likeness.of(ONE, "vvv") == 0.0


def test_a_shared_preposition_makes_no_rival(meaning: CachedEncoder) -> None:
    likeness = Likeness({ONE: ("heard", "heard in")}, meaning)
    likeness.learn(["published in"], rivals=["published in"])
    assert likeness.rival(ONE, besides=()) == likeness.bare(ONE, "published in") < 0.45
    assert likeness.plain(ONE, "published in") > 0.45


def test_a_question_without_phrases_learns_nothing(spelling: LexicalEncoder) -> None:
    likeness = Likeness({}, spelling)
    likeness.learn(["town"], rivals=["river"])
    assert likeness.rival(ONE, besides=()) == 0.0


def test_a_text_that_was_not_learned_is_unknown(spelling: LexicalEncoder) -> None:
    with pytest.raises(KeyError, match="town"):
        Likeness({ONE: ("town",)}, spelling).plain(ONE, "town")


def test_a_word_that_is_like_several_relations_asks_for_none(meaning: CachedEncoder) -> None:
    phrases = {(0, 1): ("movie",), (1, 1): ("wrote",)}
    relations = ["directed by", "starred actors", "written by", "has genre"]
    alone, among = Likeness(phrases, meaning), Likeness(phrases, meaning)
    alone.learn(relations)
    among.learn(relations, relations)
    assert among.of((0, 1), "directed by") < 0.5 < alone.of((0, 1), "directed by")
    assert among.of((1, 1), "written by") > 0.5


class TestParaphrases:
    def test_one_that_a_text_has_makes_it_alike(self, spelling: LexicalEncoder) -> None:
        likeness = Likeness({ONE: ("boss",)}, spelling, {ONE: ("manager", "reports to")})
        likeness.learn(["reports to", "has manager", "has dog"])
        assert [likeness.plain(ONE, text) for text in ("reports to", "has manager")] == [PARAPHRASED] * 2
        assert likeness.plain(ONE, "has dog") < 0.5

    def test_one_that_resembles_a_text_a_little_says_nothing(self, meaning: CachedEncoder) -> None:
        alone = Likeness({ONE: ("edited",)}, meaning)
        paraphrased = Likeness({ONE: ("edited",)}, meaning, {ONE: ("editor", "film editing")})
        for likeness in (alone, paraphrased):
            likeness.learn(["screenwriter"])
        assert paraphrased.plain(ONE, "screenwriter") == pytest.approx(alone.plain(ONE, "screenwriter"), abs=1e-6)

    def test_the_words_of_the_question_count_more(self, spelling: LexicalEncoder) -> None:
        likeness = Likeness({ONE: ("manager",)}, spelling, {ONE: ("boss",)})
        likeness.learn(["manager", "boss"])
        assert likeness.plain(ONE, "manager") > likeness.plain(ONE, "boss")

    def test_a_grandchild_is_no_child_whatever_is_said_for_it(self, spelling: LexicalEncoder) -> None:
        likeness = Likeness({ONE: ("grandchild",)}, spelling, {ONE: ("child of a child",)})
        likeness.learn(["child"])
        assert likeness.plain(ONE, "child") <= SHIFTED

    def test_two_relations_that_paraphrases_name_are_both_meant(self, spelling: LexicalEncoder) -> None:
        likeness = Likeness({ONE: ("boss",)}, spelling, {ONE: ("manager", "reports to")})
        likeness.learn(["reports to"], ["reports to", "has manager"])
        assert likeness.of(ONE, "reports to") > VAGUE
