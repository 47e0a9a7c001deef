"""Relations that hold both ways, though a graph may write them one way: "next to", "spouse"."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from pog_agent.answering.computed.query_parts import relations_of
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.errors import SettingError
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Query, QueryResult
from pog_agent.reading.senses.mutual import is_mutual
from pog_agent.terms import Term


@dataclass(frozen=True)
class BothWays:
    """A query that follows some relations both ways and has another result than the one it was made of.

    `labels` are those of these relations; `is_certain` tells whether all of them hold both ways. A `problem` is
    why it could not be evaluated.
    """

    query: Query
    result: QueryResult
    labels: tuple[str, ...]
    is_certain: bool = False
    problem: str = ""

    @property
    def flaw(self) -> Finding:
        """That the other way round was left out."""
        why = f"was not looked at: {self.problem}" if self.problem else "gives another answer"
        return finding("other-way-round", ", ".join(map(repr, self.labels)), why)


async def both_ways(query: Query, reader: GraphReader, own: QueryResult | None = None) -> BothWays | None:
    """The query over mutual relations in both directions; None where it has none, or the same result.

    The `own` result of the query is found where it is not given.
    """
    relations = relations_of(query)
    words = await reader.run.relation_labels(relations)
    mutual = {relation: is_mutual(words[relation]) for relation in relations}
    turned = [relation for relation in relations if mutual[relation] is not False]
    if not turned:
        return None
    labels = tuple(words[relation] for relation in turned)
    wider = Query.model_validate(_widened(query.model_dump(), turned))
    try:
        result, own = await reader.result(wider), own or await reader.result(query)
    except SettingError as error:
        return BothWays(query, own or QueryResult(), labels, problem=str(error))
    if (set(result.rows), result.truth, result.scalar) == (set(own.rows), own.truth, own.scalar):
        return None
    return BothWays(wider, result, labels, all(mutual[relation] for relation in turned))


def _widened(part: Any, relations: Collection[Term]) -> Any:
    """A part of a query as plain values, in which each edge of some relations may go either way."""
    if isinstance(part, dict):
        if part.get("kind") == "edge" and part["relation"] in relations and part["source"] != part["target"]:
            turned = {**part, "source": part["target"], "target": part["source"]}
            ways = [{"elements": [edge]} for edge in (part, turned)]
            ends = [part["source"], part["target"]]
            return {"kind": "combination", "operation": "union", "variables": ends, "patterns": ways}
        return {name: _widened(value, relations) for name, value in part.items()}
    return [_widened(item, relations) for item in part] if isinstance(part, list | tuple) else part
