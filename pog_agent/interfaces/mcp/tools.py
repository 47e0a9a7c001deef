"""The tools: what each takes and gives. A docstring is what a client shows of the tool."""

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine, Iterator
from contextlib import aclosing, contextmanager
from typing import Annotated, Any, TypeVar

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent
from pydantic import Field
from starlette.requests import Request

from pog_agent.agent import Agent
from pog_agent.config import Task
from pog_agent.errors import ConfirmationNeededError, PogError, SettingError
from pog_agent.events import (
    AnswerReady,
    ConfirmationAsked,
    NodeFinished,
    NodeStarted,
    QuestionRewritten,
    RouteTaken,
    WarningRaised,
)
from pog_agent.interfaces.mcp.checks import CheckResult, check_result
from pog_agent.interfaces.mcp.results import AnswerResult, answer_result, table_text
from pog_agent.interfaces.serving.clients import unless_left
from pog_agent.lookup.lookup import (
    MOST_CANDIDATES,
    MOST_ENDS,
    MOST_ENTITIES_FOUND,
    MOST_OF_SCHEMA,
    MOST_PATHS,
    MOST_RELATIONS,
    MOST_ROWS,
    MOST_SECONDS,
)
from pog_agent.lookup.paths import LONGEST_PATH, MOST_ENTITIES
from pog_agent.lookup.results import (
    ConnectingPaths,
    EntityDescription,
    FoundEntities,
    SchemaOverview,
    SparqlResult,
)
from pog_agent.models import Answer, ChosenReading

MOST_ANSWERS = 200
MOST_REMEMBERED = 50

Question = Annotated[str, Field(description="the question in plain words, with the names that it is about")]
Claim = Annotated[str, Field(description="one statement of fact, such as 'Niels Bohr was born in Copenhagen.'")]
Topics = Annotated[
    tuple[str, ...],
    Field(description="names or IRIs of the entities that are meant, if a name is ambiguous; else leave it out"),
]
OtherReading = Annotated[
    int, Field(ge=0, description="number of another reading that its last answer had, to be asked by; else 0")
]
Candidates = Annotated[
    tuple[str, ...],
    Field(
        min_length=1,
        max_length=MOST_CANDIDATES,
        description="the answers to check, each a bare name, number, date, yes or no",
    ),
]
Complete = Annotated[
    bool, Field(description="take the graph for complete: what its answer lacks is contradicted then")
]
AnswerLimit = Annotated[int, Field(ge=1, le=MOST_ANSWERS, description="most answers or rows to list")]
SearchText = Annotated[str, Field(description="a name, whole or in part; it may be misspelled")]
EntityLimit = Annotated[int, Field(ge=1, le=MOST_ENTITIES_FOUND, description="most entities to list")]
EntityName = Annotated[str, Field(description="name, alias or IRI of an entity")]
RelationLimit = Annotated[int, Field(ge=1, le=MOST_RELATIONS, description="most relations to list")]
EndLimit = Annotated[int, Field(ge=1, le=MOST_ENDS, description="most facts to list of each relation")]
JoinedEntities = Annotated[
    tuple[str, ...],
    Field(
        min_length=2,
        max_length=MOST_ENTITIES,
        description="names or IRIs; paths run through all of them in this order",
    ),
]
About = Annotated[
    str, Field(description="what the paths should be about, in words; without it the shortest come first")
]
PathLength = Annotated[int, Field(ge=1, le=LONGEST_PATH, description="most steps from one entity to the next")]
PathLimit = Annotated[int, Field(ge=1, le=MOST_PATHS, description="most paths to list")]
ClassName = Annotated[
    str | None, Field(description="a class, by name or IRI, to see what is around it; else the whole graph")
]
SchemaLimit = Annotated[int, Field(ge=1, le=MOST_OF_SCHEMA, description="most of each kind to list")]
SparqlText = Annotated[
    str, Field(description="a SELECT or ASK query of SPARQL 1.1, with IRIs as `schema` gives them")
]
RowLimit = Annotated[int, Field(ge=1, le=MOST_ROWS, description="most rows to list")]
QuerySeconds = Annotated[float, Field(gt=0, le=MOST_SECONDS, description="most seconds that the query may take")]
ToolContext = Context[Any, Any]
T = TypeVar("T")


