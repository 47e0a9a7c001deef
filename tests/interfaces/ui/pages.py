"""The page over graphs of a test, served on loopback."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import rdflib

from pog_agent.config import PogConfig
from pog_agent.interfaces.ui.app import build_app
from pog_agent.interfaces.ui.choices import PageChoices
from pog_agent.interfaces.ui.desk import QuestionDesk
from tests.pipeline_fixtures import T, small_graph
from tests.servers import serve_application

LOOPBACK = ("127.0.0.1", "localhost")
HOSTILE = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
NO_ENDPOINT = "http://127.0.0.1:9/sparql"


def hostile_graph() -> rdflib.Graph:
    """Names with markup, quotes, escapes of terminals and Markdown, beside plain ones."""
    graph = small_graph("Ann a person", "Ann spouse Eve", "Ann mentor Mark", "Eve a person", "Bob spouse Ann")
    graph += small_graph("Bob a person")
    labels = {"Eve": f"Eve {HOSTILE}", "Mark": '**bold** [x](javascript:alert(1)) "quoted" \x1b[2J {{ 7*7 }}'}
    for name, label in labels.items():
        graph.set((rdflib.URIRef(T + name), rdflib.RDFS.label, rdflib.Literal(label)))
    return graph


def hostile_file(folder: Path) -> str:
    """The hostile graph as a file."""
    path = folder / "<b>hostile.ttl"
    hostile_graph().serialize(path, "turtle")
    return str(path)


@contextmanager
def served_page(*graphs: str, **settings: Any) -> Iterator[str]:
    """The URL of a page over these graphs."""
    given = {"encoder": "lexical", "timeout": 5, **settings}
    config = PogConfig.create({}, kg=graphs[0], **given)
    desk = QuestionDesk("pog", {**given, "kg": graphs[0]})
    with serve_application(build_app(PageChoices(graphs, "pog", config), desk, LOOPBACK)) as url:
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


def examples(url: str, graph: str) -> list[dict[str, Any]]:
    """The records of the example questions."""
    reply = httpx.get(f"{url}examples?graph={quote(graph)}", timeout=60, trust_env=False)
    return [json.loads(line) for line in reply.text.splitlines()]
