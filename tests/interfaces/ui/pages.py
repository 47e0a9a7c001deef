"""The page over graphs of a test, served on loopback."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import rdflib

from pog_agent.config import PogConfig
from pog_agent.interfaces.ui.app import build_app
from pog_agent.interfaces.ui.choices import PageChoices
from pog_agent.interfaces.ui.desk import QuestionDesk
from pog_agent.interfaces.ui.feedback import FeedbackFolder
from tests.pipeline_fixtures import T, small_graph
from tests.servers import serve_application

LOOPBACK = ("127.0.0.1", "localhost")
HOSTILE = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
NO_ENDPOINT = "http://127.0.0.1:9/sparql"


def hostile_graph() -> rdflib.Graph:
    """Names with markup, quotes, escapes of terminals and Markdown, beside plain ones."""
    graph = small_graph("Ann a person", "Ann spouse Eve", "Ann mentor Mark", "Eve a person", "Bob spouse Ann")
    graph += small_graph("Bob a person", "Ann a clerk", "Bob a clerk", "Eve a driver")
    labels = {"Eve": f"Eve {HOSTILE}", "Mark": '**bold** [x](javascript:alert(1)) "quoted" \x1b[2J {{ 7*7 }}'}
    for name, label in labels.items():
        graph.set((rdflib.URIRef(T + name), rdflib.RDFS.label, rdflib.Literal(label)))
    return graph


def firm_graph() -> rdflib.Graph:
    """A department that somebody heads, and a person with several relations to others."""
    graph = small_graph(
        "Sales a department", "Ann a person", "Bob a person", "Sales headed_by Ann", "Sales office Ulm"
    )
    graph += small_graph("Ann trained_by Bob", "Ann tailed_by Cid", "Ann office Ulm", "Cid a person", "Ulm a town")
    for name in ("Ann", "Bob", "Cid"):
        born = rdflib.Literal("1970-01-01", datatype=rdflib.XSD.date)
        graph.add((rdflib.URIRef(T + name), rdflib.URIRef(T + "date_of_birth"), born))
    graph.set((rdflib.URIRef(T + "Sales"), rdflib.RDFS.label, rdflib.Literal("Sales Department")))
    return graph


def hostile_file(folder: Path) -> str:
    """The hostile graph as a file."""
    path = folder / "<b>hostile.ttl"
    hostile_graph().serialize(path, "turtle")
    return str(path)


@contextmanager
def served_page(*graphs: str, feedback: Path | None = None, **settings: Any) -> Iterator[str]:
    """The URL of a page over these graphs, with a folder for feedback if it takes any."""
    given = {"encoder": "lexical", "timeout": 5, **settings}
    config = PogConfig.create({}, kg=graphs[0], **given)
    desk = QuestionDesk("pog", {**given, "kg": graphs[0]})
    folder = None if feedback is None else FeedbackFolder(feedback)
    with serve_application(build_app(PageChoices(graphs, "pog", config), desk, LOOPBACK, folder)) as url:
        yield url


def asked(url: str, question: str, **choices: Any) -> list[dict[str, Any]]:
    """The records of a run."""
    reply = httpx.post(f"{url}ask", json={"question": question, **choices}, timeout=60, trust_env=False)
    assert reply.status_code == 200
    return [json.loads(line) for line in reply.text.splitlines()]


def replied(url: str, thread: object, reply: object) -> list[dict[str, Any]]:
    """The records of a run that goes on with a reply."""
    sent = {"thread": thread, "reply": reply}
    answer = httpx.post(f"{url}reply", json=sent, timeout=60, trust_env=False)
    assert answer.status_code == 200
    return [json.loads(line) for line in answer.text.splitlines()]


def got(url: str, address: str, **query: str) -> list[dict[str, Any]]:
    """The records of an address that is asked with a few words: ``card``, ``entity``."""
    reply = httpx.get(f"{url}{address}", params=query, timeout=60, trust_env=False)
    assert reply.status_code == 200
    return [json.loads(line) for line in reply.text.splitlines()]


def judged(url: str, **said: object) -> dict[str, Any]:
    """The record of a judgement of an answer."""
    reply = httpx.post(f"{url}feedback", json=said, timeout=60, trust_env=False)
    assert reply.status_code == 200
    (line,) = reply.text.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def record_of(records: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The first record of a kind."""
    return next(record for record in records if record["type"] == kind)
