"""The query of a resolved answer yields it over the whole graph, or says why none does."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import rdflib

from pog_agent.answering.proof.composition import ComposedQuery, query_of, ranked
from pog_agent.answering.resolution import Resolution
from pog_agent.kg.local.compile import compile_files
from pog_agent.models import AnswerDraft, Operation, PatternKey
from pog_agent.models.query import Query, QueryResult, RankWindow
from pog_agent.query.evaluate import evaluate
from pog_agent.query.sparql.select import sparql_of
from pog_agent.terms import XSD, literal_value
from tests.answering.test_resolution import key, resolved
from tests.pipeline_fixtures import T, small_graph

FAMILY = small_graph(
    *("Ann parent Bob", "Ann parent Cid", "Dan parent Cid", "Dan parent Eve", "Ann guardian Fay"),
    *(
        'Bob born "1990-01-02"',
        'Cid born "1980-05-06"',
        'Eve born "1980-05-06"',
        'Bob weight "9"',
        'Cid weight "10"',
    ),
    *("Bob likes Tarn", "Cid likes Tarn", "Cid likes Osk"),
)


async def composed(
    graph: rdflib.Graph, topics: str, keys: list[PatternKey], *places: tuple[int, int], **fields: Any
) -> tuple[Resolution, ComposedQuery]:
    """A draft that cites these (path, position) pairs, resolved, and its query."""
    resolution = await resolved(graph, topics, keys, *places, **fields)
    draft = AnswerDraft(**fields)
    return resolution, query_of(draft, resolution, [T + name for name in topics.split()])


async def result_of(query: Query | None, graph: rdflib.Graph) -> QueryResult:
    assert query is not None
    assert Query.model_validate_json(query.model_dump_json()) == query
    with TemporaryDirectory() as folder:
        file = Path(folder) / "graph.nt"
        file.write_text(graph.serialize(format="nt"), encoding="utf-8")
        return await evaluate(query, compile_files([file], "family"))


JOINT = key("Ann", "parent", "<parent", anchors={2: "Dan"})
SETS: dict[str, tuple[str, list[PatternKey], list[tuple[int, int]], dict[str, Any], str]] = {
    "one path": ("Ann", [key("Ann", "parent")], [(1, 1)], {}, "Bob Cid"),
    "two steps": ("Ann", [key("Ann", "parent", "likes")], [(1, 2)], {}, "Osk Tarn"),
    "a path through siblings": ("Bob", [key("Bob", "<parent", "parent")], [(1, 2)], {}, "Cid"),
    "a node between topics": (
        "Ann Dan",
        [key("Ann", "parent", "<parent", anchors={2: "Dan"})],
        [(1, 1)],
        {},
        "Cid",
    ),
    "citations of one topic": (
        *("Ann", [key("Ann", "parent"), key("Ann", "guardian")], [(1, 1), (2, 1)], {}, "Bob Cid Fay"),
    ),
    "citations of two topics": (
        "Ann Dan",
        [key("Ann", "parent"), key("Dan", "parent")],
        [(1, 1), (2, 1)],
        {},
        "Cid",
    ),
    "only some": ("Ann", [key("Ann", "parent")], [(1, 1)], {"only": ("Bob",)}, "Bob"),
    "the candidates of an extreme": (
        *("Ann", [key("Ann", "parent", "born")], [(1, 1)]),
        *({"operation": "latest", "key_position": 2}, "Bob Cid"),
    ),
    "the candidates of an extreme of two topics": (
        *("Ann Dan", [key("Ann", "parent", "born"), key("Dan", "parent")], [(1, 1), (2, 1)]),
        *({"operation": "latest", "key_position": 2}, "Cid"),
    ),
    "single nodes": (
        "Ann",
        [key("Ann", "parent").model_copy(update={"nodes": (T + "Ann", T + name)}) for name in ("Bob", "Cid")],
        *([(1, 1), (2, 1)], {}, "Bob Cid"),
    ),
    "a single path that is open": (
        *("Ann", [key("Ann", "parent").model_copy(update={"nodes": (T + "Ann",)})], [(1, 1)], {}, "Bob Cid"),
    ),
}


@pytest.mark.parametrize("name", SETS)
async def test_the_first_column_has_the_answers(name: str) -> None:
    topics, keys, places, fields, expected = SETS[name]
    resolution, found = await composed(FAMILY, topics, keys, *places, **fields)
    assert resolution.terms == [T + answer for answer in expected.split()]
    rows = (await result_of(found.query, FAMILY)).rows
    assert sorted({row[0] or "" for row in rows}) == resolution.terms


async def test_a_count_is_one_number() -> None:
    _, found = await composed(FAMILY, "Ann", [key("Ann", "parent")], (1, 1), operation="count")
    assert literal_value((await result_of(found.query, FAMILY)).scalar or "") == "2"


@pytest.mark.parametrize(
    ("topics", "path", "only"),
    [
        ("Ann Bob", key("Ann", "parent", anchors={1: "Bob"}), ()),
        ("Ann", key("Ann", "parent", "likes"), ("Osk",)),
    ],
)
async def test_a_yes_is_true(topics: str, path: PatternKey, only: tuple[str, ...]) -> None:
    _, found = await composed(
        FAMILY, topics, [path], (1, path.length), operation="exists", only=only, kind="boolean"
    )
    assert (await result_of(found.query, FAMILY)).truth


async def test_single_nodes_are_listed_in_one_pattern() -> None:
    topics, keys, places, fields, _ = SETS["single nodes"]
    _, found = await composed(FAMILY, topics, keys, *places, **fields)
    assert found.query is not None
    assert sparql_of(found.query).count(f"<{T}parent>") == 1


async def test_without_differing_nodes_a_query_leads_back_to_the_topic() -> None:
    resolution = await resolved(FAMILY, "Bob", [key("Bob", "<parent", "parent")], (1, 2))
    short = query_of(AnswerDraft(), resolution, [T + "Bob"], differing=False).query
    assert {row[0] for row in (await result_of(short, FAMILY)).rows} == {T + "Bob", T + "Cid"}


async def test_a_language_tells_the_shown_texts() -> None:
    graph = small_graph("Ann parent Bob")
    for text, language in (("red", "en"), ("rot", "de")):
        graph.add((rdflib.URIRef(T + "Ann"), rdflib.URIRef(T + "color"), rdflib.Literal(text, lang=language)))
    resolution, found = await composed(graph, "Ann", [key("Ann", "color")], (1, 1))
    assert resolution.terms == ['"red"@en']
    assert (await result_of(found.query, graph)).rows == (('"red"@en',),)


class TestNoQuery:
    async def test_a_no(self) -> None:
        _, found = await composed(FAMILY, "Ann", [], operation="exists", kind="boolean")
        assert (found.query, found.lacking) == (None, "a no cites no path")

    async def test_answers_without_a_name(self) -> None:
        graph = small_graph("Ann parent Bob", "Ann parent n1", unnamed="n1")
        _, found = await composed(graph, "Ann", [key("Ann", "parent")], (1, 1))
        assert (found.query, found.lacking) == (None, "a query does not tell which nodes have a name")

    async def test_spellings_of_one_number(self) -> None:
        graph = small_graph("Ann parent Bob")
        for text in ("1", "01"):
            number = rdflib.Literal(text, datatype=rdflib.XSD.integer, normalize=False)
            graph.add((rdflib.URIRef(T + "Ann"), rdflib.URIRef(T + "size"), number))
        _, found = await composed(graph, "Ann", [key("Ann", "size")], (1, 1))
        assert found.lacking == "a query does not tell which literals are spellings of one value"

    async def test_blank_nodes_that_are_fixed(self) -> None:
        graph = small_graph("Ann parent Bob")
        graph.add((rdflib.URIRef(T + "Ann"), rdflib.URIRef(T + "parent"), node := rdflib.BNode()))
        graph.add((node, rdflib.RDFS.label, rdflib.Literal("Cid")))
        _, found = await composed(graph, "Ann", [key("Ann", "parent")], (1, 1), only=("Cid",))
        assert found.query is None


class TestRanked:
    BORN = key("Ann", "parent", "born")

    async def candidates(self, *lines: str, operation: Operation = "latest") -> Query:
        graph = small_graph(*(lines or ("Ann parent Bob", 'Bob born "1990-01-02"')))
        _, found = await composed(graph, "Ann", [self.BORN], (1, 1), operation=operation, key_position=2)
        assert found.query is not None
        return found.query

    @pytest.mark.parametrize(
        ("values", "is_ordered"),
        [
            (['"9"^^<int>', '"1.5"^^<double>'], True),
            (['"1990-01-02"^^<date>', '"1980-05-06"^^<date>'], True),
            (['"1990"^^<gYear>'], True),
            (['"1990-01-02"^^<date>', '"1980-05-06Z"^^<date>'], False),
            (['"1990"^^<gYear>', '"1980-05-06"^^<date>'], False),
            (['"9 mm"', '"2 cm"'], False),
            ([], False),
        ],
    )
    async def test_numbers_years_and_dates_of_one_kind_have_an_order(
        self, values: list[str], is_ordered: bool
    ) -> None:
        typed = [value.replace("<", f"<{XSD}") for value in values]
        found = ranked(await self.candidates(), typed, "latest")
        assert (found is not None) == is_ordered

    async def test_the_first_place_is_taken(self) -> None:
        candidates = await self.candidates()
        for operation, descending in (("latest", True), ("smallest", False)):
            found = ranked(candidates, ['"1990-01-02"^^<http://www.w3.org/2001/XMLSchema#date>'], operation)
            assert found is not None
            assert (found.order_by[0].descending, found.ranks) == (descending, RankWindow(last=1))


async def test_paths_that_conditions_leave_are_named_in_the_query() -> None:
    resolution = await resolved(FAMILY, "Ann", [key("Ann", "parent", "likes")], (1, 2), operation="count")
    resolution.cited[0].carrying = ((T + "Ann", T + "Bob", T + "Tarn"),)
    found = query_of(AnswerDraft(operation="count"), resolution, [T + "Ann"])
    assert literal_value((await result_of(found.query, FAMILY)).scalar or "") == "1"
