"""What the page is sent: steps, answer and picture, escaped; errors in one line; and nothing for other pages."""

import asyncio
import json
import re
from html import unescape

import httpx
import pytest

from pog_agent import PathsOverGraph
from pog_agent.config import PogConfig
from pog_agent.interfaces.ui import examples
from pog_agent.interfaces.ui.app import build_app
from pog_agent.interfaces.ui.choices import Choice, PageChoices
from pog_agent.interfaces.ui.desk import QuestionDesk
from tests.interfaces.ui.pages import (
    LOOPBACK,
    NO_ENDPOINT,
    asked,
    firm_graph,
    got,
    hostile_file,
    record_of,
    served_page,
)

CAPITAL = "What is the capital of France?"
STATE = "Which city is the capital of the US state of Georgia?"
YES = {
    "form": "exists",
    "pattern": {"elements": [{"kind": "constant", "variable": "it", "terms": ["http://example.org/it"]}]},
}


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    folder = tmp_path_factory.mktemp("graphs")
    hostile = hostile_file(folder)
    firm = folder / "firm.ttl"
    firm_graph().serialize(firm, "turtle")
    with served_page("demo", hostile, NO_ENDPOINT, "gone.ttl", str(firm), model="openai:none") as found:
        yield found


@pytest.fixture(scope="module")
def firm_url(tmp_path_factory):
    """A page over the graph of a firm that is read by meaning."""
    firm = tmp_path_factory.mktemp("firm") / "firm.ttl"
    firm_graph().serialize(firm, "turtle")
    with served_page(str(firm), model="openai:none", encoder="auto") as found:
        yield found


def offline(url: str, question: str, **choices: object) -> list[dict[str, object]]:
    return asked(url, question, model="1", **choices)


def error_of(records: list[dict[str, object]]) -> str:
    assert records[-1]["type"] == "error"
    return str(records[-1]["text"])


def answered(records: list[dict[str, object]]) -> dict[str, object]:
    return record_of(records, "answer")


def test_a_run_is_told_step_by_step_then_answer_picture_and_what_else_may_be_asked(url):
    records = offline(url, CAPITAL)
    kinds = [record["type"] for record in records]
    assert kinds[0] == "started" and kinds[-3:] == ["answer", "run", "suggested"]
    assert kinds.count("step") >= kinds.count("started") > 3
    answer, run, suggested = records[-3:]
    assert answer["status"] == "supported" and "Paris" in answer["html"]
    assert 'data-iri="http://example.org/world/e/Paris_France">Paris</text>' in run["html"]
    assert suggested["html"] == ""


def test_a_follow_up_is_read_by_the_turns_that_the_page_keeps(url):
    records = offline(url, "And Germany?", earlier=[answered(offline(url, CAPITAL))["turn"]])
    read = record_of(records, "read")
    assert read["text"] == read["again"] == "What is the capital of Germany?"
    reply = answered(records)["reply"]
    assert "The answer is Berlin. [1]\n(read as: What is the capital of Germany?)" in reply
    assert "read" not in [record["type"] for record in offline(url, "And Germany?")]


def test_a_reading_that_was_chosen_is_answered_by_with_evidence_and_picture(url):
    html = str(answered(offline(url, STATE))["html"])
    reading = json.loads(unescape(re.search(r'data-reading="([^"]*)"', html)[1]))
    records = offline(url, STATE, reading=reading)
    answer = answered(records)
    assert ("Washington" in answer["html"], answer["status"]) == (True, "partial")
    assert f"By the reading: {reading['words']}" in answer["html"]
    assert 'class="box answer"' in record_of(records, "run")["html"]
    assert answer["turn"]["answers"][0]["label"].startswith("Washington")


def test_a_word_in_doubt_is_asked_about_and_a_yes_makes_the_answer_sure(firm_url):
    question = "Who leads the Sales Department?"
    first = answered(offline(firm_url, question))
    assert first["status"] == "partial" and "By <em>leads</em> I read <em>headed by</em>." in first["html"]
    meant = json.loads(unescape(re.search(r'data-meant="([^"]*)"', first["html"])[1]))
    assert meant == {"words": "leads", "others": ["headed by"]}
    again = answered(offline(firm_url, question, meant=[meant]))
    assert (again["status"], 'class="doubt"' in again["html"]) == ("supported", False)
    assert answered(offline(firm_url, question))["status"] == "partial"


def test_an_abstention_offers_two_readings_and_questions_that_the_graph_answers(firm_url):
    records = offline(firm_url, "Who knows Ann?")
    html, suggested = str(answered(records)["html"]), str(records[-1]["html"])
    assert "The graph knows Ann, but" in html
    assert html.count("data-reading=") == 2
    asked_for = re.findall(r'data-say="([^"]*)"', suggested)
    assert asked_for
    for text in asked_for:
        assert answered(offline(firm_url, unescape(text)))["status"] == "supported"


