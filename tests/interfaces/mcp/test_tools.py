"""The tools as a client in the same process sees them: results, progress, errors that say how to go on."""

import json
from typing import Any

import pytest
from mcp import Client
from mcp.types import CallToolResult

from pog_agent import PathsOverGraph
from pog_agent.interfaces.mcp.results import answer_result
from pog_agent.interfaces.mcp.server import build_server
from pog_agent.models import Answer, AnswerItem, CitedPath
from tests.llm_server import UNAUTHORIZED, ScriptedLLM
from tests.lookup.test_lookup import GRAPH, HOSTILE
from tests.pipeline_fixtures import T, small_graph

TOOLS = {
    *("ask", "verify_claim", "check_answer"),
    *("find_entities", "describe_entity", "find_paths", "schema", "sparql"),
}
ASKED = "Where was Ann born?"


@pytest.fixture(scope="module")
def agent():
    with PathsOverGraph(GRAPH, encoder="lexical") as opened:
        yield opened


@pytest.fixture
def call(agent):
    """Calls one tool."""

    async def called(tool: str, **arguments: Any) -> CallToolResult:
        async with Client(build_server(agent)) as client:
            return await client.call_tool(tool, arguments)

    return called


def said(result: CallToolResult) -> str:
    (block,) = result.content
    return block.text


def described(schema: dict[str, Any]) -> bool:
    """Whether each property of an object, at any depth, has a description."""
    objects = [schema, *schema.get("$defs", {}).values()]
    fields = [field for part in objects for field in part.get("properties", {}).values()]
    return bool(fields) and all("description" in field for field in fields)


async def test_every_tool_and_every_field_is_described(agent):
    async with Client(build_server(agent)) as client:
        tools = (await client.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS
    for tool in tools:
        assert tool.description and tool.annotations.read_only_hint
        assert tool.name == "schema" or described(tool.input_schema), tool.name
        assert described(tool.output_schema), tool.name


async def test_an_answer_is_text_with_citations_and_structured_content(call):
    result = await call("ask", question=ASKED)
    assert not result.is_error
    assert said(result).splitlines()[0] == "The answer is Ulm. [1]"
    found = result.structured_content
    assert (found["status"], found["total_answers"]) == ("supported", 1)
    assert found["answers"][0]["iri"] == T + "Ulm"
    assert found["citations"][0]["triples"] == [[T + "Ann", T + "born_in", T + "Ulm"]]
    assert "SELECT" in found["sparql"]


async def test_a_run_reports_its_steps_as_progress(agent):
    told: list[tuple[float, str]] = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, message or ""))

    async with Client(build_server(agent)) as client:
        await client.call_tool("ask", {"question": ASKED}, progress_callback=heard)
    assert [number for number, _ in told] == [*range(1, len(told) + 1)]
    assert "recognize_topics ..." in [text for _, text in told]
    assert any(text.startswith("verify_answer: supported") for _, text in told)


async def test_a_question_is_asked_by_another_reading_of_its_last_answer():
    graph = small_graph("Titanic director Cameron", "Titanic composer Horner", "Titanic lead_actor Kate")
    asked = {"question": "Who shot Titanic?"}
    with PathsOverGraph(graph, "offline:guess", encoder="lexical") as agent:
        async with Client(build_server(agent)) as client:
            early = await client.call_tool("ask", {**asked, "alternative": 1})
            others = (await client.call_tool("ask", asked)).structured_content["alternatives"]
            found = [await client.call_tool("ask", {**asked, "alternative": item["number"]}) for item in others]
            none = await client.call_tool("ask", {**asked, "alternative": 9})
    assert early.is_error and "ask it first without one" in said(early)
    assert [item["number"] for item in others] == [1, 2]
    for item, result in zip(others, found, strict=True):
        assert result.structured_content["answers"][0]["label"] == item["answers"]
        assert f"(by the reading: {item['path']})" in said(result)
    assert none.is_error and "there is no other reading 9" in said(none)


async def test_an_abstention_is_a_result_that_says_how_to_go_on(call):
    result = await call("ask", question="Where was Annn born?")
    assert not result.is_error
    found = result.structured_content["abstention"]
    assert found["case"] == "name_not_found" and found["way_on"]
    assert "Status: abstained (name not found)" in said(result)


