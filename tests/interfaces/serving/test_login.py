"""Logging in with a real browser: by the link that a command prints, and by the form."""

import shutil

import pytest
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route

from pog_agent.interfaces.serving.access import AccessToken
from pog_agent.interfaces.serving.guard import OwnSiteOnly
from pog_agent.interfaces.serving.login import TokenRequired
from tests.servers import serve_application

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")

TOKEN = "correct-horse-battery-staple"


async def shown(_: object) -> HTMLResponse:
    return HTMLResponse("<h1>the page</h1>")


def test_a_browser_logs_in_by_a_link_once_and_another_one_by_the_form():
    access = AccessToken(TOKEN)
    app = OwnSiteOnly(TokenRequired(Starlette(routes=[Route("/", shown)]), access, page=True), ("127.0.0.1",))
    with serve_application(app) as url, sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        link = f"{url}login?ticket={access.new_ticket()}"
        first, second = browser.new_context().new_page(), browser.new_context().new_page()
        complaints: list[str] = []
        second.on("console", lambda message: complaints.append(message.text))
        first.goto(link)
        first.wait_for_url(url)
        assert first.inner_text("h1") == "the page"
        assert TOKEN not in first.evaluate("document.cookie") and first.evaluate("document.cookie") == ""
        second.goto(link)
        assert "used before" in second.inner_text("p")
        for token, heading in (("wrong-token-of-somebody", "Access token"), (TOKEN, "the page")):
            second.fill("input", token)
            second.keyboard.press("Enter")
            second.wait_for_selector(f"h1:text('{heading}')")
        assert second.url == url
        assert not [text for text in complaints if "Content Security Policy" in text]
        browser.close()
