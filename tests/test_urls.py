"""URLs in settings: told apart from paths and names, and shown without secrets."""

import pytest

from pog_agent.urls import is_http_url, without_password, without_user


@pytest.mark.parametrize(
    "text", ["http://localhost:8890/sparql", "https://example.org/sparql?default-graph-uri=x"]
)
def test_a_server_is_named_by_an_http_url(text):
    assert is_http_url(text)


@pytest.mark.parametrize("text", ["", "demo", "graph.nt", "/data/http", "ftp://example.org", "HTTP://example.org"])
def test_everything_else_is_a_path_or_a_name(text):
    assert not is_http_url(text)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://me:secret@example.org:8443/sparql?key=secret", "https://example.org:8443/sparql"),
        ("https://me:se@cret@example.org/sparql", "https://example.org/sparql"),
        ("http://localhost/v1#part", "http://localhost/v1#part"),
        ("http://localhost/v1/", "http://localhost/v1/"),
        ("http://me:secret@[?key=secret", "["),
    ],
)
def test_a_shown_url_has_no_secret_and_is_otherwise_the_same(url, shown):
    assert without_password(url) == shown
    assert without_password(shown) == shown


def test_host_and_port_stay():
    assert without_user("me:secret@[::1]:80") == without_user("[::1]:80") == "[::1]:80"
