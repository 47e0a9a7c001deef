"""What went wrong at a chat model, as one line that says what to do.

Errors are told apart by HTTP status and by class name, because the providers' packages are not imported here.
"""

from dataclasses import dataclass

from langchain_core.language_models import BaseChatModel

from pog_agent.errors import ModelUnavailableError
from pog_agent.urls import without_password

_MALFORMED = (ValueError, TypeError, LookupError, AttributeError)
_TIMEOUTS = {"TimeoutError", "APITimeoutError", "ModelTimeoutError", "TimeoutException"}
_CONNECTION = {"OSError", "APIConnectionError", "ModelConnectionError", "TransportError"}
_OVERFLOW = {"ContextOverflowError"}
_PARAMETERS = {
    "temperature": ("temperature",),
    "max_tokens": ("max_tokens", "max_completion_tokens", "max_output_tokens"),
}
_QUOTED = 200


@dataclass(frozen=True)
class ModelEndpoint:
    """Which model stands where, for messages. No secret is part of it."""

    model: str
    base_url: str | None = None
    key_variable: str | None = None

    @classmethod
    def of_model(cls, model: BaseChatModel) -> "ModelEndpoint":
        """Reads name, base URL and the key's environment variable off any LangChain chat model."""
        name = getattr(model, "model_name", None) or getattr(model, "model", None) or type(model).__name__
        client = getattr(model, "root_async_client", None)
        url = getattr(model, "openai_api_base", None) or getattr(client, "base_url", None)
        url = url or getattr(model, "base_url", None)
        secrets = [name for key, name in model.lc_secrets.items() if "key" in key.lower()]
        return cls(str(name), without_password(str(url)) if url else None, secrets[0] if secrets else None)

    def __str__(self) -> str:
        place = f" at {self.base_url}" if self.base_url else ""
        return f"the model {self.model}{place}"


def rejected_parameter(error: Exception, sent: frozenset[str]) -> str | None:
    """The optional parameter that was sent and that server or client say they do not take."""
    if _names(error) & _OVERFLOW or not (status_of(error) in (400, 422) or isinstance(error, TypeError)):
        return None
    text = str(error).lower()
    for parameter, spellings in _PARAMETERS.items():
        if parameter in sent and any(spelling in text for spelling in spellings):
            return parameter
    return None


def rejects_prompt(error: Exception, has_served: bool) -> bool:
    """Whether the error concerns this prompt alone: too long, or rejected by a model that has served."""
    return bool(_names(error) & _OVERFLOW) or (has_served and status_of(error) in (400, 413, 422))


def unavailable(error: Exception, endpoint: ModelEndpoint) -> ModelUnavailableError | None:
    """The error to raise instead, None for one that says nothing about the model."""
    status = status_of(error)
    names = _names(error)
    if status is not None:
        problem = _by_status(status, error, endpoint)
    elif names & _TIMEOUTS:
        problem = "did not answer in time: raise the timeout, or check that the server is not overloaded"
    elif names & _CONNECTION:
        problem = f"cannot be reached ({_words(_root(error))}): check the base URL and that the server is running"
    elif "OpenAIError" in names or "ModelError" in names:
        problem = f"cannot be used: {_words(error)}"
    elif isinstance(error, _MALFORMED):
        problem = (
            f"sent something that is not a chat completion ({_words(error)}): check the base URL, "
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
        429: f"is over its rate limit or quota: wait, or check the account; it says: {_words(error)}",
    }
    other = "fails: try again later" if status >= 500 else "rejects the request"
    return f"{known.get(status, f'{other}; it says: {_words(error)}')} (HTTP {status})"


def status_of(error: Exception) -> int | None:
    """The HTTP status that an error of any provider's client carries."""
    status = getattr(error, "status_code", None)
    if status is None:
        status = getattr(getattr(error, "response", None), "status_code", None)
    # Clients attach a successful response to the error of reading it.
    return status if isinstance(status, int) and status >= 400 else None


def _names(error: Exception) -> set[str]:
    return {cls.__name__ for cls in type(error).__mro__}


def _root(error: BaseException) -> BaseException:
    for _ in range(10):
        cause = error.__cause__ or error.__context__
        if cause is None or not str(cause):
            break
        error = cause
    return error


def _words(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= _QUOTED else text[:_QUOTED] + " ..."
