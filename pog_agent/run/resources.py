"""Live objects behind plain settings: graphs, encoders, reasoners, and the workspaces of runs."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from langchain_core.language_models import BaseChatModel

from pog_agent.config import ENDPOINT_SETTINGS, PogConfig
from pog_agent.documents import DocumentIndex, PassageRanker, open_index, open_ranker
from pog_agent.documents.rankers import CROSS_ENCODER, CrossEncoderRanker, RankerName
from pog_agent.errors import SettingError
from pog_agent.kg.base import IndexedGraph, KnowledgeGraph, RemoteGraph
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.meter import Meter
from pog_agent.kg.open import open_kg
from pog_agent.kg.phrasebook import phrasebook_of
from pog_agent.kg.schema.asking import schema_of
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.linking import EntityLinker
from pog_agent.linking.entity_index import EntityIndex, open_entity_index
from pog_agent.loops import BackgroundLoop, WorkerLoops, abandonment
from pog_agent.models.question import QuestionReading
from pog_agent.prompts import PromptLibrary
from pog_agent.query.local.index import QueryIndex
from pog_agent.ranking.encoder import CachedEncoder, Encoder, open_encoder
from pog_agent.ranking.relation_embeddings import RelationEmbeddings
from pog_agent.reasoner.base import CallBudget, Reasoner
from pog_agent.reasoner.chat.failures import ModelEndpoint
from pog_agent.reasoner.chat.models import open_chat_model, patience
from pog_agent.reasoner.chat.prices import price_of
from pog_agent.reasoner.chat.reasoner import ChatReasoner
from pog_agent.reasoner.chat.repeated_failures import MOST_ALIKE
from pog_agent.reasoner.chat.servers.known_server import KnownServer
from pog_agent.reasoner.exam.kept_results import exam_file, result_of
from pog_agent.reasoner.offline.reasoner import OFFLINE_MODELS, OfflineReasoner
from pog_agent.reasoner.providers.reply_cache import KeptReplies, ReplyCache, open_reply_cache
from pog_agent.run.context import RunContext
from pog_agent.run.held_runs import HeldRuns
from pog_agent.run.schema import SchemaSource
from pog_agent.run.telemetry.log import RunLog
from pog_agent.run.telemetry.observation import Observer, RunWatcher, watchers_here
from pog_agent.run.telemetry.otlp import open_sender, span_endpoint
from pog_agent.state import RunState
from pog_agent.urls import without_password

if TYPE_CHECKING:
    from pog_agent.run.telemetry.spans import SpanSender

T = TypeVar("T")

SCREENING: RankerName = "dense"
"""What chooses the passages that the ranker ``llm`` shows to the model of the run."""
UNUSED_PHRASES = "phrases count where queries are composed, and none are here (see compose): they change nothing"


@dataclass
class _Opened:
    """Live objects by the settings that name them."""

    graphs: dict[tuple[object, ...], KnowledgeGraph] = field(default_factory=dict)
    encoders: dict[tuple[object, ...], tuple[CachedEncoder, tuple[str, ...]]] = field(default_factory=dict)
    linkers: dict[tuple[object, ...], tuple[EntityLinker, EntityIndex | None]] = field(default_factory=dict)
    models: dict[tuple[object, ...], BaseChatModel] = field(default_factory=dict)
    servers: dict[tuple[object, ...], KnownServer] = field(default_factory=dict)
    confirming: dict[tuple[object, ...], tuple[bool, tuple[str, ...]]] = field(default_factory=dict)
    recalled: set[tuple[int, int]] = field(default_factory=set)
    query_indexes: dict[int, QueryIndex | None] = field(default_factory=dict)
    schemas: dict[tuple[object, ...], SchemaSource] = field(default_factory=dict)
    documents: dict[tuple[object, ...], DocumentIndex] = field(default_factory=dict)
    document_notices: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    rankers: dict[tuple[object, ...], PassageRanker] = field(default_factory=dict)
    senders: "dict[str, SpanSender | None]" = field(default_factory=dict)
    reply_caches: dict[str | None, tuple[ReplyCache | None, tuple[str, ...]]] = field(default_factory=dict)


class Resources:
    """Everything a built graph owns; opened at the first need, kept by settings, closed together.

    `kg`, `model`, `reasoner` and `encoder` given here replace what the settings name. An `observer` is awaited
    after each step of each run, outside the seconds of the step; it may be set later.
    """

    def __init__(
        self,
        defaults: PogConfig | None = None,
        *,
        kg: KnowledgeGraph | None = None,
        model: BaseChatModel | None = None,
        reasoner: Reasoner | None = None,
        encoder: Encoder | None = None,
        observer: Observer | None = None,
    ) -> None:
        self.observer = observer
        self._defaults = defaults
        self._kg = kg
        self._model = model
        self._reasoner = reasoner
        self._encoder = encoder
        self._prompts = PromptLibrary()
        self._opened = _Opened()
        self._runs = HeldRuns()
        self._lock = Lock()
        self._log = RunLog()
        self._loop = BackgroundLoop("pog-agent")
        self._workers = WorkerLoops("pog-agent-worker")

    def settings(self, context: object) -> PogConfig:
        """The defaults of the graph with what the caller's context sets."""
        if self._defaults is None:
            self._defaults = PogConfig.create()
        if context is None:
            return self._defaults
        given = context if isinstance(context, PogConfig) else PogConfig.create({}, **dict(context))  # type: ignore[call-overload]
        return self._defaults.overlaid(given)

    def watchers(self, config: PogConfig) -> tuple[RunWatcher, ...]:
        """Who is told of a run: the log, a viewer of spans, and who watches in the caller's context.

        Raises `SettingError` where spans are asked for without the extra for them.
        """
        sender = self._span_sender(config)
        return (self._log, *([sender] if sender else []), *watchers_here())

    async def run_for(self, state: RunState, config: PogConfig, *, reads_documents: bool = True) -> RunContext:
        """The dependencies of the run that the state belongs to; opens what is not open yet.

        Document index and ranker are opened only for a system that reads documents.
        """
        kg, encoder, notices, documents, linker = await asyncio.to_thread(
            self._open_parts, config, reads_documents
        )
        confirms, untold = self._confirms(config)
        notices += await self._document_notices(documents, kg) + self._reply_cache(config)[1] + untold
        schema = self._schema(config, kg, encoder)
        if config.phrases is not None and schema is None:
            notices += (UNUSED_PHRASES,)
        record = self._runs.entered(state, config, kg)  # its time begins here: what was opened is for all runs
        if record.reasoner is None:
            record.reasoner = self._new_reasoner(config, encoder, record.budget)
        reading = state.get("question_reading")
        return RunContext(
            config=config,
            kg=kg,
            encoder=encoder,
            linker=linker,
            reasoner=record.reasoner,
            workspace=record.workspace,
            notices=notices,
            query_index=self._query_index(kg),
            schema=schema,
            documents=documents,
            ranker=self._ranker(config, documents, encoder) if reads_documents else None,
            deadlines=record.budget.deadlines.unless(abandonment()),
            called={topic.iri: topic.label for topic in state.get("topics", ())},
            confirms=confirms,
            told_language=reading.language if isinstance(reading, QuestionReading) else "",
        )

    def finished(self, run_id: str) -> None:
        """Lets go of a run's workspace."""
        self._runs.let_go(run_id)

    def open(
        self,
        config: PogConfig | None = None,
        *,
        reads_documents: bool = True,
        composes: bool = True,
        say: Callable[[str], None] | None = None,
    ) -> KnowledgeGraph:
        """Opens graph, encoder, model, and documents where these are read, so that what is missing shows now.

        All that the first question would have to make is made: the encoder reads its weights, and a system that
        `composes` queries gets the schema of a local graph. `say` is told what is opened.
        """
        config, say = config or self.settings(None), say or _silent
        self._span_sender(config)
        say(f"reading {without_password(config.kg)}" if self._kg is None else "reading the graph")
        kg = self.graph(config)
        if not isinstance(kg, RemoteGraph):
            say("indexing the names")
            self.wait(lambda: kg.find(["ready"], config.language_list))
        _, encoder, _ = self._open(config)
        say(f"loading the encoder {encoder.name}")
        encoder.encode(["ready"])
        if (beside := RelationEmbeddings.beside(kg, encoder)) is not None:
            embedding = partial(beside.complete, config.language_list, lambda _: say("embedding the relations"))
            if problem := self.wait(embedding):
                say(problem)
        self._linker(config, kg, encoder)
        documents = self._documents(config, encoder) if reads_documents else None
        if documents is not None:
            self.wait(lambda: self._document_notices(documents, kg))
        say("opening the model")
        reasoner = self._new_reasoner(config, encoder)
        if reads_documents:
            self._check_ranker(config, documents, encoder, reasoner)
        schema = self._schema(config, kg, encoder) if composes else None
        if schema is not None and schema.is_local:
            say("reading the schema")
            self.wait(lambda: schema.open(_meter(config)))
        return kg

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """Carries out asynchronous work that computes, away from the caller's loop, which only waits."""
        return await self._workers.run(work)

    def wait(self, work: Callable[[], Awaitable[T]]) -> T:
        """Carries out asynchronous work on a loop of its own, kept so that connections outlive one call."""
        return self._loop.wait(_as_coroutine(work))

    def each(self, items: Callable[[], AsyncGenerator[T, None]]) -> Iterator[T]:
        """The items of asynchronous work on that loop, as they come."""
        return self._loop.each(items)

    async def schema(self, config: PogConfig | None = None) -> SchemaSummary:
        """The schema summary of the graph, which is opened without encoder and model.

        Raises `GraphUnavailableError` where the graph cannot be opened, or its store makes no summary.
        """
        config = config or self.settings(None)
        kg = await asyncio.to_thread(self.graph, config)
        return await schema_of(kg, _meter(config))

    def graph(self, config: PogConfig) -> KnowledgeGraph:
        """The graph alone. Raises `GraphUnavailableError` where it cannot be opened."""
        with self._lock:
            key = (config.kg, config.timeout, config.preset, config.kg_cache)
            kg = self._kg or self._opened.graphs.get(key)
            if kg is None:
                kg = self._opened.graphs[key] = open_kg(config.kg, config.timeout, config.preset, config.kg_cache)
            return kg

    def encoder(self, config: PogConfig) -> Encoder:
        """The encoder of the settings; a model is loaded when it is first asked to encode."""
        return self._open(config)[1]

    def close(self) -> None:
        """Ends what runs, stops the loop and closes graphs opened here; what was given from outside stays open."""
        self._loop.close()
        self._workers.close()
        with self._lock:
            for graph in self._opened.graphs.values():
                graph.close()
            for encoder, _ in self._opened.encoders.values():
                encoder.close()
            for _, index in self._opened.linkers.values():
                if index is not None:
                    index.close()
            for documents in self._opened.documents.values():
                documents.close()
            for query_index in self._opened.query_indexes.values():
                if query_index is not None:
                    query_index.close()
            for cache, _ in self._opened.reply_caches.values():
                if cache is not None:
                    cache.close()
            for sender in self._opened.senders.values():
                if sender is not None:
                    sender.close()
            self._opened = _Opened()
        self._runs.clear()

    def _span_sender(self, config: PogConfig) -> "SpanSender | None":
        endpoint = span_endpoint(config)
        if endpoint is None:
            return None
        with self._lock:
            if endpoint not in self._opened.senders:
                sender = open_sender(endpoint, asked_for=config.otlp is not None)
                self._opened.senders[endpoint] = sender
            return self._opened.senders[endpoint]

    def _open(self, config: PogConfig) -> tuple[KnowledgeGraph, Encoder, tuple[str, ...]]:
        kg = self.graph(config)
        about_kg = _about_graph(kg, config)
        with self._lock:
            if self._encoder is not None:
                return kg, self._encoder, about_kg
            spec = (config.encoder, config.embedding_cache)
            if spec not in self._opened.encoders:
                notices: list[str] = []
                encoder = open_encoder(config.encoder, notices.append, config.embedding_cache)
                self._opened.encoders[spec] = encoder, tuple(notices)
            encoder, about_encoder = self._opened.encoders[spec]
            if (id(kg), id(encoder)) not in self._opened.recalled:
                self._opened.recalled.add((id(kg), id(encoder)))
                if (beside := RelationEmbeddings.beside(kg, encoder)) is not None:
                    beside.recall()
            return kg, encoder, (*about_kg, *about_encoder)

    def _open_parts(
        self, config: PogConfig, reads_documents: bool
    ) -> tuple[KnowledgeGraph, Encoder, tuple[str, ...], DocumentIndex | None, EntityLinker]:
        kg, encoder, notices = self._open(config)
        documents = self._documents(config, encoder) if reads_documents else None
        return kg, encoder, notices, documents, self._linker(config, kg, encoder)

    def _linker(self, config: PogConfig, kg: KnowledgeGraph, encoder: Encoder) -> EntityLinker:
        with self._lock:
            key = (id(kg), id(encoder), config.languages, config.entity_index)
            if key not in self._opened.linkers:
                folder = config.kg if self._kg is None else None
                index, notices = open_entity_index(config.entity_index, folder, encoder)
                linker = EntityLinker(kg, encoder, config.language_list, index, notices)
                self._opened.linkers[key] = linker, index
            return self._opened.linkers[key][0]

    def _documents(self, config: PogConfig, encoder: Encoder) -> DocumentIndex | None:
        """The document index that the settings name. Raises `SettingError` where it cannot be used."""
        if config.docs is None:
            return None
        with self._lock:
            key = (config.docs, id(encoder))
            if key not in self._opened.documents:
                self._opened.documents[key] = open_index(config.docs, encoder)
            return self._opened.documents[key]

    async def _document_notices(self, documents: DocumentIndex | None, kg: KnowledgeGraph) -> tuple[str, ...]:
        """What the index says of the graph, asked once. Raises `SettingError` if it was made for another one."""
        if documents is None:
            return ()
        key = (id(documents), id(kg))
        if key not in self._opened.document_notices:
            self._opened.document_notices[key] = await documents.notices(kg)
        return self._opened.document_notices[key]

    def _ranker(self, config: PogConfig, documents: DocumentIndex | None, encoder: Encoder) -> PassageRanker:
        with self._lock:
            source = encoder if documents is None else documents
            name = SCREENING if config.ranker == "llm" else config.ranker
            key = (name, config.cross_encoder, id(source))
            if key not in self._opened.rankers:
                self._opened.rankers[key] = open_ranker(
                    name, source, cross_encoder=config.cross_encoder or CROSS_ENCODER
                )
            return self._opened.rankers[key]

    def _check_ranker(
        self, config: PogConfig, documents: DocumentIndex | None, encoder: Encoder, reasoner: Reasoner
    ) -> None:
        """Raises `SettingError` for a ranker whose model cannot be had."""
        if config.ranker == "llm" and not reasoner.understands_language:
            raise SettingError("the ranker 'llm' needs a language model (--model); use the ranker dense or bm25")
        ranker = self._ranker(config, documents, encoder)
        if isinstance(ranker, CrossEncoderRanker):
            ranker.load()

    def _query_index(self, kg: KnowledgeGraph) -> QueryIndex | None:
        """What queries share over a local graph, kept as long as the graph."""
        with self._lock:
            if id(kg) not in self._opened.query_indexes:
                self._opened.query_indexes[id(kg)] = QueryIndex(kg) if isinstance(kg, IndexedGraph) else None
            return self._opened.query_indexes[id(kg)]

    def _schema(self, config: PogConfig, kg: KnowledgeGraph, encoder: Encoder) -> SchemaSource | None:
        """What opens the schema of a graph; None where no queries are to be composed over it."""
        index = self._query_index(kg)
        with self._lock:
            phrases = phrasebook_of(config.phrases)
            key = (id(kg), id(encoder), config.languages, config.phrases, id(phrases))
            if key not in self._opened.schemas:
                self._opened.schemas[key] = SchemaSource(kg, index, encoder, config.language_list, phrases)
            source = self._opened.schemas[key]
        wanted = config.compose == "on" or (config.compose == "auto" and source.is_local)
        return source if wanted and source.is_possible else None

    def _new_reasoner(self, config: PogConfig, encoder: Encoder, budget: CallBudget | None = None) -> Reasoner:
        if self._reasoner is not None:
            return self._reasoner
        if self._model is None and config.model in OFFLINE_MODELS:
            return OfflineReasoner(encoder, config.model)
        model = self._chat_model(config)
        name = config.model if self._model is None else ModelEndpoint.of_model(model).model
        return ChatReasoner(
            model,
            explore_temperature=config.explore_temperature,
            reason_temperature=config.reason_temperature,
            max_output_tokens=config.max_output_tokens,
            prompts=self._prompts,
            budget=budget,
            known=self._known_server(config),
            price=price_of(name, config.prices, is_needed=config.max_cost is not None),
            patience=patience(config.timeout),
            most_alike=MOST_ALIKE,
            kept=self._kept_replies(config, model),
        )

    def _chat_model(self, config: PogConfig) -> BaseChatModel:
        if self._model is not None:
            return self._model
        key = _model_key(config)
        with self._lock:
            if key not in self._opened.models:
                self._opened.models[key] = open_chat_model(
                    config.model, config.base_url, config.timeout, context_tokens=config.context_tokens
                )
            return self._opened.models[key]

    def _confirms(self, config: PogConfig) -> tuple[bool, tuple[str, ...]]:
        """Whether the model has passed the exam for confirming what words mean, and is to be asked.

        With what is to be told where that cannot be known.
        """
        is_offline = self._model is None and config.model in OFFLINE_MODELS
        if config.trust == "rules" or is_offline or self._reasoner is not None:
            return False, ()
        endpoint = ModelEndpoint.of_model(self._chat_model(config))
        key = endpoint.model, endpoint.base_url, config.exams
        if key not in self._opened.confirming:
            self._opened.confirming[key] = _exam_passed(endpoint, config, self._prompts)
        return self._opened.confirming[key]

    def _reply_cache(self, config: PogConfig) -> tuple[ReplyCache | None, tuple[str, ...]]:
        """The cache of replies, and what is to be told where it cannot be used."""
        with self._lock:
            if config.reply_cache not in self._opened.reply_caches:
                self._opened.reply_caches[config.reply_cache] = open_reply_cache(config.reply_cache)
            return self._opened.reply_caches[config.reply_cache]

    def _kept_replies(self, config: PogConfig, model: BaseChatModel) -> KeptReplies | None:
        cache, _ = self._reply_cache(config)
        endpoint = ModelEndpoint.of_model(model)
        return KeptReplies(cache, {"at": endpoint.base_url, **model.asdict()}) if cache is not None else None

    def _known_server(self, config: PogConfig) -> KnownServer:
        """What is known of the model's server, for all runs to share."""
        with self._lock:
            return self._opened.servers.setdefault(_model_key(config), KnownServer())


