"""A run as a page and on the terminal: all of it is there, nothing of it is obeyed."""

import json
from html.parser import HTMLParser

import pytest
import rdflib
from rdflib.namespace import RDFS

from pog_agent import PathsOverGraph
from pog_agent.events import RouteTaken
from pog_agent.interfaces.cli import main
from pog_agent.interfaces.explaining.page import run_page
from pog_agent.interfaces.explaining.terminal import step_lines
from pog_agent.tracing.elements import subgraph_elements
from pog_agent.tracing.run_trace import TracedStep

HOSTILE = "Ann <script>alert(1)</script> \"'><img src=x onerror=alert(2)> </script> \\u003c \u2028 \x1b[31mred"
LONG = "very " * 2_000 + "long"
ASKED = "Who is the founder of Acme?"


class Elements(HTMLParser):
    """What a browser would see: start tags with their attributes, and the text of scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def run():
    graph = rdflib.Graph()
    acme, ann = rdflib.URIRef("urn:test:Acme"), rdflib.URIRef("urn:test:Ann")
    graph.add((acme, RDFS.label, rdflib.Literal("Acme")))
    graph.add((ann, RDFS.label, rdflib.Literal(HOSTILE)))
    graph.add((acme, rdflib.URIRef("urn:test:founder"), ann))
    graph.add((acme, rdflib.URIRef("urn:test:story"), rdflib.Literal(LONG)))
    with PathsOverGraph(graph, encoder="lexical") as agent, agent.recording() as recorder:
        agent.ask(ASKED)
    return recorder.trace


def test_the_page_has_the_answer_every_step_and_the_picture(run):
    page = run_page(run)
    assert ASKED in page and 'class="status supported"' in page
    assert all(f'<span class="name">{step.node}</span>' in page for step in run.steps)
    assert 'class="box topic"' in page and 'class="box answer"' in page and ">founder</text>" in page
    assert all(f"<td>{edge.label}</td>" in page for edge in subgraph_elements(run).edges)


def test_hostile_labels_add_no_element_to_the_page(run):
    page = run_page(run)
    tags = Elements(page).tags
    assert not [tag for tag, _ in tags if tag == "script"]
    assert not [
        tag for tag, attributes in tags if tag == "img" or any(name.startswith("on") for name in attributes)
    ]
    assert "alert(1)" in page and "<script>alert" not in page


def test_the_page_loads_nothing_and_lets_no_script_run(run):
    page = run_page(run)
    tags = Elements(page).tags
    assert not [attributes for _, attributes in tags if "src" in attributes or "href" in attributes]
    policy = next(item["content"] for tag, item in tags if item.get("http-equiv") == "Content-Security-Policy")
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def test_a_long_literal_is_cut(run):
    page = run_page(run)
    assert LONG[:200] in page and LONG not in page


def test_the_terminal_obeys_no_label(run):
    text = "\n".join(line.plain for number, step in enumerate(run.steps) for line in step_lines(number, step))
    assert "Ann <script>" in text and "\x1b" not in text
    assert "kept 1 of" in text or "candidates" in text


def test_a_turn_of_the_search_is_told_with_its_reason(run):
    why = "deepen to D = 2: split question 2 is open"
    turn = RouteTaken(
        node="check_sufficiency", target="explore_topic_paths", condition="deepen", why=why, turns=True
    )
    onward = turn.model_copy(update={"turns": False, "why": "the paths suffice"})
    judged = TracedStep(
        node="check_sufficiency", began=0.0, seconds=0.1, following="explore_topic_paths", route=turn
    )
    steps = (judged, judged.model_copy(update={"route": onward}))
    page = run_page(run.model_copy(update={"steps": steps}))
    assert f'<b class="route">&rarr; {why}</b>' in page
    assert f'<p>Next: <b>explore_topic_paths</b> <span class="soft">{why}</span></p>' in page
    assert page.count('<b class="route">') == 1 and page.count("the paths suffice") == 1
    assert [line.plain.strip() for line in step_lines(1, judged)][1:] == [f"-> explore_topic_paths: {why}"]


@pytest.fixture
def kg(tmp_path):
    path = tmp_path / "acme.ttl"
    path.write_text(
        "@prefix e: <urn:test:> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . "
        'e:acme rdfs:label "Acme" ; e:founder e:ann . e:ann rdfs:label "Ann" .'
    )
    return str(path)


def ask(kg: str, *flags: str) -> int:
    return main(["ask", ASKED, "--kg", kg, "--encoder", "lexical", "--quiet", *flags])


def test_the_command_writes_a_page_or_data_and_explains(kg, tmp_path, capsys):
    page, data = tmp_path / "run.html", tmp_path / "run.json"
    assert ask(kg, "--trace", str(page), "--explain") == 0
    assert "recognize_topics" in capsys.readouterr().out
    assert ask(kg, "--trace", str(data), "--json") == 0
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    written, printed = json.loads(data.read_text(encoding="utf-8")), json.loads(capsys.readouterr().out)
    assert written["answer"]["answers"] == printed["answers"]


@pytest.mark.parametrize(("name", "why"), [("run.pdf", "must end in .html"), ("no/run.html", "does not exist")])
def test_a_trace_that_cannot_be_written_is_refused_before_the_run(kg, tmp_path, capsys, name, why):
    assert ask(kg, "--trace", str(tmp_path / name)) == 2
    told = capsys.readouterr()
    assert why in told.err and told.err.count("\n") == 1 and not told.out


def test_the_log_is_written_from_a_level_on(kg, capsys):
    assert ask(kg, "--log-level", "info", "--json") == 0
    told = capsys.readouterr()
    assert "INFO pog_agent.run: run" in told.err and ASKED not in told.err
    assert json.loads(told.out)
    assert ask(kg, "--log-level", "loud") == 2