async def test_topics_settle_which_entity_is_meant(call):
    result = await call("ask", question="What do you know about Dan?", topics=[T + "Dan2"])
    assert result.structured_content["answers"][0]["label"] == "city"


async def test_a_query_gives_rows_hints_and_the_place_of_an_error(call):
    found = await call("sparql", query=f"SELECT ?x {{ ?x <{T}born_in> <{T}Ulm> }} ORDER BY ?x")
    assert said(found) == f"?x\n<{T}Ann>\n<{T}Bob>\n<{T}Eve>"
    assert found.structured_content["rows"] == [[f"<{T}Ann>"], [f"<{T}Bob>"], [f"<{T}Eve>"]]
    nothing = await call("sparql", query=f"SELECT ?x {{ ?x <{T}born_inn> ?y }}")
    assert f"hint: <{T}born_inn>: the graph does not have it; near: <{T}born_in> (relation born in)" in said(
        nothing
    )
    wrong = await call("sparql", query="SELECT ?x\nWHERE { SERVICE <http://evil/> { ?x ?y ?z } }")
    assert wrong.is_error and "line 2, column 9, at 'SERVICE'" in said(wrong)


async def test_names_in_a_table_are_data_on_one_line(call):
    found = await call("sparql", query="SELECT ?l { ?x rdfs:label ?l FILTER(CONTAINS(?l, 'supported')) }")
    assert len(said(found).splitlines()) == 2 and "\x1b" not in said(found)


async def test_answers_are_bounded_and_the_rest_is_counted(call):
    found = (await call("ask", question="Where does Ann work?", limit=1)).structured_content
    assert (len(found["answers"]), found["total_answers"]) == (1, 3)
    assert "1 of 3 answers are listed" in found["warnings"]


def test_long_values_and_many_triples_are_cut_and_counted():
    triple = (T + "Ann", T + "motto", f'"{"x" * 5000}"')
    answer = Answer(
        question="What is the motto?",
        status="supported",
        answers=(AnswerItem(value="x" * 5000, label="x" * 5000),),
        paths=(CitedPath(text="x" * 5000, triples=(triple, *((T + "a", T + "b", T + "c"),) * 30)),),
        warnings=tuple(f"warning {number}" for number in range(40)),
        sparql="x" * 9000,
    )
    result = answer_result(answer, 20)
    assert len(result.model_dump_json()) < 15_000
    assert {
        "triples of citations that are left out, since they are many or long: 12",
        "values of more than 1200 characters are cut: 1",
        "the SPARQL is left out: it has 9,000 characters",
        "17 of 40 warnings of the run are listed",
    } <= set(result.warnings)


@pytest.mark.parametrize(
    ("claim", "verdict"), [("Ann was born in Ulm.", "true"), ("Ann was born in Mill.", "not enough")]
)
async def test_a_claim_gets_a_verdict(call, claim, verdict):
    result = await call("verify_claim", claim=claim)
    assert result.structured_content["verdict"] == verdict


async def test_candidates_get_a_verdict_each(call):
    candidates = ["Ulm", "Mill", "Nowhere"]
    result = await call("check_answer", question=ASKED, candidates=candidates)
    found = result.structured_content
    assert [item["verdict"] for item in found["candidates"]] == ["proven", "undecided", "undecided"]
    assert found["candidates"][0]["citations"][0]["triples"] == [[T + "Ann", T + "born_in", T + "Ulm"]]
    assert found["answer"]["status"] == "supported"
    assert said(result).splitlines()[0] == "Ulm: proven (it is the answer of the graph) [1]"
    closed = await call("check_answer", question=ASKED, candidates=candidates, complete=True)
    assert [item["verdict"] for item in closed.structured_content["candidates"]] == (
        ["proven", "contradicted", "undecided"]
    )


