"""What a question may cost in LLM calls and tokens, from the settings and the prompt files alone."""

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.models import Value
from pog_agent.nodes.confirming.confirm_reading import confirm_reading
from pog_agent.prompts import PromptLibrary
from pog_agent.reasoner.chat.prices import Price, price_of
from pog_agent.reasoner.chat.tokens import estimated_tokens
from pog_agent.reasoner.exam.kept_results import exam_file, kept_results
from pog_agent.reasoner.offline.reasoner import OFFLINE_MODELS
from pog_agent.run.node import Node
from pog_agent.systems.registry import find_system
from pog_agent.systems.wiring import Visits

TOKENS_OF_QUESTION = 120


class Cost(Value):
    """Calls and estimated tokens of one question; `cost` in US dollars, None where the price is not known."""

    llm_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None


class Preview(Value):
    """The cost of a question that one round answers, and of one that goes through every round of every phase.

    Calls are exact bounds but for the repairs of unreadable replies. Tokens are an estimate: the prompts as they
    are, candidates and facts by their usual size, four characters a token. A model that has passed its exam may be
    asked what words mean: that counts among the most.
    """

    one_round: Cost
    most: Cost


def preview(config: PogConfig, prompts: PromptLibrary | None = None, system: str = "pog") -> Preview:
    """The cost of one question under these settings; nothing is called and no graph is opened.

    Raises `SettingError` where prices cannot be read, or `max_cost` needs one that is not there.
    """
    if config.model in OFFLINE_MODELS:
        return Preview(one_round=Cost(), most=Cost())
    library = prompts or PromptLibrary()
    wiring = find_system(system).wiring
    if not wiring.reads_documents:
        config = config.model_copy(update={"docs": None})
    if not wiring.merges:
        config = config.model_copy(update={"merge_steps": False})
    price = price_of(config.model, config.prices, is_needed=config.max_cost is not None)
    one, most = wiring.visits(config)
    if _may_confirm(config):
        most = {**most, confirm_reading: 1}
    return Preview(one_round=_cost(one, config, library, price), most=_cost(most, config, library, price))


def _may_confirm(config: PogConfig) -> bool:
    """Whether a model of this name has passed its exam, at whichever server, and may be asked what words mean."""
    if config.trust == "rules":
        return False
    try:
        passed = [item.model for item in kept_results(exam_file(config.exams)) if item.is_passed]
    except SettingError:
        return False  # as in the run itself, which says so
    return config.model.partition(":")[2] in passed


def _cost(visits: Visits, config: PogConfig, library: PromptLibrary, price: Price | None) -> Cost:
    """The sum over the steps; if `max_llm_calls` is lower, calls and tokens are scaled down alike."""
    calls = {step: count * step.declared.calls(config) for step, count in visits.items()}
    asked = sum(calls.values())
    share = min(1.0, (config.max_llm_calls or asked) / asked) if asked else 0.0
    prompt_tokens = sum(count * _prompt_tokens(step, config, library) for step, count in calls.items())
    replies = sum(count * _reply_tokens(step, config) for step, count in calls.items())
    sent, written = round(share * prompt_tokens), round(share * replies)
    return Cost(
        llm_calls=round(share * asked),
        prompt_tokens=sent,
        completion_tokens=written,
        cost=price.cost(sent, written) if price is not None else None,
    )


def _reply_tokens(step: Node, config: PogConfig) -> int:
    asks = step.declared.asked(config)
    usual = asks.reply_tokens if asks else 0
    return min(usual, config.max_output_tokens or usual)


def _prompt_tokens(step: Node, config: PogConfig, library: PromptLibrary) -> int:
    asks = step.declared.asked(config)
    if asks is None:
        return 0
    prompt = library.get(asks.name)
    fixed = estimated_tokens([prompt.system, prompt.user])
    return fixed + TOKENS_OF_QUESTION + asks.shown_tokens(config)
