"""What `served_models` tells of each kind of server, and its errors, over real HTTP."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.responses import HTMLResponse, JSONResponse, Response

from pog_agent.errors import ModelUnavailableError, SettingError
from pog_agent.reasoner.providers import listing
from pog_agent.reasoner.providers.listing import served_models
from pog_agent.reasoner.providers.server import ModelServer
from tests.llm_server import ScriptedLLM
from tests.model_servers import Asked, Body, OllamaModel, OllamaPlay, completion, serve_replies

SCHEMA_REPLY = '{"answer": "yes"}'


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_API_BASE", "OPENAI_BASE_URL", "OLLAMA_HOST"):
        monkeypatch.delenv(name, raising=False)


def listed(*rows: Body) -> Body:
    return {"object": "list", "data": [*rows]}


def constrained(asked: Asked) -> str:
    """A model that says the bare word, unless its server holds it to a format."""
    return SCHEMA_REPLY if asked.format is not None else "yes"


def replying(supported: str | None, refusal: Response | None = None) -> Callable[[Body], Any]:
    """A chat route that holds replies to one kind of format, and ignores or refuses the others."""

    def reply(body: Body) -> Any:
        kind = body.get("response_format", {}).get("type")
        if kind is not None and kind != supported and refusal is not None:
            return refusal
        return completion(SCHEMA_REPLY if kind is not None and kind == supported else "Yes.")

    return reply


class TestOllama:
    @pytest.fixture
    def ollama(self) -> OllamaPlay:
        return OllamaPlay(
            (
                OllamaModel("qwen2.5:7b", constrained, num_ctx=16384),
                OllamaModel("llama3.1:latest", constrained, trained=131072),
                OllamaModel("nomic-embed-text:latest", capabilities=("embedding",)),
            )
        )

    @pytest.mark.parametrize("suffix", ["", "/", "/v1"])
    def test_all_chat_models_are_listed_under_either_url_and_none_is_loaded(
        self, ollama: OllamaPlay, suffix: str
    ) -> None:
        with ollama.serve() as root:
            server = served_models(root + suffix)
        assert (server.kind, server.base_url) == ("Ollama", root)
        assert [model.spec for model in server.models] == ["ollama:qwen2.5:7b", "ollama:llama3.1:latest"]
        assert [model.most_context for model in server.models] == [32768, 131072]
        assert ollama.loads == []

    @pytest.mark.parametrize("name", ["llama3.1", "ollama:llama3.1", "openai:llama3.1:latest"])
    def test_one_model_is_called_once_with_the_context_that_a_run_asks_for(
        self, ollama: OllamaPlay, name: str
    ) -> None:
        with ollama.serve() as root:
            (model,) = served_models(root, name).models
        assert (model.name, model.json_support, model.context) == ("llama3.1:latest", "json_schema", 8192)
        assert model.seconds is not None
        assert len(ollama.asked) == 1
        assert ollama.loads == [8192]

    def test_a_missing_package_is_noted(self, ollama: OllamaPlay, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(listing, "find_spec", lambda _: None)
        with ollama.serve() as root:
            (note,) = served_models(root).notes
        assert f"pip install 'pog-agent[ollama]'; without it write openai:NAME with --base-url {root}/v1" in note

    def test_the_context_of_a_modelfile_is_kept(self, ollama: OllamaPlay) -> None:
        with ollama.serve() as root:
            (model,) = served_models(root, "qwen2.5:7b").models
        assert model.context == 16384

    def test_a_model_that_it_does_not_have(self, ollama: OllamaPlay) -> None:
        with (
            ollama.serve() as root,
            pytest.raises(ModelUnavailableError, match=r"no model phi4; it has qwen2.5:7b"),
        ):
            served_models(root, "ollama:phi4")


VLLM = {"id": "Qwen/Qwen3-8B", "object": "model", "owned_by": "vllm", "max_model_len": 40960}
STUDIO = [
    {"id": "gemma", "type": "llm", "state": "loaded", "max_context_length": 8192, "loaded_context_length": 4096},
    {"id": "qwen2-vl", "type": "vlm", "state": "not-loaded", "max_context_length": 32768},
    {"id": "nomic", "type": "embeddings", "state": "not-loaded", "max_context_length": 2048},
]
LLAMA_CPP = {"id": "qwen.gguf", "owned_by": "llamacpp", "meta": {"n_ctx_train": 32768}}


def kinds() -> Iterator[tuple[Body, str, list[tuple[str, int | None, int | None]]]]:
    yield {"/v1/models": listed(VLLM)}, "OpenAI protocol", [("openai:Qwen/Qwen3-8B", 40960, 40960)]
    yield (
        {"/v1/models": listed(*({"id": row["id"]} for row in STUDIO)), "/api/v0/models": listed(*STUDIO)},
        "LM Studio",
        [("openai:gemma", 4096, 8192), ("openai:qwen2-vl", None, 32768)],
    )
    yield (
        {"/v1/models": listed(LLAMA_CPP), "/props": {"default_generation_settings": {"n_ctx": 4096}}},
        "llama.cpp",
        [("openai:qwen.gguf", 4096, 32768)],
    )
    yield {"/v1/models": listed({"id": "gpt-4o"})}, "OpenAI protocol", [("openai:gpt-4o", None, None)]
    router = {"id": "qwen/qwen3", "context_length": 131072}
    yield {"/v1/models": listed(router)}, "OpenAI protocol", [("openai:qwen/qwen3", 131072, 131072)]


@pytest.mark.parametrize(("replies", "kind", "rows"), [*kinds()])
@pytest.mark.parametrize("suffix", ["", "/v1"])
def test_each_kind_of_server_tells_its_context_in_its_own_place(
    replies: Body, kind: str, rows: list[tuple[str, int | None, int | None]], suffix: str
) -> None:
    with serve_replies({"/v1/chat/completions": completion("Yes."), **replies}) as root:
        server = served_models(root + suffix)
    assert kind in server.kind
    assert server.base_url == f"{root}/v1"
    assert [(model.spec, model.context, model.most_context) for model in server.models] == rows


def test_a_short_context_of_the_only_model_is_noted() -> None:
    replies = {"/v1/models": listed(VLLM | {"max_model_len": 4096}), "/v1/chat/completions": completion("Yes.")}
    with serve_replies(replies) as root:
        (note,) = served_models(root).notes
    assert "a context of 4,096 tokens is short" in note


NO_FORMAT = JSONResponse({"error": {"message": "response_format is not supported"}}, 400)


@pytest.mark.parametrize(
    ("chat", "support", "calls"),
    [
        (replying("json_schema"), "json_schema", 1),
        (replying("json_object"), "json_object", 2),
        (replying("json_object", NO_FORMAT), "json_object", 2),
        (replying(None), "plain", 2),
        (replying(None, NO_FORMAT), "plain", 3),
        (lambda _: completion(f"<think>White, {{yes}}.</think>\n{SCHEMA_REPLY}"), "json_schema", 1),
    ],
)
def test_what_a_server_holds_replies_to_is_found_by_one_call_or_a_few(
    chat: Callable[[Body], Any], support: str, calls: int
) -> None:
    bodies: list[Body] = []

    def counted(body: Body) -> Any:
        bodies.append(body)
        return chat(body)

    with serve_replies({"/v1/models": listed(VLLM), "/v1/chat/completions": counted}) as root:
        (model,) = served_models(f"{root}/v1").models
    assert (model.json_support, model.problem, len(bodies)) == (support, "", calls)
    assert model.seconds is not None


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (JSONResponse({"error": {"message": "CUDA out of memory"}}, 500), "HTTP 500: CUDA out of memory"),
        (JSONResponse({"detail": "busy"}, 429), "HTTP 429: busy"),
        (HTMLResponse("<html>"), "no chat completion"),
        (completion(""), "no chat completion"),
    ],
)
def test_a_model_that_gives_no_reply_is_listed_with_its_problem(reply: Any, words: str) -> None:
    with serve_replies({"/v1/models": listed(VLLM), "/v1/chat/completions": reply}) as root:
        (model,) = served_models(f"{root}/v1").models
    assert words in model.problem
    assert (model.json_support, model.seconds) == (None, None)


class TestErrors:
    def test_no_server(self) -> None:
        with ScriptedLLM().serve() as base_url:
            pass
        with pytest.raises(ModelUnavailableError, match=r"no server answers at http://127.*: start it, or check"):
            served_models(base_url)

    @pytest.mark.parametrize("replies", [{}, {"/v1/models": []}, {"/v1/models": {"object": "list"}}])
    def test_a_server_of_something_else(self, replies: Body) -> None:
        with (
            serve_replies(replies) as root,
            pytest.raises(ModelUnavailableError, match="which usually ends in /v1"),
        ):
            served_models(f"{root}/v1")

    def test_no_json(self) -> None:
        with (
            serve_replies({"/v1/models": HTMLResponse("<html>Welcome</html>")}) as root,
            pytest.raises(ModelUnavailableError, match="sends nothing that is JSON"),
        ):
            served_models(f"{root}/v1")

    def test_a_refused_key_is_not_repeated(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-mine")
        refusal = JSONResponse({"error": {"message": "Incorrect API key: sk-secret-of-mine"}}, 401)
        with (
            serve_replies({"/v1/models": refusal}) as root,
            pytest.raises(ModelUnavailableError, match="set OPENAI_API_KEY") as caught,
        ):
            served_models(f"{root}/v1")
        assert "sk-secret" not in str(caught.value)

    def test_a_server_that_hangs(self) -> None:
        ollama = OllamaPlay((OllamaModel("m:1b"),), hang=5.0)
        with ollama.serve() as root:
            (model,) = served_models(root, timeout=0.3).models
        assert "did not answer within 0.3 s" in model.problem

    def test_it_must_be_said_which_server(self) -> None:
        with pytest.raises(SettingError, match=r"which server\? Give --base-url, usually http://localhost:11434"):
            served_models()
        with pytest.raises(SettingError, match="must start with http"):
            served_models("localhost:11434")


def test_the_server_of_ollama_is_found_by_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    with OllamaPlay((OllamaModel("phi4:14b", constrained),)).serve() as root:
        monkeypatch.setenv("OLLAMA_HOST", root.removeprefix("http://"))
        server: ModelServer = served_models(model="ollama:phi4:14b")
    assert server.base_url.endswith(root.rpartition(":")[2])
