"""The words of a question: their kinds, phrases, and where they stand."""

from collections.abc import Mapping, Sequence

import pytest

from pog_agent.models import Paraphrase, TopicEntity
from pog_agent.reading.question_words import QuestionWords, name_places
from pog_agent.reading.wording import read_wording
from tests.reading.paths import topic_named

PRICES = {"price", "charge", "fare", "fee", "rent", "tariff", "toll"}
ANN = topic_named("Ann")
ANN_LEE = topic_named("Ann Lee")


def words_of(
    question: str, *topics: TopicEntity, paraphrases: Mapping[str, Sequence[str]] | None = None
) -> QuestionWords:
    given = [Paraphrase(words=words, others=tuple(others)) for words, others in (paraphrases or {}).items()]
    return QuestionWords(question, topics, read_wording(question, topics), given)


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("Who is Ann's boss?", "who:function is:function ann's:topic boss:content"),
        ("Which dogs has ANN’s son?", "which:function dogs:content has:function ann’s:topic son:content"),
        ("The oldest dog of Ann?", "the:function oldest:cue dog:content of:function ann:topic"),
        ("Please show everything about Bob's",
         "please:filler show:function everything:content about:function bob:content"),
        ("What happened at Ann?", "what:function happened:filler at:function ann:topic"),
        ("Is Annika 12?", "is:function annika:content 12:content"),
        ("", ""),
    ],
)  # fmt: skip
def test_each_word_has_one_kind(question: str, kinds: str) -> None:
    words = words_of(question, ANN).words
    assert " ".join(f"{word.text}:{word.kind}" for word in words) == kinds
    assert all(question[word.start : word.end].lower().startswith(word.text) for word in words)


def test_longer_names_are_found_first_and_no_place_twice() -> None:
    question = "Did Ann Lee meet Ann or ann lee's son?"
    places = name_places(question, [ANN, ANN_LEE])
    assert [(question[start:end], topic) for start, end, topic in places] == [
        ("Ann Lee", 1),
        ("Ann", 0),
        ("ann lee's", 1),
    ]


@pytest.mark.parametrize(
    "topic", [topic_named("Ann", optional=True), topic_named("Bob"), topic_named("An"), topic_named("", "")]
)
def test_optional_and_unnamed_topics_have_no_place(topic: TopicEntity) -> None:
    assert name_places("Who is Ann?", [topic]) == []


def test_a_topic_is_found_by_mention_and_by_label() -> None:
    queen = topic_named("Ann (queen)", mention="Queen Ann")
    assert [place[2] for place in name_places("Is Queen Ann the same as Ann (queen)?", [queen])] == [0, 0]


@pytest.mark.parametrize(
    ("question", "phrases"),
    [
        ("Which home town has Ann?", {(0, 1): ("home",), (1, 1): ("town",), (0, 2): ("home town",)}),
        ("Who reports to Ann?", {(0, 1): ("reports", "reports to")}),
        ("Which town, river?", {(0, 1): ("town",), (1, 1): ("river",)}),
        ("The boss's dog?", {(0, 1): ("boss",), (1, 1): ("dog",)}),
        ("Which head of state?", {(0, 1): ("head", "head of"), (1, 1): ("state",), (0, 2): ("head of state",)}),
        ("Who is Ann?", {}),
    ],
)
def test_phrases_are_runs_of_content_words_with_the_preposition_behind(
    question: str, phrases: dict[tuple[int, int], tuple[str, ...]]
) -> None:
    assert words_of(question, ANN).phrases == phrases


def test_no_phrase_has_more_than_three_words() -> None:
    phrases = words_of("Which old wooden narrow ferry sank?").phrases
    assert max(size for _, size in phrases) == 3
    assert phrases[1, 3] == ("wooden narrow ferry",)


@pytest.mark.parametrize(
    ("question", "targets"),
    [
        ("Which football club signed Ann?", [["football"], ["football", "club"], ["football", "club", "signed"]]),
        ("What is Ann's shoe size?", [["size"], ["shoe", "size"]]),
        ("Which countries besides Belmark border Ann?", [["countries"]]),
        ("Who signed Ann?", []),
        ("Ann?", []),
    ],
)
def test_targets_are_the_runs_that_may_name_what_is_asked_for(question: str, targets: list[list[str]]) -> None:
    words = words_of(question, ANN)
    assert [[words.content[row].text for row in rows] for rows in words.targets] == targets


