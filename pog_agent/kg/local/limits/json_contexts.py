"""The JSON-LD contexts that a document names by address: refused, or fetched within bounds where asked for."""

import json
import os
import time
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin

import httpx

from pog_agent.errors import GraphUnavailableError
from pog_agent.urls import is_http_url

ASKED_FOR: Final = "POG_AGENT_REMOTE_CONTEXTS"
"""The environment variable that allows contexts from elsewhere, by the value ``yes``."""

MOST_SECONDS: Final = 10.0
MOST_BYTES: Final = 1 << 20
MOST_CONTEXTS: Final = 16


def with_contexts(document: Any, file: Path) -> Any:
    """The document with each context that it names by address in its place.

    Contexts come from http(s) addresses, all of them in `MOST_SECONDS`, and only where `ASKED_FOR` says so. Raises
    `GraphUnavailableError` for any other context by address, and for one that does not come.
    """
    return _Contexts(file).placed(document)


class _Contexts:
    def __init__(self, file: Path) -> None:
        self.file = file
        self.found: dict[str, Any] = {}
        self.deadline = time.monotonic() + MOST_SECONDS

    def placed(self, node: Any) -> Any:
        if isinstance(node, list):
            return [self.placed(item) for item in node]
        if not isinstance(node, dict):
            return node
        return {
            key: self._context(value) if key == "@context" else self.placed(value) for key, value in node.items()
        }

    def _context(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._fetched(value)
        if isinstance(value, list):
            return [self._context(item) for item in value]
        if isinstance(value, dict) and "@import" in value:
            raise self._refused(f"its context imports {str(value['@import'])[:200]}, which is never loaded")
        return self.placed(value)

    def _fetched(self, address: str) -> Any:
        if os.environ.get(ASKED_FOR, "").lower() != "yes":
            raise self._refused(
                f"its context {address[:200]} stands elsewhere; write it into the file, or set {ASKED_FOR}=yes"
            )
        url = urljoin(self.file.resolve().as_uri(), address)
        if not is_http_url(url):
            raise self._refused(f"its context {address[:200]} is no http(s) address")
        if url not in self.found:
            if len(self.found) == MOST_CONTEXTS:
                raise self._refused(f"it names more than {MOST_CONTEXTS} contexts")
            self.found[url] = self._inner(url)
        return self.found[url]

    def _inner(self, url: str) -> Any:
        try:
            loaded = json.loads(self._download(url))
        except (httpx.HTTPError, ValueError) as error:
            raise self._refused(f"its context {url[:200]} did not come ({error})") from error
        context = loaded.get("@context") if isinstance(loaded, dict) else None
        if not isinstance(context, dict):
            raise self._refused(f"what came from {url[:200]} is no context")
        return context

    def _download(self, url: str) -> bytes:
        data = b""
        headers = {"Accept": "application/ld+json, application/json"}
        wait = max(self.deadline - time.monotonic(), 0.001)
        with httpx.stream("GET", url, headers=headers, timeout=wait, follow_redirects=True) as response:
            response.raise_for_status()
            for chunk in response.iter_bytes():
                data += chunk
                if len(data) > MOST_BYTES or time.monotonic() > self.deadline:
                    raise self._refused(
                        f"its context {url[:200]} takes more than {MOST_SECONDS:.0f} s or {MOST_BYTES:,} bytes"
                    )
        return data

    def _refused(self, reason: str) -> GraphUnavailableError:
        return GraphUnavailableError(f"{self.file}: {reason}")
