"""A query held against the question that it is to answer."""

from pog_agent.models import QueryDraft
from pog_agent.models.findings.finding import finding
from pog_agent.reading.query_account.account import account_of_query
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
    analysis = state.get("analysis")
    account = account_of_query(
        state["question"],
        state.get("topics", ()),
        draft.query,
        vocabulary,
        run.encoder,
        paraphrases=analysis.paraphrases if analysis else (),
    )
    flaws = account.flaws
    if run.config.language_list[0] != LANGUAGE:
        flaws = (finding("language-not-read", LANGUAGE),)
    every = tuple(dict.fromkeys([*draft.flaws, *flaws]))
    return draft.model_copy(update={"reading": account.reading, "flaws": every})
