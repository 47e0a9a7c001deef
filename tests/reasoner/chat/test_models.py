"""Opening chat models: names, keys, base URLs, other providers."""

import sys
from types import ModuleType
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel

from pog_agent.errors import ModelUnavailableError, SettingError
from pog_agent.reasoner.chat.models import open_chat_model
from pog_agent.reasoner.chat.reasoner import ChatReasoner
from pog_agent.reasoner.steps.recognize_topics import RecognizeTopics
from tests.llm_server import ScriptedLLM


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_API_BASE", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("spec", ["gpt-4o-mini", "offline", "", ":x", "openai:", "  "])
def test_an_unknown_name_lists_the_forms_allowed(spec: str) -> None:
    with pytest.raises(SettingError, match=r"'offline' .* 'provider:name'"):
        open_chat_model(spec)


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


def test_another_provider_without_langchain_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "langchain", None)
    monkeypatch.setitem(sys.modules, "langchain.chat_models", None)
    with pytest.raises(SettingError, match="pip install langchain langchain-google-genai"):
        open_chat_model("google_genai:gemini")


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
        ("spec", "words"), [("nowhere:m", "Unsupported model"), ("absent:m", "needs a package")]
    )
    def test_what_langchain_says_is_passed_on_in_one_line(self, opened: object, spec: str, words: str) -> None:
        with pytest.raises(SettingError, match=words) as caught:
            open_chat_model(spec)
        assert "\n" not in str(caught.value)
