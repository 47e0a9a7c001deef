"""What a question may cost in LLM calls and tokens, from the settings and the prompt files alone."""

from pog_agent.config import PogConfig
from pog_agent.models import Value
from pog_agent.prompts import PromptLibrary
from pog_agent.reasoner.offline.reasoner import OFFLINE_MODELS
from pog_agent.run.node import Node
from pog_agent.systems.registry import find_system
from pog_agent.systems.wiring import Visits

CHARACTERS_PER_TOKEN = 4
TOKENS_OF_QUESTION = 120


class Cost(Value):
    """Calls and estimated tokens of one question."""

    llm_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


class Preview(Value):
    """The cost of a question that one round answers, and of one that goes through every round of every phase.

    Calls are exact bounds but for the repairs of unreadable replies. Tokens are an estimate: the prompts as they
    are, candidates and facts by their usual size, four characters a token.
    """

    one_round: Cost
    most: Cost


def preview(config: PogConfig, prompts: PromptLibrary | None = None, system: str = "pog") -> Preview:
    """The cost of one question under these settings; nothing is called and no graph is opened."""
    if config.model in OFFLINE_MODELS:
        return Preview(one_round=Cost(), most=Cost())
    library = prompts or PromptLibrary()
    wiring = find_system(system).wiring
    if not wiring.reads_documents:
        config = config.model_copy(update={"docs": None})
    one, most = wiring.visits(config)
    return Preview(one_round=_cost(one, config, library), most=_cost(most, config, library))


def _cost(visits: Visits, config: PogConfig, library: PromptLibrary) -> Cost:
    """The sum over the steps; if `max_llm_calls` is lower, calls and tokens are scaled down alike."""
    calls = {step: count * step.declared.calls(config) for step, count in visits.items()}
    asked = sum(calls.values())
    share = min(1.0, (config.max_llm_calls or asked) / asked) if asked else 0.0
    prompt_tokens = sum(count * _prompt_tokens(step, config, library) for step, count in calls.items())
    replies = sum(count * _reply_tokens(step, config) for step, count in calls.items())
    return Cost(
        llm_calls=round(share * asked),
        prompt_tokens=round(share * prompt_tokens),
        completion_tokens=round(share * replies),
    )


def _reply_tokens(step: Node, config: PogConfig) -> int:
    asks = step.declared.asked(has_passages=config.docs is not None)
    usual = asks.reply_tokens if asks else 0
    return min(usual, config.max_output_tokens or usual)


def _prompt_tokens(step: Node, config: PogConfig, library: PromptLibrary) -> int:
    asks = step.declared.asked(has_passages=config.docs is not None)
    if asks is None:
        return 0
    prompt = library.get(asks.name)
    fixed = (len(prompt.system) + len(prompt.user)) // CHARACTERS_PER_TOKEN
    return fixed + TOKENS_OF_QUESTION + asks.shown_tokens(config)
