"""The proof of an answer that was read from paths: its query, checked over the whole graph if that is cheap."""

from collections.abc import Collection
from dataclasses import dataclass

from pog_agent.answering.proof.composition import query_of
from pog_agent.answering.resolution import Cited, Resolution
from pog_agent.kg.base import IndexedGraph
from pog_agent.models import AnswerDraft
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Query, QueryResult
from pog_agent.query.evaluate import evaluate
from pog_agent.query.limits import QueryLimits
from pog_agent.query.sparql.select import sparql_of
from pog_agent.run.context import RunContext
from pog_agent.subgraph.patterns.pattern import PathPattern
from pog_agent.terms import Term

MOST_EDGES_CHECKED = 2_000_000
"""In a larger local graph it takes too long to read a relation, which is done at its first use."""
LIMITS = QueryLimits(joined_rows=1_000_000)


@dataclass(frozen=True)
class Proof:
    """The query that yields an answer, and its SPARQL; without one, `lacking` says why there is none.

    `flaws` say how its result over the whole graph differs from the answer.
    """

    query: Query | None = None
    sparql: str | None = None
    lacking: str = ""
    flaws: tuple[Finding, ...] = ()


async def proof_of(draft: AnswerDraft, resolution: Resolution, topics: Collection[Term], run: RunContext) -> Proof:
    """The query of an answer. A local graph of at most `MOST_EDGES_CHECKED` edges evaluates it.

    There it is the shorter query, without tests that no node stands twice on a path, if this one has the same
    result. An endpoint is not asked, and beyond `LIMITS` nothing is compared: the query has these tests, and its
    result may differ where a limit of the run cut the search.
    """
    short, flaws = None, None
    is_evaluated = isinstance(run.kg, IndexedGraph) and len(run.kg.adjacency.targets) <= 2 * MOST_EDGES_CHECKED
    if is_evaluated:
        short = query_of(draft, resolution, topics, differing=False).query
        flaws = await _differences(short, resolution, run) if short is not None else None
        if short is not None and flaws == ():
            return Proof(short, sparql_of(short))
    found = query_of(draft, resolution, topics)
    if found.query is None:
        return Proof(lacking=found.lacking)
    if is_evaluated and found.query != short:
        flaws = await _differences(found.query, resolution, run)
    return Proof(found.query, sparql_of(found.query), flaws=flaws or ())


async def query_of_path(pattern: PathPattern, position: int, run: RunContext) -> Query | None:
    """The query for what stands at a position of a path pattern; None where no query says it."""
    nodes = pattern.nodes_at(position)
    cited = [Cited(pattern, position, nodes)]
    resolution = Resolution("entities", terms=nodes, candidates=nodes, cited=cited)
    return (await proof_of(AnswerDraft(), resolution, pattern.key.topics, run)).query


async def _differences(query: Query, resolution: Resolution, run: RunContext) -> tuple[Finding, ...] | None:
    """How the result of a query differs from the answer, in words; None where it exceeds a limit."""
    result = await evaluate(query, run.kg, index=run.query_index, limits=LIMITS)
    if result.truncated:
        return None
    return tuple(_difference(result, resolution))


def _difference(result: QueryResult, resolution: Resolution) -> list[Finding]:
    own, others = set(resolution.terms), {row[0] for row in result.rows}
    more, less = len(others - own), len(own - others)
    flaws = [finding("graph-has-more", more, "answers" if more > 1 else "answer")] if more else []
    return [*flaws, finding("graph-has-less", less)] if less else flaws
