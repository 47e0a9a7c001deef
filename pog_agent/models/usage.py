"""What a run has used, and how large the graphs are that it looked at."""

from collections.abc import Iterable

from pydantic import Field

from pog_agent.models.value import Value


class StepUsage(Value):
    """What the calls of one LLM step have used.

    Replies that were kept from earlier calls are `cached_calls`, and count in nothing else. `cached_tokens` are
    those of the prompts that a server had read before and says so of. `cost` is in US dollars, None where a price
    is not known. `estimated` says that a server did not count the tokens of all calls. `refused` says why the
    budget did not allow a call, or gave one up; it is empty otherwise.
    `unread` says why no reply could be read when the step was last asked, and `is_lost` that nothing stood in for
    the reply then.
    """

    step: str
    llm_calls: int = 0
    cached_calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    estimated: bool = False
    refused: str = ""
    unread: str = ""
    is_lost: bool = False

    def plus(self, other: "StepUsage") -> "StepUsage":
        """Both together, as that of this step."""
        return StepUsage(
            step=self.step,
            llm_calls=self.llm_calls + other.llm_calls,
            cached_calls=self.cached_calls + other.cached_calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            cost=_added([self, other]),
            estimated=self.estimated or other.estimated,
            refused=self.refused or other.refused,
            unread=other.unread,
            is_lost=other.is_lost,
        )


class Usage(Value):
    """Totals of a run, and the same per LLM step."""

    llm_calls: int = 0
    cached_calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    estimated: bool = False
    by_step: dict[str, StepUsage] = Field(default_factory=dict)

    @property
    def summary(self) -> str:
        """Calls, tokens and cost in a few words."""
        parts = [f"{self.llm_calls} LLM calls"]
        if self.llm_calls:
            notes = ["estimated"] * self.estimated + [f"{self.cached_tokens:,} cached"] * (self.cached_tokens > 0)
            counted = f" ({', '.join(notes)})" if notes else ""
            parts.append(f"{self.prompt_tokens + self.completion_tokens:,} tokens{counted}")
        if self.cached_calls:
            parts.append(f"{self.cached_calls} replies from the cache")
        if self.cost is not None:
            parts.append(dollars(self.cost))
        return ", ".join(parts)

    @classmethod
    def total(cls, parts: Iterable[StepUsage]) -> "Usage":
        """Adds up the uses of all steps."""
        by_step: dict[str, StepUsage] = {}
        for part in parts:
            by_step[part.step] = by_step.get(part.step, StepUsage(step=part.step)).plus(part)
        rows = by_step.values()
        return cls(
            llm_calls=sum(row.llm_calls for row in rows),
            cached_calls=sum(row.cached_calls for row in rows),
            prompt_tokens=sum(row.prompt_tokens for row in rows),
            cached_tokens=sum(row.cached_tokens for row in rows),
            completion_tokens=sum(row.completion_tokens for row in rows),
            cost=_added(rows),
            estimated=any(row.estimated for row in rows),
            by_step=by_step,
        )


def dollars(amount: float) -> str:
    """An amount of US dollars, with two significant digits where it is small."""
    return f"{amount:.2f} USD" if amount >= 1 else f"{amount:.2g} USD"


def _added(parts: Iterable[StepUsage]) -> float | None:
    """The cost of some parts together; None where that of some calls is not known."""
    costs = [part.cost for part in parts if part.llm_calls or part.cached_calls]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if known and len(known) == len(costs) else None


class GraphSize(Value):
    """Size of a subgraph; literals count as neither entities nor relations but their triples count."""

    entities: int = 0
    triples: int = 0
    clustered_edges: int = 0


class Fetched(Value):
    """What was asked of an endpoint for edges: queries, rows of the responses, and seconds of waiting for them."""

    queries: int = 0
    rows: int = 0
    seconds: float = 0.0


class SubgraphSizes(Value):
    """The question subgraph as detected, after reduction, and what of it lies on paths of the first round.

    `on_paths` is None where the search was cut or the graph is too large to tell; `fetched` where the graph is
    held locally.
    """

    detected: GraphSize = GraphSize()
    reduced: GraphSize = GraphSize()
    on_paths: GraphSize | None = None
    fetched: Fetched | None = None
