"""A graph with its system as a tool for a larger agent: a question goes in, a verified answer comes out."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from langchain_core.tools import BaseTool, StructuredTool, ToolException
from pydantic import BaseModel, Field

from pog_agent.answering.candidates.checked import AnswerCheck
from pog_agent.answering.candidates.told import check_text
from pog_agent.answering.reply import reply_text
from pog_agent.errors import PogError
from pog_agent.models import Answer

TOOL_NAME = "ask_knowledge_graph"
TOOL_DESCRIPTION = (
    "Answers one factual question from a knowledge graph. The reply has a status and numbered citations: only an "
    "answer with the status 'supported' was checked in full against the graph; 'partial' may be wrong, "
    "'parametric' is a language model's guess, and 'abstained' is no answer, with the reason and a way on. "
    "Name the entities as fully as you can, and ask for one thing at a time."
)

CHECK_TOOL_NAME = "check_answer_in_knowledge_graph"
CHECK_TOOL_DESCRIPTION = (
    "Checks candidate answers to one factual question against a knowledge graph. Each is 'proven' or "
    "'contradicted' with numbered citations, or 'undecided' with the reason: what the graph lacks may be right. "
    "Give each candidate as a bare name, number, date, yes or no, without a sentence around it."
)

AnsweredQuestion = tuple[str, Answer]
CheckedQuestion = tuple[str, AnswerCheck]


class QuestionInput(BaseModel):
    """What the tool takes."""

    question: str = Field(
        description="the whole question in plain words, with the names of the entities it is about"
    )


class CandidatesInput(QuestionInput):
    """What the tool that checks answers takes."""

    candidates: list[str] = Field(description="the candidate answers, each a name, number, date, yes or no")


class QuestionAnswerer(Protocol):
    """What answers the questions of a tool."""

    def ask(self, question: str) -> Answer:
        """The answer to a question."""
        ...

    async def aask(self, question: str) -> Answer:
        """The answer to a question, for asynchronous callers."""
        ...


class AnswerChecker(Protocol):
    """What checks the candidates of a tool."""

    def check_answer(self, question: str, candidates: Sequence[str]) -> AnswerCheck:
        """The candidates with their verdicts."""
        ...

    async def acheck_answer(self, question: str, candidates: Sequence[str]) -> AnswerCheck:
        """The candidates with their verdicts, for asynchronous callers."""
        ...


def question_tool(
    answerer: QuestionAnswerer, name: str = TOOL_NAME, description: str = TOOL_DESCRIPTION
) -> BaseTool:
    """A LangChain tool that asks one question.

    Its content is the reply as text (`reply_text`), its artifact the `Answer`. What cannot be asked (an empty
    question, a graph or model that cannot be reached) is a message with the status `error`, for the agent to read.
    """

    def ask(question: str) -> AnsweredQuestion:
        with _readable_errors():
            answer = answerer.ask(question)
        return reply_text(answer), answer

    async def aask(question: str) -> AnsweredQuestion:
        with _readable_errors():
            answer = await answerer.aask(question)
        return reply_text(answer), answer

    return _tool(ask, aask, QuestionInput, name, description)


def check_tool(
    checker: AnswerChecker, name: str = CHECK_TOOL_NAME, description: str = CHECK_TOOL_DESCRIPTION
) -> BaseTool:
    """A LangChain tool that checks candidate answers to one question.

    Its content is a line for each candidate and what is cited (`check_text`), its artifact the `AnswerCheck`.
    Errors are messages, as those of `question_tool`.
    """

    def check(question: str, candidates: list[str]) -> CheckedQuestion:
        with _readable_errors():
            found = checker.check_answer(question, candidates)
        return check_text(found), found

    async def acheck(question: str, candidates: list[str]) -> CheckedQuestion:
        with _readable_errors():
            found = await checker.acheck_answer(question, candidates)
        return check_text(found), found

    return _tool(check, acheck, CandidatesInput, name, description)


def _tool(
    call: Callable[..., object],
    acall: Callable[..., Awaitable[object]],
    takes: type[BaseModel],
    name: str,
    description: str,
) -> BaseTool:
    return StructuredTool.from_function(
        call,
        acall,
        name=name,
        description=description,
        args_schema=takes,
        response_format="content_and_artifact",
        handle_tool_error=True,
    )


@contextmanager
def _readable_errors() -> Iterator[None]:
    """Turns what the caller can do something about into a message for the agent."""
    try:
        yield
    except PogError as error:
        raise ToolException(str(error)) from error
