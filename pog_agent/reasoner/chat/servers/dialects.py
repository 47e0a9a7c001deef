"""How a call says what it wants, by the package of its model: caps, forms, streams, marks for caches."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, SystemMessage

from pog_agent.reasoner.base import LlmStep
from pog_agent.reasoner.chat.completion import Messages
from pog_agent.reasoner.chat.failures import ModelEndpoint
from pog_agent.reasoner.chat.servers.known_server import FORMS, JSON_SCHEMA
from pog_agent.reasoner.reply_schema import schema_of, strict_form

MAX_TOKENS: Final = "max_tokens"
MAX_COMPLETION_TOKENS: Final = "max_completion_tokens"
_HOSTED: Final = (".openai.com", ".azure.com")
_WITH_RESPONSE_FORMAT: Final = frozenset({"groq-chat", "mistralai-chat", "fireworks-chat"})

SentMessages = list[tuple[str, str] | BaseMessage]


@dataclass(frozen=True)
class CallOptions:
    """What one call asks for beyond its messages; `form` is empty for plain text, `cap_name` without a `cap`."""

    step: LlmStep[Any]
    temperature: float | None = None
    cap: int | None = None
    cap_name: str = ""
    form: str = ""
    is_streamed: bool = False

    @property
    def names(self) -> frozenset[str]:
        """The optional parameters that are sent."""
        named = {"temperature"} if self.temperature is not None else set()
        return frozenset(named | {self.cap_name} if self.cap_name else named)


class ModelDialect:
    """Any model of LangChain: it takes a temperature and a cap, and replies as it likes."""

    forms: tuple[str, ...] = ()
    cap_names: tuple[str, ...] = (MAX_TOKENS,)
    can_stream = False

    def arguments(self, options: CallOptions) -> dict[str, Any]:
        """The keyword arguments of the call."""
        given = {"temperature": options.temperature, MAX_TOKENS: options.cap}
        return {name: value for name, value in given.items() if value is not None}

    def messages(self, messages: Messages) -> SentMessages:
        """The messages, marked where the provider wants to be told what to keep."""
        return [*messages]


class OpenAIDialect(ModelDialect):
    """LangChain's packages for the OpenAI protocol.

    Cap and form go into the body as they are: the package renames `max_tokens`, which most servers of one's own
    know alone, and does not give out a reply with a form that was cut off. At OpenAI itself a schema stands in
    front of the prompt, is compiled at its first use, and wants to be strict: so it is the same for every call of
    a step there. Elsewhere it lists the choices that were shown. Nor are replies streamed there: caps are heeded,
    and each piece of a stream costs 0.2 ms here.
    """

    forms: tuple[str, ...] = FORMS

    def __init__(self, model: BaseChatModel, url: str | None) -> None:
        self._body: dict[str, Any] = dict(getattr(model, "extra_body", None) or {})
        self._has_own_cap = getattr(model, MAX_TOKENS, None) is not None
        self._is_hosted = f".{urlsplit(url or 'https://api.openai.com').hostname}".endswith(_HOSTED)
        names = (MAX_TOKENS, MAX_COMPLETION_TOKENS)
        self.cap_names = names[::-1] if self._is_hosted else names
        is_off = getattr(model, "streaming", False) is False and "streaming" in model.model_fields_set
        self._may_be_told = not model.disable_streaming and not is_off
        self.can_stream = self._may_be_told and not self._is_hosted
        given = {**self._body, **(getattr(model, "model_kwargs", None) or {})}
        if "response_format" in given:
            self.forms = ()

    def arguments(self, options: CallOptions) -> dict[str, Any]:
        """What the package knows by name, and the rest in the body."""
        given: dict[str, Any] = {"temperature": options.temperature} if options.temperature is not None else {}
        body = dict(self._body)
        if options.cap is not None and self._has_own_cap:
            given[MAX_TOKENS] = options.cap
        elif options.cap is not None:
            body[options.cap_name] = options.cap
        if options.form:
            body["response_format"] = self._response_format(options)
        if body:
            given["extra_body"] = body
        if self._may_be_told:
            given["stream"] = options.is_streamed  # said either way: whoever listens for tokens would switch it on
        if options.is_streamed:
            given["stream_usage"] = True
        return given

    def _response_format(self, options: CallOptions) -> dict[str, Any]:
        if not self._is_hosted:
            return _response_format(options)
        schema = schema_of(options.step.reply)
        strict = strict_form(schema)
        return _response_format(options, schema=strict or schema, strict=strict is not None)


class ResponseFormatDialect(ModelDialect):
    """Packages of other providers that take OpenAI's parameter by its name."""

    forms = FORMS

    def arguments(self, options: CallOptions) -> dict[str, Any]:
        """The form is a keyword, too."""
        given = super().arguments(options)
        return {**given, "response_format": _response_format(options)} if options.form else given


class OllamaDialect(ModelDialect):
    """LangChain's package for Ollama, which streams inside anyway."""

    forms = FORMS

    def arguments(self, options: CallOptions) -> dict[str, Any]:
        """The form is the schema itself, or the word for any JSON."""
        given = super().arguments(options)
        if options.form:
            given["format"] = options.step.reply_schema() if options.form == JSON_SCHEMA else "json"
        return given


class AnthropicDialect(ModelDialect):
    """LangChain's package for Anthropic, which keeps only what is marked."""

    def messages(self, messages: Messages) -> SentMessages:
        """The system message is the same in every call of a step."""
        marked: SentMessages = [*messages]
        if messages and messages[0][0] == "system":
            block = {"type": "text", "text": messages[0][1], "cache_control": {"type": "ephemeral"}}
            marked[0] = SystemMessage(content=[block])
        return marked


def dialect_of(model: BaseChatModel, endpoint: ModelEndpoint) -> ModelDialect:
    """The dialect of a model, by what it says of itself."""
    kind = model._llm_type  # the only name that all packages give to themselves
    if {"extra_body", "root_async_client"} <= type(model).model_fields.keys() and not _is_of_responses(model):
        return OpenAIDialect(model, endpoint.base_url)
    if kind in _WITH_RESPONSE_FORMAT:
        return ResponseFormatDialect()
    if kind == "chat-ollama":
        return OllamaDialect()
    return AnthropicDialect() if kind == "anthropic-chat" else ModelDialect()


def _is_of_responses(model: BaseChatModel) -> bool:
    """Whether a model of OpenAI is asked by the other protocol of theirs, which has other parameters."""
    chosen = getattr(model, "_use_responses_api", None)
    return bool(chosen({})) if callable(chosen) else False


def _response_format(options: CallOptions, **more: Any) -> dict[str, Any]:
    if options.form != JSON_SCHEMA:
        return {"type": options.form}
    named = {"name": options.step.name, **more}
    return {"type": JSON_SCHEMA, JSON_SCHEMA: {"schema": options.step.reply_schema(), **named}}
