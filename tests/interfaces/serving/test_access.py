"""Access tokens over HTTP: who is let in, who is not, and that the token shows nowhere."""

import argparse
import base64
import os
from collections.abc import Iterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from pog_agent.errors import SettingError
from pog_agent.interfaces.serving import access as access_module
from pog_agent.interfaces.serving.access import TOKEN_VARIABLE, AccessToken, access_for, add_access
from pog_agent.interfaces.serving.guard import OwnSiteOnly
from pog_agent.interfaces.serving.login import TokenRequired
from pog_agent.redaction import redacted
from tests.servers import serve_application

TOKEN = "correct-horse-battery-staple"
HTML = {"accept": "text/html"}


async def secret(_: object) -> PlainTextResponse:
    return PlainTextResponse("secret")


@pytest.fixture
def token() -> AccessToken:
    return AccessToken(TOKEN)


@pytest.fixture(params=[True, False], ids=["page", "service"])
def client(request, token) -> Iterator[httpx.Client]:
    app = Starlette(routes=[Route("/", secret, methods=["GET", "POST"])])
    guarded = OwnSiteOnly(TokenRequired(app, token, page=request.param), ("127.0.0.1",))
    with serve_application(guarded) as url, httpx.Client(base_url=url, trust_env=False) as opened:
        opened.has_page = request.param  # type: ignore[attr-defined]
        yield opened


def basic(password: str) -> str:
    return "Basic " + base64.b64encode(f"any:{password}".encode()).decode()


@pytest.mark.parametrize("shown", [f"Bearer {TOKEN}", f"bearer  {TOKEN}", basic(TOKEN)])
def test_the_token_lets_in(client, shown):
    assert client.get("/", headers={"authorization": shown}).text == "secret"


@pytest.mark.parametrize(
    "shown",
    [
        *("", "Bearer", TOKEN, f"Token {TOKEN}", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}"),
        *(f"Bearer {TOKEN.upper()}", basic(""), basic(TOKEN + ":x"), "Basic ***", "Basic /w==", "Bearer \xe9"),
    ],
)
def test_without_it_nobody_is_let_in(client, shown):
    for method in ("GET", "POST", "HEAD", "OPTIONS"):
        found = client.request(method, "/", headers={"authorization": shown.encode("latin-1")})
        assert (found.status_code, found.headers["www-authenticate"]) == (401, 'Bearer realm="pog-agent"')
        assert "secret" not in found.text and TOKEN not in found.text
        assert found.headers["x-content-type-options"] == "nosniff"


def test_the_token_in_an_address_is_not_taken(client):
    assert client.get("/", params={"token": TOKEN, "access_token": TOKEN}).status_code == 401


def test_a_link_logs_a_browser_in_once(client, token):
    link = f"/login?ticket={token.new_ticket()}"
    found = client.get(link)
    if not client.has_page:
        assert found.status_code == 401
        return
    cookie = found.headers["set-cookie"]
    assert found.status_code == 200
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; ")) and TOKEN not in cookie
    assert client.get("/").text == "secret"
    client.cookies.clear()
    assert client.get(link).status_code == 401
    assert client.get("/").status_code == 401


def test_a_browser_without_a_link_is_asked_for_the_token(client):
    found = client.get("/", headers=HTML)
    assert found.status_code == 401
    assert ("<form" in found.text) is client.has_page
    if client.has_page:
        assert "form-action 'self'" in found.headers["content-security-policy"]
        assert client.post("/login", data={"token": "wrong"}).status_code == 401
        assert client.post("/login", data={"token": "x" * 10_000}).status_code == 401
        assert client.post("/login", content=b"token=%ff%fe").status_code == 401
        assert client.get("/").status_code == 401
        assert client.post("/login", data={"token": TOKEN}).status_code == 200
        assert client.get("/").text == "secret"


def test_a_form_of_another_site_logs_nobody_in(client):
    found = client.post("/login", data={"token": TOKEN}, headers={"origin": "http://evil.example"})
    assert found.status_code == 403 and "set-cookie" not in found.headers


def test_a_cookie_of_another_token_is_worth_nothing(client):
    client.cookies.set(f"pog-agent-{client.base_url.port}", AccessToken("another-token-of-old").session)
    assert client.get("/").status_code == 401


def test_a_ticket_ends(token, monkeypatch):
    monkeypatch.setattr(access_module, "TICKET_SECONDS", -1)
    assert not token.take_ticket(token.new_ticket())


def given(*flags: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_access(parser)
    return parser.parse_args(flags)


@pytest.fixture(autouse=True)
def no_variable(monkeypatch):
    monkeypatch.setitem(os.environ, TOKEN_VARIABLE, "x")
    monkeypatch.delitem(os.environ, TOKEN_VARIABLE)


def test_on_this_machine_no_token_is_needed_and_elsewhere_one_or_a_word():
    assert access_for(given(), "127.0.0.1") is None
    assert access_for(given("--without-token"), "0.0.0.0") is None
    with pytest.raises(SettingError, match=f"lets others ask: set {TOKEN_VARIABLE} or --token-file"):
        access_for(given(), "0.0.0.0")


def test_a_token_comes_from_a_file_or_the_environment_and_shows_nowhere(tmp_path, monkeypatch):
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    found = access_for(given("--token-file", str(file)), "0.0.0.0")
    assert found is not None and found.equals(TOKEN)
    assert TOKEN not in repr(found) and TOKEN not in redacted(f"asked with {TOKEN}")
    monkeypatch.setenv(TOKEN_VARIABLE, "another-token-here")
    found = access_for(given(), "127.0.0.1")
    assert found is not None and found.equals("another-token-here")
    with pytest.raises(SettingError, match="unset"):
        access_for(given("--without-token"), "0.0.0.0")


@pytest.mark.parametrize("text", ["", "short", "has a space in it really", "ünïcödé-is-not-for-headers", "x" * 15])
def test_what_is_no_token_is_refused_without_repeating_it(tmp_path, text):
    file = tmp_path / "token"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingError, match="16 or more characters") as error:
        access_for(given("--token-file", str(file)), "127.0.0.1")
    assert not text or text not in str(error.value)


def test_a_token_file_that_cannot_be_read_is_an_error(tmp_path):
    with pytest.raises(SettingError, match="cannot be read"):
        access_for(given("--token-file", str(tmp_path / "none")), "127.0.0.1")