def _exam_passed(
    endpoint: ModelEndpoint, config: PogConfig, prompts: PromptLibrary
) -> tuple[bool, tuple[str, ...]]:
    try:
        result = result_of(endpoint, exam_file(config.exams), prompts)
    except SettingError as error:
        return False, (f"the model confirms nothing: {error}",)
    return result is not None and result.is_passed, ()


def _silent(text: str) -> None:
    pass


def _meter(config: PogConfig) -> Meter:
    return Meter(config.max_rows, config.max_queries, config.max_fetch_seconds)


def _about_graph(kg: KnowledgeGraph, config: PogConfig) -> tuple[str, ...]:
    """What is to be told about the graph and the settings for it."""
    about_kg = kg.notices if isinstance(kg, CompiledGraph) else ()
    set_here = [
        name for name in ENDPOINT_SETTINGS if getattr(config, name) != PogConfig.model_fields[name].default
    ]
    if not set_here or isinstance(kg, RemoteGraph):
        return about_kg
    return about_kg + tuple(f"{name} is for endpoints and changes nothing here" for name in set_here)


def _model_key(config: PogConfig) -> tuple[object, ...]:
    return config.model, config.base_url, config.timeout, config.context_tokens


async def _as_coroutine(work: Callable[[], Awaitable[T]]) -> T:
    return await work()
