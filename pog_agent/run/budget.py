"""What a run may spend: LLM calls, tokens, seconds."""

import time

from pog_agent.config import PogConfig
from pog_agent.models import Usage
from pog_agent.state import RunState


def spent_calls(state: RunState, config: PogConfig, more_calls: int = 0) -> str | None:
    """Why no further LLM call is allowed, None while one is; `more_calls` were made since the state."""
    bound = config.max_llm_calls
    if bound is not None and Usage.total(state.get("usage", ())).llm_calls + more_calls >= bound:
        return f"budget of {bound} LLM calls is used up"
    return None


def spent_search(state: RunState, config: PogConfig, more_calls: int = 0) -> str | None:
    """Why the search must end, None while it may go on. The last call is kept for the answer."""
    spent = spent_budget(state, config, more_calls)
    if spent is None and spent_calls(state, config, more_calls + 1):
        return f"budget of {config.max_llm_calls} LLM calls is used up but for the answer"
    return spent


def spent_budget(state: RunState, config: PogConfig, more_calls: int = 0) -> str | None:
    """Why the budget of this run is used up, None while it is not.

    `more_calls` were made since the state was written.
    """
    used = Usage.total(state.get("usage", ()))
    calls = spent_calls(state, config, more_calls)
    if calls:
        return calls
    if config.max_tokens is not None and used.prompt_tokens + used.completion_tokens >= config.max_tokens:
        return f"budget of {config.max_tokens} tokens is used up"
    if config.max_seconds is not None and time.time() - state["started"] >= config.max_seconds:
        return f"budget of {config.max_seconds:g} seconds is used up"
    return None
