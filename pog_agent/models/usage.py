"""What a run has used, and how large the graphs are that it looked at."""

from collections.abc import Iterable

from pydantic import Field

from pog_agent.models.value import Value


class StepUsage(Value):
    """What the calls of one LLM step have used."""

    step: str
    llm_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


class Usage(Value):
    """Totals of a run, and the same per LLM step."""

    llm_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    by_step: dict[str, StepUsage] = Field(default_factory=dict)

    @classmethod
    def total(cls, parts: Iterable[StepUsage]) -> "Usage":
        """Adds up the uses of all steps."""
        by_step: dict[str, StepUsage] = {}
        for part in parts:
            old = by_step.get(part.step, StepUsage(step=part.step))
            by_step[part.step] = StepUsage(
                step=part.step,
                llm_calls=old.llm_calls + part.llm_calls,
                prompt_tokens=old.prompt_tokens + part.prompt_tokens,
                completion_tokens=old.completion_tokens + part.completion_tokens,
            )
        rows = by_step.values()
        return cls(
            llm_calls=sum(row.llm_calls for row in rows),
            prompt_tokens=sum(row.prompt_tokens for row in rows),
            completion_tokens=sum(row.completion_tokens for row in rows),
            by_step=by_step,
        )


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
