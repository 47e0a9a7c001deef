"""Random queries over random graphs: an answer is the query's result, and supported ones can be trusted."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from pog_agent.answering.computed.statements import MOST_SHOWN
from pog_agent.kg.local.compile import compile_files
from pog_agent.models import Answer
from pog_agent.models.query import Query
from pog_agent.models.query_walk import read_variables
from pog_agent.query.evaluate import evaluate
from pog_agent.terms import literal
from tests.answering.computed.museums import answered, run_of
from tests.query.engines import ntriples
from tests.query.random_graphs import LABEL, NODES, random_graph
from tests.query.random_queries import RandomQueries

QUERIES = 8


@pytest.mark.parametrize("seed", range(20))
def test_what_is_supported_is_whole_named_and_shown(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    names = {(node, LABEL, literal(node.rpartition("/")[2])) for node in NODES}
    triples = {*random_graph(random, for_rdflib=False), *names}
    file = tmp_path / "graph.nt"
    file.write_text(ntriples(sorted(triples)), encoding="utf-8")
    run = run_of(compile_files([file], "random"))
    queries = RandomQueries(random, zones=random.random() < 0.5)
    for _ in range(QUERIES):
        query = queries.query()
        answer = answered(run, query)
        assert all(asyncio.run(run.kg.contains(answer.cited_triples)))
        if answer.status == "supported":
            assert answer.cited
            assert asyncio.run(evaluate(query, run.kg, index=run.query_index)).is_reliable
            _check_paths(answer, query)
        _check_answers(answer, query)


def _check_paths(answer: Answer, query: Query) -> None:
    """Each of the first things that are an answer by a relation is on a path; those that read alike are on one."""
    joined = {
        name for edge in query.pattern.elements if edge.kind == "edge" for name in (edge.source, edge.target)
    }
    places = [place for place, column in enumerate(query.columns) if {*read_variables(column.expression)} & joined]
    on_paths = {node for path in answer.paths for head, _, tail in path.triples for node in (head, tail)}
    shown = {item.label for row in answer.table for item in row if item is not None and item.iri in on_paths}
    for row in answer.table[:MOST_SHOWN] if query.form == "rows" and not query.is_grouped else ():
        cells = [row[place] for place in places]
        assert all(cell.label in shown for cell in cells if cell is not None and cell.iri is not None)


def _check_answers(answer: Answer, query: Query) -> None:
    """Nothing is answered where there is no result, and a table has a cell for each of its columns."""
    assert (answer.status == "abstained") == (not answer.answers)
    assert all(len(row) == len(answer.columns) == len(query.columns) for row in answer.rows)
    assert (answer.kind == "boolean") == (query.form == "exists")
