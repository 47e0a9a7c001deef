"""What a question may cost in LLM calls and tokens, from the settings and the prompt files alone."""

from collections.abc import Callable

from pog_agent.config import PogConfig
from pog_agent.models import Value
from pog_agent.prompts import PromptLibrary

CHARACTERS_PER_TOKEN = 4
TOKENS_PER_CANDIDATE = 60
TOKENS_PER_JUDGED_PATH = 700
SCORED_CANDIDATES = 20
TOKENS_PER_SCORED = 12
TOKENS_OF_QUESTION = 120
REPLY_TOKENS = {
    "recognize_topics": 40,
    "analyze_question": 200,
    "select_paths": 30,
    "summarize_paths": 150,
    "judge_sufficiency": 150,
    "predict_supplements": 250,
    "answer": 120,
    "score_relations": 60,
    "score_entities": 80,
    "answer_io": 20,
    "answer_cot": 100,
}


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


Calls = dict[str, int]


def preview(config: PogConfig, prompts: PromptLibrary | None = None, system: str = "pog") -> Preview:
    """The cost of one question under these settings; nothing is called and no graph is opened."""
    if config.model == "offline":
        return Preview(one_round=Cost(), most=Cost())
    library = prompts or PromptLibrary()
    one, most = _CALLS.get(system, _pog_calls)(config)
    return Preview(one_round=_cost(one, config, library), most=_cost(most, config, library))


def _pog_calls(config: PogConfig) -> tuple[Calls, Calls]:
    """Calls by step of a run with one round, and of one with all rounds."""
    start = {"analyze_question": 1} if config.topics else {"recognize_topics": 1, "analyze_question": 1}
    selections = _selections(config)
    judged = {"summarize_paths": int(config.summarize), "judge_sufficiency": 1}
    expansions = config.d_max if config.node_expansion else 0
    rounds = config.d_max + 1 + int(bool(config.supplements)) + expansions
    pools = 2 if config.node_expansion else 1
    one = {**start, "select_paths": selections, **judged, "answer": 1}
    most = {
        **start,
        "select_paths": (rounds + pools) * selections,
        "summarize_paths": (rounds + 1) * int(config.summarize),
        "judge_sufficiency": rounds,
        "predict_supplements": int(bool(config.supplements)),
        "answer": 1,
    }
    return one, most


def _direct_calls(step: str, count: int) -> tuple[Calls, Calls]:
    return {step: count}, {step: count}


def _tog_calls(config: PogConfig, entities: bool) -> tuple[Calls, Calls]:
    """The bounds of the papers, 2WD + D + 1 and WD + D + 1, and recognition."""

    def hops(depth: int) -> Calls:
        calls = {} if config.topics else {"recognize_topics": 1}
        calls |= {"score_relations": config.w_max * depth}
        calls |= {"score_entities": config.w_max * depth} if entities else {}
        return {**calls, "judge_sufficiency": depth, "answer": 1}

    return hops(1), hops(config.d_max)


_CALLS: dict[str, Callable[[PogConfig], tuple[Calls, Calls]]] = {
    "tog": lambda config: _tog_calls(config, entities=True),
    "tog-r": lambda config: _tog_calls(config, entities=False),
    "io": lambda _: _direct_calls("answer_io", 1),
    "cot": lambda _: _direct_calls("answer_cot", 1),
    "sc": lambda config: _direct_calls("answer_cot", config.samples),
}


def _selections(config: PogConfig) -> int:
    """Calls of the reasoner in one pruning (Algorithm 2)."""
    by_strategy = {"fuzzy": 0, "fuzzy+precise": 1, "fuzzy+branch": config.d_max + 1}
    return by_strategy.get(config.strategy, config.d_max + 2)


def _cost(calls: dict[str, int], config: PogConfig, library: PromptLibrary) -> Cost:
    """The sum over the steps; a budget of calls cuts it in proportion."""
    asked = sum(calls.values())
    share = min(1.0, (config.max_llm_calls or asked) / asked) if asked else 0.0
    prompt_tokens = sum(count * _prompt_tokens(step, config, library) for step, count in calls.items())
    replies = sum(
        count * min(REPLY_TOKENS[step], config.max_output_tokens or REPLY_TOKENS[step])
        for step, count in calls.items()
    )
    return Cost(
        llm_calls=round(share * asked),
        prompt_tokens=round(share * prompt_tokens),
        completion_tokens=round(share * replies),
    )


def _prompt_tokens(step: str, config: PogConfig, library: PromptLibrary) -> int:
    shown = {
        "select_paths": config.w1 * TOKENS_PER_CANDIDATE,
        "summarize_paths": config.w_max * TOKENS_PER_JUDGED_PATH,
        "judge_sufficiency": config.w_max * TOKENS_PER_JUDGED_PATH,
        "answer": config.w_max * TOKENS_PER_JUDGED_PATH,
    }
    if step in ("score_relations", "score_entities"):
        shown[step] = SCORED_CANDIDATES * TOKENS_PER_SCORED
    prompt = library.get(step)
    fixed = (len(prompt.system) + len(prompt.user)) // CHARACTERS_PER_TOKEN
    return fixed + TOKENS_OF_QUESTION + shown.get(step, 0)
