"""Lookups in one graph for Python, each for blocking and for asynchronous callers."""

from collections.abc import Awaitable, Callable, Sequence
from threading import BoundedSemaphore
from typing import TypeVar

from pog_agent.answering.candidates.checked import AnswerCheck
from pog_agent.answering.candidates.verdicts import checked_answer
from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.lookup.entities import classes_of, describe_entity, find_entities, resolve_entity
from pog_agent.lookup.paths import LONGEST_PATH, find_paths
from pog_agent.lookup.questions import ClassQuestions, class_questions
from pog_agent.lookup.results import (
    ConnectingPaths,
    EntityDescription,
    FoundEntities,
    NamedEntity,
    SchemaOverview,
    SparqlResult,
)
from pog_agent.lookup.schema import schema_overview
from pog_agent.lookup.sparql import run_query
from pog_agent.models import Answer
from pog_agent.run.context import RunContext
from pog_agent.run.resources import Resources

T = TypeVar("T")

MOST_ENTITIES_FOUND = 50
MOST_RELATIONS = 100
MOST_ENDS = 50
MOST_PATHS = 50
MOST_OF_SCHEMA = 200
MOST_ROWS = 1000
MOST_SECONDS = 60
MOST_CANDIDATES = 100
MOST_QUERIES = 4
"""SPARQL queries at once: each is a process with memory of its own."""
WITHOUT_MODEL = {"model": "offline", "variant": "pog", "docs": None}
"""Settings of a lookup: it asks no model, and looks at the whole graph."""


