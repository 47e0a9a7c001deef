"""Each room with an input that was made to be slow: the run ends in time all the same, and says what was cut."""

import asyncio
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from pog_agent.agent import open_system
from pog_agent.asking.encoder import QuestionEncoder
from pog_agent.deadline import TIME_IS_UP, Deadline
from pog_agent.kg.meter import Meter
from pog_agent.models import Answer
from pog_agent.ranking.bert_model import Floats
from pog_agent.ranking.encoder import LexicalEncoder, Vectors
from pog_agent.reading.schema.vocabulary import GraphSchema
from pog_agent.run.budget.budget import StepDeadlines
from pog_agent.run.node import Node
from pog_agent.run.schema import SchemaSource
from tests.pipeline_fixtures import small_graph

SECONDS = 1.0
MOST_CPU = 1.5
PREFIXES = "@prefix : <urn:test:> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> ."
WARM_UP = ("Who is the wife of Zorg?", "How many wives are there?")


class SlowEncoder(LexicalEncoder):
    """Takes 3 ms of CPU for each text, as a sentence encoder does on a slow machine."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        end = time.thread_time() + 0.003 * len(texts)
        while time.thread_time() < end:
            pass
        return super().encode(texts)


def graph_of(folder: Path, lines: Iterable[str]) -> str:
    """A file of these lines of Turtle."""
    file = folder / "graph.ttl"
    file.write_text("\n".join([PREFIXES, *lines]), encoding="utf-8")
    return str(file)


def namesakes() -> Iterator[str]:
    """Twenty things of one name, each with relations of its own, which tell them apart."""
    for one in range(20):
        yield f':k{one} rdfs:label "Ann Lee" .'
        yield from (f':k{one} :{_word(one * 100 + number)} "x{number}" .' for number in range(100))


def star() -> Iterator[str]:
    """A thing with very many relations, of which each is a candidate."""
    yield ':ann rdfs:label "Ann Lee" .'
    for number in range(1500):
        yield f':ann :{_word(number)} :t{number} . :t{number} rdfs:label "Thing {number}" .'


def dense() -> Iterator[str]:
    """A graph in which everything is joined with a third of all, in many ways."""
    drawn = random.Random(0)
    for one in range(150):
        yield f':n{one} rdfs:label "Node {one}" .'
        yield from (f":n{one} :{_word(drawn.randrange(20))} :n{other} ." for other in drawn.sample(range(150), 50))


def hub() -> Iterator[str]:
    """A person whose links lead to nameless things with more shapes than a schema tells."""
    yield ':p a :Person ; rdfs:label "Iris Kemp" .'
    for number in range(700):
        yield f":p :{_word(number)} :h{number} . :h{number} :{_word(1000 + number)} :g{number % 60} ."
    for number in range(60):
        yield f":g{number} :{_word(2000 + number)} :q{number} ."
        yield f':q{number} a :Office ; rdfs:label "Office {number}" .'


def measures() -> Iterator[str]:
    """A class with so many attributes that to compare each with each word of a question takes long."""
    yield from (f":p{number} a :Person ; :{_word(number)} {number} ." for number in range(7000))


def friends() -> Iterator[str]:
    """Very many pairs that share something, and so still more that share something with one of a pair."""
    drawn = random.Random(0)
    yield from (f':c{one} a :Club ; rdfs:label "C {one}" .' for one in range(40))
    for one in range(2000):
        yield f':p{one} a :Person ; rdfs:label "P {one}" .'
        yield from (f":p{one} :likes :c{other} ." for other in drawn.sample(range(40), 12))


def _word(number: int) -> str:
    parts = "amber birch cedar delta ember fjord grove haven islet jetty knoll lagoon marsh north ochre".split()  # noqa: SIM905
    return parts[number % 15] + parts[number // 15 % 15].title() + parts[number // 225 % 15].title()


ROOMS = {
    "linking": (namesakes, "Who is the brother of Ann Lee?", "texts were not embedded"),
    "embedding": (star, "What is the favourite colour of Ann Lee?", "texts were not embedded"),
    "detection and enumeration": (dense, "How does Node 1 reach Node 2?", "paths through"),
    "schema chains": (hub, "Which office is Iris Kemp's birthplace in?", "max_seconds"),
    "composing": (
        measures,
        "What is the average height of persons with a weight above 80, an age below 40 and a size above 7?",
        "relations of the schema were looked at",
    ),
    "query evaluation": (
        friends,
        "How many persons like a club that a person likes that likes a club?",
        "that the time left allows",
    ),
}


SOONER = {"composing": SECONDS / 5}
"""An idle machine is through this room in less than a second."""


@pytest.mark.parametrize("room", ROOMS)
def test_a_run_over_a_slow_input_ends_in_time_and_says_what_was_cut(room: str, tmp_path: Path) -> None:
    lines, question, cut = ROOMS[room]
    encoder = SlowEncoder() if room in ("linking", "embedding") else LexicalEncoder()
    with open_system("pog", kg=graph_of(tmp_path, lines()), encoder=encoder) as agent:
        for other in WARM_UP:
            agent.ask(other)
        start = time.process_time()
        answer = agent.ask(question, max_seconds=SOONER.get(room, SECONDS))
        seconds = time.process_time() - start
    assert seconds < MOST_CPU
    assert answer.truncated and answer.status != "supported"
    told = (cut, TIME_IS_UP, "was given up")  # on a busy machine the time ends in an earlier room
    assert any(words in text for text in answer.warnings for words in told)


def hub_of(links: int) -> Iterator[str]:
    """A person with an office, and with links to and from as many things without classes and names."""
    yield ':i a :Person , :Woman ; rdfs:label "Iris Kemp" ; :office [ :address [ :city "Port Lowe" ] ] .'
    yield from (f":i :{_word(number)} :h{number} ." for number in range(links))
    yield from (f":g{number} :{_word(1000 + number)} :i ." for number in range(links // 2))


@pytest.mark.parametrize("links", [16, 200])
def test_links_to_things_without_classes_cost_little(links: int, tmp_path: Path) -> None:
    with open_system("pog", kg=graph_of(tmp_path, hub_of(links)), encoder="lexical") as agent:
        agent.ask(WARM_UP[0])
        start = time.process_time()
        answer = agent.ask("Which city is Iris Kemp's office in?")
    assert time.process_time() - start < 2 * MOST_CPU
    assert [item.label for item in answer.answers] == ["Port Lowe"] and not answer.truncated


def test_an_answer_of_paths_does_not_wait_for_a_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    made = SchemaSource._made

    async def slowly(self: SchemaSource, meter: Meter) -> GraphSchema | None:
        await asyncio.sleep(2 * SECONDS)
        return await made(self, meter)

    monkeypatch.setattr(SchemaSource, "_made", slowly)
    graph = small_graph("Ann boss Bob", "Bob boss Eve", "Ann a person")
    with open_system("pog", kg=graph, encoder="lexical") as agent:
        late = agent.ask("Who is the boss of Ann?", max_seconds=SECONDS)
        whole = agent.ask("Who is the boss of Ann?")
    assert late.answers == whole.answers and (late.status, whole.status) == ("partial", "supported")
    assert any("the schema of the graph was not read" in text for text in late.warnings)


def test_names_that_take_long_are_embedded_beyond_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run goes on without its readings and says so; the next one has them, and embeds nothing."""
    names, calls = QuestionEncoder.names, list[int]()

    def slowly(self: QuestionEncoder, texts: Sequence[str]) -> Floats:
        calls.append(len(texts))
        time.sleep(2 * SECONDS)
        return names(self, texts)

    monkeypatch.setattr(QuestionEncoder, "names", slowly)
    with open_system("pog", kg="demo") as agent:
        agent.open()
        late = agent.ask("What is the mascot of New York Yankees?", max_seconds=SECONDS)
        whole = agent.ask("What is the mascot of New York Yankees?")
    assert any("the names of relations and classes were not embedded" in text for text in late.warnings)
    assert not late.alternatives and whole.alternatives
    assert len(calls) == 1


def test_an_answer_whose_checks_are_cut_is_kept_and_is_partial(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked() -> Answer:
        return agent.ask("Who is the boss of Ann?", max_seconds=60, d_max=1)

    with open_system("pog", kg=small_graph("Ann boss Bob", "Bob boss Eve"), encoder="lexical") as agent:
        whole = asked()
        over: dict[str, Deadline] = {"verify_answer": Deadline.after(0)}
        deadline = Node.deadline

        def cut(self: Node, deadlines: StepDeadlines) -> Deadline:
            return over.get(self.name) or deadline(self, deadlines)

        monkeypatch.setattr(Node, "deadline", cut)
        late = asked()
    assert (whole.status, late.status) == ("supported", "partial")
    assert late.answers == whole.answers
    assert late.truncated and any("guards on paths and the graph were looked at" in text for text in late.warnings)
