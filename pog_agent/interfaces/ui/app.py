"""The page as a web application: the page itself, the card of a graph, entities, questions, runs and feedback.

What takes time is sent as lines of JSON, a record a line, and an error is the last of them.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from contextlib import aclosing, asynccontextmanager
from importlib.resources import files

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from pog_agent.errors import PogError, SettingError
from pog_agent.events import RouteTaken
from pog_agent.interfaces.explaining.page import POLICY, run_page
from pog_agent.interfaces.serving.access import AccessToken
from pog_agent.interfaces.serving.guard import NOT_FRAMED, OwnSiteOnly
from pog_agent.interfaces.serving.login import TokenRequired
from pog_agent.interfaces.ui.choices import Choice, PageChoices, PersonReply
from pog_agent.interfaces.ui.desk import QuestionDesk
from pog_agent.interfaces.ui.feedback import Feedback, FeedbackFolder
from pog_agent.interfaces.ui.requests import UnreadableRequestError, sent_json
from pog_agent.interfaces.ui.views import PageViews, Record


def build_app(
    choices: PageChoices,
    desk: QuestionDesk,
    hosts: Iterable[str] | None,
    feedback: FeedbackFolder | None = None,
    *,
    access: AccessToken | None = None,
    looks_ahead: bool = False,
) -> Starlette:
    """The application. `hosts` are the names that it answers to, None for any. It closes the desk at its end.

    Without a folder for `feedback` the page asks for none. With an `access`, a browser logs in before it sees
    anything. One that `looks_ahead` makes the card of its first graph before anybody opens the page.
    """
    views = PageViews(takes_feedback=feedback is not None)
    site = _Site(choices, desk, views, feedback)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        if looks_ahead:
            desk.look_at(choices.graphs[0])
        try:
            yield
        finally:
            await desk.close()

    return Starlette(
        routes=[
            Route("/", site.page),
            Route("/card", site.card),
            Route("/entity", site.entity),
            Route("/run/{name}", site.run),
            Route("/ask", site.ask, methods=["POST"]),
            Route("/reply", site.reply, methods=["POST"]),
            Route("/feedback", site.feedback, methods=["POST"]),
            Mount("/static", _static_files()),
        ],
        middleware=[Middleware(OwnSiteOnly, hosts=hosts), Middleware(TokenRequired, access=access, page=True)],
        lifespan=lifespan,
    )


def _static_files() -> StaticFiles:
    """The files of the page, and those that it shares with the page of a single run."""
    own = str(files("pog_agent.interfaces.ui") / "static")
    return StaticFiles(directory=own, packages=[("pog_agent.interfaces.explaining", "assets")])


class _Site:
    """What each address of the page answers."""

    def __init__(
        self, choices: PageChoices, desk: QuestionDesk, views: PageViews, feedback: FeedbackFolder | None
    ) -> None:
        self._choices = choices
        self._desk = desk
        self._views = views
        self._feedback = feedback

    async def page(self, _: Request) -> Response:
        return HTMLResponse(self._views.page(self._choices))

    async def card(self, request: Request) -> Response:
        return self._stream(self._card(request.query_params.get("graph")))

    async def entity(self, request: Request) -> Response:
        return self._stream(self._entity(request.query_params.get("graph"), request.query_params.get("name", "")))

    async def run(self, request: Request) -> Response:
        try:
            kept = self._desk.runs.named(request.path_params["name"])
        except SettingError as error:
            return PlainTextResponse(str(error), 404)
        page = await asyncio.to_thread(run_page, kept.trace)
        return HTMLResponse(page, headers={"content-security-policy": f"{POLICY}; {NOT_FRAMED}"})

    async def ask(self, request: Request) -> Response:
        return await self._answered(request, lambda sent: self._run(lambda: self._choices.chosen(sent)))

    async def reply(self, request: Request) -> Response:
        return await self._answered(request, lambda sent: self._run(lambda: PersonReply.sent(sent)))

    async def feedback(self, request: Request) -> Response:
        return await self._answered(request, self._written)

    async def _answered(
        self, request: Request, told: Callable[[object], AsyncGenerator[Record, None]]
    ) -> Response:
        """What is told of a request, or why what the page has sent cannot be read."""
        try:
            sent = await sent_json(request)
        except UnreadableRequestError as error:
            return PlainTextResponse(str(error), error.status)
        return self._stream(told(sent))

    async def _card(self, number: str | None) -> AsyncGenerator[Record, None]:
        async with aclosing(self._desk.cards(self._choices.graph(number))) as cards:
            async for card in cards:
                yield self._views.card(card)

    async def _entity(self, number: str | None, name: str) -> AsyncGenerator[Record, None]:
        yield self._views.entity(await self._desk.entity(self._choices.graph(number), name))

    async def _run(self, read: Callable[[], Choice | PersonReply]) -> AsyncGenerator[Record, None]:
        asked = await asyncio.to_thread(read)
        async with aclosing(self._desk.events(asked)) as told:
            async for item in told:
                if not isinstance(item, RouteTaken) or item.turns:
                    yield await asyncio.to_thread(self._views.record, item)

    async def _written(self, sent: object) -> AsyncGenerator[Record, None]:
        said = Feedback.sent(sent)
        if self._feedback is None:
            raise SettingError("this page takes no feedback")
        file = await asyncio.to_thread(self._feedback.write, self._desk.runs.named(said.run), said)
        yield {"type": "written", "text": f"Written to {file}"}

    def _stream(self, records: AsyncGenerator[Record, None]) -> Response:
        """A response with a line of JSON for each record, an error last. A reader who leaves ends it."""

        async def lines() -> AsyncGenerator[str, None]:
            try:
                async with aclosing(records):
                    async for record in records:
                        yield await asyncio.to_thread(_line, record)
            except PogError as error:
                yield _line(self._views.error(str(error)))
            except Exception as error:  # noqa: BLE001 (the response has begun: the page can be told in no other way)
                yield _line(self._views.error(f"{type(error).__name__}: {error}"))

        return StreamingResponse(lines(), media_type="application/x-ndjson")


def _line(record: Record) -> str:
    return json.dumps(record) + "\n"
