"""An answer of a language model, held against the query that rules read out of the same question.

The two ways are independent: the model chose paths or wrote a query, and the rules read words. So one answer from
both is strong evidence, and two answers are a doubt.
"""

from collections.abc import Sequence
from typing import Final

from pog_agent.answering.computed.answer import answer_of_query
from pog_agent.answering.computed.query_words import words_of
from pog_agent.answering.confidence import ANSWERS_OF_ALTERNATIVE, held_against
from pog_agent.answering.confirming.paraphrases import without_paraphrases
from pog_agent.answering.resolution import resolve
from pog_agent.answering.run_report import doubted, without_findings
from pog_agent.answering.shown_paths import answer_item
from pog_agent.kg.base import IndexedGraph
from pog_agent.models import MOST_ALTERNATIVES, Alternative, Answer, QueryDraft
from pog_agent.models.findings.finding import finding
from pog_agent.reading.composing.composer import composed_query
from pog_agent.reading.composing.hints import ReadingHints
from pog_agent.reading.names import names_in
from pog_agent.reading.query_account.account import account_of_query
from pog_agent.reading.question_words import name_places
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.terms import Term

ANSWERS_SHOWN: Final = 3
MOST_NAMES: Final = 5
"""So many names of a question are looked up."""


async def confirmed_answer(answer: Answer, state: PogState, run: RunContext) -> Answer:
    """The answer as a second way to it leaves it: the query that rules compose for the question.

    A supported query with the same answer settles whatever the first way leaves open. So does one with what one
    of several cited places has; the other places are left out. One with another answer makes it partial, and is an
    alternative to it; an abstention has it as an alternative, too. What another way contradicts is not put to the
    model, where that may confirm what words mean. Rules read English, and a graph at an endpoint
    is not asked twice. An answer that passages take part in, or whose reading somebody chose, is unchanged.
    Raises `GraphUnavailableError`.
    """
    if not _is_checked(answer, state, run):
        return answer
    is_supported = answer.status == "supported"
    if not is_supported:
        state = await _with_all_names(without_paraphrases(state) if run.confirms else state, run)
    draft = await _read_query(answer, state, run)
    other = await answer_of_query(draft, state, run) if draft is not None else None
    if other is None or other.query is None or other.status != "supported":
        return answer
    if answer.answers and _values(other) == _values(answer):
        return answer if is_supported else _agreed(answer, other)
    is_part = not is_supported and _values(other) < _values(answer)
    if is_part and await _is_cited_alone(other, state, run):
        needless = [item.shown for item in answer.answers if item not in other.answers]
        return _agreed(
            answer, other, f"{_few(needless)}: cited as well, and not what the words of the question ask for"
        )
    doubted = _contradicted(answer, other) if is_supported or (run.confirms and answer.answers) else answer
    return _beside(doubted, other, (await words_of(other.query, run)).query(other.query))


def _is_checked(answer: Answer, state: PogState, run: RunContext) -> bool:
    return (
        run.reasoner.understands_language
        and run.reads(state["question"], state.get("topics", ()))
        and isinstance(run.kg, IndexedGraph)
        and answer.kind not in ("profile", "paths")
        and not answer.by_reading
        and not answer.passages
    )


async def _with_all_names(state: PogState, run: RunContext) -> PogState:
    """The state with those names of the question as topics that a model did not take for any."""
    question, topics = state["question"], state.get("topics", [])
    places = [(start, end) for start, end, _ in name_places(question, topics)]
    names = [name for name, _, _ in names_in(question, places)][:MOST_NAMES]
    known = {topic.iri for topic in topics}
    found = (await run.linker.link(names, question)).topics if names else []
    others = [topic for topic in found if not topic.optional and topic.iri not in known]
    return {**state, "topics": [*topics, *others]} if others else state


async def _read_query(answer: Answer, state: PogState, run: RunContext) -> QueryDraft | None:
    """The query of the rules, if neither they nor the account of a model's queries find a flaw in it.

    A relation that no word asks for is none, where the answer goes by it as well.
    """
    vocabulary = await run.vocabulary(state)
    if vocabulary is None:
        return None
    question, topics, analysis = state["question"], state.get("topics", ()), state.get("analysis")
    paraphrases = analysis.paraphrases if analysis else ()
    agreed = {relation for _, relation, _ in answer.cited_triples} | _cited_relations(state)
    hints = ReadingHints(paraphrases, frozenset(agreed))
    draft = composed_query(question, topics, vocabulary, hints=hints)
    if draft.query is None or draft.flaws or draft.reading.unread:
        return None
    account = account_of_query(
        question, topics, draft.query, vocabulary, run.encoder, paraphrases=paraphrases, agreed=agreed
    )
    return None if account.flaws else draft


def _cited_relations(state: PogState) -> frozenset[Term]:
    """The relations of the paths that a model cited, those behind the answer included."""
    draft, shortlist = state.get("draft"), state.get("shortlist", ())
    cited = [item.path - 1 for item in draft.citations] if draft else []
    return frozenset(
        step.relation for place in cited if 0 <= place < len(shortlist) for step in shortlist[place].key.steps
    )


def _values(answer: Answer) -> frozenset[tuple[str | None, ...]]:
    """What an answer says, without labels and units."""
    return frozenset(tuple((item.iri or item.value) if item else None for item in row) for row in answer.table)


async def _is_cited_alone(other: Answer, state: PogState, run: RunContext) -> bool:
    """Whether one of several cited places has just the answers of the query."""
    draft, shortlist = state.get("draft"), state.get("shortlist", [])
    if draft is None or draft.operation != "none" or draft.only or other.columns:
        return False
    for citation in draft.citations:
        alone = await resolve(draft.model_copy(update={"citations": (citation,)}), shortlist, state, run)
        items = (answer_item(term, alone.labels[term]) for term in alone.terms)
        if frozenset((item.iri or item.value,) for item in items) == _values(other):
            return True
    return False


def _agreed(answer: Answer, other: Answer, *more: str) -> Answer:
    """The answer of the query, with the model's reason and what was told besides the doubts of the first way."""
    told = without_findings(answer)
    settled = tuple(item.model_copy(update={"settled_by": "agreement"}) for item in answer.findings)
    warnings = tuple(dict.fromkeys([*told, *more, *other.warnings]))
    return other.model_copy(update={"reason": answer.reason, "settled": settled, "warnings": warnings})


def _beside(answer: Answer, other: Answer, words: str) -> Answer:
    """The answer with the other one as its first alternative; each is as sure as the other leaves it."""
    own, its = answer.confidence, other.confidence or 0.0
    reading = Alternative(
        answers=other.answers[:ANSWERS_OF_ALTERNATIVE],
        path=words,
        confidence=held_against(its, own or 0.0),
        query=other.query,
    )
    others = [item for item in answer.alternatives if item.answers != reading.answers]
    update = {
        "alternatives": (reading, *others)[:MOST_ALTERNATIVES],
        "confidence": None if own is None else held_against(own, its),
    }
    return answer.model_copy(update=update)


def _contradicted(answer: Answer, other: Answer) -> Answer:
    flaw = finding("query-gives-other", _few([item.shown for item in other.answers]))
    return doubted(answer, flaw)


def _few(texts: Sequence[str]) -> str:
    more = f" and {len(texts) - ANSWERS_SHOWN} more" if len(texts) > ANSWERS_SHOWN else ""
    return ", ".join(texts[:ANSWERS_SHOWN]) + more
