"""`GET /?question=...&dataset=...`: the SPARQL of an answer, as the client of the TEXT2SPARQL challenge reads it.

The client reads every response as JSON, whatever its status, and leaves out a question whose response has no
`query`.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from pog_agent.answering.reply import WAYS_ON
from pog_agent.errors import GraphUnavailableError, ModelUnavailableError, PogError
from pog_agent.interfaces.serving.access import AccessToken
from pog_agent.interfaces.serving.clients import ClientLeftError, unless_left
from pog_agent.interfaces.serving.guard import OwnSiteOnly
from pog_agent.interfaces.serving.login import TokenRequired
from pog_agent.models import Answer
from pog_agent.redaction import redacted
from pog_agent.sentences import without_controls

if TYPE_CHECKING:
    from pog_agent.agent import Agent

NO_QUERY: Final = 422
"""The status for a question whose answer no SPARQL yields."""


def build_query_app(
    agent: "Agent",
    datasets: Mapping[str, str],
    hosts: Iterable[str] | None,
    access: AccessToken | None = None,
) -> Starlette:
    """The application over an agent. `hosts` are the names that it answers to, None for any.

    `datasets` are graphs by the ids that clients ask for; where there are none, any id is the agent's own graph.
    """

    async def query(request: Request) -> JSONResponse:
        return await _answered(request, agent, datasets)

    return Starlette(
        routes=[Route("/", query)],
        middleware=[Middleware(OwnSiteOnly, hosts=hosts), Middleware(TokenRequired, access=access)],
    )


async def _answered(request: Request, agent: "Agent", datasets: Mapping[str, str]) -> JSONResponse:
    asked = {name: request.query_params.get(name, "") for name in ("dataset", "question")}
    if missing := [name for name, value in asked.items() if not value.strip()]:
        return _problem(400, f"the parameter {missing[0]} is missing: ask with /?dataset=...&question=...", asked)
    if datasets and asked["dataset"] not in datasets:
        return _problem(404, f"unknown dataset; known are {', '.join(datasets)}", asked)
    try:
        settings = {"kg": datasets[asked["dataset"]]} if datasets else {}
        answer = await unless_left(request, agent.aask(asked["question"], **settings))  # type: ignore[arg-type]
    except ClientLeftError as error:
        return _problem(499, str(error), asked)
    except PogError as error:
        is_down = isinstance(error, GraphUnavailableError | ModelUnavailableError)
        return _problem(503 if is_down else 400, str(error), asked)
    about = {**asked, "status": answer.status, "confidence": answer.confidence}
    if answer.sparql is None:
        return _problem(NO_QUERY, _why_not(answer), about)
    return JSONResponse({**about, "query": answer.sparql})


def _why_not(answer: Answer) -> str:
    """Why there is no SPARQL for a question."""
    if answer.abstention is not None:
        return f"{answer.abstention.message} {WAYS_ON[answer.abstention.case]}"
    return "There is an answer, but no SPARQL that yields it over the whole graph."


def _problem(status: int, detail: str, about: Mapping[str, object]) -> JSONResponse:
    return JSONResponse({**about, "detail": without_controls(redacted(detail))}, status)