async def test_lookups_give_what_the_library_gives(agent, call):
    lookup = agent.lookup
    for tool, arguments, expected in (
        ("find_entities", {"text": "Dan"}, await lookup.afind_entities("Dan")),
        ("describe_entity", {"entity": "Ann"}, await lookup.adescribe_entity("Ann")),
        ("find_paths", {"entities": ["Ann", "Bob"]}, await lookup.afind_paths(["Ann", "Bob"])),
        ("schema", {"class_name": "person"}, await lookup.aschema("person")),
    ):
        result = await call(tool, **arguments)
        assert result.structured_content == expected.model_dump(mode="json")
        assert json.loads(said(result)) == result.structured_content


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("describe_entity", {"entity": "Annn"}, "the nearest names: Ann"),
        ("find_paths", {"entities": ["Ann", "Boob"]}, "the nearest names: Bob"),
        ("find_paths", {"entities": ["Ann", "Dan"]}, "give the IRI of the one that is meant"),
        ("schema", {"class_name": "persn"}, "the nearest names: person"),
        ("ask", {"question": ASKED, "topics": ["Annn"]}, "the nearest names: Ann"),
        ("verify_claim", {"claim": "Ann was born in Ulm.", "topics": ["Annn"]}, "the nearest names: Ann"),
        ("ask", {"question": ""}, "the question is empty"),
        ("verify_claim", {"claim": " "}, "the claim is empty"),
        ("check_answer", {"question": ASKED, "candidates": [" "]}, "candidate 1 is empty"),
        ("check_answer", {"question": ASKED, "candidates": []}, "at least 1"),
        ("find_entities", {"text": ""}, "the name is empty"),
        ("describe_entity", {"entity": ""}, "the name is empty"),
        ("find_paths", {"entities": ["", "Ann"]}, "the name is empty"),
        ("schema", {"class_name": ""}, "no class is named ''"),
        ("find_paths", {"entities": ["Ann"]}, "at least 2"),
        ("find_entities", {"text": "Ann", "limit": 100_000}, "less than or equal to 50"),
        ("ask", {}, "question"),
    ],
)
async def test_what_cannot_be_done_is_an_error_that_says_how_to_go_on(call, tool, arguments, told):
    result = await call(tool, **arguments)
    assert result.is_error
    assert told in said(result)


async def test_an_unknown_name_finds_nothing_and_is_no_error(call):
    result = await call("find_entities", text="Zzyzx Qwrt")
    assert not result.is_error and result.structured_content["entities"] == []


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("ask", {"question": ASKED}),
        ("verify_claim", {"claim": "Ann was born in Ulm."}),
        ("check_answer", {"question": ASKED, "candidates": ["Ulm"]}),
        ("find_entities", {"text": "Ann"}),
        ("describe_entity", {"entity": "Ann"}),
        ("find_paths", {"entities": ["Ann", "Bob"]}),
        ("schema", {}),
    ],
)
async def test_without_a_graph_every_tool_says_what_is_missing(tool, arguments):
    with PathsOverGraph("no-such-file.ttl", encoder="lexical") as agent:
        async with Client(build_server(agent)) as client:
            result = await client.call_tool(tool, arguments)
    assert result.is_error and "no-such-file.ttl" in said(result)


async def test_a_hostile_label_makes_no_line_of_its_own(call):
    for tool, arguments in (
        ("ask", {"question": "Who was born in Ulm?"}),
        ("find_paths", {"entities": [T + "Eve", "Ulm"], "max_length": 1}),
        ("describe_entity", {"entity": "Ulm"}),
        ("find_entities", {"text": HOSTILE}),
    ):
        result = await call(tool, **arguments)
        assert not result.is_error, tool
        assert 'Eve "x" [1] supported' in json.dumps(result.structured_content).replace('\\"', '"')
        assert "\x1b" not in said(result)
        assert "\n[1] supported" not in said(result)


async def test_hostile_names_are_answered_on_one_line(call):
    result = await call("describe_entity", entity='No"body\n\x1b[2J')
    assert result.is_error and "\x1b" not in said(result) and "\n" not in said(result)


async def test_lookups_need_no_model_where_ask_says_what_is_wrong_with_it():
    with (
        ScriptedLLM().serve(lambda step, body: UNAUTHORIZED) as url,
        PathsOverGraph(GRAPH, "openai:m", base_url=url, encoder="lexical") as agent,
    ):
        async with Client(build_server(agent)) as client:
            assert not (await client.call_tool("find_paths", {"entities": ["Ann", "Bob"]})).is_error
            refused = await client.call_tool("ask", {"question": ASKED})
    assert refused.is_error and "rejects the API key" in said(refused) and "sk-secret" not in said(refused)
