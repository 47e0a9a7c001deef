"""What went wrong at a chat model, as one line that says what to do.

Errors are told apart by HTTP status and by class name, because the providers' packages are not imported here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from langchain_core.language_models import BaseChatModel
from pydantic import SecretStr, ValidationError

from pog_agent.errors import ModelUnavailableError
from pog_agent.redaction import redacted
from pog_agent.urls import password_of, without_password

NO_KEY = "not-needed"
"""Sent as the API key to a server of one's own when none is set: local servers ask for none."""

_MALFORMED = (ValueError, TypeError, LookupError, AttributeError)
_TIMEOUTS = {"TimeoutError", "APITimeoutError", "ModelTimeoutError", "TimeoutException"}
_CONNECTION = {"OSError", "APIConnectionError", "ModelConnectionError", "TransportError"}
_OVERFLOW = {"ContextOverflowError"}
_PARAMETERS = {
    "temperature": ("temperature",),
    "max_tokens": ("max_tokens", "max_output_tokens"),
    "max_completion_tokens": ("max_completion_tokens",),
}
_QUOTED = 200


@dataclass(frozen=True)
class ModelEndpoint:
    """Which model stands where, for messages; what it was given in secret is blotted out of them by `hide`."""

    model: str
    base_url: str | None = None
    key_variable: str | None = None
    secrets: tuple[str, ...] = field(default=(), repr=False)

    @classmethod
    def of_model(cls, model: BaseChatModel) -> "ModelEndpoint":
        """Reads name, base URL and the key's environment variable off any LangChain chat model."""
        name = getattr(model, "model_name", None) or getattr(model, "model", None) or type(model).__name__
        client = getattr(model, "root_async_client", None)
        url = getattr(model, "openai_api_base", None) or getattr(client, "base_url", None)
        url = url or getattr(model, "base_url", None)
        variables = [name for key, name in model.lc_secrets.items() if "key" in key.lower()]
        shown = without_password(str(url)).rstrip("/") if url else None
        return cls(str(name), shown, variables[0] if variables else None, _secrets(model, str(url or "")))

    def hide(self, text: str) -> str:
        """The text on one line, without secrets: a server may repeat what it was sent."""
        return redacted(" ".join(text.split()), self.secrets)

    def __str__(self) -> str:
        place = f" at {self.base_url}" if self.base_url else ""
        return f"the model {self.model}{place}"


def _secrets(model: BaseChatModel, url: str) -> tuple[str, ...]:
    values = (value for _, value in model if isinstance(value, SecretStr))
    keys = (value.get_secret_value() for value in values)
    return tuple(key for key in (*keys, password_of(url)) if key and key != NO_KEY)


def rejected_parameter(error: Exception, sent: frozenset[str]) -> str | None:
    """The optional parameter that was sent and that server or client say they do not take."""
    is_of_client = isinstance(error, TypeError | ValidationError)
    if is_too_long(error) or not (status_of(error) in (400, 422) or is_of_client):
        return None
    text = named_parameter(error).lower()
    for parameter, spellings in _PARAMETERS.items():
        if parameter in sent and any(spelling in text for spelling in spellings):
            return parameter
    return None


def named_parameter(error: Exception) -> str:
    """What an error says of the parameter at fault: its name, where it has a field for that, else all its text."""
    name = getattr(error, "param", None)
    return name if isinstance(name, str) and name else words_of(error)


def words_of(error: BaseException) -> str:
    """What an error says, with the body of the response where the client has not understood that."""
    text, body = str(error), getattr(error, "body", None)
    is_understood = isinstance(body, Mapping) and str(body.get("message") or "") in text and "message" in body
    return text if body is None or body == "" or is_understood else f"{text} - {body}"


def is_timeout(error: Exception) -> bool:
    """Whether nothing, or not all, came in time."""
    return bool(_names(error) & _TIMEOUTS)


def is_out_of_reach(error: Exception) -> bool:
    """Whether no server was found at all."""
    return "ConnectError" in _names(_root(error))


def is_too_long(error: Exception) -> bool:
    """Whether the model says that the prompt is longer than what it reads."""
    return bool(_names(error) & _OVERFLOW)


def is_rejection(error: Exception) -> bool:
    """Whether the server does not take the request as it is, for its prompt or for what all requests have."""
    return is_too_long(error) or status_of(error) in (400, 413, 422)


def unavailable(error: Exception, endpoint: ModelEndpoint) -> ModelUnavailableError | None:
    """The error to raise instead, None for one that says nothing about the model."""
    status = status_of(error)
    names = _names(error)
    if status is not None:
        problem = _by_status(status, error, endpoint)
    elif names & _TIMEOUTS:
        problem = "did not answer in time: raise the timeout, or check that the server is not overloaded"
    elif names & _CONNECTION:
        words = _words(_root(error), endpoint)
        problem = f"cannot be reached ({words}): check the base URL and that the server is running"
    elif "OpenAIError" in names or "ModelError" in names:
        problem = f"cannot be used: {_words(error, endpoint)}"
    elif isinstance(error, _MALFORMED):
        problem = (
            f"sent something that is not a chat completion ({_words(error, endpoint)}): check the base URL, "
            "which usually ends in /v1"
        )
    else:
        return None
    return ModelUnavailableError(f"{endpoint} {problem}")


def _by_status(status: int, error: Exception, endpoint: ModelEndpoint) -> str:
    # The server's own words are left out where they may repeat the key.
    known = {
        401: f"rejects the API key: set {endpoint.key_variable or 'its API key'} to a valid key",
        403: "refuses access: the API key may not use this model, choose another model or key",
        404: "does not exist: check the model's name and the base URL, which usually ends in /v1",
        408: "did not answer in time: raise the timeout, or try again later",
        429: f"is over its rate limit or quota: wait, or check the account; it says: {_words(error, endpoint)}",
    }
    other = "fails: try again later" if status >= 500 else "rejects the request"
    return f"{known.get(status, f'{other}; it says: {_words(error, endpoint)}')} (HTTP {status})"


def status_of(error: Exception) -> int | None:
    """The HTTP status that an error of any provider's client carries."""
    status = getattr(error, "status_code", None)
    if status is None:
        status = getattr(getattr(error, "response", None), "status_code", None)
    # Clients attach a successful response to the error of reading it.
    return status if isinstance(status, int) and status >= 400 else None


def _names(error: BaseException) -> set[str]:
    return {cls.__name__ for cls in type(error).__mro__}


def _root(error: BaseException) -> BaseException:
    for _ in range(10):
        cause = error.__cause__ or error.__context__
        if cause is None or not str(cause):
            break
        error = cause
    return error


def _words(error: BaseException, endpoint: ModelEndpoint) -> str:
    text = endpoint.hide(words_of(error)) or type(error).__name__
    return text if len(text) <= _QUOTED else text[:_QUOTED] + " ..."
