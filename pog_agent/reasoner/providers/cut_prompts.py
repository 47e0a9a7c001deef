"""Prompts that a server has cut without a word: Ollama does, where they are longer than its context."""

from typing import Final

from langchain_core.messages import AIMessage, BaseMessage

_FINGERPRINT: Final = "fp_ollama"
"""How Ollama signs its replies over the OpenAI protocol, which has no word for the context."""
_READ_AT_LEAST: Final = 0.7
"""Of a prompt's estimated tokens. Texts rarely have more than five characters a token; the estimate is four."""


def cut_prompt(message: BaseMessage, model: str, sent: int) -> tuple[str, ...]:
    """A warning where the server counts much fewer tokens of a prompt than the `sent` ones, by estimate."""
    usage = message.usage_metadata if isinstance(message, AIMessage) else None
    counted = usage["input_tokens"] if usage else 0
    is_ollama = message.response_metadata.get("system_fingerprint") == _FINGERPRINT
    if not is_ollama or not 0 < counted < _READ_AT_LEAST * sent:
        return ()
    return (
        f"Ollama has cut a prompt that is longer than its context: write --model ollama:{model}, which asks for "
        "enough, or start the server with OLLAMA_CONTEXT_LENGTH=8192 or more",
    )
