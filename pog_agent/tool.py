"""A graph with its system as a tool for a larger agent: a question goes in, a verified answer comes out."""

from typing import Protocol

from langchain_core.tools import BaseTool, StructuredTool, ToolException
from pydantic import BaseModel, Field

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

AnsweredQuestion = tuple[str, Answer]


class QuestionInput(BaseModel):
    """What the tool takes."""

    question: str = Field(
        description="the whole question in plain words, with the names of the entities it is about"
    )


class QuestionAnswerer(Protocol):
    """What answers the questions of a tool."""

    def ask(self, question: str) -> Answer:
        """The answer to a question."""
        ...

    async def aask(self, question: str) -> Answer:
        """The answer to a question, for asynchronous callers."""
        ...


def question_tool(
    answerer: QuestionAnswerer, name: str = TOOL_NAME, description: str = TOOL_DESCRIPTION
) -> BaseTool:
    """A LangChain tool that asks one question.

    Its content is the reply as text (`reply_text`), its artifact the `Answer`. What cannot be asked (an empty
    question, a graph or model that cannot be reached) is a message with the status `error`, for the agent to read.
    """

    def ask(question: str) -> AnsweredQuestion:
        try:
            return _told(answerer.ask(question))
        except PogError as error:
            raise ToolException(str(error)) from error

    async def aask(question: str) -> AnsweredQuestion:
        try:
            return _told(await answerer.aask(question))
        except PogError as error:
            raise ToolException(str(error)) from error

    return StructuredTool.from_function(
        ask,
        aask,
        name=name,
        description=description,
        args_schema=QuestionInput,
        response_format="content_and_artifact",
        handle_tool_error=True,
    )


def _told(answer: Answer) -> AnsweredQuestion:
    return reply_text(answer), answer
