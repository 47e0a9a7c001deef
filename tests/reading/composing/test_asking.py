"""Words that are near a relation without asking for it: what is read of them, and what is doubted."""

import pytest

from pog_agent.models.query import Query
from pog_agent.reading.composing.writing.queries import QueryWriter
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from tests.finding_ids import ids
from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    ("question", "doubts"),
    [
        ("Which library borrowed Storm?", ["doer-not-told"]),
        ("Which library was Storm borrowed from?", []),
        ("From which library was Storm borrowed?", []),
        ("Which posters were borrowed from Quay Library?", []),
    ],
)
def test_what_stands_behind_from_is_not_who_does_it(
    lending: QuestionedGraph, question: str, doubts: list[str]
) -> None:
    names = [name for name in ("Storm", "Quay Library") if name in question]
    assert ids(lending.draft(question, *names).flaws) == doubts


def test_a_relation_with_a_verb_of_its_own_takes_no_other_verb(lending: QuestionedGraph) -> None:
    assert lending.answer("Which cards are held by Ann?", "Ann") == "Card 1"
    assert lending.draft("Which members forgot a card?").reading.unread == ("forgot",)


@pytest.mark.parametrize(
    ("question", "unread"),
    [
        ("Which posters show a ship?", ("show",)),
        ("Show the posters that depict a ship", ()),
        ("Please show all posters that depict a ship", ()),
        ("For each town, show the number of libraries", ()),
    ],
)
def test_an_order_says_nothing_and_the_same_verb_of_a_thing_does(
    lending: QuestionedGraph, question: str, unread: tuple[str, ...]
) -> None:
    assert lending.draft(question).reading.unread == unread


def test_what_is_in_a_part_of_a_place_may_be_meant_too(lending: QuestionedGraph) -> None:
    draft = lending.draft("How many libraries are in Coast?", "Coast")
    assert draft.query is not None
    assert lending.rows(draft.query) == ["1"]
    assert [lending.rows(rival.query) for rival in draft.rivals] == [["2"]]


def test_a_longer_reading_that_is_no_query_is_a_flaw(
    lending: QuestionedGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = QueryWriter.query

    def query(self: QueryWriter) -> Query:
        if any(len(join.steps) > 1 for join in self._tree.joins):
            raise UnwrittenError("too long")
        return written(self)

    monkeypatch.setattr(QueryWriter, "query", query)
    draft = lending.draft("How many libraries are in Coast?", "Coast")
    assert "reading-unwritten" in ids(draft.flaws)


def test_a_relation_that_is_named_has_no_longer_reading(lending: QuestionedGraph) -> None:
    assert lending.draft("How many libraries are within Coast?", "Coast").rivals == ()


def test_the_number_of_something_is_one(lending: QuestionedGraph) -> None:
    assert lending.draft("What is the number of visitors of the libraries within Port?", "Port").asks_for_one
    assert not lending.draft("Which libraries are within Port?", "Port").asks_for_one


def test_the_elements_of_a_reading_tell_how_like_the_words_are(lending: QuestionedGraph) -> None:
    named = lending.draft("Which posters were borrowed from Quay Library?", "Quay Library").reading.elements
    unnamed = lending.draft("How many libraries are in Port?", "Port").reading.elements
    assert [(item.asked_by, item.likeness) for item in named] == [("borrowed", 1.0)]
    assert [(item.asked_by, item.likeness) for item in unnamed] == [("", 0.0)]


def test_an_attribute_of_another_thing_is_not_that_of_the_thing_named(lending: QuestionedGraph) -> None:
    """A town has no number of visitors; the library there does."""
    draft = lending.draft("What is the number of visitors of Port?", "Port")
    assert draft.query is None or draft.flaws
    assert lending.draft("What is the number of visitors of Quay Library?", "Quay Library").flaws == ()
