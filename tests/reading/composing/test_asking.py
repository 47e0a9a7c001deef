"""Words that are near a relation without asking for it: what is read of them, and what is doubted."""

import pytest

from pog_agent.models.query import Query
from pog_agent.reading.composing.writing.queries import QueryWriter
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from tests.finding_ids import ids
from tests.reading.composing.cases import QuestionedGraph


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


def test_the_elements_of_a_reading_tell_how_like_the_words_are(lending: QuestionedGraph) -> None:
    named = lending.draft("Which posters were borrowed from Quay Library?", "Quay Library").reading.elements
    unnamed = lending.draft("How many libraries are in Port?", "Port").reading.elements
    assert [(item.asked_by, item.likeness) for item in named] == [("borrowed", 1.0)]
    assert [(item.asked_by, item.likeness) for item in unnamed] == [("", 0.0)]
