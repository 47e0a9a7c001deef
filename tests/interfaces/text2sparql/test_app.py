"""`GET /?question=...&dataset=...` over HTTP: what the client of the TEXT2SPARQL challenge gets."""

from collections.abc import Iterator

import httpx
import pytest
from pyoxigraph import RdfFormat, Store

from pog_agent import PathsOverGraph
from pog_agent.errors import ModelUnavailableError
from pog_agent.interfaces.serving.access import AccessToken
from pog_agent.interfaces.text2sparql.app import build_query_app
from tests.lookup.test_lookup import GRAPH
from tests.pipeline_fixtures import T, small_graph
from tests.servers import serve_application

CORPORATE, OTHER = "https://text2sparql.aksw.org/2025/corporate/", "https://example.org/other/"
BORN = "Where was Ann born?"
HOSTS = ("127.0.0.1",)


@pytest.fixture(scope="module")
def agent() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(GRAPH, encoder="lexical") as opened:
        yield opened


@pytest.fixture(scope="module")
def url(agent) -> Iterator[str]:
    with serve_application(build_query_app(agent, {}, HOSTS)) as address:
        yield address


def asked(url: str, **parameters: str) -> httpx.Response:
    return httpx.get(url, params=parameters, timeout=60, trust_env=False)


def test_an_answer_is_the_query_with_what_was_asked(url):
    reply = asked(url, dataset=CORPORATE, question=BORN)
    found = reply.json()
    assert reply.status_code == 200
    assert {name: found[name] for name in ("dataset", "question", "status")} == {
        "dataset": CORPORATE,
        "question": BORN,
        "status": "supported",
    }
    store = Store()
    store.load(GRAPH.serialize(format="nt").encode(), format=RdfFormat.N_TRIPLES)
    assert [str(row[0]) for row in store.query(found["query"])] == [f"<{T}Ulm>"]


def test_what_has_no_query_says_why_in_json_without_one(url):
    reply = asked(url, dataset=CORPORATE, question="Who stole the blue teapot?")
    found = reply.json()
    assert reply.status_code == 422
    assert "query" not in found and (found["status"], found["dataset"]) == ("abstained", CORPORATE)
    assert "names no entity of the graph" in found["detail"]


@pytest.mark.parametrize(
    ("parameters", "status", "told"),
    [
        ({"question": BORN}, 400, "the parameter dataset is missing"),
        ({"dataset": CORPORATE, "question": "  "}, 400, "the parameter question is missing"),
        ({"dataset": CORPORATE, "question": "x" * 3_000}, 400, "at most 2,000 are read"),
    ],
)
def test_what_cannot_be_asked_is_told_in_json(url, parameters, status, told):
    reply = asked(url, **parameters)
    assert reply.status_code == status and told in reply.json()["detail"]


def test_each_dataset_is_a_graph_and_others_are_unknown(agent, tmp_path):
    file = tmp_path / "other.ttl"
    small_graph("Ann born_in Bonn").serialize(file)
    with PathsOverGraph("demo", encoder="lexical") as system:
        app = build_query_app(system, {CORPORATE: "demo", OTHER: str(file)}, HOSTS)
        with serve_application(app) as url:
            assert f"<{T}" in asked(url, dataset=OTHER, question=BORN).json()["query"]
            assert asked(url, dataset=CORPORATE, question=BORN).status_code == 422
            unknown = asked(url, dataset="https://nothing/", question=BORN)
    assert unknown.status_code == 404 and CORPORATE in unknown.json()["detail"]


def test_a_model_that_is_down_is_no_fault_of_the_question(agent, monkeypatch):
    async def fail(*_: object, **__: object) -> None:
        raise ModelUnavailableError("no answer from the model")

    monkeypatch.setattr(agent, "aask", fail)
    with serve_application(build_query_app(agent, {}, HOSTS)) as url:
        reply = asked(url, dataset=CORPORATE, question=BORN)
    assert reply.status_code == 503 and reply.json()["detail"] == "no answer from the model"


def test_only_the_token_and_its_own_address_are_answered(agent):
    token = "correct-horse-battery-staple"
    with serve_application(build_query_app(agent, {}, HOSTS, AccessToken(token))) as url:
        assert asked(url, dataset=CORPORATE, question=BORN).status_code == 401
        named = url.replace("http://", f"http://any:{token}@")  # as the challenge's client can give it
        assert asked(named, dataset=CORPORATE, question=BORN).status_code == 200
        other = httpx.get(named, headers={"host": "evil.example"}, trust_env=False)
    assert other.status_code == 403
