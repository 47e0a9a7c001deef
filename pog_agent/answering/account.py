"""The account of an answer from cited paths: what each word of its question became, and what speaks against it.

The paths come to a query, which is held against the question as any other query is. Guards tell beside it what
only paths tell. It is made by code, the same for every reasoner and system. It claims little: what it finds makes
an answer `partial`. Of the words it reads English.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pog_agent.answering.computed.doubts.every import doubts_of_query
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.answering.confidence import WIDEST_MARGIN, alternatives_of, features_of, other_readings, quality
from pog_agent.answering.confirming.paraphrases import BRIDGED, said_by_paraphrase_alone, without_paraphrases
from pog_agent.answering.guards import MAX_TERMS_CHECKED, Examined, names_without_use, walk_flaws
from pog_agent.answering.guards.cited_walks import cited_walks, examined_answer, sight_of
from pog_agent.answering.proof.composition import judged_query
from pog_agent.answering.resolution import Resolution
from pog_agent.answering.shown_paths import answer_item
from pog_agent.kg.preset import GENERIC, load_preset
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.models import Alternative, AnswerDraft, CitedPath, ElementReading, Reading, SpanReading
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Query
from pog_agent.reading.answer_type import DatePartName, has_year
from pog_agent.reading.cues import NEGATION, asking_words
from pog_agent.reading.query_account.account import account_of_query
from pog_agent.reading.query_account.walks import ReadWalks
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.reading.stems import content_stems
from pog_agent.reading.unused_names import unused_names
from pog_agent.run.context import RunContext
from pog_agent.run.topics import topic_iris
from pog_agent.state import PogState
from pog_agent.values import read_text
from pog_agent.words import LANGUAGE

UNEXAMINED: Final = "a model that has passed its exam would be asked"
OF_WORDS: Final = frozenset(("name-unused", "number-unread", "word-unread"))
"""The checks that find words which nothing stands for."""


@dataclass(frozen=True)
class Account:
    """What each word became, the reasons why the answer is not supported, and how sure it is beside others.

    `features` are those of `confidence.py`; they are empty where nothing was answered. `notes`
    are warnings of what was not checked.
    """

    reading: Reading = field(default_factory=Reading)
    flaws: tuple[Finding, ...] = ()
    features: Mapping[str, float] = field(default_factory=dict)
    alternatives: tuple[Alternative, ...] = ()
    notes: tuple[str, ...] = ()


async def account_of(
    state: PogState,
    run: RunContext,
    draft: AnswerDraft,
    resolution: Resolution,
    paths: Sequence[CitedPath],
    *,
    date_part: DatePartName | None = None,
) -> Account:
    """The account of the question of a run for an answer that stands on the cited `paths`.

    With `date_part`, the answer is that part of the dates which stand there. What only the model's own paraphrases
    say is a flaw where the model may confirm what words mean, else a note. It is looked for where nothing else
    keeps the answer from being supported.
    """
    account = await _account(state, run, draft, resolution, paths, date_part=date_part)
    bare = without_paraphrases(state) if run.reasoner.understands_language else state
    is_partial = any(item.kind == "proof" or not run.confirms for item in account.flaws)
    if bare is state or is_partial:
        return account
    plain = await _account(bare, run, draft, resolution, paths, date_part=date_part)
    doubts = said_by_paraphrase_alone(account.reading, account.flaws, plain.reading, plain.flaws)
    if run.confirms:
        return replace(account, flaws=(*account.flaws, *doubts))
    told = [f"{item.message} ({UNEXAMINED})" for item in doubts if item.id == BRIDGED]
    return replace(account, notes=(*account.notes, *told))


async def _account(
    state: PogState,
    run: RunContext,
    draft: AnswerDraft,
    resolution: Resolution,
    paths: Sequence[CitedPath],
    *,
    date_part: DatePartName | None,
) -> Account:
    sight = await sight_of(state, run, resolution)
    examined = await examined_answer(sight, state, run, draft, resolution, paths=paths)
    walks = await cited_walks(examined, paths, run, date_part)
    spans, flaws = await _held_against(examined, walks, state, run)
    spotted, names = state.get("spotted", ()), [*walks.names, *sight.words]
    unused = unused_names(examined.question, spotted if examined.read else (), examined.topics, spans, names)
    flaws += [finding("name-unused", name) for name in await names_without_use(examined, unused, run)]
    others = await other_readings(sight.reader, sight.refs, sight.others, state, run)
    own = max((quality(item.alignment) for item in examined.read), default=0.0)
    return Account(
        Reading(spans=spans, elements=tuple(_elements(examined, date_part))),
        tuple(dict.fromkeys(flaws)),
        features_of(draft, own - others[0].quality if others else WIDEST_MARGIN, len(resolution.terms)),
        await alternatives_of(others, own, resolution.terms, run),
        (*sight.notes, *_unchecked(resolution)),
    )


async def _held_against(
    examined: Examined, walks: ReadWalks, state: PogState, run: RunContext
) -> tuple[tuple[SpanReading, ...], list[Finding]]:
    """What each word became, and what speaks against the query of an answer and against its paths."""
    query = _query_of(examined, state)
    spans, flaws = None, list[Finding]()
    if not run.reads(examined.question, examined.topics):
        flaws.append(finding("language-not-read", LANGUAGE))
    elif query is not None:
        vocabulary = await run.vocabulary(state) or _bare_vocabulary(run)
        given = examined.question, examined.topics, query, vocabulary, run.encoder
        found = account_of_query(*given, walks=walks)
        spans = found.reading.spans
        flaws += [item for item in found.flaws if item.id not in OF_WORDS or _is_read(examined, run)]
    elif examined.read:
        flaws.append(finding("paths-without-query"))
    spans = walks.spans({}).spans(examined.draft.operation) if spans is None else spans
    flaws += await _doubts(query, examined, walks.names, state, run) if query is not None else []
    return spans, [*flaws, *await walk_flaws(examined, spans, walks.strictness, run)]


def _query_of(examined: Examined, state: PogState) -> Query | None:
    exclusion, place = examined.exclusion, examined.draft.key_position
    nodes = [item.path.nodes[place] if place else item.answer for item in examined.read]
    texts = [text for node in nodes for text in node.labels]
    return judged_query(
        examined.draft,
        examined.resolution,
        topic_iris(state),
        leaves_out=exclusion is not None and NEGATION.fullmatch(exclusion.cue) is not None,
        by_date=any(read_text(text).kind == "date" or has_year(text) for text in texts),
    )


async def _doubts(
    query: Query, examined: Examined, names: Sequence[str], state: PogState, run: RunContext
) -> list[Finding]:
    """What the graph and the names of its relations tell against the query of an answer."""
    resolution = examined.resolution
    return await doubts_of_query(
        query,
        [answer_item(term, resolution.labels[term]) for term in resolution.terms],
        state,
        GraphReader(run),
        kinds=[kind for item in examined.read for node in item.path.nodes for kind in node.types],
        names=names,
        carried=[text for item in resolution.conditions for text in (item.text, item.value.text.casefold())],
    )


def _bare_vocabulary(run: RunContext) -> QueryVocabulary:
    """What a question may speak of where no schema tells it."""
    summary, languages = SchemaSummary(), run.config.language_list
    lexicon = SchemaLexicon(summary, run.encoder, languages, {})
    return QueryVocabulary(summary, load_preset(GENERIC), lexicon, tuple(languages))


def _is_read(examined: Examined, run: RunContext) -> bool:
    """Whether the words of the question are read: not where a given topic is not named.

    Where a part of its name stands there, the other words ask for something.
    """
    said = content_stems(examined.question.casefold())
    strange = [name for name in examined.reader.unplaced if content_stems(name.casefold()).isdisjoint(said)]
    return not (strange and run.config.topics)


def _unchecked(resolution: Resolution) -> list[str]:
    """A warning where not all answers were looked at."""
    unchecked = len(resolution.terms) - MAX_TERMS_CHECKED
    return [f"the class of {unchecked} answers was not checked"] if unchecked > 0 else []


def _elements(examined: Examined, date_part: DatePartName | None) -> Iterator[ElementReading]:
    """What the answer stands on: relations of the cited paths, qualifiers of their facts, and its operation."""
    for item in examined.read:
        for relation in item.alignment.relations:
            yield ElementReading(
                role="relation",
                text=relation.element.texts[0],
                onward=relation.element.onward,
                asked_by=" ".join(word.text for word in relation.words),
                needed=relation.element.needed,
                likeness=round(relation.likeness, 3),
            )
    for condition in examined.resolution.conditions:
        yield ElementReading(role="qualifier", text=condition.text, asked_by=condition.value.text, likeness=1.0)
    if date_part is not None:
        yield ElementReading(role="operation", text=f"the {date_part} of a date", asked_by=date_part, likeness=1.0)
    operation = examined.draft.operation
    if operation != "none":
        cue = asking_words(examined.question, operation)
        yield ElementReading(role="operation", text=operation, asked_by=cue, likeness=float(bool(cue)))
