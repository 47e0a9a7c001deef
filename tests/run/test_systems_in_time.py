"""The steps of each system with inputs that were made to be slow, and with no time left: they end, and say so."""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from pog_agent.agent import Agent, open_system
from pog_agent.deadline import Deadline
from pog_agent.documents import build_index
from pog_agent.models import Answer, Referent, Turn
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.run.budget.budget import StepDeadlines
from pog_agent.run.node import Node
from tests.documents.corpora import write_graph, write_lines
from tests.run.test_rooms_in_time import MOST_CPU, PREFIXES, WARM_UP, SlowEncoder, _word, graph_of

QUESTION = "What is the amber birch of Ann Lee?"


def mediators() -> Iterator[str]:
    """Things without a name behind three relations, each with very many edges of its own."""
    yield ':ann rdfs:label "Ann Lee" .'
    for number in range(24):
        yield f":ann :{_word(number % 3)} :t{number} ."
        yield from (f":t{number} :{_word(100 + one % 40)} :u{one} ." for one in range(1500))
    yield from (f':u{one} rdfs:label "Unit {one}" .' for one in range(1500))


def people() -> Iterator[str]:
    """Two people with very many relations, each of which a claim may be about."""
    for name, label in (("ann", "Ann Lee"), ("bob", "Bob Kent")):
        yield f':{name} rdfs:label "{label}" ; a :Person ; :bornIn :c0 .'
        yield from (f":{name} :{_word(number)} :c{number} ." for number in range(250))
    yield ':c0 rdfs:label "Port Lowe" ; a :City .'
    yield from (f':c{number} rdfs:label "City {_word(number)}" ; a :City .' for number in range(1, 250))


def neighbours() -> Iterator[str]:
    """Two people beside the same things, to each of which many ways lead."""
    yield ':ann rdfs:label "Ann Lee" . :bob rdfs:label "Bob Kent" .'
    for number in range(1500):
        yield f':t{number} rdfs:label "Thing {number}" .'
        for who in ("ann", "bob"):
            yield f":{who} :{_word(number % 40)} :t{number} , :m{number % 150} ."
            yield f":m{number % 150} :{_word(100 + number % 30)} :t{number * 7 % 1500} ."


def linked() -> Iterator[str]:
    """A person with relations to many things, of all of which all documents tell."""
    yield ':ann rdfs:label "Ann Lee" .'
    for number in range(120):
        yield f':ann :{_word(number % 3)} :t{number} . :t{number} rdfs:label "Thing {number}" .'


def classified() -> Iterator[str]:
    """Things of many classes each, which are different for each."""
    for number in range(100):
        classes = ", ".join(f":K{(number * 13 + one) % 300}" for one in range(20))
        yield f':t{number} rdfs:label "Thing {number}" ; a {classes} .'
    yield from (f':K{one} rdfs:label "kind {_word(one)}" .' for one in range(300))


def indexed(folder: Path) -> Path:
    """An index of a hundred documents, each of which is about everything."""
    entities = [f"urn:test:t{number}" for number in range(120)]
    text = " ".join(f"The {_word(number)} is far from the {_word(number + 1)}." for number in range(12))
    records = [{"id": f"d{one}", "title": f"D{one}", "text": text, "entities": entities} for one in range(100)]
    kg = write_graph(folder, "\n".join([PREFIXES, *linked()]))
    build_index(write_lines(folder / "docs.jsonl", records), kg, folder / "index", encoder="lexical")
    return folder / "index"


CASES: Mapping[str, tuple[str, Any, str, str, str, dict[str, Any]]] = {
    "facts beside the paths of ToG-R": (
        "tog-r",
        mediators,
        QUESTION,
        "check_sufficiency",
        "facts on paths were looked at",
        {"d_max": 1},
    ),
    "what a claim may be held against": (
        "pog",
        people,
        "Both Ann Lee and Bob Kent were born in Port Lowe.",
        "verify_answer",
        "facts that the claim may be held against were looked at",
        {"task": "verify", "d_max": 1},
    ),
    "things in common": (
        "pog",
        neighbours,
        "What do Ann Lee and Bob Kent have in common?",
        "connect_topics",
        "things beside all entities were looked at",
        {},
    ),
    "passages of ToG-2": (
        "tog2",
        linked,
        QUESTION,
        "retrieve_contexts",
        "passages were ranked in the time left",
        {"ranker": "bm25"},
    ),
    "passages of pog": (
        "pog",
        linked,
        QUESTION,
        "retrieve_path_contexts",
        "entities that documents are linked to were looked at",
        {"ranker": "bm25", "d_max": 1},
    ),
    "passages of rag": (
        "rag",
        linked,
        QUESTION,
        "retrieve_passages",
        "passages were ranked in the time left",
        {"rag_passages": "topics", "topics": [f"urn:test:t{number}" for number in range(120)]},
    ),
    "things spoken of in a conversation": (
        "pog",
        classified,
        "Which of them is the biggest?",
        "rewrite_question",
        "kinds of things spoken of were looked at",
        {"d_max": 1},
    ),
}


def asked(agent: Agent, question: str, step: str) -> Answer:
    """The answer; where the step reads a follow-up, after a turn with a hundred answers."""
    things = tuple(Referent(iri=f"urn:test:t{number}", label=f"Thing {number}") for number in range(100))
    turn = Turn(said="Which things?", question="Which things?", status="supported", answers=things)
    (*_, last) = agent.stream(question, earlier=[turn] if step == "rewrite_question" else [])
    return last.answer


@pytest.mark.parametrize("case", CASES)
def test_a_step_without_time_ends_at_once_and_says_what_was_cut(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system, lines, question, step, cut, settings = CASES[case]
    if lines is linked:
        settings = {**settings, "docs": str(indexed(tmp_path))}
    graph = str(tmp_path / "graph.ttl") if lines is linked else graph_of(tmp_path, lines())
    deadline = Node.deadline

    def late(self: Node, deadlines: StepDeadlines) -> Deadline:
        return Deadline.after(0) if self.name == step else deadline(self, deadlines)

    with open_system(system, kg=graph, encoder=LexicalEncoder(), **settings) as agent:
        if settings.get("task") is None:
            agent.ask(WARM_UP[0])
        whole = asked(agent, question, step)
        monkeypatch.setattr(Node, "deadline", late)
        start = time.process_time()
        answer = asked(agent, question, step)
        seconds = time.process_time() - start
    assert not any(cut in text for text in whole.warnings)
    assert any(cut in text for text in answer.warnings), answer.warnings
    assert answer.truncated and (answer.status != "supported" or step.startswith("retrieve"))
    assert seconds < MOST_CPU


@pytest.mark.parametrize("system", ["pog", "tog", "tog-r", "tog2"])
def test_thousands_of_relations_with_a_slow_encoder(system: str, tmp_path: Path) -> None:
    lines = [f':ann :{_word(number)} :t{number} . :t{number} rdfs:label "T {number}" .' for number in range(3000)]
    graph = graph_of(tmp_path, [':ann rdfs:label "Ann Lee" .', *lines])
    with open_system(system, kg=graph, encoder=SlowEncoder()) as agent:
        agent.ask(WARM_UP[0])
        start = time.process_time()
        answer = agent.ask("What is the favourite colour of Ann Lee?", max_seconds=1)
        seconds = time.process_time() - start
    assert seconds < MOST_CPU
    assert answer.truncated and answer.status != "supported"
