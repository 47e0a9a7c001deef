"""What a query may take. A query that exceeds a limit says so in its result."""

from dataclasses import dataclass


@dataclass(frozen=True)
class QueryLimits:
    """`rows` of a result, `groups` before their order and ranks, and rows of any join on the way.

    `fetched_edges` are those that are fetched from an endpoint where a query is evaluated here.
    """

    rows: int = 100_000
    groups: int = 100_000
    joined_rows: int = 20_000_000
    fetched_edges: int = 50_000
