"""The page as a web application: the page itself, example questions, and one stream of records for a question."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from contextlib import aclosing, asynccontextmanager
from importlib.resources import files
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from pog_agent.errors import PogError
from pog_agent.events import RouteTaken
from pog_agent.interfaces.serving.access import AccessToken
from pog_agent.interfaces.serving.guard import OwnSiteOnly
from pog_agent.interfaces.serving.login import TokenRequired
from pog_agent.interfaces.ui.choices import Choice, PageChoices, PersonReply
from pog_agent.interfaces.ui.desk import QuestionDesk, WaitingRun
from pog_agent.interfaces.ui.views import PageViews, Record

LARGEST_REQUEST: Final = 1_000_000
"""Five turns of a hundred answers each are far less."""


def build_app(
    choices: PageChoices, desk: QuestionDesk, hosts: Iterable[str] | None, access: AccessToken | None = None
) -> Starlette:
    """The application. `hosts` are the names that it answers to, None for any. It closes the desk at its end.

    With an `access`, a browser logs in before it sees anything.
    """
    views = PageViews()

    async def page(_: Request) -> Response:
        return HTMLResponse(views.page(choices))

    async def examples(request: Request) -> Response:
        return _stream(_examples(request.query_params.get("graph"), choices, desk), views)

    async def ask(request: Request) -> Response:
        return await _answered(request, choices.chosen, desk, views)

    async def reply(request: Request) -> Response:
        return await _answered(request, PersonReply.sent, desk, views)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await desk.close()

    return Starlette(
        routes=[
            Route("/", page),
            Route("/examples", examples),
            Route("/ask", ask, methods=["POST"]),
            Route("/reply", reply, methods=["POST"]),
            Mount("/static", _static_files()),
        ],
        middleware=[Middleware(OwnSiteOnly, hosts=hosts), Middleware(TokenRequired, access=access, page=True)],
        lifespan=lifespan,
    )


def _static_files() -> StaticFiles:
    """The files of the page, and those that it shares with the page of a single run."""
    own = str(files("pog_agent.interfaces.ui") / "static")
    return StaticFiles(directory=own, packages=[("pog_agent.interfaces.explaining", "assets")])


async def _answered(
    request: Request, read: Callable[[object], Choice | PersonReply], desk: QuestionDesk, views: PageViews
) -> Response:
    """The stream of a run that the page asks for, or why what it has sent cannot be read."""
    try:
        body = await _body(request)
        sent = await asyncio.to_thread(_parsed, body)
    except _UnreadableRequestError as error:
        return PlainTextResponse(str(error), error.status)
    return _stream(_run(lambda: read(sent), desk, views), views)


class _UnreadableRequestError(Exception):
    """A request that is none of the page, with the status that says so."""

    def __init__(self, problem: str, status: int = 400) -> None:
        super().__init__(f"the request cannot be read: {problem}")
        self.status = status


async def _body(request: Request) -> bytes:
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise _UnreadableRequestError("it is no JSON", 415)
    text = b""
    async for part in request.stream():
        text += part
        if len(text) > LARGEST_REQUEST:
            raise _UnreadableRequestError(f"it has more than {LARGEST_REQUEST:,} bytes", 413)
    return text


def _parsed(text: bytes) -> object:
    """The JSON of a request, whose texts can be written down again and whose numbers are of a usual size."""
    try:
        found: object = json.loads(text)
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeError as error:
        raise _UnreadableRequestError("it has half of a character, or is not in UTF-8") from error
    except RecursionError as error:
        raise _UnreadableRequestError("its JSON is nested too deeply") from error
    except ValueError as error:
        raise _UnreadableRequestError("it is no JSON, or has a number of thousands of digits") from error
    return found


async def _examples(number: str | None, choices: PageChoices, desk: QuestionDesk) -> AsyncGenerator[Record, None]:
    found = 0
    async with aclosing(desk.examples(choices.graph(number))) as questions:
        async for question in questions:
            found += 1
            yield {"type": "example", "text": question}
    yield {"type": "end", "found": found}


async def _run(
    read: Callable[[], Choice | PersonReply], desk: QuestionDesk, views: PageViews
) -> AsyncGenerator[Record, None]:
    asked = await asyncio.to_thread(read)
    async with aclosing(desk.events(asked)) as events:
        async for event in events:
            if isinstance(event, RouteTaken) and not event.turns:
                continue
            if isinstance(event, WaitingRun):
                yield await asyncio.to_thread(views.waiting, event)
            else:
                yield await asyncio.to_thread(views.record, event)


def _stream(records: AsyncGenerator[Record, None], views: PageViews) -> Response:
    """A response with a line of JSON for each record; an error is the last one. A reader who leaves ends it."""

    async def lines() -> AsyncGenerator[str, None]:
        try:
            async with aclosing(records):
                async for record in records:
                    yield await asyncio.to_thread(_line, record)
        except PogError as error:
            yield _line(views.error(str(error)))
        except Exception as error:  # noqa: BLE001 (the response has begun: the page can be told in no other way)
            yield _line(views.error(f"{type(error).__name__}: {error}"))

    return StreamingResponse(lines(), media_type="application/x-ndjson")


def _line(record: Record) -> str:
    return json.dumps(record) + "\n"
