"""A loopback server that speaks the OpenAI chat-completions protocol from a script, well or badly.

    llm = ScriptedLLM()
    with llm.serve(lambda step, body: '{"selected": [2]}' if step == "select_paths" else None) as base_url:
        ...  # ChatOpenAI(base_url=base_url)
    assert llm.steps == ["select_paths"]

A script gets the pipeline step and the request body. It returns the text of the reply, a `Reply` for more, or
None for the default reply of the step. `in_turn` gives one after the other.
"""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, repeat
from typing import Any

from pog_agent.prompts import PromptLibrary

Body = dict[str, Any]

DEFAULT_REPLIES: Mapping[str, Any] = {
    "recognize_topics": {"mentions": []},
    "analyze_question": {"split_questions": [], "chain": []},
    "read_question": {"starts": {}, "do": "list"},
    "answer_from_tree": {"reason": "It stands there.", "answer": [], "at": ["n1"], "missing": ""},
    "select_paths": {"selected": [1, 2, 3]},
    "summarize_paths": {"facts": [], "chain": ""},
    "judge_sufficiency": {"splits": [{"question": 1, "covered": True, "paths": [1]}], "sufficient": True},
    "predict_supplements": {"predictions": []},
    "answer": {"reason": "It stands there.", "kind": "entities", "citations": [{"path": 1, "position": 1}]},
    "compose_query": {"reason": "The paths say it.", "form": "none"},
    "score_relations": {"scores": [{"number": number, "score": 5} for number in (1, 2, 3)]},
    "score_entities": {"scores": [{"number": number, "score": 5} for number in (1, 2, 3)]},
    "score_passages": {"scores": [{"number": number, "score": 5} for number in (1, 2, 3)]},
    "prune_topics": {"keep": [1, 2, 3]},
    "select_relations": {"scores": [{"number": number, "score": 5} for number in (1, 2, 3)]},
    "reason_over_knowledge": {"sufficient": True, "citations": [{"path": 1, "position": 1}]},
    "reformulate_query": {"missing": "", "query": "what is missing"},
    "answer_io": {"answers": ["Paris"]},
    "answer_cot": {"reason": "Step by step.", "answers": ["Paris"]},
    "extract_relations": {"triples": []},
    "rewrite_question": {},
    "confirm_reading": {"differences": ["other relation"], "same": False},
    "choose_reading": {"number": 0},
    "repair": {},
}


@dataclass(frozen=True)
class Reply:
    """What the server does with one request.

    With a `status` other than 200 it sends an error with `text` as its message, with an `error` that as its body.
    `raw` replaces the whole body. To a request for a stream it sends the text in `pieces`, and counts its tokens
    if it is asked to and there is a `usage`; one that `goes_on` sends the last piece until the client leaves.
    It waits `hang` seconds before anything else, less if it is closed. One that `trickles` sends a body that never
    ends, with so many seconds between its bytes. `calls` are tools that it calls, with their arguments.
    """

    text: str | None = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    finish_reason: str = "stop"
    refusal: str | None = None
    raw: str | None = None
    error: Any = None
    pieces: tuple[str, ...] = ()
    goes_on: bool = False
    hang: float = 0.0
    trickles: float = 0.0
    usage: tuple[int, int] | None = (100, 10)
    cached: int = 0
    calls: tuple[tuple[str, Mapping[str, Any]], ...] = ()


Scripted = str | Reply | Mapping[str, Any] | None
Script = Callable[[str, Body], Scripted]


def fenced(text: str) -> str:
    return f"Here is the result:\n```json\n{text}\n```\nLet me know if you need more."


def thinking(text: str, closed: bool = True) -> str:
    return "<think>Path {1} looks good, so {" + ("</think>" if closed else "") + f"\n{text}"


def truncated(text: str, characters: int) -> Reply:
    return Reply(text[:characters], finish_reason="length")


