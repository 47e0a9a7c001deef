"""Runs of the whole workflow against a scripted model: graphs, scripts and traces that several tests share."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import Any

import rdflib
from rdflib.namespace import RDF, RDFS

from pog_agent import Answer
from pog_agent.agent import Agent, open_system
from pog_agent.events import AnswerReady, Event, NodeFinished
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.models.shown import place_code
from tests.llm_server import DEFAULT_REPLIES, Body, Reply, Script, Scripted, ScriptedLLM, in_turn, user_text

E = "http://example.org/world/e/"
R = "http://example.org/world/r/"
T = "urn:test:"

FIGURE_1 = "What country bordering France contains an airport that serves Nijmegen?"
FIGURE_1_SPLITS = ["Which airports serve Nijmegen?", "Which countries border France?"]
BOHR = "Which chemical element takes its name from the city where Niels Bohr was born?"

GARBAGE = "The weather is nice today."

StepReply = Scripted | Reply | Callable[[Body], Scripted]


@cache
def demo() -> CompiledGraph:
    """The bundled graph, read once."""
    with as_file(files("pog_agent.demo").joinpath("world.ttl")) as path:
        return compile_files([path], "demo")


def small_graph(*lines: str, unnamed: str = "") -> rdflib.Graph:
    """A graph from lines such as ``Ann parent Bob``, labelled by name (but those in `unnamed`).

    ``Ann a person`` gives a class; a tail in quotes is a literal, a date or number if it looks like one.
    """
    graph = rdflib.Graph()
    for line in lines:
        head, relation, tail = line.split(" ", 2)
        graph.add((_node(graph, head, unnamed), _relation(relation), _node(graph, tail, unnamed)))
    return graph


def _relation(name: str) -> rdflib.URIRef:
    return RDF.type if name == "a" else rdflib.URIRef(T + name)


def _node(graph: rdflib.Graph, name: str, unnamed: str) -> rdflib.term.Node:
    if name.startswith('"'):
        text = name.strip('"')
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
            return rdflib.Literal(text, datatype=rdflib.XSD.date)
        return rdflib.Literal(int(text)) if text.isdigit() else rdflib.Literal(text)
    node = rdflib.URIRef(T + name)
    if name not in unnamed.split():
        graph.add((node, RDFS.label, rdflib.Literal(name.replace("_", " "))))
    return node


def replies(**by_step: StepReply | list[Scripted]) -> Script:
    """A script from replies by step; a list gives one reply after the other and then the last one for good."""
    turns = {step: in_turn(*given) for step, given in by_step.items() if isinstance(given, list)}

    def script(step: str, body: Body) -> Scripted:
        if step in turns:
            return turns[step](step, body)
        given: Any = by_step.get(step)
        return given(body) if callable(given) else given

    return script


def uncounted(script: Script) -> Script:
    """The same from a server that does not count tokens: what is estimated of a call, it has used."""

    def reply(step: str, body: Body) -> Scripted:
        given = script(step, body)
        if given is None:
            given = DEFAULT_REPLIES[step]
        return given if isinstance(given, Reply) else Reply(_written(given), usage=None)

    return reply


def _written(given: Any) -> str:
    return given if isinstance(given, str) else json.dumps(given)


def chain(*parts: str) -> list[dict[str, str]]:
    """An indicator chain: stops and relations alternate, ``!X`` is a topic, ``?x`` the answer."""
    rows = []
    for index, part in enumerate(parts):
        kind = "relation" if index % 2 else {"!": "topic", "?": "answer"}.get(part[0], "unknown")
        rows.append({kind: part if kind in ("relation", "unknown") else part[1:]})
    return rows


def mentions(*names: str) -> dict[str, Any]:
    return {"mentions": list(names)}


def analysis(
    *parts: str,
    splits: tuple[str, ...] | list[str] = ("The whole question?",),
    paraphrases: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, Any]:
    """The reply of question analysis; `paraphrases` are none where a test says nothing of them."""
    given = {words: list(others) for words, others in (paraphrases or {}).items()}
    return {"split_questions": list(splits), "paraphrases": given, "chain": chain(*parts)}


def figure_1_analysis() -> dict[str, Any]:
    """The analysis of Figure 1's question."""
    return analysis(
        *("!France", "borders", "?country", "contains", "airport", "serves", "!Nijmegen"),
        splits=FIGURE_1_SPLITS,
        paraphrases={"bordering": ["adjoining", "neighbour of"]},
    )