class GraphLookup:
    """Looks things up in the graph of some resources; asks no model, and opens the graph at the first lookup.

    An entity is given by name, alias or IRI. Every method raises `SettingError` for an empty name or a limit out
    of bounds, `UnknownNameError` for a name that nothing or more than one thing has, with the nearest names, and
    `GraphUnavailableError`.
    """

    def __init__(self, resources: Resources, config: PogConfig) -> None:
        self._resources = resources
        self._config = config.model_copy(update=WITHOUT_MODEL)
        self._querying = BoundedSemaphore(MOST_QUERIES)

    def find_entities(self, text: str, limit: int = 10) -> FoundEntities:
        """The entities that a name may mean, the most likely first."""
        return self._resources.wait(lambda: self.afind_entities(text, limit))

    async def afind_entities(self, text: str, limit: int = 10) -> FoundEntities:
        """The entities that a name may mean, for asynchronous callers."""
        _check("limit", limit, MOST_ENTITIES_FOUND)
        return await self._looked_up(lambda run: find_entities(text, limit, run), text)

    def resolve_entity(self, name: str) -> NamedEntity:
        """The only entity with this name."""
        return self._resources.wait(lambda: self.aresolve_entity(name))

    async def aresolve_entity(self, name: str) -> NamedEntity:
        """The only entity with this name, for asynchronous callers."""
        return await self._looked_up(lambda run: resolve_entity(name, run), name)

    def describe_entity(self, entity: str, relations: int = 20, ends: int = 5) -> EntityDescription:
        """The facts of an entity: at most so many relations, and ends of each."""
        return self._resources.wait(lambda: self.adescribe_entity(entity, relations, ends))

    async def adescribe_entity(self, entity: str, relations: int = 20, ends: int = 5) -> EntityDescription:
        """The facts of an entity, for asynchronous callers."""
        _check("relations", relations, MOST_RELATIONS)
        _check("ends", ends, MOST_ENDS)
        return await self._looked_up(lambda run: describe_entity(entity, relations, ends, run), entity)

    def find_paths(
        self, entities: Sequence[str], about: str = "", max_length: int = 3, limit: int = 10
    ) -> ConnectingPaths:
        """The paths through two to four entities in their order, at most `max_length` steps from one to the next.

        Those most similar to the text `about` come first, without one the shortest.
        """
        return self._resources.wait(lambda: self.afind_paths(entities, about, max_length, limit))

    async def afind_paths(
        self, entities: Sequence[str], about: str = "", max_length: int = 3, limit: int = 10
    ) -> ConnectingPaths:
        """The paths through entities, for asynchronous callers."""
        _check("max_length", max_length, LONGEST_PATH)
        _check("limit", limit, MOST_PATHS)
        return await self._looked_up(
            lambda run: find_paths(entities, about, max_length, limit, run), *entities, about
        )

    def schema(self, class_name: str | None = None, limit: int = 20) -> SchemaOverview:
        """Classes, links and attributes, the most frequent first; with a class, those around it."""
        return self._resources.wait(lambda: self.aschema(class_name, limit))

    async def aschema(self, class_name: str | None = None, limit: int = 20) -> SchemaOverview:
        """Classes, links and attributes, for asynchronous callers."""
        _check("limit", limit, MOST_OF_SCHEMA)
        return await self._resources.run(lambda: self._schema_overview(class_name, limit))

    def sparql(self, query: str, limit: int = 100, seconds: float = 20.0) -> SparqlResult:
        """The result of a SPARQL query (SELECT or ASK) that can only read, at most `limit` rows.

        Raises `QueryTextError`, which says where, for what is no such query, and `QueryFailedError` for one that
        takes more than `seconds`, or more memory or bytes than there is room for.
        """
        return self._resources.wait(lambda: self.asparql(query, limit, seconds))

    async def asparql(self, query: str, limit: int = 100, seconds: float = 20.0) -> SparqlResult:
        """The result of a SPARQL query, for asynchronous callers."""
        _check("limit", limit, MOST_ROWS)
        _check("seconds", seconds, MOST_SECONDS)
        if not self._querying.acquire(blocking=False):
            raise SettingError(f"{MOST_QUERIES} queries are being answered at the moment: ask again")
        try:
            return await self._looked_up(lambda run: run_query(query, limit, seconds, run))
        finally:
            self._querying.release()

    def classes_of(self, entities: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The classes of each entity, given by IRI, in words; one of no named class is left out."""
        return self._resources.wait(lambda: self.aclasses_of(entities))

    async def aclasses_of(self, entities: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The classes of each entity, for asynchronous callers."""
        return await self._looked_up(lambda run: classes_of(entities, run))

    def check_candidates(
        self, answer: Answer, candidates: Sequence[str], *, complete: bool = False
    ) -> AnswerCheck:
        """Candidate answers of another system, held against an answer that this graph gave to their question.

        With `complete`, what the answer lacks is contradicted. Raises `SettingError` for no candidates, an empty
        one, and too many.
        """
        return self._resources.wait(lambda: self.acheck_candidates(answer, candidates, complete=complete))

    async def acheck_candidates(
        self, answer: Answer, candidates: Sequence[str], *, complete: bool = False
    ) -> AnswerCheck:
        """Candidate answers held against an answer, for asynchronous callers."""
        self.check_texts(candidates)
        return await self._looked_up(lambda run: checked_answer(answer, candidates, complete=complete, run=run))

    def check_texts(self, candidates: Sequence[str]) -> None:
        """Raises `SettingError` for candidates that cannot be checked."""
        if isinstance(candidates, str):
            raise SettingError(f"the candidates are a list of texts, not the text {candidates!r}")
        if not candidates:
            raise SettingError("there is no candidate: give at least one answer to check")
        if len(candidates) > MOST_CANDIDATES:
            raise SettingError(f"there are {len(candidates)} candidates: give {MOST_CANDIDATES} at most")
        for number, text in enumerate(candidates, 1):
            if not isinstance(text, str):
                raise SettingError(f"a candidate is a text, not {text!r}")
            if not text.strip():
                raise SettingError(f"candidate {number} is empty: give a text")
        self._check_lengths(candidates)

    def class_questions(self) -> tuple[ClassQuestions, ...]:
        """The largest classes with questions in the words of the graph, as examples; nobody has tried them."""
        return self._resources.wait(self.aclass_questions)

    async def aclass_questions(self) -> tuple[ClassQuestions, ...]:
        """Questions in the words of the graph, for asynchronous callers."""
        return await self._looked_up(self._class_questions)

    async def _looked_up(self, work: Callable[[RunContext], Awaitable[T]], *texts: str) -> T:
        """What the work finds, away from the caller's loop. Raises `SettingError` for a text that is too long."""
        self._check_lengths(texts)

        async def found() -> T:
            return await work(await self._resources.run_for({}, self._config, reads_documents=False))

        return await self._resources.run(found)

    def _check_lengths(self, texts: Sequence[str]) -> None:
        most = self._config.max_question_chars
        if longest := [text for text in texts if len(text) > most]:
            raise SettingError(f"a text has {len(longest[0]):,} characters: at most {most:,} are read")

    async def _schema_overview(self, class_name: str | None, limit: int) -> SchemaOverview:
        summary = await self._resources.schema(self._config)
        return schema_overview(summary, class_name, limit, self._config.language_list)

    async def _class_questions(self, run: RunContext) -> tuple[ClassQuestions, ...]:
        return await class_questions(await self._resources.schema(self._config), run)


def _check(name: str, number: float, most: int) -> None:
    if not 1 <= number <= most:
        raise SettingError(f"{name} is {number}: give a number from 1 to {most}")
