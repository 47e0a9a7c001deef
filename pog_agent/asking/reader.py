"""The entry of this room: a question becomes ranked queries, each with its result."""

from collections.abc import Awaitable, Callable, Sequence

from pog_agent.asking.generating.generate import candidates_of
from pog_agent.asking.generating.shapes import CandidateQuery
from pog_agent.asking.generating.write import CandidateWriter
from pog_agent.asking.graph import AskedGraph
from pog_agent.asking.ranking.rank import QueryRanking, ranked
from pog_agent.asking.ranking.results import ReadCandidate
from pog_agent.asking.ranking.weights import RankerWeights, packaged_weights
from pog_agent.deadline import while_in_time
from pog_agent.errors import SettingError
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.models.query import Query, QueryResult

Evaluate = Callable[[Query], Awaitable[QueryResult]]


async def read_question(
    text: str,
    graph: AskedGraph,
    kg: KnowledgeGraph,
    evaluate: Evaluate,
    weights: RankerWeights | None = None,
) -> QueryRanking:
    """The queries that a question may mean, the most probable first, and how probable it is that none is meant.

    `kg` is the view of the graph that counts for the run, and `evaluate` gives the result of a query over it. What
    time or bounds leave out is noted for whoever began the step. Raises `GraphUnavailableError`.
    """
    bench = await graph.bench(text, kg)
    writer = CandidateWriter(bench.question, bench.links, bench.schema)

    async def read(candidates: Sequence[CandidateQuery]) -> list[ReadCandidate]:
        return [
            await _read(item, writer, evaluate) for item in while_in_time(candidates, "readings of the question")
        ]

    return await ranked(bench, await candidates_of(bench), weights or packaged_weights(), read)


async def _read(candidate: CandidateQuery, writer: CandidateWriter, evaluate: Evaluate) -> ReadCandidate:
    """A candidate with its result. One that no query can say, or that the graph cannot evaluate, has none."""
    try:
        query = writer.query(candidate)
        return ReadCandidate(candidate, query, await evaluate(query))
    except (ValueError, SettingError):
        return ReadCandidate(candidate)