def test_a_list_is_told_with_the_counts_of_its_groups_which_a_single_answer_has_not(url):
    groups = record_of(offline(url, "Which persons are there?", graph="1"), "groups")
    assert groups["text"] == ": clerk 2, driver 1"
    assert "groups" not in [record["type"] for record in offline(url, CAPITAL)]


def test_the_run_of_an_answer_has_a_page_of_its_own_where_no_script_runs(url):
    name = record_of(offline(url, CAPITAL), "run")["name"]
    page = httpx.get(f"{url}run/{name}", trust_env=False)
    assert CAPITAL in page.text and "<script" not in page.text
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'") and "script-src" not in policy
    assert "frame-ancestors 'none'" in policy
    gone = httpx.get(f"{url}run/none", trust_env=False)
    assert (gone.status_code, "only the last" in gone.text) == (404, True)


def test_an_entity_is_shown_with_a_few_of_its_facts(url):
    (record,) = got(url, "entity", graph="0", name="http://example.org/world/e/Germany")
    assert "<h2>Germany</h2>" in record["html"] and "country" in record["html"]
    assert 'data-name="http://example.org/world/e/Berlin">Berlin</button>' in record["html"]
    assert re.search(r"relations are listed|facts are listed", record["html"])
    assert record["html"].count("<dt>") <= 12
    (hostile,) = got(url, "entity", graph="1", name="urn:test:Eve")
    assert "&lt;script&gt;" in hostile["html"] and "<script" not in hostile["html"]
    assert "no entity has the name" in error_of(got(url, "entity", graph="0", name="http://example.org/none"))
    assert "the name is empty" in error_of(got(url, "entity", graph="0"))


def test_the_page_offers_graphs_by_name_systems_and_reasoners(url):
    page = httpx.get(url, trust_env=False).text
    assert "&lt;b&gt;hostile.ttl" in page and "<b>hostile" not in page
    assert "tog2: Think-on-Graph 2" in page and "openai:none" in page


def test_everything_from_the_graph_is_escaped(url):
    text = "".join(str(record.get("html", "")) for record in offline(url, "Who is the spouse of Ann?", graph="1"))
    assert "Eve &lt;script&gt;" in text
    assert "<script" not in text and "<img" not in text
    text = "".join(str(record.get("html", "")) for record in offline(url, "Who is the mentor of Ann?", graph="1"))
    assert "**bold** [x](javascript:alert(1)) &#34;quoted&#34; [2J {{ 7*7 }}" in text
    assert "\x1b" not in text and 'href="' not in text


def examples_of(html: object) -> list[str]:
    return [unescape(text) for text in re.findall(r'class="example">(.*?)</button>', str(html))]


def test_the_card_has_its_classes_at_once_and_then_all_examples(url):
    begun, *_, whole = got(url, "card", graph="0")
    assert re.search(r'country <span class="count soft">\d+</span>', begun["html"])
    assert (begun["whole"], examples_of(begun["html"])) == (False, [])
    assert (whole["whole"], whole["told"]) == (True, "")
    counts = [len(examples_of(part)) for part in whole["html"].split("</section>")]
    assert max(counts) == 2 and sum(counts) >= 8
    assert got(url, "card", graph="0") == [whole]


def test_examples_found_without_embeddings_are_answered_as_supported_with_them(url):
    *_, card = got(url, "card", graph="0")
    with PathsOverGraph("demo") as agent:
        assert {agent.ask(text).status for text in examples_of(card["html"])[::3]} == {"supported"}


def test_a_search_that_takes_long_shows_what_it_has_found(url, monkeypatch):
    monkeypatch.setattr(examples, "SECONDS_BETWEEN", -1)
    counts = [len(examples_of(card["html"])) for card in got(url, "card", graph="4")]
    assert counts[0] == 0 and counts == sorted(counts) and len(set(counts)) > 2


async def test_the_first_graph_is_looked_at_before_anybody_opens_the_page():
    config = PogConfig.create({}, kg="demo", encoder="lexical")
    desk = QuestionDesk("pog", {"kg": "demo", "encoder": "lexical"})
    app = build_app(PageChoices(("demo",), "pog", config), desk, LOOPBACK, looks_ahead=True)
    async with app.router.lifespan_context(app):
        begun = [task.get_coro().__qualname__ for task in asyncio.all_tasks()]
    assert begun.count("ExampleSearch._searched") == 1


