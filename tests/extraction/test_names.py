"""Names without a model: titles, links of the corpus, capitals that recur."""

import pytest

from pog_agent.documents.values import Document
from pog_agent.extraction.names import NameTable, find_names


def document(text: str, title: str = "", *entities: str, name: str = "d") -> Document:
    return Document(id=name, title=title, text=text, entities=entities)


def labels(*texts: str, title: str = "", min_mentions: int = 2) -> list[str]:
    found = find_names([document(text, title) for text in texts], min_mentions)
    return [entity.label for entity in found.entities.values()]


def mentioned(table: NameTable, text: str, linked: tuple[str, ...] = ()) -> list[str]:
    return [table.entities[key].label for key in table.mentioned(text, 0, len(text), linked)]


def test_runs_of_capitals_that_recur_are_names():
    text = "He met Ann Lee in Osk. Then Ann Lee left Osk with Bob Ray."
    assert labels(text) == ["Ann Lee", "Osk"]
    assert labels(text, min_mentions=1) == ["Ann Lee", "Bob Ray", "Osk"]


def test_small_words_join_a_name_inside_it_only():
    text = "the University of Osk, of the Bank of the North and of Ludwig van Brandt of late"
    assert labels(text, min_mentions=1) == ["Bank of the North", "Ludwig van Brandt", "University of Osk"]


def test_the_first_word_of_a_sentence_is_a_name_where_the_corpus_writes_it_so_elsewhere():
    assert labels("Osk is rainy. It lies near Osk. Rain falls. Rain is wet.") == ["Osk"]


def test_a_first_word_that_is_common_is_no_part_of_a_name():
    text = "Former mayors met Ann Lee. Former Ann Lee supporters left. A former friend saw it."
    assert labels(text) == ["Ann Lee"]


def test_a_first_word_that_is_never_small_belongs_to_the_name_behind_it():
    assert labels("Barry Wesson played. Barry Wesson won.") == ["Barry Wesson"]


@pytest.mark.parametrize(
    "text",
    [
        "The The. It It. In In.",
        "Here he is. Here she is.",
        "NOTHING TO SEE HERE AT ALL. NOTHING TO SEE HERE AT ALL.",
        "# A Heading Of The Chapter\n\n# A Heading Of The Chapter",
        "no capitals at all, no capitals at all",
        "1990 and 1990 and $ and $",
        "",
    ],
)
def test_what_tells_nothing_gives_no_names(text):
    assert labels(text) == []


def test_a_possessive_ending_ends_a_name():
    assert labels("They saw Osk's Mayor. They saw Osk's Mayor.") == ["Mayor", "Osk"]


def test_an_article_is_no_part_of_what_tells_names_apart():
    table = find_names([document("I read The Times. You read the Times.", "The Times")])
    (entity,) = table.entities.values()
    assert (entity.key, entity.label, entity.aliases) == ("times", "The Times", ("Times",))


def test_a_title_is_a_name_without_recurring():
    assert labels("Nothing is here.", title="Riemann integral") == ["Riemann integral"]


def test_a_title_is_also_found_without_its_parenthesis():
    table = find_names([document("It is hot.", "Mercury (planet)")])
    assert mentioned(table, "They saw Mercury rise.") == ["Mercury (planet)"]


def test_a_title_without_its_parenthesis_is_nothing_where_several_are_the_same():
    films = [document("He saw Up twice. He liked Up.", "Up (film)"), document("Fast.", "Up (album)", name="e")]
    table = find_names(films)
    assert mentioned(table, "He saw Up twice.") == []


def test_titles_of_several_words_are_found_in_small_letters_and_those_of_one_word_are_not():
    table = find_names([document("It is.", "Riemann Integral"), document("It is.", "Time", name="e")])
    assert mentioned(table, "a riemann integral takes time") == ["Riemann Integral"]
    assert mentioned(table, "He reads Time daily.") == ["Time"]


@pytest.mark.parametrize(
    ("title", "text"), [("東京", "私は東京都にいる。"), ("القاهرة", "تقع القاهرة على النيل.")]
)
def test_titles_are_found_in_scripts_without_capitals(title, text):
    table = find_names([document("水。", title), document(text, "1984", name="e")])
    assert mentioned(table, text) == [title]
    assert mentioned(table, "It was in 1984.") == []


def test_one_word_of_a_longer_run_does_not_stand_for_itself():
    table = find_names([document("He saw Osk. She saw Osk."), document("He is here.", "Ann Lee", name="e")])
    assert mentioned(table, "He reads the Osk Gazette.") == []
    assert mentioned(table, "He met President Ann Lee.") == ["Ann Lee"]


def test_longer_names_win():
    table = find_names([document("It.", "New York"), document("It.", "New York Times", name="e")])
    assert mentioned(table, "He left the New York Times for New York.") == ["New York Times", "New York"]


def test_linked_entities_keep_their_iris_and_are_found_in_any_case():
    iri = "http://kg/e/river%20otter"
    table = find_names([document("A river otter swims.", "", iri, "http://kg/e/Q42")])
    (entity,) = table.entities.values()
    assert (entity.label, entity.iri) == ("river otter", iri)
    assert mentioned(table, "A River otter swims.", (entity.key,)) == ["river otter"]
    assert table.unnamed == ("http://kg/e/Q42",)


def test_a_linked_entity_has_the_spelling_of_the_text():
    table = find_names([document("They met Ann Lee. We met Ann Lee.", "", "http://kg/e/ann_lee")])
    (entity,) = table.entities.values()
    assert (entity.label, entity.iri) == ("Ann Lee", "http://kg/e/ann_lee")