REFUSAL = Reply("I'm sorry, but I can't help with that.")
REFUSAL_FIELD = Reply(None, refusal="I cannot help with that.")
PROSE = Reply("I would keep the first two paths because they mention the river.")
EMPTY = Reply("")
UNAUTHORIZED = Reply("Incorrect API key provided: sk-secret", 401)
NOT_FOUND = Reply("The model does not exist", 404)
BUSY = Reply("Slow down", 429, {"Retry-After": "0.05"})
BROKEN = Reply("Internal error", 500, {"Retry-After": "0.05"})
HTML = Reply(raw="<html>Welcome</html>")
TOO_LONG = Reply("This model's maximum context length is 10 tokens (context_length_exceeded)", 400)


def hang(seconds: float = 30.0) -> Reply:
    return Reply(hang=seconds)


def trickle(pause: float = 0.05) -> Reply:
    return Reply(trickles=pause)


def in_turn(*replies: Scripted) -> Script:
    """A script that gives these replies one after the other, then the last one for good."""
    left = list(replies)
    lock = threading.Lock()

    def script(step: str, body: Body) -> Scripted:
        with lock:
            return left.pop(0) if len(left) > 1 else left[0]

    return script


def rejecting(parameter: str, reply: Scripted) -> Script:
    """A script of a server that answers 400 as long as a request has this parameter."""

    def script(step: str, body: Body) -> Scripted:
        if parameter in body:
            return Reply(f"Unsupported parameter: '{parameter}' is not supported with this model.", 400)
        return reply

    return script


class ScriptedLLM:
    """The server; keeps the requests it has got and their headers (names in lower case), also once closed.

    `trickling` counts the clients that it is sending to without an end, `streaming` those that it streams to, and
    `connections` all that have connected. One that does not stream sends the whole reply all the same.
    """

    def __init__(self, defaults: Mapping[str, Scripted] | None = None, *, streams: bool = True) -> None:
        self.streams = streams
        self.streaming = 0
        self.sent = 0
        self.connections = 0
        self.requests: list[Body] = []
        self.headers: list[dict[str, str]] = []
        self.trickling = 0
        self._defaults: dict[str, Scripted] = {**DEFAULT_REPLIES, **(defaults or {})}
        self._titles = _titles()

    @property
    def steps(self) -> list[str]:
        """The pipeline step of each request, in order of arrival."""
        return [self.step_of(body) for body in self.requests]

    def step_of(self, body: Body) -> str:
        """The pipeline step that sent a request, by the title in its system message; a further turn repairs."""
        is_further = any(message["role"] == "assistant" for message in body["messages"])
        return "repair" if is_further else self._titles.get(system_text(body).partition("\n")[0], "unknown")

    def repaired_step(self, body: Body) -> str:
        """The step whose reply a `repair` request is about."""
        return self._titles.get(system_text(body).partition("\n")[0], "unknown")

    @contextmanager
    def serve(self, script: Script | None = None) -> Iterator[str]:
        """Serves the script on a free port of the loopback interface; gives the base URL."""
        closing = threading.Event()
        server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler(script, closing))
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.004}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1"
        finally:
            closing.set()
            server.shutdown()
            server.server_close()
            thread.join()

    def reply_to(self, script: Script | None, body: Body) -> Reply:
        """What the script gives for a request, as a Reply."""
        step = self.step_of(body)
        scripted = script(step, body) if script else None
        if scripted is None:
            scripted = self._defaults.get(step, "")
        if isinstance(scripted, Mapping):
            scripted = json.dumps(scripted)
        return scripted if isinstance(scripted, Reply) else Reply(scripted)

    def _handler(self, script: Script | None, closing: threading.Event) -> type[BaseHTTPRequestHandler]:
        llm = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True  # as in tests/servers.py

            def setup(self) -> None:
                llm.connections += 1
                super().setup()

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                llm.requests.append(body)
                llm.headers.append({name.lower(): value for name, value in self.headers.items()})
                if not self.path.endswith("/chat/completions"):
                    reply = Reply(f"no route {self.path}", 404)
                else:
                    reply = llm.reply_to(script, body)
                if reply.hang and closing.wait(reply.hang):
                    return
                if reply.trickles:
                    self.trickle(reply.trickles)
                elif body.get("stream") and llm.streams and reply.status == 200 and reply.raw is None:
                    self.stream(reply, body)
                else:
                    self.send(reply, body)

            def trickle(self, pause: float) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", "1000000")
                self.end_headers()
                llm.trickling += 1
                try:
                    while not closing.wait(pause):
                        self.wfile.write(b" ")
                except OSError:
                    pass
                finally:
                    llm.trickling -= 1

            def stream(self, reply: Reply, body: Body) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                llm.streaming += 1
                try:
                    for event in events(reply, body):
                        self.chunk(f"data: {event}\n\n".encode())
                        llm.sent += 1
                        if closing.is_set():
                            return
                    self.chunk(b"")
                except OSError:
                    self.close_connection = True
                finally:
                    llm.streaming -= 1

            def chunk(self, data: bytes) -> None:
                self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))

            def send(self, reply: Reply, body: Body) -> None:
                content = "text/html" if reply.raw is not None else "application/json"
                data = (reply.raw if reply.raw is not None else payload(reply, body)).encode()
                self.send_response(reply.status)
                for name, value in {"Content-Type": content, **reply.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        return Handler


@cache
def _titles() -> dict[str, str]:
    """The steps by the titles of their prompts."""
    prompts = PromptLibrary()
    return {prompts.get(name).title: name for name in prompts.names}


def payload(reply: Reply, body: Body) -> str:
    """The JSON body for a reply."""
    if reply.status != 200:
        return json.dumps(reply.error or {"error": {"message": reply.text, "type": "error", "code": None}})
    record: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": body.get("model", "scripted"),
        "choices": [
            {
                "index": 0,
                "finish_reason": reply.finish_reason,
                "message": {"role": "assistant", "content": reply.text, "refusal": reply.refusal, **_calls(reply)},
            }
        ],
    }
    if reply.usage:
        record["usage"] = _usage(reply.usage, reply.cached)
    return json.dumps(record)