class GraphTools:
    """The tools over the graph of an agent. What the caller can do something about is a `ToolError`."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._lookup = agent.lookup
        self._last = OrderedDict[str, Answer]()

    async def ask(
        self,
        question: Question,
        ctx: ToolContext,
        topics: Topics = (),
        limit: AnswerLimit = 20,
        alternative: OtherReading = 0,
    ) -> Annotated[CallToolResult, AnswerResult]:
        """Answers a question of fact from the graph, checks the answer, and cites what it stands on.

        Reports its steps as progress. Without an answer it says why, and what to try next.
        """
        with _readable_errors():
            if alternative:
                chosen = self._other_reading(question, alternative)
                return await _told(await self._answered(chosen, ctx, (), "answer"), limit)
            answer = await self._answered(question, ctx, topics, "answer")
            self._remember(question, answer)
            return await _told(answer, limit)

    async def verify_claim(
        self, claim: Claim, ctx: ToolContext, topics: Topics = ()
    ) -> Annotated[CallToolResult, AnswerResult]:
        """Judges a statement by the graph: true, false, or not enough. What is not stated is not false."""
        with _readable_errors():
            return await _told(await self._answered(claim, ctx, topics, "verify"), MOST_ANSWERS)

    async def check_answer(
        self,
        question: Question,
        candidates: Candidates,
        ctx: ToolContext,
        topics: Topics = (),
        complete: Complete = False,
    ) -> Annotated[CallToolResult, CheckResult]:
        """Holds candidate answers to a question against the graph: proven, contradicted, or undecided, and why."""
        with _readable_errors():
            self._lookup.check_texts(candidates)
            answer = await self._answered(question, ctx, topics, "answer")
            check = await _for_client(ctx, self._lookup.acheck_candidates(answer, candidates, complete=complete))
            result = await asyncio.to_thread(check_result, check)
        return CallToolResult(
            content=[TextContent(type="text", text=result.text)], structured_content=result.model_dump(mode="json")
        )

    async def find_entities(self, text: SearchText, ctx: ToolContext, limit: EntityLimit = 10) -> FoundEntities:
        """Finds the entities that a name may mean, with their classes and identifiers. Needs no model."""
        with _readable_errors():
            return await _for_client(ctx, self._lookup.afind_entities(text, limit))

    async def describe_entity(
        self, entity: EntityName, ctx: ToolContext, relations: RelationLimit = 20, ends: EndLimit = 5
    ) -> EntityDescription:
        """Lists what the graph has of one entity: classes, facts, and what leads to it. Needs no model."""
        with _readable_errors():
            return await _for_client(ctx, self._lookup.adescribe_entity(entity, relations, ends))

    async def find_paths(
        self,
        entities: JoinedEntities,
        ctx: ToolContext,
        about: About = "",
        max_length: PathLength = 3,
        limit: PathLimit = 10,
    ) -> ConnectingPaths:
        """Shows how two or more entities are connected: the paths of relations between them. Needs no model."""
        with _readable_errors():
            return await _for_client(ctx, self._lookup.afind_paths(entities, about, max_length, limit))

    async def schema(
        self, ctx: ToolContext, class_name: ClassName = None, limit: SchemaLimit = 20
    ) -> SchemaOverview:
        """Lists classes, the relations between them, and their attributes, with counts. Needs no model."""
        with _readable_errors():
            return await _for_client(ctx, self._lookup.aschema(class_name, limit))

    async def sparql(
        self, query: SparqlText, ctx: ToolContext, limit: RowLimit = 100, seconds: QuerySeconds = 20
    ) -> Annotated[CallToolResult, SparqlResult]:
        """Runs a SPARQL query (SELECT or ASK) over the graph and lists its rows. Needs no model, and only reads.

        For what `ask` cannot express. An error says where the query is wrong. Where nothing is found, hints say
        which IRIs the graph does not have, the nearest ones, and how it uses the others. rdf:, rdfs:, owl:, xsd:
        and skos: need no PREFIX. SERVICE, FROM, BASE, CONSTRUCT and DESCRIBE are not read.
        """
        with _readable_errors():
            result = await _for_client(ctx, self._lookup.asparql(query, limit, seconds))
        return CallToolResult(
            content=[TextContent(type="text", text=table_text(result))],
            structured_content=result.model_dump(mode="json"),
        )

    def _remember(self, question: str, answer: Answer) -> None:
        """Keeps the last answers that have other readings, each by its question."""
        self._last.pop(question.strip(), None)
        if answer.alternatives:
            self._last[question.strip()] = answer
        while len(self._last) > MOST_REMEMBERED:
            self._last.popitem(last=False)

    def _other_reading(self, question: str, number: int) -> ChosenReading:
        answer = self._last.get(question.strip())
        if answer is None:
            raise SettingError("no answer to this question with other readings is known: ask it first without one")
        return answer.other_reading(number)

    async def _answered(self, text: str | ChosenReading, ctx: ToolContext, topics: Topics, task: Task) -> Answer:
        return await _for_client(ctx, self._run(text, ctx, topics, task))

    async def _run(self, text: str | ChosenReading, ctx: ToolContext, topics: Topics, task: Task) -> Answer:
        """The answer of a run whose steps are reported as progress."""
        settings: dict[str, Any] = {"task": task}
        if topics:
            settings["topics"] = tuple([(await self._lookup.aresolve_entity(name)).iri for name in topics])
        reported = 0
        async with aclosing(self._agent.astream(text, **settings)) as events:
            async for event in events:
                if isinstance(event, AnswerReady):
                    return event.answer
                if isinstance(event, ConfirmationAsked):
                    raise ConfirmationNeededError(event.confirmation)
                reported += 1
                await ctx.report_progress(reported, None, _progress(event))
        raise PogError("the run ended without an answer: ask again")


async def _for_client(ctx: ToolContext, work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, which ends once the client over HTTP has left.

    The SDK ends it in the latest version of the protocol alone. Over standard streams the process ends.
    """
    request = ctx.request_context.request
    return await unless_left(request if isinstance(request, Request) else None, work)


def _progress(event: NodeStarted | NodeFinished | RouteTaken | QuestionRewritten | WarningRaised) -> str:
    """A step of a run in one line."""
    if isinstance(event, QuestionRewritten):
        return f"read as: {event.question}"
    if isinstance(event, WarningRaised):
        return f"warning: {event.text}"
    if isinstance(event, NodeStarted):
        return f"{event.node} ..."
    if isinstance(event, RouteTaken):
        return f"-> {event.target}: {event.why}"
    return f"{event.node}: {event.summary}"


async def _told(answer: Answer, limit: int) -> CallToolResult:
    """The reply as text for the model to read, and all of the answer as structured content."""
    return await asyncio.to_thread(_result, answer, limit)


def _result(answer: Answer, limit: int) -> CallToolResult:
    result = answer_result(answer, limit)
    return CallToolResult(
        content=[TextContent(type="text", text=result.text)], structured_content=result.model_dump(mode="json")
    )


@contextmanager
def _readable_errors() -> Iterator[None]:
    try:
        yield
    except PogError as error:
        raise ToolError(str(error)) from error
