"""A client of the MCP server that speaks the protocol by hand: it leaves when it wants to."""

from typing import Any

import httpx

OLD_PROTOCOL = "2025-06-18"
"""The SDK itself ends what nobody waits for, since the next version."""


class Session:
    """A client that speaks the protocol by hand."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._headers = {"accept": "application/json, text/event-stream", "mcp-protocol-version": OLD_PROTOCOL}
        about = {"name": "test", "version": "1"}
        parameters = {"protocolVersion": OLD_PROTOCOL, "capabilities": {}, "clientInfo": about}
        reply = self.sent("initialize", parameters)
        self._headers["mcp-session-id"] = reply.headers["mcp-session-id"]
        self.sent("notifications/initialized", {}, number=None)

    def sent(self, method: str, parameters: Any, number: int | None = 1) -> httpx.Response:
        """The response to a request, or to a notification, which has no number."""
        reply = httpx.post(self._url, timeout=30, trust_env=False, **self._request(method, parameters, number))
        assert reply.is_success, reply.text
        return reply

    def asking(self, question: str) -> Any:
        """The stream of a question that is being answered."""
        call = self._request("tools/call", {"name": "ask", "arguments": {"question": question}}, 2)
        return httpx.stream("POST", self._url, timeout=30, trust_env=False, **call)

    def _request(self, method: str, parameters: Any, number: int | None) -> dict[str, Any]:
        body = {"jsonrpc": "2.0", "method": method, "params": parameters}
        return {"headers": self._headers, "json": body if number is None else {**body, "id": number}}