def events(reply: Reply, body: Body) -> Iterator[str]:
    """The events of a streamed reply."""
    record = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": body.get("model", "m")}
    pieces = reply.pieces or (reply.text or "",)
    deltas = [{"role": "assistant", "content": pieces[0], "refusal": reply.refusal, **_calls(reply)}]
    deltas += [{"content": piece} for piece in pieces[1:]]
    for delta in chain(deltas, repeat(deltas[-1]) if reply.goes_on else ()):
        yield json.dumps({**record, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
    yield json.dumps({**record, "choices": [{"index": 0, "delta": {}, "finish_reason": reply.finish_reason}]})
    if reply.usage and body.get("stream_options", {}).get("include_usage"):
        yield json.dumps({**record, "choices": [], "usage": _usage(reply.usage, reply.cached)})
    yield "[DONE]"


def _usage(counted: tuple[int, int], cached: int) -> dict[str, Any]:
    sent, written = counted
    total = {"prompt_tokens": sent, "completion_tokens": written, "total_tokens": sent + written}
    return {**total, "prompt_tokens_details": {"cached_tokens": cached}} if cached else total


def _calls(reply: Reply) -> dict[str, Any]:
    functions = [{"name": name, "arguments": json.dumps(arguments)} for name, arguments in reply.calls]
    calls = [{"id": f"call-{place}", "type": "function", "function": it} for place, it in enumerate(functions)]
    return {"tool_calls": calls} if calls else {}


def system_text(body: Body) -> str:
    """The system message of a request."""
    return _text_of(body, "system")


def user_text(body: Body) -> str:
    """The user message of a request."""
    return _text_of(body, "user")


def last_text(body: Body) -> str:
    """The last message of a request: what a repair says is wrong."""
    return str(body["messages"][-1]["content"])


def _text_of(body: Body, role: str) -> str:
    return next((str(message["content"]) for message in body["messages"] if message["role"] == role), "")