def test_the_words_on_both_sides_of_a_name() -> None:
    words = words_of("Which town near Ann has a ferry?", ANN, topic_named("Bob"))
    assert words.sides(0) == ([0, 1], [2])
    assert words.sides(1) is None


@pytest.mark.parametrize(
    ("question", "label", "found"),
    [
        ("What takes its name from Ann?", "takes name from", ["name"]),
        ("What is the name of Ann's dog?", "name", []),
        ("Who is Ann's dog?", "is of to", []),
        ("Who is Ann's dog?", "vet", []),
        ("Whose dog is Ann?", "owned by", ["whose"]),
        ("Whose dog is Ann?", "dog keeper", ["whose"]),
        ("Whose dog is Ann?", "former owner", []),
        ("Whose dog is Ann?", "trained by", []),
        ("Who is Ann's dog?", "owned by", []),
    ],
)
def test_words_aside_stand_in_a_label(question: str, label: str, found: list[str]) -> None:
    assert [word.text for word in words_of(question, ANN).aside([label])] == found


class TestParaphrases:
    def test_they_belong_to_the_phrase_that_they_say_otherwise(self) -> None:
        words = words_of("Who is Ann's boss?", ANN, paraphrases={"boss": ["Manager", "reports to"]})
        assert words.paraphrases == {(0, 1): ("manager", "reports to")}

    def test_what_a_model_says_of_an_adjective_is_all_that_it_may_measure(self) -> None:
        assert "population" in words_of("How big is Ann?", ANN).paraphrases[0, 1]
        assert words_of("How big is Ann?", ANN, paraphrases={"big": ["area"]}).paraphrases == {(0, 1): ("area",)}

    def test_one_of_several_words_takes_them_together_over_function_words(self) -> None:
        words = words_of(
            "When did Ann come onto the market?", ANN, paraphrases={"come onto the market": ["launch"]}
        )
        assert words.paraphrases == {(0, 2): ("launch",)}
        assert words.phrases[0, 2] == ("come onto the market",)

    def test_one_of_more_than_five_words_is_left_out(self) -> None:
        words = words_of("Which big old red dog?", paraphrases={"big old red dog": ["hound"]})
        assert words.paraphrases == {(0, 4): ("hound",)}
        words = words_of("Which very big old red dog runs?", paraphrases={"very big old red dog runs": ["hound"]})
        assert words.paraphrases == {}

    def test_one_of_what_is_not_said_or_is_a_name_is_left_out(self) -> None:
        assert (
            words_of("Who is Ann's boss?", ANN, paraphrases={"Ann": ["Anna"], "chief": ["head"]}).paraphrases == {}
        )

    def test_a_preposition_that_means_a_relation_is_read(self) -> None:
        assert [word.text for word in words_of("Films by Ann?", ANN).content] == ["films"]
        by = words_of("Films by Ann?", ANN, paraphrases={"by": ["directed by"]})
        assert [word.text for word in by.content] == ["films", "by"]

    def test_so_is_one_behind_an_idle_word(self) -> None:
        was_in = words_of("Who was in the Larks?", ANN, paraphrases={"was in": ["member of"]})
        assert [word.text for word in was_in.content] == ["in", "larks"]
        assert was_in.paraphrases == {(0, 1): ("member of",)}

    @pytest.mark.parametrize(
        ("phrase", "other", "label", "says"),
        [
            ("fuel tank", "tank capacity", "tank capacity", True),
            ("make at the box office", "box office", "box office (million)", True),
            ("deputy mayor", "mayor", "mayor", False),
            ("deputy mayor", "vice mayor", "mayor", False),
        ],
    )
    def test_another_name_says_as_much_as_the_phrase(
        self, phrase: str, other: str, label: str, says: bool
    ) -> None:
        words = words_of(f"What did Ann {phrase}?", ANN, paraphrases={phrase: [other]})
        whole = max(words.paraphrases, key=lambda found: found[1])
        assert words.is_other_name(whole, [label]) is says

    @pytest.mark.parametrize(
        ("question", "others"),
        [
            ("What does Ann cost a day?", {"daily", "rate", *PRICES}),
            ("What does Ann cost?", PRICES),
            ("What does Ann earn per hour?", {"salary", "hourly"}),
            ("On which day did Ann start?", set()),
        ],
    )
    def test_what_something_costs_and_how_often_are_called_so(self, question: str, others: set[str]) -> None:
        found = words_of(question, ANN).paraphrases
        assert {other for texts in found.values() for other in texts} == others

    def test_a_question_word_stays_one(self) -> None:
        assert not words_of("Who is Ann?", ANN, paraphrases={"who": ["person"]}).content


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        (["manager", "led by"], ["Who is Ann's manager?", "Who is Ann's led?"]),
        (["reports to", "head of", "by", ""], ["Who is Ann's ?"]),
    ],
)
def test_a_question_is_reworded_by_paraphrases_that_can_stand_there(
    others: list[str], expected: list[str]
) -> None:
    words = words_of("Who is Ann's boss?", ANN, paraphrases={"boss": others})
    assert [*words.rewording.reworded(words.content)] == expected
    assert [*words.rewording.reworded(())] == []


