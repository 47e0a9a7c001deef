"""Opening chat models: names, keys, base URLs, other providers."""

import sys
from types import ModuleType
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel

from pog_agent.errors import ModelUnavailableError, SettingError
from pog_agent.reasoner.chat.models import open_chat_model
from pog_agent.reasoner.chat.reasoner import ChatReasoner
from pog_agent.reasoner.providers.known_models import known_models
from pog_agent.reasoner.steps.recognize_topics import RecognizeTopics
from tests.llm_server import ScriptedLLM


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_API_BASE", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("spec", ["my-model", "offline", "", ":x", "openai:", "  "])
def test_an_unknown_name_lists_the_forms_allowed(spec: str) -> None:
    with pytest.raises(SettingError, match=r"'offline' .* 'provider:name'"):
        open_chat_model(spec)


@pytest.mark.parametrize(
    ("spec", "advice"),
    [
        ("gpt-4o-mini", "write 'openai:gpt-4o-mini'"),
        ("o3-mini", "write 'openai:o3-mini'"),
        ("claude-sonnet-4-5", "write 'anthropic:claude-sonnet-4-5'"),
        ("gemini-2.5-flash", "write 'google_genai:gemini-2.5-flash'"),
        ("google:gemini-2.5-flash", "write 'google_genai:gemini-2.5-flash'"),
        ("llama3.1", "with Ollama write 'ollama:llama3.1'; for a server of the OpenAI protocol write"),
        ("qwen2.5:7b", "with Ollama write 'ollama:qwen2.5:7b'"),
        ("gpt-oss:20b", "with Ollama write 'ollama:gpt-oss:20b'"),
        ("mistral:7b-instruct", "with Ollama write 'ollama:mistral:7b-instruct'"),
        ("gemma:latest", "with Ollama write 'ollama:gemma:latest'"),
        ("Qwen/Qwen3-8B", "write 'openai:Qwen/Qwen3-8B' and give its base URL"),
        (
            "vllm:Qwen/Qwen3-8B",
            "write 'openai:Qwen/Qwen3-8B' and give its base URL, such as http://localhost:8000",
        ),
        ("lmstudio:gemma-3", "write 'openai:gemma-3' and give its base URL, such as http://localhost:1234/v1"),
    ],
)
def test_a_name_without_its_provider_gets_the_right_advice(spec: str, advice: str) -> None:
    with pytest.raises(SettingError) as caught:
        open_chat_model(spec)
    assert advice in str(caught.value)
    assert f"unknown model {spec!r}" in str(caught.value)


def test_a_missing_key_names_the_variable() -> None:
    with pytest.raises(ModelUnavailableError, match="set OPENAI_API_KEY"):
        open_chat_model("openai:gpt-4o-mini")


def test_a_base_url_without_scheme_is_rejected() -> None:
    with pytest.raises(SettingError, match="must start with http"):
        open_chat_model("openai:m", "localhost:8000/v1")


async def test_a_local_server_needs_no_key() -> None:
    llm = ScriptedLLM({"recognize_topics": {"mentions": ["A"]}})
    with llm.serve() as base_url:
        reply = await ChatReasoner(open_chat_model("openai:llama3:8b", base_url)).ask(RecognizeTopics("A?", ()))
    assert reply.value == ("A",)
    assert llm.requests[0]["model"] == "llama3:8b"
    assert llm.headers[0]["authorization"] == "Bearer not-needed"


async def test_key_and_base_url_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    llm = ScriptedLLM({"recognize_topics": {"mentions": ["A"]}})
    with llm.serve() as base_url:
        monkeypatch.setenv("OPENAI_BASE_URL", base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-mine")
        await ChatReasoner(open_chat_model("openai:m")).ask(RecognizeTopics("A?", ()))
    assert llm.headers[0]["authorization"] == "Bearer sk-mine"


@pytest.mark.parametrize(
    ("spec", "packages"),
    [
        ("google_genai:gemini-2.5-flash", "pip install 'pog-agent[google]'"),
        ("anthropic:claude-sonnet-4-5", "pip install 'pog-agent[anthropic]'"),
        ("mistralai:large", "pip install langchain langchain-mistralai"),
        ("ollama:llama3.1", "pip install 'pog-agent[ollama]'; without it write 'openai:llama3.1' with --base-url"),
    ],
)
def test_a_missing_package_is_told_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, spec: str, packages: str
) -> None:
    for module in ("langchain", "langchain.chat_models", "langchain_ollama"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, "pog_agent.reasoner.providers.ollama_chat", raising=False)
    with pytest.raises(SettingError) as caught:
        open_chat_model(spec)
    assert packages in str(caught.value)


class TestOtherProviders:
    @pytest.fixture
    def opened(self, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
        """Stands in for the langchain package, which is no dependency; what it was asked for."""
        calls: list[tuple[str, dict[str, Any]]] = []

        def init_chat_model(name: str, **options: Any) -> FakeListChatModel:
            calls.append((name, options))
            if options["model_provider"] == "nowhere":
                raise ValueError("Unsupported\nmodel_provider='nowhere'.")
            if options["model_provider"] == "absent":
                raise ImportError("pip install langchain-absent")
            return FakeListChatModel(responses=['{"mentions": ["A"]}'])

        package, module = ModuleType("langchain"), ModuleType("langchain.chat_models")
        module.init_chat_model = init_chat_model  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "langchain", package)
        monkeypatch.setitem(sys.modules, "langchain.chat_models", module)
        return calls

    async def test_they_are_opened_through_langchain(self, opened: list[tuple[str, dict[str, Any]]]) -> None:
        model = open_chat_model("mistralai:large", "https://example.org", 5, 1)
        assert opened[0][0] == "large"
        assert opened[0][1]["model_provider"] == "mistralai"
        assert opened[0][1]["base_url"] == "https://example.org"
        assert (await ChatReasoner(model).ask(RecognizeTopics("A?", ()))).value == ("A",)

    @pytest.mark.parametrize(
        ("spec", "variable"),
        [("anthropic:claude", "ANTHROPIC_API_KEY"), ("google_genai:gemini", "GOOGLE_API_KEY")],
    )
    def test_a_missing_key_of_theirs_is_told_before_any_call(
        self, opened: object, monkeypatch: pytest.MonkeyPatch, spec: str, variable: str
    ) -> None:
        for name in known_models().keys["anthropic"] + known_models().keys["google_genai"]:
            monkeypatch.delenv(name, raising=False)
        with pytest.raises(ModelUnavailableError, match=f"needs an API key: set {variable}"):
            open_chat_model(spec)
        monkeypatch.setenv(variable, "key")
        assert open_chat_model(spec)

    @pytest.mark.parametrize(
        ("spec", "words"), [("nowhere:m", "Unsupported model"), ("absent:m", "needs a package")]
    )
    def test_what_langchain_says_is_passed_on_in_one_line(self, opened: object, spec: str, words: str) -> None:
        with pytest.raises(SettingError, match=words) as caught:
            open_chat_model(spec)
        assert "\n" not in str(caught.value)