def verdict(sufficient: bool, splits: int = 1, uncovered: tuple[int, ...] = ()) -> dict[str, Any]:
    rows = [
        {"question": number, "covered": number not in uncovered, "paths": [1]} for number in range(1, splits + 1)
    ]
    return {"splits": rows, "sufficient": sufficient, "reason": "" if sufficient else "Something is missing."}


YES, NO = verdict(True), verdict(False)


def shown(body: Body, coded: bool = False) -> dict[int, str]:
    """The numbered paths of a request, without the codes of their places unless `coded`."""
    block = user_text(body).rpartition("<paths>")[2].partition("</paths>")[0]
    found = re.findall(r"^\[(\d+)\] (.*\{.*)$", block, re.MULTILINE)
    return {int(number): text if coded else re.sub(r"(?<!\S)\d+[a-z](?=\{)", "", text) for number, text in found}


def number_of(body: Body, text: str) -> int:
    """The number of the path that is shown with exactly this text."""
    found = [number for number, line in shown(body).items() if line == text]
    assert found, f"{text} is not among the paths:\n" + "\n".join(shown(body).values())
    return found[0]


def choosing(*texts: str) -> Callable[[Body], Scripted]:
    """A reply of select_paths: those of the paths with these texts that are shown, in this order, else 1."""

    def reply(body: Body) -> Scripted:
        lines = {line: number for number, line in shown(body).items()}
        return {"selected": [lines[text] for text in texts if text in lines] or [1]}

    return reply


def citing(
    *places: tuple[str | int, int], kind: str = "entities", own: str | None = None, **fields: Any
) -> Callable[[Body], Scripted]:
    """A reply of the answer step that cites (text or number of a path, position)."""

    def reply(body: Body) -> Scripted:
        numbered = [
            (number_of(body, path) if isinstance(path, str) else path, position) for path, position in places
        ]
        cited = [
            place_code(path, position) if min(path, position) >= 0 else {"path": path, "position": position}
            for path, position in numbered
        ]
        return {"reason": "As cited.", "kind": kind, "citations": cited, "own_answer": own, **fields}

    return reply


@contextmanager
def scripted(
    script: Script, kg: Any = None, llm: ScriptedLLM | None = None, *, system: str | None = None, **settings: Any
) -> Iterator[tuple[Agent, ScriptedLLM]]:
    """A system over the bundled graph, or `kg`, whose model follows the script; the rules alone read questions."""
    server = llm or ScriptedLLM()
    system = system or settings.get("variant", "pog")
    options = {
        "kg": kg if kg is not None else demo(),
        "model": "openai:scripted",
        "encoder": "auto",
        "reader": "rules",
    }
    with server.serve(script) as url, open_system(system, base_url=url, **{**options, **settings}) as agent:
        yield agent, server


@dataclass(frozen=True)
class Traced:
    """A finished run: its events, and the pipeline steps that asked the model."""

    events: list[Event]
    steps: list[str]

    @property
    def nodes(self) -> list[str]:
        return [event.node for event in self.events if isinstance(event, NodeFinished)]

    @property
    def rounds(self) -> list[tuple[str | None, int | None]]:
        """Phase and depth of each exploration."""
        return [
            (event.phase, event.depth)
            for event in self.events
            if isinstance(event, NodeFinished) and event.node in EXPLORING
        ]

    @property
    def answer(self) -> Answer:
        last = self.events[-1]
        assert isinstance(last, AnswerReady)
        return last.answer

    @property
    def labels(self) -> list[str]:
        return [item.label for item in self.answer.answers]


EXPLORING = ("explore_topic_paths", "explore_supplement_paths", "pool_kept_paths", "expand_nodes")


def run(question: str, script: Script, kg: Any = None, **settings: Any) -> Traced:
    """Asks one question and keeps everything about the run."""
    with scripted(script, kg, **settings) as (agent, llm):
        return Traced(list(agent.stream(question)), llm.steps)


def comparable(answer: Answer) -> Mapping[str, Any]:
    """An answer without the figures that differ from run to run."""
    return answer.model_dump(exclude={"seconds"})
