"""An answer of a language model, held against the query that rules read out of the same question.

The two ways are independent: the model chose paths or wrote a query, and the rules read words. So one answer from
both is strong evidence, and two answers are a doubt.
"""

from typing import Final

from pog_agent.answering.account import LANGUAGE
from pog_agent.answering.computed.answer import answer_of_query
from pog_agent.answering.run_report import UNSUPPORTED, unsupported_notes
from pog_agent.kg.base import IndexedGraph
from pog_agent.models import Answer, QueryDraft
from pog_agent.reading.composing.composer import composed_query
from pog_agent.reading.query_account.account import account_of_query
from pog_agent.run.context import RunContext
from pog_agent.state import PogState

ANSWERS_SHOWN: Final = 3


async def confirmed_answer(answer: Answer, state: PogState, run: RunContext) -> Answer:
    """The answer as a second way to it leaves it: the query that rules compose for the question.

    A supported query with the same answer proves it, whatever the first way leaves open. One with another answer
    makes it partial. Rules read English, and a graph at an endpoint is not asked twice. An answer that passages
    take part in is unchanged. Raises `GraphUnavailableError`.
    """
    draft = await _read_query(answer, state, run) if _is_checked(answer, run) else None
    other = await answer_of_query(draft, state, run) if draft is not None else None
    if other is None or other.status != "supported":
        return answer
    is_supported = answer.status == "supported"
    if _values(other) == _values(answer):
        return answer if is_supported else _proven(answer, other)
    return _contradicted(answer, other) if is_supported else answer


def _is_checked(answer: Answer, run: RunContext) -> bool:
    return (
        run.reasoner.understands_language
        and run.config.language_list[0] == LANGUAGE
        and isinstance(run.kg, IndexedGraph)
        and answer.status in ("supported", "partial")
        and answer.kind != "profile"
        and not answer.passages
    )


async def _read_query(answer: Answer, state: PogState, run: RunContext) -> QueryDraft | None:
    """The query of the rules, if neither they nor the account of a model's queries find a flaw in it.

    A relation that no word asks for is none, where the answer goes by it as well.
    """
    vocabulary = await run.vocabulary(state)
    if vocabulary is None:
        return None
    question, topics, analysis = state["question"], state.get("topics", ()), state.get("analysis")
    draft = composed_query(question, topics, vocabulary)
    if draft.query is None or draft.flaws or draft.reading.unread:
        return None
    paraphrases = analysis.paraphrases if analysis else ()
    agreed = {relation for _, relation, _ in answer.cited_triples}
    account = account_of_query(
        question, topics, draft.query, vocabulary, run.encoder, paraphrases=paraphrases, agreed=agreed
    )
    return None if account.flaws else draft


def _values(answer: Answer) -> frozenset[tuple[str | None, ...]]:
    """What an answer says, without labels and units."""
    return frozenset(tuple((item.iri or item.value) if item else None for item in row) for row in answer.table)


def _proven(answer: Answer, other: Answer) -> Answer:
    """The answer of the query, with the model's reason and what was told besides the doubts of the first way."""
    told = [text for text in answer.warnings if not text.startswith(UNSUPPORTED)]
    return other.model_copy(
        update={"reason": answer.reason, "warnings": tuple(dict.fromkeys([*told, *other.warnings]))}
    )


def _contradicted(answer: Answer, other: Answer) -> Answer:
    shown = [item.shown for item in other.answers]
    more = f" and {len(shown) - ANSWERS_SHOWN} more" if len(shown) > ANSWERS_SHOWN else ""
    flaw = f"the words of the question, read as a query, give {', '.join(shown[:ANSWERS_SHOWN])}{more}"
    warnings = dict.fromkeys([*answer.warnings, *unsupported_notes([flaw])])
    return answer.model_copy(update={"status": "partial", "warnings": tuple(warnings)})
