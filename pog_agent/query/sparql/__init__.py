"""The SPARQL 1.1 text of queries: pure functions from a query to a read-only query that proves its result."""