def test_examples_never_have_markup(url):
    *_, card = got(url, "card", graph="1")
    assert examples_of(card["html"]) and "<" not in "".join(examples_of(card["html"]))


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"graph": "2"}, f"{NO_ENDPOINT}"),
        ({"graph": "3"}, "gone.ttl: no such file or folder"),
        ({"graph": "9"}, "there is no graph '9' on this page"),
        ({"graph": "../etc"}, "there is no graph '../etc' on this page"),
        ({"model": "7"}, "there is no reasoner '7' on this page"),
        ({"system": "none"}, "unknown system 'none'"),
        ({"system": "rag"}, "the system rag needs --docs"),
        ({"d_max": "9"}, "setting 'd_max' has the value '9'"),
        ({"strategy": "none"}, "setting 'strategy' has the value 'none'"),
        ({"question": " "}, "there is no question"),
        ({"question": "x" * 2001}, "the question has 2,001 characters"),
        ({"earlier": [{"said": "Who?"}]}, "the page sent a conversation that cannot be read"),
        ({"earlier": 3}, "the page sent a conversation that cannot be read"),
        ({"meant": [{"words": 3}]}, "the page sent meanings that cannot be read"),
        ({"reading": 3}, "the page sent a reading that cannot be read"),
        (
            {"reading": {"question": CAPITAL, "query": {}, "confidence": 1}},
            "the page sent a reading that cannot be read",
        ),
        (
            {"reading": {"question": "Who?", "query": YES, "confidence": 1}},
            "the page sent a reading of another question",
        ),
    ],
)
def test_an_error_is_one_line(url, choices, message):
    text = error_of(asked(url, **{"question": CAPITAL, "model": "1", **choices}))
    assert message in text and "\n" not in text


def test_a_model_without_a_key_is_an_error(url, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert "openai:none" in error_of(asked(url, CAPITAL, model="0"))


def test_a_graph_that_cannot_be_opened_has_no_examples(url):
    assert "gone.ttl" in error_of(got(url, "card", graph="3"))


def test_other_systems_answer_over_the_same_graph(url):
    assert "Paris" in answered(offline(url, CAPITAL, system="tog"))["html"]


DEEP = b"[" * 100_000 + b"]" * 100_000


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"[]", 200, "the page sent no choices"),
        (b"{", 400, "it is no JSON"),
        (b'{"question": "' + b"x" * 1_100_000 + b'"}', 413, "it has more than 1,000,000 bytes"),
        (DEEP, 400, "its JSON is nested too deeply"),
        (b'{"question": "\\ud800"}', 400, "it has half of a character"),
        (b'{"question": "\xff"}', 400, "it has half of a character, or is not in UTF-8"),
        (b'{"question": "Who?", "d_max": ' + b"9" * 5000 + b"}", 400, "a number of thousands of digits"),
        (b'{"question": "Who?", "graph": "' + b"9" * 5000 + b'"}', 200, "there is no graph"),
    ],
)
def test_what_is_no_request_of_the_page_is_an_error(url, body, status, said):
    for path in ("ask", "reply", "feedback"):
        headers = {"content-type": "application/json"}
        reply = httpx.post(f"{url}{path}", content=body, headers=headers, trust_env=False)
        assert reply.status_code == status
        assert said in reply.text or (path != "ask" and status == 200)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:1"}, 403),
        ({"host": "["}, 400),
        ({"origin": "http://[::1"}, 400),
    ],
)
def test_other_sites_are_refused(url, headers, status):
    reply = httpx.post(f"{url}ask", json={"question": CAPITAL}, headers=headers, trust_env=False)
    assert reply.status_code == status


def test_a_form_of_another_site_asks_nothing(url):
    assert httpx.post(f"{url}ask", data={"question": CAPITAL}, trust_env=False).status_code == 415


def test_only_scripts_of_the_page_may_run(url):
    policy = httpx.get(url, trust_env=False).headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy


def test_nothing_is_loaded_from_elsewhere(url):
    page = httpx.get(url, trust_env=False).text
    assert re.findall(r'(?:src|href)="(?!/static/)', page) == []
    for name in (
        *("page.css", "colours.css", "picture.css", "icon.svg", "theme.js", "page.js", "answer.js", "confirm.js"),
        *("conversations.js", "dom.js", "graph.js", "records.js"),
    ):
        assert httpx.get(f"{url}static/{name}", trust_env=False).status_code == 200


def test_after_a_reader_who_left_the_page_goes_on(url):
    with httpx.stream("POST", f"{url}ask", json={"question": CAPITAL, "model": "1"}, trust_env=False) as reply:
        next(reply.iter_lines())
    assert offline(url, CAPITAL)[-1]["type"] == "suggested"


async def test_who_leaves_ends_the_run():
    desk = QuestionDesk("pog", {"kg": "demo", "encoder": "lexical"})
    events = desk.events(Choice(CAPITAL, "pog", {"kg": "demo"}))
    await anext(events)
    (run,) = [task for task in asyncio.all_tasks() if task.get_coro().__qualname__ == "QuestionDesk._run"]
    await events.aclose()
    await asyncio.wait([run])
    assert run.cancelled()
    await desk.close()


def test_a_password_of_an_endpoint_is_not_shown():
    with served_page("http://ann:secret@127.0.0.1:9/sparql") as url:
        page = httpx.get(url, trust_env=False).text
        told = error_of(asked(url, CAPITAL))
    assert "127.0.0.1:9/sparql" in page
    assert "secret" not in page + told
