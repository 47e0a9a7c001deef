"""Query composing, between the sufficiency check and the answer: for what no path alone can say."""

from pog_agent.answering.proof.accounted import accounted
from pog_agent.answering.shown_paths import shortlisted_paths
from pog_agent.models import AnswerDraft, QueryDraft, Summary
from pog_agent.models.query_walk import choices_of, is_one_relation
from pog_agent.reading.cues import asks_for_computing
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.reading.wording import without_topics
from pog_agent.reasoner.steps.compose_query import ComposeQuery
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.topics import required_iris
from pog_agent.state import PogState
from pog_agent.words import LANGUAGE, content_words

MOST_FLAWS = 1
"""A query of rules with more flaws is no answer at all."""


def _composed(update: PogState) -> str:
    draft = update.get("query_draft")
    if draft is not None:
        return "a query" if draft.query is not None else "no query"
    if "draft" in update:
        return f"no query: {update['draft'].summary}"
    return "no query" if "usage" in update else "not asked for"


@Declares(shows=_composed, traces=("query_draft", "draft"), asks=ComposeQuery)
async def compose_query(state: PogState, run: RunContext) -> PogState:
    """Asks for a query over classes, relations and values of the whole graph.

    Deviation: it is not in the paper.

    A graph without classes, or one that evaluates no queries, is not asked about. A language model is asked only
    where paths were not judged sufficient and the question asks for computing, or has no topic but names a class.
    It then gives the final answer in the same reply if no query fits: no question costs a call more than without
    this step. Where steps are merged, it is asked once: not here if it was asked before the search; and what it
    cites in place of a query stands in place of an answer from the paths only if there is any.
    """
    is_model = run.reasoner.understands_language
    if is_model and (not _may_need_query(state) or state.get("composes_first")):
        return {}
    vocabulary = await run.vocabulary(state)
    if vocabulary is None or (is_model and not (required_iris(state) or _names_anything(vocabulary))):
        return {}
    if is_model:
        paths, summary = await shortlisted_paths(run, state), state.get("summary") or Summary()
        reply = await run.reasoner.ask(ComposeQuery(run.context(state), vocabulary, paths, summary))
    else:
        reply = await run.composed(state, vocabulary)
    spent: PogState = {"usage": [reply.usage], "warnings": list(reply.warnings)}
    if isinstance(reply.value, AnswerDraft):
        before = state.get("draft")
        is_kept = before is not None and bool(before.citations) and not reply.value.citations
        return spent if is_kept else {"draft": reply.value, **spent}
    draft = accounted(reply.value, state, run, vocabulary) if is_model else _preferred(reply.value, state, run)
    if draft.query is not None:
        spent["warnings"] = [*vocabulary.notices, *reply.warnings]
    return {"query_draft": draft, **spent}


def _preferred(draft: QueryDraft, state: PogState, run: RunContext) -> QueryDraft:
    """The draft of rules, without its query where paths are to answer.

    Paths that suffice answer, unless a query was read without a flaw that has more than one relation, or no word
    of the question could ask for a path. Which of several it is, no path tells, and a query ranks all things of
    a class. Where no paths suffice, a query with one flaw is a partial answer. The rules read English.
    """
    verdict = state.get("verdict")
    flaws = len(draft.flaws) + len(draft.reading.unread)
    is_read = flaws <= MOST_FLAWS
    if verdict is not None and verdict.sufficient:
        asks_for_paths = bool(content_words(without_topics(state["question"], state.get("topics", ()))))
        is_said_by_path = draft.query is None or (asks_for_paths and is_one_relation(draft.query))
        is_choice = draft.query is not None and bool(choices_of(draft.query))
        is_ranked = draft.query is not None and draft.query.ranks is not None
        is_read = (is_read and is_choice) or (not flaws and (is_ranked or not is_said_by_path))
    if draft.query is None or (is_read and run.config.language_list[0] == LANGUAGE):
        return draft
    return QueryDraft(reading=draft.reading, reason=draft.reason, refused=draft.refused)


def _may_need_query(state: PogState) -> bool:
    """Whether no paths suffice, and the question asks for more than what stands at the end of paths."""
    verdict = state.get("verdict")
    if verdict is not None and verdict.sufficient:
        return False
    return not required_iris(state) or asks_for_computing(state["question"], state.get("topics", ()))


def _names_anything(vocabulary: QueryVocabulary) -> bool:
    """Whether the question names a class, which "who" and "where" only hint at, or a text of the graph."""
    return bool(vocabulary.texts) or any(item.how != "question_word" for item in vocabulary.classes)
