"""A query held against the question that it is to answer."""

from pog_agent.answering.confirming.paraphrases import said_by_paraphrase_alone, without_paraphrases
from pog_agent.models import QueryDraft
from pog_agent.models.findings.finding import finding
from pog_agent.models.query import Query
from pog_agent.reading.query_account.account import QueryAccount, account_of_query
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.words import LANGUAGE


def accounted(
    draft: QueryDraft, state: PogState, run: RunContext, vocabulary: QueryVocabulary | None
) -> QueryDraft:
    """The draft with what code makes of its query and the question; flaws that it has already stay."""
    if draft.query is None:
        return draft
    if vocabulary is None:
        return draft.model_copy(update={"flaws": (*draft.flaws, finding("schema-unknown"))})
    account = _account(draft.query, state, run, vocabulary)
    flaws = account.flaws
    bare = without_paraphrases(state) if run.confirms else state
    if bare is not state:
        plain = _account(draft.query, bare, run, vocabulary)
        flaws += (*said_by_paraphrase_alone(account.reading, flaws, plain.reading, plain.flaws),)
    if not run.reads(state["question"], state.get("topics", ())):
        flaws = (finding("language-not-read", LANGUAGE),)
    every = tuple(dict.fromkeys([*draft.flaws, *flaws]))
    return draft.model_copy(update={"reading": account.reading, "flaws": every})


def _account(query: Query, state: PogState, run: RunContext, vocabulary: QueryVocabulary) -> QueryAccount:
    analysis = state.get("analysis")
    paraphrases = analysis.paraphrases if analysis else ()
    given = state["question"], state.get("topics", ()), query, vocabulary, run.encoder
    return account_of_query(*given, paraphrases=paraphrases)
