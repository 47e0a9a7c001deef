"""Questions of each form are composed, and what is not understood is not."""

import pytest

from pog_agent.answering.computed.query_parts import relations_of
from pog_agent.models.query import Query
from pog_agent.models.query_draft import ReadQuery
from pog_agent.reading.composing import composer, trees
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from tests.finding_ids import ids
from tests.reading.composing.cases import QuestionedGraph

RIVALS = "Which rowers are coached by the chair of Otter Club?"


def test_the_reading_tells_what_each_word_became(bakeries: QuestionedGraph) -> None:
    question = "Which breads with wheat flour are baked by Ruth Velde?"
    reading = bakeries.draft(question, "Ruth Velde").reading
    spans = [(span.text, span.role) for span in reading.spans]
    assert spans == [("breads", "class"), ("wheat flour", "value"), ("Ruth Velde", "topic")]
    assert all(question[span.start : span.end] == span.text for span in reading.spans)
    assert {item.text: item.asked_by for item in reading.elements} == {"flour": "wheat", "baked by": "baked"}
    assert reading.unasked == ()


def test_readings_that_are_as_good_are_rivals(rowing: QuestionedGraph) -> None:
    draft = rowing.draft(RIVALS, "Otter Club")
    assert draft.query is not None
    queries = [rival.query for rival in draft.rivals]
    assert draft.query not in queries
    assert len(set(queries)) == len(queries) >= 1


def test_a_rival_has_the_reading_of_its_own_query(rowing: QuestionedGraph) -> None:
    draft = rowing.draft(RIVALS, "Otter Club")
    assert draft.query is not None
    for read in (ReadQuery(query=draft.query, reading=draft.reading), *draft.rivals):
        used = {rowing.lexicon().label(iri) for iri in relations_of(read.query)}
        assert {item.text for item in read.reading.elements} == used


def test_more_readings_than_are_compared_are_a_flaw(
    rowing: QuestionedGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    flaw = "not-compared"
    assert flaw not in ids(rowing.draft(RIVALS, "Otter Club").flaws)
    monkeypatch.setattr(composer, "MOST_READINGS", 1)
    draft = rowing.draft(RIVALS, "Otter Club")
    assert (draft.rivals, draft.flaws[-1].id) == ((), flaw)


def test_joins_that_are_left_out_and_may_fit_as_well_are_a_flaw(
    rowing: QuestionedGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "joins-not-compared" not in ids(rowing.draft(RIVALS, "Otter Club").flaws)
    monkeypatch.setattr(trees, "MOST_TREES", 1)
    assert "joins-not-compared" in ids(rowing.draft(RIVALS, "Otter Club").flaws)


def test_a_reading_that_fits_as_well_and_is_no_query_is_a_flaw(
    rowing: QuestionedGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = composer.QueryWriter.query
    asked: list[object] = []

    def once(writer: composer.QueryWriter) -> Query:
        asked.append(writer)
        if len(asked) > 1:
            raise UnwrittenError("no numbers")
        return written(writer)

    monkeypatch.setattr(composer.QueryWriter, "query", once)
    draft = rowing.draft(RIVALS, "Otter Club")
    assert draft.query is not None
    assert draft.rivals == ()
    assert ids(draft.flaws)[-1] == "reading-unwritten"
