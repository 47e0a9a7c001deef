"""The answer by citation and quotation: what of a reply is kept."""

from typing import Any

from pog_agent.models import AnswerDraft, Quotation, Summary
from pog_agent.reasoner.shown import ShownPassage
from pog_agent.reasoner.steps.documented.answer_with_passages import AnswerWithPassages, QuotingReply
from tests.reasoner.cases import CONTEXT, PATHS

PASSAGE = ShownPassage(number=1, title="Kelder House", text="It shows Grey Harbour.")


def drafted(*, final: bool = False, **fields: Any) -> tuple[AnswerDraft, tuple[str, ...]]:
    step = AnswerWithPassages(CONTEXT, PATHS, (PASSAGE,), Summary(), final)
    converted = step.convert(QuotingReply.model_validate(fields))
    assert converted.value is not None
    return converted.value, converted.warnings


def test_citations_and_quotations_are_kept_side_by_side() -> None:
    quote = {"passage": "P1", "quote": " It shows Grey Harbour. ", "answer": "Grey Harbour", "path": 2}
    draft, warnings = drafted(citations=[{"path": 2, "position": 2}], quotes=[quote])
    assert [(item.path, item.position) for item in draft.citations] == [(2, 2)]
    assert draft.quotations == (
        Quotation(passage=1, quote="It shows Grey Harbour.", answer="Grey Harbour", path=2),
    )
    assert warnings == ()


def test_what_was_not_shown_is_dropped() -> None:
    quotes = [
        {"passage": 2, "quote": "It shows Grey Harbour.", "answer": "Grey Harbour"},
        {"passage": 1, "quote": "", "answer": "Grey Harbour"},
        {"passage": 1, "quote": "It shows Grey Harbour.", "answer": "Grey Harbour", "path": 9},
    ]
    draft, warnings = drafted(quotes=quotes)
    assert [item.path for item in draft.quotations] == [None]
    assert warnings == ("dropped 2 quotations of passages not shown",)


def test_own_knowledge_joins_in_only_at_the_end() -> None:
    assert drafted(own_answer="Elsewhere", final=True)[0].own_answer == "Elsewhere"
    draft, warnings = drafted(own_answer="Elsewhere")
    assert draft.own_answer is None
    assert warnings == ("dropped an answer from the model's own knowledge, which was not asked for",)


def test_without_quotations_it_is_the_answer_from_the_paths() -> None:
    draft, _ = drafted(citations=[{"path": 1, "position": 1}], operation="count")
    assert (draft.kind, draft.operation, draft.quotations) == ("count", "count", ())
