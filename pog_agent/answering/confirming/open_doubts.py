"""Doubts about the meaning of words: which answers have nothing else against them, and what settles them."""

from typing import Final

from pog_agent.answering.computed.confidence import OF_QUERIES
from pog_agent.answering.confidence import OF_PATHS, given_back
from pog_agent.answering.confirming.lookup_words import lookup_words
from pog_agent.answering.confirming.named_relations import other_relation_named
from pog_agent.answering.confirming.other_lookups import other_lookups
from pog_agent.answering.run_report import status_of, unsupported_notes, without_findings
from pog_agent.models import Answer
from pog_agent.models.findings.finding import Finding, SettledBy
from pog_agent.models.query import Query
from pog_agent.reasoner.steps.confirming.confirm_reading import LookupSaidBack
from pog_agent.run.context import RunContext
from pog_agent.state import PogState

MOST_DOUBTS: Final = 6
"""An answer with more of them is too doubtful to be asked about."""

MOST_CONFIRMED: Final = 0.9
"""No surer is an answer by the word of a model: no calibration is fitted to what models confirm."""


def has_open_doubts(answer: Answer) -> bool:
    """Whether an answer is partial for nothing but what words mean, and a query says how it was found.

    A reading that somebody chose, and what passages say, are judged in other ways.
    """
    is_other = answer.by_reading or answer.passages or answer.kind in ("profile", "paths")
    is_doubted = answer.status == "partial" and 0 < len(answer.findings) <= MOST_DOUBTS
    return (
        is_doubted
        and answer.query is not None
        and not is_other
        and all(item.kind == "meaning" for item in answer.findings)
    )


async def put_in_words(answer: Answer, query: Query, run: RunContext) -> tuple[LookupSaidBack, list[Finding]]:
    """The query of an answer in words, with its doubts; and what needs no model, as code proves it.

    Raises `GraphUnavailableError`.
    """
    lookup = await lookup_words(query, run)
    others = await other_lookups(answer, query, run)
    doubts = dict.fromkeys(item.asks for item in answer.findings)
    said = tuple(text for text in others.said if text != lookup)
    proven = other_relation_named(answer, others.relations)
    return LookupSaidBack(question=answer.question, lookup=lookup, others=said, doubts=tuple(doubts)), proven


def settled_answer(answer: Answer, by: SettledBy, state: PogState) -> Answer:
    """The answer with its doubts about words settled; what is proven against it stays.

    Its confidence is what it would be without them.
    """
    proven = tuple(item for item in answer.findings if item.kind == "proof")
    settled = [item.model_copy(update={"settled_by": by}) for item in answer.findings if item.kind == "meaning"]
    draft = state.get("query_draft")
    calibration = OF_QUERIES if draft is not None and draft.query is not None else OF_PATHS
    sure = answer.confidence
    if sure is not None:
        given = given_back(sure, calibration, answer.findings, proven)
        sure = max(sure, min(given, MOST_CONFIRMED)) if by == "model" else given
    return answer.model_copy(
        update={
            "status": status_of(proven),
            "findings": proven,
            "settled": (*answer.settled, *settled),
            "warnings": (*without_findings(answer), *unsupported_notes(proven)),
            "confidence": sure,
        }
    )