@pytest.mark.parametrize(
    ("question", "phrase", "others", "before", "same_way"),
    [
        ("Who circles Ann?", "circles", ["orbits", "orbited by"], ["Who orbits Ann?"], []),
        (
            "Who defers to Ann?",
            "defers to",
            ["reports to", "boss"],
            ["Who reports to Ann?"],
            ["Who reports to Ann?"],
        ),
        ("Whom does Ann defer to?", "defer to", ["report to", "obeys"], [], ["Whom does Ann report to?"]),
        ("Who works for Ann?", "for", ["client", "hired by"], [], []),
    ],
)
def test_a_name_is_the_object_of_a_paraphrase_only_where_it_stands_behind(
    question: str, phrase: str, others: list[str], before: list[str], same_way: list[str]
) -> None:
    words = words_of(question, ANN, paraphrases={phrase: others})
    assert [*words.rewording.reworded(words.content, before="Ann")] == before
    assert [*words.rewording.reworded(words.content, same_way=True)] == same_way


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("Which runs have we got?", "runs"),
        ("Which prize has Ann got for it?", "prize"),
        ("Who lives at number 16?", "lives 16"),
        ("Since when has Ann been a warden?", "warden"),
        ("How many rooms do we have altogether?", "rooms"),
        ("What borders it besides Ann?", "borders"),
    ],
)
def test_words_that_say_nothing_of_a_relation_are_no_content(question: str, content: str) -> None:
    assert " ".join(word.text for word in words_of(question, ANN).content) == content


def test_a_verb_before_that_belongs_to_the_noun_before_it() -> None:
    words = words_of("In which city is the club based that won Ann?", ANN)
    assert [words.content[row].text for row in words.order] == ["city", "based", "club", "won"]


@pytest.mark.parametrize(
    ("question", "relation", "asked"),
    [
        ("Since when has Ann been a warden?", "from", "since"),
        ("Since when has Ann been a warden?", "until", ""),
        ("Until when is Ann on loan?", "end date", "until"),
        ("How much is the print Ann?", "price", "much"),
        ("How much is the print Ann?", "weight", ""),
        ("Where is the publisher of Ann based?", "location", "where"),
        ("Who has our copy of Ann at home?", "keeper", ""),
    ],
)
def test_a_question_word_asks_for_what_a_relation_tells(question: str, relation: str, asked: str) -> None:
    assert " ".join(word.text for word in words_of(question, ANN).aside([relation])) == asked


def test_a_small_word_with_a_meaning_of_its_own_is_content() -> None:
    words = words_of("Who has our copy of Ann?", ANN, paraphrases={"has": ["keeper"]})
    assert [word.text for word in words.content] == ["has", "copy"]
    words = words_of("Since when has Bo been with us?", paraphrases={"been with us": ["joined"]})
    assert "with" in {word.text for word in words.content}
