"""What a step works with besides the state: settings, live objects, and the run's workspace."""

import asyncio
from collections.abc import Coroutine, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from pog_agent.asking.graph import AskedGraph
from pog_agent.config import PogConfig
from pog_agent.deadline import NEVER, Deadline, note_undone, working_until
from pog_agent.documents import DocumentIndex, PassageRanker
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.meter import Meter
from pog_agent.language.recognized import recognized_language
from pog_agent.linking import EntityLinker
from pog_agent.models import AnswerDraft, PatternKey, QueryDraft, TopicEntity, Value
from pog_agent.query.local.index import QueryIndex
from pog_agent.ranking.encoder import Encoder
from pog_agent.ranking.relevance import relation_similarities
from pog_agent.reading.schema.vocabulary import GraphSchema, QueryVocabulary
from pog_agent.reading.wording import without_topics
from pog_agent.reasoner.base import Reasoner, Reply
from pog_agent.reasoner.shown import QuestionContext
from pog_agent.reasoner.steps.compose_query import ComposeQuery
from pog_agent.run.budget.budget import NO_DEADLINES, StepDeadlines
from pog_agent.run.planning import needed_extent
from pog_agent.run.schema import SchemaSource
from pog_agent.run.topics import required_iris
from pog_agent.run.workspace import SearchScope, Workspace
from pog_agent.state import PogState, RunState
from pog_agent.subgraph.exploration.explore import Exploration
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.pattern import PathPattern
from pog_agent.subgraph.similarity import RelationSimilarity
from pog_agent.terms import Term, humanize, local_name
from pog_agent.words import LANGUAGE

MAX_IN_SIGHT = 1_000
Made = TypeVar("Made")


