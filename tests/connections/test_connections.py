"""Forty questions over graphs by other people, a quarter of which only look like questions for connections."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph

QUESTIONS = [json.loads(line) for line in (Path(__file__).parent / "questions.jsonl").read_text().splitlines()]
GRAPHS = Path(__file__).parents[1] / "everyday"


@pytest.fixture(scope="module")
def agents() -> Iterator[object]:
    opened: list[PathsOverGraph] = []

    @cache
    def agent(name: str) -> PathsOverGraph:
        opened.append(PathsOverGraph(str(GRAPHS / name / "kg.ttl"), "offline", encoder="lexical").open())
        return opened[-1]

    yield agent
    for item in opened:
        item.close()


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked["id"])
def test_the_question_is_taken_for_what_it_is(asked, agents):
    answer = agents(asked["kg"]).ask(asked["question"])
    assert (answer.kind == "paths") == asked["taken"]
    if not asked["taken"]:
        return
    if not asked.get("joined", True):  # but by classes
        assert answer.abstention.case == "not_connected"
        return
    assert answer.status == "supported"
    assert [topic.iri for topic in answer.topic_entities if not topic.optional] == asked["topics"]
    cited = {node for head, _, tail in answer.cited_triples for node in (head, tail)}
    assert cited >= set(asked.get("shows", ()))
    assert not cited & set(asked.get("avoids", ()))
