"""The operation of a draft over the whole graph: counts, extremes and yes, and where there is none."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pyoxigraph
import pytest
import rdflib

from pog_agent.answering.computed.operation import Computed, computed_operation
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.models import AnswerDraft, PatternKey
from pog_agent.run.context import RunContext
from tests.answering.test_resolution import FAMILY, GRAND, followed, key, run_over
from tests.finding_ids import ids
from tests.kg.rdf_store import RdfStore
from tests.pipeline_fixtures import T, small_graph
from tests.servers import serve_oxigraph


async def computed(
    graph: rdflib.Graph | RunContext, topics: str, keys: list[PatternKey], *places: tuple[int, int], **fields: Any
) -> Computed:
    """The operation of a draft that cites these (path, position) pairs."""
    run = graph if isinstance(graph, RunContext) else run_over(graph)
    draft, resolution = await followed("", run, topics, keys, *places, **fields)
    found = await computed_operation(draft, resolution, [T + name for name in topics.split()], run)
    assert found is not None
    return found


SIZED = small_graph(
    *("Ann child Bob", "Ann child Cid", 'Bob born "1999-12-31"', 'Cid born "2000-01-01"'),
    *('Bob size "9 mm"', 'Cid size "2 cm"'),
)


def labels(found: Computed) -> list[str]:
    return [item.label for item in found.outcome.answers]


def texts(found: Computed) -> list[str]:
    return [item.text for item in found.statements.computations]


class TestExtremes:
    GRAPH = small_graph(
        "Ann child Bob",
        "Ann child Cid",
        "Ann child Dan",
        'Bob born "1999-12-31"',
        'Cid born "2000-01-01"',
        'Dan born "1000-01-01"',
    )
    BORN = key("Ann", "child", "born")

    @pytest.mark.parametrize(
        ("operation", "winner"),
        [("latest", ["Cid"]), ("largest", ["Cid"]), ("earliest", ["Dan"]), ("smallest", ["Dan"])],
    )
    async def test_they_are_taken_by_size_not_by_spelling(self, operation: str, winner: list[str]) -> None:
        found = await computed(self.GRAPH, "Ann", [self.BORN], (1, 1), operation=operation, key_position=2)
        assert (labels(found), found.flaws) == (winner, ())
        assert found.query is not None
        assert found.query.ranks is not None

    async def test_winner_and_runner_up_are_the_evidence(self) -> None:
        found = await computed(self.GRAPH, "Ann", [self.BORN], (1, 1), operation="latest", key_position=2)
        assert texts(found) == [
            "compared born of 3 things",
            "Cid, born 2000-01-01",
            "next: Bob, born 1999-12-31: Ann - child -> Bob; Bob - born -> 1999-12-31",
        ]

    async def test_numbers_are_compared_as_numbers_and_those_that_tie_all_stay(self) -> None:
        height = key("Ann", "child", "height")
        for cid, winners in (("10", ["Cid"]), ("9", ["Bob", "Cid"])):
            graph = small_graph("Ann child Bob", "Ann child Cid", 'Bob height "9"', f'Cid height "{cid}"')
            found = await computed(graph, "Ann", [height], (1, 1), operation="largest", key_position=2)
            assert (labels(found), found.flaws) == (winners, ())

    async def test_the_largest_value_itself_may_be_asked_for(self) -> None:
        found = await computed(self.GRAPH, "Ann", [self.BORN], (1, 2), operation="latest")
        assert (labels(found), found.outcome.kind) == (["2000-01-01"], "literal")

    async def test_an_extreme_of_two_topics_is_one_of_their_common_answers(self) -> None:
        graph = self.GRAPH + small_graph("Eve friend Bob", "Eve friend Dan")
        keys = [self.BORN, key("Eve", "friend")]
        found = await computed(graph, "Ann Eve", keys, (1, 1), (2, 1), operation="latest", key_position=2)
        assert (labels(found), found.flaws) == (["Bob"], ())


class TestValuesThatNoQueryOrders:
    SIZE = key("Ann", "part", "size")

    async def test_quantities_in_texts_are_compared_by_what_they_mean(self) -> None:
        graph = small_graph("Ann part Bob", "Ann part Cid", 'Bob size "9 mm"', 'Cid size "2 cm"')
        found = await computed(graph, "Ann", [self.SIZE], (1, 1), operation="largest", key_position=2)
        assert (labels(found), found.flaws) == (["Cid"], ())
        assert texts(found) == ["compared 2 values by what they mean; the largest: 2 cm"]

    async def test_the_query_names_the_value_that_was_found(self) -> None:
        graph = small_graph("Ann part Bob", "Ann part Cid", 'Bob size "9 mm"', 'Cid size "2 cm"')
        found = await computed(graph, "Ann", [self.SIZE], (1, 1), operation="largest", key_position=2)
        assert found.query is not None
        assert '"2 cm"' in found.query.model_dump()["pattern"]["elements"][-1]["terms"]

    async def test_numbers_in_names_are_compared(self) -> None:
        graph = small_graph("Ann won 2008_Games", "Ann won 2012_Games", "Ann won 996_Games")
        found = await computed(graph, "Ann", [key("Ann", "won")], (1, 1), operation="latest")
        assert (labels(found), found.flaws) == (["2012 Games"], ())

    async def test_a_name_without_a_number_is_a_flaw(self) -> None:
        graph = small_graph("Ann won 2008_Games", "Ann won Winter_Games")
        found = await computed(graph, "Ann", [key("Ann", "won")], (1, 1), operation="latest")
        assert (labels(found), ids(found.flaws)) == (["2008 Games"], ["result-cut"])
        assert "'Winter Games' (no date or number in the name)" in found.flaws[0].message

    async def test_of_several_candidates_without_a_value_none_is_the_answer(self) -> None:
        graph = small_graph("Ann won Summer_Games", "Ann won Winter_Games")
        found = await computed(graph, "Ann", [key("Ann", "won")], (1, 1), operation="latest")
        assert (labels(found), found.query) == ([], None)
        assert found.failure == (
            "no date or number to find the latest by: 2 of 2 values cannot be compared: "
            "'Summer Games', 'Winter Games' (no date or number in the name)"
        )

    async def test_a_single_candidate_stays_with_a_flaw(self) -> None:
        found = await computed(
            small_graph("Ann won Games"), "Ann", [key("Ann", "won")], (1, 1), operation="latest"
        )
        assert labels(found) == ["Games"]
        assert "too-few-values" in ids(found.flaws)

    async def test_a_candidate_that_another_citation_gives_without_a_value_is_a_flaw(self) -> None:
        graph = small_graph("Ann part Bob", "Ann part Cid", 'Bob size "9"')
        found = await computed(
            graph, "Ann", [self.SIZE, key("Ann", "part")], (1, 1), (2, 1), operation="largest", key_position=2
        )
        assert (labels(found), ids(found.flaws)) == (["Bob"], ["candidates-without-value"])

    async def test_entities_at_the_key_position_are_no_values(self) -> None:
        graph = small_graph("Ann part Bob", "Ann part Cid", "Bob size Small", "Cid size Large")
        found = await computed(graph, "Ann", [self.SIZE], (1, 1), operation="largest", key_position=2)
        assert (labels(found), found.failure) == ([], "no date or number to find the largest by")


class TestCounts:
    async def test_a_count_is_over_the_whole_graph_with_its_members(self) -> None:
        found = await computed(FAMILY, "Ann", [key("Ann", "parent")], (1, 1), operation="count")
        assert (labels(found), found.outcome.kind, found.flaws) == (["2"], "count", ())
        assert texts(found) == ["number of 'parent' = 2: Bob, Cid"]

    async def test_a_count_of_several_citations_counts_nothing_twice(self) -> None:
        graph = small_graph("Ann friend Bob", "Ann likes Bob", "Ann likes Cid")
        keys = [key("Ann", "friend"), key("Ann", "likes")]
        assert labels(await computed(graph, "Ann", keys, (1, 1), (2, 1), operation="count")) == ["2"]

    async def test_what_leads_back_to_the_topic_is_not_counted(self) -> None:
        graph = small_graph("Ann parent Bob", "Ann parent Cid", "Ann parent Dan")
        found = await computed(graph, "Bob", [key("Bob", "<parent", "parent")], (1, 2), operation="count")
        assert labels(found) == ["2"]

    async def test_only_what_the_draft_names_is_counted(self) -> None:
        found = await computed(FAMILY, "Ann", [key("Ann", "parent")], (1, 1), operation="count", only=("Bob",))
        assert labels(found) == ["1"]

    async def test_citations_that_lead_to_nothing_in_common_have_no_count(self) -> None:
        run = run_over(small_graph("Ann likes Bob", "Cid likes Dan"))
        keys = [key("Ann", "likes"), key("Cid", "likes")]
        draft, resolution = await followed("", run, "Ann Cid", keys, (1, 1), (2, 1), operation="count")
        assert await computed_operation(draft, resolution, [T + "Ann", T + "Cid"], run) is None


class TestYes:
    async def test_a_yes_is_shown_by_the_cited_paths_alone(self) -> None:
        joint = key("Ann", "parent", anchors={1: "Bob"})
        found = await computed(FAMILY, "Ann Bob", [joint], (1, 1), operation="exists")
        assert (labels(found), found.outcome.kind, found.flaws) == (["yes"], "boolean", ())
        assert texts(found) == []

    async def test_an_end_that_the_question_names_is_in_the_query(self) -> None:
        graph = small_graph("Ann parent Bob", "Ann parent Cid", 'Ann born "1999-12-31"')
        for path, name in (("parent", "Bob"), ("born", "1999-12-31")):
            found = await computed(graph, "Ann", [key("Ann", path)], (1, 1), operation="exists", only=(name,))
            assert labels(found) == ["yes"]
            assert found.query is not None and name in found.query.model_dump_json()

    async def test_nothing_cited_is_a_no_that_is_not_proven(self) -> None:
        found = await computed(FAMILY, "Ann Bob", [GRAND], operation="exists")
        assert (labels(found), found.query, found.lacking) == (["no"], None, "a no cites no path")
        assert ids(found.flaws) == ["no-such-path"]

    async def test_a_path_that_does_not_exist_is_neither_yes_nor_no(self) -> None:
        run = run_over(FAMILY)
        absent = key("Ann", "sibling", anchors={1: "Bob"})
        draft, resolution = await followed("", run, "Ann Bob", [absent], (1, 1), operation="exists")
        assert await computed_operation(draft, resolution, [T + "Ann", T + "Bob"], run) is None


OPERATIONS: dict[str, tuple[list[PatternKey], int, dict[str, Any]]] = {
    "count": ([key("Ann", "child")], 1, {"operation": "count"}),
    "extreme": ([TestExtremes.BORN], 1, {"operation": "latest", "key_position": 2}),
    "values by meaning": ([key("Ann", "child", "size")], 1, {"operation": "largest", "key_position": 2}),
    "yes": ([key("Ann", "child")], 1, {"operation": "exists", "only": ("Bob",)}),
}


@pytest.fixture(scope="module")
def endpoint() -> Iterator[RunContext]:
    store = pyoxigraph.Store()
    store.load(SIZED.serialize(format="nt").encode(), format=pyoxigraph.RdfFormat.N_TRIPLES)
    with serve_oxigraph(store) as url:
        graph = SparqlStore(url)
        yield run_over(graph)
        graph.close()


@pytest.mark.parametrize("name", OPERATIONS)
async def test_an_endpoint_gives_the_same_answer_with_the_same_evidence(endpoint: RunContext, name: str) -> None:
    keys, position, fields = OPERATIONS[name]
    mine, other = [await computed(graph, "Ann", keys, (1, position), **fields) for graph in (SIZED, endpoint)]
    assert labels(mine)
    assert (labels(other), other.flaws, sorted(texts(other))) == (labels(mine), (), sorted(texts(mine)))


async def test_a_draft_without_an_operation_is_not_computed() -> None:
    run = run_over(FAMILY)
    draft, resolution = await followed("", run, "Ann", [GRAND], (1, 2))
    assert draft == AnswerDraft(citations=draft.citations)
    assert await computed_operation(draft, resolution, [T + "Ann"], run) is None


async def test_a_store_that_evaluates_no_queries_has_no_operation() -> None:
    run = replace(run_over(FAMILY), kg=RdfStore(FAMILY))
    found = await computed(run, "Ann", [key("Ann", "parent")], (1, 1), operation="count")
    assert (labels(found), found.query) == ([], None)
    assert "evaluates no queries" in (found.failure or "")


class TestWhatRestsOnTheSearch:
    async def test_what_stands_at_the_end_of_a_pattern_does_not(self) -> None:
        found = await computed(FAMILY, "Ann", [key("Ann", "parent")], (1, 1), operation="count")
        assert not found.rests_on_search

    async def test_single_paths_do(self) -> None:
        keys = [
            key("Ann", "parent").model_copy(update={"nodes": (T + "Ann", T + name)}) for name in ("Bob", "Cid")
        ]
        found = await computed(FAMILY, "Ann", keys, (1, 1), (2, 1), operation="count")
        assert (labels(found), found.rests_on_search) == (["2"], True)

    async def test_a_no_does(self) -> None:
        assert (await computed(FAMILY, "Ann Bob", [GRAND], operation="exists")).rests_on_search

    async def test_one_spelling_of_each_value_does(self) -> None:
        graph = small_graph("Ann parent Bob")
        for text in ("1", "01", "2"):
            number = rdflib.Literal(text, datatype=rdflib.XSD.integer, normalize=False)
            graph.add((rdflib.URIRef(T + "Ann"), rdflib.URIRef(T + "size"), number))
        found = await computed(graph, "Ann", [key("Ann", "size")], (1, 1), operation="count")
        assert (labels(found), found.rests_on_search) == (["2"], True)


class TestConditions:
    STAFF = (
        *("Acme employs a1", "a1 person Ann", 'a1 pay "9"', "Acme employs a2", "a2 person Ann", 'a2 pay "1"'),
        *("Acme employs b1", "b1 person Bob", 'b1 pay "5"'),
    )
    PAY = key("Acme", "employs", "pay")

    async def test_an_extreme_is_of_the_paths_that_carry_them(self) -> None:
        run = run_over(small_graph(*self.STAFF))
        draft, resolution = await followed(
            "", run, "Acme", [self.PAY], (1, 1), operation="largest", key_position=2
        )
        resolution.cited[0].carrying = tuple(
            path for path in resolution.cited[0].pattern.paths() if path[1] in (T + "a2", T + "b1")
        )
        resolution.terms = resolution.candidates = [T + "a2", T + "b1"]
        found = await computed_operation(draft, resolution, [T + "Acme"], run)
        assert found is not None
        assert (labels(found), found.flaws) == (["b1"], ())

    async def test_blank_nodes_that_carry_them_cannot_be_named_which_is_a_flaw(self) -> None:
        graph = small_graph("Acme employs Bob", 'Bob pay "5"')
        acme, node = rdflib.URIRef(T + "Acme"), rdflib.BNode()
        graph += [(acme, rdflib.URIRef(T + "employs"), node)]
        graph += [(node, rdflib.RDFS.label, rdflib.Literal("Ann"))]
        run = run_over(graph)
        draft, resolution = await followed("", run, "Acme", [key("Acme", "employs")], (1, 1), operation="count")
        resolution.cited[0].carrying = tuple(resolution.cited[0].pattern.paths())
        found = await computed_operation(draft, resolution, [T + "Acme"], run)
        assert found is not None
        assert labels(found) == ["2"]
        assert "condition-not-in-query" in ids(found.flaws)


class TestPartsOfDates:
    GRAPH = small_graph('Ann born "1999-12-31"', 'Ann hired "2003-05-06"', 'Ann height "180"')
    GRAPH.add(
        (rdflib.URIRef(T + "Ann"), rdflib.URIRef(T + "joined"), rdflib.Literal("2001", datatype=rdflib.XSD.gYear))
    )

    async def part_of(self, relation: str, part: Any, graph: rdflib.Graph | None = None) -> Computed | None:
        run = run_over(graph or self.GRAPH)
        draft, resolution = await followed("", run, "Ann", [key("Ann", relation)], (1, 1))
        return await computed_operation(draft, resolution, [T + "Ann"], run, part)

    @pytest.mark.parametrize(
        ("relation", "part", "answer"),
        [
            ("born", "year", "1999"),
            ("born", "month", "12"),
            ("born", "decade", "1990"),
            ("joined", "decade", "2000"),
        ],
    )
    async def test_the_part_of_a_date_is_the_answer(self, relation: str, part: str, answer: str) -> None:
        found = await self.part_of(relation, part)
        assert found is not None
        assert (labels(found), found.flaws, found.date_part) == ([answer], (), part)
        assert found.query is not None
        assert found.query.columns[0].name == part

    @pytest.mark.parametrize(("relation", "part"), [("joined", "year"), ("height", "year"), ("born", None)])
    async def test_what_is_a_year_itself_or_no_date_stays_as_it_is(self, relation: str, part: str | None) -> None:
        assert await self.part_of(relation, part) is None

    async def test_a_year_has_no_month(self) -> None:
        found = await self.part_of("joined", "month")
        assert found is not None
        assert labels(found) == []
        assert found.failure

    async def test_a_store_that_evaluates_no_queries_leaves_the_date(self) -> None:
        run = replace(run_over(self.GRAPH), kg=RdfStore(self.GRAPH))
        draft, resolution = await followed("", run, "Ann", [key("Ann", "born")], (1, 1))
        assert await computed_operation(draft, resolution, [T + "Ann"], run, "year") is None