@dataclass(frozen=True)
class RunContext:
    """The dependencies of the steps, resolved for one run; `notices` are warnings from setting them up.

    `query_index` is what queries over a local graph share, None for an endpoint. `schema` opens the summary;
    None where no queries are composed. `documents` is the document index, None where none is given;
    `ranker` ranks its passages, and triples as sentences without it. Both are None for a system that reads none.
    `deadline` is that of the step at work, one of `deadlines`. The question calls its topics as `called` has it.
    `merges` says that the system can ask in one call what the paper asks in several.
    `confirms` says whether the model of the run may confirm what words mean: it has passed the exam for it.
    `told_language` is the language of the question by a model that has read it.
    """

    config: PogConfig
    kg: KnowledgeGraph
    encoder: Encoder
    linker: EntityLinker
    reasoner: Reasoner
    workspace: Workspace
    notices: tuple[str, ...] = ()
    query_index: QueryIndex | None = None
    schema: SchemaSource | None = None
    documents: DocumentIndex | None = None
    ranker: PassageRanker | None = None
    deadlines: StepDeadlines = NO_DEADLINES
    deadline: Deadline = NEVER
    called: Mapping[Term, str] = field(default_factory=dict)
    merges: bool = False
    confirms: bool = False
    told_language: str = ""

    @property
    def reads_at_once(self) -> bool:
        """Whether a language model reads the question in one call, beside the names that code has found."""
        return self.merges and self.config.merge_steps and self.reasoner.understands_language

    @property
    def answers_from_tree(self) -> bool:
        """Whether it selects, judges and answers in one call a round."""
        return self.reads_at_once and self.config.answers_from_tree

    def reads(self, question: str, topics: Sequence[TopicEntity]) -> bool:
        """Whether rules read the language of a question.

        What a language model answers may be asked in any language. Without one the question is compared as it is.
        A model that has read the question may know a language that small words do not tell.
        """
        if self.config.language_list[0] != LANGUAGE or not self.reasoner.understands_language:
            return self.config.language_list[0] == LANGUAGE
        if self.told_language not in ("", LANGUAGE):
            return False
        names = [name for topic in topics for name in (topic.label, topic.mention) if name]
        return recognized_language(question, names) == LANGUAGE

    async def labels(self, terms: Iterable[Term]) -> dict[Term, str]:
        """The label of each term that has one; a topic without a label is called as in the question."""
        wanted = list(dict.fromkeys(terms))
        found = await self.kg.labels(wanted, self.config.language_list)
        return found | {term: self.called[term] for term in wanted if term in self.called and term not in found}

    def context(self, state: RunState) -> QuestionContext:
        """The question and what is known of it by now."""
        claim = state.get("claim")
        return QuestionContext(
            question=state["question"],
            claim=claim.text if claim is not None else "",
            topics=tuple(state.get("topics", ())),
            analysis=state.get("analysis"),
            language=self.config.language_list[0],
        )

    async def graph_schema(self) -> GraphSchema | None:
        """The summary of the graph with its names; None without classes, or where no queries are composed."""
        schema = await self._opened_schema()
        return schema if schema is not None and schema.summary.has_classes else None

    async def _opened_schema(self) -> GraphSchema | None:
        """The summary of the graph; None where no queries are composed.

        It is made once for all runs, however little time this one has left, which goes on without it then.
        """
        if self.schema is None:
            return None
        meter = Meter(self.config.max_rows, self.config.max_queries, self.config.max_fetch_seconds)
        return await self._made_in_time(self.schema.open(meter), "schema", "the schema of the graph was not read")

    async def _made_in_time(self, making: Coroutine[None, None, Made], what: str, undone: str) -> Made | None:
        """What is made for all runs, beyond the time of this one; None where it is not there by then."""
        with working_until(NEVER):
            task = asyncio.ensure_future(making)
        try:
            async with asyncio.timeout(self.deadline.timeout):
                return await asyncio.shield(task)
        except TimeoutError:
            note_undone(what, f"{undone} in the time left for it (max_seconds)")
            return None

    async def asked_graph(self) -> AskedGraph | None:
        """The graph as questions are asked of it by generated queries; None where no queries are composed.

        The ranker is fitted on MiniLM's vectors: with another encoder there is none, either.
        """
        if self.schema is None or not self.schema.can_be_asked:
            return None
        schema = await self._opened_schema()
        if schema is None:
            return None
        asking = self.schema.asked(schema, self.linker)
        return await self._made_in_time(asking, "names", "the names of relations and classes were not embedded")

    async def vocabulary(self, state: RunState) -> QueryVocabulary | None:
        """What a query for the question may be made of; None for a graph without classes, or without queries."""
        schema = await self.graph_schema()
        if schema is None:
            return None
        topics = state.get("topics", [])
        types = await self.kg.types([iri for topic in topics for iri in (topic.iri, *topic.namesakes)])
        return schema.vocabulary(state["question"], topics, types)

    async def composed(self, state: RunState, vocabulary: QueryVocabulary) -> Reply[QueryDraft | AnswerDraft]:
        """The query that the rules compose for the question, without paths and once in a run."""
        step = ComposeQuery(self.context(state), vocabulary)
        analysis = step.context.analysis
        meant = analysis.paraphrases if analysis is not None else ()
        basis = ComposeQuery, state["question"], tuple(state.get("topics", ())), tuple(meant)
        return await self.workspace.once(basis, lambda: self.reasoner.ask(step))

    def scope(self, state: PogState) -> SearchScope:
        """What the workspace needs to know of the state."""
        return SearchScope(
            topics=tuple(required_iris(state)),
            visited=tuple(state.get("visited", ())),
            prepare_similarity=partial(self._similarity, state),
            extent=needed_extent(state, self.config.d_max),
            deadline=self.deadline,
        )

    def basis(self, state: PogState, draft: Value) -> Hashable:
        """What the answer that a draft comes to rests on: in one run, the same basis gives the same answer."""
        return (
            draft,
            state["question"],
            *(state.get(name) for name in ("analysis", "rewriting", "verdict", "truncated")),
            *map(tuple, (state.get("topics", ()), state.get("document_topics", ()), state.get("supplements", ()))),
            *map(tuple, (state.get("spotted", ()), state.get("visited", ()))),
            tuple((ref.key, ref.score) for ref in state.get("shortlist", ())),
            "plan" in state,
        )

    async def candidates(self, state: PogState) -> Exploration:
        """All candidates of the current round."""
        return await self.workspace.explore(state["plan"], self.scope(state))

    async def pattern(self, state: PogState, key: PatternKey) -> PathPattern | None:
        """A pattern of this run with its edges; None where the graph has no such path."""
        return (await self.patterns(state, [key]))[0]

    async def patterns(self, state: PogState, keys: Sequence[PatternKey]) -> list[PathPattern | None]:
        """Several of them, in the order of their keys."""
        return await self.workspace.patterns(keys, self.scope(state))

    async def relation_labels_of(self, state: PogState) -> dict[str, str]:
        """Words for every relation of the run's graph."""
        graph = (await self.workspace.extended(self.scope(state))).graph
        return await self.relation_labels(graph.relations)

    async def graph_in_sight(self, state: PogState) -> Subgraph | None:
        """The graph that the paths of this run were found in; None for a system that holds none."""
        return (await self.workspace.extended(self.scope(state))).graph if "plan" in state else None

    async def relations_in_sight(self, state: PogState) -> tuple[dict[str, tuple[str, ...]], list[str]]:
        """Words for the relations that the paths were found among, each with its other names.

        A warning instead, where they are very many.
        """
        graph = await self.graph_in_sight(state)
        if graph is None:
            return {}, []
        if len(graph.relations) > MAX_IN_SIGHT:
            count = len(graph.relations)
            return {}, [f"{count} relations are in sight: words were compared with those of the paths alone"]
        words, aliases = await self.relation_labels(graph.relations), await self.relation_aliases(graph.relations)
        found: dict[str, tuple[str, ...]] = {}
        for relation, text in words.items():
            found[text] = tuple(dict.fromkeys([*found.get(text, ()), *aliases[relation]]))
        return found, []

    async def relation_aliases(self, relations: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Other names of relations, in lower case; of an endpoint those that are known without asking it more."""
        if self.schema is None:
            return dict.fromkeys(relations, ())
        if self.schema.is_local:
            await self.graph_schema()
        return self.schema.aliases(relations)

    async def _similarity(self, state: PogState, relations: Sequence[str]) -> RelationSimilarity:
        """Similarity to the query; the words are fetched now, and embedded when it is asked for."""
        words = await self.relation_labels(relations)
        query = fuzzy_query(state)
        return lambda names: relation_similarities([words[name] for name in names], query, self.encoder)

    async def relation_labels(self, relations: Sequence[str]) -> dict[str, str]:
        """Words for relations: the label, else the local name in words."""
        labels = await self.labels(relations)
        return {name: labels.get(name) or humanize(local_name(name)) for name in relations}


def fuzzy_query(state: PogState) -> str:
    """What candidates are compared with: the indicator; without one the question, its topics taken out."""
    analysis = state.get("analysis")
    if analysis is not None and analysis.indicator is not None:
        return analysis.indicator.text
    return without_topics(state["question"], state.get("topics", ())) or state["question"]
